"""What every chart has: a title, words for who cannot see it, the same figures as a table, and a scale.

A chart is drawn by a template from whole numbers in a field 640 wide. It has room for letters of 22 there, so that
it can be read on a phone; on wider screens they are set smaller. Each has a ``key``, which tells it from the others of
its page, ``title``, ``says`` for who cannot see it, and ``figures``; one with an axis has ``x_words`` under it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

from scoring.lists.wording import games

LINE_LEFT: Final = 78
WIDTH: Final = 640
LINE_RIGHT: Final = WIDTH - 44
LINE_TOP: Final = 24
LINE_BOTTOM: Final = 276
LINE_HEIGHT: Final = 316
MOST_STEPS: Final = 5
MOST_PLACE_STEPS: Final = 4
Chart = SimpleNamespace  # what a template draws, and each part of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a chart as a table."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Point = tuple[int, int]  # how far along, and the value there


def _line_chart(*, zero: int | None = None, dividers: Sequence[int] = (), **drawn: Any) -> Chart:
    edges = {"left": LINE_LEFT, "right": LINE_RIGHT, "top": LINE_TOP, "bottom": LINE_BOTTOM}
    return Chart(width=WIDTH, height=LINE_HEIGHT, zero=zero, dividers=dividers, **edges, **drawn)


def running_chart(
    *,
    lines: Sequence[tuple[str, Sequence[Point]]],
    ends_at: int,
    marks: Sequence[tuple[int, str]],
    dividers: Sequence[int] = (),
    **words: Any,
) -> Chart:
    """Return lines of totals that all begin at nothing; ``marks`` are the words under the axis."""
    values = [value for _name, points in lines for _x, value in points]
    shown = steps(min([0, *values]), max([0, *values]), most=MOST_STEPS)
    down = Scale(low=shown[0], high=shown[-1], start=LINE_BOTTOM, end=LINE_TOP)
    along = Scale(low=0, high=max(ends_at, 1), start=LINE_LEFT, end=LINE_RIGHT)
    ends = [
        (along.at(points[-1][0]), down.at(points[-1][1])) if points else (LINE_LEFT, down.at(0)) for _n, points in lines
    ]
    mark_ys = spread([y for _x, y in ends], gap=LETTER, low=LINE_TOP, high=LINE_BOTTOM)
    return _line_chart(
        lines=[
            Chart(
                number=number,
                name=name,
                points=" ".join(f"{along.at(x)},{down.at(value)}" for x, value in [(0, 0), *points]),
                end_x=end_x,
                mark_y=mark_y,
                last=games.points(points[-1][1] if points else 0),
                dots=(),
            )
            for number, ((name, points), (end_x, _y), mark_y) in enumerate(zip(lines, ends, mark_ys, strict=True), 1)
        ],
        x_ticks=[Chart(at=along.at(x), words=text) for x, text in marks],
        y_ticks=[Chart(at=down.at(value), words=games.points(value)) for value in shown],
        # Where the lines come near it.
        zero=down.at(0) if shown[0] < 0 else None,
        dividers=[along.at(x) for x in dividers],
        **words,
    )


def place_chart(*, name: str, places: Sequence[tuple[int, int]], **words: Any) -> Chart:
    """Return the line of a place after each series, the best at the top: pairs of series and place."""
    worst = max(place for _series, place in places)
    shown = [1, *(step for step in steps(0, worst, most=MOST_PLACE_STEPS) if step > 1)] if worst > 1 else [1, 2]
    down = Scale(low=1, high=shown[-1], start=LINE_TOP + LETTER, end=LINE_BOTTOM - LETTER)
    along = Scale(low=places[0][0], high=places[-1][0], start=LINE_LEFT + LETTER, end=LINE_RIGHT)
    dots = [
        Chart(x=along.at(series), y=down.at(place), words=str(place), words_y=down.at(place) - LETTER // 2)
        for series, place in places
    ]
    points = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return _line_chart(
        lines=[Chart(number=1, name=name, points=points, last=str(places[-1][1]), dots=dots)],
        x_ticks=[Chart(at=along.at(series), words=str(series)) for series, _place in places],
        y_ticks=[Chart(at=down.at(step), words=str(step)) for step in shown],
        **words,
    )


NAMES: Final = 156  # where lying bars begin, behind their names
VALUES: Final = 500  # where they end, before their figures
ROW: Final = 40
THICK: Final = 24
LEFT: Final = 60
RIGHT: Final = WIDTH - 20
TOP: Final = 16
BOTTOM: Final = 236
HEIGHT: Final = 276
MOST_COLUMNS: Final = 16
MOST_COUNTS: Final = 4
WORDS_EVERY: Final = 2  # on a narrow screen only every other column has its words


def bar_chart(*, rows: Sequence[tuple[str, Mapping[str, int], str]], **words: Any) -> Chart:
    """Return a lying bar for each row: its name, how much of each kind (by class), and the words behind it."""
    most = max((sum(parts.values()) for _name, parts, _words in rows), default=0)
    along = Scale(low=0, high=max(most, 1), start=0, end=VALUES - NAMES)
    bars = [
        Chart(name=name, words=text, y=at * ROW + (ROW - THICK) // 2, middle=at * ROW + ROW // 2, parts=parts)
        for at, (name, parts, text) in enumerate((name, _parts(parts, along), text) for name, parts, text in rows)
    ]
    size = {"width": WIDTH, "height": max(1, len(rows)) * ROW, "thick": THICK}
    return Chart(bars=bars, names=NAMES - 12, values=VALUES + 12, **size, **words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From values to where they are drawn; it may run downwards."""

    low: float
    high: float
    start: int
    end: int

    def at(self, value: float) -> int:
        """Return where a value is drawn."""
        span = self.high - self.low or 1
        return round(self.start + (value - self.low) * (self.end - self.start) / span)


def _parts(parts: Mapping[str, int], along: Scale) -> list[Chart]:
    drawn = []
    before = 0
    for css, count in parts.items():
        begin, end = along.at(before), along.at(before + count)
        if count:
            # What is there at all is to be seen.
            drawn.append(Chart(x=NAMES + begin, width=max(end - begin, 2), css=css))
        before += count
    return drawn


def histogram(*, results: Sequence[int], span: tuple[int, int], head: tuple[str, str], **words: Any) -> Chart:
    """Return how results spread over ranges of the same width; ``span`` is what the axis has to reach."""
    low, high = span
    width = step_of(high - low + 1, most=MOST_COLUMNS)
    first, last = low // width, high // width
    counts = [0] * (last - first + 1)
    for points in results:
        counts[points // width - first] += 1
    along = Scale(low=first, high=last + 1, start=LEFT, end=RIGHT)
    heights = steps(0, max([1, *counts]), most=MOST_COUNTS)
    down = Scale(low=0, high=heights[-1], start=BOTTOM, end=TOP)
    edges = [(along.at(first + at), along.at(first + at + 1)) for at in range(len(counts))]
    edges_of_field = {"left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM}
    ranges = [f"{games.points(at * width)} … {games.points((at + 1) * width - 1)}" for at in range(first, last + 1)]
    return Chart(
        columns=[
            Chart(x=begin + 1, y=down.at(count), width=max(end - begin - 2, 1), height=BOTTOM - down.at(count))
            for (begin, end), count in zip(edges, counts, strict=True)
            if count
        ],
        # A narrow screen leaves the words of a minor one out.
        x_ticks=[
            Chart(at=along.at(at), words=games.points(at * width), is_minor=bool(at % (2 * WORDS_EVERY)))
            for at in range(first, last + 2)
            if at % WORDS_EVERY == 0
        ],
        y_ticks=[Chart(at=down.at(count), words=str(count)) for count in heights],
        figures=Figures(head=head, rows=tuple(zip(ranges, map(str, counts), strict=True))),
        width=WIDTH,
        height=HEIGHT,
        **edges_of_field,
        **words,
    )


LETTER: Final = 22  # the height of letters on the narrowest screen, and so the room that a line of words takes


def steps(low: float, high: float, *, most: int) -> list[int]:
    """Return round numbers that go from below ``low`` to above ``high``, at most some more than ``most``.

    >>> steps(-130, 2107, most=5)
    [-500, 0, 500, 1000, 1500, 2000, 2500]
    >>> steps(0, 3, most=5)
    [0, 1, 2, 3]
    """
    step = step_of(high - low, most=most)
    first = int(low // step)
    last = -int(-high // step)
    return [step * at for at in range(first, max(last, first + 1) + 1)]


def step_of(span: float, *, most: int) -> int:
    """Return the smallest round step, 1, 2 or 5 times a power of ten, that divides a span into at most so many.

    >>> step_of(2107, most=5), step_of(3, most=5)
    (500, 1)
    """
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step * most >= span:
                return step
        power *= 10


def spread(wanted: Sequence[int], *, gap: int, low: int, high: int) -> list[int]:
    """Return places as near to those wanted as they can be with a gap between them, in the same order.

    >>> spread([100, 104, 20], gap=20, low=0, high=200)
    [100, 120, 20]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed: dict[int, int] = {}
    before = low - gap
    for at in order:
        before = placed[at] = max(wanted[at], before + gap)
    above = high + gap
    for at in reversed(order):
        above = placed[at] = min(placed[at], above - gap)
    return [placed[at] for at in range(len(wanted))]
