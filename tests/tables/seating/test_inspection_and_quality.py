"""Any seating can be looked at: what breaks the law, what it achieves, whom a change disturbs.

How good the plans are: who meets again, who sits at three again, seats, clubs, the hall.
"""

from collections import Counter

import pytest

from tables.seating.chance import Chance
from tables.seating.checks import verify
from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Policy
from tables.seating.report import Breach, Change, check_seating, disturbed, effect_of_swap, report_of
from tables.seating.sizes import CannotSeat
from tests.support.thorough import thorough
from tests.tables.seating.strategies import QUICK, at_three, entrants, repeats

SERIES = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))


def test_every_breach_of_the_law_is_named_at_once():
    for tables, found in (
        ([[1, 2, 3, 4], [5, 6, 7]], [("not-seated", (), (8, 9, 10))]),
        ([[1, 2, 3, 4], [5, 6, 7], [8, 9, 9, 10]], [("seated-twice", (3, 3), (9,))]),
        ([[1, 2, 3, 4], [5, 6, 7, 77], [8, 9, 10]], [("unknown-number", (2,), (77,))]),
        ([[1, 2, 3, 4], [], [5, 6, 7], [8, 9, 10]], [("empty-table", (2,), ())]),
        ([[1, 2, 3, 4, 5], [6, 7, 8], [9, 10]], [("wrong", (1,), (1, 2, 3, 4, 5)), ("wrong", (3,), (9, 10))]),
        (
            [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 1]],
            [("seated-twice", (1, 4), (1,)), ("unknown-number", (4,), (11,)), ("too-many-threes", (1, 2, 3, 4), ())],
        ),
    ):
        problems = check_seating(range(1, 11), [SERIES, tables])
        wrong = [(code.replace("wrong", "table-of-wrong-size"), at, numbers) for code, at, numbers in found]
        assert [(p.code, p.tables, p.numbers) for p in problems] == wrong
        assert {p.series for p in problems} == {2}
    every = check_seating([1, 2], [[[], [1, 1], [3, 4, 5], [6, 7, 8], [9, 10, 11], [12, 13, 14]]])
    assert {problem.code for problem in every} == set(Breach)


def test_strangers_and_fixed_tables_nobody_has_are_counted_too_but_not_what_cannot_be():
    report = report_of([Entrant(number=1, table=9, club="Asse"), Entrant(number=2, club="Asse")], series=[SERIES])

    assert [(pair.first, pair.second) for pair in report.club_pairs] == [(1, 2)]
    for tables, code in (
        ([[1, 2, 3, 4, 5], [6, 7, 8]], "impossible-plan"),
        ([[1, 2, 3, 1]], "number-twice"),
        ([[1, 2]], "too-few"),
    ):
        with pytest.raises(CannotSeat) as refused:
            report_of([], series=[tables])
        assert refused.value.code.startswith(code)


def test_disturbed_are_table_seat_company_coming_and_leaving():
    after = ((1, 3, 2), (5, 6, 7, 4), (8, 9, 20))

    changes = {change.number: change for change in disturbed(SERIES, after)}

    assert {number: change.change for number, change in changes.items()} == {
        **dict.fromkeys((1, 5, 6, 7, 8, 9), Change.COMPANY),
        **dict.fromkeys((2, 3), Change.SEAT),
        4: Change.TABLE,
        10: Change.LEAVES,
        20: Change.COMES,
    }
    four = changes[4]
    assert (four.table_before, four.seat_before, four.table, four.seat) == (1, 4, 2, 4)
    assert (four.company_lost, four.company_gained) == ((1, 2, 3), (5, 6, 7))
    assert (changes[10].table, changes[20].table_before) == (None, None)
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

    def test_two_at_one_table_only_change_seats_and_nobody_who_is_not_there(self):
        effect = effect_of_swap(entrants(10), series=[SERIES], number=1, first=1, second=3)

        assert [(c.number, c.change) for c in effect.disturbed] == [(1, Change.SEAT), (3, Change.SEAT)]
        assert effect.after.repeats == effect.before.repeats
        for number, second, code in ((2, 1, "series-out-of-range"), (1, 77, "not-in-plan")):
            with pytest.raises(CannotSeat) as refused:
                effect_of_swap(entrants(10), series=[SERIES], number=number, first=4, second=second)
            assert refused.value.code == code


def test_a_series_drawn_at_the_door_has_a_report_and_a_record_unless_it_breaks_the_law():
    plan = plan_by_hand(entrants(10), series=[[*map(list, SERIES)]], history=[SERIES])

    assert plan.series == (SERIES,)
    assert plan.report.repeated_meetings == 12
    assert verify(plan.record) == ()
    for field, code, number in (
        (entrants(11), "impossible-plan", 11),
        ([*entrants(10), Entrant(number=3)], "number-twice", 3),
    ):
        with pytest.raises(CannotSeat) as refused:
            plan_by_hand(field, series=[SERIES])
        assert (refused.value.code, refused.value.numbers) == (code, (number,))


BRIEF = Policy(steps=15_000)
"""Where some wish must stay open, the search would use all of its steps."""


@pytest.mark.slow
def test_chance_alone_would_repeat_many():
    """About 9/4 R(R-1) pairs at any size: the draw is worth its trouble."""
    for n in (16, 43, 48):
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
def test_fourteen_over_three_series_share_the_tables_of_three_and_series_by_series_take_turns():
    """Eighteen such places for fourteen: some sit there twice, nobody three times.

    Of three who met at three, only two find a four without each other: two must go again.
    """
    plan = draw(entrants(14), series=3, seed="a", policy=BRIEF)
    history = []
    for seed in ("a", "b"):
        history.append(draw(entrants(14), series=1, seed=seed, history=history, policy=BRIEF).series[0])

    assert [[len(table) for table in tables] for tables in plan.series] == [[4, 4, 3, 3]] * 3
    assert max(at_three(plan.series).values()) <= plan.report.three_share == 2
    assert repeats(plan.series) == repeats(history) == 0
    assert sorted(at_three(history).values()) == [1] * 8 + [2] * 2


@pytest.mark.slow
def test_club_mates_do_not_meet_where_the_largest_club_allows():
    sizes = {3: [(16, 4), (43, 5), (48, 12), (100, 4)], 6: [(24, 6), (28, 4), (32, 8), (32, 4), (100, 40), (99, 4)]}
    for series, n, clubs in ((series, *one) for series, some in sizes.items() for one in some):
        plan = draw(entrants(n, clubs=clubs), series=series, seed="a")

        assert plan.report.club_pairs == (), (series, n, clubs)
        assert repeats(plan.series) == 0, (series, n, clubs)


@pytest.mark.slow
def test_a_club_larger_than_the_tables_is_spread_evenly():
    field = [Entrant(number=n, club="Asse" if n <= 20 else None) for n in range(1, 33)]

    plan = draw(field, series=2, seed="a")

    assert sum(pair.times for pair in plan.report.club_pairs) == plan.report.club_lower_bound == 2 * 16
    assert repeats(plan.series) == 0


@pytest.mark.slow
def test_apart_groups_come_before_repeats_and_repeats_before_clubs():
    """Nobody may meet anyone from the other table of three: all meet again.

    Where everyone has met all of the other club, the clubs sit among themselves.
    """
    feuds = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]
    field = [Entrant(number=n, apart=frozenset(str(feud) for feud in feuds if n in feud)) for n in range(1, 7)]
    clubs = [Entrant(number=n, club="Asse" if n <= 4 else "Buben") for n in range(1, 9)]
    met = [[[one, other] for one in range(1, 5)] for other in range(5, 9)]

    plan = draw(field, series=1, seed="a", history=[[[1, 2, 3], [4, 5, 6]]], policy=QUICK)
    of_clubs = draw(clubs, series=1, seed="a", history=met, policy=QUICK)

    assert {frozenset(table) for table in plan.series[0]} == {frozenset({1, 2, 3}), frozenset({4, 5, 6})}
    again = [(pair.first, pair.second) for pair in plan.report.repeats if pair.times == 2]
    assert again == [(1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6)]
    assert of_clubs.report.repeats == ()
    assert sum(pair.times for pair in of_clubs.report.club_pairs) == 12


@pytest.mark.slow
def test_seats_are_even_and_people_come_to_new_tables_of_the_hall():
    for n, series, gap in ((16, 4, 0), (48, 5, 1), (100, 8, 0), (43, 4, 2), (101, 6, 2)):
        plan = draw(entrants(n), series=series, seed="a")

        counts = {number: [0, 0, 0, 0] for number in range(1, n + 1)}
        visits = Counter((number, at) for tables in plan.series for at, table in enumerate(tables) for number in table)
        for tables in plan.series:
            for table in tables:
                for seat, number in enumerate(table):
                    counts[number][seat] += 1
        assert max(max(seats) - min(seats) for seats in counts.values()) == plan.report.seat_gap <= gap
        assert plan.report.table_repeats == sum(times - 1 for times in visits.values())
    assert draw(entrants(100), series=5, seed="a").report.table_repeats <= 5


@pytest.mark.thorough(after=2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "series"),
    [
        (16, 3),
        *((n, 4) for n in (13, 14)),
        *((n, 5) for n in range(15, 21)),
        *((n, 7) for n in range(21, 25)),
        *((n, 8) for n in (25, 26)),
        *((n, 9) for n in range(27, 30)),
        *((n, 10) for n in (30, 31, 32, 48, 102, 200, 1001)),
    ],
)
@pytest.mark.parametrize("seed", ["a", *thorough("b", "c")])
def test_a_whole_event_has_no_repeats_up_to_the_known_limit(n, series, seed):
    plan = draw(entrants(n), series=series, seed=seed)

    assert repeats(plan.series) == plan.report.repeated_meetings == 0
    assert max(at_three(plan.series).values(), default=0) <= max(1, plan.report.three_share)
    assert plan.report.seat_gap <= (2 if n % 4 else 1)


@pytest.mark.slow
def test_beyond_the_limit_few_meet_again():
    for n, series, least in ((20, 6, 6), (11, 3, 5), (17, 6, 2)):
        plan = draw(entrants(n), series=series, seed="a")
        assert plan.report.lower_bound <= repeats(plan.series) == plan.report.repeated_meetings <= least, (n, series)


def test_three_series_of_eleven_seat_nobody_at_three_thrice_where_twice_costs_no_repeat():
    for field in (
        entrants(11),
        entrants(11, clubs=3),
        [Entrant(number=n, table=1 if n == 4 else None) for n in range(9, 20)],
    ):
        plan = draw(field, series=3, seed="a")

        assert max(at_three(plan.series).values()) <= 2
        assert repeats(plan.series) <= 6


@pytest.mark.slow
def test_fixed_tables_are_kept_by_a_whole_event_and_only_two_who_share_one_meet_again():
    alone = draw([Entrant(number=n, table={3: 2, 9: 5}.get(n)) for n in range(1, 31)], series=6, seed="a")
    shared = draw([Entrant(number=n, table=1 if n < 3 else None) for n in range(1, 33)], series=4, seed="a")

    assert all(3 in tables[1] and 9 in tables[4] for tables in alone.series)
    assert repeats(alone.series) == 0
    assert [(pair.first, pair.second, pair.times) for pair in shared.report.repeats] == [(1, 2, 4)]


@pytest.mark.slow
def test_a_whole_event_after_others_keeps_apart_who_met():
    history = draw(entrants(60), series=3, seed="a").series

    plan = draw(entrants(61)[2:], series=5, seed="b", history=history)

    assert plan.report.repeated_meetings == 0
    assert max(at_three([*history, *plan.series]).values()) == 1
