"""A phone takes its last deal back, and the same again when an answer was lost."""

import pytest

from scoring.models import DealRow, GameListRow, Proposal
from scoring.rules import Deal
from scoring.services import entry
from tests import factories
from tests.scoring.phones_seen import GRAND, LOST, PASSED, Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def test_the_last_deal_is_taken_back_and_stays_in_the_history(phone):
    deal = phone.deal(1)
    phone.send(deal)

    told = phone.send(phone.undo(deal))["list"]

    assert told["deals"] == []
    assert told["totals"] == [0, 0, 0, 0]
    assert DealRow.objects.get().voided_at is not None


def test_entered_taken_back_and_entered_anew_in_one_batch_and_the_batch_again(phone):
    wrong, right = phone.deal(1, PASSED), phone.deal(1)
    batch = (wrong, phone.undo(wrong), right)

    first, again = phone.send(*batch), phone.send(*batch)

    assert [receipt["state"] for receipt in first["receipts"]] == ["saved"] * 3
    assert again["receipts"] == first["receipts"]
    assert [deal["game"] for deal in again["list"]["deals"]] == ["grand"]
    assert again["list"]["deals"][0]["corrected"] is True
    assert DealRow.objects.count() == 2


def test_a_deal_taken_back_earlier_is_taken_back_still(phone):
    wrong = phone.deal(1, PASSED)
    undo = phone.undo(wrong)
    phone.send(wrong)
    phone.send(undo)
    phone.send(phone.deal(1))

    assert phone.states(undo) == ["saved"]
    assert DealRow.objects.filter(voided_at=None).count() == 1


def test_only_the_last_deal_can_be_taken_back(phone):
    first, second = phone.deal(1), phone.deal(2, PASSED)
    phone.send(first, second)

    (receipt,) = phone.send(phone.undo(first))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "not-the-last-deal")


def test_a_deal_that_was_corrected_is_not_taken_back_unseen(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    entry.correct_deal(
        list_id=row.pk, deal=corrected, because="", entry_key=phone.key(), by=None, now=factories.EVENING
    )

    (receipt,) = phone.send(phone.undo(deal))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "deal-corrected")
    assert DealRow.objects.filter(voided_at=None).get().declarer == 3


def test_what_was_only_proposed_can_be_withdrawn_by_its_phone_alone(phone, row):
    phone.send(phone.deal(1))
    other = Phone(row)
    proposed = other.deal(1, LOST)
    assert other.states(proposed) == ["proposed"]

    assert phone.states(phone.undo(proposed)) == ["refused"]
    assert Proposal.objects.get().settled_at is None
    assert other.states(other.undo(proposed), other.undo(proposed)) == ["saved", "saved"]
    assert Proposal.objects.get().settled_at is not None
    assert other.ask()["proposals"] == 0


def test_a_deal_nobody_knows_cannot_be_taken_back(phone):
    (receipt,) = phone.send(phone.undo(phone.deal(1)))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "no-such-deal")


def test_a_phone_that_only_watches_takes_nothing_back(phone, row):
    deal = phone.deal(1)
    phone.send(deal)

    (receipt,) = Phone(row).send(phone.undo(deal))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "kept-by-other")
    assert DealRow.objects.get().voided_at is None
    assert GRAND["game"] == DealRow.objects.get().game
