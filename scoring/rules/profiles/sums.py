"""What a list by any profile adds up to: columns, own games, what counts of them, who stands before whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.rules.profiles.bock import Queue
from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.games import AnyProblem
from scoring.rules.results.performance import RatingRule
from scoring.rules.results.ranking import Result, ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A problem and the number of its deal; none means the list as a whole."""

    deal: int | None = None
    problem: AnyProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSum:
    """What one seat has."""

    game_points: int = 0
    won: int = 0
    lost: int = 0
    others_lost: int = 0
    """Games the others lost while the seat was taken, whoever dealt."""

    bonus: int = 0
    """What the rating gives for those."""

    total: int = 0
    """What counts: game points, own games, bonus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many deals there are of each sort; those that are refused are in none."""

    won: int = 0
    lost: int = 0
    passed: int = 0
    ramsch: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A list added up."""

    deals: tuple[Entered, ...]
    """Each deal as it stands in the columns, one that is refused too: there it is empty."""

    seats: tuple[SeatSum, ...]
    control: Counted
    complete: bool
    losers: tuple[int, ...]
    """Who ended a list with a target below zero."""

    winners: tuple[int, ...]
    """Who ended one with a target above it."""

    notes: tuple[Note, ...]
    queue: Queue
    """What Bock there is to come."""


def places(seats: Sequence[SeatSum], rating: RatingRule) -> tuple[int, ...]:
    """Return the place of each seat, from seat 1 on; equals share theirs until a lot is drawn."""
    results = [
        Result(seat, own.total, own.won if rating.by_games else 0, own.lost if rating.by_games else 0)
        for seat, own in enumerate(seats, start=1)
    ]
    by_seat = {place.result.entrant: place.rank for place in ranked(results)}
    return tuple(by_seat[seat] for seat in sorted(by_seat))
