"""The sentences about charges and pots of the page that fixes ``python -m scoring.money.reckon``.

The sentences about prizes and refunds of the page that fixes ``python -m scoring.money.reckon``.
"""

import pytest

from tests.scoring.money.asked import EXAMPLE, answered, charged, fixed, prizes, refused, table, won

ENTRY = {"kind": "entrant", "cents": 1000}


LOSS = {"kind": "lost-games", "tiers": [[3, 50], [None, 100]]}


PLACE = {"kind": "place-at-table", "cents": {"4": [50, 100, 150, 200], "3": [1, 2, 3]}}


def seat(number, total, **games):
    return {"number": number, "total": total, **games}


def test_the_event_of_the_page_comes_to_what_the_page_says():
    answer = answered(EXAMPLE)

    assert answer["charges"] == {"1": {"entry": 1000, "loss": 250, "place": 0, "passed": 10}}
    assert answer["owed"] == {"1": 260}
    assert answer["pots"] == {"prizes": 800, "club": 200, "jackpot": 250}
    assert answer["over"] == {"prizes": 0}
    assert answer["prizes"][0] == {"number": 7, "group": "main", "class": None, "place": 1, "cents": 10000}
    assert answer["refunds"] == {"1": 333}


def test_every_top_level_field_may_be_left_out():
    assert answered({}) == {"charges": {}, "owed": {}, "pots": {}, "over": {}, "prizes": []}
    for name in set(EXAMPLE) - {"tariffs", "goes_to"}:
        answered({key: value for key, value in EXAMPLE.items() if key != name})


def test_the_refunds_are_absent_without_a_refund():
    assert "refunds" not in answered({"entrants": [{"number": 1}]})


class TestLostGames:
    @pytest.mark.parametrize(("lost", "cents"), [(0, 0), (1, 50), (3, 150), (4, 250), (5, 350)])
    def test_cost_so_much_each_to_the_last_of_the_tier_and_so_much_each_after_it(self, lost, cents):
        assert charged(LOSS, table({"number": 1, "lost": lost})) == {"1": cents}

    def test_are_counted_per_list(self):
        assert charged(LOSS, table({"number": 1, "lost": 3}), table({"number": 1, "lost": 3})) == {"1": 300}

    def test_beyond_the_last_tier_that_ends_cost_nothing(self):
        assert charged({"kind": "lost-games", "tiers": [[2, 50], [4, 10]]}, table({"number": 1, "lost": 9})) == {
            "1": 120
        }

    @pytest.mark.parametrize(
        "tiers", [[[3, 50], [3, 100]], [[3, 50], [2, 1]], [[None, 5], [None, 6]], [[None, 1], [3, 1]]]
    )
    def test_of_tiers_that_do_not_rise_are_refused(self, tiers):
        at = refused({"tariffs": [{"code": "t", "kind": "lost-games", "tiers": tiers}]})

        assert at.startswith("tariffs.0.tiers.")


class TestThePlaceAtTheTable:
    def test_is_by_total(self):
        four = table(seat(1, -20), seat(2, 900), seat(3, 30), seat(4, 901))

        assert charged(PLACE, four) == {"1": 200, "2": 100, "3": 150, "4": 50}

    def test_is_by_games_won_then_fewer_lost_where_totals_are_equal(self):
        four = table(seat(1, 5, won=3, lost=2), seat(2, 5, won=4, lost=9), seat(3, 5, won=3, lost=1), seat(4, 6))

        assert charged(PLACE, four) == {"4": 50, "2": 100, "3": 150, "1": 200}

    @pytest.mark.parametrize("unsaid", [{"won": 9}, {"lost": 0}, {}])
    def test_is_by_seat_unless_all_who_are_equal_give_both(self, unsaid):
        three = table(seat(1, 5, won=1, lost=4), seat(2, 5, won=3, lost=0), seat(3, 5, **unsaid))

        assert charged(PLACE, three) == {"1": 1, "2": 2, "3": 3}

    def test_is_by_seat_where_all_else_is_equal(self):
        three = table(seat(9, 5, won=1, lost=1), seat(2, 5, won=1, lost=1), seat(5, 5, won=1, lost=1))

        assert charged(PLACE, three) == {"9": 1, "2": 2, "5": 3}

    def test_does_not_count_an_empty_chair(self):
        assert charged(PLACE, table(seat(1, 1), None, seat(2, 3), seat(3, 2))) == {"2": 1, "3": 2, "1": 3}

    def test_costs_nothing_at_a_table_size_without_amounts(self):
        assert charged(PLACE, table(seat(1, 1), seat(2, 2))) == {"1": 0, "2": 0}

    @pytest.mark.parametrize(
        "cents", [{"4": [1, 2, 3]}, {"3": [1, 2, 3, 4]}, {"0": []}, {"04": [1, 2, 3, 4]}, {"x": []}]
    )
    def test_needs_exactly_as_many_amounts_as_seats(self, cents):
        at = refused({"tariffs": [{"code": "t", "kind": "place-at-table", "cents": cents}]})

        assert at == f"tariffs.0.cents.{next(iter(cents))}"

    def test_needs_everybodys_total(self):
        event = {"tariffs": [{"code": "t", **PLACE}], "lists": [table(seat(1, 1), None, seat(2, 3), 3)]}

        assert refused(event) == "lists.0.seats.3.total"

    def test_asks_nobodys_total_where_nothing_is_charged(self):
        assert charged(PLACE, table(1, 2)) == {"1": 0, "2": 0}


class TestDealsPassedIn:
    @pytest.mark.parametrize(
        ("seats", "passed", "owed"),
        [
            ((4, 3, 2, 1), 1, {"4": 3, "3": 3, "2": 2, "1": 2}),
            ((None, 3, 2, 1), 1, {"3": 4, "2": 3, "1": 3}),
            ((1, 2), 2, {"1": 10, "2": 10}),
            ((1, 2), 0, {"1": 0, "2": 0}),
        ],
    )
    def test_are_paid_in_equal_parts_odd_cents_from_seat_1_on(self, seats, passed, owed):
        assert charged({"kind": "passed-in", "cents": 10}, table(*seats, passed=passed)) == owed

    def test_cost_nobody_anything_at_an_empty_table(self):
        assert charged({"kind": "passed-in", "cents": 10}, table(None, passed=3)) == {}


class TestWhoIsCharged:
    @pytest.mark.parametrize("tariff", [ENTRY, LOSS, PLACE, {"kind": "passed-in", "cents": 10}])
    def test_who_is_free_has_an_entry_of_0_whatever_the_tariff(self, tariff):
        four = table(*(seat(n, 10 - n, lost=2) for n in (1, 2, 3, 4)), passed=2)
        entrants = [{"number": n, "classes": ["juniors", "club"] if n == 2 else ["club"]} for n in (1, 2, 3, 4)]

        free = charged({**tariff, "free": ["juniors", "staff"]}, four, entrants=entrants)

        assert free == charged(tariff, four, entrants=entrants) | {"2": 0}

    def test_who_is_no_entrant_plays_and_has_a_place_but_is_not_charged(self):
        three = table(seat(7, 3, lost=1), seat(8, 2), seat(9, 1), passed=1)

        assert charged(PLACE, three, entrants=[{"number": 8}]) == {"8": 2}
        assert charged({"kind": "passed-in", "cents": 10}, three, entrants=[{"number": 8}]) == {"8": 3}

    def test_who_is_expelled_is_charged(self):
        event = {"tariffs": [{"code": "t", **ENTRY}], "entrants": [{"number": 5, "expelled": True, "paid": 1200}]}

        assert answered(event)["owed"] == {"5": -200}


class TestPots:
    def filled(self, cents, *entries, **more):
        return answered(
            {
                "tariffs": [{"code": "t", "kind": "entrant", "cents": cents}],
                "entrants": [{"number": 1}],
                "goes_to": {"t": [{"pot": str(n), **entry} for n, entry in enumerate(entries)], **more},
            }
        )["pots"]

    def test_get_fixed_sums_first_in_their_order_as_far_as_there_is_money(self):
        assert self.filled(700, {"share": 50}, {"cents": 500}, {"cents": 400}) == {"0": 0, "1": 500, "2": 200}

    def test_get_shares_of_the_rest_rounded_down_and_the_last_takes_what_is_left(self):
        assert self.filled(1001, {"cents": 100}, {"share": 33}, {"share": 33}) == {"0": 100, "1": 297, "2": 604}

    def test_leave_the_rest_to_a_fixed_sum_too_if_it_is_the_last(self):
        assert self.filled(1000, {"share": 50}, {"cents": 100}) == {"0": 450, "1": 550}

    def test_named_twice_add_up(self):
        assert self.filled(1000, {"share": 50}, {"pot": "0", "share": 50}) == {"0": 1000}

    def test_are_filled_once_by_what_a_tariff_comes_to_over_everybody(self):
        event = {
            "tariffs": [{"code": "t", "kind": "entrant", "cents": 3}],
            "entrants": [{"number": n} for n in (1, 2, 3)],
            "goes_to": {"t": [{"pot": "a", "share": 50}, {"pot": "b", "share": 50}]},
        }

        assert answered(event)["pots"] == {"a": 4, "b": 5}

    def test_get_nothing_of_a_tariff_that_goes_nowhere(self):
        assert answered({**EXAMPLE, "goes_to": {}, "prizes": []})["pots"] == {}

    def test_are_refused_for_a_tariff_there_is_not(self):
        assert refused({"goes_to": {"entry": []}}) == "goes_to.entry"

    @pytest.mark.parametrize(
        ("entries", "at"),
        [
            ([{"pot": "a", "share": 60}, {"pot": "b", "share": 41}], "goes_to.entry"),
            ([{"pot": "a"}], "goes_to.entry.0"),
            ([{"pot": "a", "share": 1, "cents": 1}], "goes_to.entry.0"),
            ([{"pot": "a", "share": 1.5}], "goes_to.entry.0.share"),
            ([{"pot": "a", "share": -1}], "goes_to.entry.0.share"),
            ([{"pot": "a", "cents": -1}], "goes_to.entry.0.cents"),
            ([{"share": 1}], "goes_to.entry.0.pot"),
        ],
    )
    def test_are_refused_by_entries_that_say_no_part(self, entries, at):
        assert refused({"tariffs": [{"code": "entry", **ENTRY}], "goes_to": {"entry": entries}}) == at


def ranked(*places, plan, **further):
    return {
        "ranking": [list(place) if isinstance(place, tuple) else [place] for place in places],
        "plan": plan,
        **further,
    }


class TestAPlan:
    def test_of_fixed_amounts_gives_them(self):
        assert won(ranked(7, 3, 5, plan=fixed(300, 200))) == [(7, 1, 300), (3, 2, 200)]

    @pytest.mark.parametrize(
        ("pot", "shares", "given"),
        [(101, [60, 40], [61, 40]), (1001, [33, 33], [330, 330]), (199, [50, 25, 25], [101, 49, 49]), (1, [1], [])],
    )
    def test_of_shares_gives_them_rounded_down_with_the_difference_to_the_first(self, pot, shares, given):
        one = ranked(1, 2, 3, plan={"kind": "share", "pot": "p", "shares": shares})

        assert [cents for _, _, cents in won(one, p=pot)] == given

    def test_of_shares_is_always_of_the_whole_pot(self):
        one = ranked(1, plan={"kind": "share", "pot": "p", "shares": [60]})

        assert won(one, {**one, "group": "other"}, p=100) == [(1, 1, 60), (1, 1, 60)]

    @pytest.mark.parametrize(("entrants", "given"), [(3, []), (4, [50]), (11, [50, 20]), (16, [50, 20, 20, 20])])
    def test_of_steps_gives_one_prize_for_each_full_four_and_repeats_the_last(self, entrants, given):
        one = ranked(1, 2, 3, 4, 5, plan={"kind": "steps", "per": 4, "cents": [50, 20]})

        assert [cents for _, _, cents in won(one, entrants=entrants)] == given

    @pytest.mark.parametrize(
        "plan",
        [
            fixed(1, pot="q"),
            {"kind": "share", "pot": "q", "shares": [1]},
            {"kind": "steps", "per": 1, "cents": [], "pot": "q"},
        ],
    )
    def test_of_a_pot_there_is_not_is_refused(self, plan):
        assert refused({"prizes": [{"group": "g", "ranking": [], "plan": plan}]}) == "prizes.0.plan.pot"

    def test_may_name_a_pot_and_gives_more_than_it_holds_all_the_same(self):
        found = prizes(ranked(1, 2, plan=fixed(80, 40, pot="p")), p=100)

        assert (found["over"], len(found["prizes"])) == ({"p": 20}, 2)

    def test_counts_against_its_pot_only_what_is_given(self):
        lists = [ranked(1, plan=fixed(80, 40, pot="p")), ranked(plan=fixed(5, pot="q"), group="other")]

        assert prizes(*lists, p=100, q=7, r=3)["over"] == {"p": -20, "q": -7}


class TestEqualPlaces:
    def test_take_the_prizes_as_they_stand_where_nobody_shares(self):
        assert won(ranked(7, 3, (1, 5), plan=fixed(9, 8, 7))) == [(7, 1, 9), (3, 2, 8), (1, 3, 7)]

    @pytest.mark.parametrize(
        ("sharing", "given"),
        [("none", [10000, 6000, 4000]), ("average", [6667, 6667, 6666]), ("hort", [8334, 6333, 5333])],
    )
    def test_share_as_the_list_says(self, sharing, given):
        one = ranked((1, 2, 3), plan=fixed(10000, 6000, 4000), sharing=sharing)

        assert [cents for _, _, cents in won(one)] == given

    @pytest.mark.parametrize(
        ("sharing", "given"),
        [
            ("average", [(7, 1, 9), (1, 2, 3), (5, 3, 3), (2, 4, 2)]),
            ("hort", [(7, 1, 9), (1, 2, 6), (5, 3, 1), (2, 4, 1)]),
        ],
    )
    def test_share_a_prize_that_is_missing_as_nothing(self, sharing, given):
        assert won(ranked(7, (1, 5, 2), 3, plan=fixed(9, 8), sharing=sharing)) == given

    def test_halve_with_the_exact_average_and_round_once(self):
        """(5 + 5/2) / 2 is 3.75 and (0 + 5/2) / 2 is 1.25: 3 and 1, and the odd cent goes to the first."""
        assert won(ranked((1, 2), plan=fixed(5), sharing="hort")) == [(1, 1, 4), (2, 2, 1)]


class TestRoundingAndFloor:
    def test_round_each_prize_down_and_give_the_rest_to_the_first(self):
        one = ranked(1, 2, 3, plan=fixed(10250, 6100, 4499), round_to=500)

        assert won(one) == [(1, 1, 10250 + 100 + 499), (2, 2, 6000), (3, 3, 4000)]

    def test_leave_out_what_is_below_the_floor_and_give_it_to_the_first(self):
        assert won(ranked(1, 2, 3, plan=fixed(900, 500, 499), floor=500)) == [(1, 1, 1399), (2, 2, 500)]

    def test_come_after_sharing_and_the_floor_after_rounding(self):
        one = ranked(1, (2, 3), plan=fixed(2000, 1100, 900), sharing="average", round_to=600, floor=601)

        assert won(one) == [(1, 1, 4000)]

    def test_come_before_the_group(self):
        lists = [ranked(1, 2, plan=fixed(900, 500), floor=600), ranked(1, 3, plan=fixed(1000))]

        assert won(*lists) == [(1, 1, 1400), (3, 1, 1000)]

    def test_give_all_to_the_first_where_every_prize_is_below_the_floor(self):
        assert won(ranked(1, 2, plan=fixed(300, 200), floor=400)) == [(1, 1, 500)]

    def test_are_left_out_with_nothing_shared_rounded_to_1_and_without_a_floor(self):
        one = ranked((1, 2), plan=fixed(301, 200))

        assert won(one) == won({**one, "sharing": "none", "round_to": 1, "floor": 0})


class TestAGroup:
    def test_gives_nobody_two_prizes_the_highest_first(self):
        lists = [
            ranked(1, 2, 3, plan=fixed(1000, 600, 400)),
            ranked(2, 3, plan=fixed(700), **{"class": "ladies"}),
        ]

        answer = prizes(*lists)["prizes"]

        assert [(p["number"], p["class"], p["place"], p["cents"]) for p in answer] == [
            (1, None, 1, 1000),
            (3, None, 2, 600),
            (2, "ladies", 1, 700),
        ]

    def test_gives_equal_prizes_by_the_order_of_the_lists_then_place(self):
        lists = [ranked(1, 2, 3, plan=fixed(500, 500)), ranked(1, 2, 3, plan=fixed(500))]

        assert won(*lists) == [(1, 1, 500), (2, 2, 500), (3, 1, 500)]

    def test_gives_the_highest_prize_of_a_list_to_the_best_wherever_it_stands_in_the_plan(self):
        assert won(ranked(1, 2, plan=fixed(100, 900))) == [(2, 1, 100), (1, 2, 900)]

    def test_does_not_reckon_the_amounts_again(self):
        lists = [ranked(1, (2, 3), plan=fixed(90, 60, 40), sharing="average"), ranked(2, plan=fixed(100))]

        assert won(*lists) == [(1, 1, 90), (3, 2, 50), (2, 1, 100)]

    def test_does_not_give_a_prize_for_which_nobody_is_left(self):
        assert won(ranked(1, plan=fixed(900, 500)), ranked(1, plan=fixed(100))) == [(1, 1, 900)]

    def test_knows_nothing_of_another_group(self):
        assert won(ranked(1, plan=fixed(9)), ranked(1, plan=fixed(8), group="luck")) == [(1, 1, 9), (1, 1, 8)]

    def test_does_not_give_a_prize_of_0(self):
        assert won(ranked(1, 2, plan=fixed(0, 5))) == [(1, 2, 5)]

    def test_takes_a_class_for_a_name_only(self):
        assert prizes(ranked(9, plan=fixed(5), **{"class": "nobody"}))["prizes"][0]["class"] == "nobody"

    def test_is_answered_in_the_order_of_the_lists_then_place(self):
        lists = [ranked(1, 2, plan=fixed(1, 2)), ranked(3, plan=fixed(100)), ranked(4, plan=fixed(50), group="a")]

        assert [cents for _, _, cents in won(*lists)] == [1, 2, 100, 50]


class TestARefund:
    def paid_back(self, played, planned, **entrant):
        refund = {"series_played": played, "series_planned": planned}
        return answered({"entrants": [{"number": 4, **entrant}], "refund": refund})["refunds"]

    @pytest.mark.parametrize(
        ("played", "planned", "cents"), [(2, 3, 333), (1, 3, 666), (0, 3, 1000), (3, 3, 0), (0, 1, 1000)]
    )
    def test_is_in_proportion_to_what_was_not_played_rounded_down(self, played, planned, cents):
        assert self.paid_back(played, planned, paid=1000) == {"4": cents}

    def test_is_nothing_for_who_is_expelled_or_did_not_pay(self):
        assert self.paid_back(0, 3, paid=1000, expelled=True) == {"4": 0}
        assert self.paid_back(0, 3) == {"4": 0}

    @pytest.mark.parametrize(
        ("played", "planned", "at"),
        [(4, 3, "series_played"), (0, 0, "series_planned"), (-1, 3, "series_played"), (1, -3, "series_planned")],
    )
    def test_of_series_that_cannot_be_is_refused(self, played, planned, at):
        assert refused({"refund": {"series_played": played, "series_planned": planned}}) == f"refund.{at}"
