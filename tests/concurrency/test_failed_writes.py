"""A failed write is never acknowledged: it is said, and the site goes on when it can write again."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection

from scoring.models import DealRow
from tables import journal
from tables.models import JournalEntry
from tests import factories
from tests.scoring.phones_seen import GRAND, Phone

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = [
    "INSERT INTO scoring_dealrow",
    "UPDATE scoring_gamelistrow",
    "INSERT INTO scoring_seatresult",
    "INSERT INTO tables_journalentry",
    "INSERT INTO scoring_phone",
]


@pytest.fixture
def phone(caplog) -> Phone:
    caplog.set_level(logging.CRITICAL, logger="scoring.views.phone")
    return Phone(factories.running_list(rounds=12))


def whole_list(phone: Phone) -> list[dict[str, Any]]:
    return [phone.deal(number, {**GRAND, "declarer": number % 4 + 1}) for number in range(1, 49)]


def fails(start: str) -> Callable[..., object]:
    def run(execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.replace('"', "").startswith(start):
            raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    return run


def assert_goes_on(phone: Phone, deals: list[dict[str, Any]]) -> None:
    assert phone.states(*deals) == ["saved"] * len(deals)
    assert DealRow.objects.count() == len(deals)
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == len(deals)
    assert journal.first_broken_line(phone.row.table.series.tournament) is None


@pytest.mark.parametrize("write", WRITES)
def test_whatever_write_fails_nothing_is_acknowledged_and_all_is_as_before(phone, write):
    deals = whole_list(phone)[:2]

    with connection.execute_wrapper(fails(write)):
        answer = phone.send(*deals)

    assert phone.status == 503
    assert answer == {
        "code": "not-saved",
        "says": "The server cannot save anything just now. What was entered stays on the phone.",
    }
    assert DealRow.objects.count() == 0
    assert_goes_on(phone, deals)


def test_a_full_disk_is_said_and_when_there_is_room_again_all_is_saved(phone):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite lets a test fill its disk")
    deals = whole_list(phone)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute("PRAGMA freelist_count")
        (free,) = cursor.fetchone()
        cursor.execute("CREATE TABLE ballast (room BLOB)")
        cursor.execute("INSERT INTO ballast VALUES (zeroblob(%s))", [(free + 1) * 4096])
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        phone.send(*deals)
        assert phone.status == 503
        assert DealRow.objects.count() == 0
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE ballast")
    assert_goes_on(phone, deals)


def test_a_database_that_may_only_be_read_is_said(phone):
    if connection.vendor != "sqlite":
        pytest.skip("a switch of SQLite")
    deals = whole_list(phone)[:3]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        phone.send(*deals)
        assert phone.status == 503
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    assert_goes_on(phone, deals)
