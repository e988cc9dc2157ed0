"""Chosen series and the best n of m, ranked by SkWO 5.2."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results.ranking import Result
from scoring.rules.results.series import SeriesResult, added, counting
from tests.support.strategies import series_results


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
