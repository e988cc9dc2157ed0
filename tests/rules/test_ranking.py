"""SkWO 5.2: performance, own games won, fewer lost, then the lot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results.ranking import Result, ranked, tied
from tests.support.strategies import results


def result(entrant, performance=1000, won=10, lost=2):
    return Result(entrant=entrant, performance=performance, won=won, lost=lost)


def order(places):
    return [(place.rank, place.result.entrant, place.shared) for place in places]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({"performance": 1001, "won": 1, "lost": 9}, {}, id="5.2-performance-first"),
        pytest.param({"won": 11, "lost": 9}, {}, id="5.2-then-more-games-won"),
        pytest.param({}, {"lost": 3}, id="5.2-then-fewer-games-lost"),
    ],
)
def test_each_criterion_decides_before_the_next(better, worse):
    places = ranked([result(1, **worse), result(2, **better)], lots={1: 1, 2: 2})

    assert order(places) == [(1, 2, False), (2, 1, False)]


def test_equal_results_share_the_place_and_the_next_counts_on():
    places = ranked([result(3), result(9, performance=2000), result(1), result(7, performance=0)])

    assert order(places) == [(1, 9, False), (2, 1, True), (2, 3, True), (4, 7, False)]


def test_the_lowest_lot_goes_first():
    """Show SkWO 5.2."""
    places = ranked([result(1), result(2), result(3)], lots={1: 30, 2: 10, 3: 20})

    assert order(places) == [(1, 2, False), (2, 3, False), (3, 1, False)]


def test_whoever_has_not_drawn_yet_does_not_lose_by_it():
    places = ranked([result(1), result(2), result(3)], lots={2: 1, 3: 2})

    assert order(places) == [(1, 1, True), (1, 2, True), (1, 3, True)]


def test_equal_lots_leave_a_tie():
    places = ranked([result(1), result(2), result(3)], lots={1: 2, 2: 1, 3: 2})

    assert order(places) == [(1, 2, False), (2, 1, True), (2, 3, True)]


def test_a_lot_settles_its_own_tie_only():
    lots = {1: 2, 2: 1}
    places = ranked([result(1), result(2), result(3, won=9), result(4, won=9)], lots=lots)

    assert order(places) == [(1, 2, False), (2, 1, False), (3, 3, True), (3, 4, True)]


def test_only_ties_need_a_lot():
    given_results = [result(5), result(2), result(8, performance=2000), result(4, lost=3), result(1, lost=3)]

    assert tied(given_results) == ((2, 5), (1, 4))
    assert tied([result(1), result(2, won=11)]) == ()
    assert tied([]) == ()


def test_nobody_is_nobody():
    assert ranked([]) == ()


@given(results, st.randoms(), st.booleans())
def test_the_order_of_entry_does_not_matter(given_results, random, drawn):
    shuffled = given_results.copy()
    random.shuffle(shuffled)
    lots = {r.entrant: r.entrant % 3 for r in given_results} if drawn else None

    assert ranked(shuffled, lots=lots) == ranked(given_results, lots=lots)
    assert tied(shuffled) == tied(given_results)


@given(results)
def test_with_a_lot_for_everyone_no_place_is_shared(given_results):
    lots = {r.entrant: number for number, r in enumerate(given_results)}

    places = ranked(given_results, lots=lots)

    assert [place.rank for place in places] == list(range(1, len(given_results) + 1))
    assert not any(place.shared for place in places)


@given(results)
def test_without_lots_exactly_the_tied_share_their_places(given_results):
    places = ranked(given_results)
    sharing = {place.result.entrant for place in places if place.shared}

    assert sharing == {entrant for group in tied(given_results) for entrant in group}


@given(results)
def test_a_rank_counts_who_is_better(given_results):
    def merit(r):
        return (r.performance, r.won, -r.lost)

    for place in ranked(given_results):
        assert place.rank == 1 + sum(merit(other) > merit(place.result) for other in given_results)
