"""The worked examples of the written rules, each under the number of its section."""

from dataclasses import replace

import pytest

from scoring.rules.profiles.evening import score
from scoring.rules.profiles.lines import RamschLine
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.presets import BESIDE_REVOLUTION, GRAND_20, PROFILES, SIX_MORE
from scoring.rules.profiles.ramsch import entered as ramsch_entered
from scoring.rules.profiles.ramsch_rule import RamschAmount, RamschRule, RamschSkat, RamschTens
from scoring.rules.values import BIDS
from tests.rules.profiles.asking import PASSED, ask, lost, points, ramsch, refusal, totals, won

THE_LIST = (
    won(1, "grand", 2, bid=20),
    lost(2, "null", ouvert=True, bid=30),
    won(3, "clubs", 1, hand=True),
    PASSED,
)
"""The list of sections 1 and 2."""


def test_section_1_classic_scoring_counts_game_points_only():
    answer = ask("classic", *THE_LIST)

    assert [deal["points"] for deal in answer["deals"]] == [[72, 0, 0], [0, -92, 0], [0, 0, 36], [0, 0, 0]]
    assert totals(answer) == [72, -92, 36]
    assert sum(totals(answer)) == 16
    assert answer["control"] == {"won": 2, "lost": 1, "passed": 1, "ramsch": 0}


def test_section_2_the_league_gives_50_and_40_and_takes_nothing():
    assert totals(ask("league-encyclopedia", *THE_LIST)) == [162, -92, 126]
    assert totals(ask("isko-2002", *THE_LIST)) == [162, -142, 126]


def test_section_2_the_control_sum_of_the_league_is_50_and_80():
    answer = ask("league-encyclopedia", *THE_LIST)

    assert sum(totals(answer)) == 16 + 2 * 50 + 80


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(won(1, "grand", 2), 60, id="3a-grand-with-2"),
        pytest.param(won(1, "grand", 1), 40, id="3a-the-cheapest"),
        pytest.param(
            won(
                1,
                "grand",
                4,
                hand=True,
                schneider=True,
                schwarz=True,
                schneider_announced=True,
                schwarz_announced=True,
                ouvert=True,
            ),
            220,
            id="3a-ouvert-with-4",
        ),
        pytest.param(lost(1, "grand", 1, bid=48, overbid=True), -120, id="3a-overbid"),
    ],
)
def test_section_3a_grand_counts_20(deal, expected):
    assert points("grand-20", deal) == [expected, 0, 0]


def test_section_3a_there_are_63_bids_still():
    assert len(GRAND_20.bids) == 63
    assert set(BIDS) - GRAND_20.bids == {240, 264}
    assert GRAND_20.bids - set(BIDS) == {200, 220}


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(lost(1, "clubs", 1, hand=True), -36, id="3b-clubs-hand"),
        pytest.param(lost(1, "null", hand=True), -35, id="3b-null-hand"),
        pytest.param(lost(1, "clubs", 1), -48, id="3b-with-the-skat"),
        pytest.param(lost(1, "hearts", 1, hand=True, bid=36, overbid=True), -40, id="3b-overbid"),
        pytest.param(lost(1, "diamonds", 3, hand=True, schneider_announced=True), -63, id="3b-announced-and-missed"),
    ],
)
def test_section_3b_a_lost_hand_game_counts_once(deal, expected):
    assert points("hand-single", deal) == [expected, 0, 0]


@pytest.mark.parametrize(
    ("deal", "switches", "expected"),
    [
        pytest.param(ramsch(20, 35, 65), {}, [0, 0, -65], id="4-the-loser-writes"),
        pytest.param(ramsch(20, 35, 65), {"ramsch_writes": "everybody"}, [-20, -35, -65], id="4-everybody-writes"),
        pytest.param(ramsch(0, 45, 75, tricks=(0, 4, 6)), {}, [0, 0, -150], id="4-a-virgin"),
        pytest.param(ramsch(20, 35, 65), {"ramsch_amount": "fixed"}, [0, 0, -15], id="4-fixed"),
        pytest.param(ramsch(0, 120, 0, tricks=(0, 10, 0)), {"durchmarsch": True}, [0, 120, 0], id="4-durchmarsch"),
        pytest.param(ramsch(20, 50, 50), {}, [0, -50, -50], id="4-two-have-most"),
    ],
)
def test_section_4_ramsch(deal, switches, expected):
    assert points("ramsch", deal, switches=switches) == expected


def test_section_4_a_ramsch_is_no_game_won_or_lost():
    answer = ask("ramsch", ramsch(20, 35, 65))

    assert totals(answer) == [0, 0, -65]
    assert answer["control"] == {"won": 0, "lost": 0, "passed": 0, "ramsch": 1}
    assert refusal("ramsch", ramsch(20, 35, 64)) == ["card-points-do-not-sum"]


@pytest.mark.parametrize(
    ("tens", "total", "skat", "stands"),
    [
        (RamschTens.LOW, 120, RamschSkat.LAST_TRICK, True),
        (RamschTens.LOW_FOR_ONE, 84, RamschSkat.LAST_TRICK, True),
        (RamschTens.LOW_FOR_ONE, 120, RamschSkat.LAST_TRICK, False),
        (RamschTens.LOW_FOR_ONE, 62, RamschSkat.LEFT_OUT, True),
        (RamschTens.LOW_FOR_ONE, 61, RamschSkat.LEFT_OUT, False),
        (RamschTens.LOW_FOR_ONE, 85, RamschSkat.LEFT_OUT, False),
    ],
)
def test_section_4_where_a_ten_counts_one_there_are_84_card_points(tens, total, skat, stands):
    house = replace(PROFILES["ramsch"], ramsch=RamschRule(tens=tens, skat=skat))
    line = RamschLine(card_points=(10, 20, total - 30), tricks=(2, 3, 5))

    scored = score(ProfileList(profile=house, seats=3, deals=(line,)))

    assert scored.control.ramsch == stands
    assert [note.problem.code for note in scored.notes] == ([] if stands else ["card-points-do-not-sum"])


@pytest.mark.parametrize(("tricks", "costs"), [((2, 3, 5), 10), ((0, 4, 6), 15), ((0, 0, 10), 20)])
def test_section_4_a_fixed_amount_can_be_another(tricks, costs):
    rule = RamschRule(amount=RamschAmount.FIXED, fixed=(10, 15, 20))
    card_points = tuple(40 if own and own < 10 else 0 for own in tricks[:2])

    entered = ramsch_entered(RamschLine(card_points=(*card_points, 120 - sum(card_points)), tricks=tricks), rule)

    assert min(entered.points.values()) == -costs


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(ramsch(20, 35, 65, pushes=2), [0, 0, -260], id="4a-two-pushes"),
        pytest.param(ramsch(40, 0, 80, tricks=(4, 0, 6), pushes=2), [0, 0, -640], id="4a-and-a-virgin"),
    ],
)
def test_section_4a_schieberamsch(deal, expected):
    assert points("schieberamsch", deal) == expected


def test_section_4b_gewinner_ramsch():
    one, two, three = (
        ask("gewinner-ramsch", ramsch(*card_points, tricks=None))
        for card_points in ((20, 35, 65), (30, 30, 60), (40, 40, 40))
    )

    assert totals(one) == [73, 0, 0]
    assert [seat["won"] for seat in one["seats"]] == [1, 0, 0]
    assert [seat["game_points"] for seat in two["seats"]] == [23, 23, 0]
    assert totals(two) == [73, 73, 0]
    assert totals(three) == [73, 73, 73]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(won(1, "hearts", 2, stakes=2), 120, id="5-contra-and-re-won"),
        pytest.param(lost(1, "hearts", 2, stakes=2), -240, id="5-contra-and-re-lost"),
        pytest.param(lost(1, "hearts", 2, stakes=4), -960, id="5-resupra"),
        pytest.param(lost(1, "hearts", 1, bid=50, overbid=True, stakes=1), -200, id="5-overbid"),
    ],
)
def test_section_5_stakes(deal, expected):
    answer = ask("contra", deal)

    assert [seat["game_points"] for seat in answer["seats"]] == [expected, 0, 0]
    # 50 and 40 are not multiplied.
    assert totals(answer) == ([expected + 50, 0, 0] if expected > 0 else [expected - 50, 40, 40])


def test_section_6_revolution():
    assert points("revolution", won(1, "revolution"), lost(2, "revolution", bid=92)) == [92, -184, 0]
    assert refusal("isko-2002", won(1, "clubs", 5, hand=True, schneider=True, bid=92)) == ["unknown-bid"]
    assert len(BESIDE_REVOLUTION.bids) == 64


def test_section_8_sechserskat():
    all_of_them = {
        "hand": True,
        "schneider": True,
        "schwarz": True,
        "schneider_announced": True,
        "schwarz_announced": True,
        "ouvert": True,
    }

    assert points("sechserskat", won(1, "hearts", 12, **all_of_them)) == [190, 0, 0]
    assert refusal("sechserskat", won(1, "hearts", 13)) == ["too-many-matadors"]
    assert refusal("isko-2002", won(1, "hearts", 12)) == ["too-many-matadors"]
    assert len(SIX_MORE.bids) == 67
    assert SIX_MORE.bids - set(BIDS) == {171, 190, 209, 228}
