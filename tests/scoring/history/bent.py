"""The journal and rows changed by SQL, as nobody can who uses the site: one column of one row at a time."""

import json
from contextlib import ExitStack, contextmanager
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
        try:
            plain = value.decode() if isinstance(value, bytes) else value
            with transaction.atomic(), connection.cursor() as cursor:
                wanted = f"CAST(CAST(%s AS text) AS {TYPES[column]})" if column in TYPES else "%s"
                cursor.execute(f"UPDATE tables_journalentry SET {column} = {wanted} WHERE number = %s", [plain, number])
        except (DataError, UnicodeDecodeError) as error:
            pytest.skip(f"PostgreSQL cannot hold {value!r} in {column}: {error}")
        return
    wanted = "CAST(%s AS TEXT)" if isinstance(value, bytes) else "%s"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            cursor.execute(f"UPDATE tables_journalentry SET {column} = {wanted} WHERE number = %s", [value, number])
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def changed(value: bytes, at: int, dice: Random) -> bytes:
    """Return a text with one byte changed, whatever it may be now."""
    other = 1 + (value[at] - 1 + dice.randrange(1, 255)) % 255
    return value[:at] + bytes([other]) + value[at + 1 :]


NONSENSE = ("x", -1, "null", "{}", None, 10**12)
"""What no column of another kind can hold; PostgreSQL refuses most of it."""


PLAIN = {
    models.DurationField: lambda _value: "1 second" if connection.vendor == "postgresql" else 1,
    models.DateTimeField: lambda value: f"{2002 if value and value.year == 2001 else 2001}-01-01 00:00:00",
    models.DateField: lambda _value: "2001-01-01",
    models.DecimalField: lambda value: (value or 0) + 1,
    models.BooleanField: lambda value: not value,
    models.IntegerField: lambda value: (value or 0) + 1,
    models.JSONField: lambda value: json.dumps([*value, 1] if isinstance(value, list) else (value or {}) | {"bent": 1}),
    models.UUIDField: lambda _value: "0" * 32,
    **dict.fromkeys((models.CharField, models.TextField), lambda value: "x" if value != "x" else "y"),
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
            change = f"UPDATE {table} SET {column} = %s WHERE {key} = %s"
            yield any(is_taken(cursor, change, [one, pk]) for one in values)
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


def verify(*args):
    """Return the exit code of `manage.py verify`, and what it prints."""
    out = StringIO()
    try:
        call_command("verify", *args, stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def stopping(model, row, fields, values):
    """Bend some columns of a row to each of these values; return those that stop verifying."""
    stopped = []
    for field in fields if row else ():
        for value in values:
            try:
                with bent(model, row.pk, field, [value]) as is_bent:
                    if is_bent:
                        verify()
            except Exception as error:
                stopped.append(f"{model.__name__}.{field.name} as {value!r}: {error!r}")
    return stopped


def stopping_together(cases):
    """Bend each model's row in a column to a value, forty at once; return those that stop verifying."""
    stopped = []
    for some in (cases[at : at + 40] for at in range(0, len(cases), 40)):
        try:
            with ExitStack() as all_of_them:
                for model, row, field, value in some:
                    all_of_them.enter_context(bent(model, row.pk, field, [value]))
                verify()
        except Exception:
            stopped += [one for model, row, field, value in some for one in stopping(model, row, [field], [value])]
    return stopped


def left_unseen(model, rows, fields, is_found):
    """Bend some columns of a row that has something there, one at a time; return those that nobody finds."""
    unseen = []
    for field in fields:
        row = with_something(rows, field)
        if row is not None:
            with bent(model, row.pk, field, others(field, getattr(row, field.attname))) as is_bent:
                if is_bent and not is_found():
                    unseen.append(f"{model.__name__}.{field.name} of {row}")
    return unseen


def with_something(rows, field):
    """Return the last row that has something in a column, else the last one."""
    return rows.exclude(**{f"{field.name}__isnull": True}).last() or rows.last()
