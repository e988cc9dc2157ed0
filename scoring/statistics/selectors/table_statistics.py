"""What one table comes to in one series: how its points grew, its games and its dearest ones (SkWO 5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.lists.models import SeatResult
from scoring.lists.selectors.sitting import seats_in, with_others
from scoring.results.selectors.standings import open_results
from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, booking
from scoring.statistics.selectors.played import Mix, NamedGame, mix_of, played_at
from tables.draw.models import Seat, Table
from tables.people.models import tell_apart

DEAREST: Final = 5
"""So many of the most valuable games are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One seat of a table."""

    seat: Seat
    """With ``entrant``."""

    result: SeatResult | None
    """What counts for it; None while nothing is written down, or may not be seen."""

    @property
    def points(self) -> int:
        """What counts for the ranking, penalty points taken off."""
        return self.result.performance - self.result.penalty if self.result else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatistics:
    """What is to be told of one table in one series."""

    lines: tuple[SeatLine, ...]
    """From place 1 on."""

    mix: Mix
    dearest: tuple[NamedGame, ...]
    running: tuple[tuple[int, ...], ...]
    """The performance of every seat after each deal."""

    length: int
    """Deals the series has at this table."""

    is_totals_only: bool
    is_void: bool
    is_open: bool
    """Whether its results may be seen already."""


def table_statistics(table: Table) -> TableStatistics:
    """Return what is to be told of a table, in four queries."""
    series = table.series
    is_open = any(one.pk == series.pk for one in open_results(series.tournament))
    seats = tuple(table.seats.select_related("entrant", "result").order_by("place"))
    for seat in seats:
        seat.table, seat.series = table, series
    played = played_at([table.pk]).get(table.pk) if is_open else None
    with_others(played.row, seats) if played else None
    others = [seat.other[1].entrant for seat in seats if seat.other]
    tell_apart([*(seat.entrant for seat in seats), *others])
    game_list = played.game_list if played else None
    deals = game_list.deals if game_list else ()
    return TableStatistics(
        lines=tuple(_line(seat, is_open=is_open) for seat in seats),
        mix=mix_of(deals),
        dearest=_dearest(deals, seats),
        running=running_performance(game_list) if game_list else (),
        length=game_list.length if game_list else 0,
        is_totals_only=played is not None and played.is_totals_only,
        is_void=played is not None and played.row.void_at is not None,
        is_open=is_open,
    )


def _dearest(deals: Iterable[Deal], seats: Sequence[Seat]) -> tuple[NamedGame, ...]:
    games = [
        NamedGame(seat=seats_in(deal.number, seats)[deal.declarer - 1], deal=deal, booking=found)
        for deal in deals
        if deal.declarer and deal.declarer <= len(seats) and (found := booking(deal)) is not None and found.won
    ]
    games.sort(key=lambda game: (-game.points, game.deal.number))
    return tuple(games[:DEAREST])


def _line(seat: Seat, *, is_open: bool) -> SeatLine:
    return SeatLine(seat=seat, result=getattr(seat, "result", None) if is_open else None)
