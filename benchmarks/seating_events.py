"""Fields and events to measure the draw on: clubs as in life, standings that settle, people who come and go."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Plan, Series

LEAVING, COMING = 3, 2
"""People in a hundred who leave and come before each series."""

BEST_SCORE = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What became of an event drawn series by series."""

    repeats: int
    at_three: int
    """Most visits of anyone to a table of three."""

    slowest: float
    """CPU seconds of the slowest draw."""

    spread: float = 0.0
    """By standing: places from best to last at a table, mean over tables and series."""


def entrants(n: int) -> list[Entrant]:
    """Return so many without a club."""
    return [Entrant(number=number) for number in range(1, n + 1)]


def in_turn(n: int, *, clubs: int) -> list[Entrant]:
    """Return so many, shared out among clubs in turn."""
    return [Entrant(number=number, club=str(number % clubs)) for number in range(1, n + 1)]


def like_life(n: int) -> list[Entrant]:
    """Return so many of whom one in five has no club; the largest club has a ninth, the k-th a k-th of that."""
    clubs: list[str | None] = []
    rank = 1
    while len(clubs) < n * 4 // 5:
        clubs += [str(rank)] * max(1, n // 9 // rank)
        rank += 1
    clubs = clubs[:n] + [None] * (n - len(clubs))
    return [Entrant(number=number, club=club) for number, club in enumerate(clubs, start=1)]


def by_standing(n: int, series: int, seed: str) -> Event:
    """Play an event whose first series is drawn by lot and the others are set by the totals so far."""
    scores = Chance(seed, purpose="scores")
    totals = dict.fromkeys(range(1, n + 1), 0)
    played: list[Series] = [draw(entrants(n), series=1, seed=seed).series[0]]
    spreads: list[float] = []
    slowest = 0.0
    for number in range(1, series):
        for entrant in totals:
            totals[entrant] += sum(scores.below(BEST_SCORE) for _ in range(3))
        ranking = sorted(totals, key=lambda entrant: -totals[entrant])
        plan, seconds = _timed(_set_by(n, ranking, f"{seed}.{number}", tuple(played)))
        played += plan.series
        slowest = max(slowest, seconds)
        spreads.append((plan.report.rank_spread or 0) / len(plan.series[0]))
    return Event(
        repeats=_repeats(played), at_three=_at_three(played), slowest=slowest, spread=sum(spreads) / len(spreads)
    )


def coming_and_going(n: int, series: int, seed: str) -> Event:
    """Draw an event series by series, with people leaving and coming before each."""
    chance = Chance(seed, purpose="coming and going")
    present = list(range(1, n + 1))
    newest = n
    played: list[Series] = []
    slowest = 0.0
    for number in range(series):
        plan, seconds = _timed(_draw_one(tuple(present), f"{seed}.{number}", tuple(played)))
        played += plan.series
        slowest = max(slowest, seconds)
        present = chance.shuffled(present)[len(present) * LEAVING // 100 :]
        many = len(present) * COMING // 100
        present += range(newest + 1, newest + many + 1)
        newest += many
    return Event(repeats=_repeats(played), at_three=_at_three(played), slowest=slowest)


def _set_by(n: int, ranking: Sequence[int], seed: str, history: tuple[Series, ...]) -> Callable[[], Plan]:
    return lambda: draw_by_standing(entrants(n), ranking=ranking, seed=seed, history=history)


def _draw_one(present: Sequence[int], seed: str, history: tuple[Series, ...]) -> Callable[[], Plan]:
    return lambda: draw([Entrant(number=number) for number in present], series=1, seed=seed, history=history)


def _timed(act: Callable[[], Plan]) -> tuple[Plan, float]:
    begun = time.process_time()
    plan = act()
    return plan, time.process_time() - begun


def _repeats(played: Sequence[Series]) -> int:
    met = Counter(pair for tables in played for table in tables for pair in combinations(sorted(table), 2))
    return sum(times - 1 for times in met.values())


def _at_three(played: Sequence[Series]) -> int:
    seats = Counter(number for tables in played for table in tables if len(table) == 3 for number in table)
    return max(seats.values(), default=0)
