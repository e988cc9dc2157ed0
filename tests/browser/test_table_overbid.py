"""What the page offers for a game that is below its bid (ISkO 3.4.4, 5.4)."""

import pytest

from scoring.rules.matadors import matadors_by_game
from scoring.rules.valuation import book
from scoring.rules.worth import readings
from tests.browser.model_lines import game


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
