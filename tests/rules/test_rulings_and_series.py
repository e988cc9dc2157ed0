"""SkWO 7.3.2: what a correction makes of a list before it is made.

Chosen series and the best n of m, ranked by SkWO 5.2.
"""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.results.ranking import Result
from scoring.rules.results.series import SeriesResult, added, counting
from scoring.rules.rulings import as_it_stands, changes, corrected, ended_by_breach, refused
from tests.strategies import game_lists, line, lost, series_results

GRAND = line("grand", 2)


ONE = GameList(seats=4, deals=(Deal(number=1, declarer=2, played=GRAND),))


def test_a_deal_takes_the_place_of_its_number_or_comes_last():
    other = Deal(number=1, declarer=3, played=GRAND)
    following = Deal(number=2, declarer=3, played=GRAND)

    assert corrected(ONE, other).deals == (other,)
    assert corrected(ONE, following).deals == (*ONE.deals, following)


def test_what_the_rules_refuse_is_named():
    assert [one.problem.code for one in refused(ONE, Deal(number=1, declarer=1, played=GRAND))] == ["dealer-played"]
    assert [one.problem.code for one in refused(ONE, Deal(number=3))] == ["wrong-number"]
    assert refused(ONE, Deal(number=2)) == ()


def test_an_entry_is_overruled_only_where_it_has_to_be():
    below = Deal(number=1, declarer=2, played=line("hearts", 1, bid=50), overruled=True)
    allowed = Deal(number=1, declarer=2, played=lost("clubs", 1), overruled=True)

    assert as_it_stands(ONE, below) == below
    assert as_it_stands(ONE, allowed) == replace(allowed, overruled=False)
    assert as_it_stands(ONE, replace(below, overruled=False)) == replace(below, overruled=False)


@given(game_lists(seats=4), game_lists(seats=4))
def test_the_changes_are_the_difference_of_the_performances(before, after):
    found = changes(before, after)

    performances = [[rating(tally, seats=4).performance for tally in tallies(one)] for one in (before, after)]
    assert [one.change for one in found] == [new - old for old, new in zip(*performances, strict=True)]
    assert [one.seat for one in found] == [1, 2, 3, 4]


@given(game_lists(), st.data())
def test_a_correction_taken_back_changes_nothing(game_list, data):
    if not game_list.deals:
        return
    old = data.draw(st.sampled_from(game_list.deals))
    passed = corrected(game_list, Deal(number=old.number))

    assert corrected(passed, old) == game_list
    assert [one.change for one in changes(passed, game_list)] == [-one.change for one in changes(game_list, passed)]


def test_two_tables_are_not_compared():
    with pytest.raises(ValueError, match="a list of 4 seats cannot become one of 3"):
        changes(ONE, GameList(seats=3))


def test_a_breach_decides_what_was_announced_at_the_simple_level():
    entry = Deal(number=1, declarer=2, played=line("clubs", 1, schneider=True, bid=18), overruled=True)

    assert ended_by_breach(entry, won_by_declarer=True) == Deal(number=1, declarer=2, played=line("clubs", 1, bid=18))
    assert ended_by_breach(entry, won_by_declarer=False).played == lost("clubs", 1, bid=18)
    with pytest.raises(ValueError, match="nobody played"):
        ended_by_breach(Deal(number=1), won_by_declarer=True)


def test_a_level_denied_by_then_is_not_given():
    entry = Deal(number=1, declarer=2, played=line("hearts", 1, "hand", schneider=True, bid=40))

    assert ended_by_breach(entry, won_by_declarer=True, opponents_points=30).played.won
    assert not ended_by_breach(entry, won_by_declarer=True, opponents_points=31).played.won


def earned(series, performance, won=10, lost=2):
    return SeriesResult(series=series, performance=performance, won=won, lost=lost)


def numbers(results, **how):
    return [one.series for one in counting(results, **how)]


FOUR = [earned(3, 700), earned(1, 1200), earned(4, -50), earned(2, 900)]


def test_all_series_count_in_their_order():
    assert counting(FOUR) == (earned(1, 1200), earned(2, 900), earned(3, 700), earned(4, -50))


def test_only_chosen_series_count():
    assert numbers(FOUR, series={1, 4, 9}) == [1, 4]
    assert numbers(FOUR, series=()) == []


@pytest.mark.parametrize(
    ("best", "expected"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (9, [1, 2, 3, 4])]
)
def test_the_best_ones_count(best, expected):
    assert numbers(FOUR, best=best) == expected


def test_the_best_of_the_chosen_ones_count():
    assert numbers(FOUR, series=range(2, 5), best=2) == [2, 3]


@pytest.mark.parametrize(
    "better",
    [
        pytest.param(earned(3, 900, won=11, lost=5), id="5.2-more-games-won"),
        pytest.param(earned(3, 900, lost=1), id="5.2-fewer-games-lost"),
    ],
)
def test_of_equal_points_the_better_series_counts(better):
    assert numbers([earned(2, 900), better], best=1) == [3]


def test_of_equal_series_the_earlier_counts():
    assert numbers([earned(5, 900), earned(2, 900)], best=1) == [2]


def test_a_series_not_played_does_not_replace_a_bad_one():
    assert numbers([earned(1, 800), earned(2, -50)], best=2) == [1, 2]


def test_a_series_at_zero_is_a_result():
    assert numbers([earned(1, 0, won=0, lost=0), earned(2, -50)], best=1) == [1]


@pytest.mark.parametrize("best", [0, -1])
def test_at_least_one_series_counts(best):
    with pytest.raises(ValueError, match=f"not {best}"):
        counting(FOUR, best=best)


def test_what_counts_is_added_up_5_1():
    assert added(7, counting(FOUR, best=3)) == Result(entrant=7, performance=2800, won=30, lost=6)


def test_nothing_comes_to_nothing():
    assert added(7, counting([])) == Result(entrant=7, performance=0, won=0, lost=0)


@given(series_results, st.integers(1, 7), st.none() | st.sets(st.integers(1, 8)))
def test_no_other_choice_of_as_many_series_ranks_higher(results, best, series):
    """Show SkWO 5.2."""

    def merit(some):
        total = added(1, some)
        return (total.performance, total.won, -total.lost)

    chosen = counting(results, series=series, best=best)
    eligible = [one for one in results if series is None or one.series in series]

    assert len(chosen) == min(best, len(eligible))
    assert merit(chosen) == max(merit(some) for some in combinations(eligible, len(chosen)))


@given(series_results, st.integers(1, 7), st.randoms())
def test_the_order_of_entry_does_not_matter(results, best, random):
    shuffled = results.copy()
    random.shuffle(shuffled)

    assert counting(shuffled, best=best) == counting(results, best=best)
