"""What the program decides about Ramsch and Bock: what a line states, who loses how much, which deals count double."""

from itertools import product

from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, totals, won


def test_a_line_states_card_points_and_tricks():
    for profile, (deal, *codes) in product(
        ("ramsch", "schieberamsch", "raeuberskat", "kneipe"),
        (
            (ramsch(20, 35, 64), "card-points-do-not-sum"),
            (ramsch(20, 35, 66), "card-points-do-not-sum"),
            (ramsch(20, 35, 65, tricks=(2, 3, 4)), "tricks-do-not-sum"),
            (ramsch(20, 35, 65, tricks=None), "tricks-missing"),
            (ramsch(20, 35, 65, tricks=(0, 4, 6)), "points-without-a-trick"),
            (ramsch(20, 0, 100, tricks=(0, 0, 10)), "points-without-a-trick"),
            (ramsch(0, 40, 80, tricks=(1, 3, 6)),),
            (ramsch(20, 35, None), "not-the-players"),
            (ramsch(-20, 55, 85), "negative-in-ramsch"),
            (ramsch(20, 35, 65, last_trick=3),),
            (ramsch(0, 35, 85, tricks=(0, 4, 6), last_trick=1), "last-trick-not-taken"),
            (ramsch(20, 35, 65, last_trick=4), "last-trick-not-taken"),
            ({"ramsch": {}}, "card-points-missing", "tricks-missing"),
        ),
    ):
        assert refusal(profile, deal) == codes, (profile, deal)


def test_a_skat_left_out_takes_22_card_points_at_most_and_it_is_pushed_on_only_where_that_is_played():
    for total, codes in ((97, ["card-points-do-not-sum"]), (98, []), (120, []), (121, ["card-points-do-not-sum"])):
        assert refusal("ramsch", ramsch(20, 30, total - 50), switches={"ramsch_skat": "left-out"}) == codes, total
    assert refusal("ramsch", ramsch(20, 30, 70), switches={"ramsch_skat": "most-points"}) == []
    for profile, most in (
        ("schieberamsch", 3),
        ("kneipe", 3),
        ("ramsch", 0),
        ("raeuberskat", 0),
        ("gewinner-ramsch", 0),
    ):
        for pushes, codes in ((most, []), (most + 1, ["too-many-pushes"]), (-1, ["too-many-pushes"])):
            assert refusal(profile, ramsch(20, 35, 65, pushes=pushes)) == codes, (profile, pushes)


def test_pushes_and_virgins_are_not_in_the_factor_and_a_durchmarsch_is_pushed_up_and_no_game_won():
    answer = ask("schieberamsch", ramsch(0, 45, 75, tricks=(0, 4, 6), pushes=3))
    march = ask("schieberamsch", ramsch(0, 0, 120, tricks=(0, 0, 10), pushes=2), switches={"durchmarsch": True})

    assert answer["deals"] == [{"points": [0, 0, -75 * 2 * 8], "won": [], "lost": [], "factor": 1}]
    assert (totals(march), march["seats"][2]["won"]) == ([0, 0, 480], 0)


VIRGIN, MARCH = ramsch(0, 45, 75, tricks=(0, 4, 6), pushes=1), ramsch(0, 0, 120, tricks=(0, 0, 10))
EVERYBODY, FIXED, SHARE = {"ramsch_writes": "everybody"}, {"ramsch_amount": "fixed"}, {"ramsch_tie": "share"}


def equals(last_trick):
    return ramsch(20, 50, 50, last_trick=last_trick)


def of_tricks(*tricks):
    return {"kind": "ramsch", "ramsch": {"tricks": list(tricks)}}


def test_what_a_ramsch_costs():
    pushed, last_trick, marches = ramsch(20, 35, 65, pushes=1), {"ramsch_tie": "last-trick"}, {"durchmarsch": True}
    for name, profile, deal, switches, expected in (
        ("two virgins double twice", "ramsch", MARCH, {}, [0, 0, -480]),
        ("or not at all", "ramsch", MARCH, {"virgin_doubles": False}, [0, 0, -120]),
        ("a fixed amount", "ramsch", MARCH, FIXED, [0, 0, -20]),
        ("is not doubled anyhow", "ramsch", MARCH, {**FIXED, "virgin_doubles": False}, [0, 0, -20]),
        ("everybody writes", "ramsch", MARCH, EVERYBODY, [0, 0, -480]),
        ("or it is a Durchmarsch", "ramsch", MARCH, marches, [0, 0, 120]),
        ("whoever writes", "ramsch", MARCH, {**marches, **EVERYBODY}, [0, 0, 120]),
        ("and for fixed amounts", "ramsch", MARCH, {**marches, **FIXED}, [0, 0, 120]),
        ("three equals", "ramsch", ramsch(40, 40, 40), {}, [-40, -40, -40]),
        ("only the losers own amount is doubled", "schieberamsch", VIRGIN, EVERYBODY, [0, -90, -300]),
        ("a fixed Ramsch costs 15", "schieberamsch", pushed, FIXED, [0, 0, -30]),
        ("whoever writes", "schieberamsch", pushed, {**FIXED, **EVERYBODY}, [0, 0, -30]),
        ("with a virgin too", "schieberamsch", VIRGIN, FIXED, [0, 0, -30]),
        ("whoever writes", "schieberamsch", VIRGIN, {**FIXED, **EVERYBODY}, [0, 0, -30]),
        ("equals lose all", "ramsch", equals(3), {"ramsch_tie": "all"}, [0, -50, -50]),
        ("or share", "ramsch", equals(3), SHARE, [0, -25, -25]),
        ("rounded down", "ramsch", ramsch(18, 51, 51), {**SHARE, **FIXED}, [0, -7, -7]),
        ("or the last trick decides", "ramsch", equals(3), last_trick, [0, 0, -50]),
        ("but not by a third", "ramsch", equals(1), last_trick, [0, -50, -50]),
        ("nor where nobody noted it", "ramsch", equals(None), last_trick, [0, -50, -50]),
        ("in Tournee most tricks lose", "tournee", of_tricks(2, 3, 5), {}, [0, 0, -20]),
        ("with a virgin", "tournee", of_tricks(0, 4, 6), {}, [0, 0, -30]),
        ("with two", "tournee", of_tricks(0, 0, 10), {}, [0, 0, -50]),
        ("equals with a virgin", "tournee", of_tricks(5, 5, 0), {}, [-30, -30, 0]),
        ("and without", "tournee", of_tricks(4, 4, 2), {}, [-20, -20, 0]),
    ):
        assert points(profile, deal, switches=switches) == expected, (name, profile, switches)
    assert refusal("tournee", of_tricks(2, 3, 4)) == ["tricks-do-not-sum"]
    assert refusal("tournee", {"kind": "ramsch", "ramsch": {"tricks": None}}) == ["tricks-missing"]


def test_a_share_is_rounded_down_before_bock():
    # 51 + 51 + 18: half of 51 is 25; a Grand Hand before makes it count twice.
    switches = SHARE | {"bock_events": 2}

    answer = ask("kneipe", won(1, "grand", 1, hand=True), ramsch(18, 51, 51), switches=switches)

    assert answer["deals"][1] == {"points": [0, -50, -50], "won": [], "lost": [], "factor": 2}
    assert points("kneipe", ramsch(18, 51, 51, pushes=1), switches=switches) == [0, -51, -51]


def test_a_gewinner_ramsch_needs_no_tricks_and_is_no_game_won_in_the_control():
    answer = ask("gewinner-ramsch", ramsch(30, 30, 60, tricks=None))

    assert answer["deals"] == [{"points": [23, 23, 0], "won": [1, 2], "lost": [], "factor": 1}]
    assert [seat["won"] for seat in answer["seats"]] == [1, 1, 0]
    assert answer["control"] == {"won": 0, "lost": 0, "passed": 0, "ramsch": 1}
    assert refusal("gewinner-ramsch", ramsch(30, 30, 60, tricks=(3, 3, 5))) == ["tricks-do-not-sum"]


def test_at_four_the_dealer_has_no_part_and_at_five_two_have_none():
    tricks = (None, 2, 3, 5)
    for profile in ("ramsch", "gewinner-ramsch", "kneipe"):
        whole = ramsch(None, 20, 35, 65, tricks=tricks)
        assert refusal(profile, whole, seats=4) == []
        assert refusal(profile, ramsch(0, 20, 35, 65, tricks=tricks), seats=4) == ["not-the-players"]
        assert refusal(profile, ramsch(None, 20, 35, 65, tricks=(0, 2, 3, 5)), seats=4) == ["not-the-players"]
        assert refusal(profile, PASSED, whole, seats=4) == ["not-the-players"]
    # Seat 1 deals: 2 and 3 to his left and 5 to his right play.
    deal = ramsch(None, 20, 35, None, 65, tricks=(None, 2, 3, None, 5))
    assert points("kneipe", deal, seats=5) == [0, 0, 0, 0, -65]
    assert refusal("kneipe", PASSED, deal, seats=5) == ["not-the-players"]


def test_in_raeuberskat_the_ramsch_is_the_soloists_who_has_the_turn():
    deal, others = ramsch(65, 20, 35), [won(seat, "null") for seat in (2, 3)]

    assert points("raeuberskat", deal) == [-65, 0, 0]
    assert points("raeuberskat", deal, switches=EVERYBODY) == [-65, -20, -35]
    assert refusal("raeuberskat", deal, *others, deal) == ["contract-played-before"]


GRAND_HAND = won(1, "grand", 1, hand=True)
CLUBS = won(2, "clubs", 1)
SMALL = won(3, "diamonds", 1)


def factors(*deals, events, seats=3, **switches):
    answer = ask("kneipe", *deals, seats=seats, switches={"bock_events": events, **switches})
    assert errors(answer) == []
    return [deal["factor"] for deal in answer["deals"]]


def queued(*deals, events, **switches):
    """Return how many deals count double after these."""
    return factors(*deals, *[PASSED] * 20, events=events, **switches)[len(deals) :].count(2)


def test_a_deal_counts_double_once_from_the_one_after_the_event_on():
    grand_hand = won(2, "grand", 1, hand=True)

    assert factors(GRAND_HAND, CLUBS, PASSED, SMALL, CLUBS, events=2) == [1, 2, 2, 2, 1]
    for seats in (3, 4, 5):
        assert factors(grand_hand, *[PASSED] * 5, events=2, seats=seats) == [1, 2, 2, 2, 1, 1]
    assert factors(GRAND_HAND, GRAND_HAND, *[PASSED] * 6, events=2) == [1, 2, 2, 2, 2, 2, 2, 1]
    assert factors(GRAND_HAND, lost(1, "clubs", 5, stakes=4), CLUBS, events=0) == [1, 16, 1]


def test_bock_multiplies_beside_the_stakes_and_a_refused_deal_uses_none_up():
    switches = {"bock_events": 2}
    answer = ask("kneipe", GRAND_HAND, won(2, "hearts", 2, stakes=2), switches=switches)
    refused = ask("kneipe", GRAND_HAND, won(2, "clubs"), CLUBS, CLUBS, CLUBS, CLUBS, switches=switches)

    assert answer["deals"][1] == {"points": [0, 240, 0], "won": [2], "lost": [], "factor": 8}
    assert [deal["factor"] for deal in refused["deals"]] == [1, 1, 2, 2, 2, 1]


def test_an_event_queues_its_deals():
    for name, deal, events, number in (
        ("1 is never seen", lost(1, "clubs", 1), 1, 0),
        ("2 grand hand won", GRAND_HAND, 2, 3),
        ("2 not lost", lost(1, "grand", 1, hand=True), 2, 0),
        ("2 not with the skat", won(1, "grand", 1), 2, 0),
        ("4 contra lost", lost(1, "clubs", 1, stakes=1), 4, 3),
        ("4 not won", won(1, "clubs", 1, stakes=1), 4, 0),
        ("4 not without contra", lost(1, "clubs", 1), 4, 0),
        ("8 re", won(1, "clubs", 1, stakes=2), 8, 3),
        ("8 not contra alone", won(1, "clubs", 1, stakes=1), 8, 0),
        ("4 and 8 are one", lost(1, "clubs", 1, stakes=2), 12, 3),
        ("64 is 72", won(1, "clubs", 5), 64, 3),
        ("64 is not 66", won(1, "spades", 5), 64, 0),
        ("64 before contra", won(1, "spades", 5, stakes=1), 64, 0),
        ("64 not lost", lost(1, "clubs", 5), 64, 0),
        ("128 is 96", won(1, "grand", 3), 128, 3),
        ("128 is not 92", won(1, "revolution"), 128, 0),
        ("64 revolution", won(1, "revolution"), 64, 3),
        ("64 and 128 are one", won(1, "grand", 3), 192, 3),
        ("2 and 64 are two", won(1, "grand", 2, hand=True), 2 + 64, 6),
        ("every event", lost(1, "clubs", 5, stakes=2), 255, 3),
        ("64 not a ramsch lost", MARCH, 64, 0),
        ("48 not 50", equals(None), 48, 0),
        ("48 not 140", ramsch(0, 50, 70, tricks=(0, 4, 6), pushes=0), 48, 0),
        ("32 a ramsch", ramsch(0, 20, 100, tricks=(0, 4, 6)), 32, 3),
        ("16 not 120", ramsch(0, 60, 60, tricks=(0, 4, 6)), 16, 0),
    ):
        assert queued(deal, events=events) == number, name
    # A Durchmarsch is worth 120.
    assert [queued(MARCH, events=events, durchmarsch=True) for events in (64, 192)] == [3, 3]


def test_a_column_at_a_round_number_queues():
    with_virgin = ramsch(9, 0, 111, tricks=(4, 0, 6))
    for name, deals, events, number in (
        ("222", [with_virgin], 16, 3),
        # The second one counts double: 666 after 222.
        ("666", [with_virgin] * 2, 16, 5),
        ("two at 100", [ramsch(20, 50, 50)] * 2, 32, 6),
        ("who does not change", [ramsch(20, 50, 50)] * 2 + [won(1, "clubs", 1)], 32, 5),
        ("111", [ramsch(4, 5, 111)], 16, 3),
        ("224", [ramsch(8, 0, 112, tricks=(4, 0, 6))], 48, 0),
        # Back at zero, one event of both kinds: the Ramsch takes 48 off, a Grand gives them back.
        *(("zero", [ramsch(36, 36, 48), won(3, "grand", 1)], events, 3) for events in (16, 32, 48)),
    ):
        assert queued(*deals, events=events) == number, name
    # Eleven and five end in no three digits.
    assert queued(ramsch(104, 11, 5), events=16, ramsch_writes="everybody") == 0


def test_a_thousand_is_one_event_of_both_kinds():
    # Two Ramsch of 100 with a virgin: one passed on twice takes 800 off seat 3, the other 200.
    deals = [ramsch(0, 20, 100, tricks=(0, 4, 6), pushes=2), ramsch(0, 20, 100, tricks=(0, 4, 6))]

    assert points("kneipe", *deals, switches={"bock_events": 0})[2] == -1000
    # With hundreds the first Ramsch, which ends at 800, is an event as well; but that doubles the second one.
    assert [queued(*deals, events=events) for events in (16, 32, 48)] == [3, 5, 5]


def test_three_ramsch_follow_three_deals_of_bock_and_come_between_two_rounds_of_it():
    deal, switches = ramsch(20, 35, 65), {"bock_events": 2, "bock_ramsch": True}
    one = (GRAND_HAND, *[CLUBS] * 3, *[deal] * 3, CLUBS)
    two = (GRAND_HAND, GRAND_HAND, CLUBS, CLUBS, *[deal] * 3, *[CLUBS] * 3, *[deal] * 3, CLUBS)

    assert factors(*one, events=2, bock_ramsch=True) == [1, 2, 2, 2, 1, 1, 1, 1]
    assert factors(*two, events=2, bock_ramsch=True) == [1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1]
    # Dealers and the length of the list stay as they are.
    assert ask("kneipe", *one, CLUBS, rounds=3, switches=switches)["complete"]


def test_while_ramsch_is_due_only_that_or_a_grand_hand_is_played_which_uses_none_up():
    deal, lost_hand = ramsch(20, 35, 65), lost(1, "grand", 1, hand=True)
    switches = {"bock_events": 2, "bock_ramsch": True}
    before = [GRAND_HAND, CLUBS, CLUBS, CLUBS]

    for other in (CLUBS, PASSED, won(1, "grand", 1), won(1, "revolution"), won(1, "null", hand=True)):
        assert refusal("kneipe", *before, other, switches=switches) == ["compulsory-ramsch"], other
    before = [*before, lost_hand, deal, deal]
    assert refusal("kneipe", *before, CLUBS, switches=switches) == ["compulsory-ramsch"]
    assert refusal("kneipe", *before, deal, CLUBS, switches=switches) == []
