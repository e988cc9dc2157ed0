"""A phone takes its last deal back, and the same again when an answer was lost."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.services import phones
from scoring.rules.game_list.deals import Deal
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.support import factories
from tests.support.forms_as_shown import post_seen

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
    factories.correct(row, corrected, entry_key=phone.key())

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


def valid() -> list[int]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def test_four_taps_take_one_deal_back(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    phone.send(*deals)

    receipts = phone.send(*(phone.undo(deal) for deal in reversed(deals)))["receipts"]

    assert [receipt["state"] for receipt in receipts] == ["saved", "refused", "refused", "refused"]
    assert [receipt["code"] for receipt in receipts[1:]] == ["undo-over", "not-the-last-deal", "not-the-last-deal"]
    assert "ISkO 5.5.3" in receipts[1]["says"]
    assert valid() == [1, 2, 3]


def test_one_request_after_the_other_takes_no_more_back(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    for deal in deals:
        phone.send(deal)

    assert [phone.states(phone.undo(deal)) for deal in reversed(deals)] == [["saved"], *[["refused"]] * 3]
    assert valid() == [1, 2, 3]


def test_a_deal_entered_anew_can_be_taken_back_and_the_one_before_it_cannot(phone):
    first, second, anew = phone.deal(1, PASSED), phone.deal(2, PASSED), phone.deal(2, PASSED)

    states = phone.states(first, second, phone.undo(second), anew, phone.undo(anew), phone.undo(first))

    assert states == ["saved"] * 5 + ["refused"]
    assert valid() == [1]


def test_what_another_phone_entered_is_not_taken_back(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    other = Phone(row)
    phones.hand_over(list_id=row.pk, device=other.device, copy="first", by=factories.user(), now=factories.EVENING)

    assert other.send(other.undo(deal))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1]


def test_what_the_office_entered_is_not_taken_back(phone, row):
    phone.send(phone.deal(1))
    factories.enter(row, None)
    key = str(DealRow.objects.get(number=2).entry_key)

    assert phone.send(phone.undo({"number": 2, "key": key}))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1, 2]


def test_the_second_list_is_undone_once_too(row):
    phone = Phone(row, copy="second")
    first, second = phone.deal(1, PASSED), phone.deal(2, PASSED)

    assert phone.states(first, second, phone.undo(second), phone.undo(first)) == ["saved"] * 3 + ["refused"]
    told = row.table.series.tournament.journal.get(action="second.deal-taken-back")
    assert told.data["deal"] == 2


@pytest.fixture
def client(row) -> Client:
    """A phone without scripts that scanned the table's code."""
    made = Client(headers={"accept-language": "en"})
    made.get(f"/l/{row.table.key}/")
    return made


def enter_plainly(client: Client, number: int) -> None:
    sent = {"number": number, "outcome": "passed", "entry_key": uuid4()}
    assert client.post("/t/cup/series/1/table/1/", sent).status_code == 302


def test_without_scripts_the_last_deal_is_taken_back_once_and_older_ones_with_consent(client):
    for number in (1, 2, 3):
        enter_plainly(client, number)
    page = "/t/cup/series/1/table/1/deal/{}/"
    assert 'value="take-back"' in client.get(page.format(3)).content.decode()
    assert client.get(page.format(3)).context["may_undo"] is True

    post_seen(client, page.format(3), {"action": "take-back"})
    assert valid() == [1, 2]
    refused = post_seen(client, page.format(2), {"action": "take-back"})
    assert valid() == [1, 2]
    assert "consent of all players" in refused.content.decode()
    assert refused.context["may_undo"] is False

    post_seen(client, page.format(2), {"action": "take-back", "agreed": "on"})
    assert valid() == [1]


def test_the_direction_takes_a_deal_back_with_consent_alone(director, phone):
    phone.send(phone.deal(1))
    page = "/t/cup/series/1/table/1/deal/1/"

    post_seen(director, page, {"action": "take-back"})
    assert valid() == [1]
    post_seen(director, page, {"action": "take-back", "agreed": "on"})
    assert valid() == []


def test_a_correction_agreed_by_all_is_not_undone_by_one(phone, row):
    phone.send(phone.deal(1))
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    key = phone.key()
    factories.correct(row, corrected, entry_key=key, device=phone.device)

    assert phone.send(phone.undo({"number": 1, "key": key}))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1]
