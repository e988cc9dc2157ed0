"""The journal and rows changed by SQL, as nobody can who uses the site: one column of one row at a time."""

import json
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, ProgrammingError, connection, models, transaction

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


NONSENSE = ("x", -1, "null", "{}", None, 10**12)
"""What no column of another kind can hold; PostgreSQL refuses most of it."""


PLAIN = {
    models.DurationField: lambda _value: "1 second" if connection.vendor == "postgresql" else 1,
    models.DateTimeField: lambda value: (
        "2001-01-01 00:00:00" if not value or value.year != 2001 else "2002-01-01 00:00"
    ),
    models.DateField: lambda _value: "2001-01-01",
    models.DecimalField: lambda value: (value or 0) + 1,
    models.BooleanField: lambda value: not value,
    models.IntegerField: lambda value: (value or 0) + 1,
    models.JSONField: lambda value: json.dumps(
        [*value, 1] if isinstance(value, list) else {**(value or {}), "bent": 1}
    ),
    models.UUIDField: lambda _value: "0" * 32,
    models.CharField: lambda value: "x" if value != "x" else "y",
    models.TextField: lambda value: "x" if value != "x" else "y",
}


def others(field, value):
    """Return other values that a column may hold: another row of its kind, or one that is not there at all."""
    if field.is_relation:
        related = field.target_field.model._base_manager.exclude(pk=value or 0).order_by("pk")
        return [*related.values_list("pk", flat=True)[:1], 999_999]
    if field.choices:
        return [next(key for key, _word in field.flatchoices if key != value)]
    bend = next(PLAIN[kind] for kind in type(field).__mro__ if kind in PLAIN)
    # The first may be somebody else's number.
    return [bend(value), *([value + 1000] if isinstance(value, int) and not isinstance(value, bool) else [])]


@contextmanager
def bent(model, pk, field, values):
    """Change one column of one row by SQL to the first value that the database takes, and put it back.

    Yield whether it took any: what it refuses itself nobody can bend.
    """
    table, column = connection.ops.quote_name(model._meta.db_table), connection.ops.quote_name(field.column)
    key = connection.ops.quote_name(model._meta.pk.column)
    with transaction.atomic(), connection.cursor() as cursor:
        point = transaction.savepoint()
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            yield any(
                is_taken(cursor, f"UPDATE {table} SET {column} = %s WHERE {key} = %s", [one, pk]) for one in values
            )
        finally:
            transaction.savepoint_rollback(point)
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = OFF")


def is_taken(cursor, statement, params):
    try:
        with transaction.atomic():
            cursor.execute(statement, params)
    except (IntegrityError, DataError, ProgrammingError):
        return False
    return True


def stopping(model, row, fields, values):
    """Bend some columns of a row to each of these values; return those that stop verifying."""
    stopped = []
    for field in fields if row else ():
        for value in values:
            try:
                with bent(model, row.pk, field, [value]) as is_bent:
                    if is_bent:
                        call_command("verify", stdout=StringIO())
            except CommandError:
                continue
            except Exception as error:
                stopped.append(f"{model.__name__}.{field.name} as {value!r}: {error!r}")
    return stopped


TOGETHER = 40
"""Rows bent at once where nothing is expected to go wrong."""


def stopping_together(cases):
    """Bend each model's row in a column to a value, some of them at once; return those that stop verifying."""
    stopped = []
    for at in range(0, len(cases), TOGETHER):
        some = cases[at : at + TOGETHER]
        try:
            with ExitStack() as all_of_them:
                for model, row, field, value in some:
                    all_of_them.enter_context(bent(model, row.pk, field, [value]))
                call_command("verify", stdout=StringIO())
        except CommandError:
            continue
        except Exception:
            stopped += [one for model, row, field, value in some for one in stopping(model, row, [field], [value])]
    return stopped
