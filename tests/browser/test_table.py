"""The page looks every line up in the line table, and says it in the words of the site: all of them, one by one.

What a tap changes and what the page offers then, also for a game that is below its bid (ISkO 3.4.4, 5.4).
"""

import json
from dataclasses import replace
from itertools import product
from statistics import mean

import pytest
from django.conf import settings
from django.utils.translation import override

from benchmarks import taps
from scoring.lists.wording.games import deal_line
from scoring.rules.contract import matadors_by_game
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import readings
from scoring.rules.valuation import book
from scoring.table.wording import phrases
from tests.browser.model_lines import (
    LOOKED_UP,
    SAID,
    as_asked,
    can_stand_in_a_list,
    every_line,
    game,
    looked_up,
    said,
    severities,
)
from tests.support.thorough import thorough

AT_ONCE = 20_000

OTHERS = 11
"""Of so many lines with a bid one is looked at in short, as each figure and each word stands in many."""


@pytest.fixture(scope="module")
def lines(is_thorough):
    found = list(every_line(others=1 if is_thorough else OTHERS))
    assert len(found) > 150_000 / (1 if is_thorough else OTHERS)
    return found


@pytest.fixture(scope="module")
def asking(model):
    """Return a function that asks the page about many lines."""

    def ask(script, lines, **given):
        parts = [lines[start : start + AT_ONCE] for start in range(0, len(lines), AT_ONCE)]
        return [answer for part in parts for answer in model.evaluate(script, [json.dumps(as_asked(part)), given])]

    return ask


def test_points_problems_and_steps_are_those_of_the_rules(asking, lines):
    pairs = zip(asking(LOOKED_UP, lines), map(looked_up, lines), strict=True)

    assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_are_those_of_the_site(asking, lines, language):
    standing = [line for line in lines if can_stand_in_a_list(line)]
    assert len(standing) > len(lines) / 4
    with override(language):
        pairs = zip(asking(SAID, standing, phrases=phrases()), map(said, standing), strict=True)

        assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


READ = """
([asked, { phrases }]) => JSON.parse(asked).map((line) => {
  const { points } = lines.look(line, line.won ? "won" : "lost");
  return [points, words.sentence(line, points, "Bernd", phrases, lines)];
})
"""


@pytest.mark.parametrize("bid", [48, *thorough(18, 120, 264)])
def test_a_bid_that_was_not_ticked_as_overbid_is_read_as_it_was_booked(asking, lines, bid):
    from_paper = [replace(line, bid=bid) for line in lines if line.bid is None and not line.won]

    with override("en"):
        assert asking(READ, from_paper, phrases=phrases()) == [
            [book(line).points, deal_line(Deal(number=1, declarer=1, played=line), ["Bernd"])] for line in from_paper
        ]


def test_a_game_that_a_judge_calls_won_stands_as_won_and_what_no_page_can_tick_is_not_in_the_table(model):
    line = {"declarer": 1, "game": "hearts", "matadors": 1}

    overruled = line | {"won": True, "bid": 50, "overruled": True}
    assert model.evaluate("line => lines.look(line, 'won').points", overruled) == 20
    several = [{"matadors": 12}, {"matadors": 0}, {"game": "ramsch"}, {"schwarz": True}, {"ouvert": True}]
    for nonsense in (*several, {"bid": 19, "overbid": True}):
        assert model.evaluate("line => lines.look(line, 'lost')", line | nonsense) is None, nonsense


SEQUENCES = 100_000


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.proof("taps")
def test_the_real_mix_costs_few_taps(model, prove):
    deals = taps.deals_of_the_mix()
    found = taps.tapped(model, deals)
    kinds = taps.by_kind(deals, found.counts)

    assert found.wrong == []
    assert mean(found.counts) <= taps.GOAL
    prove(f"passed in 1, Null 3, suit and Grand 4; mean {mean(found.counts):.2f}")
    assert set(kinds["passed in"]) == {1}
    assert min(kinds["Null"]) == 3
    assert min(kinds["suit"]) == min(kinds["Grand"]) == 4


EVERY_LEVEL = ("hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert")
FEW_TAPS = (
    (1, {"declarer": None, "game": ""}),
    (3, {"game": "null"}),
    (4, {"game": "clubs", "matadors": 1}),
    (4, {"game": "grand", "matadors": -2}),
    (5, {"game": "grand", "matadors": 2, "hand": True}),
    (5, {"game": "spades", "matadors": 1, "schneider": True}),
    (5, {"game": "null", "hand": True, "ouvert": True}),
    (5, {"game": "spades", "matadors": 1, "schneider": True, "schwarz": True}),
    (5, {"game": "hearts", "matadors": 3, "hand": True, "schneider_announced": True, "schneider": True}),
    (5, {"game": "grand", "matadors": 4} | dict.fromkeys(EVERY_LEVEL, True)),
    (6, {"game": "hearts", "matadors": 1, "won": False, "overbid": True, "bid": 50}),
)


@pytest.mark.proof("taps")
def test_taps_of_a_deal_are_as_few_as_promised(model):
    for taps_needed, line in FEW_TAPS:
        full = {"declarer": 2, "won": True} | line
        found = model.evaluate("deal => fewest.fewestTaps(deal, 4, lines)", {"number": 1, "line": full})

        assert (found["right"], found["taps"], found["asked"]) == (True, taps_needed, False), line


def test_a_tap_on_what_is_chosen_gives_it_up_and_on_the_dealer_of_four_or_on_nonsense_does_nothing(tapped):
    state = tapped(*game("clubs", 1), "hand", *game("clubs", 1), "hand")["state"]
    assert (state["declarer"], state["game"], state["matadors"], state["hand"]) == (None, None, None, False)

    found = tapped(("declarer", 1))
    assert found["state"]["declarer"] is None
    assert [seat["place"] for seat in found["offers"]["seats"] if seat["barred"]] == [1]
    assert tapped(("declarer", 1), players=[1, 2, 3], seats=3)["state"]["declarer"] == 1
    nonsense = [("declarer", 9), ("game", "ramsch"), ("matadors", 12), ("bid", 18), ("colour", "red"), ("toString", 1)]
    assert tapped(*game("clubs", 1), *nonsense)["state"] == tapped(*game("clubs", 1))["state"]


def test_a_tap_brings_what_it_includes_and_clears_what_leans_on_it_or_what_another_game_cannot_have(tapped):
    state = tapped(*game("grand", 4), "ouvert")["state"]
    assert all(state[level] for level in ("hand", "schneider_announced", "schwarz_announced", "ouvert"))
    assert not state["schneider"]
    state = tapped(*game("grand", 4), "schwarz_announced", "schneider_announced")["state"]
    assert (state["hand"], state["schneider_announced"], state["schwarz_announced"]) == (True, False, False)
    assert tapped(*game("clubs", 1), "schwarz")["state"]["schneider"]
    assert not tapped(*game("clubs", 1), "schwarz", "schneider")["state"]["schwarz"]

    assert tapped(*game("clubs", 6), ("game", "grand"))["state"]["matadors"] is None
    state = tapped(*game("clubs", 2), "hand", "schneider", ("game", "null"))["state"]
    assert (state["matadors"], state["schneider"], state["hand"]) == (None, False, True)
    assert not tapped(("game", "null"), "ouvert", ("game", "grand"))["state"]["ouvert"]


def test_a_null_has_hand_and_ouvert_to_be_tapped_and_ouvert_is_no_hand(tapped):
    levels = tapped(("game", "null"))["offers"]["levels"]

    assert {level for level, one in levels.items() if one["shown"]} == {"hand", "ouvert"}
    assert all(one["disabled"] != one["shown"] for one in levels.values())
    for pressed in (["ouvert", ("game", "null")], [("game", "null"), "ouvert"]):
        state = tapped(*pressed)["state"]
        assert (state["hand"], state["schwarz_announced"], state["ouvert"]) == (False, False, True)


def test_outcomes_say_the_value_before_it_is_saved_or_what_is_missing(tapped):
    offers = tapped(*game("grand", 2), "hand")["offers"]

    assert (offers["won"]["points"], offers["lost"]["points"]) == (96, -192)
    assert offers["won"]["missing"] == offers["won"]["refused"] == offers["won"]["asked"] == []
    assert tapped()["offers"]["won"]["missing"] == ["declarer", "game", "matadors"]
    assert tapped(("game", "null"))["offers"]["lost"]["missing"] == ["declarer"]
    # An announced level counts as reached where the game is won.
    announced = [*game("hearts", 3), "schneider_announced"]
    assert tapped(*announced, outcome="won")["entry"]["schneider"]
    assert not tapped(*announced, outcome="lost")["entry"]["schneider"]


def test_outcomes_that_cannot_be_are_refused_and_rare_ones_asked_about_until_somebody_is_sure(tapped):
    found = tapped(*game("clubs", -1), "schwarz", outcome="won")
    assert found["offers"]["won"]["refused"] == ["won-schwarz-without-club-jack"]
    assert (found["offers"]["won"]["points"], found["entry"]) == (None, None)
    assert tapped(*game("clubs", -1), "schwarz", outcome="lost")["entry"]["schwarz"]

    rare = game("spades", 5)
    assert tapped(*rare, outcome="won")["offers"]["won"]["asked"] == ["many-matadors"]
    assert tapped(*rare, outcome="won")["entry"] is None
    assert tapped(*rare, ("sure", "won"), outcome="won")["entry"]["matadors"] == 5
    assert tapped(*rare, ("sure", "won"), outcome="lost")["entry"] is None
    assert tapped(*rare, ("sure", "won"), "hand", outcome="won")["entry"] is None

    assert tapped(outcome="passed")["entry"] == {"declarer": None, "game": ""}
    assert tapped(("matadors", 1), outcome="passed")["entry"] is None
    assert not tapped(("declarer", 2))["offers"]["passed"]["enabled"]


def test_an_overbid_game_is_lost_with_a_bid_above_its_value(tapped):
    overbid = (*game("hearts", 1), "overbid")
    found = tapped(*overbid, ("bid", 50), outcome="lost")
    assert (found["entry"]["bid"], found["entry"]["overbid"], found["offers"]["lost"]["points"]) == (50, True, -100)
    assert found["offers"]["won"]["refused"] == ["won-below-bid"]
    assert tapped(*overbid, ("bid", 50), outcome="won")["entry"] is None

    offers = tapped(*overbid)["offers"]
    assert offers["bids"][:3] == [22, 23, 24]
    assert offers["lost"]["missing"] == ["bid"]
    assert tapped(*game("hearts", 1))["offers"]["bids"] == []
    for then in ("hand", "overbid"):
        assert tapped(*overbid, ("bid", 30), then)["state"]["bid"] is None, then


NULL = (*game("null"), "overbid", ("bid", 24))
"""Lost as a suit game or Grand, by the bid and the matadors held or missing (ISkO 3.4.4)."""


def test_a_null_below_its_bid_asks_for_its_matadors_the_jacks_alone_and_then_for_those_of_each_suit(tapped):
    assert tapped(*game("null"), "overbid")["offers"]["matadors"] == []
    asked = tapped(*NULL, outcome="lost")
    assert asked["offers"]["matadors"] == [1, 2, 3, 4, -1, -2, -3, -4]
    assert (asked["offers"]["isBelowItsBid"], asked["offers"]["readings"]) == (True, [])
    assert (asked["entry"], asked["offers"]["lost"]["refused"]) == (None, ["null-below-bid"])
    charged = next(step for step in asked["offers"]["lost"]["steps"] if step["kind"] == "overbid")
    assert charged["game"] == "clubs"

    offers = tapped(*NULL, ("matadors", -4), ("suit", {"diamonds": -6}))["offers"]
    assert offers["suits"]["diamonds"] == [-4, -5, -6, -7, -8, -9, -10, -11]
    assert "grand" not in offers["suits"]
    cheapest = [(one["line"]["game"], one["line"]["matadors"], one["points"]) for one in offers["readings"]][:2]
    assert cheapest == [("hearts", -4, -100), ("spades", -4, -110)]
    assert tapped(*NULL, ("matadors", -3))["offers"]["suits"] == {}


def test_a_null_below_its_bid_offers_every_game_it_can_be_lost_as_the_cheapest_first(tapped):
    for bid, held in product((24, 30, 46, 59, 264), (1, 3, -2, -4)):
        found = tapped(*game("null"), "overbid", ("bid", bid), ("matadors", held))["offers"]["readings"]

        ours = [(line.contract.game, book(line).points) for line in readings(bid, matadors_by_game(held))]
        assert [(one["line"]["game"], one["points"]) for one in found] == ours, (bid, held)


def test_a_null_below_its_bid_becomes_the_game_that_is_tapped_and_can_be_saved_as_lost(tapped):
    for bid, held, saved in (
        (24, 1, {"game": "clubs", "matadors": 1, "overbid": False, "bid": None}),
        (24, -4, {"game": "diamonds", "matadors": -4, "overbid": False, "bid": None}),
        (50, 1, {"game": "hearts", "matadors": 1, "overbid": True, "bid": 50}),
    ):
        hand = ["hand"] if bid >= 36 else []
        null = [*game("null"), *hand, "overbid", ("bid", bid), ("matadors", held)]
        found = tapped(*null, ("reading", saved["game"]), outcome="lost")

        assert {name: found["entry"][name] for name in saved} == saved
        assert not found["entry"]["hand"]
        assert found["state"]["suits"] == {}


def test_a_null_below_its_bid_forgets_its_matadors_with_its_bid_and_stands_as_no_game_that_was_not_offered(tapped):
    assert tapped(*NULL, ("matadors", 2), ("bid", 24))["state"]["matadors"] is None
    assert tapped(*NULL, ("matadors", 2), "overbid")["state"]["matadors"] is None
    state = tapped(*NULL, ("matadors", 4), ("suit", {"clubs": 6}), ("matadors", 2))["state"]
    assert (state["matadors"], state["suits"]) == (2, {})
    before = tapped(*NULL, ("matadors", 2))["state"]
    for not_offered in (("reading", "null"), ("suit", {"clubs": 6})):
        assert tapped(*NULL, ("matadors", 2), not_offered)["state"] == before
