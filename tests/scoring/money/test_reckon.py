"""The sentences of the page that fixes ``python -m scoring.money.reckon``, and what it refuses."""

import copy
import json
import subprocess
import sys

from tests.scoring.money.any_event import EXAMPLE, answered, charged, fixed, prizes, refused, table, won

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


class TestLostGames:
    def test_cost_so_much_each_to_the_last_of_the_tier_and_so_much_each_after_it_per_list(self):
        for lost, cents in ((0, 0), (1, 50), (3, 150), (4, 250), (5, 350)):
            assert charged(LOSS, table({"number": 1, "lost": lost})) == {"1": cents}
        three = table({"number": 1, "lost": 3})
        assert charged(LOSS, three, three) == {"1": 300}
        beyond_the_last = {"kind": "lost-games", "tiers": [[2, 50], [4, 10]]}
        assert charged(beyond_the_last, table({"number": 1, "lost": 9})) == {"1": 120}

    def test_of_tiers_that_do_not_rise_are_refused(self):
        for tiers in ([[3, 50], [3, 100]], [[3, 50], [2, 1]], [[None, 5], [None, 6]], [[None, 1], [3, 1]]):
            at = refused({"tariffs": [{"code": "t", "kind": "lost-games", "tiers": tiers}]})
            assert at.startswith("tariffs.0.tiers."), tiers


class TestThePlaceAtTheTable:
    def test_is_by_total_then_by_games_if_all_who_are_equal_give_both_then_by_seat(self):
        equal = (seat(1, 5, won=1, lost=4), seat(2, 5, won=3, lost=0))
        for said, seats, owed in (
            (
                "by total",
                (seat(1, -20), seat(2, 900), seat(3, 30), seat(4, 901)),
                {"1": 200, "2": 100, "3": 150, "4": 50},
            ),
            (
                "then more won, then fewer lost",
                (seat(1, 5, won=3, lost=2), seat(2, 5, won=4, lost=9), seat(3, 5, won=3, lost=1), seat(4, 6)),
                {"4": 50, "2": 100, "3": 150, "1": 200},
            ),
            *(
                ("one did not say", (*equal, seat(3, 5, **unsaid)), {"1": 1, "2": 2, "3": 3})
                for unsaid in ({"won": 9}, {"lost": 0}, {})
            ),
            ("by seat", [seat(number, 5, won=1, lost=1) for number in (9, 2, 5)], {"9": 1, "2": 2, "5": 3}),
            ("an empty chair", (seat(1, 1), None, seat(2, 3), seat(3, 2)), {"2": 1, "3": 2, "1": 3}),
            ("a size without amounts", (seat(1, 1), seat(2, 2)), {"1": 0, "2": 0}),
            ("nobody's total is asked there", (1, 2), {"1": 0, "2": 0}),
        ):
            assert charged(PLACE, table(*seats)) == owed, said

    def test_needs_exactly_as_many_amounts_as_seats(self):
        for cents in ({"4": [1, 2, 3]}, {"3": [1, 2, 3, 4]}, {"0": []}, {"04": [1, 2, 3, 4]}, {"x": []}):
            at = refused({"tariffs": [{"code": "t", "kind": "place-at-table", "cents": cents}]})
            assert at == f"tariffs.0.cents.{next(iter(cents))}"

    def test_needs_everybodys_total(self):
        event = {"tariffs": [{"code": "t", **PLACE}], "lists": [table(seat(1, 1), None, seat(2, 3), 3)]}

        assert refused(event) == "lists.0.seats.3.total"


class TestDealsPassedIn:
    def test_are_paid_in_equal_parts_odd_cents_from_seat_1_on(self):
        for seats, passed, owed in (
            ((4, 3, 2, 1), 1, {"4": 3, "3": 3, "2": 2, "1": 2}),
            ((None, 3, 2, 1), 1, {"3": 4, "2": 3, "1": 3}),
            ((1, 2), 2, {"1": 10, "2": 10}),
            ((1, 2), 0, {"1": 0, "2": 0}),
            ((None,), 3, {}),
        ):
            assert charged({"kind": "passed-in", "cents": 10}, table(*seats, passed=passed)) == owed


class TestWhoIsCharged:
    def test_who_is_free_has_an_entry_of_0_whatever_the_tariff(self):
        four = table(*(seat(n, 10 - n, lost=2) for n in (1, 2, 3, 4)), passed=2)
        entrants = [{"number": n, "classes": ["juniors", "club"] if n == 2 else ["club"]} for n in (1, 2, 3, 4)]
        for tariff in (ENTRY, LOSS, PLACE, {"kind": "passed-in", "cents": 10}):
            free = charged({**tariff, "free": ["juniors", "staff"]}, four, entrants=entrants)
            assert free == charged(tariff, four, entrants=entrants) | {"2": 0}, tariff

    def test_who_is_no_entrant_plays_and_has_a_place_but_is_not_charged(self):
        three = table(seat(7, 3, lost=1), seat(8, 2), seat(9, 1), passed=1)

        assert charged(PLACE, three, entrants=[{"number": 8}]) == {"8": 2}
        assert charged({"kind": "passed-in", "cents": 10}, three, entrants=[{"number": 8}]) == {"8": 3}


class TestPots:
    def filled(self, cents, *entries, **more):
        return answered(
            {
                "tariffs": [{"code": "t", "kind": "entrant", "cents": cents}],
                "entrants": [{"number": 1}],
                "goes_to": {"t": [{"pot": str(n), **entry} for n, entry in enumerate(entries)], **more},
            }
        )["pots"]

    def test_get_fixed_sums_first_then_shares_of_the_rest_rounded_down_and_the_last_takes_what_is_left(self):
        for cents, entries, pots in (
            (700, ({"share": 50}, {"cents": 500}, {"cents": 400}), {"0": 0, "1": 500, "2": 200}),
            (1001, ({"cents": 100}, {"share": 33}, {"share": 33}), {"0": 100, "1": 297, "2": 604}),
            (1000, ({"share": 50}, {"cents": 100}), {"0": 450, "1": 550}),
            (1000, ({"share": 50}, {"pot": "0", "share": 50}), {"0": 1000}),
            (1000, ({"share": 50}, {"each": 300}, {"cents": 100}), {"0": 300, "1": 300, "2": 400}),
            (150, ({"each": 100}, {"each": 100}, {"share": 100}), {"0": 100, "1": 50, "2": 0}),
        ):
            assert self.filled(cents, *entries) == pots
        assert answered({**EXAMPLE, "goes_to": {}, "prizes": []})["pots"] == {}

    def test_are_filled_once_by_what_a_tariff_comes_to_over_everybody(self):
        event = {
            "tariffs": [{"code": "t", "kind": "entrant", "cents": 3}],
            "entrants": [{"number": n} for n in (1, 2, 3)],
            "goes_to": {"t": [{"pot": "a", "share": 50}, {"pot": "b", "share": 50}]},
        }

        assert answered(event)["pots"] == {"a": 4, "b": 5}

    def test_get_of_each_charge_above_nothing_what_is_said_also_of_those_who_come_and_go(self):
        event = {
            "tariffs": [{"code": "t", "kind": "entrant", "cents": 750, "free": ["juniors"]}],
            "entrants": [*({"number": n} for n in range(1, 23)), {"number": 23, "classes": ["juniors"]}],
            "goes_to": {"t": [{"pot": "jackpot", "each": 100}, {"pot": "day", "share": 100}]},
        }
        assert answered(event)["pots"] == {"jackpot": 2200, "day": 22 * 650}

        event["entrants"].pop(0)
        assert answered(event)["pots"] == {"jackpot": 2100, "day": 21 * 650}

    def test_are_refused_by_entries_that_say_no_part_or_for_a_tariff_there_is_not(self):
        for entries, at in (
            ([{"pot": "a", "share": 60}, {"pot": "b", "share": 41}], "goes_to.entry"),
            ([{"pot": "a"}], "goes_to.entry.0"),
            ([{"pot": "a", "share": 1, "cents": 1}], "goes_to.entry.0"),
            ([{"pot": "a", "each": 1, "cents": 1}], "goes_to.entry.0"),
            ([{"pot": "a", "each": -1}], "goes_to.entry.0.each"),
            ([{"pot": "a", "each": 1.5}], "goes_to.entry.0.each"),
            ([{"pot": "a", "share": 1.5}], "goes_to.entry.0.share"),
            ([{"pot": "a", "share": -1}], "goes_to.entry.0.share"),
            ([{"pot": "a", "cents": -1}], "goes_to.entry.0.cents"),
            ([{"share": 1}], "goes_to.entry.0.pot"),
        ):
            assert refused({"tariffs": [{"code": "entry", **ENTRY}], "goes_to": {"entry": entries}}) == at
        assert refused({"goes_to": {"entry": []}}) == "goes_to.entry"


def ranked(*places, plan, **further):
    return {
        "ranking": [list(place) if isinstance(place, tuple) else [place] for place in places],
        "plan": plan,
        **further,
    }


class TestAPlan:
    def test_of_shares_gives_them_rounded_down_with_the_difference_to_the_first(self):
        for pot, shares, given in (
            (101, [60, 40], [61, 40]),
            (1001, [33, 33], [330, 330]),
            (199, [50, 25, 25], [101, 49, 49]),
            (1, [1], []),
        ):
            one = ranked(1, 2, 3, plan={"kind": "share", "pot": "p", "shares": shares})
            assert [cents for _, _, cents in won(one, p=pot)] == given
        # Of the whole pot, whoever else has a share of it.
        one = ranked(1, plan={"kind": "share", "pot": "p", "shares": [60]})
        assert won(one, {**one, "group": "other"}, p=100) == [(1, 1, 60), (1, 1, 60)]

    def test_of_steps_gives_one_prize_for_each_full_four_and_repeats_the_last(self):
        one = ranked(1, 2, 3, 4, 5, plan={"kind": "steps", "per": 4, "cents": [50, 20]})
        for entrants, given in ((3, []), (4, [50]), (11, [50, 20]), (16, [50, 20, 20, 20])):
            assert [cents for _, _, cents in won(one, entrants=entrants)] == given

    def test_of_a_pot_there_is_not_is_refused(self):
        for plan in (fixed(1), {"kind": "share", "shares": [1]}, {"kind": "steps", "per": 1, "cents": []}):
            one = {"group": "g", "ranking": [], "plan": {**plan, "pot": "q"}}
            assert refused({"prizes": [one]}) == "prizes.0.plan.pot"

    def test_counts_against_its_pot_only_what_is_given(self):
        lists = [ranked(1, plan=fixed(80, 40, pot="p")), ranked(plan=fixed(5, pot="q"), group="other")]

        assert prizes(*lists, p=100, q=7, r=3)["over"] == {"p": -20, "q": -7}


class TestEqualPlaces:
    def test_share_as_the_list_says(self):
        for sharing, given in (("none", [100, 60, 40]), ("average", [67, 67, 66]), ("hort", [84, 63, 53])):
            one = ranked((1, 2, 3), plan=fixed(100, 60, 40), sharing=sharing)
            assert [cents for _, _, cents in won(one)] == given, sharing
        assert won(ranked(7, 3, (1, 5), plan=fixed(9, 8, 7))) == [(7, 1, 9), (3, 2, 8), (1, 3, 7)]

    def test_share_a_prize_that_is_missing_as_nothing(self):
        for sharing, given in (
            ("average", [(7, 1, 9), (1, 2, 3), (5, 3, 3), (2, 4, 2)]),
            ("hort", [(7, 1, 9), (1, 2, 6), (5, 3, 1), (2, 4, 1)]),
        ):
            assert won(ranked(7, (1, 5, 2), 3, plan=fixed(9, 8), sharing=sharing)) == given


class TestRoundingAndFloor:
    def test_round_each_prize_down_leave_out_what_is_below_the_floor_and_give_the_rest_to_the_first(self):
        after_sharing = {"sharing": "average", "round_to": 600, "floor": 601}
        for one, given in (
            (ranked(1, 2, 3, plan=fixed(10250, 6100, 4499), round_to=500), [(1, 1, 10849), (2, 2, 6000), (3, 3, 4000)]),
            (ranked(1, 2, 3, plan=fixed(900, 500, 499), floor=500), [(1, 1, 1399), (2, 2, 500)]),
            (ranked(1, (2, 3), plan=fixed(2000, 1100, 900), **after_sharing), [(1, 1, 4000)]),
            (ranked(1, 2, plan=fixed(300, 200), floor=400), [(1, 1, 500)]),
            (ranked(1, plan=fixed(300), floor=400), [(1, 1, 300)]),
            (ranked(1, plan=fixed(300), floor=300), [(1, 1, 300)]),
        ):
            assert won(one) == given
        before_the_group = [ranked(1, 2, plan=fixed(900, 500), floor=600), ranked(1, 3, plan=fixed(1000))]
        assert won(*before_the_group) == [(1, 1, 1400), (3, 1, 1000)]
        unsaid = ranked((1, 2), plan=fixed(301, 200))
        assert won(unsaid) == won({**unsaid, "sharing": "none", "round_to": 1, "floor": 0})


def test_a_group_gives_nobody_two_prizes_the_highest_first_then_by_the_order_of_the_lists():
    lists = [ranked(1, 2, 3, plan=fixed(1000, 600, 400)), ranked(2, 3, plan=fixed(700), **{"class": "ladies"})]
    answer = [(p["number"], p["class"], p["place"], p["cents"]) for p in prizes(*lists)["prizes"]]
    assert answer == [(1, None, 1, 1000), (3, None, 2, 600), (2, "ladies", 1, 700)]

    equal = [ranked(1, 2, 3, plan=fixed(500, 500)), ranked(1, 2, 3, plan=fixed(500))]
    shared = [ranked(1, (2, 3), plan=fixed(90, 60, 40), sharing="average"), ranked(2, plan=fixed(100))]
    in_order = [ranked(1, 2, plan=fixed(1, 2)), ranked(3, plan=fixed(100)), ranked(4, plan=fixed(50), group="a")]
    for said, lists, given in (
        ("equal prizes by the order of the lists, then by place", equal, [(1, 1, 500), (2, 2, 500), (3, 1, 500)]),
        ("the best wins the highest wherever it stands", [ranked(1, 2, plan=fixed(1, 9))], [(2, 1, 1), (1, 2, 9)]),
        ("amounts are not reckoned again", shared, [(1, 1, 90), (3, 2, 50), (2, 1, 100)]),
        ("nobody is left", [ranked(1, plan=fixed(900, 500)), ranked(1, plan=fixed(100))], [(1, 1, 900)]),
        ("no prize of 0", [ranked(1, 2, plan=fixed(0, 5))], [(1, 2, 5)]),
        ("answered in the order of the lists", in_order, [(2, 1, 1), (1, 2, 2), (3, 1, 100), (4, 1, 50)]),
    ):
        assert won(*lists) == given, said


class TestARefund:
    def paid_back(self, played, planned, **entrant):
        refund = {"series_played": played, "series_planned": planned}
        return answered({"entrants": [{"number": 4, **entrant}], "refund": refund})["refunds"]

    def test_is_in_proportion_to_what_was_not_played_rounded_down(self):
        for played, planned, cents in ((2, 3, 333), (1, 3, 666), (0, 3, 1000), (3, 3, 0), (0, 1, 1000)):
            assert self.paid_back(played, planned, paid=1000) == {"4": cents}
        assert self.paid_back(0, 3, paid=1000, expelled=True) == self.paid_back(0, 3) == {"4": 0}
        assert "refunds" not in answered({"entrants": [{"number": 1}]})

    def test_of_series_that_cannot_be_is_refused(self):
        for played, planned, at in ((4, 3, "played"), (0, 0, "planned"), (-1, 3, "played"), (1, -3, "planned")):
            assert refused({"refund": {"series_played": played, "series_planned": planned}}) == f"refund.series_{at}"


PLACES = [
    ("tariffs", 0, "cents"),
    ("tariffs", 1, "tiers", 0, 0),
    ("tariffs", 1, "tiers", 1, 1),
    ("tariffs", 2, "cents", "4", 3),
    ("tariffs", 3, "cents"),
    ("goes_to", "entry", 0, "share"),
    ("goes_to", "loss", 0, "cents"),
    ("entrants", 0, "number"),
    ("entrants", 0, "paid"),
    ("lists", 0, "series"),
    ("lists", 0, "passed"),
    ("lists", 0, "seats", 1, "number"),
    ("lists", 0, "seats", 1, "lost"),
    ("prizes", 0, "ranking", 2, 1),
    ("prizes", 0, "plan", "cents", 2),
    ("prizes", 0, "round_to"),
    ("prizes", 0, "floor"),
    ("prizes", 1, "plan", "shares", 1),
    ("refund", "series_played"),
    ("refund", "series_planned"),
]
"""Every whole number of the example that cannot be negative."""

OBJECTS = [
    (),
    ("tariffs", 0),
    ("goes_to", "entry", 0),
    ("entrants", 0),
    ("lists", 0),
    ("lists", 0, "seats", 0),
    ("prizes", 0),
    ("prizes", 0, "plan"),
    ("refund",),
]


def bent(path, value):
    event = copy.deepcopy(EXAMPLE)
    *way, last = path
    held = event
    for step in way:
        held = held[step]
    held[last] = value
    return event


def named(path):
    return ".".join(map(str, path))


def test_a_number_that_is_none_is_named():
    for path in PLACES:
        for wrong in (-1, 1.5, 1e3, "3", True, [], float("nan"), 10**19):
            assert refused(bent(path, wrong)) == named(path), wrong
    seat = ("lists", 0, "seats", 0)
    for path in ((*seat, "total"), (*seat, "number")):
        for wrong in (1.0, "x", False):
            assert refused(bent(path, wrong)) == named(path), wrong
    answered(bent((*seat, "total"), -812))

    # Numbers count from 1.
    for path in (
        ("entrants", 0, "number"),
        ("lists", 0, "seats", 1, "number"),
        ("prizes", 0, "ranking", 0, 0),
        ("prizes", 0, "round_to"),
        ("lists", 0, "series"),
    ):
        assert refused(bent(path, 0)) == named(path)


def test_a_field_nobody_knows_is_named_and_what_should_be_an_object():
    for path in OBJECTS:
        assert refused(bent((*path, "colour"), "red")) == named((*path, "colour"))
    for path in OBJECTS[1:]:
        for wrong in ([], "x", 7, False):
            assert refused(bent(path, wrong)) == named(path), wrong


def test_what_is_missing_or_of_another_kind_or_there_twice_is_named():
    for path, wrong, at in (
        (("tariffs", 0), {"kind": "entrant", "cents": 1}, "tariffs.0.code"),
        (("tariffs", 0), {"code": "entry", "cents": 1}, "tariffs.0.kind"),
        (("tariffs", 0), {"code": "entry", "kind": "entrant"}, "tariffs.0.cents"),
        (("tariffs", 0), {"code": "entry", "kind": "entrant", "cents": 1, "tiers": []}, "tariffs.0.tiers"),
        (("tariffs", 0, "kind"), "per-head", "tariffs.0.kind"),
        (("tariffs", 0, "kind"), ["entrant"], "tariffs.0.kind"),
        (("tariffs", 0, "free"), "juniors", "tariffs.0.free"),
        (("tariffs", 0, "free"), [1], "tariffs.0.free.0"),
        (("tariffs", 1, "tiers", 0), [3], "tariffs.1.tiers.0"),
        (("tariffs", 1, "code"), "entry", "tariffs.1.code"),
        (("entrants", 0, "team"), 1.5, "entrants.0.team"),
        (("entrants", 0, "number"), None, "entrants.0.number"),
        (("prizes", 0, "ranking", 0), None, "prizes.0.ranking.0"),
        (("entrants", 0, "expelled"), 1, "entrants.0.expelled"),
        (("prizes", 0), {"ranking": [], "plan": {"kind": "fixed", "cents": []}}, "prizes.0.group"),
        (("prizes", 0, "plan", "kind"), "lottery", "prizes.0.plan.kind"),
        (("prizes", 1, "plan"), {"kind": "share", "shares": [1]}, "prizes.1.plan.pot"),
        (("prizes", 1, "plan", "shares"), [60, 41], "prizes.1.plan.shares"),
        (("prizes", 1, "plan", "per"), 4, "prizes.1.plan.per"),
        (("prizes", 1, "sharing"), "half", "prizes.1.sharing"),
        (("prizes", 0, "plan"), {"kind": "steps", "per": 0, "cents": [1]}, "prizes.0.plan.per"),
        (("prizes", 0, "ranking", 0), 7, "prizes.0.ranking.0"),
        (("goes_to",), [], "goes_to"),
        (("goes_to", "entry"), {"pot": "a"}, "goes_to.entry"),
        (("refund",), {"series_played": 1}, "refund.series_planned"),
        (("entrants",), [{"number": 1}, {"number": 2}, {"number": 1}], "entrants.2.number"),
        (("lists", 0, "seats"), [{"number": 1}, None, None, {"number": 1}], "lists.0.seats.3.number"),
        (("prizes", 0, "ranking"), [[1, 2, 1]], "prizes.0.ranking.0.2"),
        (("prizes", 0, "ranking"), [[1], [2], [1]], "prizes.0.ranking.2.0"),
    ):
        assert refused(bent(path, wrong)) == at


def test_what_an_event_may_leave_out_may_be_null():
    plan = {"kind": "fixed", "cents": [5]}
    left_out = {
        "tariffs": [{"code": "entry", **ENTRY}],
        "entrants": [{"number": 1}],
        "lists": [{"seats": [{"number": 1}]}],
        "prizes": [{"group": "main", "ranking": [[1]], "plan": plan}],
    }
    prize = dict.fromkeys(("class", "sharing", "round_to", "floor"))
    null = {
        "tariffs": [{**left_out["tariffs"][0], "free": None, "tiers": None}],
        "entrants": [{"number": 1, "classes": None, "team": None, "paid": None, "expelled": None}],
        "lists": [{"series": None, "passed": None, "seats": [{"number": 1, "total": None, "won": None, "lost": None}]}],
        "prizes": [left_out["prizes"][0] | prize | {"plan": {**plan, "pot": None, "shares": None, "per": None}}],
    }

    assert answered({**null, "goes_to": None, "refund": None}) == answered(left_out)


def test_the_program_answers_without_django_refuses_with_status_2_and_prints_any_name_in_any_terminal():
    def run(event):
        sent = json.dumps(event).encode()
        done = subprocess.run([sys.executable, "-I", "-c", PROGRAM], input=sent, capture_output=True, check=False)
        assert done.stderr == b""
        return done.returncode, json.loads(done.stdout)

    name = "🃏 ♣ ß"
    event = {**EXAMPLE, "goes_to": {**EXAMPLE["goes_to"], "passed": [{"pot": name, "share": 1}]}}
    assert run(event) == (0, answered(event))
    code, answer = run({"refund": {"series_played": 1, "series_planned": 0}})
    assert (code, answer["at"]) == (2, "refund.series_planned")


PROGRAM = """
import runpy, sys
sys.path.insert(0, {root!r})
class NoSite:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("django", "segno", "tables"):
            raise ImportError(name)
sys.meta_path.insert(0, NoSite())
runpy.run_module("scoring.money.reckon", run_name="__main__", alter_sys=True)
""".format(root=str(__import__("pathlib").Path(__file__).parents[3]))
"""``python -m scoring.money.reckon`` where nothing but the standard library and the topic can be imported."""
