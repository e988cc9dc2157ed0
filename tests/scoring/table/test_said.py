"""Corrections, calls and objections that a phone brings with its deals: in their place, once, or refused and why.

What a phone says beside its deals counts once: sent again it is saved as before, with other words it is refused.
"""

from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.disputes.services.objections import settle
from scoring.lists.models import Call, DealRow, DoneAct, GameListRow
from scoring.lists.services import phones
from scoring.lists.services.entry import correct_deal
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches
from tables.accounts.services import floods
from tables.journal import chain as journal
from tests.scoring.pub.evening import opened, row_of
from tests.scoring.table.phones_seen import GRAND, LOST, NOW, OTHERWISE, PASSED, THEN, Sayer, swap
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Sayer:
    return Sayer(row)


def stands(number: int) -> DealRow:
    return DealRow.objects.get(number=number, voided_at=None)


@pytest.mark.slow
class TestCorrecting:
    def test_a_deal_is_corrected_in_its_place_among_those_it_came_with(self, phone, row):
        first, second = phone.deal(1), phone.deal(2, LOST)
        fixed = phone.corrects(first, because="verschrieben")

        states = phone.states(first, fixed, second)

        assert states == ["saved"] * 3
        assert [(one.number, one.points, str(one.entry_key)) for one in row.deals.filter(voided_at=None)] == [
            (1, -144, fixed["key"]),
            (2, stands(2).points, second["key"]),
        ]
        old = DealRow.objects.get(entry_key=first["key"])
        assert (old.voided_because, old.voided_at) == ("verschrieben", stands(1).entered_at)
        assert old.entered_at < stands(1).entered_at < stands(2).entered_at
        assert journal.first_broken_line(row.table.series.tournament) is None

    def test_the_phone_is_told_the_whole_list_after_it(self, phone):
        deal = phone.deal(1)
        phone.send(deal)

        told = phone.send(phone.corrects(deal), version=1)["list"]

        assert [(one["points"], one["corrected"]) for one in told["deals"]] == [(-144, True)]

    def test_a_correction_is_corrected_and_taken_back_when_all_agree(self, phone):
        deal = phone.deal(1)
        fixed = phone.corrects(deal)
        again = phone.corrects(fixed, PASSED)

        assert phone.states(deal, fixed, again) == ["saved"] * 3
        assert phone.said(phone.undo(again)) == ("refused", "undo-over")
        assert phone.said(phone.undo(again) | {"agreed": True}) == ("saved", "")
        assert not DealRow.objects.filter(voided_at=None).exists()

    def test_it_takes_the_consent_of_all(self, phone):
        deal = phone.deal(1)
        phone.send(deal)

        assert phone.said(phone.corrects(deal) | {"agreed": False}) == ("refused", "not-agreed")
        assert stands(1).points == 72

    def test_of_an_entry_that_somebody_else_corrected_it_is_refused(self, phone, row):
        deal = phone.deal(1)
        phone.send(deal)
        other = Deal(number=1)
        correct_deal(list_id=row.pk, deal=other, because="", entry_key=uuid4(), by=factories.user(), now=EVENING)

        assert phone.said(phone.corrects(deal)) == ("refused", "deal-corrected")
        assert stands(1).declarer is None

    def test_by_a_phone_that_keeps_the_list_no_more_it_is_refused(self, phone, row):
        deal = phone.deal(1)
        phone.send(deal)
        phones.hand_over(list_id=row.pk, device="f" * 32, copy="first", by=factories.user(), now=EVENING)

        answer = phone.send(phone.corrects(deal))

        assert (phone.status, answer["receipts"][0]["code"]) == (422, "kept-by-other")
        assert answer["receipts"][0]["says"].endswith(".")
        assert stands(1).points == 72

    def test_of_what_was_only_proposed_it_is_refused_with_it(self, phone, row):
        phones.keep(list_id=row.pk, device="f" * 32, copy="first", by=None, now=EVENING)
        deal = phone.deal(1)

        assert phone.states(deal, phone.corrects(deal)) == ["proposed", "refused"]

    def test_what_the_rules_refuse_changes_nothing(self, phone):
        deal = phone.deal(1)
        phone.send(deal)

        state, code = phone.said(phone.corrects(deal, GRAND | {"matadors": 5}))

        assert (state, code) == ("refused", "too-many-matadors")
        assert stands(1).points == 72

    @pytest.mark.thorough
    def test_of_a_signed_list_nothing_is_corrected(self, phone, row):
        deal = phone.deal(1)
        phone.send(deal)
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert phone.said(phone.corrects(deal)) == ("refused", "list-signed")

    def test_written_while_others_sat_there_it_is_refused(self):
        phone = at_table_of_eight()
        deal = phone.deal(1)

        assert phone.said(phone.corrects(deal, sits=THEN)) == ("refused", "seated-otherwise")
        assert phone.said(phone.corrects(deal, sits=NOW)) == ("refused", "deal-corrected")


def at_table_of_eight() -> Sayer:
    """Return a phone at a table at which others sit than before."""
    row = factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=3)))
    swap()
    return Sayer(row)


@pytest.mark.slow
class TestCalling:
    @pytest.mark.parametrize("kind", ["help", "seat", "leaves", "returns"])
    def test_the_direction_is_called_for_whatever_a_table_calls_it_for(self, phone, kind):
        state = phone.said(phone.act("call", kind=kind, place=2, text="  Bitte \u202ekommen  ", sits=[1, 2, 3, 4]))

        assert state == ("saved", "")
        made = Call.objects.get()
        assert (made.kind, made.place, made.text, made.device) == (kind, 2, "Bitte kommen", phone.device)

    def test_a_phone_that_watches_asks_for_the_list(self, phone, row):
        phones.keep(list_id=row.pk, device="f" * 32, copy="first", by=None, now=EVENING)

        assert phone.said(phone.act("call", kind="take-over")) == ("saved", "")
        assert phone.ask()["asked"] is True

    @pytest.mark.parametrize("kind", ["judge", "objection", "agreed", "by-words", "pizza", "", None])
    def test_for_nothing_else(self, phone, kind):
        assert phone.said(phone.act("call", kind=kind)) == ("refused", "no-such-call")
        assert not Call.objects.exists()

    def test_what_names_a_seat_is_of_those_who_sat_there(self):
        phone = at_table_of_eight()

        for act in (
            phone.act("call", kind="help", place=2, sits=THEN),
            phone.act("object", place=2, sits=THEN),
            phone.act("disagree", place=2, text="Spiel 2", sits=THEN),
        ):
            assert phone.said(act) == ("refused", "seated-otherwise")
        assert phone.said(phone.act("call", kind="help", sits=THEN)) == ("saved", "")
        assert phone.said(phone.act("call", kind="help", place=2, sits=NOW)) == ("saved", "")

    def test_more_than_anybody_means_is_refused_and_the_rest_goes_on(self, phone):
        rings = [phone.act("call", kind="help", text=str(number)) for number in range(floods.MOST_OPEN_AT_TABLE + 1)]

        states = phone.states(*rings, phone.deal(1))

        assert states == ["saved"] * floods.MOST_OPEN_AT_TABLE + ["refused", "saved"]


@pytest.mark.slow
class TestObjecting:
    def test_one_tap_calls_a_judge_and_the_next_one_is_the_same_call(self, phone):
        assert phone.states(phone.act("object"), phone.act("object")) == ["saved", "saved"]

        made = Objection.objects.get()
        assert (made.kind, made.deal, made.place, made.device) == ("", None, None, phone.device)
        assert phone.ask()["judge"]

    def test_it_says_what_it_is_about(self, phone):
        said = {"kind": "revoke", "number": 2, "place": 3, "text": "Pik nicht bedient", "sits": [1, 2, 3, 4]}

        assert phone.said(phone.act("object", **said)) == ("saved", "")
        made = Objection.objects.get()
        assert (made.kind, made.deal, made.place, made.text) == ("revoke", 2, 3, "Pik nicht bedient")

    @pytest.mark.parametrize(
        ("said", "code"),
        [({"kind": "pizza"}, "no-such-dispute"), ({"number": 99}, "no-such-deal"), ({"place": 4}, "no-such-seat")],
    )
    def test_what_cannot_be_is_refused(self, said, code):
        phone = Sayer(factories.running_list(seats=3))

        assert phone.said(phone.act("object", **said)) == ("refused", code)
        assert not Objection.objects.exists()

    def test_sent_again_after_it_ended_it_rings_nobody(self, phone):
        waiting, tap = phone.act("object"), phone.act("object")
        phone.send(waiting, tap)
        settle(objection_id=Objection.objects.get().pk, by=factories.user(), now=EVENING)

        assert phone.states(waiting, tap) == ["saved", "saved"]
        assert Objection.objects.count() == 1
        assert Call.objects.filter(settled_at=None).count() == 0


UNREAD = {
    "text that is none": {"do": "call", "kind": "help", "text": 7},
    "a text too long": {"do": "call", "kind": "help", "text": "x" * 501},
    "an objection too long": {"do": "object", "text": "x" * 2001},
    "a seat that is none": {"do": "call", "kind": "help", "place": 5},
    "nobody who disagrees": {"do": "disagree", "text": "nein"},
    "nobody who signs": {"do": "sign", "shown": "x", "heard_by": 1},
    "a signature under nothing": {"do": "sign", "place": 1, "heard_by": 2},
    "a list that is none": {"do": "sign", "place": 1, "heard_by": 2, "shown": ["x"]},
    "a drawing too large": {"do": "sign", "place": 1, "shown": "x", "drawing": "M" * 8001},
    "a hearer that is none": {"do": "sign", "place": 1, "shown": "x", "heard_by": "2"},
    "nothing that is closed": {"do": "close"},
    "a correction of nothing": {"do": "correct", "number": 1, "line": GRAND, "agreed": True},
    "a correction of no deal": {"do": "correct", "of": str(uuid4()), "line": GRAND, "agreed": True},
    "half a number": {"do": "object", "number": 1.5},
    "half a letter": {"do": "close", "shown": "\ud800"},
}


@pytest.mark.slow
@pytest.mark.parametrize("what", UNREAD)
def test_what_cannot_be_read_is_said_and_spoils_nothing(phone, what):
    answer = phone.send({"key": phone.key(), **UNREAD[what]}, phone.deal(1))

    assert [(one["state"], one["code"]) for one in answer["receipts"]] == [("refused", "malformed"), ("saved", "")]
    assert answer["receipts"][0]["says"].startswith("This form did not arrive completely.")


@pytest.mark.slow
def test_half_a_letter_in_what_is_said_is_left_out(phone):
    assert phone.said(phone.act("object", text="Pik \ud800 Ass\x00")) == ("saved", "")
    assert Objection.objects.get().text == "Pik Ass"


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("seats", "profile"), [(4, ""), *thorough((5, "classic"), (2, "two-officers"), (3, "kneipe"))])
def test_whatever_a_table_of_any_size_says_can_be_read(seats, profile):
    phone = Sayer(row_of(opened(seats, profile=profile, rounds=12)))
    sits = list(range(1, seats + 1))
    words = "ä" * 200
    said = [phone.act("enter", number=1, line=PASSED, sits=sits), phone.act("close", shown="x" * 9_000, sits=sits)]
    for place in sits:
        about = {"place": place, "sits": sits}
        said += [phone.act("call", kind=kind, text=words, **about) for kind in Call.Kind.values]
        said += [phone.act("object", kind=kind, text=words, **about) for kind in ("", "double", "missing")]
        said += [phone.act("disagree", text=words, **about)]
        said += [phone.act("sign", shown="x" * 9_000, heard_by=other, code="1" * 12, **about) for other in sits]
        said += [phone.act("accept", number=1, of=phone.key(), declarer=place, seen=phone.key(), sits=sits)]
        said += [phone.act("dismiss", number=1, of=phone.key(), sits=sits)]
        line = {"said": "x", "form": {"outcome": "won", "declarer": str(place), "game": "hearts", "matadors": "2"}}
        said += [phone.act("enter", number=2, line=line if profile else GRAND, sits=sits)]

    for at in range(0, len(said), 10):
        answer = phone.send(*said[at : at + 10], sits=sits, seated=True)
        unread = [one for one in answer["receipts"] if one["code"] == "malformed"]
        assert not unread, [(one, act) for one in unread for act in said if act["key"] == one["key"]]


@pytest.mark.slow
def test_all_of_it_in_one_batch_comes_in_its_order_and_again(phone, row):
    deals = [phone.deal(number, GRAND | {"declarer": number % 4 + 1}) for number in range(1, 4)]
    fixed = phone.corrects(deals[1], OTHERWISE | {"declarer": 3})
    batch = [deals[0], phone.act("object"), deals[1], fixed, phone.act("call", kind="help"), deals[2]]

    first, again = phone.send(*batch), phone.send(*batch)

    assert [one["state"] for one in first["receipts"]] == ["saved"] * 6
    assert again["receipts"] == first["receipts"]
    told = [line.action for line in row.table.series.tournament.journal.order_by("number")]
    assert told[-7:] == [
        "phone.keeps",
        "list.deal-entered",
        "objection.raised",
        "list.deal-entered",
        "list.deal-corrected",
        "call.made",
        "list.deal-entered",
    ]


def acts(phone: Sayer) -> dict[str, dict]:
    deal = phone.deal(1)
    phone.send(deal)
    return {
        "correct": phone.corrects(deal, because="verschrieben"),
        "call": phone.act("call", kind="help", text="Karten fehlen"),
        "object": phone.act("object", kind="claim", text="Spiel 1"),
    }


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("what", ["correct", "call", "object"])
@pytest.mark.proof("sent-twice")
def test_sent_again_it_is_saved_as_before_and_done_once(phone, row, what, prove):
    act = acts(phone)[what]
    first = phone.send(act)["receipts"]
    lines = row.table.series.tournament.journal.count()

    assert phone.send(act)["receipts"] == first == phone.send(act, act)["receipts"][:1]

    assert row.table.series.tournament.journal.count() == lines
    assert DoneAct.objects.filter(entry_key=act["key"]).count() == 1
    prove(f"{what}: three times, done once")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("correct", {"line": PASSED}),
        ("correct", {"because": "anders"}),
        ("call", {"text": "Kaffee"}),
        ("call", {"kind": "seat"}),
        ("object", {"kind": "lead"}),
        ("object", {"do": "call", "kind": "help"}),
        ("call", {"do": "object", "kind": ""}),
    ],
)
def test_the_same_key_with_something_else_is_refused(phone, what, other):
    act = acts(phone)[what]
    phone.send(act)

    answer = phone.send(act | other)

    assert (phone.status, answer["receipts"][0]["code"]) == (422, "key-reused")
    assert "something else" in answer["receipts"][0]["says"]


def test_so_is_one_that_another_list_used_or_a_page(phone):
    made = factories.tournament(entrants=8, slug="other")
    elsewhere = Sayer(factories.list_of(factories.running_series(made)))
    act = phone.act("object", text="hier")
    elsewhere.send(act)
    assert phone.said(act) == ("refused", "key-reused")

    ring = phone.act("object")
    about = {"kind": "help", "place": None, "text": "", "device": "", "now": EVENING}
    batches.call(list_id=phone.row.pk, entry_key=ring["key"], **about)
    assert phone.said(ring) == ("refused", "key-reused")
    assert Objection.objects.count() == 1


def test_what_was_refused_may_be_sent_again_when_it_can_be_done(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    fixed = phone.corrects(deal)
    phones.hand_over(list_id=row.pk, device="f" * 32, copy="first", by=factories.user(), now=EVENING)
    assert phone.said(fixed) == ("refused", "kept-by-other")

    phones.hand_over(list_id=row.pk, device=phone.device, copy="first", by=factories.user(), now=EVENING)

    assert phone.said(fixed) == ("saved", "")
    assert row.deals.get(number=1, voided_at=None).points == -144
