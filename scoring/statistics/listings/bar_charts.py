"""Bars: lying ones for kinds of games, standing ones for how results spread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.lists.wording import games
from scoring.statistics.listings.charts import WIDTH, Figures, Scale, Tick, step_of, steps

NAMES: Final = 156
"""Where lying bars begin, behind their names."""

VALUES: Final = 500
"""Where they end, before their figures."""

ROW: Final = 40
THICK: Final = 24

LEFT: Final = 60
RIGHT: Final = WIDTH - 20
TOP: Final = 16
BOTTOM: Final = 236
HEIGHT: Final = 276
MOST_COLUMNS: Final = 16
MOST_COUNTS: Final = 4
WORDS_EVERY: Final = 2
"""On a narrow screen only every other column has its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a bar."""

    x: int
    width: int
    css: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A lying bar with its name and its figures."""

    name: str
    words: str
    y: int
    middle: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """Lying bars, one below the other."""

    key: str
    title: str
    says: str
    bars: tuple[Bar, ...]
    legend: tuple[tuple[str, str], ...]
    """What each kind of part means: its class and its words."""

    figures: Figures
    height: int
    width: int = WIDTH
    names: int = NAMES - 12
    values: int = VALUES + 12
    thick: int = THICK


def bar_chart(
    *,
    key: str,
    title: str,
    says: str,
    rows: Sequence[tuple[str, Mapping[str, int], str]],
    legend: Sequence[tuple[str, str]],
    figures: Figures,
) -> BarChart:
    """Return a bar for each row: its name, how much of each kind (by class), and the words behind it."""
    most = max((sum(parts.values()) for _name, parts, _words in rows), default=0)
    along = Scale(low=0, high=max(most, 1), start=0, end=VALUES - NAMES)
    return BarChart(
        key=key,
        title=title,
        says=says,
        bars=tuple(
            Bar(
                name=name,
                words=words,
                y=at * ROW + (ROW - THICK) // 2,
                middle=at * ROW + ROW // 2,
                parts=_parts(parts, along),
            )
            for at, (name, parts, words) in enumerate(rows)
        ),
        legend=tuple(legend),
        figures=figures,
        height=max(1, len(rows)) * ROW,
    )


def _parts(parts: Mapping[str, int], along: Scale) -> tuple[Part, ...]:
    drawn = []
    before = 0
    for css, count in parts.items():
        begin, end = along.at(before), along.at(before + count)
        if count:
            # What is there at all is to be seen.
            drawn.append(Part(x=NAMES + begin, width=max(end - begin, 2), css=css))
        before += count
    return tuple(drawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A standing bar."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """How many results lie in each range of points."""

    key: str
    title: str
    says: str
    x_words: str
    columns: tuple[Column, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    figures: Figures
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def histogram(
    *,
    key: str,
    title: str,
    says: str,
    x_words: str,
    results: Sequence[int],
    span: tuple[int, int],
    head: tuple[str, str],
) -> Histogram:
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
    return Histogram(
        key=key,
        title=title,
        says=says,
        x_words=x_words,
        columns=tuple(
            Column(x=begin + 1, y=down.at(count), width=max(end - begin - 2, 1), height=BOTTOM - down.at(count))
            for (begin, end), count in zip(edges, counts, strict=True)
            if count
        ),
        x_ticks=tuple(
            Tick(at=along.at(at), words=games.points(at * width), is_minor=bool(at % (2 * WORDS_EVERY)))
            for at in range(first, last + 2)
            if at % WORDS_EVERY == 0
        ),
        y_ticks=tuple(Tick(at=down.at(count), words=str(count)) for count in heights),
        figures=Figures(
            head=head,
            rows=tuple((_range(first + at, width), str(count)) for at, count in enumerate(counts)),
        ),
    )


def _range(at: int, width: int) -> str:
    low, high = at * width, (at + 1) * width - 1
    return f"{games.points(low)} … {games.points(high)}"
