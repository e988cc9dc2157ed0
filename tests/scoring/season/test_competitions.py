"""Competitions of a year: rules that clubs publish by hand, teams and clubs, what a place needs; and seats in a match.

Seats are counted: 96 of 96 opponents, and each case of incomplete teams by itself.
"""

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.fixtures import MatchSeat, StepIn, Verdict, case_of, case_seats, match_seats
from scoring.season.rules.lists import Count, Flaw, ImpossibleRule, Rule, SeasonList, Tie, half_year, team_lists
from scoring.season.rules.standings import LEAST, MOST, Ahead, Reason, Shortfall, needed, standings
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
    lists = [(at, part, one) for at, pair in enumerate(evenings, start=1) for part, one in enumerate(pair, start=1)]
    of = dict(enumerate(groups, start=1))
    a_list = partial(SeasonList, player=player)
    return [
        a_list(evening=at, series=2 * at + part, part=part, performance=total, group=of.get(at, ""))
        for at, part, total in lists
    ]


def values(rule, lists, **how):
    return {row.account.entrant: row.account.performance for row in standings(rule, lists, **how)}


def places(rule, lists, **how):
    return {row.account.entrant: row.place for row in standings(rule, lists, **how)}


def account_of(rule, lists, player=1, **how):
    return next(row.account for row in standings(rule, lists, **how) if row.account.entrant == player)


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
        for part, value, lists in (({1}, 900, 2), ({2}, 1500, 2), (None, 2400, 4)):
            rule = Rule(count=Count.SUM, parts=part and frozenset(part))
            account = account_of(rule, two_a_night(1, (400, 700), (500, 800)))
            assert (account.performance, account.lists) == (value, lists)
            assert set(series_dropped(account).values()) == ({Reason.OTHER_SERIES} if part else set())

    def test_points_for_the_best_and_the_worst_of_an_evening(self):
        rule = Rule(count=Count.PLACES, points=(5, 3), last_points=(2,))
        lists = played(1, 900, 100) + played(2, 800, 200) + played(3, 700, 300) + played(4, 600)

        # First evening 5, 3, 0, 2; second 1 is last, 2, 3 is best.
        assert values(rule, lists) == {1: 7, 2: 6, 3: 5, 4: 2}


class TestQuotas:
    def test_best_two_of_each_half_year(self):
        halves = [half_year(date(2026, number, 1)) for number in (5, 6, 7)]
        lists = two_a_night(1, (900, 800), (700, 1000), (100, 200), groups=halves)

        account = account_of(Rule(count=Count.BEST, best_of_group=2), lists)

        assert account.performance == 1000 + 900 + 100 + 200
        dropped = {out.season_list.performance: out.reason for out in account.dropped}
        assert dropped == {700: Reason.OVER_QUOTA, 800: Reason.OVER_QUOTA}

    def test_best_3_of_type_a_and_best_2_of_type_b_and_none_of_c(self):
        rule = Rule(count=Count.BEST, quotas=(("A", 3), ("B", 2), ("C", 0)))
        lists = two_a_night(1, (100, 200), (300, 400), (500, 600), (700, 0), (9000, 1), groups="AABBC")
        lists += [replace(one, series=one.series + 20) for one in two_a_night(1, (50, 60), groups="D")]

        # A: 400, 300, 200; B: 700, 600; C nothing; D has no quota.
        assert account_of(rule, lists).performance == 900 + 1300 + 110

    def test_the_best_of_what_the_quotas_leave(self):
        rule = Rule(count=Count.BEST, best=3, best_of_group=2)
        lists = two_a_night(1, (900, 800), (700, 600), groups="AB")
        lists += [replace(one, series=one.series + 20) for one in two_a_night(1, (850, 1), groups="A")]

        account = account_of(rule, lists)

        assert account.performance == 900 + 850 + 700
        reasons = {out.season_list.performance: out.reason for out in account.dropped}
        assert reasons == {800: Reason.OVER_QUOTA, 1: Reason.OVER_QUOTA, 600: Reason.NOT_AMONG_BEST}


class TestTies:
    EQUAL = played(1, 500, 500, 500, 100) + played(2, 700, 600, 300) + played(3, 700, 300, 600)

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
            assert places(Rule(count=Count.SUM, ties=ties), self.EQUAL) == ranks, ties
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
    missing = ("fehlt 1 Liste", "fehlt 1 Abend", "fehlen 2 Listen", "fehlen 1 Liste, 1 Abend")
    amounts = ({"lists": 1}, {"evenings": 1}, {"lists": 2}, {"lists": 1, "evenings": 1})
    with translation.override("de"):
        found = [short(Shortfall(**amount)) for amount in amounts]
        assert found == [f"noch nicht platziert: Es {one}" for one in missing]
        assert short(Shortfall()) == ""


TEAMS, SEEDS = (11, 12, 13, 14), ["a", "b", "Anlage 10"]


def met(plan):
    return Counter(tuple(sorted(pair)) for tables in plan for table in tables for pair in combinations(table, 2))


def sizes(tables):
    return sorted(map(len, tables), reverse=True)


def test_nobody_meets_an_opponent_twice_a_day_nor_a_team_mate_ever():
    for seed, (teams, tables), series in product(SEEDS, ((3, 4), (4, 4), (5, 5)), (1, 2, 3, 4)):
        names = range(1, teams + 1)
        plan = match_seats(names, series=series, seed=seed)
        assert len(plan) == series
        assert set(met(plan).values()) == {1}
        assert all(one.team != other.team for one, other in met(plan))
        everybody = [MatchSeat(team, player) for team in names for player in range(1, 5)]
        for one in plan:
            assert len(one) == tables
            assert sorted(seat for table in one for seat in table) == everybody


def test_in_four_series_sixteen_meet_all_their_opponents_the_fours_in_the_fourth_alone_and_have_each_seat_once():
    for seed in SEEDS:
        plan = match_seats(TEAMS, series=4, seed=seed)
        assert (len(met(plan)), set(met(plan).values())) == (96, {1})
        fours = [sum(seat.player == 4 for seat in table) for tables in plan for table in tables]
        assert fours == [1] * 12 + [4, 0, 0, 0]
        places = Counter((seat, at) for tables in plan for table in tables for at, seat in enumerate(table))
        assert (len(places), set(places.values())) == (64, {1})


class TestIncomplete:
    @pytest.mark.slow
    def test_empty_chairs_may_be_taken_at_any_round(self):
        presents = ((4, 4, 4, 4), (4, 4, 4, 3), (4, 4, 3, 3), (3, 4, 3, 4), (4, 3, 3, 3))
        for series, present in product((3, 4), presents):
            case, tables = case_of(dict(zip(TEAMS, present, strict=True))), sorted(present, reverse=True)
            plan = case_seats(case, series=series, seed="a")
            assert (case.verdict, list(case.tables)) == (Verdict.PLAYED, tables)
            assert case.players_step_in is (None if present == (4, 4, 4, 4) else StepIn.ANY_ROUND)
            there = [MatchSeat(t, p) for t, n in zip(TEAMS, present, strict=True) for p in range(1, n + 1)]
            for one in plan:
                assert sizes(one) == tables
                assert sorted(seat for table in one for seat in table) == there
            assert all(one.team != other.team for one, other in met(plan))
            # Only in a fourth series may two meet again, where more than one is missing.
            again = sum(times - 1 for times in met(plan).values())
            assert again <= (3 if series == 4 and present.count(3) > 1 else 0), present

    @pytest.mark.slow
    def test_four_teams_of_three_play_at_three_tables_and_change_at_the_next_series_only(self):
        case = case_of(dict.fromkeys(TEAMS, 3))

        assert (case.tables, case.players_step_in) == ((4, 4, 4), StepIn.NEXT_SERIES)
        for tables in case_seats(case, series=2, seed="a"):
            assert sizes(tables) == [4, 4, 4]
            assert all({seat.team for seat in table} == set(TEAMS) for table in tables)

    def test_three_full_teams_play_at_four_tables_of_three(self):
        for there in (0, 1, 2):
            case = case_of({11: 4, 12: 4, 13: there, 14: 4})

            assert (case.verdict, case.playing, case.absent) == (Verdict.PLAYED, (11, 12, 14), (13,))
            assert case.tables == (3, 3, 3, 3)
            plan = case_seats(case, series=4, seed="a")
            assert all(len({seat.team for seat in table}) == 3 for tables in plan for table in tables)
            assert set(met(plan).values()) == {1}

    def test_a_team_with_fewer_than_three_may_enter_with_three_at_a_round_if_no_table_has_to_change(self):
        assert case_of({11: 4, 12: 4, 13: 4, 14: 2}).team_enters is StepIn.ANY_ROUND
        assert case_of({11: 4, 12: 4, 13: 2, 14: 2}).team_enters is StepIn.NEXT_SERIES

    def test_the_chairs_of_a_team_that_enters_are_free(self):
        three, four = (match_seats(teams, series=4, seed="a") for teams in (TEAMS[:3], TEAMS))
        without = [[tuple(seat for seat in table if seat.team != 14) for table in tables] for tables in four]
        assert without == [list(tables) for tables in three]

    @pytest.mark.slow
    def test_two_teams_play_only_if_both_have_four(self):
        case = case_of({11: 4, 12: 0, 13: 0, 14: 4})

        assert (case.verdict, case.tables) == (Verdict.PLAYED, (4, 4))
        for tables in case_seats(case, series=2, seed="a"):
            assert all(Counter(seat.team for seat in table) == {11: 2, 14: 2} for table in tables)
        for present in ({11: 4, 12: 0, 13: 0, 14: 3}, {11: 3, 12: 0, 13: 2, 14: 3}):
            assert case_of(present).verdict is Verdict.NOT_PLAYED

    def test_one_team_plays_against_nobody_and_one_that_refuses_to_play_like_this_is_absent(self):
        for present in ((4, 0, 0, 0), (4, 2, 2, 2), (0, 0, 0, 0)):
            case = case_of(dict(zip(TEAMS, present, strict=True)))
            assert (case.verdict, case.playing, case.tables) == (Verdict.NOT_PLAYED, (), ()), present
        refusing = case_of({11: 4, 12: 4, 13: 3, 14: 4}, refusing={13})
        assert refusing == case_of({11: 4, 12: 4, 13: 0, 14: 4})

    def test_what_the_cases_do_not_say_is_not_made_up(self):
        case = case_of({11: 4, 12: 4, 13: 3, 14: 0})
        assert (case.verdict, case.tables) == (Verdict.UNDECIDED, ())
        with pytest.raises(ValueError, match="undecided"):
            case_seats(case, series=3, seed="a")
        for present in ({1: 4, 2: 4, 3: 4}, {1: 5, 2: 4, 3: 4, 4: 4}, {1: -1, 2: 4, 3: 4, 4: 4}):
            with pytest.raises(ValueError, match="present"):
                case_of(present)


def test_what_is_no_match_is_refused():
    for teams, how in (
        ((1, 2), {"series": 3}),
        ((1, 1, 2), {"series": 3}),
        (TEAMS, {"series": 0}),
        (TEAMS, {"series": 5}),
        (TEAMS, {"series": 3, "missing": [MatchSeat(11, 3)]}),
        (TEAMS, {"series": 3, "missing": [MatchSeat(99, 4)]}),
        ((1, 2, 3), {"series": 3, "missing": [MatchSeat(1, 4)]}),
    ):
        with pytest.raises(ValueError):  # noqa: PT011, which of several it is does not matter
            match_seats(teams, seed="a", **how)


OF_CLUBS = {1: 10, 2: 10, 3: 10, 4: 20}


def test_of_a_team_the_best_count_in_each_series():
    lists = played(1, 900, 100) + played(2, 800, 800) + played(3, 100, 700) + played(4, 1000, 1000) + played(5, 9999)
    found = team_lists(lists, OF_CLUBS, size=2)
    told = [(one.player, one.evening, one.performance) for one in found]
    assert told == [(10, 1, 1700), (10, 2, 1500), (20, 1, 1000), (20, 2, 1000)]
    assert values(Rule(count=Count.BEST, best=1), found) == {10: 1700, 20: 1000}
    # Two series of an evening stay apart.
    found = team_lists(two_a_night(1, (100, 200)) + two_a_night(2, (10, 20)), {1: 1, 2: 1}, size=2)
    assert [(one.part, one.performance) for one in found] == [(1, 110), (2, 220)]


def test_ladies_are_ranked_among_themselves():
    lists = played(1, 900) + played(2, 800) + played(3, 700)
    ladies = {2, 3}
    points = Rule(count=Count.PLACES, points=(3, 2, 1))

    assert places(Rule(count=Count.SUM), lists, members=ladies) == {2: 1, 3: 2}
    assert values(points, lists, members=ladies) == {2: 2, 3: 1}
    assert values(points, [one for one in lists if one.player in ladies]) == {2: 3, 3: 2}


NEXT = [Ahead(evening=4, series=4)]
LISTS = played(1, 500, 700, 600) + played(2, 900, 800, 1000) + played(3, 1000, 700, 900)


def need(rule, *, aim=1, ahead=NEXT, lists=LISTS, player=1, entrants=3):
    return needed(rule, lists, player=player, aim=aim, ahead=ahead, entrants=entrants)


def test_what_a_place_needs_follows_from_how_it_is_counted():
    two = [Ahead(evening=4, series=4), Ahead(evening=5, series=5)]
    far = played(1, 0) + played(2, 2 * MOST)
    for said, points, found in (
        # 1 has 1,800, 3 has 2,600, 2 has 2,700; equal is as good.
        ("the distance of a sum", 900, need(Rule(count=Count.SUM))),
        ("the distance of a sum", 800, need(Rule(count=Count.SUM), aim=2)),
        ("over two lists half of it in each", 450, need(Rule(count=Count.SUM), ahead=two)),
        # 1 has 700 and 600, 2 has 1,000 and 900: 1,900 - 700.
        ("of the best two the worse one is replaced", 1200, need(Rule(count=Count.BEST, best=2))),
        # 2 has an average of 900: 4 x 900 - 1,800.
        ("an average needs all four", 1800, need(Rule(count=Count.AVERAGE))),
        ("who is before by more than any list", LEAST, need(Rule(count=Count.BEST, best=3), player=2)),
        ("what no list gives", None, need(Rule(count=Count.SUM), lists=far)),
    ):
        assert found.points == points, said


def test_where_places_give_points_a_place_is_needed():
    rule = Rule(count=Count.PLACES, points=(10, 6, 3))

    # So far 2 has 6 + 10 + 10, 3 has 10 + 6 + 6, 1 has 3 + 6 + 3: 12 + 10 = 22 reaches 3 and not 2.
    assert [need(rule, aim=aim).place for aim in (1, 2, 3)] == [None, 1, 3]


@pytest.mark.slow
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


def test_nothing_ahead_leaves_what_is_and_who_is_short_of_the_minimum_even_then_is_told_what_is_missing():
    reached = [need(Rule(count=Count.SUM), aim=aim, ahead=[]).points == LEAST for aim in (1, 2, 3)]
    assert reached == [False, False, True]
    found = need(Rule(count=Count.SUM, minimum=9))
    assert (found.points, found.short.lists) == (None, 5)


def test_a_short_series_counts_as_one_list_or_by_its_rounds():
    whole, half = played(1, 1000, 500)
    for rule, value in (
        (Rule(count=Count.AVERAGE), 750),
        (Rule(count=Count.AVERAGE, by_rounds=True), 1000),
        (Rule(count=Count.AVERAGE, by_rounds=True, absent=100, minimum=3), Fraction(1600, Fraction(5, 2))),
        (Rule(count=Count.AVERAGE, by_rounds=True, whole_evenings=True), 750),
        (Rule(count=Count.SUM, by_rounds=True), 1500),
    ):
        (row,) = standings(rule, [whole, replace(half, rounds=6)])
        assert row.account.performance == value, rule
