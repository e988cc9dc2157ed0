"""The table of the year by `python -m scoring.season.table`, sentence by sentence; every figure by hand."""

import pytest

from tests.scoring.season.program import evening, rule

YEAR = [
    evening((1, 1000, 10, 2), (2, 900, 9, 1), (3, 900, 9, 0), (4, 400, 4, 4), date="2026-01-14"),
    evening((1, 500, 5, 5), (2, 1300, 13, 1), (3, 1000, 9, 2), date="2026-01-21"),
    evening((1, 1100, 11, 0), (2, 700, 7, 3), (4, 1500, 15, 0), date="2026-01-28"),
]
"""Sums: 1 has 2,600 in three lists, 2 has 2,900 in three, 3 and 4 have 1,900 in two."""


def rows(table):
    return [(row["place"], row["number"], row["value"]) for row in table]


def test_a_row_says_place_number_value_and_whether_it_is_ranked(ask):
    document = {
        "rule": {"count": "best", "n": 12, "absent": None, "minimum": 8, "bonus": [], "guests": False},
        "evenings": [{"date": "2026-01-14", "lists": [{"number": 1, "total": 1204, "won": 12, "lost": 1}]}],
        "members": [1, 2, 3],
    }

    assert ask(document) == [{"place": None, "number": 1, "value": "1204", "ranked": False}]


def test_sum_adds_all_lists(ask):
    table = ask({"rule": rule("sum"), "evenings": YEAR})

    # 3 and 4 have 1,900 each; 4 won 19 games, 3 won 18.
    assert rows(table) == [(1, 2, "2900"), (2, 1, "2600"), (3, 4, "1900"), (4, 3, "1900")]


class TestAverage:
    def test_is_of_all_lists_and_exact(self, ask):
        table = ask({"rule": rule("average", minimum=3), "evenings": YEAR})

        assert rows(table)[:2] == [(1, 2, "2900/3"), (2, 1, "2600/3")]

    def test_below_the_minimum_is_not_ranked_and_stands_after_all_who_are(self, ask):
        table = ask({"rule": rule("average", minimum=3), "evenings": YEAR})

        # Both would be before 1.
        assert rows(table)[2:] == [(None, 4, "950"), (None, 3, "950")]
        assert [row["ranked"] for row in table] == [True, True, False, False]

    def test_missing_lists_count_as_absent_where_that_is_a_number_and_then_everybody_is_ranked(self, ask):
        table = ask({"rule": rule("average", minimum=3, absent=500), "evenings": YEAR})

        # (1,900 + 500) / 3 = 800, and won and lost of an absence are 0: 4 won 19 games.
        assert rows(table) == [(1, 2, "2900/3"), (2, 1, "2600/3"), (3, 4, "800"), (4, 3, "800")]
        assert all(row["ranked"] for row in table)

    def test_missing_lists_may_count_nothing(self, ask):
        table = ask({"rule": rule("average", minimum=24, absent=0), "evenings": YEAR})

        assert rows(table) == [(1, 2, "725/6"), (2, 1, "325/3"), (3, 4, "475/6"), (4, 3, "475/6")]

    def test_more_lists_than_the_minimum_all_count(self, ask):
        table = ask({"rule": rule("average", minimum=2, absent=0), "evenings": YEAR})

        assert rows(table) == [(1, 2, "2900/3"), (2, 4, "950"), (3, 3, "950"), (4, 1, "2600/3")]

    def test_is_ranked_by_the_exact_value(self, ask):
        # A third of a point apart: 3333333.33... against 3333333.
        lists = [(2, 3_333_333, 99), (1, 10_000_000), (1, 0), (1, 0)]
        table = ask({"rule": rule("average"), "evenings": [evening(*lists)]})

        assert rows(table) == [(1, 1, "10000000/3"), (2, 2, "3333333")]


class TestBest:
    def test_the_highest_count(self, ask):
        table = ask({"rule": rule("best", n=2), "evenings": YEAR})

        assert rows(table) == [(1, 2, "2200"), (2, 1, "2100"), (3, 4, "1900"), (4, 3, "1900")]

    def test_fewer_than_n_are_what_there_is(self, ask):
        assert rows(ask({"rule": rule("best", n=5), "evenings": YEAR}))[0] == (1, 2, "2900")

    @pytest.mark.parametrize(
        ("edge", "first"),
        [
            pytest.param([(1, 800, 8, 3), (1, 800, 9, 4)], 1, id="more-won"),
            pytest.param([(1, 800, 8, 3), (1, 800, 8, 1)], 1, id="fewer-lost"),
            pytest.param([(1, 800, 8, 2), (1, 800, 8, 3)], 2, id="no-better-than-the-other"),
        ],
    )
    def test_of_equal_totals_at_the_edge_the_better_one_counts(self, ask, edge, first):
        # 2 has 800 with 8 won and 1 lost, or with 8 and 2 is equal to the last case.
        table = ask({"rule": rule("best", n=1), "evenings": [evening(*edge, (2, 800, 8, 2))]})

        assert {row["number"]: row["place"] for row in table}[1] == 1
        assert {row["number"]: row["place"] for row in table}[2] == (2 if first == 1 else 1)

    def test_won_games_of_dropped_lists_decide_nothing(self, ask):
        table = ask({"rule": rule("best", n=1), "evenings": [evening((1, 800, 8, 1), (1, 700, 20, 0), (2, 800, 9, 1))]})

        assert rows(table) == [(1, 2, "800"), (2, 1, "800")]


class TestPlaces:
    def test_points_are_those_of_the_place_of_the_evenings_sum(self, ask):
        table = ask({"rule": rule("places", points=[10, 8, 6]), "evenings": YEAR})

        # First evening 1, 3 (fewer lost), 2, 4; second 2, 3, 1; third 4, 1, 2.
        assert rows(table) == [(1, 1, "24"), (2, 2, "22"), (3, 3, "16"), (4, 4, "10")]

    def test_two_lists_of_an_evening_are_added_up_before_they_are_placed(self, ask):
        table = ask(
            {"rule": rule("places", points=[3, 2, 1]), "evenings": [evening((1, 900), (2, 600), (2, 500), (3, 1000))]}
        )

        assert rows(table) == [(1, 2, "3"), (2, 3, "2"), (3, 1, "1")]

    def test_who_is_equal_by_won_and_lost_too_gets_the_better_places_points(self, ask):
        tied = evening((1, 900, 9, 1), (2, 900, 9, 1), (3, 500, 5, 1))
        table = ask({"rule": rule("places", points=[10, 8, 6]), "evenings": [tied]})

        assert rows(table) == [(1, 1, "10"), (1, 2, "10"), (3, 3, "6")]

    def test_beyond_the_list_there_is_nothing(self, ask):
        table = ask({"rule": rule("places", points=[10]), "evenings": YEAR[:1]})

        # All who have nothing are ranked by the games they won and lost.
        assert rows(table) == [(1, 1, "10"), (2, 3, "0"), (3, 2, "0"), (4, 4, "0")]

    def test_a_guest_keeps_the_place_in_the_evening_either_way(self, ask):
        points = rule("places", points=[10, 8, 6, 4])

        table = ask({"rule": points, "evenings": YEAR[:1], "members": [2, 4]})
        with_guests = ask({"rule": points | {"guests": True}, "evenings": YEAR[:1], "members": [2, 4]})

        assert rows(table) == [(1, 2, "6"), (2, 4, "4")]
        assert rows(with_guests) == [(1, 1, "10"), (2, 3, "8"), (3, 2, "6"), (4, 4, "4")]

    def test_the_minimum_is_in_lists_not_evenings(self, ask):
        table = ask(
            {"rule": rule("places", points=[3, 2], minimum=2), "evenings": [evening((1, 900), (2, 600), (2, 100))]}
        )

        assert [(row["number"], row["ranked"]) for row in table] == [(2, True), (1, False)]


class TestBonus:
    STEPS = [[2, 100], [3, 500], [4, 9000]]

    def test_the_highest_step_reached_alone_is_added(self, ask):
        table = ask({"rule": rule("sum", bonus=self.STEPS), "evenings": YEAR})

        assert rows(table) == [(1, 2, "3400"), (2, 1, "3100"), (3, 4, "2000"), (4, 3, "2000")]

    def test_the_order_of_the_steps_does_not_matter(self, ask):
        table = ask({"rule": rule("sum", bonus=self.STEPS[::-1]), "evenings": YEAR})

        assert rows(table)[0] == (1, 2, "3400")

    def test_is_added_to_an_average_as_it_stands(self, ask):
        table = ask({"rule": rule("average", bonus=[[3, 500]]), "evenings": YEAR})

        assert rows(table)[:2] == [(1, 2, "4400/3"), (2, 1, "4100/3")]

    def test_is_for_lists_played_also_those_that_do_not_count(self, ask):
        table = ask({"rule": rule("best", n=1, bonus=[[3, 500]]), "evenings": YEAR})

        assert rows(table) == [(1, 2, "1800"), (2, 1, "1600"), (3, 4, "1500"), (4, 3, "1000")]

    def test_is_not_for_lists_that_count_as_absent(self, ask):
        table = ask({"rule": rule("average", minimum=3, absent=500, bonus=[[3, 1]]), "evenings": YEAR})

        assert rows(table)[2:] == [(3, 4, "800"), (4, 3, "800")]


class TestMembers:
    def test_who_is_none_is_left_out(self, ask):
        table = ask({"rule": rule("sum"), "evenings": YEAR, "members": [1, 3]})

        assert rows(table) == [(1, 1, "2600"), (2, 3, "1900")]

    def test_guests_are_ranked_with_the_rest(self, ask):
        table = ask({"rule": rule("sum", guests=True), "evenings": YEAR, "members": [1, 3]})

        assert [row["number"] for row in table] == [2, 1, 4, 3]

    def test_without_members_everybody_is_in_it(self, ask):
        assert len(ask({"rule": rule("sum"), "evenings": YEAR})) == 4

    def test_a_member_without_a_list_is_not_in_it(self, ask):
        assert [row["number"] for row in ask({"rule": rule("sum"), "evenings": YEAR, "members": [1, 99]})] == [1]


class TestTies:
    def test_games_won_then_games_lost_then_the_same_place(self, ask):
        lists = [(5, 900, 9, 2), (4, 900, 9, 2), (3, 900, 10, 9), (2, 900, 9, 1), (1, 100)]

        table = ask({"rule": rule("sum"), "evenings": [evening(*lists)]})

        assert [(row["place"], row["number"]) for row in table] == [(1, 3), (2, 2), (3, 4), (3, 5), (5, 1)]

    def test_who_is_not_ranked_shares_no_place(self, ask):
        table = ask({"rule": rule("sum", minimum=9), "evenings": [evening((2, 900), (1, 900), (3, 950))]})

        assert rows(table) == [(None, 3, "950"), (None, 1, "900"), (None, 2, "900")]


def test_of_a_rule_the_fields_it_does_not_need_may_be_left_out(ask):
    assert rows(ask({"rule": {"count": "sum"}, "evenings": YEAR}))[0] == (1, 2, "2900")


def test_a_year_without_evenings_has_an_empty_table(ask):
    assert ask({"rule": rule("sum"), "evenings": []}) == []


def test_evenings_may_come_in_any_order(ask):
    for count in (rule("best", n=1), rule("average"), rule("places", points=[3, 2, 1])):
        assert ask({"rule": count, "evenings": YEAR}) == ask({"rule": count, "evenings": YEAR[::-1]})
