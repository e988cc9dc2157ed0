"""The model of the page: what taps bring along and clear, what they save, and how many of them a deal costs."""

import json
from pathlib import Path

import pytest

from benchmarks.model import ADDRESS, opened
from benchmarks.taps import GOAL, counted, deals_of_the_mix
from scoring.rules.matadors import matadors_by_game
from scoring.rules.valuation import book
from scoring.rules.worth import readings
from tests.browser.model_lines import severities

SEQUENCES = 100_000
RANDOM_TAPS = Path(__file__).with_name("model_taps.js")

TAPPED = """
([start, pressed, outcome]) => {
  let state = taps.blank({ number: 1, dealer: 1, seats: 4, ...start });
  for (const [field, value] of pressed) state = taps.tap(state, field, value, lines);
  return { state, offers: taps.offers(state, lines), entry: outcome && taps.entry(state, outcome, lines) };
}
"""


@pytest.fixture(scope="module")
def model(browser):
    page = opened(browser.new_context().new_page())
    page.route(
        f"{ADDRESS}{RANDOM_TAPS.name}", lambda route: route.fulfill(path=RANDOM_TAPS, content_type="text/javascript")
    )
    yield page
    page.context.close()


@pytest.fixture
def tapped(model):
    """Return a function that taps a deal: fields with a value, or the names of levels."""

    def tap(*pressed, outcome=None, **start):
        fields = [[one, True] if isinstance(one, str) else list(one) for one in pressed]
        return model.evaluate(TAPPED, [start, fields, outcome])

    return tap


def game(name, matadors=None, declarer=2):
    """Return the taps every game needs."""
    return [("declarer", declarer), ("game", name), *([("matadors", matadors)] if matadors else [])]


@pytest.mark.proof("stale-options")
def test_no_taps_at_random_save_anything_the_rules_refuse(model, prove):
    found = model.evaluate(
        "async given => (await import('/model_taps.js')).tapAtRandom(given, lines)", {"sequences": SEQUENCES, "seed": 5}
    )

    plain, sure = (
        {
            text: severities(one["line"], dealer=one["dealer"], seats=one["seats"])
            for text in found[kind]
            if (one := json.loads(text))
        }
        for kind in ("plain", "sure")
    )
    assert len(plain) > 5_000
    assert len(sure) > 100
    assert [text for text, found in plain.items() if found] == []
    assert [text for text, found in sure.items() if "error" in found] == []
    assert any(found == {"warning"} for found in sure.values())
    prove(f"{SEQUENCES:,} sequences of taps, {len(plain) + len(sure):,} different lines saved: 0 illegal")


class TestTapsOfADeal:
    @pytest.mark.proof("taps")
    def test_the_real_mix_costs_few_of_them(self, model, prove):
        found = counted(model, deals_of_the_mix())

        assert found.wrong == []
        assert found.mean <= GOAL
        prove(f"passed in 1, Null 3, suit and Grand 4; mean {found.mean:.2f}")
        assert set(found.by_game["passed in"]) == {1}
        assert min(found.by_game["Null"]) == 3
        assert min(found.by_game["suit"]) == min(found.by_game["Grand"]) == 4

    @pytest.mark.parametrize(
        ("taps", "line"),
        [
            (1, {"declarer": None, "game": ""}),
            (3, {"game": "null"}),
            (4, {"game": "clubs", "matadors": 1}),
            (4, {"game": "grand", "matadors": -2}),
            (5, {"game": "grand", "matadors": 2, "hand": True}),
            (5, {"game": "spades", "matadors": 1, "schneider": True}),
            (5, {"game": "null", "hand": True, "ouvert": True}),
            (5, {"game": "spades", "matadors": 1, "schneider": True, "schwarz": True}),
            (5, {"game": "hearts", "matadors": 3, "hand": True, "schneider_announced": True, "schneider": True}),
            (
                5,
                {
                    "game": "grand",
                    "matadors": 4,
                    **dict.fromkeys(("hand", "schneider", "schwarz"), True),
                    **dict.fromkeys(("schneider_announced", "schwarz_announced", "ouvert"), True),
                },
            ),
            (6, {"game": "hearts", "matadors": 1, "won": False, "overbid": True, "bid": 50}),
        ],
        ids=str,
    )
    @pytest.mark.proof("taps")
    def test_are_as_few_as_promised(self, model, taps, line):
        full = {"declarer": 2, "won": True} | line
        found = model.evaluate("deal => fewest.fewestTaps(deal, 4, lines)", {"number": 1, "line": full})

        assert found["right"]
        assert (found["taps"], found["asked"]) == (taps, False)


class TestATap:
    def test_on_what_is_chosen_gives_it_up(self, tapped):
        state = tapped(*game("clubs", 1), "hand", *game("clubs", 1), "hand")["state"]

        assert (state["declarer"], state["game"], state["matadors"], state["hand"]) == (None, None, None, False)

    def test_on_the_dealer_of_a_table_of_four_does_nothing(self, tapped):
        found = tapped(("declarer", 1))

        assert found["state"]["declarer"] is None
        assert [seat["place"] for seat in found["offers"]["seats"] if seat["barred"]] == [1]
        assert tapped(("declarer", 1), seats=3)["state"]["declarer"] == 1

    def test_on_an_announcement_brings_along_what_it_includes(self, tapped):
        state = tapped(*game("grand", 4), "ouvert")["state"]

        assert all(state[level] for level in ("hand", "schneider_announced", "schwarz_announced", "ouvert"))
        assert not state["schneider"]

    def test_on_what_an_announcement_leans_on_clears_the_announcement(self, tapped):
        state = tapped(*game("grand", 4), "schwarz_announced", "schneider_announced")["state"]

        assert (state["hand"], state["schneider_announced"], state["schwarz_announced"]) == (True, False, False)

    def test_on_schwarz_brings_schneider(self, tapped):
        state = tapped(*game("clubs", 1), "schwarz")["state"]

        assert state["schneider"]
        assert not tapped(*game("clubs", 1), "schwarz", "schneider")["state"]["schwarz"]

    def test_on_ouvert_is_no_hand_in_a_null(self, tapped):
        for pressed in (["ouvert", ("game", "null")], [("game", "null"), "ouvert"]):
            state = tapped(*pressed)["state"]
            assert (state["hand"], state["schwarz_announced"], state["ouvert"]) == (False, False, True)

    def test_on_another_game_clears_what_it_cannot_have(self, tapped):
        assert tapped(*game("clubs", 6), ("game", "grand"))["state"]["matadors"] is None
        state = tapped(*game("clubs", 2), "hand", "schneider", ("game", "null"))["state"]
        assert (state["matadors"], state["schneider"], state["hand"]) == (None, False, True)
        assert not tapped(("game", "null"), "ouvert", ("game", "grand"))["state"]["ouvert"]

    def test_on_a_null_leaves_hand_and_ouvert_to_be_tapped(self, tapped):
        levels = tapped(("game", "null"))["offers"]["levels"]

        assert {level for level, one in levels.items() if one["shown"]} == {"hand", "ouvert"}
        assert all(one["disabled"] != one["shown"] for one in levels.values())

    def test_on_nonsense_changes_nothing(self, tapped):
        before = tapped(*game("clubs", 1))["state"]

        nonsense = [
            ("declarer", 9),
            ("game", "ramsch"),
            ("matadors", 12),
            ("bid", 18),
            ("colour", "red"),
            ("toString", 1),
        ]
        assert tapped(*game("clubs", 1), *nonsense)["state"] == before


class TestTheOutcomes:
    def test_say_the_value_before_it_is_saved(self, tapped):
        offers = tapped(*game("grand", 2), "hand")["offers"]

        assert (offers["won"]["points"], offers["lost"]["points"]) == (96, -192)
        assert offers["won"]["missing"] == offers["won"]["refused"] == offers["won"]["asked"] == []

    def test_say_what_is_missing(self, tapped):
        assert tapped()["offers"]["won"]["missing"] == ["declarer", "game", "matadors"]
        assert tapped(("game", "null"))["offers"]["lost"]["missing"] == ["declarer"]

    def test_count_an_announced_level_as_reached_where_the_game_is_won(self, tapped):
        pressed = [*game("hearts", 3), "schneider_announced"]

        assert tapped(*pressed, outcome="won")["entry"]["schneider"]
        assert not tapped(*pressed, outcome="lost")["entry"]["schneider"]

    def test_that_cannot_be_are_refused_and_have_no_value(self, tapped):
        found = tapped(*game("clubs", -1), "schwarz", outcome="won")

        assert found["offers"]["won"]["refused"] == ["won-schwarz-without-club-jack"]
        assert found["offers"]["won"]["points"] is None
        assert found["entry"] is None
        assert tapped(*game("clubs", -1), "schwarz", outcome="lost")["entry"]["schwarz"]

    def test_that_are_rare_are_asked_about_until_somebody_is_sure(self, tapped):
        rare = game("spades", 5)

        assert tapped(*rare, outcome="won")["offers"]["won"]["asked"] == ["many-matadors"]
        assert tapped(*rare, outcome="won")["entry"] is None
        assert tapped(*rare, ("sure", "won"), outcome="won")["entry"]["matadors"] == 5
        assert tapped(*rare, ("sure", "won"), outcome="lost")["entry"] is None
        assert tapped(*rare, ("sure", "won"), "hand", outcome="won")["entry"] is None

    def test_of_a_deal_passed_in_need_an_empty_form(self, tapped):
        assert tapped(outcome="passed")["entry"] == {"declarer": None, "game": ""}
        assert tapped(("matadors", 1), outcome="passed")["entry"] is None
        assert not tapped(("declarer", 2))["offers"]["passed"]["enabled"]


class TestAnOverbidGame:
    def test_is_lost_with_the_bid_that_was_not_reached(self, tapped):
        found = tapped(*game("hearts", 1), "overbid", ("bid", 50), outcome="lost")

        assert (found["entry"]["bid"], found["entry"]["overbid"], found["offers"]["lost"]["points"]) == (50, True, -100)
        assert found["offers"]["won"]["refused"] == ["won-below-bid"]
        assert tapped(*game("hearts", 1), "overbid", ("bid", 50), outcome="won")["entry"] is None

    def test_offers_the_bids_above_its_value_alone(self, tapped):
        offers = tapped(*game("hearts", 1), "overbid")["offers"]

        assert offers["bids"][:3] == [22, 23, 24]
        assert offers["lost"]["missing"] == ["bid"]
        assert tapped(*game("hearts", 1))["offers"]["bids"] == []

    def test_forgets_a_bid_that_the_value_covers_by_now(self, tapped):
        assert tapped(*game("hearts", 1), "overbid", ("bid", 30), "hand")["state"]["bid"] is None
        assert tapped(*game("hearts", 1), "overbid", ("bid", 30), "overbid")["state"]["bid"] is None

    def test_as_a_null_says_the_game_it_is_charged_as(self, tapped):
        lost = tapped(*game("null"), "overbid", ("bid", 24), outcome="lost")

        assert lost["entry"] is None
        assert lost["offers"]["lost"]["refused"] == ["null-below-bid"]
        assert next(step for step in lost["offers"]["lost"]["steps"] if step["kind"] == "overbid")["game"] == "clubs"


class TestANullBelowItsBid:
    """Lost as a suit game or Grand, by the bid and the matadors held or missing (ISkO 3.4.4)."""

    NULL = (*game("null"), "overbid", ("bid", 24))

    def test_asks_for_its_matadors_the_jacks_alone(self, tapped):
        assert tapped(*game("null"), "overbid")["offers"]["matadors"] == []
        asked = tapped(*self.NULL)["offers"]

        assert asked["matadors"] == [1, 2, 3, 4, -1, -2, -3, -4]
        assert (asked["isBelowItsBid"], asked["readings"]) == (True, [])

    @pytest.mark.parametrize("bid", [24, 30, 46, 59, 264])
    @pytest.mark.parametrize("count", [1, 3, -2, -4])
    def test_offers_every_game_it_can_be_lost_as_the_cheapest_first(self, tapped, bid, count):
        found = tapped(*game("null"), "overbid", ("bid", bid), ("matadors", count))["offers"]["readings"]

        ours = readings(bid, matadors_by_game(count))
        assert [(one["line"]["game"], one["points"]) for one in found] == [
            (line.contract.game, book(line).points) for line in ours
        ]

    def test_counts_on_in_each_suit_after_the_four_jacks(self, tapped):
        offers = tapped(*self.NULL, ("matadors", -4), ("suit", {"diamonds": -6}))["offers"]

        assert offers["suits"]["diamonds"] == [-4, -5, -6, -7, -8, -9, -10, -11]
        assert "grand" not in offers["suits"]
        assert [(one["line"]["game"], one["line"]["matadors"], one["points"]) for one in offers["readings"]][:2] == [
            ("hearts", -4, -100),
            ("spades", -4, -110),
        ]
        assert tapped(*self.NULL, ("matadors", -3))["offers"]["suits"] == {}

    @pytest.mark.parametrize(
        ("bid", "count", "saved"),
        [
            (24, 1, {"game": "clubs", "matadors": 1, "overbid": False, "bid": None}),
            (24, -4, {"game": "diamonds", "matadors": -4, "overbid": False, "bid": None}),
            (50, 1, {"game": "hearts", "matadors": 1, "overbid": True, "bid": 50}),
        ],
    )
    def test_becomes_the_game_that_is_tapped_and_can_be_saved_as_lost(self, tapped, bid, count, saved):
        null = [*game("null"), "hand", "overbid", ("bid", bid), ("matadors", count)]
        if bid < 36:
            null.remove("hand")
        found = tapped(*null, ("reading", saved["game"]), outcome="lost")

        assert {name: found["entry"][name] for name in saved} == saved
        assert not found["entry"]["hand"]
        assert found["state"]["suits"] == {}

    def test_forgets_its_matadors_with_its_bid(self, tapped):
        assert tapped(*self.NULL, ("matadors", 2), ("bid", 24))["state"]["matadors"] is None
        assert tapped(*self.NULL, ("matadors", 2), "overbid")["state"]["matadors"] is None
        state = tapped(*self.NULL, ("matadors", 4), ("suit", {"clubs": 6}), ("matadors", 2))["state"]
        assert (state["matadors"], state["suits"]) == (2, {})

    def test_stands_as_no_game_that_was_not_offered(self, tapped):
        before = tapped(*self.NULL, ("matadors", 2))["state"]

        assert tapped(*self.NULL, ("matadors", 2), ("reading", "null"))["state"] == before
        assert tapped(*self.NULL, ("matadors", 2), ("suit", {"clubs": 6}))["state"] == before
