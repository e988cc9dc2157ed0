"""Rankings of players, teams and clubs: which series count, whose results, and what is made up (SkWO 5.2; practice)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results.rankings import (
    TeamPlayer,
    blind_teams,
    by_lot,
    is_mixed,
    mixed_pairs,
    of_club,
    of_player,
    of_team,
)
from scoring.rules.results.series import SeriesResult, added
from scoring.rules.results.teams import ranked_teams
from tests.support.strategies import series_results


def earned(series, performance, won=10, lost=2):
    return SeriesResult(series=series, performance=performance, won=won, lost=lost)


def player(number, *points, **how):
    results = tuple(earned(at, one) for at, one in enumerate(points, start=1) if one is not None)
    return TeamPlayer(player=number, results=results, **how)


def points(competitor):
    return competitor.result.performance


def by_series(competitor):
    return {one.series: one.performance for one in competitor.series}


FOUR = [player(1, 900, 700), player(2, 800, 600), player(3, 1000, 500), player(4, 1200, 900)]


def test_a_player_comes_to_his_best_series():
    alone = of_player(7, 1, [earned(1, 900), earned(2, -30), earned(3, 1100)], best=2)

    assert (points(alone), alone.result.entrant) == (2000, 7)
    assert alone.counted == {(1, 1), (1, 3)}
    assert by_series(alone) == {1: 900, 2: -30, 3: 1100}
    assert not alone.scaled


def test_a_team_is_the_sum_of_its_players():
    team = of_team(5, FOUR, size=4, scaled=False)

    assert (points(team), team.result.won, team.result.lost) == (6600, 80, 16)
    assert by_series(team) == {1: 3900, 2: 2700}


def test_of_a_team_whole_series_count_not_single_results():
    team = of_team(5, FOUR, size=4, scaled=False, best=1)

    assert points(team) == 3900
    assert team.counted == {(1, 1), (2, 1), (3, 1), (4, 1)}
    assert team.counted_series == {1}


def test_a_team_of_three_is_scaled_up_exactly():
    team = of_team(5, [player(1, 3000), player(2, 2800), player(3, 2223)], size=4, scaled=True)

    assert points(team) == Fraction(8023 * 4, 3)
    assert team.result.won == 40
    assert team.scaled


def test_a_team_is_scaled_only_in_the_series_in_which_somebody_is_missing():
    team = of_team(5, [*FOUR[:3], player(4, 1200, None)], size=4, scaled=True)

    assert by_series(team) == {1: 3900, 2: 2400}
    assert [one.scaled for one in team.series] == [False, True]


def test_a_team_is_scaled_only_where_the_plan_says_so():
    team = of_team(5, FOUR[:3], size=4, scaled=False)

    assert points(team) == 4500
    assert not team.scaled


def test_what_was_scaled_in_a_series_that_does_not_count_is_not_said():
    team = of_team(5, [*FOUR[:3], player(4, 1200, None)], size=4, scaled=True, best=1)

    assert points(team) == 3900
    assert not team.scaled


def test_a_substitute_counts_only_where_he_replaces_another():
    team = [
        player(1, 900, 700),
        player(2, 800, 600, switched=frozenset({2})),
        player(3, 5000, 650, substitute=True, switched=frozenset({2})),
    ]

    found = of_team(5, team, size=2, scaled=False)

    assert by_series(found) == {1: 1700, 2: 1350}
    assert found.counted == {(1, 1), (2, 1), (1, 2), (3, 2)}


def test_a_substitute_who_never_replaces_anybody_counts_nowhere():
    found = of_team(5, [player(1, 900), player(2, 5000, substitute=True)], size=2, scaled=True)

    assert by_series(found) == {1: 1800}


def test_a_substitute_who_did_not_come_is_missing():
    team = [
        player(1, 900, 700),
        player(2, 800, 600, switched=frozenset({2})),
        player(3, substitute=True, switched=frozenset({2})),
    ]

    assert by_series(of_team(5, team, size=2, scaled=True)) == {1: 1700, 2: 1400}


def test_a_team_is_not_scaled_up_for_somebody_who_is_excluded_4_3():
    team = [*FOUR[:3], player(4, 1200, None, excluded=True)]

    found = of_team(5, team, size=4, scaled=True)

    assert by_series(found) == {1: 2700, 2: 1800}
    assert not found.scaled


def test_of_a_team_that_is_too_large_the_best_of_each_series_count():
    found = of_team(5, FOUR, size=2, scaled=True)

    assert by_series(found) == {1: 2200, 2: 1600}
    assert found.counted == {(4, 1), (3, 1), (4, 2), (1, 2)}


def test_a_series_in_which_nobody_of_a_team_was_there_is_no_result():
    found = of_team(5, [player(1, -50, None, 100)], size=2, scaled=False, best=2)

    assert by_series(found) == {1: -50, 3: 100}
    assert points(found) == 50


def test_a_team_of_which_nobody_came_has_nothing():
    assert of_team(5, [player(1)], size=2, scaled=True).series == ()


def test_a_club_is_its_best_players_each_over_his_best_series():
    players = {1: [earned(1, 900), earned(2, 100)], 2: [earned(1, 500), earned(2, 800)], 3: [earned(1, 850)]}

    club = of_club(9, players, size=2, best=1)

    assert points(club) == 1750
    assert club.counted == {(1, 1), (3, 1)}
    assert by_series(club) == {1: 1750}


def test_a_club_with_fewer_players_has_what_they_have():
    assert points(of_club(9, {1: [earned(1, 900)]}, size=4)) == 900


def test_of_equal_players_of_a_club_the_one_with_more_games_won_counts_5_2():
    players = {1: [earned(1, 900)], 2: [earned(1, 900, won=11)]}

    assert of_club(9, players, size=1).counted == {(2, 1)}


def test_a_lot_decided_only_where_results_are_equal_and_places_are_not():
    teams = [of_player(n, n, [earned(1, one)]).result for n, one in enumerate([900, 800, 800, 700, 700], start=1)]

    places = ranked_teams(teams, lots={2: 9, 3: 4})

    assert [place.result.entrant for place in places] == [1, 3, 2, 4, 5]
    assert by_lot(places) == {2, 3}


def test_blind_teams_leave_somebody_over_or_make_a_smaller_one():
    assert blind_teams([3, 1, 2, 5, 4], size=2, smaller=False) == ((3, 1), (2, 5))
    assert blind_teams([3, 1, 2, 5, 4], size=2, smaller=True) == ((3, 1), (2, 5), (4,))
    assert blind_teams([], size=4, smaller=True) == ()


def test_mixed_pairs_are_as_many_as_there_can_be():
    assert mixed_pairs([8, 2], [1, 3, 5]) == ((8, 1), (2, 3))
    assert mixed_pairs([8, 2], []) == ()


@pytest.mark.parametrize(
    ("ladies", "mixed"),
    [((), True), ((True,), True), ((True, False), True), ((True, True), False), ((False, False), False)],
)
def test_a_mixed_pair_is_a_lady_and_a_man(ladies, mixed):
    assert is_mixed(ladies) is mixed


@given(series_results, st.integers(1, 7))
def test_a_team_of_one_is_the_player_himself(results, best):
    team = of_team(3, [TeamPlayer(player=1, results=tuple(results))], size=1, scaled=True, best=best)
    club = of_club(3, {1: results}, size=1, best=best)

    assert team.result == club.result == of_player(3, 1, results, best=best).result
    assert team.counted == club.counted


TEAMS = st.lists(series_results, min_size=1, max_size=4).map(
    lambda found: [TeamPlayer(player=at, results=tuple(one)) for at, one in enumerate(found, start=1)]
)


@given(TEAMS, st.integers(0, 3), st.none() | st.integers(1, 4), st.randoms())
def test_the_order_of_the_players_does_not_matter(players, missing, best, random):
    size = len(players) + missing
    shuffled = players.copy()
    random.shuffle(shuffled)

    found = of_team(5, players, size=size, scaled=True, best=best)

    assert of_team(5, shuffled, size=size, scaled=True, best=best) == found


@given(TEAMS, st.none() | st.integers(1, 4))
def test_a_total_is_what_its_counted_results_add_up_to_unless_it_is_scaled(players, best):
    found = of_team(5, players, size=4, scaled=False, best=best)
    counted = [one for player in players for one in player.results if (player.player, one.series) in found.counted]

    assert points(found) == added(5, counted).performance
    assert not found.scaled


@given(TEAMS)
def test_one_more_who_earned_nothing_takes_the_scaling_away(players):
    idle = TeamPlayer(
        player=9,
        results=tuple(earned(n, 0, won=0, lost=0) for n in sorted({one.series for p in players for one in p.results})),
    )
    size = len(players) + 1

    whole = of_team(5, [*players, idle], size=size, scaled=True)
    unscaled = of_team(5, players, size=size, scaled=False)

    assert [one.performance for one in whole.series if not one.scaled] == [
        one.performance for one in unscaled.series if len(one.players) == len(players)
    ]


@given(st.dictionaries(st.integers(1, 9), series_results, max_size=6), st.integers(1, 4))
def test_no_other_players_of_a_club_come_to_more(players, size):
    club = of_club(1, players, size=size)
    totals = sorted((added(at, results).performance for at, results in players.items()), reverse=True)

    assert points(club) == sum(totals[:size])


@given(st.integers(0, 20), st.integers(1, 6), st.booleans())
def test_nobody_is_drawn_twice_and_at_most_one_team_is_smaller(count, size, smaller):
    teams = blind_teams(range(count), size=size, smaller=smaller)

    assert [one for team in teams for one in team] == list(range(count if smaller else count - count % size))
    assert all(len(team) == size for team in teams[:-1])


def test_every_composition_of_teams_is_equally_likely_if_every_order_is():
    drawn = Counter(
        frozenset(frozenset(team) for team in blind_teams(order, size=2, smaller=True))
        for order in permutations("abcd")
    )

    assert set(drawn.values()) == {8}
    assert len(drawn) == 3
