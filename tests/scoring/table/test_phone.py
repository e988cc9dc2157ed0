"""A phone brings deals: saved with a receipt, counted once, in order.

One phone keeps the list, all others watch; the direction hands it on; what comes too late waits.
"""

from uuid import uuid4

import pytest

from scoring.lists.models import Call, DealRow, GameListRow, Proposal, SeatResult
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.selectors import book as books
from scoring.lists.services import phones, proposals
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.signing import services as signing
from scoring.table.services import batches as table_calls
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def test_a_deal_is_saved_once_and_the_list_told(phone, row):
    deal = phone.deal(1)
    answer = phone.send(deal, version=0)

    receipt = {"key": str(DealRow.objects.get().entry_key), "state": "saved", "number": 1, "code": "", "says": ""}
    assert (phone.status, answer["receipts"]) == (200, [receipt])
    told = answer["list"]
    assert (told["version"], told["state"], told["keeps"], told["length"]) == (1, "open", "first", 12)
    assert (told["totals"], told["won"], told["lost"]) == ([0, 72, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0])
    assert told["deals"] is None
    # Brought again it gets the same receipt; with another deal it is refused.
    assert phone.send(deal)["receipts"] == [receipt]
    assert phone.send(deal, phone.deal(2, PASSED), deal)["receipts"][2] == receipt
    answer = phone.send({**deal, "line": LOST})
    (refused,) = answer["receipts"]
    assert (phone.status, refused["code"], refused["says"][-1]) == (422, "key-reused", ".")
    # A page that is behind gets every deal.
    told = phone.send(phone.deal(3, LOST | {"declarer": 4}), version=0)["list"]
    assert [(deal["number"], deal["points"]) for deal in told["deals"]] == [(1, 72), (2, 0), (3, -72)]
    assert told["deals"][0] | GRAND == told["deals"][0]
    assert (told["deals"][1]["game"], told["deals"][2]["hand"]) == ("", True)
    assert DealRow.objects.count() == 3


def test_a_batch_is_one_version_a_line_a_deal_and_few_queries(phone, row, django_assert_max_num_queries):
    with django_assert_max_num_queries(26):
        answer = phone.send(*(phone.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 13)), version=0)

    assert {receipt["state"] for receipt in answer["receipts"]} == {"saved"}
    assert (answer["list"]["version"], answer["list"]["ready"]) == (1, True)
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 12
    assert journal.first_broken_line(row.table.series.tournament) is None
    assert list(SeatResult.objects.order_by("seat__place").values_list("game_points", "won")) == [(216, 3)] * 4


def test_a_key_of_another_list_is_refused(phone):
    stranger = Phone(factories.list_of(factories.running_series(factories.tournament(entrants=4, slug="other"))))
    deal = stranger.deal(1)
    stranger.send(deal)

    assert (phone.send(deal)["receipts"][0]["code"], Proposal.objects.count()) == ("key-reused", 0)


def test_a_deal_that_is_there_is_saved_and_with_other_content_a_conflict_that_shows_both(phone, row):
    factories.enter(row, (2, factories.GRAND))
    assert (phone.states(phone.deal(1)), DealRow.objects.count()) == (["saved"], 1)
    other = phone.deal(1, LOST)

    (receipt,) = phone.send(other)["receipts"]

    assert phone.status == 409
    assert (receipt["state"], receipt["code"], receipt["number"]) == ("conflict", "number-taken", 1)
    listed, brought = receipt["sides"]
    assert listed["lines"][1][0] == ["Game", "Grand", True]
    assert listed["lines"][-1] == [["Result", "won", True], ["Points", "72", True]]
    assert brought["lines"][1][0] == ["Game", "Clubs", True]
    assert phone.send(other)["receipts"] == [receipt]
    assert Proposal.objects.get().line["game"] == "clubs"


def test_what_the_rules_refuse_is_said_and_kept_until_the_phone_writes_it_anew(phone, row):
    dealer = phone.deal(1, {**GRAND, "declarer": 1})
    assert phone.states(dealer) == ["refused"]
    assert Proposal.objects.filter(settled_at=None).count() == 1

    answer = phone.send(dealer, phone.deal(1))

    refused, saved = answer["receipts"]
    assert (phone.status, refused["state"], saved["state"]) == (422, "refused", "saved")
    assert (refused["code"], "ISkO 3.2.7" in refused["says"]) == ("dealer-played", True)
    assert phone.states(dealer) == ["refused"]
    assert answer["list"]["proposals"] == Proposal.objects.filter(settled_at=None).count() == 0


def test_deals_behind_one_that_was_refused_are_saved_when_they_come_again_after_it(phone, row):
    deals = [phone.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 5)]
    # Whoever deals does not play.
    deals[1]["line"]["declarer"] = 2

    assert phone.states(*deals) == ["saved", *["refused"] * 3]
    assert phone.states(*deals[2:]) == ["refused"] * 2
    assert Proposal.objects.filter(settled_at=None).count() == 3
    anew = phone.deal(2, {**GRAND, "declarer": 3})
    for _again in range(2):
        assert set(phone.states(anew, *deals[2:])) == {"saved"}

    assert list(DealRow.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
    assert not Proposal.objects.filter(settled_at=None).exists()
    assert Proposal.objects.filter(accepted=True).count() == 2
    assert journal.first_broken_line(row.table.series.tournament) is None


def test_a_deal_that_waits_is_told_why_it_is_refused_now_and_let_go_of_is_not_entered_when_it_comes_again(phone):
    early, gone = phone.deal(3, {**GRAND, "declarer": 3}), phone.deal(2, {**GRAND, "declarer": 3})
    assert [one["code"] for one in phone.send(early, gone)["receipts"]] == ["wrong-number"] * 2
    phone.send(phone.undo(gone))
    assert phone.states(phone.deal(1), gone, phone.deal(2, PASSED)) == ["saved", "refused", "saved"]

    receipts = phone.send(early)["receipts"] + phone.send(early)["receipts"]

    assert [*(one["code"] for one in receipts), Proposal.objects.get(number=3).because] == ["dealer-played"] * 3
    assert DealRow.objects.count() == 2


def test_what_cannot_be_read_is_refused_alone(phone):
    enter = {"key": "0b7c2e2e-6f0e-4b0e-9a53-0d8f6f8a1c11", "do": "enter", "number": 1, "line": GRAND}
    unread_lines = [
        *(GRAND | said for said in ({"matadors": 10**9}, {"won": "yes"}, {"declarer": 5}, {"surprise": 1})),
        *(PASSED | {"won": True}, GRAND | {"ouvert": True}),
    ]
    for act in (
        *(7, None, {}, {name: value for name, value in enter.items() if name != "line"}),
        *(enter | said for said in ({"key": "x"}, {"do": "dance"}, {"number": "1"}, {"number": 10**9})),
        *(enter | {"line": line} for line in unread_lines),
        {"key": enter["key"], "do": "take-back", "number": 1},
    ):
        refused, saved = phone.send(act, phone.deal(1))["receipts"]
        assert (phone.status, refused["state"], saved["state"]) == (422, "refused", "saved"), act
        assert refused["says"].endswith((".", ")"))
    assert Proposal.objects.count() == 0


def test_a_body_that_no_phone_sends_is_refused_whole(phone):
    for body in (
        *("", "[]", "7", "{", "[" * 100_000, '{"copy": "third"}', '{"copy": "first", "acts": 7}', b"\xff\xfe"),
        *('{"copy": "first", "version": -1}', '{"copy": "first", "unsent": "many"}'),
    ):
        assert (phone.post(body)["code"], phone.status) == ("unreadable", 400), body[:30]
    assert phone.send(*[7] * 201)["code"] == "too-many-acts"
    assert phone.status == 413


@pytest.fixture
def other(row) -> Phone:
    return Phone(row)


def asked(row, phone: Phone) -> Call:
    made = phones.ask_to_take_over(list_id=row.pk, device=phone.device, copy="first", entry_key=uuid4(), now=EVENING)
    assert made is not None
    return made


def answered(row, phone: Phone, *, granted: bool, by=None) -> None:
    table_calls.settle_call(call_id=asked(row, phone).pk, granted=granted, by=by, now=EVENING)


def office(row, act, phone: Phone) -> None:
    act(list_id=row.pk, device=phone.device, copy="second", by=factories.user(), now=EVENING)


def test_the_first_deal_takes_the_list_unless_it_is_refused(phone, other):
    assert other.states(other.deal(1, {**GRAND, "declarer": 1})) == ["refused"]
    assert (PhoneRow.objects.filter(keeps="first").count(), phone.ask()["keeps"]) == (0, "")

    assert phone.states(phone.deal(1)) == ["saved"]

    assert (phone.ask()["keeps"], other.ask()["kept_by_other"]) == ("first", True)
    assert JournalEntry.objects.filter(action="phone.keeps").count() == 1


def test_what_a_watching_phone_brings_waits(phone, other):
    phone.send(phone.deal(1))
    late = [other.deal(1, LOST), other.deal(2, PASSED)]

    answer = other.send(*late)

    assert (other.status, [receipt["state"] for receipt in answer["receipts"]]) == (200, ["proposed"] * 2)
    assert answer["receipts"][0]["sides"][0]["lines"][1][0] == ["Game", "Grand", True]
    assert answer["list"]["proposals"] == 2
    assert other.send(*late)["receipts"] == answer["receipts"]
    assert (DealRow.objects.count(), Proposal.objects.count()) == (1, 2)


def test_a_free_list_needs_no_leave_and_a_take_over_is_asked_once_and_not_granted_by_oneself(phone, other, row):
    ask = {"list_id": row.pk, "copy": "first", "entry_key": uuid4(), "now": EVENING}
    assert phones.ask_to_take_over(device=phone.device, **ask) is None
    assert phone.ask()["keeps"] == "first"
    with pytest.raises(Refused, match="kept-by-other"):
        phones.keep(list_id=row.pk, device=other.device, copy="first", by=None, now=EVENING)

    assert asked(row, other) == asked(row, other)
    assert (other.ask()["asked"], phone.ask()["asked"]) == (True, False)
    assert [call["kind"] for call in phone.ask()["calls"]] == ["take-over"]
    with pytest.raises(Refused, match="only-the-direction"):
        answered(row, other, granted=True)
    # Refused, it leaves all as it was.
    answered(row, other, granted=False, by=factories.user())
    assert (other.states(other.deal(1, PASSED)), other.ask()["asked"]) == (["proposed"], False)


def test_after_a_take_over_the_old_phone_only_proposes_what_the_new_one_has_not_entered_alike(phone, other, row):
    phone.send(phone.deal(1))
    answered(row, other, granted=True, by=factories.user())

    for one in (other, phone):
        assert one.states(one.deal(2, PASSED)) == ["saved"]
    assert Proposal.objects.count() == 0
    assert phone.states(phone.deal(2, LOST), phone.deal(3)) == ["proposed", "proposed"]
    told = phone.ask()
    assert (told["kept_by_other"], [deal["number"] for deal in told["deals"]]) == (True, [1, 2])
    assert DealRow.objects.count() == 2


def test_a_phone_that_gets_the_list_anyhow_asks_no_more_and_what_another_one_asked_for_stays_open(phone, other, row):
    phone.send(phone.deal(1))
    asked(row, other)
    call = asked(row, Phone(row))
    office(row, phones.hand_over, phone)

    assert other.states(other.deal(2, PASSED)) == ["saved"]
    assert [one.pk for one in Call.objects.filter(settled_at=None)] == [call.pk]


@pytest.mark.slow
def test_one_phone_keeps_one_list_and_a_signed_one_is_handed_to_nobody(phone, row):
    phone.send(phone.deal(1))
    with pytest.raises(Refused, match="keeps-the-other"):
        phones.keep(list_id=row.pk, device=phone.device, copy="second", by=None, now=EVENING)

    factories.fill(row)
    factories.confirm_and_sign(row)
    for act in (phones.keep, phones.hand_over):
        with pytest.raises(ListSigned):
            office(row, act, phone)


@pytest.mark.slow
def test_proposals_are_accepted_with_their_key_once_or_dismissed_by_who_keeps_the_list_alone(phone, other, row):
    phone.send(phone.deal(1))
    late, apart = other.deal(2, LOST), other.deal(5, LOST)
    other.send(other.deal(1, LOST), late, apart)
    taken, fits, early = (one.pk for one in Proposal.objects.order_by("number"))
    office_now, keeper = {"by": factories.user(), "now": EVENING}, {"by": None, "device": phone.device, "now": EVENING}

    with pytest.raises(Refused, match="number-taken"):
        proposals.accept(proposal_id=taken, **office_now)
    with pytest.raises(EntryRefused, match="wrong-number"):
        proposals.accept(proposal_id=early, **office_now)
    assert Proposal.objects.filter(settled_at=None).count() == 3
    for _ in range(2):
        proposals.accept(proposal_id=fits, **keeper)
    assert [str(deal.entry_key) for deal in DealRow.objects.filter(number=2)] == [late["key"]]
    assert other.states(late) == ["saved"]
    with pytest.raises(Refused, match="proposal-settled"):
        proposals.dismiss(proposal_id=fits, **office_now)

    for device, code in ((other.device, "kept-by-other"), ("", "only-the-keeper")):
        with pytest.raises(Refused, match=code):
            proposals.dismiss(proposal_id=early, by=None, device=device, now=EVENING)
    proposals.dismiss(proposal_id=early, **keeper)
    assert other.states(apart) == ["proposed"]
    with pytest.raises(Refused, match="proposal-settled"):
        proposals.accept(proposal_id=early, **office_now)
    assert phone.ask()["proposals"] == 1


def test_calls_are_made_once_and_need_a_seat_where_they_are_about_one(row, phone):
    call = {"list_id": row.pk, "text": "x" * 600, "device": phone.device, "now": EVENING}
    key = uuid4()

    one, again = (table_calls.call(kind="help", place=None, entry_key=key, **call) for _twice in range(2))

    assert (again, len(one.text)) == (one, 500)
    wrong = [("seat", 5, "no-such-seat"), *((kind, 2, "no-such-call") for kind in ("take-over", "objection", "judge"))]
    for kind, place, code in wrong:
        with pytest.raises(Refused, match=code):
            table_calls.call(kind=kind, place=place, entry_key=uuid4(), **call)


def test_what_is_open_keeps_the_list_from_being_signed(phone, other, row):
    phone.send(phone.deal(1))
    other.send(other.deal(2, LOST))
    second = Phone(row, copy="second")
    second.send(second.deal(1, LOST))
    signing.object_to(list_id=row.pk, place=2, text="no", device=phone.device, entry_key=uuid4(), now=EVENING)

    assert [(one.code, one.facts) for one in books.book(row).obstacles] == [
        ("objections-open", {"places": [2]}),
        ("proposals-open", {"deals": [2]}),
        ("lists-differ", {"deals": [1]}),
    ]
