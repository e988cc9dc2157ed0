"""A failed write is never acknowledged: it is said, and the site goes on when it can write again."""

import logging
from typing import Any

import pytest
from django.db import connection

from scoring.lists.models import DealRow
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.durability import ways
from tests.scoring.table.phones_seen import GRAND, Phone
from tests.support import factories

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.proof("failed-write"),
    pytest.mark.database,
]

WRITES = [
    "INSERT INTO scoring_dealrow",
    "UPDATE scoring_gamelistrow",
    "INSERT INTO scoring_seatresult",
    "INSERT INTO tables_journalentry",
    "INSERT INTO scoring_phone",
]


@pytest.fixture
def phone(caplog) -> Phone:
    caplog.set_level(logging.CRITICAL, logger="django.request")
    made = Phone(factories.running_list(rounds=12))
    made.client.raise_request_exception = False
    return made


def whole_list(phone: Phone) -> list[dict[str, Any]]:
    return [phone.deal(number, {**GRAND, "declarer": number % 4 + 1}) for number in range(1, 49)]


def assert_goes_on(phone: Phone, deals: list[dict[str, Any]]) -> None:
    assert phone.states(*deals) == ["saved"] * len(deals)
    assert DealRow.objects.count() == len(deals)
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == len(deals)
    assert journal.first_broken_line(phone.row.table.series.tournament) is None


@pytest.mark.parametrize("write", WRITES)
def test_whatever_write_fails_nothing_is_acknowledged_and_all_is_as_before(phone, write):
    deals = whole_list(phone)[:2]

    with ways.failing((write,), says="database or disk is full"):
        answer = phone.send(*deals)

    assert phone.status == 503
    assert answer == {
        "code": "not-saved",
        "says": "The server cannot save anything just now. What was entered stays on the phone.",
    }
    assert DealRow.objects.count() == 0
    assert_goes_on(phone, deals)


def test_a_whole_list_that_finds_no_room_is_saved_when_there_is_some_again(phone):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite lets a test fill its disk")
    deals = whole_list(phone)

    with ways.full_disk():
        phone.send(*deals)
        assert phone.status == 503
        assert DealRow.objects.count() == 0

    assert_goes_on(phone, deals)
