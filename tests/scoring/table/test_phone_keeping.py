"""One phone keeps the list, all others watch; the direction hands it on; what comes too late waits."""

from uuid import uuid4

import pytest

from scoring.lists.models import Call, DealRow, GameListRow, Proposal
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.selectors import book as books
from scoring.lists.services import phones, proposals
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.signing import services as signing
from scoring.table.services import calls as table_calls
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


@pytest.fixture
def other(row) -> Phone:
    return Phone(row)


def asked(row, phone: Phone, copy: str = "first") -> Call:
    made = phones.ask_to_take_over(list_id=row.pk, device=phone.device, copy=copy, entry_key=uuid4(), now=EVENING)
    assert made is not None
    return made


def granted(row, phone: Phone) -> None:
    table_calls.settle_call(call_id=asked(row, phone).pk, granted=True, by=factories.user(), now=EVENING)


def test_the_first_deal_takes_the_list(phone, other):
    assert phone.ask()["keeps"] == ""

    phone.send(phone.deal(1))

    assert phone.ask()["keeps"] == "first"
    assert other.ask()["kept_by_other"] is True
    assert JournalEntry.objects.filter(action="phone.keeps").count() == 1


def test_a_refused_deal_takes_nothing(phone, other):
    phone.send(phone.deal(1, {**GRAND, "declarer": 1}))

    assert PhoneRow.objects.filter(keeps="first").count() == 0
    assert other.states(other.deal(1)) == ["saved"]


def test_what_a_watching_phone_brings_waits(phone, other):
    phone.send(phone.deal(1))
    late = [other.deal(1, LOST), other.deal(2, PASSED)]

    answer = other.send(*late)

    assert other.status == 200
    assert [receipt["state"] for receipt in answer["receipts"]] == ["proposed"] * 2
    assert answer["receipts"][0]["sides"][0]["lines"][1][0] == ["game", "Grand", True]
    assert answer["list"]["proposals"] == 2
    assert other.send(*late)["receipts"] == answer["receipts"]
    assert DealRow.objects.count() == 1
    assert Proposal.objects.count() == 2


def test_after_a_take_over_the_old_phone_only_proposes(phone, other, row):
    phone.send(phone.deal(1))
    granted(row, other)

    assert other.states(other.deal(2, PASSED)) == ["saved"]
    assert phone.states(phone.deal(2, LOST), phone.deal(3)) == ["proposed", "proposed"]
    assert phone.ask()["kept_by_other"] is True
    assert [deal["number"] for deal in phone.ask()["deals"]] == [1, 2]
    assert DealRow.objects.count() == 2


def test_what_the_new_phone_entered_alike_already_is_there(phone, other, row):
    phone.send(phone.deal(1))
    granted(row, other)
    other.send(other.deal(2, LOST))

    assert phone.states(phone.deal(2, LOST)) == ["saved"]
    assert Proposal.objects.count() == 0


def test_a_take_over_is_asked_once_and_seen_by_the_phone_that_asked(phone, other, row):
    phone.send(phone.deal(1))

    assert asked(row, other) == asked(row, other)
    assert other.ask()["asked"] is True
    assert phone.ask()["asked"] is False
    assert [call["kind"] for call in phone.ask()["calls"]] == ["take-over"]


def test_a_take_over_that_is_refused_leaves_all_as_it_was(phone, other, row):
    phone.send(phone.deal(1))
    table_calls.settle_call(call_id=asked(row, other).pk, granted=False, by=factories.user(), now=EVENING)

    assert other.states(other.deal(2, PASSED)) == ["proposed"]
    assert other.ask()["asked"] is False


def test_nobody_grants_himself_a_take_over(phone, other, row):
    phone.send(phone.deal(1))

    with pytest.raises(Refused, match="only-the-direction"):
        table_calls.settle_call(call_id=asked(row, other).pk, granted=True, by=None, now=EVENING)


def test_a_free_list_needs_no_leave(phone, other, row):
    ask = {"list_id": row.pk, "copy": "first", "entry_key": uuid4(), "now": EVENING}

    assert phones.ask_to_take_over(device=phone.device, **ask) is None
    assert phone.ask()["keeps"] == "first"
    with pytest.raises(Refused, match="kept-by-other"):
        phones.keep(list_id=row.pk, device=other.device, copy="first", by=None, now=EVENING)


def test_a_phone_that_gets_the_list_anyhow_asks_no_more(phone, other, row):
    phone.send(phone.deal(1))
    asked(row, other)
    phones.hand_over(list_id=row.pk, device=phone.device, copy="second", by=factories.user(), now=EVENING)

    assert other.states(other.deal(2, PASSED)) == ["saved"]
    assert Call.objects.get().settled_at is not None


def test_what_another_phone_asked_for_stays_open_then(phone, other, row):
    phone.send(phone.deal(1))
    asked(row, other)
    third = Phone(row)
    call = asked(row, third)
    phones.hand_over(list_id=row.pk, device=phone.device, copy="second", by=factories.user(), now=EVENING)

    assert other.states(other.deal(2, PASSED)) == ["saved"]
    assert [one.pk for one in Call.objects.filter(settled_at=None)] == [call.pk]


def test_one_phone_keeps_one_list(phone, row):
    phone.send(phone.deal(1))

    with pytest.raises(Refused, match="keeps-the-other"):
        phones.keep(list_id=row.pk, device=phone.device, copy="second", by=None, now=EVENING)


def test_a_signed_list_is_handed_to_nobody(phone, row):
    factories.fill(row)
    factories.confirm_and_sign(row)

    with pytest.raises(ListSigned):
        phones.keep(list_id=row.pk, device=phone.device, copy="first", by=None, now=EVENING)
    with pytest.raises(ListSigned):
        phones.hand_over(list_id=row.pk, device=phone.device, copy="first", by=factories.user(), now=EVENING)


def test_a_proposal_is_accepted_with_its_key_and_counts_once(phone, other, row):
    phone.send(phone.deal(1))
    late = other.deal(2, LOST)
    other.send(late)
    proposal = Proposal.objects.get()

    for _ in range(2):
        proposals.accept(proposal_id=proposal.pk, by=None, device=phone.device, now=EVENING)

    assert [str(deal.entry_key) for deal in DealRow.objects.filter(number=2)] == [late["key"]]
    assert other.states(late) == ["saved"]
    assert phone.ask()["proposals"] == 0
    with pytest.raises(Refused, match="proposal-settled"):
        proposals.dismiss(proposal_id=proposal.pk, by=factories.user(), now=EVENING)


def test_a_proposal_that_does_not_fit_is_refused_and_stays(phone, other, row):
    phone.send(phone.deal(1))
    other.send(other.deal(1, LOST), other.deal(5, LOST))
    taken, early = Proposal.objects.order_by("number")

    with pytest.raises(Refused, match="number-taken"):
        proposals.accept(proposal_id=taken.pk, by=factories.user(), now=EVENING)
    with pytest.raises(EntryRefused, match="wrong-number"):
        proposals.accept(proposal_id=early.pk, by=factories.user(), now=EVENING)
    assert Proposal.objects.filter(settled_at=None).count() == 2


def test_a_proposal_is_dismissed_by_who_keeps_the_list_alone(phone, other, row):
    phone.send(phone.deal(1))
    late = other.deal(2, LOST)
    other.send(late)
    dismiss = {"proposal_id": Proposal.objects.get().pk, "now": EVENING}

    with pytest.raises(Refused, match="kept-by-other"):
        proposals.dismiss(by=None, device=other.device, **dismiss)
    with pytest.raises(Refused, match="only-the-keeper"):
        proposals.dismiss(by=None, **dismiss)
    proposals.dismiss(by=None, device=phone.device, **dismiss)
    assert other.states(late) == ["proposed"]
    with pytest.raises(Refused, match="proposal-settled"):
        proposals.accept(by=factories.user(), **dismiss)


def test_calls_are_made_once_and_need_a_seat_where_they_are_about_one(row, phone):
    call = {"list_id": row.pk, "text": "x" * 600, "device": phone.device, "now": EVENING}
    key = uuid4()

    one = table_calls.call(kind="help", place=None, entry_key=key, **call)

    assert table_calls.call(kind="help", place=None, entry_key=key, **call) == one
    assert len(one.text) == 500
    with pytest.raises(Refused, match="no-such-seat"):
        table_calls.call(kind="seat", place=5, entry_key=uuid4(), **call)
    for kind in ("take-over", "objection", "judge"):
        with pytest.raises(Refused, match="no-such-call"):
            table_calls.call(kind=kind, place=2, entry_key=uuid4(), **call)


def test_what_is_open_keeps_the_list_from_being_signed(phone, other, row):
    phone.send(phone.deal(1))
    other.send(other.deal(2, LOST))
    second = Phone(row, copy="second")
    second.send(second.deal(1, LOST))
    signing.object_to(list_id=row.pk, place=2, text="no", device=phone.device, entry_key=uuid4(), now=EVENING)

    found = books.book(row).obstacles

    assert [(one.code, one.facts) for one in found] == [
        ("objections-open", {"places": [2]}),
        ("proposals-open", {"deals": [2]}),
        ("lists-differ", {"deals": [1]}),
    ]
