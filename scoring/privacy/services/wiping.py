"""Wiping: a database keeps what was deleted or written over in its free room until something else needs it."""

import sqlite3
import time
from typing import Final

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper

from scoring.privacy.selectors.register import REGISTER

STATISTICS = "pg_statistic"
"""PostgreSQL keeps the most common values of every column there: names, too."""

PATIENCE: Final = 60.0
"""Seconds to wait on PostgreSQL for what began before."""

OLDER = """
    SELECT pg_snapshot_xmin(pg_current_snapshot()) < %s::xid8 OR EXISTS (
        SELECT FROM (
            SELECT backend_xmin FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND (datname IS NULL OR datname = current_database())
            UNION ALL SELECT xmin FROM pg_replication_slots
        ) AS held (since) WHERE age(since) > age(%s::xid8::xid)
    )
"""
"""Whether anything is open that may still read what was deleted before a transaction: a write anywhere on the server,
a look at this database (``pg_dump``), a replica that asks for it. ``VACUUM`` keeps such rows, and says nothing."""


def wipe() -> bool:
    """Write the database anew without its free room; return False if something may have stayed there.

    That is so within a transaction, where nothing can be wiped, and while somebody reads a state from before.
    Everybody waits while it is done: about a second for 50 MB. PostgreSQL keeps its log of writes besides, until it
    writes over it (``docs/privacy.md``).
    """
    if connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            if not _older_has_ended(cursor):
                return False
            for table in _tables():
                cursor.execute(f"VACUUM (FULL, ANALYZE) {connection.ops.quote_name(table)}")
            # Whoever has begun since then still sees the values that stood there until now.
            if not _older_has_ended(cursor):
                return False
            cursor.execute(f"VACUUM FULL {STATISTICS}")
        else:
            try:
                cursor.execute("VACUUM")
            except OperationalError as error:
                if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                    return False
                raise
    return True


def _older_has_ended(cursor: CursorWrapper) -> bool:
    """Wait until nothing is open that may see what was deleted before now; return False if it takes too long."""
    cursor.execute("SELECT pg_current_xact_id()::text")
    (now,) = cursor.fetchone()
    until = time.monotonic() + PATIENCE
    while True:
        cursor.execute(OLDER, [now, now])
        if not cursor.fetchone()[0]:
            return True
        if time.monotonic() > until:
            return False
        # PostgreSQL tells nobody that a transaction has ended.
        time.sleep(0.1)


def _tables() -> list[str]:
    """Return the tables in which something goes; each is written anew."""
    models = [apps.get_model(label) for label in REGISTER]
    linked = [many.remote_field.through for model in models for many in model._meta.local_many_to_many]
    return sorted({model._meta.db_table for model in [*models, *linked, Session]})
