"""The draw against drawing without a thought, and counting who met.

The goals hold half a second for 4,000 players over ten series, and one for 1,000 by standing, on a machine that draws
the first without a thought in 43 milliseconds, and one series of the second in 0.93.
"""

from collections.abc import Callable, Iterator

from benchmarks.measure import Benchmark
from benchmarks.seating_events import entrants, in_turn
from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing

LOT_GOAL = 11.0
STANDING_GOAL = 1000.0


def benchmarks() -> Iterator[Benchmark]:
    """Yield a whole event of the largest size, one with clubs, and a series by standing."""
    yield by_lot(4000, series=10)
    yield by_lot(200, series=10)
    yield by_lot(4000, series=6, clubs=4)
    field = entrants(1000)
    history = draw(field, series=4, seed="bench").series
    yield Benchmark(
        name="by standing 1000",
        subject=lambda: draw_by_standing(field, ranking=range(1, 1001), seed="bench", history=history),
        anchor=_thoughtless(1000, 1),
        goal=STANDING_GOAL,
    )


def by_lot(n: int, *, series: int, clubs: int = 0) -> Benchmark:
    """Return the draw of a whole event, of so many clubs if any, against one without a thought."""
    field = in_turn(n, clubs=clubs) if clubs else entrants(n)
    return Benchmark(
        name=f"draw {n} x {series}{', clubs' if clubs else ''}",
        subject=lambda: draw(field, series=series, seed="bench"),
        anchor=_thoughtless(n, series),
        goal=LOT_GOAL,
    )


def _thoughtless(n: int, series: int) -> Callable[[], object]:
    """Return an act that shuffles everybody for each series and counts meetings."""

    def shuffle_and_count() -> dict[tuple[int, int], int]:
        chance = Chance("bench", purpose="anchor")
        met: dict[tuple[int, int], int] = {}
        for _ in range(series):
            order = chance.shuffled(range(n))
            for start in range(0, n, 4):
                table = sorted(order[start : start + 4])
                for at, first in enumerate(table):
                    for second in table[at + 1 :]:
                        met[first, second] = met.get((first, second), 0) + 1
        return met

    return shuffle_and_count
