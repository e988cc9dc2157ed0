"""Restoring into PostgreSQL: what is in the database is put aside as a schema of its own."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from skatturnier.backups import packing, postgresql
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.looking import Look, look
from skatturnier.backups.to_file import Target, put_secrets

Connection = psycopg.Connection[Any]


def put(folder: Path, *, target: Target, must_be: Callable[[Look], None], made: str, now: datetime) -> list[str]:
    """Put the database and the secrets unpacked in ``folder`` in their places; return what was put aside.

    The dump is first restored into a database beside it and looked at, as it was when the backup was made.

    :raises BackupFailed: if something is there and may not be put aside, or if this is not what was expected.
    """
    dump = folder / packing.POSTGRESQL
    with postgresql.connect(target.database) as connection:
        _must_be_alone(connection)
        is_empty = _is_empty(connection)
    if not is_empty and not target.over:
        name = target.database["NAME"]
        raise BackupFailed(f"There is something in the database {name}. With --over it is put aside, not overwritten.")
    with postgresql.for_a_while(target.database) as scratch:
        postgresql.load(dump, to=scratch)
        must_be(look(postgresql.url(scratch), restored=made))
    schema = f"{postgresql.ASIDE}{now.astimezone(UTC):{postgresql.STAMP}}"
    if not is_empty:
        with postgresql.connect(target.database) as connection:
            _put_aside(connection, schema)
    try:
        postgresql.load(dump, to=target.database)
        must_be(look(postgresql.url(target.database), restored=made))
    except BackupFailed:
        if not is_empty:
            with postgresql.connect(target.database) as connection:
                _put_back(connection, schema)
        raise
    aside = put_secrets(folder, target.data, now=now)
    return aside if is_empty else [f"schema {schema} of the database {target.database['NAME']}", *aside]


def _must_be_alone(connection: Connection) -> None:
    others = connection.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).fetchone()
    if others and others[0]:
        raise BackupFailed("The database is in use. Stop the site on every machine first.")


def _is_empty(connection: Connection) -> bool:
    value = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    return value == (0,)


def _put_aside(connection: Connection, schema: str) -> None:
    with connection.transaction():
        connection.execute(sql.SQL("ALTER SCHEMA public RENAME TO {}").format(sql.Identifier(schema)))
        connection.execute("CREATE SCHEMA public")


def _put_back(connection: Connection, schema: str) -> None:
    with connection.transaction():
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute(sql.SQL("ALTER SCHEMA {} RENAME TO public").format(sql.Identifier(schema)))
