"""What the program decides about Bock: which events queue it, which deals count double, what Ramsch follows.

What the program decides about a declarer's game: what is refused, and what a profile does not know.
"""

import pytest

from scoring.rules.score.reading import PROFILES
from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, won

GRAND_HAND = won(1, "grand", 1, hand=True)


CLUBS = won(2, "clubs", 1)


SMALL = won(3, "diamonds", 1)


def factors(*deals, events, seats=3, **switches):
    """Return by what every deal was multiplied; nothing is refused."""
    answer = ask("kneipe", *deals, seats=seats, switches={"bock_events": events, **switches})
    assert errors(answer) == []
    return [deal["factor"] for deal in answer["deals"]]


def queued(*deals, events, **switches):
    """Return how many deals count double after these."""
    found = factors(*deals, *[PASSED] * 20, events=events, **switches)
    return found[len(deals) :].count(2)


def test_a_deal_counts_double_from_the_one_after_the_event_on():
    assert factors(GRAND_HAND, CLUBS, PASSED, SMALL, CLUBS, events=2) == [1, 2, 2, 2, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_event_queues_three_deals_whatever_the_table(seats):
    grand_hand = won(2, "grand", 1, hand=True)

    assert factors(grand_hand, *[PASSED] * 5, events=2, seats=seats) == [1, 2, 2, 2, 1, 1]


def test_bock_counts_double_once_however_much_is_queued():
    assert factors(GRAND_HAND, GRAND_HAND, *[PASSED] * 6, events=2) == [1, 2, 2, 2, 2, 2, 2, 1]


def test_bock_multiplies_beside_the_stakes():
    answer = ask("kneipe", GRAND_HAND, won(2, "hearts", 2, stakes=2), switches={"bock_events": 2})

    assert answer["deals"][1] == {"points": [0, 240, 0], "won": [2], "lost": [], "factor": 8}


def test_a_refused_deal_uses_none_up():
    answer = ask("kneipe", GRAND_HAND, won(2, "clubs"), CLUBS, CLUBS, CLUBS, CLUBS, switches={"bock_events": 2})

    assert [deal["factor"] for deal in answer["deals"]] == [1, 1, 2, 2, 2, 1]


@pytest.mark.parametrize(
    ("deal", "events", "number"),
    [
        pytest.param(lost(1, "clubs", 1), 1, 0, id="1-is-never-seen"),
        pytest.param(GRAND_HAND, 2, 3, id="2-grand-hand-won"),
        pytest.param(lost(1, "grand", 1, hand=True), 2, 0, id="2-not-lost"),
        pytest.param(won(1, "grand", 1), 2, 0, id="2-not-with-the-skat"),
        pytest.param(lost(1, "clubs", 1, stakes=1), 4, 3, id="4-contra-lost"),
        pytest.param(won(1, "clubs", 1, stakes=1), 4, 0, id="4-not-won"),
        pytest.param(lost(1, "clubs", 1), 4, 0, id="4-not-without-contra"),
        pytest.param(won(1, "clubs", 1, stakes=2), 8, 3, id="8-re"),
        pytest.param(won(1, "clubs", 1, stakes=1), 8, 0, id="8-not-contra-alone"),
        pytest.param(lost(1, "clubs", 1, stakes=2), 12, 3, id="4-and-8-are-one"),
        pytest.param(won(1, "clubs", 5), 64, 3, id="64-is-72"),
        pytest.param(won(1, "spades", 5), 64, 0, id="64-is-not-66"),
        pytest.param(won(1, "spades", 5, stakes=1), 64, 0, id="64-before-contra"),
        pytest.param(lost(1, "clubs", 5), 64, 0, id="64-not-lost"),
        pytest.param(won(1, "grand", 3), 128, 3, id="128-is-96"),
        pytest.param(won(1, "revolution"), 128, 0, id="128-is-not-92"),
        pytest.param(won(1, "revolution"), 64, 3, id="64-revolution"),
        pytest.param(won(1, "grand", 3), 192, 3, id="64-and-128-are-one"),
        pytest.param(won(1, "grand", 2, hand=True), 2 + 64, 6, id="2-and-64-are-two"),
        pytest.param(lost(1, "clubs", 5, stakes=2), 255, 3, id="every-event"),
        pytest.param(ramsch(0, 0, 120, tricks=(0, 0, 10)), 64, 0, id="64-not-a-ramsch-lost"),
        pytest.param(ramsch(20, 50, 50), 48, 0, id="48-not-50"),
        pytest.param(ramsch(0, 50, 70, tricks=(0, 4, 6), pushes=0), 48, 0, id="48-not-140"),
        pytest.param(ramsch(0, 20, 100, tricks=(0, 4, 6)), 32, 3, id="32-a-ramsch"),
        pytest.param(ramsch(0, 60, 60, tricks=(0, 4, 6)), 16, 0, id="16-not-120"),
    ],
)
def test_an_event_queues_its_deals(deal, events, number):
    assert queued(deal, events=events) == number


def test_a_durchmarsch_is_worth_120():
    deal = ramsch(0, 0, 120, tricks=(0, 0, 10))

    assert queued(deal, events=64, durchmarsch=True) == 3
    assert queued(deal, events=192, durchmarsch=True) == 3


@pytest.mark.parametrize(
    ("deals", "events", "number"),
    [
        pytest.param([ramsch(9, 0, 111, tricks=(4, 0, 6))], 16, 3, id="222"),
        # The second one counts double: 666 after 222.
        pytest.param([ramsch(9, 0, 111, tricks=(4, 0, 6))] * 2, 16, 5, id="666"),
        pytest.param([ramsch(20, 50, 50)] * 2, 32, 6, id="two-at-100"),
        pytest.param([ramsch(20, 50, 50)] * 2 + [won(1, "clubs", 1)], 32, 5, id="who-does-not-change"),
        pytest.param([ramsch(4, 5, 111)], 16, 3, id="111"),
        pytest.param([ramsch(8, 0, 112, tricks=(4, 0, 6))], 48, 0, id="224"),
    ],
)
def test_a_column_at_a_round_number_queues(deals, events, number):
    assert queued(*deals, events=events) == number


def test_eleven_and_five_end_in_no_three_digits():
    assert queued(ramsch(104, 11, 5), events=16, ramsch_writes="everybody") == 0


def test_a_column_back_at_zero_is_one_event_of_both_kinds():
    # The Ramsch takes 48 off, a Grand gives them back.
    deals = [ramsch(36, 36, 48), won(3, "grand", 1)]

    for events in (16, 32, 48):
        assert queued(*deals, events=events) == 3


def test_a_thousand_is_one_event_of_both_kinds():
    # Five Ramsch of 100 with a virgin take 200 each off seat 3.
    deals = [ramsch(0, 20, 100, tricks=(0, 4, 6), pushes=2), ramsch(0, 20, 100, tricks=(0, 4, 6))]

    answer = ask("kneipe", *deals, switches={"bock_events": 0})

    assert answer["seats"][2]["game_points"] == -1000
    for events in (16, 32, 48):
        found = factors(*deals, *[PASSED] * 10, events=events)
        # With hundreds the first Ramsch, which ends at 800, is an event as well; but that doubles the second one.
        assert found[2:].count(2) == {16: 3, 32: 5, 48: 5}[events]


def test_three_ramsch_follow_three_deals_of_bock():
    deal = ramsch(20, 35, 65)

    assert factors(GRAND_HAND, *[CLUBS] * 3, *[deal] * 3, CLUBS, events=2, bock_ramsch=True) == [1, 2, 2, 2, 1, 1, 1, 1]


def test_ramsch_comes_between_two_rounds_of_bock():
    deal = ramsch(20, 35, 65)
    deals = (GRAND_HAND, GRAND_HAND, CLUBS, CLUBS, deal, deal, deal, CLUBS, CLUBS, CLUBS, deal, deal, deal, CLUBS)

    found = factors(*deals, events=2, bock_ramsch=True)

    assert found == [1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize("deal", [CLUBS, PASSED, won(1, "grand", 1), won(1, "revolution"), won(1, "null", hand=True)])
def test_while_ramsch_is_due_only_that_or_a_grand_hand_is_played(deal):
    before = [GRAND_HAND, CLUBS, CLUBS, CLUBS]

    assert refusal("kneipe", *before, deal, switches={"bock_events": 2, "bock_ramsch": True}) == ["compulsory-ramsch"]


def test_a_grand_hand_uses_no_ramsch_up():
    deal, lost_hand = ramsch(20, 35, 65), lost(1, "grand", 1, hand=True)
    switches = {"bock_events": 2, "bock_ramsch": True}
    before = [GRAND_HAND, CLUBS, CLUBS, CLUBS, lost_hand, deal, deal]

    assert refusal("kneipe", *before, CLUBS, switches=switches) == ["compulsory-ramsch"]
    assert refusal("kneipe", *before, deal, CLUBS, switches=switches) == []


def test_dealers_and_the_length_of_the_list_stay_as_they_are():
    deal = ramsch(20, 35, 65)
    answer = ask(
        "kneipe",
        GRAND_HAND,
        *[CLUBS] * 3,
        *[deal] * 3,
        CLUBS,
        CLUBS,
        rounds=3,
        switches={"bock_events": 2, "bock_ramsch": True},
    )

    assert answer["complete"]


def test_without_events_nothing_counts_double():
    assert factors(GRAND_HAND, lost(1, "clubs", 5, stakes=4), CLUBS, events=0) == [1, 16, 1]


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
