"""Years and leagues drawn by chance come to the same a second way, written from the page alone."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season.table import table_of
from tests.scoring.season import by_the_page

SMALL = st.integers(0, 3)
# Few different totals, so that much is equal.
TOTALS = st.sampled_from([-100, 0, 400, 500, 500, 600, 900, 1200]) | st.integers(-500, 2500)
LISTS = st.fixed_dictionaries({"number": st.integers(1, 6), "total": TOTALS, "won": SMALL, "lost": SMALL})
DATES = st.dates().map(str)
EVENINGS = st.lists(
    st.fixed_dictionaries({"date": DATES | st.just("2026-01-14"), "lists": st.lists(LISTS, max_size=9)}), max_size=6
)
RULES = st.fixed_dictionaries(
    {"count": st.sampled_from(["sum", "average", "best", "places"])},
    optional={
        "absent": st.none() | st.integers(-100, 800),
        "minimum": st.integers(0, 6),
        "bonus": st.lists(
            st.tuples(st.integers(0, 6), st.integers(-50, 700)).map(list), max_size=3, unique_by=lambda step: step[0]
        ),
        "guests": st.booleans(),
    },
)
YEARS = st.fixed_dictionaries(
    {"rule": RULES, "evenings": EVENINGS},
    optional={"members": st.lists(st.integers(1, 8), unique=True)},
)


@pytest.mark.thorough
@settings(max_examples=150)
@given(YEARS, st.integers(1, 5), st.lists(st.integers(-5, 12), min_size=0, max_size=5))
def test_a_year_comes_to_the_same(year, n, points):
    year = copy.deepcopy(year)
    if year["rule"]["count"] == "best":
        year["rule"]["n"] = n
    if year["rule"]["count"] == "places":
        year["rule"]["points"] = points

    assert table_of(year)["table"] == by_the_page.year(year)


@st.composite
def leagues(draw):
    teams = draw(st.lists(st.integers(1, 30), min_size=5, max_size=8, unique=True))
    matches = []
    for day in range(1, draw(st.integers(0, 4)) + 1):
        playing = draw(st.permutations(teams))[: draw(st.integers(3, 5))]
        series = draw(st.integers(1, 4))
        column = st.lists(st.none() | TOTALS, min_size=series, max_size=series)
        won = st.lists(st.none() | SMALL, min_size=series, max_size=series)
        match = {"day": day, "totals": {str(team): draw(column) for team in playing}}
        if draw(st.booleans()):
            match["won"] = {str(team): draw(won) for team in playing if draw(st.booleans())}
        matches.append(match)
    league = {"teams": teams, "matches": matches}
    tie = draw(st.sampled_from(["share", "won-games", "none", None]))
    return {"league": {**league, "tie": tie} if tie else league}


@pytest.mark.thorough
@settings(max_examples=150)
@given(leagues())
def test_a_league_comes_to_the_same(league):
    assert table_of(league)["table"] == by_the_page.league(league)
