"""Rankings of players, teams and clubs: which series count, whose results, and what is made up (SkWO 5.2; practice)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results import ranking
from scoring.rules.results.ranking import Result, SeriesResult, TeamPlayer, TeamResult, added, counting, of_team, tied
from tests.support.strategies import results, series_results


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
    alone = ranking.of_player(7, 1, [earned(1, 900), earned(2, -30), earned(3, 1100)], best=2)

    assert (points(alone), alone.result.entrant, alone.scaled) == (2000, 7, False)
    assert (alone.counted, by_series(alone)) == ({(1, 1), (1, 3)}, {1: 900, 2: -30, 3: 1100})


AWAY = player(4, 1200, None)
SWITCHED = [player(1, 900, 700), player(2, 800, 600, switched=frozenset({2}))]
INSTEAD = {"substitute": True, "switched": frozenset({2})}


def test_a_team_is_the_sum_of_those_who_count():
    three = [player(1, 3000), player(2, 2800), player(3, 2223)]
    third = Fraction(8023 * 4, 3)
    excluded = [*FOUR[:3], player(4, 1200, None, excluded=True)]
    instead = [*SWITCHED, player(3, 5000, 650, **INSTEAD)]
    idle = [player(1, 900), player(2, 5000, substitute=True)]
    missing = [*SWITCHED, player(3, **INSTEAD)]
    alone = [player(1, -50, None, 100)]
    for name, players, how, expected, total, is_scaled in (
        ("the sum of its players", FOUR, {}, {1: 3900, 2: 2700}, 6600, False),
        ("whole series count, not single results", FOUR, {"best": 1}, {1: 3900, 2: 2700}, 3900, False),
        ("three are scaled up exactly", three, {}, {1: third}, third, True),
        ("only where somebody is missing", [*FOUR[:3], AWAY], {}, {1: 3900, 2: 2400}, 6300, True),
        ("not said of what counts not", [*FOUR[:3], AWAY], {"best": 1}, {1: 3900, 2: 2400}, 3900, False),
        ("only where the plan says so", FOUR[:3], {"scaled": False}, {1: 2700, 2: 1800}, 4500, False),
        ("4.3 not for somebody who is excluded", excluded, {}, {1: 2700, 2: 1800}, 4500, False),
        ("a substitute counts where he replaces another", instead, {"size": 2}, {1: 1700, 2: 1350}, 3050, False),
        ("or nowhere", idle, {"size": 2}, {1: 1800}, 1800, True),
        ("and may be missing", missing, {"size": 2}, {1: 1700, 2: 1400}, 3100, True),
        ("of too many the best of each series", FOUR, {"size": 2}, {1: 2200, 2: 1600}, 3800, False),
        ("where nobody was there is no result", alone, {"scaled": False, "best": 2}, {1: -50, 3: 100}, 50, False),
        ("nobody came", [player(1)], {"size": 2}, {}, 0, False),
    ):
        team = of_team(5, players, **{"size": 4, "scaled": True} | how)
        assert (by_series(team), points(team), team.scaled) == (expected, total, is_scaled), name


def test_whose_results_counted_is_said():
    def counted(players, **how):
        return of_team(5, players, scaled=False, **how).counted

    assert counted(FOUR, size=4, best=1) == {(1, 1), (2, 1), (3, 1), (4, 1)}
    assert counted(FOUR, size=2) == {(4, 1), (3, 1), (4, 2), (1, 2)}
    assert counted([*SWITCHED, player(3, 5000, 650, **INSTEAD)], size=2) == {(1, 1), (2, 1), (1, 2), (3, 2)}
    assert of_team(5, FOUR, size=4, scaled=False, best=1).counted_series == {1}
    won_and_lost = of_team(5, FOUR[:3], size=4, scaled=True).result
    assert (won_and_lost.won, won_and_lost.lost) == (80, 16)
    assert [one.scaled for one in of_team(5, [*FOUR[:3], AWAY], size=4, scaled=True).series] == [False, True]


def test_a_club_is_its_best_players_each_over_his_best_series_5_2():
    players = {1: [earned(1, 900), earned(2, 100)], 2: [earned(1, 500), earned(2, 800)], 3: [earned(1, 850)]}

    club = ranking.of_club(9, players, size=2, best=1)

    assert (points(club), club.counted, by_series(club)) == (1750, {(1, 1), (3, 1)}, {1: 1750})
    # With fewer players it has what they have; of equal ones the one with more games won counts.
    assert points(ranking.of_club(9, {1: [earned(1, 900)]}, size=4)) == 900
    assert ranking.of_club(9, {1: [earned(1, 900)], 2: [earned(1, 900, won=11)]}, size=1).counted == {(2, 1)}


def test_a_lot_decided_only_where_results_are_equal_and_places_are_not():
    teams = [
        ranking.of_player(n, n, [earned(1, one)]).result for n, one in enumerate([900, 800, 800, 700, 700], start=1)
    ]

    places = ranking.ranked_teams(teams, lots={2: 9, 3: 4})

    assert ([place.result.entrant for place in places], ranking.by_lot(places)) == ([1, 3, 2, 4, 5], {2, 3})


def test_blind_teams_leave_somebody_over_or_make_a_smaller_one_and_mixed_pairs_are_a_lady_and_a_man():
    assert ranking.blind_teams([3, 1, 2, 5, 4], size=2, smaller=False) == ((3, 1), (2, 5))
    assert ranking.blind_teams([3, 1, 2, 5, 4], size=2, smaller=True) == ((3, 1), (2, 5), (4,))
    assert ranking.blind_teams([], size=4, smaller=True) == ()
    assert ranking.mixed_pairs([8, 2], [1, 3, 5]) == ((8, 1), (2, 3))
    assert ranking.mixed_pairs([8, 2], []) == ()
    assert [ranking.is_mixed(ladies) for ladies in ((), (True,), (True, False))] == [True] * 3
    assert [ranking.is_mixed(ladies) for ladies in ((True, True), (False, False))] == [False] * 2


@pytest.mark.slow
@given(series_results, st.integers(1, 7))
def test_a_team_of_one_is_the_player_himself(results, best):
    team = of_team(3, [TeamPlayer(player=1, results=tuple(results))], size=1, scaled=True, best=best)
    club = ranking.of_club(3, {1: results}, size=1, best=best)

    assert team.result == club.result == ranking.of_player(3, 1, results, best=best).result
    assert team.counted == club.counted


TEAMS = st.lists(series_results, min_size=1, max_size=4).map(
    lambda found: [TeamPlayer(player=at, results=tuple(one)) for at, one in enumerate(found, start=1)]
)


@pytest.mark.slow
@given(TEAMS, st.integers(0, 3), st.none() | st.integers(1, 4), st.randoms())
def test_a_team_is_what_counts_of_its_players_in_any_order_and_a_club_its_best(players, missing, best, random):
    """One more who earned nothing takes the scaling away; no other players of a club come to more."""
    size = len(players) + missing
    shuffled = players.copy()
    random.shuffle(shuffled)

    found = of_team(5, players, size=size, scaled=True, best=best)
    unscaled = of_team(5, players, size=4, scaled=False, best=best)

    assert of_team(5, shuffled, size=size, scaled=True, best=best) == found
    counted = [one for player in players for one in player.results if (player.player, one.series) in unscaled.counted]
    assert points(unscaled) == added(5, counted).performance
    assert not unscaled.scaled
    played = sorted({one.series for p in players for one in p.results})
    idle = TeamPlayer(player=9, results=tuple(earned(n, 0, won=0, lost=0) for n in played))
    whole = of_team(5, [*players, idle], size=len(players) + 1, scaled=True)
    unscaled = of_team(5, players, size=len(players) + 1, scaled=False)
    assert [one.performance for one in whole.series if not one.scaled] == [
        one.performance for one in unscaled.series if len(one.players) == len(players)
    ]
    totals = sorted((added(one.player, one.results).performance for one in players), reverse=True)
    for size in (1, 2, 4):
        club = ranking.of_club(1, {one.player: list(one.results) for one in players}, size=size)
        assert points(club) == sum(totals[:size])


@given(st.integers(0, 20), st.integers(1, 6), st.booleans())
def test_nobody_is_drawn_twice_and_at_most_one_team_is_smaller(count, size, smaller):
    teams = ranking.blind_teams(range(count), size=size, smaller=smaller)

    assert [one for team in teams for one in team] == list(range(count if smaller else count - count % size))
    assert {len(team) for team in teams[:-1]} <= {size}


def test_every_composition_of_teams_is_equally_likely_if_every_order_is():
    orders = (ranking.blind_teams(order, size=2, smaller=True) for order in permutations("abcd"))

    drawn = Counter(frozenset(map(frozenset, teams)) for teams in orders)

    assert list(drawn.values()) == [8, 8, 8]


SERIES = [earned(3, 700), earned(1, 1200), earned(4, -50), earned(2, 900)]


def test_which_series_count_and_what_counts_is_added_up_5_1():
    zero, more_won, fewer_lost = earned(1, 0, won=0, lost=0), earned(3, 900, won=11, lost=5), earned(3, 900, lost=1)
    for name, given_, how, expected in (
        ("all in their order", SERIES, {}, [1, 2, 3, 4]),
        ("only chosen ones", SERIES, {"series": {1, 4, 9}}, [1, 4]),
        ("none was chosen", SERIES, {"series": ()}, []),
        *(("the best", SERIES, {"best": best}, [1, 2, 3, 4][:best]) for best in (1, 2, 3, 4, 9)),
        ("the best of the chosen ones", SERIES, {"series": range(2, 5), "best": 2}, [2, 3]),
        ("5.2 more games won", [earned(2, 900), more_won], {"best": 1}, [3]),
        ("5.2 fewer games lost", [earned(2, 900), fewer_lost], {"best": 1}, [3]),
        ("of equal ones the earlier", [earned(5, 900), earned(2, 900)], {"best": 1}, [2]),
        ("one not played replaces no bad one", [earned(1, 800), earned(2, -50)], {"best": 2}, [1, 2]),
        ("zero is a result", [zero, earned(2, -50)], {"best": 1}, [1]),
    ):
        assert [one.series for one in counting(given_, **how)] == expected, name
        assert {*counting(given_, **how)} <= {*given_}
    for best in (0, -1):
        with pytest.raises(ValueError, match=f"not {best}"):
            counting(SERIES, best=best)
    assert added(7, counting(SERIES, best=3)) == Result(entrant=7, performance=2800, won=30, lost=6)
    assert added(7, counting([])) == Result(entrant=7, performance=0, won=0, lost=0)


@pytest.mark.slow
@given(series_results, st.integers(1, 7), st.none() | st.sets(st.integers(1, 8)), st.randoms())
def test_no_other_choice_of_as_many_series_ranks_higher(results, best, series, random):
    """Show SkWO 5.2: in whatever order they were entered."""

    def merit(some):
        total = added(1, some)
        return (total.performance, total.won, -total.lost)

    shuffled = results.copy()
    random.shuffle(shuffled)
    chosen = counting(results, series=series, best=best)
    eligible = [one for one in results if series is None or one.series in series]

    assert len(chosen) == min(best, len(eligible))
    assert merit(chosen) == max(merit(some) for some in combinations(eligible, len(chosen)))
    assert counting(shuffled, series=series, best=best) == chosen


def member(entrant, performance, won=10, lost=2):
    return Result(entrant=entrant, performance=performance, won=won, lost=lost)


THREE = [member(1, 3000, 30, 3), member(2, 2800, 28, 4), member(3, 2223, 20, 5)]


def test_a_team_is_the_sum_of_its_members_and_scaled_as_in_practice():
    for members, size, expected, shown in (
        (THREE, 4, (Fraction(8023 * 4, 3), 104, 16), "10697.33"),
        ([*THREE, member(4, -23, 0, 9)], 4, (8000, 78, 21), "8000"),
        (THREE[:1], 2, (6000, 60, 6), "6000"),
    ):
        team = ranking.team_result(9, members, size=size)
        assert (team.entrant, team.performance, team.won, team.lost) == (9, *expected)
        assert str(ranking.shown_points(team.performance)) == shown
    for count in (0, 3):
        with pytest.raises(ValueError, match=f"{count} members in a team of 2"):
            ranking.team_result(1, THREE[:count], size=2)


def fraction(entrant, *of):
    return TeamResult(entrant=entrant, **dict(zip(("performance", "won", "lost"), map(Fraction, of), strict=True)))


def test_teams_are_ranked_by_what_they_have_not_by_what_is_shown():
    scaled, close = fraction(1, "32092/3", 9, 1), fraction(2, "1069733/100", 99, 0)

    assert ranking.shown_points(scaled.performance) == ranking.shown_points(close.performance)
    assert [place.result.entrant for place in ranking.ranked_teams([close, scaled])] == [1, 2]


def test_tied_teams_go_by_games_won_then_lost_then_lot_or_share_the_place_5_2():
    teams = [fraction(1, 100, "40/3", "7/3"), fraction(2, 100, "41/3", 3), fraction(3, 100, "40/3", 2)]
    teams.append(replace(teams[0], entrant=4))
    alike = [ranking.team_result(n, THREE, size=3) for n in (5, 3)]

    assert tied(teams) == ((1, 4),)
    assert [place.result.entrant for place in ranking.ranked_teams(teams, lots={4: 1, 1: 2})] == [2, 3, 4, 1]
    shared = [(place.rank, place.shared, place.result.entrant) for place in ranking.ranked_teams(alike)]
    assert shared == [(1, True, 3), (1, True, 5)]
    assert [(place.rank, place.shared) for place in ranking.ranked_teams(alike, lots={3: 2, 5: 1})] == [
        (1, False),
        (2, False),
    ]


def test_points_are_shown_with_two_decimals_or_none():
    shown = {"0": "0", "-5": "-5", "1/3": "0.33", "2/3": "0.67", "1/2": "0.50", "1/8": "0.13", "-1/8": "-0.13"}
    shown |= {"-2/3": "-0.67", "1/200": "0.01", "1/201": "0.00", "-1/201": "0.00"}
    shown |= {f"{10**30 + 1}/3": f"{'3' * 30}.67"}

    assert {points: str(ranking.shown_points(Fraction(points))) for points in shown} == shown


@pytest.mark.slow
@given(*[st.fractions(min_value=-20_000, max_value=20_000, max_denominator=50)] * 2)
def test_what_is_shown_is_off_by_half_a_hundredth_at_most_and_never_in_another_order(points, other):
    assert abs(Fraction(ranking.shown_points(points)) - points) <= Fraction(1, 200)
    assert ranking.shown_points(-points) == -ranking.shown_points(points)
    assert (points < other) <= (ranking.shown_points(points) <= ranking.shown_points(other))


@given(results.filter(bool), st.integers(0, 3))
def test_a_team_short_of_members_has_their_average_for_each_missing_one(members, missing):
    there = ranking.team_result(1, members, size=len(members))
    short = ranking.team_result(1, members, size=len(members) + missing)

    assert short.performance == there.performance + missing * there.performance / len(members)
    assert short.won - short.lost == (there.won - there.lost) * Fraction(len(members) + missing, len(members))
