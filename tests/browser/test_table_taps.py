"""The model of the page at the table: what taps bring along and clear, what they save, how many a deal costs."""

import json
from statistics import mean

import pytest

from benchmarks import taps
from tests.browser.model_lines import game, severities

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


class TestTapsOfADeal:
    @pytest.mark.thorough
    @pytest.mark.proof("taps")
    def test_the_real_mix_costs_few_of_them(self, model, prove):
        deals = taps.deals_of_the_mix()
        found = taps.tapped(model, deals)
        kinds = taps.by_kind(deals, found.counts)

        assert found.wrong == []
        assert mean(found.counts) <= taps.GOAL
        prove(f"passed in 1, Null 3, suit and Grand 4; mean {mean(found.counts):.2f}")
        assert set(kinds["passed in"]) == {1}
        assert min(kinds["Null"]) == 3
        assert min(kinds["suit"]) == min(kinds["Grand"]) == 4

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
        assert tapped(("declarer", 1), players=[1, 2, 3], seats=3)["state"]["declarer"] == 1

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
