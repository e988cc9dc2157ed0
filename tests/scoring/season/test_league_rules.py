"""Rules of the league, counted and not believed: matches, tables, who goes up and down, fixtures; and holidays."""

import doctest
import importlib
import pkgutil
from collections import Counter
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring.season.rules
from scoring.season.rules import matches as rules
from scoring.season.rules.fixtures import few_matches, fixtures, hosts, meetings
from scoring.season.rules.lists import Land, holidays
from scoring.season.rules.matches import Fate, Lines, Match, Score, Tie, compared, division_table, fates
from scoring.season.wording import HOLIDAYS, holiday_named

CELLS = st.none() | st.integers(-50, 50)


@st.composite
def matches(draw):
    teams = draw(st.integers(3, 5))
    series = draw(st.integers(0, 4))
    column = st.lists(CELLS, min_size=series, max_size=series).map(tuple)
    won = st.lists(st.none() | st.integers(0, 3), min_size=series, max_size=series).map(tuple)
    return Match(
        day=1,
        totals={team: draw(column) for team in range(1, teams + 1)},
        won={team: draw(won) for team in draw(st.sets(st.integers(1, teams)))},
    )


def test_game_points_decide_between_equal_points():
    for behind, places in ((326, [1, 2]), (29, [1, 2]), (30, [1, 2]), (0, [1, 1])):
        first = Match(day=1, totals={1: (9000, 100), 2: (100, 9000 - behind), 3: (50, 50), 4: (40, 40)})
        table = division_table([2, 1, 3, 4], [first], Tie.SHARE)
        assert [(row.team, row.place) for row in table[:2]] == [(1, places[0]), (2, places[1])], behind
        assert table[0].points == table[1].points == 5


def test_a_day_broken_off_counts_nothing_for_anybody_and_the_others_count_on():
    lost = Match(day=1, totals={1: (1,), 2: (2,), 3: (3,), 4: (4,)}, broken_off=True)
    played = Match(day=2, totals={1: (30,), 2: (40,), 3: (10,), 4: (20,)})

    table = division_table([1, 2, 3, 4], [lost, played], Tie.SHARE)

    told = [(row.place, row.team, row.points, row.score.game_points) for row in table]
    assert told == [(1, 2, 3, 40), (2, 1, 2, 30), (3, 4, 1, 20), (4, 3, 0, 10)]


@pytest.mark.slow
@given(matches(), st.sampled_from(Tie))
def test_what_one_gets_another_loses(match, tie):
    found = rules.scores(match, tie).values()
    assert sum(score.half_points for score in found) == sum(score.half_against for score in found)


def test_an_impossible_match_cannot_be_made():
    three = {1: (1,), 2: (2,), 3: (3,)}
    for how in (
        {"totals": {1: (1,), 2: (2,)}},
        {"totals": dict.fromkeys(range(6), (1,))},
        {"totals": {1: (1,), 2: (2,), 3: (3, 4)}},
        {"totals": three, "won": {1: (1, 2)}},
        {"totals": three, "won": {4: (1,)}},
    ):
        with pytest.raises(ValueError, match="teams"):
            Match(day=1, **how)


def table(first, *records, series=20):
    """Return a division of teams numbered from ``first``, by points and game points; equal ones share their place."""
    rows = []
    for at, (points, game_points) in enumerate(records):
        place = rows[-1].place if at and records[at - 1] == (points, game_points) else at + 1
        halves = {"half_points": 2 * points, "half_against": 2 * (3 * series - points)}
        score = Score(**halves, game_points=game_points, series=series)
        rows.append(rules.TeamRow(place=place, team=first + at, score=score))
    return tuple(rows)


def test_so_many_places_go_up_and_down():
    found = fates({"A": table(1, (50, 9), (40, 9), (30, 9), (20, 9), (10, 9))}, Lines(up=1, down=2))
    assert list(found.values()) == [Fate.PROMOTED, Fate.STAYS, Fate.STAYS, Fate.RELEGATED, Fate.RELEGATED]

    # All of a shared place may go up together; thirty game points decide among second places.
    assert set(fates({"A": table(1, (50, 9), (50, 9))}, Lines(up=2)).values()) == {Fate.PROMOTED}
    divisions = {"A": table(1, (50, 9), (40, 1030), (1, 1)), "B": table(11, (50, 9), (40, 1000), (1, 1))}
    found = fates(divisions, Lines(up=1, best_next=1))
    assert (found[2], found[12]) == (Fate.PROMOTED, Fate.STAYS)
    with pytest.raises(ValueError, match="more"):
        fates({"A": table(1, (3, 1), (2, 1), (1, 1))}, Lines(up=2, down=2))


def test_of_ten_divisions_the_four_worst_ninth_places_go_down():
    ninths = [(18, 100), (17, 100), (16, 100), (15, 130), (15, 101), (15, 100), (20, 1), (21, 1), (22, 1), (23, 1)]
    divisions = {
        str(number): table(100 * number, *[(60 - at, 999) for at in range(8)], ninth, (1, 1))
        for number, ninth in enumerate(ninths)
    }

    found = fates(divisions, Lines(down=1, worst_next=4))

    # 15:100, 15:101, 15:130, 16.
    down = {team for team, fate in found.items() if fate is Fate.RELEGATED and team % 100 == 8}
    assert down == {508, 408, 308, 208}
    assert all(found[100 * number + 9] is Fate.RELEGATED for number in range(10))


def test_who_is_equal_across_a_line_stays_open():
    within = fates({"A": table(1, (50, 9), (40, 9), (40, 9), (1, 1))}, Lines(up=2))
    assert [within[team] for team in (1, 2, 3, 4)] == [Fate.PROMOTED, Fate.OPEN, Fate.OPEN, Fate.STAYS]

    alike = ((50, 9), (40, 9), (1, 1))
    across = fates({"A": table(1, *alike), "B": table(11, *alike)}, Lines(up=1, best_next=1))
    assert (across[2], across[12]) == (Fate.OPEN, Fate.OPEN)


def test_no_comparison_across_divisions_settles_what_is_open_within_one():
    """Two teams share a place at the line of their division; that one of them leads the others changes nothing."""
    for lines, equal, open_ones in (
        (Lines(up=1, best_next=1), ((50, 9), (50, 9), (1, 1), (0, 0)), [1, 2]),
        (Lines(down=1, worst_next=1), ((50, 9), (2, 2), (1, 1), (1, 1)), [3, 4]),
    ):
        found = fates({"A": table(1, *equal), "B": table(11, (40, 9), (30, 9), (20, 9), (10, 9))}, lines)
        assert [team for team, fate in found.items() if fate is Fate.OPEN] == open_ones


def test_teams_of_divisions_that_played_alike_are_compared_by_points_then_game_points():
    (a,), (b,), (c,), (d,) = table(1, (30, 900)), table(2, (30, 800)), table(3, (31, 1)), table(4, (30, 900))

    found = compared([("A", a), ("B", b), ("C", c)])
    assert [(one.place, one.division) for one in found] == [(1, "C"), (2, "A"), (3, "B")]
    assert [one.place for one in compared([("A", a), ("D", d)])] == [1, 1]


def test_others_are_compared_by_what_could_be_had():
    (a,), (b,) = table(1, (30, 900), series=20), table(2, (24, 900), series=15)

    # 30 of 60 against 24 of 45.
    assert [one.division for one in compared([("A", a), ("B", b)])] == ["B", "A"]
    (c,) = table(3, (30, 700), series=20)
    (d,) = table(4, (15, 400), series=10)
    # Both half of it; 35 game points a series against 40.
    assert [one.division for one in compared([("C", c), ("D", d)])] == ["D", "C"]


@pytest.mark.slow
def test_the_examples_of_all_modules_hold():
    modules = [info.name for info in pkgutil.walk_packages(scoring.season.rules.__path__, "scoring.season.rules.")]
    assert modules
    assert [name for name in modules if doctest.testmod(importlib.import_module(name)).failed] == []


DAYS = 5


def test_sixteen_teams_meet_each_other_exactly_once_in_five_days_and_each_is_host_once_over_four():
    for seed in ("2026", "2027", "Oberliga Nord"):
        plan = fixtures(range(1, 17), days=DAYS, seed=seed)

        pairs_met = Counter(pair for day in plan.days for match in day for pair in combinations(sorted(match), 2))
        assert (len(pairs_met), set(pairs_met.values())) == (120, {1})
        assert all(sorted(team for match in day for team in match) == list(range(1, 17)) for day in plan.days)
        assert all(len(match) == 4 for day in plan.days for match in day)
        assert (plan.repeats, plan.bound, plan.strangers) == (0, 0, ())
        for central in range(DAYS):
            decentral = [day for at, day in enumerate(plan.days) if at != central]
            chosen = hosts(decentral)
            assert sorted(host for day in chosen for host in day) == list(range(1, 17)), central
            for day, of_day in zip(decentral, chosen, strict=True):
                assert all(host in match for match, host in zip(day, of_day, strict=True))


REACHED = [
    *((5, None, 100, 100), (6, None, 20, 20), (9, None, 9, 9), (9, (5, 4), 60, 60), (10, (5, 5), 80, 80)),
    *((11, None, 21, 20), (13, None, 3, 0), (13, (5, 4, 4), 40, 40), (14, None, 2, 0), (17, None, 0, 0)),
    *((17, (5, 4, 4, 4), 10, 10), (20, (5, 5, 5, 5), 40, 40), (24, None, 0, 0)),
]
"""Teams and sizes: repeats found, and their bound."""


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("teams", "sizes", "repeats", "bound"), REACHED)
def test_other_sizes_come_as_near_the_bound_as_was_found_and_nobody_is_host_oftener_than_must_be(
    teams, sizes, repeats, bound
):
    plan = fixtures(range(1, teams + 1), days=DAYS, seed="2026", sizes=sizes)

    met_so_often = meetings(plan.days)
    assert sum(times * (times - 1) // 2 for times in met_so_often.values()) == plan.repeats
    assert (plan.repeats <= repeats, plan.bound) == (True, bound)
    assert all(sorted(team for match in day for team in match) == list(range(1, teams + 1)) for day in plan.days)
    assert set(plan.strangers) == set(combinations(range(1, teams + 1), 2)) - set(met_so_often)

    decentral = plan.days[:4]
    times_host = Counter(host for day in hosts(decentral) for host in day)
    assert max(times_host.values()) == -(-sum(map(len, decentral)) // teams)


@given(st.lists(st.lists(st.permutations(range(9)).map(lambda order: order[:3]), min_size=1, max_size=3), max_size=3))
def test_a_host_plays_there_and_is_one_as_rarely_as_can_be(days):
    chosen = hosts(days)

    matches = [match for day in days for match in day]
    found = [host for day in chosen for host in day]
    assert all(host in match for match, host in zip(matches, found, strict=True))
    # Hall: some teams are the only ones of so many matches that one of them must be host so often.
    several = [some for number in range(1, len(matches) + 1) for some in combinations(matches, number)]
    unavoidable = [-(-len(some) // len({team for match in some for team in match})) for some in several]
    assert max(Counter(found).values(), default=0) == max(unavoidable, default=0)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_plan_and_another_one_another():
    first, again, other = (fixtures(range(20), days=5, seed=seed) for seed in ("a", "a", "b"))

    assert first == again
    assert first.days != other.days


def test_what_fits_no_plan_is_refused_and_as_few_matches_as_can_be_have_five_teams():
    assert (few_matches(20), few_matches(16), few_matches(9)) == ((5,) * 4, (4,) * 4, (5, 4))
    for teams, how in (
        ([1, 1, 2], {"days": 5}),
        ([1, 2], {"days": 5}),
        ([1, 2, 3], {"days": 0}),
        ([1, 2, 3], {"days": 999}),
        (range(6), {"days": 5, "sizes": (6,)}),
        (range(6), {"days": 5, "sizes": (3, 4)}),
        (range(6), {"days": 5, "sizes": (4, 2)}),
    ):
        with pytest.raises(ValueError):  # noqa: PT011, which of several it is does not matter
            fixtures(teams, seed="a", **how)


COUNTED = {
    "BW": 12, "BY": 13, "BE": 10, "BB": 12, "HB": 10, "HH": 10, "HE": 10, "MV": 11,
    "NI": 10, "NW": 11, "RP": 11, "SL": 12, "SN": 11, "ST": 11, "SH": 10, "TH": 11,
}  # fmt: skip
"""How many each Land has, Sundays of Brandenburg and Assumption Day of Bavaria counted."""

SAXONY = "01-01 04-03 04-06 05-01 05-14 05-25 10-03 10-31 11-18 12-25 12-26"
BAVARIA = "01-01 01-06 04-18 04-21 05-01 05-29 06-09 06-19 08-15 10-03 11-01 12-25 12-26"
"""Of 2026, and of 2025."""


def test_each_land_has_as_many_as_its_law_names_and_two_laender_day_by_day():
    for year in (2026, 2027):
        assert {code: len(holidays(Land(code), year)) for code in COUNTED} == COUNTED
    for land, year, days in ((Land.SN, 2026, SAXONY), (Land.BY, 2025, BAVARIA)):
        assert [day.isoformat() for day in holidays(land, year)] == [f"{year}-{day}" for day in days.split()]


def test_laws_hold_from_the_year_they_were_made():
    womens_day, jubilee = date(2018, 3, 8), date(2025, 5, 8)

    assert womens_day not in holidays(Land.BE, 2018)
    assert womens_day.replace(year=2019) in holidays(Land.BE, 2019)
    assert [jubilee in holidays(land, 2025) for land in (Land.BE, Land.BB)] == [True, False]


@pytest.mark.thorough
def test_every_holiday_has_words_and_those_of_one_year_a_word_for_all():
    named = {name for land in Land for year in range(1991, 2100) for name in holidays(land, year).values()}

    assert {name for name in named if "anniversary" not in name} == set(HOLIDAYS)
    assert holiday_named("75th anniversary of something") == "Public holiday"
    assert holiday_named("") == ""
