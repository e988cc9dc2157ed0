"""Public holidays of the Länder, held against printed calendars of 2025 and 2026.

Teams and clubs of a season.
"""

from datetime import date

import pytest

from scoring.season.rules.competitions.joint import club_standings, team_lists
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import standings
from scoring.season.rules.holidays import Holiday, Land, easter, holidays, repentance_day
from tests.scoring.season.years import places, played, two_a_night, values

EASTER = {
    2024: (3, 31),
    2025: (4, 20),
    2026: (4, 5),
    2027: (3, 28),
    2028: (4, 16),
    2038: (4, 25),
    2285: (3, 22),
}


COUNTED = {
    "BW": 12, "BY": 13, "BE": 10, "BB": 12, "HB": 10, "HH": 10, "HE": 10, "MV": 11,
    "NI": 10, "NW": 11, "RP": 11, "SL": 12, "SN": 11, "ST": 11, "SH": 10, "TH": 11,
}  # fmt: skip


"""How many each Land has, Sundays of Brandenburg and Assumption Day of Bavaria counted."""


SAXONY = [
    *("2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25"),
    *("2026-10-03", "2026-10-31", "2026-11-18", "2026-12-25", "2026-12-26"),
]


BAVARIA = [
    *("2025-01-01", "2025-01-06", "2025-04-18", "2025-04-21", "2025-05-01", "2025-05-29", "2025-06-09"),
    *("2025-06-19", "2025-08-15", "2025-10-03", "2025-11-01", "2025-12-25", "2025-12-26"),
]


@pytest.mark.parametrize(("year", "at"), EASTER.items())
def test_easter(year, at):
    assert easter(year) == date(year, *at)


@pytest.mark.parametrize(("year", "day"), [(2024, 20), (2025, 19), (2026, 18), (2028, 22)])
def test_the_day_of_repentance(year, day):
    assert repentance_day(year) == date(year, 11, day)


@pytest.mark.parametrize(("code", "many"), COUNTED.items())
@pytest.mark.parametrize("year", [2025, 2026])
def test_each_land_has_as_many_as_its_law_names(code, many, year):
    assert len(holidays(Land(code), year)) == many


def test_two_laender_day_by_day():
    assert [day.isoformat() for day in holidays(Land.SN, 2026)] == SAXONY
    assert [day.isoformat() for day in holidays(Land.BY, 2025)] == BAVARIA


def test_every_holiday_is_one_somewhere():
    assert {one for land in Land for one in holidays(land, 2026).values()} == set(Holiday)


TEAMS = {1: 10, 2: 10, 3: 10, 4: 20}


def test_of_a_team_the_best_count_in_each_series():
    lists = played(1, 900, 100) + played(2, 800, 800) + played(3, 100, 700) + played(4, 1000, 1000) + played(5, 9999)

    found = team_lists(lists, TEAMS, size=2)

    assert [(one.player, one.evening, one.performance) for one in found] == [
        (10, 1, 1700),
        (10, 2, 1500),
        (20, 1, 1000),
        (20, 2, 1000),
    ]
    assert values(Rule(count=Count.BEST, best=1), found) == {10: 1700, 20: 1000}


def test_two_series_of_an_evening_stay_apart():
    found = team_lists(two_a_night(1, (100, 200)) + two_a_night(2, (10, 20)), {1: 1, 2: 1}, size=2)

    assert [(one.part, one.performance) for one in found] == [(1, 110), (2, 220)]


def test_of_a_club_the_best_ranked_members_count_over_the_year():
    rule = Rule(count=Count.SUM, minimum=2)
    lists = played(1, 900, 100) + played(2, 800, 800) + played(3, 5000) + played(4, 1000, 1500) + played(6, 100, 0)

    table = club_standings(standings(rule, lists), {**TEAMS, 6: 10}, size=2)

    # 3 has played one list only, and 6 is the third of the club.
    assert [(row.place, row.result.entrant, row.result.performance, row.members) for row in table] == [
        (1, 10, 2600, (2, 1)),
        (2, 20, 2500, (4,)),
    ]


def test_ladies_are_ranked_among_themselves():
    lists = played(1, 900) + played(2, 800) + played(3, 700)
    ladies = {2, 3}
    points = Rule(count=Count.PLACES, points=(3, 2, 1))

    assert places(Rule(count=Count.SUM), lists, members=ladies) == {2: 1, 3: 2}
    assert values(points, lists, members=ladies) == {2: 2, 3: 1}
    assert values(points, [one for one in lists if one.player in ladies]) == {2: 3, 3: 2}
