"""Phones that send at the same moment, send again because an answer was lost, and write against each other.

Two who print at the same moment: the same form is one run, two forms are two.
"""

import random
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.services import phones as keeping
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone
from tests.support import factories

pytestmark = pytest.mark.database


@pytest.fixture
def rounds(is_thorough: bool) -> int:
    return 50 if is_thorough else 15


def long_list() -> GameListRow:
    return factories.running_list(rounds=13)


def line(number: int) -> dict[str, object]:
    return {**GRAND, "declarer": number % 4 + 1}


def chain_holds(row) -> bool:
    return journal.first_broken_line(row.table.series.tournament) is None


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_a_deal_sent_five_times_at_once_counts_once(at_once, prove, rounds):
    row = long_list()
    phones = [Phone(row, device="a" * 32) for _ in range(5)]

    for number in range(1, rounds + 1):
        deal = phones[0].deal(number, line(number))
        answers = at_once(*(partial(phone.send, deal) for phone in phones))
        assert [answer["receipts"][0]["state"] for answer in answers] == ["saved"] * 5
        assert [phone.status for phone in phones] == [200] * 5

    assert DealRow.objects.count() == rounds
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == rounds
    assert chain_holds(row)
    prove(f"1 row in {rounds} of {rounds}")


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_the_same_key_with_another_deal_is_refused_even_at_the_same_moment(at_once, prove, rounds):
    row = long_list()
    phones = [Phone(row, device="a" * 32) for _ in range(5)]

    for number in range(1, rounds + 1):
        key = phones[0].key()
        lines = [line(number), *[PASSED] * 4]
        sent = [phone.deal(number, one, key=key) for phone, one in zip(phones, lines, strict=True)]
        answers = at_once(*(partial(phone.send, deal) for phone, deal in zip(phones, sent, strict=True)))
        states = sorted(answer["receipts"][0]["state"] for answer in answers)
        assert states in (["refused"] * 4 + ["saved"], ["refused"] + ["saved"] * 4)
        assert [phone.status for phone in phones].count(422) == states.count("refused")

    assert DealRow.objects.count() == rounds
    assert Proposal.objects.count() == 0
    prove(f"other content 422 in {rounds} of {rounds}")


@pytest.mark.thorough
@pytest.mark.proof("two-writers")
def test_of_two_writers_with_one_version_one_gets_both_values(at_once, prove, rounds):
    row = long_list()
    phones = [Phone(row, device="a" * 32) for _ in range(2)]

    for number in range(1, rounds + 1):
        sent = [phone.deal(number, one) for phone, one in zip(phones, (line(number), PASSED), strict=True)]
        answers = at_once(*(partial(phone.send, deal) for phone, deal in zip(phones, sent, strict=True)))
        assert sorted(phone.status for phone in phones) == [200, 409]
        kept, refused = sorted(answers, key=lambda answer: answer["receipts"][0]["state"], reverse=True)
        (receipt,) = refused["receipts"]
        assert kept["receipts"][0]["state"] == "saved"
        assert receipt["state"] == "conflict"
        points = [side["lines"][-1][-1][:2] for side in receipt["sides"]]
        assert sorted(points) == [["points", "72"], ["result", "passed in"]]
        assert Proposal.objects.filter(entry_key=receipt["key"]).exists()

    assert DealRow.objects.count() == rounds
    assert chain_holds(row)
    prove(f"one 200, one 409 with both values, {rounds} of {rounds}")


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_with_every_other_answer_lost_and_batches_sent_twice_each_deal_counts_once(at_once, prove):
    made = factories.tournament(entrants=32, rounds=3)
    series = factories.running_series(made)
    rows = [factories.list_of(series, table) for table in range(1, 9)]

    def plays(row: GameListRow) -> None:
        phone, chance, waiting = Phone(row), random.Random(row.pk), []
        for number in range(1, 13):
            waiting.append(phone.deal(number, line(number)))
            if chance.random() < 0.5:
                phone.send(*waiting)
            if chance.random() < 0.5:
                phone.send(*waiting)
                waiting.clear()
        phone.send(*waiting)

    at_once(*(partial(plays, row) for row in rows))

    for row in rows:
        numbers = row.deals.filter(voided_at=None).order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, 13))
    assert DealRow.objects.count() == 8 * 12
    assert Proposal.objects.count() == 0
    assert chain_holds(rows[0])
    prove("half of the answers dropped at 8 tables: 96 of 96 deals once")


def test_a_take_over_while_the_old_phone_sends_mixes_nothing(at_once):
    row = long_list()
    old, new = Phone(row), Phone(row)
    old.send(old.deal(1, line(1)))
    late = [old.deal(number, line(number)) for number in range(2, 13)]
    hand_over = partial(
        keeping.hand_over, list_id=row.pk, device=new.device, copy="first", by=factories.user(), now=factories.EVENING
    )

    brought, _ = at_once(lambda: [old.send(deal)["receipts"][0]["state"] for deal in late], hand_over)

    saved = brought.count("saved")
    assert brought == ["saved"] * saved + ["proposed"] * (11 - saved)
    assert DealRow.objects.count() == 1 + saved
    assert Proposal.objects.count() == 11 - saved
    assert chain_holds(row)


@pytest.fixture
def begun(settings, tmp_path, monkeypatch):
    """What was begun, in a folder of its own; nothing is printed."""
    settings.DATA_DIR, settings.PRINT_DIR = tmp_path, tmp_path / "print"
    keys = []
    monkeypatch.setattr(runs, "spawn", keys.append)
    return keys


def run(key: str) -> Run:
    wanted = WantedPaper(kind="plan", language="en")
    return Run(key=key, slug="cup", site="", wanted=wanted, asked_at=timezone.now())


@pytest.mark.thorough
def test_the_same_form_sent_by_eight_at_once_is_one_run(at_once, begun):
    factories.tournament()
    wanted = run(uuid4().hex)

    outcomes = at_once(*[partial(runs.start, wanted)] * 8)

    assert [one.key for one in outcomes] == [wanted.key] * 8
    assert begun == [wanted.key]


def test_two_forms_sent_at_once_are_two_runs(at_once, begun):
    factories.tournament()
    wanted = [run(uuid4().hex) for _ in range(2)]

    at_once(*(partial(runs.start, one) for one in wanted))

    assert sorted(begun) == sorted(one.key for one in wanted)
    assert {one.key for one in runs.of_tournament("cup")} == set(begun)
