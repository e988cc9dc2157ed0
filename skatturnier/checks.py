"""System checks: refuse to run where "saved" would not be true, and on what a later version made.

Measured over simulated power cuts (``python -m tests.durability.power_cuts``), SQLite lost acknowledged rows under
WAL+NORMAL and under its default DELETE+FULL, and none under TRUNCATE+FULL or WAL+FULL; WAL needs SQLite 3.51.3, which
mends a rare corruption. PostgreSQL keeps what it acknowledges unless it is told not to.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.core.checks import Error, Tags, register
from django.db import DatabaseError, OperationalError, connections

from skatturnier import versions

SYNCHRONOUS_FULL = 2
SYNCHRONOUS_EXTRA = 3
WAL_IS_SAFE_FROM = (3, 51, 3)
UNREACHABLE: Final = "skatturnier.E009"
NEWER: Final = "skatturnier.E010"


class Weakness(NamedTuple):
    """A setting with which an acknowledged row could be lost."""

    code: str
    message: str
    hint: str


WEAK_ON_POSTGRESQL: Final = {
    ("fsync", "off"): Weakness(
        "E003", "fsync is off: a power cut can destroy the whole database.", "Set fsync=on in postgresql.conf."
    ),
    ("full_page_writes", "off"): Weakness(
        "E004",
        "full_page_writes is off: a power cut can leave half a page that nothing repairs.",
        "Set full_page_writes=on in postgresql.conf.",
    ),
    ("synchronous_commit", "off"): Weakness(
        "E005",
        "synchronous_commit is off: a deal shown as saved can be lost in a power cut.",
        "Let whatever stands between the site and PostgreSQL pass on synchronous_commit=on, or set it for the user.",
    ),
    ("data_sync_retry", "on"): Weakness(
        "E006",
        "data_sync_retry is on: what the disk could not write would count as written.",
        "Set data_sync_retry=off in postgresql.conf.",
    ),
}
"""Every other value of synchronous_commit waits for this machine's own disk; they differ in which standby they ask."""


@register(Tags.database)
def database_keeps_what_it_acknowledges(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[Error]:
    """Return an error for every database whose settings could lose an acknowledged row, or that does not answer."""
    return [
        Error(weakness.message, hint=weakness.hint, id=f"skatturnier.{weakness.code}", obj=alias)
        for alias in databases or ()
        for weakness in _weaknesses(alias)
    ]


@register(Tags.database)
def database_is_not_newer(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[Error]:
    """Return an error for every database that a later version of the program brought up to date."""
    return [
        Error(why, hint="Start that version, or restore a backup from before.", id=NEWER, obj=alias)
        for alias in databases or ()
        if (why := _newer(alias))
    ]


def _newer(alias: str) -> str:
    try:
        return versions.newer(alias)
    except DatabaseError:
        # It does not answer, which is found anyway.
        return ""


def _weaknesses(alias: str) -> list[Weakness]:
    try:
        return {"sqlite": _of_sqlite, "postgresql": _of_postgresql}[connections[alias].vendor](alias)
    except OperationalError as error:
        why = str(error).strip().partition("\n")[0]
        return [Weakness("E009", f"The database does not answer: {why}", "Start it, or look at DATABASE_URL.")]


def _of_postgresql(alias: str) -> list[Weakness]:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings")
        value = cursor.fetchall()
    return [weakness for setting, weakness in WEAK_ON_POSTGRESQL.items() if setting in value]


def _of_sqlite(alias: str) -> list[Weakness]:
    connection = connections[alias]
    with connection.cursor() as cursor:
        journal = str(cursor.execute("PRAGMA journal_mode").fetchone()[0]).lower()
        synchronous = int(cursor.execute("PRAGMA synchronous").fetchone()[0])
        is_flushed = bool(cursor.execute("PRAGMA fullfsync").fetchone()[0])
    weaknesses = []
    if connection.settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        weaknesses.append(
            Weakness("E001", "SQLite must begin transactions IMMEDIATE.", "Set OPTIONS['transaction_mode'].")
        )
    if not _is_durable(journal, synchronous):
        weaknesses.append(
            Weakness(
                "E002",
                f"journal_mode {journal} with synchronous {synchronous} can lose a saved deal in a power cut.",
                "Use journal_mode=TRUNCATE and synchronous=FULL in OPTIONS['init_command'].",
            )
        )
    if not is_flushed:
        weaknesses.append(
            Weakness(
                "E007",
                "fullfsync is off: on a Mac the disk may say “written” before it is.",
                "Use fullfsync=ON in OPTIONS['init_command'].",
            )
        )
    return weaknesses


def _is_durable(journal: str, synchronous: int) -> bool:
    if journal in {"truncate", "persist"}:
        return synchronous >= SYNCHRONOUS_FULL
    if journal == "delete":
        return synchronous >= SYNCHRONOUS_EXTRA
    return journal == "wal" and synchronous >= SYNCHRONOUS_FULL and sqlite3.sqlite_version_info >= WAL_IS_SAFE_FROM
