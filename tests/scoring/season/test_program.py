"""The tables of years and leagues by `python -m scoring.season.table`, sentence by sentence; every figure by hand.

What it refuses; whatever it is given comes to the same a second way.
"""

import copy
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.fields import answered
from scoring.season.table import table_of
from tests.scoring.season import program
from tests.support.thorough import examples


def evening(*lists, date="2026-01-14"):
    """Return an evening of lists written as (number, total, won, lost)."""
    named = ("number", "total", "won", "lost")
    return {"date": date, "lists": [dict(zip(named, (*one, 0, 0)[:4], strict=True)) for one in lists]}


def rule(count, **how):
    return {"count": count, "n": None, "absent": None, "minimum": 0, "bonus": [], "guests": False, **how}


def ask(document):
    """Ask the program; the answer must be a table."""
    answer, code = answered(io.BytesIO(json.dumps(document).encode()), table_of)
    assert (code, set(answer)) == (0, {"table"}), answer
    return answer["table"]


def refused(document):
    """Ask the program something it must refuse; return where it says the fault is."""
    answer, code = answered(io.BytesIO(json.dumps(document).encode()), table_of)
    assert (code, set(answer)) == (2, {"error", "at"})
    assert answer["error"]
    return answer["at"]


YEAR = [
    evening((1, 1000, 10, 2), (2, 900, 9, 1), (3, 900, 9, 0), (4, 400, 4, 4), date="2026-01-14"),
    evening((1, 500, 5, 5), (2, 1300, 13, 1), (3, 1000, 9, 2), date="2026-01-21"),
    evening((1, 1100, 11, 0), (2, 700, 7, 3), (4, 1500, 15, 0), date="2026-01-28"),
]
"""Sums: 1 has 2,600 in three lists, 2 has 2,900 in three, 3 and 4 have 1,900 in two."""


def rows(table):
    return [(row["place"], row["number"], row["value"]) for row in table]


def year(count, *evenings, members=None, **how):
    document = {"rule": rule(count, **how), "evenings": list(evenings) or YEAR}
    return document if members is None else document | {"members": members}


class TestAverage:
    def test_is_of_all_lists_and_exact_and_below_the_minimum_nobody_is_ranked(self):
        table = ask(year("average", minimum=3))

        # Both who are not ranked would be before 1.
        assert rows(table) == [(1, 2, "2900/3"), (2, 1, "2600/3"), (None, 4, "950"), (None, 3, "950")]
        assert [row["ranked"] for row in table] == [True, True, False, False]
        # A third of a point apart: 3333333.33... against 3333333.
        close = evening((2, 3_333_333, 99), (1, 10_000_000), (1, 0), (1, 0))
        assert rows(ask(year("average", close))) == [(1, 1, "10000000/3"), (2, 2, "3333333")]

    def test_missing_lists_count_as_absent_where_that_is_a_number_and_then_everybody_is_ranked(self):
        for minimum, absent, expected in (
            # (1,900 + 500) / 3 = 800, and won and lost of an absence are 0: 4 won 19 games.
            (3, 500, [(1, 2, "2900/3"), (2, 1, "2600/3"), (3, 4, "800"), (4, 3, "800")]),
            (24, 0, [(1, 2, "725/6"), (2, 1, "325/3"), (3, 4, "475/6"), (4, 3, "475/6")]),
            # More lists than the minimum all count.
            (2, 0, [(1, 2, "2900/3"), (2, 4, "950"), (3, 3, "950"), (4, 1, "2600/3")]),
        ):
            table = ask(year("average", minimum=minimum, absent=absent))
            assert rows(table) == expected
            assert all(row["ranked"] for row in table)


class TestBest:
    def test_the_highest_count_or_what_there_is(self):
        assert rows(ask(year("best", n=2))) == [(1, 2, "2200"), (2, 1, "2100"), (3, 4, "1900"), (4, 3, "1900")]
        assert rows(ask(year("best", n=5)))[0] == (1, 2, "2900")
        # Games won in dropped lists decide nothing.
        dropped = evening((1, 800, 8, 1), (1, 700, 20, 0), (2, 800, 9, 1))
        assert rows(ask(year("best", dropped, n=1))) == [(1, 2, "800"), (2, 1, "800")]

    def test_of_equal_totals_at_the_edge_the_better_one_counts(self):
        for edge, place_of_2 in (
            ([(1, 800, 8, 3), (1, 800, 9, 4)], 2),  # more won
            ([(1, 800, 8, 3), (1, 800, 8, 1)], 2),  # fewer lost
            ([(1, 800, 8, 2), (1, 800, 8, 3)], 1),  # no better than the other
        ):
            table = ask(year("best", evening(*edge, (2, 800, 8, 2)), n=1))
            assert {row["number"]: row["place"] for row in table} == {1: 1, 2: place_of_2}, edge


class TestPlaces:
    def test_points_are_those_of_the_place_of_the_evenings_sum(self):
        added_up = evening((1, 900), (2, 600), (2, 500), (3, 1000))
        tied = evening((1, 900, 9, 1), (2, 900, 9, 1), (3, 500, 5, 1))
        for points, evenings, expected in (
            # First evening 1, 3 (fewer lost), 2, 4; second 2, 3, 1; third 4, 1, 2.
            ([10, 8, 6], YEAR, [(1, 1, "24"), (2, 2, "22"), (3, 3, "16"), (4, 4, "10")]),
            ([3, 2, 1], [added_up], [(1, 2, "3"), (2, 3, "2"), (3, 1, "1")]),
            # Who is equal by games won and lost too gets the points of the better place.
            ([10, 8, 6], [tied], [(1, 1, "10"), (1, 2, "10"), (3, 3, "6")]),
            # All who have nothing are ranked by the games they won and lost.
            ([10], YEAR[:1], [(1, 1, "10"), (2, 3, "0"), (3, 2, "0"), (4, 4, "0")]),
        ):
            assert rows(ask(year("places", *evenings, points=points))) == expected
        in_lists_not_evenings = year("places", evening((1, 900), (2, 600), (2, 100)), points=[3, 2], minimum=2)
        assert [(row["number"], row["ranked"]) for row in ask(in_lists_not_evenings)] == [(2, True), (1, False)]

    def test_a_guest_keeps_the_place_in_the_evening_either_way(self):
        for guests, found in (
            (False, [(1, 2, "6"), (2, 4, "4")]),
            (True, [(1, 1, "10"), (2, 3, "8"), (3, 2, "6"), (4, 4, "4")]),
        ):
            points = rule("places", points=[10, 8, 6, 4], guests=guests)
            assert rows(ask({"rule": points, "evenings": YEAR[:1], "members": [2, 4]})) == found


def test_a_bonus_is_the_highest_step_reached_by_lists_that_were_played():
    steps = [[2, 100], [3, 500], [4, 9000]]
    for document, expected in (
        (year("sum", bonus=steps), [(1, 2, "3400"), (2, 1, "3100"), (3, 4, "2000"), (4, 3, "2000")]),
        (year("sum", bonus=steps[::-1]), [(1, 2, "3400"), (2, 1, "3100"), (3, 4, "2000"), (4, 3, "2000")]),
        # Added to an average as it stands.
        (year("average", bonus=[[3, 500]]), [(1, 2, "4400/3"), (2, 1, "4100/3"), (3, 4, "950"), (4, 3, "950")]),
        # For lists that do not count too, and not for those that count as absent.
        (year("best", n=1, bonus=[[3, 500]]), [(1, 2, "1800"), (2, 1, "1600"), (3, 4, "1500"), (4, 3, "1000")]),
    ):
        assert rows(ask(document)) == expected
    with_absent = year("average", minimum=3, absent=500, bonus=[[3, 1]])
    assert rows(ask(with_absent))[2:] == [(3, 4, "800"), (4, 3, "800")]


def test_who_is_no_member_is_left_out_or_a_guest_ranked_with_the_rest():
    assert rows(ask(year("sum", members=[1, 3]))) == [(1, 1, "2600"), (2, 3, "1900")]
    assert [row["number"] for row in ask(year("sum", guests=True, members=[1, 3]))] == [2, 1, 4, 3]
    assert [row["number"] for row in ask(year("sum", members=[1, 99]))] == [1]


def test_equal_ones_are_told_apart_by_games_won_then_lost_and_share_their_place_where_they_are_ranked():
    lists = [(5, 900, 9, 2), (4, 900, 9, 2), (3, 900, 10, 9), (2, 900, 9, 1), (1, 100)]
    ranked = ask(year("sum", evening(*lists)))
    assert [(row["place"], row["number"]) for row in ranked] == [(1, 3), (2, 2), (3, 4), (3, 5), (5, 1)]

    unranked = ask(year("sum", evening((2, 900), (1, 900), (3, 950)), minimum=9))
    assert rows(unranked) == [(None, 3, "950"), (None, 1, "900"), (None, 2, "900")]


def test_a_sum_adds_all_lists_of_evenings_in_any_order():
    # 3 and 4 have 1,900 each; 4 won 19 games, 3 won 18.
    assert rows(ask(year("sum"))) == [(1, 2, "2900"), (2, 1, "2600"), (3, 4, "1900"), (4, 3, "1900")]
    assert rows(ask({"rule": {"count": "sum"}, "evenings": YEAR}))[0] == (1, 2, "2900")
    assert ask({"rule": rule("sum"), "evenings": []}) == []
    for count in (rule("best", n=1), rule("average"), rule("places", points=[3, 2, 1])):
        assert ask({"rule": count, "evenings": YEAR}) == ask({"rule": count, "evenings": YEAR[::-1]})


FOUR = {"1": [4120, 3980, 4400], "2": [4000, 4100, 3000], "3": [3900, 3980, 3500], "4": [1000, 2000, 4500]}
"""Beaten by 1: 3, 1 and a tie, 2; by 2: 2, 3, 0; by 3: 1, 1 and a tie, 1; by 4: 0, 0, 3."""


def league(*matches, teams=(1, 2, 3, 4), **how):
    numbered = [{"day": day, **match} for day, match in enumerate(matches, start=1)]
    return {"league": {"teams": list(teams), "matches": numbered, **how}}


def points(table):
    return {row["team"]: (row["points"], row["against"]) for row in table}


def one_match(*columns, **how):
    totals = {str(team): column for team, column in enumerate(columns, start=1)}
    return league({"totals": totals}, teams=range(1, len(columns) + 1), **how)


def test_a_series_gives_as_many_points_as_teams_beaten_and_against_as_many_as_beat_it():
    assert ask(league({"totals": FOUR}, tie="share")) == [
        {"place": 1, "team": 1, "points": "13/2", "against": "5/2", "game_points": 12500},
        {"place": 2, "team": 2, "points": "5", "against": "4", "game_points": 11100},
        {"place": 3, "team": 3, "points": "7/2", "against": "11/2", "game_points": 11380},
        {"place": 4, "team": 4, "points": "3", "against": "6", "game_points": 7500},
    ]


class TestTie:
    WON = {"1": [30, 20, 30], "3": [30, 21, 10]}

    def test_is_shared_unless_it_goes_to_more_games_won_or_gives_nothing(self):
        equal = ask(one_match([5], [5], [5], tie="share"))
        assert points(equal) == dict.fromkeys((1, 2, 3), ("1", "1"))
        shared = ask(league({"totals": FOUR}, tie="share"))
        assert ask(league({"totals": FOUR})) == ask(league({"totals": FOUR, "won": self.WON}, tie="share")) == shared

        by_games = points(ask(league({"totals": FOUR, "won": self.WON}, tie="won-games")))
        assert (by_games[1], by_games[3]) == (("6", "3"), ("4", "5"))
        nothing = points(ask(league({"totals": FOUR}, tie="none")))
        assert (nothing[1], nothing[3]) == (("6", "2"), ("3", "5"))

    def test_is_shared_where_games_won_are_missing_or_equal(self):
        shared, one = points(ask(league({"totals": FOUR}, tie="share"))), {"1": [30, 20, 30]}
        for won in (None, {}, one, {**one, "3": [30, None, 10]}, {**one, "3": [0, 20, 0]}):
            assert points(ask(league({"totals": FOUR, "won": won}, tie="won-games"))) == shared, won


def test_an_absent_team_is_beaten_by_all_present_and_gets_nothing_in_that_series_alone():
    for columns, expected in (
        (([100], [-200], [300], [None]), {3: ("3", "0"), 1: ("2", "1"), 2: ("1", "2"), 4: ("0", "3")}),
        (([1, 1], [2, None], [3, 3]), {3: ("4", "0"), 1: ("1", "3"), 2: ("1", "3")}),
        (([0], [-1], [None]), {1: ("2", "0"), 2: ("1", "1"), 3: ("0", "2")}),
    ):
        assert points(ask(one_match(*columns))) == expected
    assert [row["game_points"] for row in ask(one_match([1, 1], [2, None], [3, 3]))] == [6, 2, 2]
    for tie in ("share", "won-games", "none"):
        two_away = points(ask(one_match([100], [200], [None], [None], tie=tie)))
        assert two_away == {2: ("3", "0"), 1: ("2", "1"), 3: ("0", "2"), 4: ("0", "2")}, tie


class TestOrder:
    def test_is_points_then_game_points_then_the_same_place_by_number(self):
        totals = (
            {"9": [500], "2": [400], "3": [300]},
            {"9": [100], "2": [200], "3": [300]},
            {team: [10] for team in "954"},
        )
        table = ask(league(*({"totals": one} for one in totals), teams=(9, 5, 4, 3, 2), tie="none"))

        # 9, 2 and 3 have two points each; 5 and 4 have none.
        found = [(row["place"], row["team"], row["points"], row["game_points"]) for row in table]
        with_points = [(1, 9, "2", 610), (2, 2, "2", 600), (2, 3, "2", 600)]
        assert found == [*with_points, (4, 4, "0", 10), (4, 5, "0", 10)]
        assert [(row["place"], row["team"]) for row in ask(league(teams=(3, 1, 2)))] == [(1, 1), (1, 2), (1, 3)]
        without_a_match = ask(league({"totals": {"1": [1], "2": [2], "3": [3]}}))[-1]
        assert without_a_match == {"place": 4, "team": 4, "points": "0", "against": "0", "game_points": 0}

    def test_of_three_teams_and_of_five_gives_two_points_and_four_a_series(self):
        of_five = ask(one_match(*([1000 * team] * 4 for team in range(1, 6))))
        assert [row["points"] for row in of_five] == ["16", "12", "8", "4", "0"]
        assert [row["points"] for row in ask(one_match([1000], [2000], [3000]))] == ["2", "1", "0"]


WHOLE_YEAR = {
    "rule": rule("best", n=2, bonus=[[3, 50]]),
    "evenings": [evening((1, 900, 9, 1), (2, 800, 8, 2))],
    "members": [1],
}

WHOLE_LEAGUE = {
    "league": {
        "teams": [1, 2, 3],
        "matches": [{"day": 1, "totals": {"1": [1, None], "2": [2, 3], "3": [3, 3]}, "won": {"1": [1, 2]}}],
        "tie": "won-games",
    }
}

ROOT = Path(__file__).parents[3]


def changed(document, path, value):
    """Return the document with another value at a path; ... takes the field away."""
    place = other = copy.deepcopy(document)
    *ways, last = path.split(".")
    for way in ways:
        place = place[int(way) if isinstance(place, list) else way]
    last = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return other


def test_a_flaw_in_a_year_is_told_with_its_path():
    one_list = "evenings.0.lists.1"
    for path, values in (
        ("rule", (..., None, "sum")),
        ("rule.count", (..., "median", 1)),
        ("rule.n", (None, ..., 0, "2", 2.0, True)),
        ("rule.minimum", (-1, 1.5)),
        ("rule.absent", ("none", 500.0)),
        ("rule.guests", (1, "yes")),
        ("rule.bonus", (50, {"30": 500}, [[3, 50], [3, 60]])),
        ("rule.bonus.0", ([3], [3, 50, 1])),
        ("rule.bonus.0.0", (-1,)),
        ("rule.bonus.0.1", (0.5,)),
        ("rule.points", ([1.5],)),
        ("rule.unknown", (1,)),
        ("evenings", (..., None, {})),
        ("evenings.0", ([],)),
        ("evenings.0.date", ("14.1.2026", "2026-02-30", 20260114)),
        ("evenings.0.place", ("Hall",)),
        ("evenings.0.lists", (..., None)),
        (one_list, (5,)),
        (f"{one_list}.number", (..., 0, "1")),
        (f"{one_list}.total", (..., None, 800.0, 10**13)),
        (f"{one_list}.won", (-1,)),
        (f"{one_list}.lost", ("2",)),
        (f"{one_list}.draws", (1,)),
        ("members", (1,)),
        ("members.0", ("1",)),
        ("unknown", (1,)),
    ):
        for value in values:
            assert refused(changed(WHOLE_YEAR, path, value)) in (path, f"{path}.0"), value
    assert refused(WHOLE_YEAR | {"rule": rule("places")}) == "rule.points"
    assert refused(WHOLE_YEAR | {"members": [1, 2, 1]}) == "members.2"


def test_a_flaw_in_a_league_is_told_with_its_path():
    match = "league.matches.0"
    for path, value, at in (
        ("league", None, "rule"),
        ("league.teams", [1, 1, 2, 3], "league.teams.1"),
        ("league.teams", [2, 3], f"{match}.totals.1"),
        (f"{match}.totals.3", ..., f"{match}.totals"),
        (f"{match}.totals.01", [1, 2], f"{match}.totals.01"),
        (f"{match}.totals.x", [1, 2], f"{match}.totals.x"),
        (f"{match}.totals.4", [1, 2], f"{match}.totals.4"),
        (f"{match}.won.4", [1, 2], f"{match}.won.4"),
        ("rule", rule("sum"), "rule"),
    ):
        assert refused(changed(WHOLE_LEAGUE, path, value)) == at
    for path, values in (
        ("league", ([],)),
        ("league.teams", (...,)),
        ("league.teams.0", (0, "1")),
        ("league.matches", (...,)),
        (match, (1,)),
        (f"{match}.day", (0, "1")),
        (f"{match}.hall", ("A",)),
        (f"{match}.totals", (..., [])),
        (f"{match}.totals.2", ([1], 1)),
        (f"{match}.totals.2.1", (1.0, True)),
        (f"{match}.won.1", ([1],)),
        (f"{match}.won.1.0", (-1,)),
        ("league.tie", ("lot", 1)),
        ("league.host", (1,)),
        ("evenings", ([],)),
        ("members", ([1],)),
        ("unknown", (1,)),
    ):
        for value in values:
            assert refused(changed(WHOLE_LEAGUE, path, value)) == path, value
    for teams in (1, 2, 6):  # a match has three to five
        totals = {str(team): [100] for team in range(1, teams + 1)}
        document = {"league": {"teams": list(range(1, 9)), "matches": [{"day": 1, "totals": totals}]}}
        assert refused(document) == f"{match}.totals"


def test_what_a_season_may_leave_out_may_be_null():
    year = {"rule": {"count": "sum"}, "evenings": [{"lists": [{"number": 1, "total": 900}]}]}
    rule = {"count": "sum", "n": None, "absent": None, "minimum": None, "bonus": None, "guests": None, "points": None}
    lists = [{"number": 1, "total": 900, "won": None, "lost": None}]
    null = {"league": None, "members": None, "rule": rule, "evenings": [{"date": None, "lists": lists}]}
    totals = {"1": [1], "2": [2], "3": [3]}
    league = {"teams": [1, 2, 3], "matches": [{"totals": totals}]}
    stated = {**league, "matches": [{"day": None, "totals": totals, "won": None}], "tie": None}

    assert ask(null) == ask(year)
    assert ask({"league": stated, "rule": None}) == ask({"league": league})


def test_the_command_needs_nothing_but_the_standard_library():
    run = "import runpy, sys; sys.path.insert(0, sys.argv[1]); "
    run += "runpy.run_module('scoring.season.table', run_name='__main__')"
    for document, code in ((WHOLE_LEAGUE, 0), ({}, 2)):
        command = [sys.executable, "-I", "-S", "-c", run, str(ROOT)]
        asked = subprocess.run(command, input=json.dumps(document), capture_output=True, text=True, check=False)
        assert (asked.returncode, asked.stderr) == (code, "")
        assert set(json.loads(asked.stdout)) == ({"table"} if code == 0 else {"error", "at"})


@pytest.mark.thorough
@settings(max_examples=examples(150))
@given(program.YEARS, st.integers(1, 5), st.lists(st.integers(-5, 12), min_size=0, max_size=5))
def test_a_year_comes_to_the_same(year, n, points):
    more = {"best": {"n": n}, "places": {"points": points}}
    asked = year | {"rule": year["rule"] | more.get(year["rule"]["count"], {})}

    assert table_of(asked)["table"] == program.year(asked)


@pytest.mark.thorough
@settings(max_examples=examples(150))
@given(program.leagues())
def test_a_league_comes_to_the_same(league):
    assert table_of(league)["table"] == program.league(league)
