"""The goals of the draw and what is reached, several seeds each: ``python -m benchmarks.seating_goals [words]``.

Each row gives the worst of its seeds: repeats, how often someone sits at a table of three, seat gap, meetings of club
mates. CPU seconds of one call are the median and the worst; the median decides, since others use the machine too. Last
comes the peak memory of the process so far, smaller fields first.
"""

import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import starmap
from statistics import median

from benchmarks.seating_events import by_standing, coming_and_going, entrants, in_turn, like_life
from tables.seating.designs.by_design import WRITTEN
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Plan

MEGABYTES = 100
SMALL, LARGE = 20, 5
"""Seeds tried for fields up to 50, and beyond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one seed gave."""

    repeats: int
    at_three: int = 0
    share: int = 1
    gap: int = 0
    clubs: int = 0
    spread: float = 0.0
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the goals: how to try a seed, and what must be reached."""

    name: str
    attempt: Callable[[str], Outcome]
    seeds: int
    repeats: int = 0
    gap: int = 2
    spread: float | None = None
    seconds: float

    def holds(self, worst: Outcome, *, mean_spread: float, seconds: float, megabytes: int) -> bool:
        """Tell whether everything is reached."""
        return (
            worst.repeats <= self.repeats
            and worst.at_three <= worst.share
            and worst.gap <= self.gap
            and worst.clubs <= 0
            and (self.spread is None or mean_spread <= self.spread)
            and seconds <= self.seconds
            and megabytes <= MEGABYTES
        )


SMALL_FIELDS = (
    (11, 3, 5),
    *((n, 4, 0) for n in (13, 14)),
    *((n, 5, 0) for n in (15, 16, 17, 18, 19, 20)),
    *((n, 6, 2) for n in (17, 18)),
    *((20, series, repeats) for series, repeats in ((6, 6), (8, 50), (10, 110))),
    *((n, 7, 0) for n in (21, 22, 23, 24)),
    *((n, 8, 0) for n in (25, 26)),
    *((n, 9, 0) for n in (27, 28, 29)),
    *((n, 10, 0) for n in (30, 31, 32)),
)
"""Entrants, series and the goal for repeats."""

FIELDS = tuple((n, series, 0) for n in (48, 100, 102, 200, 400) for series in (2, 4, 6, 8, 10))
LARGE_FIELDS = tuple((n, series, 0) for n in (1000, 1001, 3997, 4000) for series in (2, 4, 6, 8, 10))
BY_STANDING = ((48, 8, 12.5), (100, 8, 7.1), (1000, 6, 3.3))
"""Entrants, series and the goal for the mean distance from best to last at a table."""


def rows() -> Iterator[Row]:
    """Yield every line, smaller fields first."""
    yield from starmap(_by_lot, (*SMALL_FIELDS, *FIELDS))
    yield _with_clubs(in_turn(32, clubs=8), "8 clubs of 4")
    yield _with_clubs(in_turn(100, clubs=4), "4 clubs of 25")
    yield _with_clubs(in_turn(100, clubs=40), "40 clubs")
    yield from (_with_clubs(like_life(n), "clubs as in life") for n in (32, 48, 60, 100, 102, 200, 1000))
    yield from starmap(_standing, BY_STANDING)
    yield from map(_event, (100, 1000, 4000))
    yield from starmap(_by_lot, LARGE_FIELDS)
    yield _with_clubs(in_turn(4000, clubs=4), "4 clubs of 1000")


def _by_lot(n: int, series: int, repeats: int) -> Row:
    return Row(
        name=f"{n} x {series}",
        attempt=lambda seed: _drawn(entrants(n), series, seed),
        seeds=SMALL if n <= 50 else LARGE,
        repeats=repeats,
        gap=1 if n % 4 == 0 else 2,
        seconds=_allowed(n),
    )


def _with_clubs(field: list[Entrant], name: str) -> Row:
    n = len(field)
    return Row(
        name=f"{n} x 6, {name}",
        attempt=lambda seed: _drawn(field, 6, seed),
        seeds=SMALL if n <= 50 else LARGE,
        seconds=_allowed(n),
    )


def _standing(n: int, series: int, spread: float) -> Row:
    def attempt(seed: str) -> Outcome:
        event = by_standing(n, series, seed)
        return Outcome(repeats=event.repeats, gap=0, spread=event.spread, seconds=event.slowest)

    return Row(name=f"{n} x {series} by standing", attempt=attempt, seeds=LARGE, spread=spread, seconds=1.0)


def _event(n: int) -> Row:
    def attempt(seed: str) -> Outcome:
        event = coming_and_going(n, 10, seed)
        return Outcome(repeats=event.repeats, at_three=event.at_three, share=1, seconds=event.slowest)

    return Row(name=f"{n} x 10, coming and going", attempt=attempt, seeds=LARGE, seconds=_allowed(n))


def _allowed(n: int) -> float:
    return 0.1 if n <= 200 else 0.5


def _drawn(field: list[Entrant], series: int, seed: str) -> Outcome:
    begun = time.process_time()
    plan = draw(field, series=series, seed=seed)
    seconds = time.process_time() - begun
    report = plan.report
    written = WRITTEN.get((len(field), series))
    return Outcome(
        repeats=report.repeated_meetings,
        at_three=_most_at_three(plan),
        share=written.most_at_three if written else max(1, report.three_share),
        gap=report.seat_gap,
        clubs=sum(pair.times for pair in report.club_pairs) - report.club_lower_bound,
        seconds=seconds,
    )


def _most_at_three(plan: Plan) -> int:
    seats = Counter(number for tables in plan.series for table in tables if len(table) == 3 for number in table)
    return max(seats.values(), default=0)


def main(words: list[str]) -> None:
    """Print a line for each row whose name has all the words."""
    for row in rows():
        if all(word in row.name for word in words):
            print(_line(row), flush=True)


def _line(row: Row) -> str:
    found = [row.attempt(str(seed)) for seed in range(row.seeds)]
    worst = Outcome(
        repeats=max(one.repeats for one in found),
        at_three=max(one.at_three for one in found),
        share=min(one.share for one in found),
        gap=max(one.gap for one in found),
        clubs=max(one.clubs for one in found),
        spread=max(one.spread for one in found),
        seconds=max(one.seconds for one in found),
    )
    mean = sum(one.spread for one in found) / len(found)
    seconds = median(one.seconds for one in found)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spread = "" if row.spread is None else f"  spread {mean:.2f}, worst {worst.spread:.2f}, goal {row.spread}"
    verdict = "ok" if row.holds(worst, mean_spread=mean, seconds=seconds, megabytes=megabytes) else "SHORT"
    return (
        f"{row.name:<28} seeds {row.seeds:>2}  repeats {worst.repeats:>3} goal {row.repeats:>3}  "
        f"at three {worst.at_three} of {worst.share}  seat gap {worst.gap}  clubs {worst.clubs}  "
        f"{seconds:.2f} s, worst {worst.seconds:.2f}, of {row.seconds}  {megabytes} MB{spread}  {verdict}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
