"""What the program decides about a declarer's game: what is refused, and what a profile does not know."""

import pytest

from scoring.rules.score.reading import PROFILES
from tests.rules.profiles.asking import ask, lost, points, ramsch, refusal, won

NO_AUCTION = ["raeuberskat", "two-officers"]


def seats_of(profile):
    return PROFILES[profile].seats[0]


def first_declarer(profile):
    return 2 if profile == "two-officers" else 1


@pytest.mark.parametrize("matadors", [0, None])
def test_a_trump_game_states_its_matadors(matadors):
    assert refusal("isko-2002", won(1, "clubs", matadors)) == ["matadors-missing"]


@pytest.mark.parametrize("bid", [0, None])
def test_a_bid_that_is_not_stated_is_none(bid):
    assert refusal("isko-2002", won(1, "clubs", 1, bid=bid)) == []
    assert refusal("isko-2002", lost(1, "clubs", 1, bid=bid, overbid=True)) == ["overbid-without-bid"]


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (won(1, "clubs", 1, schneider_announced=True, schneider=True), "schneider-announced-without-hand"),
        (
            won(1, "clubs", 1, hand=True, schwarz_announced=True, schwarz=True, schneider=True),
            "schwarz-announced-without-schneider-announced",
        ),
        (won(1, "clubs", 1, hand=True, ouvert=True), "ouvert-without-announcements"),
        (won(1, "null", schneider_announced=True), "level-announced-in-null"),
        (won(1, "null", schneider=True), "level-in-null"),
        (won(1, "null", 1), "matadors-in-null"),
        (won(4, "clubs", 1), "unknown-seat"),
        (won(-1, "clubs", 1), "unknown-seat"),
        (won(1, "clubs", 1, bid=19), "unknown-bid"),
        (won(1, "clubs", 1, bid=-18), "unknown-bid"),
        (won(1, "null", bid=24), "null-below-bid"),
        (lost(1, "null", bid=24), "null-below-bid"),
        (won(1, "clubs", 1, stakes=1), "stakes-not-played"),
        (won(1, "revolution"), "revolution-not-played"),
        (won(1, "clubs", 1, kind="solo"), "no-kinds"),
        (won(1, "clubs", 1, spitze=True), "spitze-not-played"),
        (ramsch(20, 35, 65), "ramsch-not-played"),
        (ramsch(20, 35, 65) | {"kind": "ramsch"}, "ramsch-not-played"),
    ],
)
def test_the_official_list_refuses_a_deal_and_reads_on(deal, code):
    assert code in refusal("isko-2002", deal)


def test_a_tick_is_judged_by_the_levels_the_declarer_had_himself():
    # With the Schneider he suffered the value would be 30; what counts is his own 20.
    deal = lost(1, "hearts", 1, schneider=True, bid=30, overbid=True)

    assert points("isko-2002", deal) == [-60, 0, 0]
    assert refusal("isko-2002", lost(1, "hearts", 2, bid=30, overbid=True)) == ["overbid-though-covered"]


@pytest.mark.parametrize("profile", NO_AUCTION)
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"bid": 18}, "no-auction"),
        ({"hand": True}, "no-hand"),
        ({"hand": True, "schneider_announced": True, "schneider": True}, "nothing-announced"),
    ],
)
def test_without_an_auction_nothing_is_bid_or_announced(profile, more, code):
    deal = won(first_declarer(profile), "clubs", 1, **more)

    assert code in refusal(profile, deal, seats=seats_of(profile))


@pytest.mark.parametrize("profile", NO_AUCTION)
def test_without_an_auction_no_null_is_open_and_nothing_overbid(profile):
    declarer, seats = first_declarer(profile), seats_of(profile)

    assert refusal(profile, won(declarer, "null", ouvert=True), seats=seats) == ["nothing-announced"]
    assert "no-auction" in refusal(profile, lost(declarer, "clubs", 1, overbid=True), seats=seats)
    assert refusal(profile, won(declarer, "null"), seats=seats) == []


@pytest.mark.parametrize(
    ("switches", "stakes", "codes"),
    [
        ({}, 4, []),
        ({}, 5, ["stakes-too-high"]),
        ({}, -1, ["stakes-too-high"]),
        ({"contra_at_most": 2}, 2, []),
        ({"contra_at_most": 2}, 3, ["stakes-too-high"]),
        ({"contra_at_most": 0}, 1, ["stakes-not-played"]),
    ],
)
@pytest.mark.parametrize("profile", ["contra", "kneipe"])
def test_stakes_go_as_far_as_the_table_lets_them(profile, switches, stakes, codes):
    assert refusal(profile, won(1, "clubs", 1, stakes=stakes), switches=switches) == codes


@pytest.mark.parametrize("stakes", range(5))
def test_the_factor_is_that_of_the_stakes(stakes):
    answer = ask("kneipe", won(1, "clubs", 1, stakes=stakes))

    assert answer["deals"][0]["factor"] == 2**stakes
    assert answer["deals"][0]["points"] == [24 * 2**stakes, 0, 0]


@pytest.mark.parametrize("profile", ["revolution", "kneipe"])
@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({"hand": True, "ouvert": True}, []),
        ({"hand": True}, []),
        ({"bid": 92}, []),
        ({"bid": 96}, ["null-below-bid"]),
        ({"bid": 96, "overbid": True}, ["null-below-bid"]),
        ({"matadors": 1}, ["matadors-in-null"]),
        ({"schneider": True}, ["level-in-null"]),
        ({"schwarz": True}, ["level-in-null"]),
        ({"schneider_announced": True}, ["level-announced-in-null"]),
        ({"bid": 92, "overbid": True}, ["overbid-though-covered"]),
    ],
)
def test_a_revolution_is_open_and_from_the_hand_by_itself(profile, more, codes):
    assert refusal(profile, lost(1, "revolution", **more)) == codes
    if not codes:
        assert points(profile, lost(1, "revolution", **more)) == [-184, 0, 0]


@pytest.mark.parametrize("profile", ["revolution", "kneipe"])
def test_where_revolution_is_played_92_can_be_bid(profile):
    assert refusal(profile, lost(1, "grand", 3, bid=92)) == []
    assert refusal(profile, won(1, "null", hand=True, ouvert=True, bid=92)) == ["null-below-bid"]


@pytest.mark.parametrize("levels", [1, 2])
def test_a_spitze_adds_its_levels_won_or_lost(levels):
    switches = {"spitze": levels}

    assert points("kneipe", won(1, "hearts", 2, spitze=True), switches=switches) == [10 * (3 + levels), 0, 0]
    assert points("kneipe", lost(1, "hearts", 2, spitze=True), switches=switches) == [-20 * (3 + levels), 0, 0]
    assert points("kneipe", won(1, "grand", 3, spitze=True), switches=switches) == [24 * (4 + levels), 0, 0]
    assert points("kneipe", won(1, "hearts", 2), switches=switches) == [30, 0, 0]


def test_a_spitze_counts_against_the_bid():
    assert refusal("kneipe", won(1, "hearts", 1, spitze=True, bid=30), switches={"spitze": 1}) == []
    assert refusal("kneipe", won(1, "hearts", 1, spitze=True, bid=33), switches={"spitze": 1}) == ["won-below-bid"]


@pytest.mark.parametrize(
    ("deal", "spitze", "codes"),
    [
        (won(1, "null", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "revolution", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "grand", 4, spitze=True), 1, ["spitze-with-four-jacks"]),
        (won(1, "clubs", 4, spitze=True), 1, []),
        (won(1, "clubs", 1, spitze=True), 0, ["spitze-not-played"]),
    ],
)
def test_a_spitze_needs_a_lowest_trump_to_be_announced(deal, spitze, codes):
    assert refusal("kneipe", deal, switches={"spitze": spitze}) == codes


def test_sechserskat_keeps_the_official_refusals():
    assert refusal("sechserskat", lost(1, "clubs", 3, schneider=True, schwarz=True)) == ["lost-schwarz-with-three"]
    assert refusal("sechserskat", won(1, "clubs", -12)) == []
    assert refusal("sechserskat", won(1, "grand", 5)) == ["too-many-matadors"]


@pytest.mark.parametrize(
    ("more", "multiple"),
    [
        ({}, 1),
        ({"schneider": True}, 2),
        ({"schneider": True, "schwarz": True}, 3),
        ({"schneider": True, "schneider_announced": True}, 3),
        ({"schneider": True, "schneider_announced": True, "schwarz": True}, 4),
        ({"schneider": True, "schwarz": True, "schwarz_announced": True}, 5),
        ({"schneider": True, "schwarz": True, "schneider_announced": True, "schwarz_announced": True}, 5),
    ],
)
def test_tournee_counts_how_a_game_ended(more, multiple):
    assert points("tournee", won(1, "clubs", 1, kind="solo", **more)) == [12 * (1 + multiple), 0, 0]


def test_tournee_counts_the_levels_of_a_lost_game_alike():
    suffered = {"schneider": True, "schwarz": True}

    assert points("tournee", lost(1, "clubs", -1, kind="solo", schneider=True)) == [-36, 0, 0]
    assert points("tournee", lost(1, "clubs", -1, kind="passt-mir-nicht", **suffered)) == [-64, 0, 0]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (won(1, "grand", 1, kind="tournee"), 24),
        (won(1, "diamonds", 1, kind="passt-mir-nicht"), 10),
        (won(1, "grand", 1, kind="solo", ouvert=True), 48),
        (won(1, "null", kind="null", ouvert=True), 40),
        (lost(1, None, kind="null", ouvert=True), -40),
    ],
)
def test_tournee_has_its_own_base_values(deal, expected):
    assert points("tournee", deal) == [expected, 0, 0]


@pytest.mark.parametrize(
    ("deal", "codes"),
    [
        (won(1, "clubs", 1), ["kind-missing"]),
        (won(1, "clubs", 1, kind="solo", bid=18), ["no-auction"]),
        (won(1, "clubs", 1, kind="solo", hand=True), ["no-hand"]),
        (won(1, "clubs", 1, kind="guckser"), ["kind-and-game"]),
        (won(1, "null", kind="solo"), ["kind-and-game"]),
        (won(1, "clubs", 1, kind="null"), ["kind-and-game", "matadors-in-null"]),
        (won(1, "clubs", 1, kind="ramsch"), ["kind-and-game"]),
        (won(1, "clubs", 1, kind="solo", ouvert=True), ["ouvert-not-played"]),
        (won(1, "grand", 1, kind="tournee", ouvert=True), ["ouvert-not-played"]),
        (won(1, "grand", 1, kind="guckser", ouvert=True), ["ouvert-not-played"]),
        (won(1, "clubs", kind="solo"), ["matadors-missing"]),
        (won(1, "grand", 5, kind="solo"), ["too-many-matadors"]),
        (won(1, None, kind="null", schneider_announced=True), ["level-announced-in-null"]),
        (won(1, "clubs", 1, kind="solo", schneider_announced=True), ["won-though-announced-level-missed"]),
        (won(1, "clubs", 1, kind="solo", stakes=1), ["stakes-not-played"]),
        (ramsch(20, 35, 65), ["kind-missing"]),
        (ramsch(20, 35, 65) | {"kind": "solo"}, ["kind-and-game"]),
    ],
)
def test_tournee_refuses_what_it_does_not_know(deal, codes):
    assert refusal("tournee", deal) == codes
