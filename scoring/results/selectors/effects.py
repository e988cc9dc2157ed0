"""What an act would do to the ranking: places and points before and after, without anything being written (SkWO 5)."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from scoring.lists.models import GameListRow
from scoring.lists.selectors.counting import Counted, counted, credited, entered, figures, lists_beside, orders_of
from scoring.results.selectors.earned import Earned, Sums, added, earned_in, lots_of
from scoring.results.selectors.standings import only_or_shown
from scoring.rules.game_list.deals import GameList
from scoring.rules.results.ranking import placed
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """Where somebody stands. ``rank`` is None for whoever is excluded or fills in."""

    rank: int | None
    shared: bool
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An entrant for whom something changes in the ranking."""

    entrant: Entrant
    before: At
    after: At


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEffect:
    """What an act does to what counts for a seat; the same before and after where it does nothing."""

    place: int
    entrant: Entrant
    before: Counted
    after: Counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an act would do."""

    moves: tuple[Move, ...]  # those whose place or points change, by their place now
    seats: tuple[SeatEffect, ...] = ()  # of the list it is about, from seat 1 on; none without a list
    seats_ahead: tuple[tuple[int, int, int], ...] = ()  # of the excluded: series, table and start number


Results = Mapping[tuple[int, int], Earned]


def earned_from(row: GameListRow, counted: Sequence[Counted]) -> Results:
    """Return what the players of a list would come to in the ranking."""
    series = row.table.series.number
    seats = row.table.seats.order_by("place").values_list("entrant_id", flat=True)
    earned = {}
    for entrant, one in zip(seats, counted, strict=True):
        _points, won, lost, opponents_lost, performance = figures(one.tally, seats=row.table.size)
        earned[series, entrant] = Earned(
            series, entrant, performance - one.penalty, won, lost, opponents_lost, one.why.value, one.penalty
        )
    return earned


def earned_beside(row: GameListRow, game_list: GameList) -> Results:
    """Return what players of other tables would come to who sat on a chair of a list, if that was ``game_list``."""
    results: dict[tuple[int, int], Earned] = {}
    for other in lists_beside(row):
        given = credited(other, entered(other), beside={row.table.number: game_list})
        results |= earned_from(other, counted(other, given, orders_of(other)))
    return results


def seat_effects(row: GameListRow, before: Sequence[Counted], after: Sequence[Counted]) -> tuple[SeatEffect, ...]:
    """Return what becomes of each seat of a list."""
    seats = row.table.seats.select_related("entrant").order_by("place")
    return tuple(
        SeatEffect(place=seat.place, entrant=seat.entrant, before=counted, after=other)
        for seat, counted, other in zip(seats, before, after, strict=True)
    )


def moves(
    tournament: Tournament,
    *,
    results: Results | None = None,
    out: AbstractSet[int] = frozenset(),
    back: AbstractSet[int] = frozenset(),
) -> tuple[Move, ...]:
    """Return for whom the total ranking would change, in four queries.

    A tie that a lot would have to settle stays shared: it is drawn only when the act is done.
    """
    numbers = [series.number for series in only_or_shown(tournament, None, with_hidden=True)]
    now = list(earned_in(tournament, numbers=numbers))
    then = [(results or {}).get((earned.series, earned.entrant), earned) for earned in now]
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    excluded = {pk for pk, entrant in entrants.items() if entrant.excluded_at}
    filling = {pk for pk, entrant in entrants.items() if entrant.fills_in}
    lots = lots_of(tournament)
    brought = {pk: entrant.brought for pk, entrant in entrants.items()}
    values: dict[str, Any] = {"numbers": numbers, "lots": lots, "brought": brought}
    before = _standing(added(now, out=excluded | filling, **values), lots)
    after = _standing(added(then, out=(excluded | out) - back | filling, **values), lots)
    changed = [
        Move(entrant=entrants[pk], before=place, after=after[pk]) for pk, place in before.items() if place != after[pk]
    ]
    return tuple(sorted(changed, key=_by_place))


def _standing(sums: Sequence[Sums], lots: Mapping[int, int]) -> dict[int, At]:
    standing = {cells.result.entrant: At(rank=None, shared=False, points=cells.result.performance) for cells in sums}
    for rank, shared, result in placed((cells.result for cells in sums if not cells.is_out), lots):
        standing[result.entrant] = At(rank=rank, shared=shared, points=result.performance)
    return standing


def _by_place(move: Move) -> tuple[bool, int, int]:
    return move.before.rank is None, move.before.rank or 0, move.entrant.number


def seats_ahead(tournament: Tournament, entrants: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
    """Return series, table and start number of the seats that entrants have where play has not begun."""
    seats = tournament.series.filter(seats__entrant__in=list(entrants), seats__table__play_began_at=None)
    series = seats.exclude(status="closed").order_by("number", "seats__entrant__number")
    return tuple(series.values_list("number", "seats__table__number", "seats__entrant__number"))
