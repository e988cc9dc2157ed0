"""What an event comes to: the dearest games, the mix of games, the spread of results (ISkO 5, SkWO 5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet, Sum

from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.selectors.sitting import seats_in, with_others
from scoring.results.selectors.standings import open_results
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, booking
from scoring.rules.game_list.sums import running_performance
from scoring.statistics.selectors.players import KindPlayed, Mix, NamedGame, mix_of, played_at
from tables.draw.models import Seat, Table
from tables.people.models import tell_apart
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked

DEAREST_AT_TABLE: Final = 5  # so many of the most valuable games are named


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One seat of a table."""

    seat: Seat  # with ``entrant``
    result: SeatResult | None  # what counts for it; None while nothing is written down, or may not be seen

    @property
    def points(self) -> int:
        """What counts for the ranking, penalty points taken off."""
        return self.result.performance - self.result.penalty if self.result else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatistics:
    """What is to be told of one table in one series."""

    lines: tuple[SeatLine, ...]  # from place 1 on
    mix: Mix
    dearest: tuple[NamedGame, ...]
    running: tuple[tuple[int, ...], ...]  # the performance of every seat after each deal
    length: int  # deals the series has at this table
    is_totals_only: bool
    is_void: bool
    is_open: bool  # whether its results may be seen already


def table_statistics(table: Table) -> TableStatistics:
    """Return what is to be told of a table, in four queries."""
    series = table.series
    is_open = any(result.pk == series.pk for result in open_results(series.tournament))
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
        lines=tuple(SeatLine(seat=seat, result=getattr(seat, "result", None) if is_open else None) for seat in seats),
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
        NamedGame(seat=seats_in(deal.number, seats)[deal.declarer - 1], deal=deal, booking=found_booking)
        for deal in deals
        if deal.declarer
        and deal.declarer <= len(seats)
        and (found_booking := booking(deal)) is not None
        and found_booking.won
    ]
    games.sort(key=lambda game: (-game.points, game.deal.number))
    return tuple(games[:DEAREST_AT_TABLE])


DEAREST: Final = 10  # so many of the most valuable games are named
DEAREST_LOST: Final = 5
MOST_OPEN_GRANDS: Final = 50
BEST_RESULTS: Final = 5
LINE: Final = (
    *("game", "matadors", "hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert"),
    *("bid", "overbid", "overruled", "house"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStatistics:
    """What is to be told of an event, over the series whose results may be seen."""

    series: tuple[Series, ...]
    mix: Mix
    dearest: tuple[NamedGame, ...]
    dearest_lost: tuple[NamedGame, ...]
    open_grands: tuple[NamedGame, ...]
    results: Mapping[int, tuple[int, ...]]
    best: tuple[SeatResult, ...]  # the best of them, with ``seat``, its ``entrant``, ``table`` and ``series``
    totals_only: int  # lists of which only the results were typed: their games are not in it
    totals_passed: int  # deals of theirs that were passed in, as far as somebody said
    rules: tuple[str, ...]  # the names of the house rules that lists were kept by, each once
    only_by_the_book: bool  # single games are only from lists by the book: others are worth something else


def event_statistics(tournament: Tournament) -> EventStatistics:
    """Return what is to be told of an event, in ten queries whatever its size; house rules cost one more."""
    series = open_results(tournament)
    here = [each_series.pk for each_series in series]
    rules = tuple(dict.fromkeys(each_series.profile for each_series in series))
    deals = DealRow.objects.filter(game_list__table__series__in=here, voided_at=None, game_list__void_at=None)
    games = deals.exclude(declarer=None)
    if len(rules) > 1:
        # What is worth something else is not ranked together.
        games = games.filter(house__isnull=True)
    totals = GameListRow.objects.filter(table__series__in=here, kind=GameListRow.Kind.TOTALS, void_at=None)
    typed = totals.aggregate(lists=Count("pk"), passed_in=Sum("passed", default=0))
    results = SeatResult.objects.filter(
        is_ranked("seat__entrant__"),
        Q(counts=SeatResult.Counts.AS_PLAYED) | Q(counts=SeatResult.Counts.LOWER),
        game_list__table__series__in=here,
        game_list__signed_at__isnull=False,
    )
    dearest = list(games.order_by("-points", "game_list_id", "number")[:DEAREST])
    lost = list(games.filter(points__lt=0).order_by("points", "game_list_id", "number")[:DEAREST_LOST])
    grands = list(
        games.filter(game=Game.GRAND.value, ouvert=True).order_by("game_list_id", "number")[:MOST_OPEN_GRANDS]
    )
    named, best = _named([*dearest, *lost, *grands], series), _best(results, series)
    tell_apart(
        seat.entrant
        for seat in (*(named_game.seat for named_game in named.values()), *(seat_result.seat for seat_result in best))
    )
    return EventStatistics(
        series=series,
        mix=_mix(deals, ramsch=deals.filter(house__has_key="ramsch").count() if any(rules) else 0),
        dearest=tuple(named[row.pk] for row in dearest if row.won and row.pk in named),
        dearest_lost=tuple(named[row.pk] for row in lost if row.pk in named),
        open_grands=tuple(named[row.pk] for row in grands if row.pk in named),
        results=_results(results),
        best=best,
        totals_only=typed["lists"],
        totals_passed=typed["passed_in"],
        rules=tuple(filter(None, rules)),
        only_by_the_book=len(rules) > 1,
    )


def _mix(deals: QuerySet[DealRow], *, ramsch: int) -> Mix:
    groups = deals.order_by().values_list("game", "won", "hand").annotate(Count("pk"), Sum("points"))
    won: dict[str, int] = defaultdict(int)
    lost: dict[str, int] = defaultdict(int)
    points: dict[str, int] = defaultdict(int)
    hands: dict[str, int] = defaultdict(int)
    for game, is_won, is_hand, count, total in groups:
        (won if is_won else lost)[game] += count
        points[game] += total
        hands[game] += count if is_hand else 0
    kinds = (
        KindPlayed(game=game, won=won[game], lost=lost[game], points=points[game], hand=hands[game]) for game in Game
    )
    return Mix(kinds=tuple(kinds), passed=won[""] + lost[""] - ramsch, overbid=_overbid(deals), ramsch=ramsch)


def _overbid(deals: QuerySet[DealRow]) -> int:
    """Return how many games were overbid, as the rules say of each line that can have been: with a tick or a bid."""
    can_be = Q(overbid=True) | Q(bid__isnull=False)
    suspects = deals.filter(can_be, won=False).exclude(declarer=None).order_by()
    # The same few hundred lines come again and again.
    lines = suspects.values(*LINE).annotate(times=Count("pk"))
    fields: Any = {"number": 1, "declarer": 1, "won": False}
    rows = ((DealRow(**fields, **{name: line[name] for name in LINE}), line["times"]) for line in lines)
    return sum(
        times for row, times in rows if (found_booking := booking(mapping.to_deal(row))) and found_booking.overbid
    )


def _named(rows: Sequence[DealRow], series: Iterable[Series]) -> dict[int, NamedGame]:
    wanted = {row.game_list_id for row in rows}
    seats = Seat.objects.filter(table__game_list__in=wanted).select_related("entrant", "table__game_list")
    by_number = {each_series.pk: each_series for each_series in series}
    at: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.order_by("place"):
        seat.series = by_number[seat.series_id]
        at[seat.table.game_list.pk].append(seat)
    for at_table in at.values():
        with_others(at_table[0].table.game_list, at_table)
    named = {}
    for row in rows:
        deal = mapping.to_deal(row)
        values = dict(enumerate(seats_in(deal.number, at[row.game_list_id]), start=1))
        declarer, booked = values.get(row.declarer or 0), booking(deal)
        if declarer is not None and booked is not None:
            named[row.pk] = NamedGame(seat=declarer, deal=deal, booking=booked)
    return named


def _results(results: QuerySet[SeatResult]) -> dict[int, tuple[int, ...]]:
    by_series: dict[int, list[int]] = defaultdict(list)
    earned = results.order_by().values_list("seat__series__number", F("performance") - F("penalty"))
    for number, points in earned:
        by_series[number].append(points)
    return {number: tuple(sorted(points)) for number, points in sorted(by_series.items())}


def _best(results: QuerySet[SeatResult], series: Iterable[Series]) -> tuple[SeatResult, ...]:
    by_number = {each_series.pk: each_series for each_series in series}
    best = results.select_related("seat__entrant", "seat__table").annotate(net=F("performance") - F("penalty"))
    seat_results = tuple(best.order_by("-net", "-won", "lost", "seat_id")[:BEST_RESULTS])
    for seat_result in seat_results:
        seat_result.seat.series = by_number[seat_result.seat.series_id]
    return seat_results
