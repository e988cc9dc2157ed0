"""Any seating can be looked at: what breaks the law, what it achieves, whom a change disturbs.

How good the plans are: who meets again, who sits at three again, seats, clubs, the hall.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.chance import Chance
from tables.seating.checks import verify
from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Policy
from tables.seating.report import Breach, Change, check_seating, disturbed, effect_of_swap, report_of
from tables.seating.sizes import CannotSeat
from tests.support.thorough import examples, thorough
from tests.tables.seating.strategies import QUICK, at_three, entrants, events, meetings, repeats, seeds

SERIES = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))


class TestTheLaw:
    @pytest.mark.thorough
    @settings(max_examples=15, deadline=None)
    @given(events(), st.integers(1, 3), seeds)
    def test_a_draw_keeps_it(self, event, series, seed):
        field, history = event
        plan = draw(field, series=series, seed=seed, history=history, policy=QUICK)

        assert check_seating((entrant.number for entrant in field), plan.series) == ()

    @pytest.mark.parametrize(
        ("tables", "found"),
        [
            ([[1, 2, 3, 4], [5, 6, 7]], [("not-seated", (), (8, 9, 10))]),
            ([[1, 2, 3, 4], [5, 6, 7], [8, 9, 9, 10]], [("seated-twice", (3, 3), (9,))]),
            ([[1, 2, 3, 4], [5, 6, 7, 77], [8, 9, 10]], [("unknown-number", (2,), (77,))]),
            ([[1, 2, 3, 4], [], [5, 6, 7], [8, 9, 10]], [("empty-table", (2,), ())]),
            ([[1, 2, 3, 4, 5], [6, 7, 8], [9, 10]], [("wrong", (1,), (1, 2, 3, 4, 5)), ("wrong", (3,), (9, 10))]),
            (
                [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 1]],
                [
                    ("seated-twice", (1, 4), (1,)),
                    ("unknown-number", (4,), (11,)),
                    ("too-many-threes", (1, 2, 3, 4), ()),
                ],
            ),
        ],
    )
    def test_every_breach_is_named_at_once(self, tables, found):
        problems = check_seating(range(1, 11), [SERIES, tables])

        wrong = [(code.replace("wrong", "table-of-wrong-size"), at, numbers) for code, at, numbers in found]
        assert [(p.code, p.tables, p.numbers) for p in problems] == wrong
        assert {p.series for p in problems} == {2}

    def test_every_breach_can_be_found(self):
        problems = check_seating([1, 2], [[[], [1, 1], [3, 4, 5], [6, 7, 8], [9, 10, 11], [12, 13, 14]]])

        assert {problem.code for problem in problems} == set(Breach)


class TestReport:
    @pytest.mark.thorough
    @settings(max_examples=examples(25), deadline=None)
    @given(events(), st.integers(1, 3), seeds)
    def test_it_is_that_of_the_draw(self, event, series, seed):
        field, history = event
        plan = draw(field, series=series, seed=seed, history=history, policy=QUICK)

        assert report_of(field, series=plan.series, history=history) == plan.report

    def test_strangers_and_fixed_tables_nobody_has_are_counted_too(self):
        report = report_of([Entrant(number=1, table=9, club="Asse"), Entrant(number=2, club="Asse")], series=[SERIES])

        assert [(pair.first, pair.second) for pair in report.club_pairs] == [(1, 2)]

    @pytest.mark.parametrize(
        ("tables", "code"),
        [([[1, 2, 3, 4, 5], [6, 7, 8]], "impossible-plan"), ([[1, 2, 3, 1]], "number-twice"), ([[1, 2]], "too-few")],
    )
    def test_what_cannot_be_counted(self, tables, code):
        with pytest.raises(CannotSeat) as refused:
            report_of([], series=[tables])

        assert refused.value.code.startswith(code)


class TestDisturbed:
    def test_table_seat_company_coming_and_leaving(self):
        after = ((1, 3, 2), (5, 6, 7, 4), (8, 9, 20))

        changes = {change.number: change for change in disturbed(SERIES, after)}

        assert {number: change.change for number, change in changes.items()} == {
            1: Change.COMPANY,
            2: Change.SEAT,
            3: Change.SEAT,
            4: Change.TABLE,
            5: Change.COMPANY,
            6: Change.COMPANY,
            7: Change.COMPANY,
            8: Change.COMPANY,
            9: Change.COMPANY,
            10: Change.LEAVES,
            20: Change.COMES,
        }
        four = changes[4]
        assert (four.table_before, four.seat_before, four.table, four.seat) == (1, 4, 2, 4)
        assert (four.company_lost, four.company_gained) == ((1, 2, 3), (5, 6, 7))
        assert (changes[10].table, changes[20].table_before) == (None, None)

    def test_nothing_changes_between_equals(self):
        assert disturbed(SERIES, [list(table) for table in SERIES]) == ()


class TestSwap:
    def test_its_effect_is_shown_before_it_is_made(self):
        field = [Entrant(number=n, club="Asse" if n in (1, 5) else None) for n in range(1, 11)]

        effect = effect_of_swap(field, series=[SERIES, SERIES], number=2, first=4, second=5)

        assert effect.series == (SERIES, ((1, 2, 3, 5), (4, 6, 7), (8, 9, 10)))
        assert effect.before == report_of(field, series=[SERIES, SERIES])
        assert effect.after == report_of(field, series=effect.series)
        assert (effect.before.club_pairs, len(effect.after.club_pairs)) == ((), 1)
        assert [c.number for c in effect.disturbed if c.change is Change.TABLE] == [4, 5]

    def test_two_at_one_table_only_change_seats(self):
        effect = effect_of_swap(entrants(10), series=[SERIES], number=1, first=1, second=3)

        assert [(c.number, c.change) for c in effect.disturbed] == [(1, Change.SEAT), (3, Change.SEAT)]
        assert effect.after.repeats == effect.before.repeats

    @pytest.mark.parametrize(("number", "second", "code"), [(2, 1, "series-out-of-range"), (1, 77, "not-in-plan")])
    def test_what_cannot_be_swapped(self, number, second, code):
        with pytest.raises(CannotSeat) as refused:
            effect_of_swap(entrants(10), series=[SERIES], number=number, first=4, second=second)

        assert refused.value.code == code


class TestByHand:
    def test_a_series_drawn_at_the_door_has_a_report_and_a_record(self):
        plan = plan_by_hand(entrants(10), series=[[*map(list, SERIES)]], history=[SERIES])

        assert plan.series == (SERIES,)
        assert plan.report.repeated_meetings == 12
        assert verify(plan.record) == ()

    @pytest.mark.parametrize(
        ("field", "code", "number"),
        [(entrants(11), "impossible-plan", 11), ([*entrants(10), Entrant(number=3)], "number-twice", 3)],
    )
    def test_a_plan_that_breaks_the_law_or_has_a_number_twice_is_refused(self, field, code, number):
        with pytest.raises(CannotSeat) as refused:
            plan_by_hand(field, series=[SERIES])

        assert (refused.value.code, refused.value.numbers) == (code, (number,))


BRIEF = Policy(steps=15_000)
"""Where some wish must stay open, the search would use all of its steps."""


@pytest.mark.thorough(after=1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "series"), [(16, 3), (18, 3), (20, 3), (24, 4), (26, 4), (43, 3), (48, 5), (102, 6), (200, 10)]
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_meets_twice_nor_sits_at_three_twice(n, series, seed):
    plan = draw(entrants(n), series=series, seed=seed)

    assert repeats(plan.series) == 0
    assert max(at_three(plan.series).values(), default=0) <= 1
    assert plan.report.repeated_meetings == 0
    assert plan.report.twice_at_three == ()


@pytest.mark.slow
@pytest.mark.parametrize("n", [16, 43, 48])
def test_chance_alone_would_repeat_many(n):
    """About 9/4 R(R-1) pairs at any size: the draw is worth its trouble."""
    plain = []
    for seed in range(3):
        order = Chance(str(seed), purpose="plain").shuffled(range(n))
        plain.append([order[at : at + 4] for at in range(0, n, 4)])

    assert repeats(plain) >= 5
    assert repeats(draw(entrants(n), series=3, seed="a").series) == 0


@pytest.mark.slow
def test_series_by_series_is_as_good_with_people_coming_and_going():
    history = []
    for number in range(6):
        field = entrants(59 + number)[number:]
        history.append(draw(field, series=1, seed=str(number), history=history).series[0])

    assert repeats(history) == 0
    assert max(at_three(history).values()) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_fourteen_over_three_series_share_the_tables_of_three(seed):
    """Eighteen such places for fourteen: some sit there twice, nobody three times."""
    plan = draw(entrants(14), series=3, seed=seed, policy=BRIEF)

    assert [[len(table) for table in tables] for tables in plan.series] == [[4, 4, 3, 3]] * 3
    assert max(at_three(plan.series).values()) <= plan.report.three_share == 2
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_fourteen_series_by_series_take_turns_at_three():
    """Of three who met at three, only two find a four without each other: two must go again."""
    history = []
    for seed in ("a", "b"):
        history.append(draw(entrants(14), series=1, seed=seed, history=history, policy=BRIEF).series[0])

    assert repeats(history) == 0
    assert sorted(at_three(history).values()) == [1] * 8 + [2] * 2


@pytest.mark.thorough
@pytest.mark.slow
def test_more_series_than_can_be_without_repeats_come_near_the_bound():
    plan = draw(entrants(12), series=6, seed="a", policy=BRIEF)

    assert plan.report.lower_bound == 6 * 18 - 66
    assert plan.report.lower_bound <= repeats(plan.series) <= plan.report.lower_bound + 12
    assert max(meetings(plan.series).values()) <= 3


@pytest.mark.slow
@pytest.mark.parametrize(("n", "clubs"), [(16, 4), (43, 5), (48, 12), (100, 4), (100, 40)])
def test_club_mates_do_not_meet_where_the_largest_club_allows(n, clubs):
    plan = draw(entrants(n, clubs=clubs), series=3, seed="a")

    assert plan.report.club_pairs == ()
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_a_club_larger_than_the_tables_is_spread_evenly():
    field = [Entrant(number=n, club="Asse" if n <= 20 else None) for n in range(1, 33)]

    plan = draw(field, series=2, seed="a")

    assert sum(pair.times for pair in plan.report.club_pairs) == plan.report.club_lower_bound == 2 * 16
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_apart_groups_come_before_repeats():
    """Nobody may meet anyone from the other table of three: all meet again."""
    feuds = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]
    field = [Entrant(number=n, apart=frozenset(str(feud) for feud in feuds if n in feud)) for n in range(1, 7)]

    plan = draw(field, series=1, seed="a", history=[[[1, 2, 3], [4, 5, 6]]], policy=QUICK)

    assert {frozenset(table) for table in plan.series[0]} == {frozenset({1, 2, 3}), frozenset({4, 5, 6})}
    assert [(pair.first, pair.second, pair.times) for pair in plan.report.repeats] == [
        (1, 2, 2),
        (1, 3, 2),
        (2, 3, 2),
        (4, 5, 2),
        (4, 6, 2),
        (5, 6, 2),
    ]


@pytest.mark.slow
def test_repeats_come_before_clubs():
    """Everyone has met all of the other club: the clubs sit among themselves."""
    field = [Entrant(number=n, club="Asse" if n <= 4 else "Buben") for n in range(1, 9)]
    met = [[[one, other] for one in range(1, 5)] for other in range(5, 9)]

    plan = draw(field, series=1, seed="a", history=met, policy=QUICK)

    assert plan.report.repeats == ()
    assert sum(pair.times for pair in plan.report.club_pairs) == 12


@pytest.mark.slow
@pytest.mark.parametrize(("n", "series", "gap"), [(16, 4, 0), (48, 5, 1), (100, 8, 0), (43, 4, 2), (101, 6, 2)])
def test_seats_are_even(n, series, gap):
    plan = draw(entrants(n), series=series, seed="a")

    counts = {number: [0, 0, 0, 0] for number in range(1, n + 1)}
    for tables in plan.series:
        for table in tables:
            for seat, number in enumerate(table):
                counts[number][seat] += 1
    assert max(max(seats) - min(seats) for seats in counts.values()) == plan.report.seat_gap <= gap


@pytest.mark.slow
def test_people_come_to_new_tables_of_the_hall():
    plan = draw(entrants(100), series=5, seed="a")

    visits = Counter((number, at) for tables in plan.series for at, table in enumerate(tables) for number in table)
    assert plan.report.table_repeats == sum(times - 1 for times in visits.values()) <= 5


@pytest.mark.thorough(after=1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "series"),
    [
        *((n, 4) for n in (13, 14)),
        *((n, 5) for n in range(15, 21)),
        *((n, 7) for n in range(21, 25)),
        *((n, 9) for n in range(27, 30)),
        *((n, 10) for n in (30, 31, 32, 48, 102, 200)),
        (25, 8),
        (26, 8),
    ],
)
@pytest.mark.parametrize("seed", ["a", *thorough("b", "c")])
def test_a_whole_event_has_no_repeats_up_to_the_known_limit(n, series, seed):
    plan = draw(entrants(n), series=series, seed=seed)

    assert repeats(plan.series) == 0
    assert max(at_three(plan.series).values(), default=0) <= max(1, plan.report.three_share)
    assert plan.report.seat_gap <= (2 if n % 4 else 1)


@pytest.mark.thorough(after=1)
@pytest.mark.slow
@pytest.mark.parametrize(("n", "series", "least"), [(20, 6, 6), (20, 8, 50), (20, 10, 110), (24, 8, 18), (14, 5, 2)])
def test_beyond_the_limit_few_meet_again(n, series, least):
    assert repeats(draw(entrants(n), series=series, seed="a").series) <= least


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("n", "series", "least", "often"), [(11, 3, 5, 2), (17, 6, 2, 4), (18, 6, 2, 4)])
@pytest.mark.parametrize("seed", "abcdefgh")
def test_a_written_event_is_drawn_whatever_the_seed(n, series, least, often, seed):
    plan = draw(entrants(n), series=series, seed=seed)

    assert repeats(plan.series) == plan.report.repeated_meetings == least
    assert max(at_three(plan.series).values()) == often
    assert plan.report.seat_gap <= 2


def test_three_series_of_eleven_seat_nobody_at_three_thrice_where_twice_costs_no_repeat():
    for field in (
        entrants(11),
        entrants(11, clubs=3),
        [Entrant(number=n, table=1 if n == 4 else None) for n in range(9, 20)],
    ):
        plan = draw(field, series=3, seed="a")

        assert max(at_three(plan.series).values()) <= 2
        assert repeats(plan.series) <= 6


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("n", "series"), [(1000, 6), (1001, 10)])
def test_large_events_have_no_repeats(n, series):
    plan = draw(entrants(n), series=series, seed="a")

    assert repeats(plan.series) == 0
    assert max(at_three(plan.series).values(), default=0) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("n", "clubs"), [(24, 6), (28, 4), (32, 8), (32, 4), (100, 4), (100, 40), (99, 4)])
def test_club_mates_do_not_meet_in_a_whole_event(n, clubs):
    plan = draw(entrants(n, clubs=clubs), series=6, seed="a")

    assert plan.report.club_pairs == ()
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_fixed_tables_are_kept_by_a_whole_event_without_repeats():
    field = [Entrant(number=n, table={3: 2, 9: 5}.get(n)) for n in range(1, 31)]

    plan = draw(field, series=6, seed="a")

    assert all(3 in tables[1] and 9 in tables[4] for tables in plan.series)
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_two_who_share_a_fixed_table_meet_in_every_series_and_nobody_else_does():
    field = [Entrant(number=n, table=1 if n < 3 else None) for n in range(1, 33)]

    plan = draw(field, series=4, seed="a")

    assert [(pair.first, pair.second, pair.times) for pair in plan.report.repeats] == [(1, 2, 4)]


@pytest.mark.slow
def test_a_whole_event_after_others_keeps_apart_who_met():
    history = draw(entrants(60), series=3, seed="a").series

    plan = draw(entrants(61)[2:], series=5, seed="b", history=history)

    assert plan.report.repeated_meetings == 0
    assert max(at_three([*history, *plan.series]).values()) == 1
