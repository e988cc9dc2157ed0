"""Changing the journal as nobody can who uses the site."""

import json
from contextlib import suppress
from datetime import datetime
from random import Random

import pytest
from django.db import DataError, connection, transaction

TYPES = {"at": "timestamptz", "data": "jsonb", "action": "text", "hash": "text"}
"""What PostgreSQL keeps; its numbers are numbers."""


def bend(number: int, column: str, value: object) -> None:
    """Change a line by SQL: byte by byte, with no constraint in the way.

    What PostgreSQL itself refuses to hold, whoever asks, cannot stand in a journal there: the test is skipped.
    """
    if connection.vendor == "postgresql":
        _bend_on_postgresql(number, column, value)
        return
    wanted = "CAST(%s AS TEXT)" if isinstance(value, bytes) else "%s"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            cursor.execute(f"UPDATE tables_journalentry SET {column} = {wanted} WHERE number = %s", [value, number])
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def _bend_on_postgresql(number: int, column: str, value: object) -> None:
    try:
        plain = value.decode() if isinstance(value, bytes) else value
        with transaction.atomic(), connection.cursor() as cursor:
            wanted = f"CAST(CAST(%s AS text) AS {TYPES[column]})" if column in TYPES else "%s"
            cursor.execute(f"UPDATE tables_journalentry SET {column} = {wanted} WHERE number = %s", [plain, number])
    except (DataError, UnicodeDecodeError) as error:
        pytest.skip(f"PostgreSQL cannot hold {value!r} in {column}: {error}")


def changed(value: bytes, at: int, dice: Random) -> bytes:
    """Return a text with one byte changed, whatever it may be now."""
    other = 1 + (value[at] - 1 + dice.randrange(1, 255)) % 255
    return value[:at] + bytes([other]) + value[at + 1 :]


def changed_as_stored(column: str, value: bytes, dice: Random) -> bytes:
    """Return a text with one byte changed that the database takes, and does not take for the same."""
    while True:
        other = changed(value, dice.randrange(len(value)), dice)
        if connection.vendor != "postgresql" or _is_another(column, value, other):
            return other
        if column == "data" and value == b"{}":
            return b'{"": 0}'


def _is_another(column: str, value: bytes, other: bytes) -> bool:
    """Test whether a changed text is a value of its own to PostgreSQL, which keeps no spellings."""
    with suppress(ValueError):
        text = other.decode("ascii")
        if column == "at":
            moment = datetime.fromisoformat(text)
            return text[10] == " " and not moment.tzinfo and moment != datetime.fromisoformat(value.decode())
        if column == "data":
            return bool(json.loads(text) != json.loads(value)) and "\\u0000" not in text
        return text.isprintable()
    return False
