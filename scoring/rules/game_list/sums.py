"""Adding up a game list: running totals, tallies per seat, control sums (SkWO 5, 8.11, 8.12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.performance import OPPONENT_LOST, OWN_GAME, performance
from scoring.rules.valuation import Booking


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one seat brings into the rating (SkWO 5.1)."""

    game_points: int = 0
    won: int = 0
    lost: int = 0
    opponents_lost: int = 0
    """Games lost by the others at the table, whoever dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSums:
    """Two ways to the same sums; where they differ, the list is wrong."""

    deals: int
    won: int
    lost: int
    passed: int
    game_points: int
    """Sum of all columns, in game points."""

    totals: int
    """Sum of the performance points of all seats."""

    expected: int
    """What that sum must be: game points, 50 for won less lost games, and the bonus."""

    agree: bool
    """Whether the deals add up and the totals are the expected ones."""


def running(game_list: GameList) -> tuple[tuple[int, ...], ...]:
    """Return the game points of every seat after each deal (SkWO 8.11)."""
    columns = [0] * game_list.seats
    rows = []
    for seat, found in _counted(game_list):
        if found is not None:
            columns[seat - 1] += found.points
        rows.append(tuple(columns))
    return tuple(rows)


def tallies(game_list: GameList) -> tuple[Tally, ...]:
    """Return what each seat brings into the rating, from seat 1 on (SkWO 5.1).

    Entries that name no seat of the table count for nobody; ``findings`` refuses them.
    """
    points, won, lost = ([0] * game_list.seats for _ in range(3))
    for seat, found in _counted(game_list):
        if found is not None:
            points[seat - 1] += found.points
            (won if found.won else lost)[seat - 1] += 1
    return tallied(points, won, lost)


def tallied(points: Sequence[int], won: Sequence[int], lost: Sequence[int]) -> tuple[Tally, ...]:
    """Return the tallies of a table from its columns, each from seat 1 on."""
    all_lost = sum(lost)
    return tuple(
        Tally(game_points=p, won=w, lost=n, opponents_lost=all_lost - n)
        for p, w, n in zip(points, won, lost, strict=True)
    )


def control_sums(game_list: GameList) -> ControlSums:
    """Return the control sums of a list, finished or not."""
    found = [entry for deal in game_list.deals if (entry := booking(deal)) is not None]
    won = sum(entry.won for entry in found)
    return controlled(
        tallies(game_list),
        deals=len(game_list.deals),
        won=won,
        lost=len(found) - won,
        passed=sum(deal.passed for deal in game_list.deals),
        game_points=sum(entry.points for entry in found),
    )


def controlled(
    seats: Sequence[Tally], *, deals: int, won: int, lost: int, passed: int, game_points: int
) -> ControlSums:
    """Return control sums: the tallies of all seats against what the deals say as a whole."""
    table = len(seats)
    totals = sum(
        performance(
            game_points=tally.game_points,
            won=tally.won,
            lost=tally.lost,
            opponents_lost=tally.opponents_lost,
            seats=table,
        )
        for tally in seats
    )
    bonus = OPPONENT_LOST[table] * (table - 1) * lost
    expected = game_points + OWN_GAME * (won - lost) + bonus
    return ControlSums(
        deals=deals,
        won=won,
        lost=lost,
        passed=passed,
        game_points=game_points,
        totals=totals,
        expected=expected,
        agree=passed >= 0 and deals == won + lost + passed and totals == expected,
    )


def _counted(game_list: GameList) -> Iterator[tuple[int, Booking | None]]:
    """Yield declarer and booking of every deal; (0, None) where nobody is credited."""
    for deal in game_list.deals:
        if deal.declarer is None or not 1 <= deal.declarer <= game_list.seats:
            yield 0, None
        else:
            yield deal.declarer, booking(deal)
