"""What a phone says beside its deals counts once: sent again it is saved as before, with other words it is refused."""

import pytest

from scoring.disputes.models import Objection
from scoring.lists.models import DoneAct, GameListRow
from scoring.lists.services import phones
from scoring.table.services import calls
from tests import factories
from tests.factories import EVENING
from tests.scoring.table.phones_seen import PASSED
from tests.scoring.table.said import Sayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Sayer:
    return Sayer(row)


def acts(phone: Sayer) -> dict[str, dict]:
    deal = phone.deal(1)
    phone.send(deal)
    return {
        "correct": phone.corrects(deal, because="verschrieben"),
        "call": phone.act("call", kind="help", text="Karten fehlen"),
        "object": phone.act("object", kind="claim", text="Spiel 1"),
    }


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


@pytest.mark.thorough(after=2)
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
    calls.call(list_id=phone.row.pk, entry_key=ring["key"], **about)
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
