"""Laws of all competitions: nothing is lost between what counts and what is dropped, and the order is of value."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.rule import Count, Rule, Tie
from scoring.season.rules.competitions.standings import standings

pytestmark = pytest.mark.slow

TOTALS = st.integers(-300, 2000) | st.sampled_from([0, 500, 900])


@st.composite
def seasons(draw):
    """Draw some evenings of one or two series each."""
    found = []
    for evening in range(1, draw(st.integers(1, 5)) + 1):
        for part in range(1, draw(st.integers(1, 2)) + 1):
            for player in draw(st.sets(st.integers(1, 6), max_size=6)):
                found.append(
                    SeasonList(
                        player=player,
                        evening=evening,
                        series=2 * evening + part,
                        part=part,
                        performance=draw(TOTALS),
                        won=draw(st.integers(0, 3)),
                        lost=draw(st.integers(0, 2)),
                        group="AB"[evening % 2],
                    )
                )
    return found


rules = st.builds(
    Rule,
    count=st.sampled_from(Count),
    best=st.integers(1, 5),
    best_of_group=st.none() | st.integers(1, 3),
    quotas=st.just(()) | st.just((("A", 1),)),
    points=st.just((10, 8, 6)),
    whole_evenings=st.booleans(),
    parts=st.none() | st.just(frozenset({1})),
    absent=st.none() | st.integers(0, 500),
    minimum=st.integers(0, 4),
    bonus=st.just(()) | st.just(((2, 50), (4, 200))),
    ties=st.lists(st.sampled_from(Tie), unique=True).map(tuple),
)


@given(rules, seasons())
def test_each_list_counts_or_is_dropped_once(rule, lists):
    for row in standings(rule, lists):
        account = row.account
        own = [one for one in lists if one.player == account.entrant and (rule.parts is None or one.part in rule.parts)]
        taken = [*account.counted, *(out.one for out in account.dropped if out.one.part in (rule.parts or {1, 2}))]

        assert sum(one.lists for one in taken) == len(own)
        assert len({one.series for one in taken}) == len(taken)
        assert account.lists == len(own)


@given(rules, seasons())
def test_the_value_is_that_of_the_lists_that_count(rule, lists):
    for row in standings(rule, lists):
        account = row.account
        total = sum(one.performance for one in account.counted)
        if rule.count is Count.AVERAGE:
            number = len(account.counted) + account.filled
            total = Fraction(total + account.filled * (rule.absent or 0), number) if number else 0

        assert account.performance == total + account.bonus
        assert account.won == sum(one.won for one in account.counted)


@given(rules, seasons())
def test_those_ranked_stand_first_by_value_won_and_lost(rule, lists):
    rows = standings(rule, lists)
    ranked = [row for row in rows if row.place is not None]
    merits = [(-row.account.performance, -row.account.won, row.account.lost) for row in ranked]

    assert list(rows[: len(ranked)]) == ranked
    assert merits == sorted(merits)
    for row in ranked:
        assert row.place == 1 + sum(other.place < row.place for other in ranked)
        assert row.shared == (sum(other.place == row.place for other in ranked) > 1)


@given(rules, seasons(), st.randoms())
def test_the_order_of_the_lists_does_not_matter(rule, lists, random):
    before = standings(rule, lists)
    random.shuffle(lists)

    assert standings(rule, lists) == before


@given(seasons(), st.integers(1, 4))
def test_no_choice_of_n_lists_comes_to_more_than_the_best_n(lists, best):
    for row in standings(Rule(count=Count.BEST, best=best), lists):
        own = [one.performance for one in lists if one.player == row.account.entrant]
        chosen = combinations(own, min(best, len(own)))

        assert row.account.performance == max(sum(one) for one in chosen)


@given(seasons(), st.integers(1, 4), st.integers(1, 2))
def test_no_choice_within_quotas_comes_to_more(lists, best, of_group):
    for row in standings(Rule(count=Count.BEST, best=best, best_of_group=of_group), lists):
        own = [one for one in lists if one.player == row.account.entrant]
        within = [
            chosen
            for number in range(best + 1)
            for chosen in combinations(own, number)
            if all(sum(one.group == group for one in chosen) <= of_group for group in "AB")
        ]
        full = len(row.account.counted)

        # A list below zero counts too: as many count as may.
        assert full == max(map(len, within))
        assert row.account.performance == max(sum(c.performance for c in one) for one in within if len(one) == full)


@given(seasons())
def test_points_by_place_are_given_out_in_full_where_nobody_is_equal(lists):
    # Different powers of two: no two players come to the same on an evening, however many lists each has.
    lists = [replace(one, performance=2**at) for at, one in enumerate(lists)]
    rows = standings(Rule(count=Count.PLACES, points=(10, 8, 6)), lists)
    there = [len({one.player for one in lists if one.evening == evening}) for evening in range(1, 6)]

    assert sum(row.account.performance for row in rows) == sum(sum((10, 8, 6)[:number]) for number in there)
