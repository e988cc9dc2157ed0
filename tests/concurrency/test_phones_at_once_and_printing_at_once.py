"""Phones that send at the same moment and write against each other.

Two who print at the same moment: the same form is one run, two forms are two.
"""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.lists.models import DealRow, Proposal
from scoring.lists.services import phones as keeping
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run
from tables.journal import chain as journal
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone
from tests.support import factories

pytestmark = pytest.mark.database


@pytest.fixture
def rounds(is_thorough: bool) -> int:
    return 50 if is_thorough else 15


def line(number: int) -> dict[str, object]:
    return {**GRAND, "declarer": number % 4 + 1}


def chain_holds(row) -> bool:
    return journal.first_broken_line(row.table.series.tournament) is None


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_the_same_key_with_another_deal_is_refused_even_at_the_same_moment(at_once, prove, rounds):
    row = factories.running_list(rounds=13)
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
    row = factories.running_list(rounds=13)
    phones = [Phone(row, device="a" * 32) for _ in range(2)]

    for number in range(1, rounds + 1):
        sent = [phone.deal(number, one) for phone, one in zip(phones, (line(number), PASSED), strict=True)]
        answers = at_once(*(partial(phone.send, deal) for phone, deal in zip(phones, sent, strict=True)))
        assert sorted(phone.status for phone in phones) == [200, 409]
        kept, refused = sorted(answers, key=lambda answer: answer["receipts"][0]["state"], reverse=True)
        (receipt,) = refused["receipts"]
        assert kept["receipts"][0]["state"] == "saved"
        assert receipt["state"] == "conflict"
        assert sorted(side["lines"][-1][-1][1] for side in receipt["sides"]) == ["72", "passed in"]
        assert Proposal.objects.filter(entry_key=receipt["key"]).exists()

    assert DealRow.objects.count() == rounds
    assert chain_holds(row)
    prove(f"one 200, one 409 with both values, {rounds} of {rounds}")


def test_a_take_over_while_the_old_phone_sends_mixes_nothing(at_once):
    row = factories.running_list(rounds=13)
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


def test_the_same_form_sent_by_four_at_once_is_one_run_and_another_form_is_another(
    at_once, settings, tmp_path, monkeypatch
):
    settings.DATA_DIR, settings.PRINT_DIR = tmp_path, tmp_path / "print"
    begun: list[str] = []
    monkeypatch.setattr(runs, "spawn", begun.append)
    factories.tournament()
    told = {"slug": "cup", "site": "", "wanted": WantedPaper(kind="plan", language="en"), "asked_at": timezone.now()}
    one, other = (Run(key=uuid4().hex, **told) for _ in range(2))

    outcomes = at_once(*[partial(runs.start, one)] * 4, partial(runs.start, other))

    assert [found.key for found in outcomes] == [one.key] * 4 + [other.key]
    assert sorted(begun) == sorted([one.key, other.key])
    assert {found.key for found in runs.of_tournament("cup")} == set(begun)
