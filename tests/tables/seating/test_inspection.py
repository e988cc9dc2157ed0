"""Any seating can be looked at: what breaks the law, what it achieves, whom a change disturbs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant
from tables.seating.reports.disturbances import Change, disturbed
from tables.seating.reports.inspection import Breach, check_seating, effect_of_swap, report_of
from tables.seating.sizes import CannotSeat
from tables.seating.verification.checks import verify
from tests.tables.seating.strategies import QUICK, entrants, events, seeds

SERIES = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))


class TestTheLaw:
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
    @settings(max_examples=25, deadline=None)
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

    def test_a_plan_that_breaks_the_law_is_refused(self):
        with pytest.raises(CannotSeat) as refused:
            plan_by_hand(entrants(11), series=[SERIES])

        assert (refused.value.code, refused.value.numbers) == ("impossible-plan", (11,))

    def test_a_number_given_twice_is_refused(self):
        with pytest.raises(CannotSeat) as refused:
            plan_by_hand([*entrants(10), Entrant(number=3)], series=[SERIES])

        assert (refused.value.code, refused.value.numbers) == ("number-twice", (3,))
