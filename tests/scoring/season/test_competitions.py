"""Competitions of a year: laws of all, rules that clubs publish by hand, teams and clubs, and what a place needs."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.lists import Count, Flaw, ImpossibleRule, Rule, SeasonList, Tie, half_year
from scoring.season.rules.standings import Reason, Shortfall, standings
from scoring.season.wording import short


def played(player, *totals, group="", won=0):
    """Return one list an evening, with so many points; None is an evening away."""
    return [
        SeasonList(player=player, evening=evening, series=evening, performance=total, won=won, group=group)
        for evening, total in enumerate(totals, start=1)
        if total is not None
    ]


def two_a_night(player, *evenings, groups=()):
    """Return two series an evening, written as pairs."""
    return [
        SeasonList(
            player=player,
            evening=evening,
            series=2 * evening + part,
            part=part,
            performance=total,
            group=groups[evening - 1] if groups else "",
        )
        for evening, pair in enumerate(evenings, start=1)
        for part, total in enumerate(pair, start=1)
    ]


def values(rule, lists, **how):
    """Return what each comes to."""
    return {row.account.entrant: row.account.performance for row in standings(rule, lists, **how)}


def places(rule, lists, **how):
    """Return the place of each, None where they are not ranked."""
    return {row.account.entrant: row.place for row in standings(rule, lists, **how)}


def account_of(rule, lists, player=1, **how):
    """Return what one player comes to."""
    return next(row.account for row in standings(rule, lists, **how) if row.account.entrant == player)


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


@pytest.mark.thorough
@pytest.mark.slow
@given(rules, seasons())
def test_each_list_counts_or_is_dropped_once(rule, lists):
    for row in standings(rule, lists):
        account = row.account
        own = [one for one in lists if one.player == account.entrant and (rule.parts is None or one.part in rule.parts)]
        dropped = [out.season_list for out in account.dropped]
        taken = [*account.counted, *(out for out in dropped if out.part in (rule.parts or {1, 2}))]

        assert sum(one.lists for one in taken) == len(own)
        assert len({one.series for one in taken}) == len(taken)
        assert account.lists == len(own)


@pytest.mark.thorough
@pytest.mark.slow
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


@pytest.mark.thorough
@pytest.mark.slow
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


@pytest.mark.thorough
@pytest.mark.slow
@given(rules, seasons(), st.randoms())
def test_the_order_of_the_lists_does_not_matter(rule, lists, random):
    before = standings(rule, lists)
    random.shuffle(lists)

    assert standings(rule, lists) == before


@pytest.mark.thorough
@pytest.mark.slow
@given(seasons(), st.integers(1, 4))
def test_no_choice_of_n_lists_comes_to_more_than_the_best_n(lists, best):
    for row in standings(Rule(count=Count.BEST, best=best), lists):
        own = [one.performance for one in lists if one.player == row.account.entrant]
        chosen = combinations(own, min(best, len(own)))

        assert row.account.performance == max(sum(one) for one in chosen)


@pytest.mark.thorough
@pytest.mark.slow
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


@pytest.mark.thorough
@pytest.mark.slow
@given(seasons())
def test_points_by_place_are_given_out_in_full_where_nobody_is_equal(lists):
    # Different powers of two: no two players come to the same on an evening, however many lists each has.
    lists = [replace(one, performance=2**at) for at, one in enumerate(lists)]
    rows = standings(Rule(count=Count.PLACES, points=(10, 8, 6)), lists)
    there = [len({one.player for one in lists if one.evening == evening}) for evening in range(1, 6)]

    assert sum(row.account.performance for row in rows) == sum(sum((10, 8, 6)[:number]) for number in there)


def series_dropped(account):
    return {out.season_list.series: out.reason for out in account.dropped}


class TestPublishedRules:
    def test_average_of_all_series_at_least_24_or_missing_lists_count_nothing(self):
        rule = Rule(count=Count.AVERAGE, minimum=24)
        lists = played(1, *[1000] * 23, 1100) + played(2, *[2000] * 23)

        assert values(rule, lists) == {1: Fraction(24100, 24), 2: 2000}
        assert places(rule, lists) == {1: 1, 2: None}
        assert account_of(rule, lists, 2).short.lists == 1
        filled = account_of(replace(rule, absent=0), played(1, *[1200] * 20))
        assert (filled.performance, filled.filled, filled.ranked) == (1000, 4, True)
        assert standings(rule, []) == ()  # who has no list is in no table

    def test_36_evenings_counted_and_ranked_from_20_on(self):
        rule = Rule(count=Count.BEST, best=36, whole_evenings=True, minimum_evenings=20)
        regular = two_a_night(1, *[(500, 400)] * 37, (600, 600), (100, 100))
        rare = two_a_night(2, *[(900, 900)] * 19)

        account = account_of(rule, regular)
        # 39 evenings: 1,200 and 35 of 900 count, two of 900 and the one of 200 do not.
        assert account.performance == 1200 + 35 * 900
        assert [out.season_list.evening for out in account.dropped] == [36, 37, 39]
        assert set(series_dropped(account).values()) == {Reason.NOT_AMONG_BEST}
        assert account_of(rule, rare, 2).short.evenings == 1

    def test_separate_cups_for_the_first_series_the_second_and_both(self):
        for part, value in (({1}, 900), ({2}, 1500), (None, 2400)):
            rule = Rule(count=Count.SUM, parts=part and frozenset(part))
            account = account_of(rule, two_a_night(1, (400, 700), (500, 800)))
            assert account.performance == value
            assert not part or set(series_dropped(account).values()) == {Reason.OTHER_SERIES}
            assert not part or account.lists == 2

    def test_points_for_the_best_and_the_worst_of_an_evening(self):
        rule = Rule(count=Count.PLACES, points=(5, 3), last_points=(2,))
        lists = played(1, 900, 100) + played(2, 800, 200) + played(3, 700, 300) + played(4, 600)

        # First evening 5, 3, 0, 2; second 1 is last, 2, 3 is best.
        assert values(rule, lists) == {1: 7, 2: 6, 3: 5, 4: 2}

    def test_best_25_of_30_and_best_12_of_16_series_at_8_events(self):
        account = account_of(Rule(count=Count.BEST, best=25), played(1, *range(100, 3100, 100)))
        assert account.performance == sum(range(600, 3100, 100))
        assert sorted(series_dropped(account)) == [1, 2, 3, 4, 5]

        account = account_of(Rule(count=Count.BEST, best=12), two_a_night(1, *[(1000, 100), (900, 800)] * 4))
        assert account.performance == 4 * (1000 + 900 + 800)
        assert [out.season_list.performance for out in account.dropped] == [100] * 4
        # So with evenings, by points of their places.
        lists = played(1, 900, 100, 900) + played(2, 800, 800, 800)
        assert values(Rule(count=Count.PLACES, points=(3, 2, 1), best=2), lists) == {1: 6, 2: 5}

    def test_bonus_from_30_series_on_by_their_number(self):
        rule = Rule(count=Count.SUM, bonus=((30, 500), (40, 1000)))
        bonus = {29: 0, 30: 500, 39: 500, 40: 1000, 41: 1000}

        assert {many: account_of(rule, played(1, *[0] * many)).performance for many in bonus} == bonus

    def test_guests_rank_beside_or_with_the_members(self):
        lists = played(1, 900) + played(2, 1000) + played(3, 800)

        assert places(Rule(count=Count.SUM), lists, members={1, 3}) == {1: 1, 3: 2}
        assert places(Rule(count=Count.SUM), lists, members={2}) == {2: 1}
        assert places(Rule(count=Count.SUM, guests=True), lists, members={1, 3}) == {2: 1, 1: 2, 3: 3}


class TestQuotas:
    def test_best_two_of_each_half_year(self):
        halves = [half_year(date(2026, number, 1)) for number in (5, 6, 7)]
        lists = two_a_night(1, (900, 800), (700, 1000), (100, 200), groups=halves)

        account = account_of(Rule(count=Count.BEST, best_of_group=2), lists)

        assert account.performance == 1000 + 900 + 100 + 200
        assert set(series_dropped(account).values()) == {Reason.OVER_QUOTA}
        assert sorted(out.season_list.performance for out in account.dropped) == [700, 800]

    def test_best_3_of_type_a_and_best_2_of_type_b_and_none_of_c(self):
        rule = Rule(count=Count.BEST, quotas=(("A", 3), ("B", 2), ("C", 0)))
        lists = two_a_night(1, (100, 200), (300, 400), (500, 600), (700, 0), (9000, 1), groups="AABBC")
        lists += [replace(one, series=one.series + 20) for one in two_a_night(1, (50, 60), groups="D")]

        # A: 400, 300, 200; B: 700, 600; C nothing; D has no quota.
        assert account_of(rule, lists).performance == 900 + 1300 + 110

    def test_the_best_of_what_the_quotas_leave(self):
        rule = Rule(count=Count.BEST, best=3, best_of_group=2)
        lists = two_a_night(1, (900, 800), (700, 600), groups="AB")
        more = [replace(one, series=one.series + 20) for one in two_a_night(1, (850, 1), groups="A")]

        account = account_of(rule, lists + more)

        assert account.performance == 900 + 850 + 700
        reasons = {out.season_list.performance: out.reason for out in account.dropped}
        assert reasons == {800: Reason.OVER_QUOTA, 1: Reason.OVER_QUOTA, 600: Reason.NOT_AMONG_BEST}


class TestTies:
    EQUAL = played(1, 500, 500, 500, 100) + played(2, 700, 600, 300) + played(3, 700, 300, 600)

    def ranked(self, *ties):
        return places(Rule(count=Count.SUM, ties=ties), self.EQUAL)

    def test_the_place_is_shared_unless_the_club_says_what_decides(self):
        for ties, ranks in (
            ((), {1: 1, 2: 1, 3: 1}),
            ((Tie.MORE_LISTS,), {1: 1, 2: 2, 3: 2}),
            ((Tie.MORE_EVENINGS,), {1: 1, 2: 2, 3: 2}),
            ((Tie.BEST_LISTS,), {2: 1, 3: 1, 1: 3}),
            # 1 was there on the fourth evening; on the third 3 has 600, 2 has 300.
            ((Tie.LAST_EVENINGS,), {1: 1, 3: 2, 2: 3}),
            ((Tie.BEST_LISTS, Tie.LAST_EVENINGS), {3: 1, 2: 2, 1: 3}),
        ):
            assert self.ranked(*ties) == ranks, ties
        fewer_lists = played(1, 900) + played(2, 900, 0)
        assert places(Rule(count=Count.SUM, ties=(Tie.BEST_LISTS,)), fewer_lists) == {2: 1, 1: 2}

    def test_games_won_and_lost_go_before_what_the_club_says(self):
        lists = [replace(one, won=2) for one in played(3, 1000)] + played(1, 500, 500)

        assert places(Rule(count=Count.SUM, ties=(Tie.MORE_LISTS,)), lists) == {3: 1, 1: 2}


def test_an_impossible_rule_cannot_be_made():
    for how, code in (
        ({"count": Count.BEST}, Flaw.NO_NUMBER),
        ({"count": Count.PLACES}, Flaw.NO_POINTS),
        ({"count": Count.SUM, "best": 0}, Flaw.LESS_THAN_ONE),
        ({"count": Count.SUM, "best_of_group": 0}, Flaw.LESS_THAN_ONE),
        ({"count": Count.SUM, "quotas": (("A", -1),)}, Flaw.NEGATIVE),
        ({"count": Count.SUM, "quotas": (("A", 1), ("A", 2))}, Flaw.GROUP_TWICE),
        ({"count": Count.SUM, "minimum": -1}, Flaw.NEGATIVE),
        ({"count": Count.SUM, "bonus": ((1, 2), (1, 3))}, Flaw.STEP_TWICE),
    ):
        with pytest.raises(ImpossibleRule) as refused:
            Rule(**how)
        assert refused.value.code is code, how


def test_what_is_missing_is_said_in_one_or_in_many():
    not_yet = "noch nicht platziert: Es"
    with translation.override("de"):
        assert short(Shortfall(lists=1)) == f"{not_yet} fehlt 1 Liste"
        assert short(Shortfall(evenings=1)) == f"{not_yet} fehlt 1 Abend"
        assert short(Shortfall(lists=2)) == f"{not_yet} fehlen 2 Listen"
        assert short(Shortfall(lists=1, evenings=1)) == f"{not_yet} fehlen 1 Liste, 1 Abend"
        assert short(Shortfall()) == ""
