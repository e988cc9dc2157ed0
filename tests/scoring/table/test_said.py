"""Corrections, calls and objections that a phone brings with its deals: in their place, once, or refused and why.

What a phone says beside its deals counts once: sent again it is saved as before, with other words it is refused.
A phone takes its last deal back, and the same again when an answer was lost.
"""

from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.disputes.services.objections import settle
from scoring.lists.models import Call, DealRow, DoneAct, GameListRow, Proposal
from scoring.lists.services import phones
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches
from tables.accounts.services import floods
from tables.journal import chain as journal
from tests.scoring.table.phones_seen import (
    GRAND,
    LOST,
    NOW,
    OTHERWISE,
    PASSED,
    TABLE,
    THEN,
    Sayer,
    numbers,
    stands,
    swap,
)
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Sayer:
    return Sayer(row)


@pytest.mark.slow
class TestCorrecting:
    def test_a_deal_is_corrected_in_its_place_among_those_it_came_with(self, phone, row):
        first, second = phone.deal(1), phone.deal(2, LOST)
        fixed = phone.corrects(first, because="verschrieben")

        answer = phone.send(first, fixed, second, version=1)

        assert [one["state"] for one in answer["receipts"]] == ["saved"] * 3
        told = answer["list"]["deals"][0]
        assert (told["points"], told["corrected"]) == (-144, True)
        there = [(one.number, one.points, str(one.entry_key)) for one in row.deals.filter(voided_at=None)]
        assert there == [(1, -144, fixed["key"]), (2, stands(2).points, second["key"])]
        old = DealRow.objects.get(entry_key=first["key"])
        assert (old.voided_because, old.voided_at) == ("verschrieben", stands(1).entered_at)
        assert old.entered_at < stands(1).entered_at < stands(2).entered_at
        assert journal.first_broken_line(row.table.series.tournament) is None

    def test_a_correction_is_corrected_and_taken_back_when_all_agree(self, phone):
        deal = phone.deal(1)
        fixed = phone.corrects(deal)
        again = phone.corrects(fixed, PASSED)

        assert phone.states(deal, fixed, again) == ["saved"] * 3
        assert phone.said(phone.undo(again)) == ("refused", "undo-over")
        assert phone.said(phone.undo(again) | {"agreed": True}) == ("saved", "")
        assert not DealRow.objects.filter(voided_at=None).exists()

    def test_without_consent_against_the_rules_and_of_what_was_only_proposed_it_is_refused(self, phone, row):
        deal = phone.deal(1)
        phone.send(deal)

        assert phone.said(phone.corrects(deal) | {"agreed": False}) == ("refused", "not-agreed")
        assert phone.said(phone.corrects(deal, GRAND | {"matadors": 5})) == ("refused", "too-many-matadors")
        other = Sayer(row)
        waits = other.deal(2, PASSED)
        assert other.states(waits, other.corrects(waits)) == ["proposed", "refused"]
        assert stands(1).points == 72
        # Nor of an entry that somebody else corrected.
        factories.correct(row, Deal(number=1), by=factories.user())
        assert phone.said(phone.corrects(deal)) == ("refused", "deal-corrected")
        assert stands(1).declarer is None


@pytest.mark.slow
class TestCalling:
    def test_the_direction_is_called_for_whatever_a_table_calls_it_for_and_for_nothing_else(self, phone, row):
        for kind in ("judge", "objection", "agreed", "by-words", "pizza", "", None):
            assert phone.said(phone.act("call", kind=kind)) == ("refused", "no-such-call"), kind
        assert not Call.objects.exists()

        for kind in ("help", "seat", "leaves", "returns"):
            act = phone.act("call", kind=kind, place=2, text="  Bitte \u202ekommen  ", sits=[1, 2, 3, 4])
            assert phone.said(act) == ("saved", "")
            made = Call.objects.get(kind=kind)
            assert (made.place, made.text, made.device) == (2, "Bitte kommen", phone.device)

        phones.keep(list_id=row.pk, device="f" * 32, copy="first", by=None, now=EVENING)
        assert phone.said(phone.act("call", kind="take-over")) == ("saved", "")
        assert phone.ask()["asked"] is True

    def test_what_names_a_seat_is_of_those_who_sat_there(self):
        phone = Sayer(factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=2))))
        swap()

        deal = phone.deal(1)
        for act in (
            phone.act("call", kind="help", place=2, sits=THEN),
            phone.act("object", place=2, sits=THEN),
            phone.act("disagree", place=2, text="Spiel 2", sits=THEN),
            phone.corrects(deal, sits=THEN),
        ):
            assert phone.said(act) == ("refused", "seated-otherwise")
        assert phone.said(phone.corrects(deal, sits=NOW)) == ("refused", "deal-corrected")
        assert phone.said(phone.act("call", kind="help", sits=THEN)) == ("saved", "")
        assert phone.said(phone.act("call", kind="help", place=2, sits=NOW)) == ("saved", "")

    def test_more_than_anybody_means_is_refused_and_the_rest_goes_on(self, phone):
        rings = [phone.act("call", kind="help", text=str(number)) for number in range(floods.MOST_OPEN_AT_TABLE + 1)]
        saved = ["saved"] * floods.MOST_OPEN_AT_TABLE
        assert phone.states(*rings, phone.deal(1)) == [*saved, "refused", "saved"]


@pytest.mark.slow
class TestObjecting:
    def test_one_tap_calls_a_judge_the_next_one_is_the_same_call_and_once_it_ended_it_rings_nobody(self, phone):
        waiting, tap = phone.act("object"), phone.act("object")
        assert phone.states(waiting, tap) == ["saved", "saved"]
        made = Objection.objects.get()
        assert (made.kind, made.deal, made.place, made.device) == ("", None, None, phone.device)
        assert phone.ask()["judge"]

        settle(objection_id=made.pk, by=factories.user(), now=EVENING)

        assert phone.states(waiting, tap) == ["saved", "saved"]
        assert (Objection.objects.count(), Call.objects.filter(settled_at=None).count()) == (1, 0)

    def test_it_says_what_it_is_about_and_what_cannot_be_is_refused(self):
        phone = Sayer(factories.running_list(seats=3))
        wrong = ({"kind": "pizza"}, "no-such-dispute"), ({"number": 99}, "no-such-deal"), ({"place": 4}, "no-such-seat")
        for said, code in wrong:
            assert phone.said(phone.act("object", **said)) == ("refused", code)
        assert not Objection.objects.exists()
        # Half a letter is left out.
        said = {"kind": "revoke", "number": 2, "place": 3, "text": "Pik \ud800 Ass\x00", "sits": [1, 2, 3]}

        assert phone.said(phone.act("object", **said)) == ("saved", "")
        made = Objection.objects.get()
        assert (made.kind, made.deal, made.place, made.text) == ("revoke", 2, 3, "Pik Ass")


HELP, SIGN = {"do": "call", "kind": "help"}, {"do": "sign", "place": 1, "shown": "x"}
CORRECT = {"do": "correct", "line": GRAND, "agreed": True}
UNREAD = [
    *({**HELP, "text": 7}, {**HELP, "text": "x" * 501}, {**HELP, "place": 5}),
    *({"do": "object", "text": "x" * 2001}, {"do": "object", "number": 1.5}, {"do": "disagree", "text": "nein"}),
    *({"do": "sign", "shown": "x", "heard_by": 1}, {"do": "sign", "place": 1, "heard_by": 2}),
    *({**SIGN, "heard_by": 2, "shown": ["x"]}, {**SIGN, "drawing": "M" * 8001}, {**SIGN, "heard_by": "2"}),
    *({"do": "close"}, {"do": "close", "shown": "\ud800"}),
    *({**CORRECT, "number": 1}, {**CORRECT, "of": str(uuid4())}),
]


@pytest.mark.slow
def test_what_cannot_be_read_is_said_and_spoils_nothing(phone):
    for unread in UNREAD:
        answer = phone.send({"key": phone.key(), **unread}, phone.deal(1))
        receipts = [(one["state"], one["code"]) for one in answer["receipts"]]
        assert receipts == [("refused", "malformed"), ("saved", "")], unread
        assert answer["receipts"][0]["says"].startswith("This form did not arrive completely.")


@pytest.mark.slow
def test_all_of_it_in_one_batch_comes_in_its_order_and_again(phone, row):
    deals = [phone.deal(number, GRAND | {"declarer": number % 4 + 1}) for number in range(1, 4)]
    fixed = phone.corrects(deals[1], OTHERWISE | {"declarer": 3})
    batch = [deals[0], phone.act("object"), deals[1], fixed, phone.act("call", kind="help"), deals[2]]

    first, again = phone.send(*batch), phone.send(*batch)

    assert [one["state"] for one in first["receipts"]] == ["saved"] * 6
    assert again["receipts"] == first["receipts"]
    told = [line.action for line in row.table.series.tournament.journal.order_by("number")]
    entered = "list.deal-entered"
    assert told[-7:-3] == ["phone.keeps", entered, "objection.raised", entered]
    assert told[-3:] == ["list.deal-corrected", "call.made", entered]


def acts(phone: Sayer) -> dict[str, dict]:
    deal = phone.deal(1)
    phone.send(deal)
    return {
        "correct": phone.corrects(deal, because="verschrieben"),
        "call": phone.act("call", kind="help", text="Karten fehlen"),
        "object": phone.act("object", kind="claim", text="Spiel 1"),
    }


@pytest.mark.slow
@pytest.mark.proof("sent-twice")
def test_sent_again_it_is_saved_as_before_and_done_once(phone, row, prove):
    for what, act in acts(phone).items():
        first = phone.send(act)["receipts"]
        lines = row.table.series.tournament.journal.count()
        assert phone.send(act)["receipts"] == first == phone.send(act, act)["receipts"][:1]
        assert row.table.series.tournament.journal.count() == lines
        assert DoneAct.objects.filter(entry_key=act["key"]).count() == 1
        prove(f"{what}: three times, done once")


@pytest.mark.slow
def test_the_same_key_with_something_else_is_refused(phone):
    brought = acts(phone)
    phone.send(*brought.values())
    for what, other in (
        ("correct", {"line": PASSED}),
        ("correct", {"because": "anders"}),
        ("call", {"text": "Kaffee"}),
        ("call", {"kind": "seat"}),
        ("object", {"kind": "lead"}),
        ("object", {"do": "call", "kind": "help"}),
        ("call", {"do": "object", "kind": ""}),
    ):
        answer = phone.send(brought[what] | other)
        assert (phone.status, answer["receipts"][0]["code"]) == (422, "key-reused"), other
        assert "something else" in answer["receipts"][0]["says"]


def test_so_is_one_that_another_list_used_or_a_page(phone):
    act = phone.act("object", text="hier")
    Sayer(factories.list_of(factories.running_series(factories.tournament(entrants=8, slug="other")))).send(act)
    assert phone.said(act) == ("refused", "key-reused")

    ring = phone.act("object")
    about = {"kind": "help", "place": None, "text": "", "device": "", "now": EVENING}
    batches.call(list_id=phone.row.pk, entry_key=ring["key"], **about)
    assert (phone.said(ring), Objection.objects.count()) == (("refused", "key-reused"), 1)


def test_what_was_refused_may_be_sent_again_when_it_can_be_done(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    fixed, desk = phone.corrects(deal), {"list_id": row.pk, "by": factories.user(), "now": EVENING}
    for device, became in (("f" * 32, ("refused", "kept-by-other")), (phone.device, ("saved", ""))):
        phones.hand_over(device=device, copy="first", **desk)
        assert phone.said(fixed) == became

    assert stands(1).points == -144


def test_the_last_deal_alone_is_taken_back_by_its_phone_and_stays_in_the_history(phone, row):
    first, second = phone.deal(1), phone.deal(2, PASSED)
    phone.send(first, second)

    for by, deal, code in (
        *((phone, first, "not-the-last-deal"), (phone, phone.deal(3), "no-such-deal")),
        (Sayer(row), second, "kept-by-other"),
    ):
        assert by.said(by.undo(deal)) == ("refused", code)
    told = phone.send(phone.undo(second))["list"]

    assert ([deal["number"] for deal in told["deals"]], told["totals"]) == ([1], [0, 72, 0, 0])
    assert DealRow.objects.get(number=2).voided_at is not None


def test_entered_taken_back_and_entered_anew_in_one_batch_and_the_batch_again(phone):
    wrong, right = phone.deal(1, PASSED), phone.deal(1)
    batch = (wrong, phone.undo(wrong), right)

    first, again = phone.send(*batch), phone.send(*batch)

    assert [receipt["state"] for receipt in first["receipts"]] == ["saved"] * 3
    assert again["receipts"] == first["receipts"]
    assert phone.states(batch[1]) == ["saved"]
    assert [(deal["game"], deal["corrected"]) for deal in again["list"]["deals"]] == [("grand", True)]
    assert DealRow.objects.count() == 2


def test_a_deal_that_was_corrected_is_not_taken_back_unseen_nor_a_correction_agreed_by_all_undone_by_one(phone, row):
    deal, key = phone.deal(1), phone.key()
    phone.send(deal)
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    factories.correct(row, corrected, entry_key=key, device=phone.device)

    assert phone.said(phone.undo(deal)) == ("refused", "deal-corrected")
    assert phone.said(phone.undo({"number": 1, "key": key})) == ("refused", "undo-over")
    assert stands(1).declarer == 3


def test_what_was_only_proposed_can_be_withdrawn_by_its_phone_alone(phone, row):
    phone.send(phone.deal(1))
    other = Sayer(row)
    proposed = other.deal(1, LOST)
    assert other.states(proposed) == ["proposed"]

    assert phone.states(phone.undo(proposed)) == ["refused"]
    assert Proposal.objects.get().settled_at is None
    assert other.states(other.undo(proposed), other.undo(proposed)) == ["saved", "saved"]
    assert (Proposal.objects.get().settled_at is None, other.ask()["proposals"]) == (False, 0)


def test_four_taps_take_one_deal_back_and_one_entered_anew_but_not_the_one_before_it(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    phone.send(*deals)

    receipts = phone.send(*(phone.undo(deal) for deal in reversed(deals)))["receipts"]

    before = ("refused", "not-the-last-deal")
    became = [(receipt["state"], receipt["code"]) for receipt in receipts]
    assert became == [("saved", ""), ("refused", "undo-over"), before, before]
    assert ("ISkO 5.5.3" in receipts[1]["says"], numbers()) == (True, [1, 2, 3])
    anew = phone.deal(4, PASSED)
    assert phone.states(anew, phone.undo(anew), phone.undo(deals[2])) == ["saved", "saved", "refused"]
    assert numbers() == [1, 2, 3]


def test_what_the_office_or_another_phone_entered_is_not_taken_back(phone, row):
    deal, other = phone.deal(1), Sayer(row)
    phone.send(deal)
    phones.hand_over(list_id=row.pk, device=other.device, copy="first", by=factories.user(), now=EVENING)
    assert other.said(other.undo(deal)) == ("refused", "undo-over")

    factories.enter(row, None)
    assert other.said(other.undo({"number": 2, "key": str(stands(2).entry_key)})) == ("refused", "undo-over")
    assert numbers() == [1, 2]


def test_the_second_list_is_undone_once_too(row):
    phone = Sayer(row, copy="second")
    first, second = phone.deal(1, PASSED), phone.deal(2, PASSED)

    assert phone.states(first, second, phone.undo(second), phone.undo(first)) == ["saved"] * 3 + ["refused"]
    assert row.table.series.tournament.journal.get(action="second.deal-taken-back").data["deal"] == 2


@pytest.mark.slow
def test_without_scripts_the_last_deal_is_taken_back_once_and_older_ones_with_consent(at_table, director):
    for number in (1, 2, 3):
        sent = {"number": number, "outcome": "passed", "entry_key": uuid4()}
        assert at_table.post(TABLE, sent).status_code == 302
    shown = at_table.get(f"{TABLE}deal/3/")
    assert ('value="take-back"' in shown.content.decode(), shown.context["may_undo"]) == (True, True)

    # The direction takes one back with consent alone.
    for client, number, agreed, left in (
        *((at_table, 3, {}, [1, 2]), (at_table, 2, {}, [1, 2]), (at_table, 2, {"agreed": "on"}, [1])),
        *((director, 1, {}, [1]), (director, 1, {"agreed": "on"}, [])),
    ):
        answer = post_seen(client, f"{TABLE}deal/{number}/", {"action": "take-back"} | agreed)
        assert numbers() == left
        if number == 2 and not agreed:
            assert ("consent of all players" in answer.content.decode(), answer.context["may_undo"]) == (True, False)
