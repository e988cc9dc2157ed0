"""The geometry of charts: everything lies inside its field, and what is drawn is what was counted."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics.listings.bar_charts import NAMES, VALUES, bar_chart, histogram
from scoring.statistics.listings.charts import WIDTH, Figures, spread, steps
from scoring.statistics.listings.line_charts import place_chart, running_chart

pytestmark = pytest.mark.database

NO_FIGURES = Figures(head=(), rows=())
totals = st.lists(st.integers(-9999, 9999), min_size=1, max_size=48)


def lines_of(*columns, ends_at=48):
    return running_chart(
        key="x",
        title="",
        says="",
        x_words="",
        lines=[(f"{at}", list(enumerate(column, start=1))) for at, column in enumerate(columns)],
        ends_at=ends_at,
        marks=[(ends_at, str(ends_at))],
        figures=NO_FIGURES,
    )


def points_of(line):
    return [tuple(int(part) for part in point.split(",")) for point in line.points.split()]


@given(low=st.integers(-9999, 0), high=st.integers(0, 9999), most=st.integers(2, 8))
def test_an_axis_reaches_its_values_in_few_round_steps(low, high, most):
    shown = steps(low, high, most=most)

    assert shown[0] <= low
    assert high <= shown[-1]
    assert len(shown) <= most + 3
    assert len({b - a for a, b in pairwise(shown)}) == 1


@given(columns=st.lists(totals, min_size=1, max_size=4))
def test_lines_stay_in_their_field(columns):
    chart = lines_of(*columns)

    for line in chart.lines:
        assert all(chart.left <= x <= chart.right and chart.top <= y <= chart.bottom for x, y in points_of(line))
        assert chart.top <= line.mark_y <= chart.bottom


@given(column=totals)
def test_more_points_are_drawn_higher(column):
    (line,) = lines_of(column).lines
    drawn = [y for _x, y in points_of(line)]

    for (before, after), (y_before, y_after) in zip(
        zip([0, *column], column, strict=False), pairwise(drawn), strict=True
    ):
        assert (after >= before) is (y_after <= y_before) or y_after == y_before


@given(wanted=st.lists(st.integers(24, 276), min_size=1, max_size=4))
def test_marks_at_the_ends_never_cover_each_other(wanted):
    placed = sorted(spread(wanted, gap=22, low=24, high=276))

    assert all(below - above >= 22 for above, below in pairwise(placed))
    assert placed[0] >= 24
    assert placed[-1] <= 276


def test_marks_that_have_room_stay_where_they_are():
    assert spread([40, 200, 100], gap=22, low=24, high=276) == [40, 200, 100]


@given(places=st.lists(st.integers(1, 4000), min_size=1, max_size=12))
def test_a_better_place_stands_higher(places):
    chart = place_chart(
        key="x",
        title="",
        says="",
        x_words="",
        name="",
        places=list(enumerate(places, start=1)),
        figures=NO_FIGURES,
    )
    (line,) = chart.lines

    assert [dot.words for dot in line.dots] == [str(place) for place in places]
    assert all(chart.left <= dot.x <= chart.right and chart.top <= dot.y <= chart.bottom for dot in line.dots)
    best = min(range(len(places)), key=lambda at: places[at])
    assert line.dots[best].y == min(dot.y for dot in line.dots)


@given(rows=st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)), min_size=1, max_size=7))
def test_bars_stay_between_their_names_and_their_figures(rows):
    chart = bar_chart(
        key="x",
        title="",
        says="",
        rows=[("", {"won": won, "lost": lost}, "") for won, lost in rows],
        legend=[],
        figures=NO_FIGURES,
    )

    for bar, (won, lost) in zip(chart.bars, rows, strict=True):
        assert len(bar.parts) == bool(won) + bool(lost)
        assert all(part.x >= NAMES and part.width >= 1 and part.x + part.width <= VALUES + 2 for part in bar.parts)


@given(results=st.lists(st.integers(-1500, 3500), min_size=1, max_size=200))
def test_a_histogram_counts_every_result_once(results):
    span = (min(results), max(results))
    chart = histogram(key="x", title="", says="", x_words="", results=results, span=span, head=("", ""))

    assert sum(int(count) for _range, count in chart.figures.rows) == len(results)
    assert all(chart.left <= one.x and one.x + one.width <= chart.right for one in chart.columns)
    assert all(chart.top <= one.y and one.y + one.height == chart.bottom for one in chart.columns)
    assert len(chart.figures.rows) <= 18


@pytest.mark.parametrize("points", [-1, 0, 99, 100])
def test_a_result_stands_in_the_range_that_holds_it(points):
    chart = histogram(key="x", title="", says="", x_words="", results=[points], span=(-100, 900), head=("", ""))

    (words,) = [words for words, count in chart.figures.rows if count == "1"]
    assert words == {-1: "−100 … −1", 0: "0 … 99", 99: "0 … 99", 100: "100 … 199"}[points]


def test_nothing_is_wider_than_the_field():
    chart = lines_of([1, 2])

    assert chart.width == WIDTH
    assert chart.right < chart.width
