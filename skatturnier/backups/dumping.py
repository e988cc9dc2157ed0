"""The database as it is at one moment, in a file, with what it says of itself at that very moment."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from django.db import connection, transaction

from skatturnier.backups import facts, postgresql
from skatturnier.backups.facts import Head
from skatturnier.backups.packing import POSTGRESQL, SQLITE


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """A database in a file."""

    name: str
    path: Path
    heads: dict[str, Head]
    standings: dict[str, str]
    """Of the events that moved since the last backup."""


def dump(folder: Path, *, known: Mapping[str, str]) -> Dump:
    """Put the database into a file. ``known`` are the hashes of the heads that the last backup has, by event.

    :raises BackupFailed: if a program is missing or fails.
    """
    return (_of_postgresql if connection.vendor == "postgresql" else _of_sqlite)(folder, known)


def _of_sqlite(folder: Path, known: Mapping[str, str]) -> Dump:
    """Copy the file page by page while others may read and nobody write, then write it anew without its free pages.

    The copy is one read of the file. ``VACUUM INTO`` on the file itself would hold up the tables several times as
    long; on the copy it holds up nobody, and leaves out what was deleted.
    """
    raw, path = folder / "raw.sqlite3", folder / SQLITE
    raw.touch(mode=0o600)
    path.touch(mode=0o600)
    with closing(sqlite3.connect(raw)) as target:
        # Nothing is written here: the transaction is IMMEDIATE and only keeps the moment.
        with transaction.atomic():
            heads, standings = _said(known)
            with closing(
                sqlite3.connect(f"{Path(connection.settings_dict['NAME']).resolve().as_uri()}?mode=ro", uri=True)
            ) as source:
                source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        target.execute("VACUUM INTO ?", [str(path)])
    raw.unlink()
    return Dump(name=SQLITE, path=path, heads=heads, standings=standings)


def _of_postgresql(folder: Path, known: Mapping[str, str]) -> Dump:
    path = folder / POSTGRESQL
    path.touch(mode=0o600)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot(), current_setting('server_version_num')::int / 10000")
            snapshot, server = cursor.fetchone()
        heads, standings = _said(known)
        postgresql.run(
            postgresql.program("pg_dump", server=server),
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--exclude-schema={postgresql.ASIDE}*",
            f"--snapshot={snapshot}",
            f"--file={path}",
            to=connection.settings_dict,
        )
    return Dump(name=POSTGRESQL, path=path, heads=heads, standings=standings)


def _said(known: Mapping[str, str]) -> tuple[dict[str, Head], dict[str, str]]:
    heads = facts.heads()
    return heads, facts.standings_hashes([slug for slug, head in heads.items() if known.get(slug) != head.hash])
