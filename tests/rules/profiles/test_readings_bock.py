"""What the program decides about Bock: which events queue it, which deals count double, what Ramsch follows."""

import pytest

from tests.rules.profiles.asking import PASSED, ask, errors, lost, ramsch, refusal, won

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
