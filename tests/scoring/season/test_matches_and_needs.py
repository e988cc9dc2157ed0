"""Points of matches and tables of divisions: printed facts of the league, and laws.

What a player needs: enough it is, and one point less is not.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.competitions.lists import Absence
from scoring.season.rules.competitions.needs import LEAST, MOST, Ahead, needed
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import standings
from scoring.season.rules.league.matches import Match, Score, Tie, scores
from scoring.season.rules.league.tables import division_table
from tests.scoring.season.years import played

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


def whole(points):
    return {team: score.half_points // 2 for team, score in points.items()}


def test_a_field_of_five_gives_sixteen_points_in_four_series():
    match = Match(day=1, totals={team: (1000 * team,) * 4 for team in range(1, 6)})

    assert whole(scores(match, Tie.SHARE)) == {1: 0, 2: 4, 3: 8, 4: 12, 5: 16}


@pytest.mark.parametrize(("behind", "places"), [(326, [1, 2]), (29, [1, 2]), (30, [1, 2]), (0, [1, 1])])
def test_game_points_decide_between_equal_points(behind, places):
    first = Match(day=1, totals={1: (9000, 100), 2: (100, 9000 - behind), 3: (50, 50), 4: (40, 40)})

    table = division_table([2, 1, 3, 4], [first], Tie.SHARE)

    assert [row.team for row in table[:2]] == [1, 2]
    assert [row.place for row in table[:2]] == places
    assert table[0].points == table[1].points == 5


def test_a_day_broken_off_counts_nothing_for_anybody_and_the_others_count_on():
    lost = Match(day=1, totals={1: (1,), 2: (2,), 3: (3,), 4: (4,)}, broken_off=True)
    played = Match(day=2, totals={1: (30,), 2: (40,), 3: (10,), 4: (20,)})

    table = division_table([1, 2, 3, 4], [lost, played], Tie.SHARE)

    assert [(row.place, row.team, row.points, row.score.game_points) for row in table] == [
        (1, 2, 3, 40),
        (2, 1, 2, 30),
        (3, 4, 1, 20),
        (4, 3, 0, 10),
    ]


def test_a_team_that_was_away_all_day_has_no_points_at_all_and_the_others_keep_three_two_one():
    match = Match(day=1, totals={1: (400, 300), 2: (300, 400), 3: (200, 200), 4: (None, None)})

    assert whole(scores(match, Tie.SHARE)) == {1: 5, 2: 5, 3: 2, 4: 0}


@given(matches(), st.sampled_from(Tie))
def test_what_one_gets_another_loses(match, tie):
    found = scores(match, tie).values()

    assert sum(score.half_points for score in found) == sum(score.half_against for score in found)


@given(matches(), st.sampled_from([Tie.SHARE, Tie.WON_GAMES]))
def test_every_pair_gives_out_one_point_a_series_unless_both_are_away(match, tie):
    columns = list(match.totals.values())
    pairs = [(a, b) for at, a in enumerate(columns) for b in columns[:at]]
    given_out = sum(one is not None or other is not None for a, b in pairs for one, other in zip(a, b, strict=True))

    assert sum(score.half_points for score in scores(match, tie).values()) == 2 * given_out


@given(matches(), st.sampled_from(Tie))
def test_who_is_away_gets_nothing(match, tie):
    found = scores(match, tie)

    for team, column in match.totals.items():
        assert found[team].half_points >= 0
        if not any(cell is not None for cell in column):
            assert found[team].half_points == 0
            assert found[team].game_points == 0


@given(matches(), st.sampled_from(Tie), st.integers(1, 1000))
def test_only_the_order_of_totals_counts(match, tie, more):
    raised = Match(
        day=1,
        totals={
            team: tuple(None if cell is None else 3 * cell + more for cell in column)
            for team, column in match.totals.items()
        },
        won=match.won,
    )

    before, after = scores(match, tie), scores(raised, tie)

    assert {team: s.half_points for team, s in before.items()} == {team: s.half_points for team, s in after.items()}


@given(st.lists(matches(), max_size=4), st.sampled_from(Tie), st.randoms())
def test_a_table_adds_matches_in_any_order(played, tie, random):
    table = division_table(range(1, 7), played, tie)
    total = {team: sum((scores(m, tie).get(team, Score()) for m in played), Score()) for team in range(1, 7)}
    random.shuffle(played)

    assert division_table(range(6, 0, -1), played, tie) == table
    assert {row.team: row.score for row in table} == total
    for row in table:
        before = [o for o in table if (o.points, o.score.game_points) > (row.points, row.score.game_points)]
        assert row.place == 1 + len(before)


@pytest.mark.parametrize(
    "how",
    [
        {"totals": {1: (1,), 2: (2,)}},
        {"totals": dict.fromkeys(range(6), (1,))},
        {"totals": {1: (1,), 2: (2,), 3: (3, 4)}},
        {"totals": {1: (1,), 2: (2,), 3: (3,)}, "won": {1: (1, 2)}},
        {"totals": {1: (1,), 2: (2,), 3: (3,)}, "won": {4: (1,)}},
    ],
)
def test_an_impossible_match_cannot_be_made(how):
    with pytest.raises(ValueError, match="teams"):
        Match(day=1, **how)


NEXT = [Ahead(evening=4, series=4)]


LISTS = played(1, 500, 700, 600) + played(2, 900, 800, 1000) + played(3, 1000, 700, 900)


def need(rule, *, aim=1, ahead=NEXT, lists=LISTS, player=1, entrants=3):
    return needed(rule, lists, player=player, aim=aim, ahead=ahead, entrants=entrants)


def test_for_a_sum_it_is_the_distance():
    # 1 has 1,800, 3 has 2,600, 2 has 2,700; equal is as good.
    assert need(Rule(count=Count.SUM)).points == 900
    assert need(Rule(count=Count.SUM), aim=2).points == 800


def test_over_two_lists_it_is_half_of_it_in_each():
    ahead = [Ahead(evening=4, series=4), Ahead(evening=5, series=5)]

    assert need(Rule(count=Count.SUM), ahead=ahead).points == 450


def test_of_the_best_two_the_worse_one_is_replaced():
    # 1 has 700 and 600, 2 has 1,000 and 900: 1,900 - 700.
    assert need(Rule(count=Count.BEST, best=2)).points == 1200


def test_an_average_needs_all_four():
    # 2 has an average of 900: 4 x 900 - 1,800.
    assert need(Rule(count=Count.AVERAGE)).points == 1800


def test_who_is_before_by_more_than_any_list_needs_nothing():
    assert need(Rule(count=Count.BEST, best=3), player=2).points == LEAST


def test_what_no_list_gives_is_out_of_reach():
    lists = played(1, 0) + played(2, 2 * MOST)

    assert need(Rule(count=Count.SUM), lists=lists).points is None


def test_who_is_short_of_the_minimum_even_then_is_told_what_is_missing():
    found = need(Rule(count=Count.SUM, minimum=9))

    assert found.points is None
    assert found.short.lists == 5


def test_where_places_give_points_a_place_is_needed():
    rule = Rule(count=Count.PLACES, points=(10, 6, 3))

    # So far 2 has 6 + 10 + 10, 3 has 10 + 6 + 6, 1 has 3 + 6 + 3: 12 + 10 = 22 reaches 3 and not 2.
    assert need(rule, aim=1).place is None
    assert need(rule, aim=2).place == 1
    assert need(rule, aim=3).place == 3


def test_an_evening_missed_with_leave_counts_for_who_missed_it():
    lists = played(1, 500, None) + played(2, 900, 800)
    away = [Absence(player=1, evening=2, series=2), Absence(player=3, evening=2, series=2)]

    found = needed(Rule(count=Count.SUM, absent=400), lists, player=1, aim=1, ahead=NEXT, entrants=3, absences=away)

    # 1 has 500 and 400, 2 has 1,700.
    assert found.points == 800


@given(
    st.sampled_from([Count.SUM, Count.AVERAGE, Count.BEST]),
    st.lists(st.integers(0, 1500), min_size=1, max_size=4),
    st.lists(st.integers(0, 1500), min_size=1, max_size=4),
    st.integers(1, 2),
    st.integers(0, 4),
)
def test_so_many_points_are_enough_and_one_less_is_not(count, own, other, aim, minimum):
    rule = Rule(count=count, best=2, minimum=minimum, absent=300)
    lists = played(1, *own) + played(2, *other) + played(3, *other[::-1])
    ahead = [Ahead(evening=9, series=9)]

    points = need(rule, aim=aim, ahead=ahead, lists=lists).points

    def reached(points):
        after = [*lists, *(one.with_points(1, points) for one in ahead)]
        place = next(row.place for row in standings(rule, after) if row.account.entrant == 1)
        return place is not None and place <= aim

    if points is None:
        assert not reached(MOST)
    else:
        assert reached(points)
        assert points == LEAST or not reached(points - 1)


@pytest.mark.parametrize("aim", [1, 2, 3])
def test_nothing_ahead_leaves_what_is(aim):
    reached = need(Rule(count=Count.SUM), aim=aim, ahead=[]).points

    assert (reached == LEAST) == (aim == 3)
