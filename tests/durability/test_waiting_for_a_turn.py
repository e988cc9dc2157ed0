"""Whoever begins or ends a transaction on SQLite looks every moment whether it can, and gives up in time."""

import sqlite3
from contextlib import closing

import pytest
from django.db import OperationalError, connection, transaction

from skatturnier.sqlite3 import base
from tables.accounts.models import User
from tables.tournaments.models import Tournament
from tests.support.factories import tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets several write at once"),
]


@pytest.fixture(name="other")
def somebody_else():
    """Another connection, of another program."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        yield other


@pytest.fixture(name="looks")
def looked(monkeypatch):
    """Let something happen between two looks, and say after how long a pause."""

    def meanwhile(happens):
        pauses = []
        monkeypatch.setattr(base.time, "sleep", lambda seconds: (pauses.append(seconds), happens()))
        return pauses

    return meanwhile


def waits_itself():
    with connection.cursor() as cursor:
        return cursor.execute("PRAGMA busy_timeout").fetchone()[0]


def test_it_begins_as_soon_as_nobody_else_writes(other, looks):
    before = waits_itself()
    other.execute("BEGIN IMMEDIATE")
    pauses = looks(lambda: other.execute("COMMIT"))

    with transaction.atomic():
        tournament()

    assert pauses == [base.LOOKS]
    assert Tournament.objects.count() == 1
    assert waits_itself() == before > 1000


def test_it_ends_as_soon_as_nobody_reads(other, looks):
    User.objects.bulk_create(User(username=name) for name in ("anna", "bernd", "clara"))
    read = other.execute("SELECT username FROM tables_user ORDER BY id")
    assert read.fetchone() == ("anna",)
    pauses = looks(read.fetchall)

    with transaction.atomic():
        User.objects.filter(username="bernd").update(first_name="Bernd")

    assert pauses == [base.LOOKS]
    assert other.execute("SELECT first_name FROM tables_user WHERE username = 'bernd'").fetchone() == ("Bernd",)


def test_it_gives_up_in_time_and_nothing_is_stored(other, looks, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0)
    other.execute("BEGIN IMMEDIATE")
    pauses = looks(lambda: None)

    with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
        tournament()

    assert not pauses
    other.execute("COMMIT")
    assert not Tournament.objects.exists()


def test_what_is_wrong_otherwise_is_not_tried_again(looks):
    pauses = looks(lambda: None)

    with transaction.atomic(), pytest.raises(OperationalError, match="within a transaction"):
        connection._start_transaction_under_autocommit()

    assert not pauses
