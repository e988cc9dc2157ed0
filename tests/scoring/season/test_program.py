"""The table of a league by `python -m scoring.season.table`, sentence by sentence; every figure by hand.

What the program refuses, and that nothing whatever makes it fall over.
Years and leagues drawn by chance come to the same a second way, written from the page alone.
"""

import copy
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.fields import CannotRead
from scoring.season.table import table_of
from tests.scoring.season import by_the_page
from tests.scoring.season.program import evening, rule

FOUR = {"1": [4120, 3980, 4400], "2": [4000, 4100, 3000], "3": [3900, 3980, 3500], "4": [1000, 2000, 4500]}


"""Beaten by 1: 3, 1 and a tie, 2; by 2: 2, 3, 0; by 3: 1, 1 and a tie, 1; by 4: 0, 0, 3."""


def league(*matches, teams=(1, 2, 3, 4), **how):
    return {
        "league": {
            "teams": list(teams),
            "matches": [{"day": day, **match} for day, match in enumerate(matches, start=1)],
            **how,
        }
    }


def points(table):
    return {row["team"]: (row["points"], row["against"]) for row in table}


def test_a_series_gives_as_many_points_as_teams_beaten_and_against_as_many_as_beat_it(ask):
    assert ask(league({"totals": FOUR}, tie="share")) == [
        {"place": 1, "team": 1, "points": "13/2", "against": "5/2", "game_points": 12500},
        {"place": 2, "team": 2, "points": "5", "against": "4", "game_points": 11100},
        {"place": 3, "team": 3, "points": "7/2", "against": "11/2", "game_points": 11380},
        {"place": 4, "team": 4, "points": "3", "against": "6", "game_points": 7500},
    ]


class TestTie:
    WON = {"1": [30, 20, 30], "3": [30, 21, 10]}

    def test_is_shared_half_a_point_on_either_side(self, ask):
        table = ask(league({"totals": {"1": [5], "2": [5], "3": [5]}}, teams=(1, 2, 3), tie="share"))

        assert points(table) == dict.fromkeys((1, 2, 3), ("1", "1"))

    def test_is_shared_where_nothing_is_said(self, ask):
        assert ask(league({"totals": FOUR})) == ask(league({"totals": FOUR}, tie="share"))

    def test_goes_to_more_games_won(self, ask):
        table = ask(league({"totals": FOUR, "won": self.WON}, tie="won-games"))

        assert points(table)[1] == ("6", "3")
        assert points(table)[3] == ("4", "5")

    @pytest.mark.parametrize(
        "won",
        [
            None,
            {},
            {"1": [30, 20, 30]},
            {"1": [30, 20, 30], "3": [30, None, 10]},
            {"1": [30, 20, 30], "3": [0, 20, 0]},
        ],
    )
    def test_is_shared_where_games_won_are_missing_or_equal(self, ask, won):
        table = ask(league({"totals": FOUR, "won": won}, tie="won-games"))

        assert points(table) == points(ask(league({"totals": FOUR}, tie="share")))

    def test_by_games_won_does_not_count_where_ties_are_shared(self, ask):
        assert ask(league({"totals": FOUR, "won": self.WON}, tie="share")) == ask(league({"totals": FOUR}))

    def test_may_give_nothing_on_either_side(self, ask):
        table = ask(league({"totals": FOUR}, tie="none"))

        assert points(table)[1] == ("6", "2")
        assert points(table)[3] == ("3", "5")


class TestAbsent:
    def test_is_beaten_by_all_present_and_gets_nothing(self, ask):
        table = ask(league({"totals": {"1": [100], "2": [-200], "3": [300], "4": [None]}}))

        assert points(table) == {3: ("3", "0"), 1: ("2", "1"), 2: ("1", "2"), 4: ("0", "3")}

    def test_two_who_are_absent_get_nothing_of_each_other(self, ask):
        for tie in ("share", "won-games", "none"):
            table = ask(league({"totals": {"1": [100], "2": [200], "3": [None], "4": [None]}}, tie=tie))

            assert points(table) == {2: ("3", "0"), 1: ("2", "1"), 3: ("0", "2"), 4: ("0", "2")}

    def test_counts_in_that_series_alone(self, ask):
        table = ask(league({"totals": {"1": [1, 1], "2": [2, None], "3": [3, 3]}}, teams=(1, 2, 3)))

        assert points(table) == {3: ("4", "0"), 1: ("1", "3"), 2: ("1", "3")}
        assert [row["game_points"] for row in table] == [6, 2, 2]

    def test_points_below_zero_are_no_absence(self, ask):
        table = ask(league({"totals": {"1": [0], "2": [-1], "3": [None]}}, teams=(1, 2, 3)))

        assert points(table) == {1: ("2", "0"), 2: ("1", "1"), 3: ("0", "2")}


class TestOrder:
    def test_is_points_then_game_points_then_the_same_place_by_number(self, ask):
        table = ask(
            league(
                {"totals": {"9": [500], "2": [400], "3": [300]}},
                {"totals": {"9": [100], "2": [200], "3": [300]}},
                {"totals": {"9": [10], "5": [10], "4": [10]}},
                teams=(9, 5, 4, 3, 2),
                tie="none",
            )
        )

        # 9, 2 and 3 have two points each; 5 and 4 have none.
        assert [(row["place"], row["team"], row["points"], row["game_points"]) for row in table] == [
            (1, 9, "2", 610),
            (2, 2, "2", 600),
            (2, 3, "2", 600),
            (4, 4, "0", 10),
            (4, 5, "0", 10),
        ]

    def test_a_team_without_a_match_has_a_row(self, ask):
        table = ask(league({"totals": {"1": [1], "2": [2], "3": [3]}}))

        assert table[-1] == {"place": 4, "team": 4, "points": "0", "against": "0", "game_points": 0}

    def test_without_matches_all_share_the_first_place(self, ask):
        assert [(row["place"], row["team"]) for row in ask(league(teams=(3, 1, 2)))] == [(1, 1), (1, 2), (1, 3)]


class TestFields:
    def test_of_five_give_four_points_a_series_and_sixteen_in_four(self, ask):
        totals = {str(team): [1000 * team] * 4 for team in range(1, 6)}

        table = ask(league({"totals": totals}, teams=range(1, 6)))

        assert points(table)[5] == ("16", "0")
        assert [row["points"] for row in table] == ["16", "12", "8", "4", "0"]

    def test_of_three_give_two(self, ask):
        totals = {str(team): [1000 * team] for team in range(1, 4)}

        assert [row["points"] for row in ask(league({"totals": totals}, teams=range(1, 4)))] == ["2", "1", "0"]


@pytest.mark.parametrize(("series", "sum_of_all", "printed"), [(4, 60, "23:37"), (3, 45, "28:17"), (2, 30, "27:3")])
def test_points_and_points_against_of_a_season_in_groups_of_four_are_those_of_printed_tables(
    ask, series, sum_of_all, printed
):
    """Five days: 5 x 4 x 3 = 60, 5 x 3 x 3 = 45, 5 x 2 x 3 = 30; the printed table shows a team with that record."""
    beaten = int(printed.partition(":")[0])
    # Team 1 beats so many others, series after series, and the others stand in an order of their own.
    shares = [min(3, max(0, beaten - 3 * at)) for at in range(5 * series)]
    matches = []
    for day in range(5):
        mine = shares[day * series : (day + 1) * series]
        totals = {str(team): [100 * team] * series for team in (2, 3, 4)}
        matches.append({"totals": totals | {"1": [150 + 100 * share for share in mine]}})

    table = ask(league(*matches))

    assert {row["team"]: f"{row['points']}:{row['against']}" for row in table}[1] == printed
    for row in table:
        assert int(row["points"]) + int(row["against"]) == sum_of_all


YEAR = {
    "rule": rule("best", n=2, bonus=[[3, 50]]),
    "evenings": [evening((1, 900, 9, 1), (2, 800, 8, 2))],
    "members": [1],
}


LEAGUE = {
    "league": {
        "teams": [1, 2, 3],
        "matches": [{"day": 1, "totals": {"1": [1, None], "2": [2, 3], "3": [3, 3]}, "won": {"1": [1, 2]}}],
        "tie": "won-games",
    }
}


ROOT = Path(__file__).parents[3]


def changed(document, path, value):
    """Return the document with another value at a path; ... takes the field away."""
    other = copy.deepcopy(document)
    place = other
    *ways, last = path.split(".")
    for way in ways:
        place = place[int(way) if isinstance(place, list) else way]
    if isinstance(place, list):
        last = int(last)
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return other


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rule", ...),
        ("rule", None),
        ("rule", "sum"),
        ("rule.count", ...),
        ("rule.count", "median"),
        ("rule.count", 1),
        ("rule.n", None),
        ("rule.n", ...),
        ("rule.n", 0),
        ("rule.n", "2"),
        ("rule.n", 2.0),
        ("rule.n", True),
        ("rule.minimum", -1),
        ("rule.minimum", 1.5),
        ("rule.absent", "none"),
        ("rule.absent", 500.0),
        ("rule.guests", 1),
        ("rule.guests", "yes"),
        ("rule.bonus", 50),
        ("rule.bonus", {"30": 500}),
        ("rule.bonus", [[3, 50], [3, 60]]),
        ("rule.bonus.0", [3]),
        ("rule.bonus.0", [3, 50, 1]),
        ("rule.bonus.0.0", -1),
        ("rule.bonus.0.1", 0.5),
        ("rule.points", [1.5]),
        ("rule.unknown", 1),
        ("evenings", ...),
        ("evenings", None),
        ("evenings", {}),
        ("evenings.0", []),
        ("evenings.0.date", "14.1.2026"),
        ("evenings.0.date", "2026-02-30"),
        ("evenings.0.date", 20260114),
        ("evenings.0.place", "Hall"),
        ("evenings.0.lists", ...),
        ("evenings.0.lists", None),
        ("evenings.0.lists.1", 5),
        ("evenings.0.lists.1.number", ...),
        ("evenings.0.lists.1.number", 0),
        ("evenings.0.lists.1.number", "1"),
        ("evenings.0.lists.1.total", ...),
        ("evenings.0.lists.1.total", None),
        ("evenings.0.lists.1.total", 800.0),
        ("evenings.0.lists.1.total", 10**13),
        ("evenings.0.lists.1.won", -1),
        ("evenings.0.lists.1.lost", "2"),
        ("evenings.0.lists.1.draws", 1),
        ("members", 1),
        ("members.0", "1"),
        ("unknown", 1),
    ],
)
def test_a_flaw_in_a_year_is_told_with_its_path(refused, path, value):
    assert refused(changed(YEAR, path, value)) in (path, f"{path}.0")


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        ("league", None, "rule"),
        ("league", [], "league"),
        ("league.teams", ..., "league.teams"),
        ("league.teams", [1, 1, 2, 3], "league.teams.1"),
        ("league.teams.0", 0, "league.teams.0"),
        ("league.teams.0", "1", "league.teams.0"),
        ("league.teams", [2, 3], "league.matches.0.totals.1"),
        ("league.matches", ..., "league.matches"),
        ("league.matches.0", 1, "league.matches.0"),
        ("league.matches.0.day", 0, "league.matches.0.day"),
        ("league.matches.0.day", "1", "league.matches.0.day"),
        ("league.matches.0.hall", "A", "league.matches.0.hall"),
        ("league.matches.0.totals", ..., "league.matches.0.totals"),
        ("league.matches.0.totals", [], "league.matches.0.totals"),
        ("league.matches.0.totals.3", ..., "league.matches.0.totals"),
        ("league.matches.0.totals.01", [1, 2], "league.matches.0.totals.01"),
        ("league.matches.0.totals.x", [1, 2], "league.matches.0.totals.x"),
        ("league.matches.0.totals.4", [1, 2], "league.matches.0.totals.4"),
        ("league.matches.0.totals.2", [1], "league.matches.0.totals.2"),
        ("league.matches.0.totals.2", 1, "league.matches.0.totals.2"),
        ("league.matches.0.totals.2.1", 1.0, "league.matches.0.totals.2.1"),
        ("league.matches.0.totals.2.1", True, "league.matches.0.totals.2.1"),
        ("league.matches.0.won.1", [1], "league.matches.0.won.1"),
        ("league.matches.0.won.1.0", -1, "league.matches.0.won.1.0"),
        ("league.matches.0.won.4", [1, 2], "league.matches.0.won.4"),
        ("league.tie", "lot", "league.tie"),
        ("league.tie", 1, "league.tie"),
        ("league.host", 1, "league.host"),
        ("rule", rule("sum"), "rule"),
        ("evenings", [], "evenings"),
        ("members", [1], "members"),
        ("unknown", 1, "unknown"),
    ],
)
def test_a_flaw_in_a_league_is_told_with_its_path(refused, path, value, at):
    assert refused(changed(LEAGUE, path, value)) == at


@pytest.mark.parametrize("teams", [1, 2, 6])
def test_a_match_has_three_to_five_teams(refused, teams):
    totals = {str(team): [100] for team in range(1, teams + 1)}
    document = {"league": {"teams": list(range(1, 9)), "matches": [{"day": 1, "totals": totals}]}}

    assert refused(document) == "league.matches.0.totals"


def test_points_of_places_are_needed_for_places(refused):
    assert refused(YEAR | {"rule": rule("places")}) == "rule.points"


def test_a_member_twice_is_refused(refused):
    assert refused(YEAR | {"members": [1, 2, 1]}) == "members.2"


def test_what_a_season_may_leave_out_may_be_null(ask):
    year = {"rule": {"count": "sum"}, "evenings": [{"lists": [{"number": 1, "total": 900}]}]}
    rule = {"count": "sum", "n": None, "absent": None, "minimum": None, "bonus": None, "guests": None, "points": None}
    lists = [{"number": 1, "total": 900, "won": None, "lost": None}]
    null = {"league": None, "members": None, "rule": rule, "evenings": [{"date": None, "lists": lists}]}
    totals = {"1": [1], "2": [2], "3": [3]}
    league = {"teams": [1, 2, 3], "matches": [{"totals": totals}]}
    stated = {**league, "matches": [{"day": None, "totals": totals, "won": None}], "tie": None}

    assert ask(null) == ask(year)
    assert ask({"league": stated, "rule": None}) == ask({"league": league})


NUMBERS = st.integers() | st.floats() | st.integers(-3, 20)


ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.sampled_from(["sum", "best", "places", "share"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["rule", "evenings", "members", "league", "teams", "matches", "totals", "won", "tie", "1", "n"]
            )
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def paths(value, before=""):
    """Yield the path of everything in a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield f"{before}{name}"
        yield from paths(part, f"{before}{name}.")


def answered(document):
    """Ask; a refusal must be the agreed one, an answer must be JSON."""
    with suppress(CannotRead):
        json.dumps(table_of(document))


@given(ANYTHING)
def test_whatever_is_given_is_answered_or_refused(document):
    answered(document)


@given(st.data())
def test_a_bent_document_is_answered_or_refused(data):
    document = data.draw(st.sampled_from([YEAR, LEAGUE]))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(sorted(paths(document))))
        document = changed(document, path, data.draw(st.just(...) | ANYTHING))
        if not list(paths(document)):
            break
    answered(document)


@pytest.mark.parametrize(("document", "code"), [(YEAR, 0), (LEAGUE, 0), ({}, 2)])
def test_the_command_needs_nothing_but_the_standard_library(document, code):
    asked = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, str(ROOT)],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (asked.returncode, asked.stderr) == (code, "")
    assert set(json.loads(asked.stdout)) == ({"table"} if code == 0 else {"error", "at"})


RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_module('scoring.season.table', run_name='__main__')"
)


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


@settings(max_examples=150)
@given(leagues())
def test_a_league_comes_to_the_same(league):
    assert table_of(league)["table"] == by_the_page.league(league)
