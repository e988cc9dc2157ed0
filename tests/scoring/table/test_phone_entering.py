"""A phone brings deals: saved with a receipt, counted once, in order."""

import pytest

from scoring.lists.models import DealRow, GameListRow, Proposal, SeatResult
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests import factories
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def test_a_deal_is_saved_and_the_list_told(phone, row):
    answer = phone.send(phone.deal(1), version=0)

    assert phone.status == 200
    assert answer["receipts"] == [
        {"key": str(DealRow.objects.get().entry_key), "state": "saved", "number": 1, "code": "", "says": ""}
    ]
    told = answer["list"]
    assert (told["version"], told["state"], told["keeps"], told["length"]) == (1, "open", "first", 12)
    assert told["totals"] == [0, 72, 0, 0]
    assert (told["won"], told["lost"]) == ([0, 1, 0, 0], [0, 0, 0, 0])
    assert told["deals"] is None


def test_a_page_that_is_behind_gets_every_deal(phone, row):
    phone.send(phone.deal(1), phone.deal(2, PASSED))

    told = phone.send(phone.deal(3, LOST | {"declarer": 4}), version=0)["list"]

    assert [(deal["number"], deal["points"]) for deal in told["deals"]] == [(1, 72), (2, 0), (3, -72)]
    assert told["deals"][0] | GRAND == told["deals"][0]
    assert told["deals"][1]["game"] == ""
    assert told["deals"][2]["hand"] is True


def test_a_batch_is_one_version_one_journal_line_a_deal_and_right_results(phone, row):
    answer = phone.send(*(phone.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 13)), version=0)

    assert {receipt["state"] for receipt in answer["receipts"]} == {"saved"}
    assert answer["list"]["version"] == 1
    assert answer["list"]["ready"] is True
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 12
    assert journal.first_broken_line(row.table.series.tournament) is None
    assert list(SeatResult.objects.order_by("seat__place").values_list("game_points", "won")) == [(216, 3)] * 4


def test_a_deal_brought_again_gets_the_same_receipt_and_counts_once(phone):
    deal = phone.deal(1)
    first = phone.send(deal)["receipts"]

    assert phone.send(deal)["receipts"] == first
    assert phone.send(deal, phone.deal(2, PASSED), deal)["receipts"][2] == first[0]
    assert DealRow.objects.count() == 2


def test_a_key_with_another_deal_is_refused(phone):
    deal = phone.deal(1)
    phone.send(deal)

    answer = phone.send({**deal, "line": LOST})

    assert phone.status == 422
    assert answer["receipts"][0]["code"] == "key-reused"
    assert answer["receipts"][0]["says"].endswith(".")
    assert DealRow.objects.get().game == "grand"


def test_a_key_of_another_list_is_refused(phone):
    other = factories.list_of(factories.running_series(factories.tournament(entrants=4, slug="other", name="Other"), 1))
    stranger = Phone(other)
    deal = stranger.deal(1)
    stranger.send(deal)

    assert phone.send(deal)["receipts"][0]["code"] == "key-reused"
    assert Proposal.objects.count() == 0


def test_a_deal_that_is_there_with_other_content_is_a_conflict_that_shows_both(phone):
    phone.send(phone.deal(1))
    other = phone.deal(1, LOST)

    answer = phone.send(other)

    assert phone.status == 409
    (receipt,) = answer["receipts"]
    assert (receipt["state"], receipt["code"], receipt["number"]) == ("conflict", "number-taken", 1)
    listed, brought = receipt["sides"]
    assert listed["lines"][1][0] == ["game", "Grand", True]
    assert listed["lines"][-1] == [["result", "won", True], ["points", "72", True]]
    assert brought["lines"][1][0] == ["game", "Clubs", True]
    assert phone.send(other)["receipts"] == [receipt]
    assert Proposal.objects.get().line["game"] == "clubs"


def test_the_same_deal_by_another_way_is_saved(phone, row):
    factories.enter(row, (2, factories.GRAND))

    assert phone.states(phone.deal(1)) == ["saved"]
    assert DealRow.objects.count() == 1


def test_what_the_rules_refuse_is_said_and_kept_for_the_direction(phone, row):
    dealer = phone.deal(1, {**GRAND, "declarer": 1})

    answer = phone.send(dealer, phone.deal(1))

    assert phone.status == 422
    assert [receipt["state"] for receipt in answer["receipts"]] == ["refused", "saved"]
    assert answer["receipts"][0]["code"] == "dealer-played"
    assert "ISkO 3.2.7" in answer["receipts"][0]["says"]
    assert phone.states(dealer) == ["refused"]


def test_a_refused_deal_that_the_phone_writes_anew_is_done_with(phone, row):
    phone.send(phone.deal(1, {**GRAND, "declarer": 1}))
    assert Proposal.objects.filter(settled_at=None).count() == 1

    answer = phone.send(phone.deal(1))

    assert answer["list"]["proposals"] == 0
    assert Proposal.objects.filter(settled_at=None).count() == 0


KEY = "0b7c2e2e-6f0e-4b0e-9a53-0d8f6f8a1c11"


@pytest.mark.parametrize(
    "act",
    [
        7,
        None,
        {},
        {"key": "x", "do": "enter", "number": 1, "line": GRAND},
        {"key": KEY, "do": "dance", "number": 1},
        {"key": KEY, "do": "enter", "number": 1},
        {"key": KEY, "do": "enter", "number": "1", "line": GRAND},
        {"key": KEY, "do": "enter", "number": 10**9, "line": GRAND},
        {"key": KEY, "do": "enter", "number": 1, "line": {**GRAND, "matadors": 10**9}},
        {"key": KEY, "do": "enter", "number": 1, "line": {**GRAND, "won": "yes"}},
        {"key": KEY, "do": "enter", "number": 1, "line": {**GRAND, "declarer": 5}},
        {"key": KEY, "do": "enter", "number": 1, "line": {**GRAND, "surprise": 1}},
        {"key": KEY, "do": "enter", "number": 1, "line": {**PASSED, "won": True}},
        {"key": KEY, "do": "enter", "number": 1, "line": {**GRAND, "ouvert": True}},
        {"key": KEY, "do": "take-back", "number": 1},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_refused_alone(phone, act):
    answer = phone.send(act, phone.deal(1))

    assert phone.status == 422
    assert [receipt["state"] for receipt in answer["receipts"]] == ["refused", "saved"]
    assert answer["receipts"][0]["says"].endswith((".", ")"))
    assert Proposal.objects.count() == 0


@pytest.mark.parametrize(
    "body",
    ["", "[]", "7", "{", "[" * 100_000, '{"copy": "third"}', '{"copy": "first", "acts": 7}', b"\xff\xfe",
     '{"copy": "first", "version": -1}', '{"copy": "first", "unsent": "many"}'],
    ids=lambda body: str(body)[:30],
)  # fmt: skip
def test_a_body_that_no_phone_sends_is_refused_whole(phone, body):
    answer = phone.post(body)

    assert phone.status == 400
    assert answer["code"] == "unreadable"


def test_more_acts_than_a_list_has_are_too_many(phone):
    assert phone.send(*[7] * 201)["code"] == "too-many-acts"
    assert phone.status == 413
