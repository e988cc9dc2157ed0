"""What was written while others sat at a table counts for nobody until it is said for whom (SkWO 7.1.2).

A phone writes for number 2 while the office lets numbers 2 and 7 change seats: table 1 had 1, 2, 3, 4 and has
1, 7, 3, 4 then.
"""

import pytest

from scoring.lists.models import DealRow, GameListRow, Proposal, SecondDealRow
from scoring.lists.selectors.sitting import for_whom
from scoring.rules.game_list.deals import Deal
from tests import factories
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone
from tests.scoring.table.seated import NOW, THEN, points_of, swap, written

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    """The list of a table where 1, 2, 3 and 4 sit; 5 to 8 sit at the other one."""
    return factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=2)))


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


@pytest.mark.parametrize("copy", ["first", "second"])
@pytest.mark.parametrize("line", [GRAND, PASSED], ids=["played", "passed in"])
def test_what_a_phone_wrote_for_others_is_a_conflict_and_counts_for_nobody(row, copy, line):
    phone = Phone(row, copy=copy)
    swap()

    (receipt,) = phone.send(written(phone, line=line))["receipts"]

    assert phone.status == 409
    assert (receipt["state"], receipt["code"]) == ("conflict", "seated-otherwise")
    assert "Then: Spieler 1, Spieler 2, Spieler 3, Spieler 4." in receipt["says"]
    assert "Now: Spieler 1, Spieler 7, Spieler 3, Spieler 4." in receipt["says"]
    assert (DealRow.objects.count(), SecondDealRow.objects.count()) == (0, 0)


def test_the_conflict_is_the_same_however_often_it_is_sent(phone):
    deal = written(phone)
    swap()

    first, again = phone.send(deal)["receipts"], phone.send(deal)["receipts"]

    assert first == again
    assert Proposal.objects.get().sits == THEN


def test_a_swap_within_the_table_is_another_seating_too(phone):
    swap(2, 3)

    assert phone.states(written(phone)) == ["conflict"]
    assert phone.states(written(phone, sits=[1, 3, 2, 4])) == ["saved"]


def test_the_same_players_are_saved_and_so_is_who_names_nobody_while_no_seat_ever_changed(phone):
    assert phone.states(written(phone), phone.deal(2, PASSED)) == ["saved", "saved"]


def test_who_names_nobody_is_not_believed_once_seats_changed(phone):
    swap()

    (receipt,) = phone.send(phone.deal(1))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("conflict", "seats-unnamed")
    assert DealRow.objects.count() == 0


@pytest.mark.thorough(after=3)
@pytest.mark.parametrize(
    "sits", ["12", 7, [1, "2"], [1, 2, 3, 4, 5], [True, 2, 3], {"1": 2}, [10**25, 2, 3], [0, 2, 3], [-1, 2, 3]]
)
def test_seats_that_cannot_be_read_spoil_their_act_alone(phone, sits):
    assert phone.states(written(phone, sits=sits), phone.deal(1)) == ["refused", "saved"]


@pytest.mark.parametrize(("seat", "then", "now"), [(4, (1, 2, 3, 4), 1), (1, (9, 2, 3, 4), None), (4, (1, 2, 3), None)])
def test_a_deal_is_for_whoever_played_it_wherever_that_one_sits(seat, then, now):
    deal = for_whom(Deal(number=1, declarer=seat, played=factories.GRAND), now=(4, 2, 3, 1), then=then)

    assert (deal and deal.declarer) == now


def test_the_phone_says_for_whom_it_counts_and_what_was_not_taken_is_done_with(phone):
    deal = written(phone)
    swap()
    phone.send(deal)

    answer = phone.send(written(phone, sits=NOW, line=GRAND | {"declarer": 3}))

    assert answer["receipts"][0]["state"] == "saved"
    assert answer["list"]["proposals"] == 0
    assert (points_of(7), points_of(3)) == (0, 72)


def test_the_list_tells_a_phone_who_sits_there(phone):
    assert phone.ask()["sits"] == THEN
    swap()

    told = phone.ask()

    assert told["sits"] == NOW
    assert told["names"][1] == "Spieler 7"
    assert len(told["short"]) == 4


def test_the_same_deal_for_the_same_player_by_another_way_is_saved(phone, row):
    swap(2, 3)
    factories.enter(row, (3, factories.GRAND))

    assert phone.states(written(phone)) == ["saved"]


def test_a_deal_for_another_player_is_not_the_same_deal(phone, row):
    swap()
    factories.enter(row, (2, factories.GRAND))

    (receipt,) = phone.send(written(phone))["receipts"]

    assert (receipt["state"], receipt["sides"][0]["lines"][-1][-1]) == ("conflict", ["points", "72", False])
    assert points_of(7) == 72


def test_that_everybody_sits_right_is_believed_of_those_who_sit_there_alone(phone, row):
    swap()

    assert phone.send(seated=True, sits=THEN)["list"]["seated"] is False
    assert phone.send(seated=True)["list"]["seated"] is False
    assert phone.send(seated=True, sits=NOW)["list"]["seated"] is True
