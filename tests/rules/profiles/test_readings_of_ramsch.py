"""What the program decides about Ramsch and Bock: what a line states, who loses how much, which deals count double."""

import pytest

from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, totals, won

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
