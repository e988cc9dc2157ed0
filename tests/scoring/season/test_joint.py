"""Teams and clubs of a season."""

from scoring.season.rules.competitions.joint import club_standings, team_lists
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import standings
from tests.scoring.season.years import places, played, two_a_night, values

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
