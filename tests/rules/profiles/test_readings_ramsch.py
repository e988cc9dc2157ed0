"""What the program decides about Ramsch: what a line states, who loses how much."""

import pytest

from tests.rules.profiles.asking import PASSED, ask, points, ramsch, refusal, totals

PLAYED = ["ramsch", "schieberamsch", "raeuberskat", "kneipe"]


@pytest.mark.parametrize("profile", PLAYED)
@pytest.mark.parametrize(
    ("deal", "codes"),
    [
        pytest.param(ramsch(20, 35, 64), ["card-points-do-not-sum"], id="119"),
        pytest.param(ramsch(20, 35, 66), ["card-points-do-not-sum"], id="121"),
        pytest.param(ramsch(20, 35, 65, tricks=(2, 3, 4)), ["tricks-do-not-sum"], id="nine-tricks"),
        pytest.param(ramsch(20, 35, 65, tricks=None), ["tricks-missing"], id="no-tricks"),
        pytest.param(ramsch(20, 35, 65, tricks=(0, 4, 6)), ["points-without-a-trick"], id="points-without-a-trick"),
        pytest.param(ramsch(20, 0, 100, tricks=(0, 0, 10)), ["points-without-a-trick"], id="all-tricks-not-all-points"),
        pytest.param(ramsch(0, 40, 80, tricks=(1, 3, 6)), [], id="a-trick-without-points"),
        pytest.param(ramsch(20, 35, None), ["not-the-players"], id="somebody-missing"),
        pytest.param(ramsch(-20, 55, 85), ["negative-in-ramsch"], id="negative"),
        pytest.param(ramsch(20, 35, 65, last_trick=3), [], id="last-trick"),
        pytest.param(
            ramsch(0, 35, 85, tricks=(0, 4, 6), last_trick=1), ["last-trick-not-taken"], id="last-of-a-virgin"
        ),
        pytest.param(ramsch(20, 35, 65, last_trick=4), ["last-trick-not-taken"], id="last-of-nobody"),
        pytest.param({"ramsch": {}}, ["card-points-missing", "tricks-missing"], id="nothing-stated"),
    ],
)
def test_a_line_states_card_points_and_tricks(profile, deal, codes):
    assert refusal(profile, deal) == codes


@pytest.mark.parametrize(("total", "is_refused"), [(97, True), (98, False), (120, False), (121, True)])
def test_a_skat_left_out_takes_22_card_points_at_most(total, is_refused):
    codes = ["card-points-do-not-sum"] if is_refused else []

    assert refusal("ramsch", ramsch(20, 30, total - 50), switches={"ramsch_skat": "left-out"}) == codes
    assert refusal("ramsch", ramsch(20, 30, 70), switches={"ramsch_skat": "most-points"}) == []


@pytest.mark.parametrize(
    ("profile", "pushes", "codes"),
    [
        ("schieberamsch", 3, []),
        ("schieberamsch", 4, ["too-many-pushes"]),
        ("schieberamsch", -1, ["too-many-pushes"]),
        ("kneipe", 3, []),
        ("kneipe", 4, ["too-many-pushes"]),
        ("ramsch", 1, ["too-many-pushes"]),
        ("raeuberskat", 1, ["too-many-pushes"]),
        ("gewinner-ramsch", 1, ["too-many-pushes"]),
    ],
)
def test_the_skat_is_pushed_on_only_where_that_is_played(profile, pushes, codes):
    assert refusal(profile, ramsch(20, 35, 65, pushes=pushes)) == codes


def test_pushes_and_virgins_are_not_in_the_factor():
    answer = ask("schieberamsch", ramsch(0, 45, 75, tricks=(0, 4, 6), pushes=3))

    assert answer["deals"] == [{"points": [0, 0, -75 * 2 * 8], "won": [], "lost": [], "factor": 1}]


def test_three_equals_lose_40_each():
    assert points("ramsch", ramsch(40, 40, 40)) == [-40, -40, -40]


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({}, [0, 0, -480]),
        ({"virgin_doubles": False}, [0, 0, -120]),
        ({"ramsch_amount": "fixed"}, [0, 0, -20]),
        ({"ramsch_amount": "fixed", "virgin_doubles": False}, [0, 0, -20]),
        ({"ramsch_writes": "everybody"}, [0, 0, -480]),
        ({"durchmarsch": True}, [0, 0, 120]),
        ({"durchmarsch": True, "ramsch_writes": "everybody"}, [0, 0, 120]),
        ({"durchmarsch": True, "ramsch_amount": "fixed"}, [0, 0, 120]),
    ],
)
def test_two_virgins_double_twice_or_are_a_durchmarsch(switches, expected):
    assert points("ramsch", ramsch(0, 0, 120, tricks=(0, 0, 10)), switches=switches) == expected


def test_a_durchmarsch_is_pushed_up_and_no_game_won():
    answer = ask("schieberamsch", ramsch(0, 0, 120, tricks=(0, 0, 10), pushes=2), switches={"durchmarsch": True})

    assert totals(answer) == [0, 0, 480]
    assert answer["seats"][2]["won"] == 0


def test_where_everybody_writes_only_the_losers_own_amount_is_doubled():
    deal = ramsch(0, 45, 75, tricks=(0, 4, 6), pushes=1)

    assert points("schieberamsch", deal, switches={"ramsch_writes": "everybody"}) == [0, -90, -300]


@pytest.mark.parametrize(("tricks", "costs"), [((2, 3, 5), -15), ((0, 4, 6), -15)])
def test_a_fixed_ramsch_costs_the_loser_15_whoever_writes(tricks, costs):
    for writes in ("loser", "everybody"):
        switches = {"ramsch_amount": "fixed", "ramsch_writes": writes}
        first = 0 if not tricks[0] else 20
        deal = ramsch(first, 35, 85 - first, tricks=tricks, pushes=1)
        assert points("schieberamsch", deal, switches=switches) == [0, 0, 2 * costs]


@pytest.mark.parametrize(
    ("tie", "last_trick", "expected"),
    [
        ("all", 3, [0, -50, -50]),
        ("share", 3, [0, -25, -25]),
        ("last-trick", 3, [0, 0, -50]),
        ("last-trick", 1, [0, -50, -50]),
        ("last-trick", None, [0, -50, -50]),
    ],
)
def test_equals_lose_as_the_table_has_it(tie, last_trick, expected):
    deal = ramsch(20, 50, 50, last_trick=last_trick)

    assert points("ramsch", deal, switches={"ramsch_tie": tie}) == expected


def test_a_share_is_rounded_down_before_bock():
    # 51 + 51 + 18: half of 51 is 25; a Grand Hand before makes it count twice.
    grand_hand = {"declarer": 1, "game": "grand", "matadors": 1, "hand": True, "won": True}
    switches = {"ramsch_tie": "share", "bock_events": 2}

    answer = ask("kneipe", grand_hand, ramsch(18, 51, 51), switches=switches)

    assert answer["deals"][1] == {"points": [0, -50, -50], "won": [], "lost": [], "factor": 2}
    assert points("kneipe", ramsch(18, 51, 51, pushes=1), switches=switches) == [0, -51, -51]
    fixed = {"ramsch_tie": "share", "ramsch_amount": "fixed"}
    assert points("ramsch", ramsch(18, 51, 51), switches=fixed) == [0, -7, -7]


def test_a_gewinner_ramsch_needs_no_tricks_and_is_no_game_won_in_the_control():
    answer = ask("gewinner-ramsch", ramsch(30, 30, 60, tricks=None))

    assert answer["deals"] == [{"points": [23, 23, 0], "won": [1, 2], "lost": [], "factor": 1}]
    assert [seat["won"] for seat in answer["seats"]] == [1, 1, 0]
    assert answer["control"] == {"won": 0, "lost": 0, "passed": 0, "ramsch": 1}
    assert refusal("gewinner-ramsch", ramsch(30, 30, 60, tricks=(3, 3, 5))) == ["tricks-do-not-sum"]


@pytest.mark.parametrize("profile", ["ramsch", "gewinner-ramsch", "kneipe"])
def test_at_four_the_dealer_has_no_part(profile):
    tricks = (None, 2, 3, 5)

    assert refusal(profile, ramsch(None, 20, 35, 65, tricks=tricks), seats=4) == []
    assert refusal(profile, ramsch(0, 20, 35, 65, tricks=tricks), seats=4) == ["not-the-players"]
    assert refusal(profile, ramsch(None, 20, 35, 65, tricks=(0, 2, 3, 5)), seats=4) == ["not-the-players"]
    assert refusal(profile, PASSED, ramsch(None, 20, 35, 65, tricks=tricks), seats=4) == ["not-the-players"]


def test_at_five_two_have_none():
    # Seat 1 deals: 2 and 3 to his left and 5 to his right play.
    deal = ramsch(None, 20, 35, None, 65, tricks=(None, 2, 3, None, 5))

    assert points("kneipe", deal, seats=5) == [0, 0, 0, 0, -65]
    assert refusal("kneipe", PASSED, deal, seats=5) == ["not-the-players"]


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((2, 3, 5), [0, 0, -20]),
        ((0, 4, 6), [0, 0, -30]),
        ((0, 0, 10), [0, 0, -50]),
        ((5, 5, 0), [-30, -30, 0]),
        ((4, 4, 2), [-20, -20, 0]),
    ],
)
def test_in_tournee_most_tricks_lose(tricks, expected):
    deal = {"kind": "ramsch", "ramsch": {"tricks": list(tricks)}}

    assert points("tournee", deal) == expected
    assert refusal("tournee", {"kind": "ramsch", "ramsch": {"tricks": [2, 3, 4]}}) == ["tricks-do-not-sum"]
    assert refusal("tournee", {"kind": "ramsch", "ramsch": {"tricks": None}}) == ["tricks-missing"]


def test_in_raeuberskat_the_ramsch_is_the_soloists_who_has_the_turn():
    deal = ramsch(65, 20, 35)

    assert points("raeuberskat", deal) == [-65, 0, 0]
    others = [{"declarer": seat, "game": "null", "won": True} for seat in (2, 3)]
    assert refusal("raeuberskat", deal, *others, deal) == ["contract-played-before"]
    assert points("raeuberskat", deal, switches={"ramsch_writes": "everybody"}) == [-65, -20, -35]
