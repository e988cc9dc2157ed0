"""Lines over a course: running totals deal by deal, places after each series."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.lists.wording import games
from scoring.statistics.listings.charts import LETTER, WIDTH, Figures, Scale, Tick, spread, steps, value_ticks

LEFT: Final = 78
RIGHT: Final = WIDTH - 44
TOP: Final = 24
BOTTOM: Final = 276
HEIGHT: Final = 316

MOST_STEPS: Final = 5
MOST_PLACE_STEPS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A point of a line that is marked."""

    x: int
    y: int
    words: str
    """What stands above it; nothing beside a line that is read off its axis."""

    words_y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line with its name."""

    number: int
    """From 1 on: its colour, its dashes, and what stands at its end."""

    name: str
    points: str
    """As SVG writes them."""

    end_x: int
    end_y: int
    mark_y: int
    """Where the mark at its end stands, clear of the others."""

    last: str
    """Its last value."""

    dots: tuple[Dot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """A chart of lines."""

    key: str
    """What tells it from the other charts of the page."""

    title: str
    says: str
    """What it shows, for who cannot see it."""

    x_words: str
    lines: tuple[Line, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    zero: int | None
    """Where zero is, if the lines come near it."""

    dividers: tuple[int, ...]
    """Where one part ends and the next begins."""

    figures: Figures
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


Point = tuple[int, int]
"""How far along, and the value there."""


def running_chart(
    *,
    key: str,
    title: str,
    says: str,
    x_words: str,
    lines: Sequence[tuple[str, Sequence[Point]]],
    ends_at: int,
    marks: Sequence[tuple[int, str]],
    figures: Figures,
    dividers: Sequence[int] = (),
) -> LineChart:
    """Return lines of totals that all begin at nothing; ``marks`` are the words under the axis."""
    values = [value for _name, points in lines for _x, value in points]
    shown = steps(min([0, *values]), max([0, *values]), most=MOST_STEPS)
    down = Scale(low=shown[0], high=shown[-1], start=BOTTOM, end=TOP)
    along = Scale(low=0, high=max(ends_at, 1), start=LEFT, end=RIGHT)
    ends = [(along.at(points[-1][0]), down.at(points[-1][1])) if points else (LEFT, down.at(0)) for _n, points in lines]
    mark_ys = spread([y for _x, y in ends], gap=LETTER, low=TOP, high=BOTTOM)
    return LineChart(
        key=key,
        title=title,
        says=says,
        x_words=x_words,
        lines=tuple(
            Line(
                number=number,
                name=name,
                points=" ".join(f"{along.at(x)},{down.at(value)}" for x, value in [(0, 0), *points]),
                end_x=end[0],
                end_y=end[1],
                mark_y=mark_y,
                last=games.points(points[-1][1] if points else 0),
            )
            for number, ((name, points), end, mark_y) in enumerate(zip(lines, ends, mark_ys, strict=True), start=1)
        ),
        x_ticks=tuple(Tick(at=along.at(x), words=words) for x, words in marks),
        y_ticks=value_ticks(shown, down),
        zero=down.at(0) if shown[0] < 0 else None,
        dividers=tuple(along.at(x) for x in dividers),
        figures=figures,
    )


def place_chart(
    *, key: str, title: str, says: str, x_words: str, name: str, places: Sequence[tuple[int, int]], figures: Figures
) -> LineChart:
    """Return the line of a place after each series, the best at the top: pairs of series and place."""
    worst = max(place for _series, place in places)
    shown = [1, *(step for step in steps(0, worst, most=MOST_PLACE_STEPS) if step > 1)] if worst > 1 else [1, 2]
    down = Scale(low=1, high=shown[-1], start=TOP + LETTER, end=BOTTOM - LETTER)
    first, last = places[0][0], places[-1][0]
    inset = LETTER
    along = Scale(low=first, high=last, start=LEFT + inset, end=RIGHT)
    dots = tuple(
        Dot(x=along.at(series), y=down.at(place), words=str(place), words_y=down.at(place) - LETTER // 2)
        for series, place in places
    )
    return LineChart(
        key=key,
        title=title,
        says=says,
        x_words=x_words,
        lines=(
            Line(
                number=1,
                name=name,
                points=" ".join(f"{dot.x},{dot.y}" for dot in dots),
                end_x=dots[-1].x,
                end_y=dots[-1].y,
                mark_y=dots[-1].y,
                last=str(places[-1][1]),
                dots=dots,
            ),
        ),
        x_ticks=tuple(Tick(at=along.at(series), words=str(series)) for series, _place in places),
        y_ticks=tuple(Tick(at=down.at(step), words=str(step)) for step in shown),
        zero=None,
        dividers=(),
        figures=figures,
    )
