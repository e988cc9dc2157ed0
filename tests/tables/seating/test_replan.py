"""SkWO 7.1.1: a published plan is kept when people leave or come; as few as possible are disturbed.

A kept plan is fair, and says what it cannot do.
"""

from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Policy, Wish
from tables.seating.records.record import fingerprint
from tables.seating.replanning.replan import replan
from tables.seating.report import Change, disturbed, report_of
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples
from tests.tables.seating.strategies import (
    QUICK,
    at_three,
    comings_and_goings,
    companies,
    entrants,
    lawful,
    repeats,
    seeds,
)


@pytest.mark.slow
class TestLaws:
    @pytest.mark.thorough
    @settings(max_examples=examples(30), deadline=None)
    @given(comings_and_goings(), seeds, st.randoms())
    def test_everyone_left_sits_once_and_fixed_tables_are_kept_in_whatever_order_they_are_named(
        self, event, seed, random
    ):
        field, plan, played, absent, late = event
        shuffled_absent, shuffled_late = absent.copy(), late.copy()
        random.shuffle(shuffled_absent)
        random.shuffle(shuffled_late)

        kept = replan(plan, played=played, absent=absent, late=late, seed=seed)

        assert kept == replan(plan, played=played, absent=shuffled_absent, late=shuffled_late, seed=seed)
        assert len(kept.series) == len(plan.series) - played
        lawful(kept, {e.number for e in field} - set(absent) | {e.number for e in late})
        for tables in kept.series:
            assert all(e.table is None or e.number in tables[e.table - 1] for e in [*field, *late])

    @settings(max_examples=examples(25), deadline=None)
    @given(st.integers(6, 44).filter(lambda n: n % 4 != 1), st.integers(0, 2), seeds, st.data())
    def test_one_who_leaves_changes_nobody_elses_company_while_there_are_fewer_than_three_threes(
        self, n, played, seed, data
    ):
        plan = draw(entrants(n, clubs=5), series=3, seed="base", policy=QUICK)
        gone = data.draw(st.integers(1, n))
        assume(n - 1 != 5)

        kept = replan(plan, played=played, absent=[gone], seed=seed)

        for before, after in zip(plan.series[played:], kept.series, strict=True):
            table = next(table for table in before if gone in table)
            changes = disturbed(before, after)
            if len(table) == 3:
                # There are no tables of two: one of a four has to come.
                assert [change.change for change in changes].count(Change.TABLE) == 1
                assert len(companies(before) & companies(after)) == len(before) - 2
                continue
            assert {change.number for change in changes} == set(table)
            for change in changes:
                assert change.company_gained == ()
                assert change.number == gone or change.company_lost == (gone,)
                assert change.change in (Change.LEAVES, Change.COMPANY) or change.number == table[3]

    @settings(max_examples=examples(25), deadline=None)
    @given(st.integers(6, 44).filter(lambda n: n % 4), st.integers(0, 2), seeds)
    def test_a_latecomer_takes_a_free_chair_at_three_and_nobody_else_is_disturbed(self, n, played, seed):
        plan = draw(entrants(n, clubs=5), series=3, seed="base", policy=QUICK)

        kept = replan(plan, played=played, late=[Entrant(number=99, club="Club 1")], seed=seed)

        for before, after in zip(plan.series[played:], kept.series, strict=True):
            at, table = next((at, table) for at, table in enumerate(after) if 99 in table)
            assert len(before[at]) == 3
            assert table == (*before[at], 99)
            assert [t for k, t in enumerate(before) if k != at] == [t for k, t in enumerate(after) if k != at]

    def test_a_substitute_takes_exactly_the_chair(self):
        plan = draw(entrants(22, clubs=5), series=3, seed="base", policy=QUICK)

        kept = replan(plan, played=1, absent=[7], late=[2000], seed="a")

        for before, after in zip(plan.series[1:], kept.series, strict=True):
            assert after == tuple(tuple(2000 if number == 7 else number for number in table) for table in before)

    @settings(max_examples=15, deadline=None)
    @given(st.sampled_from([16, 20, 32, 44]), seeds)
    def test_where_no_chair_is_free_a_table_is_opened_by_two_others(self, n, seed):
        plan = draw(entrants(n), series=2, seed="base", policy=QUICK)

        kept = replan(plan, played=0, late=[99], seed=seed)

        assert [change.change for change in disturbed(plan.series[0], kept.series[0])].count(Change.TABLE) == 2
        assert len(kept.series[0][-1]) == 3
        assert 99 in kept.series[0][-1]

    @settings(max_examples=15, deadline=None)
    @given(st.sampled_from([13, 17, 21, 33]), seeds, st.data())
    def test_a_fourth_empty_chair_breaks_up_one_table_of_three(self, n, seed, data):
        plan = draw(entrants(n), series=2, seed="base", policy=QUICK)
        gone = data.draw(st.integers(1, n))

        kept = replan(plan, played=0, absent=[gone], seed=seed)

        for before, after in zip(plan.series, kept.series, strict=True):
            changes = disturbed(before, after)
            moved = [change.number for change in changes if len(change.company_gained) > 1]
            at = len(next(table for table in before if gone in table))
            assert len(companies(before) & companies(after)) == len(before) - at
            assert len(moved) == at - 1
            assert sum(not change.company_gained for change in changes) <= 1 + 4

    @settings(max_examples=examples(30), deadline=None)
    @given(st.permutations(range(1, 14)), seeds)
    def test_the_table_broken_up_is_the_one_whose_people_meet_fewest_again(self, order, seed):
        """All ways compared: any of four tables, its three to the other three in any order."""
        history = [[order[at : at + 3] for at in (0, 3, 6)]]
        field = entrants(13)
        policy = Policy(clubs=Wish.IGNORED, threes=Wish.IGNORED, steps=2000)
        plan = draw(field, series=1, seed=seed, policy=QUICK)
        whole, *threes = sorted(plan.series[0], key=len, reverse=True)
        left = [entrant for entrant in field if entrant.number != whole[0]]
        tables = [whole[1:], *threes]

        how = {"played": 0, "absent": [whole[0]], "policy": policy}
        kept = replan(plan, seed=seed, **how)
        history_kept = replan(plan_by_hand(field, series=plan.series, history=history), seed="", **how)

        ways = [
            [(*table, one) for table, one in zip([t for t in tables if t is not broken], people, strict=True)]
            for broken in tables
            for people in permutations(broken)
        ]
        fewest = min(report_of(left, series=[way], history=history).repeated_meetings for way in ways)
        assert history_kept.report.repeated_meetings == fewest
        assert kept.report.repeated_meetings == 0

    def test_a_plan_is_kept_again_and_again_and_whole_when_nobody_comes_or_goes(self):
        plan = draw(entrants(19), series=4, seed="a", policy=QUICK)

        kept = replan(replan(plan, played=1, absent=[4], seed="b"), played=1, late=[4], seed="c")

        lawful(kept, range(1, 20))
        assert len(kept.series) == 2
        assert replan(plan, played=1, seed="b").series == plan.series[1:]


class TestFairness:
    def test_those_at_three_change_when_more_than_one_leaves_or_somebody_comes(self):
        plan = draw(entrants(48), series=6, seed="a")

        kept = replan(plan, played=0, absent=[5, 9, 20], seed="b")
        joined = replan(plan, played=1, late=[99], seed="b")

        assert repeats(kept.series) == 0
        assert all(number not in (5, 9, 20) for number in at_three(kept.series))
        assert max(at_three(joined.series).values()) <= 2
        assert repeats([plan.series[0], *joined.series]) <= 3

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("n", [70, pytest.param(1000, marks=pytest.mark.slow)])
    def test_an_event_with_people_leaving_and_coming_before_every_series(self, n):
        """3 % leave and 2 % come before each of the series; the plan is made once."""
        plan = draw(entrants(n), series=6, seed="a")
        played = [plan.series[0]]
        for at in range(1, 6):
            present = sorted({number for table in plan.series[0] for number in table})
            absent = present[at :: max(1, len(present) * 100 // (3 * len(present)))][: max(1, n * 3 // 100)]
            late = range(n * (at + 1), n * (at + 1) + n * 2 // 100)
            plan = replan(plan, played=1, absent=absent, late=late, seed=str(at))
            played.append(plan.series[0])

        assert repeats(played) <= 3
        assert max(at_three(played).values()) <= 3

    def test_apart_groups_choose_the_chair(self):
        field = [Entrant(number=n, apart=frozenset({"family"} if n in (9, 14) else ())) for n in range(1, 15)]
        plan = plan_by_hand(field, series=[[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14]]])

        how = {"played": 0, "late": [Entrant(number=20, apart=frozenset({"family"}))]}

        for seed in "abcdef":
            assert 20 in replan(plan, absent=[14], seed=seed, **how).series[0][3]
            assert replan(plan, absent=[1, 13], seed=seed, **how).report.apart_pairs == ()

    def test_a_hard_wish_asks_one_more_to_move_and_where_it_cannot_be_met_it_is_refused(self):
        field = [Entrant(number=n, apart=frozenset({"family"} if n == 13 else ())) for n in range(1, 16)]
        plan = plan_by_hand(field, series=[[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15]]])
        brother = Entrant(number=20, apart=frozenset({"family"}))

        wished = replan(plan, played=0, late=[brother], seed="a")
        hard = replan(plan, played=0, late=[brother], seed="a", policy=Policy(apart=Wish.HARD))

        assert [(pair.first, pair.second) for pair in wished.report.apart_pairs] == [(13, 20)]
        assert hard.report.apart_pairs == ()
        assert [c.change for c in disturbed(plan.series[0], hard.series[0])].count(Change.TABLE) == 1
        feud = [Entrant(number=n, apart=frozenset({"family"})) for n in range(1, 8)]
        plan = plan_by_hand(feud, series=[[[1, 2, 3, 4], [5, 6, 7]]])
        with pytest.raises(CannotSeat, match="apart-groups-meet"):
            replan(plan, played=0, late=[8], seed="", policy=Policy(apart=Wish.HARD))


class TestEdges:
    def test_of_those_who_leave_and_come_at_once_each_is_who_they_are_named_as(self):
        plan = draw(entrants(16), series=2, seed="a")
        really = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]]
        other = replan(plan, played=0, absent=[3], late=[Entrant(number=3, table=2)], seed="b")
        after = replan(plan, played=really, absent=[16], seed="b")
        named = replan(plan, played=0, absent=[Entrant(number=3)], seed="b")

        assert all(3 in tables[1] for tables in other.series)
        lawful(other, range(1, 17))
        for absent in ([], [5], [1, 2, 3]):
            kept = replan(plan, played=0, absent=absent, late=[Entrant(number=20, table=2)], seed="b")
            assert all(20 in tables[1] for tables in kept.series), absent
        assert (len(after.series), after.record["history"]) == (1, really)
        assert named == replan(plan, played=0, absent=[3], seed="b")

    def test_a_plan_by_standing_is_kept_too(self):
        plan = draw_by_standing(entrants(16, clubs=2), ranking=range(1, 17), seed="a")

        kept = replan(plan, played=0, absent=[1], seed="b")

        assert companies(kept.series[0]) >= {frozenset(t) for t in plan.series[0] if 1 not in t}

    def test_half_of_all_leave_and_a_new_hall_full_comes(self):
        large = draw(entrants(44), series=3, seed="a", policy=QUICK)
        small = draw(entrants(8), series=2, seed="a", policy=QUICK)

        lawful(replan(large, played=1, absent=range(1, 23), seed="b"), range(23, 45))
        lawful(replan(small, played=1, late=range(100, 131), seed="b"), [*range(1, 9), *range(100, 131)])

    def test_what_cannot_be(self):
        plan = draw(entrants(8), series=2, seed="a", policy=QUICK)

        for given_, code, numbers in (
            ({"played": 2}, "series-out-of-range", ()),
            ({"played": -1}, "series-out-of-range", ()),
            ({"played": 3}, "series-out-of-range", ()),
            ({"played": 0, "absent": [77]}, "not-in-plan", (77,)),
            ({"played": 0, "absent": [77], "late": [77]}, "not-in-plan", (77,)),
            ({"played": 0, "late": [2]}, "number-twice", (2,)),
            ({"played": 0, "absent": [1, 2, 3]}, "too-few-entrants", ()),
            ({"played": 0, "absent": [1], "late": [Entrant(number=9, table=3)]}, "no-such-table", (9,)),
        ):
            with pytest.raises(CannotSeat) as refused:
                replan(plan, seed="", **given_)
            assert (refused.value.code, refused.value.numbers) == (code, numbers), given_

    def test_the_same_on_every_python(self):
        tables = [[*map(list, (range(a, a + 4) for a in range(1, 20, 4))), [21, 22, 23]]]
        plan = plan_by_hand(entrants(23, clubs=3), series=tables * 2)

        kept = replan(plan, played=0, absent=[1, 5, 9], late=[50], seed="Grand ouvert")

        assert fingerprint(kept.series) == "35d50d9bbe92a7d5738fa53ed7e31b2183f2c93391ba6f4c4fe2042f85f1cc6b"
