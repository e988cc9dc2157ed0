"""Wiping: a database keeps what was deleted or written over in its free room until something else needs it."""

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection

from scoring.selectors.register import REGISTER

STATISTICS = "pg_statistic"
"""PostgreSQL keeps the most common values of every column there: names, too."""


def wipe() -> bool:
    """Write the database anew without its free room; return False within a transaction, where that cannot be.

    Everybody waits while it is done: about a second for 50 MB. PostgreSQL keeps its log of writes besides, until it
    writes over it (``docs/privacy.md``).
    """
    if connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in _tables():
                cursor.execute(f"VACUUM (FULL, ANALYZE) {connection.ops.quote_name(table)}")
            cursor.execute(f"VACUUM FULL {STATISTICS}")
        else:
            cursor.execute("VACUUM")
    return True


def _tables() -> list[str]:
    """Return the tables in which something goes; each is written anew."""
    models = [apps.get_model(label) for label in REGISTER]
    linked = [many.remote_field.through for model in models for many in model._meta.local_many_to_many]
    return sorted({model._meta.db_table for model in [*models, *linked, Session]})
