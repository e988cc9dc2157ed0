"""A phone takes its last deal back, and the same again when an answer was lost."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.services import phones
from scoring.rules.game_list.deals import Deal
from tests.scoring.table.phones_seen import LOST, PASSED, Phone
from tests.support import factories
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def refused(phone: Phone, act: dict) -> str:
    """Bring an act that is refused, and return why."""
    (receipt,) = phone.send(act)["receipts"]
    assert receipt["state"] == "refused"
    return receipt["code"]


def test_the_last_deal_alone_is_taken_back_by_its_phone_and_stays_in_the_history(phone, row):
    first, second = phone.deal(1), phone.deal(2, PASSED)
    phone.send(first, second)

    assert refused(phone, phone.undo(first)) == "not-the-last-deal"
    assert refused(phone, phone.undo(phone.deal(3))) == "no-such-deal"
    assert refused(Phone(row), phone.undo(second)) == "kept-by-other"
    told = phone.send(phone.undo(second))["list"]

    assert [deal["number"] for deal in told["deals"]] == [1]
    assert told["totals"] == [0, 72, 0, 0]
    assert DealRow.objects.get(number=2).voided_at is not None


def test_entered_taken_back_and_entered_anew_in_one_batch_and_the_batch_again(phone):
    wrong, right = phone.deal(1, PASSED), phone.deal(1)
    batch = (wrong, phone.undo(wrong), right)

    first, again = phone.send(*batch), phone.send(*batch)

    assert [receipt["state"] for receipt in first["receipts"]] == ["saved"] * 3
    assert again["receipts"] == first["receipts"]
    assert phone.states(batch[1]) == ["saved"]
    assert [deal["game"] for deal in again["list"]["deals"]] == ["grand"]
    assert again["list"]["deals"][0]["corrected"] is True
    assert DealRow.objects.count() == 2


def test_a_deal_that_was_corrected_is_not_taken_back_unseen_nor_a_correction_agreed_by_all_undone_by_one(phone, row):
    deal, key = phone.deal(1), phone.key()
    phone.send(deal)
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    factories.correct(row, corrected, entry_key=key, device=phone.device)

    assert refused(phone, phone.undo(deal)) == "deal-corrected"
    assert refused(phone, phone.undo({"number": 1, "key": key})) == "undo-over"
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


def valid() -> list[int]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def test_four_taps_take_one_deal_back_and_one_entered_anew_but_not_the_one_before_it(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    phone.send(*deals)

    receipts = phone.send(*(phone.undo(deal) for deal in reversed(deals)))["receipts"]

    assert [receipt["state"] for receipt in receipts] == ["saved", "refused", "refused", "refused"]
    assert [receipt["code"] for receipt in receipts[1:]] == ["undo-over", "not-the-last-deal", "not-the-last-deal"]
    assert "ISkO 5.5.3" in receipts[1]["says"]
    assert valid() == [1, 2, 3]
    anew = phone.deal(4, PASSED)
    assert phone.states(anew, phone.undo(anew), phone.undo(deals[2])) == ["saved", "saved", "refused"]
    assert valid() == [1, 2, 3]


def test_what_the_office_or_another_phone_entered_is_not_taken_back(phone, row):
    deal, other = phone.deal(1), Phone(row)
    phone.send(deal)
    phones.hand_over(list_id=row.pk, device=other.device, copy="first", by=factories.user(), now=factories.EVENING)
    assert refused(other, other.undo(deal)) == "undo-over"

    factories.enter(row, None)
    key = str(DealRow.objects.get(number=2).entry_key)
    assert refused(other, other.undo({"number": 2, "key": key})) == "undo-over"
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


@pytest.mark.slow
def test_without_scripts_the_last_deal_is_taken_back_once_and_older_ones_with_consent(client, director):
    for number in (1, 2, 3):
        sent = {"number": number, "outcome": "passed", "entry_key": uuid4()}
        assert client.post("/t/cup/series/1/table/1/", sent).status_code == 302
    page = "/t/cup/series/1/table/1/deal/{}/"
    shown = client.get(page.format(3))
    assert ('value="take-back"' in shown.content.decode(), shown.context["may_undo"]) == (True, True)

    post_seen(client, page.format(3), {"action": "take-back"})
    assert valid() == [1, 2]
    refused = post_seen(client, page.format(2), {"action": "take-back"})
    assert valid() == [1, 2]
    assert "consent of all players" in refused.content.decode()
    assert refused.context["may_undo"] is False

    post_seen(client, page.format(2), {"action": "take-back", "agreed": "on"})
    assert valid() == [1]
    # The direction takes one back with consent alone.
    post_seen(director, page.format(1), {"action": "take-back"})
    assert valid() == [1]
    post_seen(director, page.format(1), {"action": "take-back", "agreed": "on"})
    assert valid() == []
