"""The database as it is at one moment, in a file, with what it says of itself at that very moment."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
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

    damage: tuple[str, ...] = ()
    """What is damaged on the site and not in the copy, which was written anew."""

    chains: dict[str, Head] = field(default_factory=dict)
    """Of the clubs and the site."""


def dump(folder: Path, *, heads: Mapping[str, str]) -> Dump:
    """Put the database into a file. ``heads`` are the hashes of the heads that the last backup has, by event.

    :raises BackupFailed: if a program is missing or fails.
    """
    return (_of_postgresql if connection.vendor == "postgresql" else _of_sqlite)(folder, heads)


def _of_sqlite(folder: Path, values: Mapping[str, str]) -> Dump:
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
            heads, standings, chains = _said(values)
            with closing(
                sqlite3.connect(f"{Path(connection.settings_dict['NAME']).resolve().as_uri()}?mode=ro", uri=True)
            ) as source:
                source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        damage = _damage(target)
        # Officials sign in again where it is restored; whoever has the file is signed in nowhere.
        target.execute("DELETE FROM django_session")
        target.commit()
        target.execute("VACUUM INTO ?", [str(path)])
    raw.unlink()
    return Dump(name=SQLITE, path=path, heads=heads, standings=standings, damage=damage, chains=chains)


def _damage(copied: sqlite3.Connection) -> tuple[str, ...]:
    """Return what is damaged in a copy page by page, and so on the site: written anew, it may be sound again."""
    try:
        values = [text for (text,) in copied.execute("PRAGMA integrity_check") if text != "ok"]
    except sqlite3.DatabaseError as error:
        values = [str(error)]
    return tuple(f"The site's own file is damaged, restore this backup ({text[:200]})." for text in values[:1])


def _of_postgresql(folder: Path, values: Mapping[str, str]) -> Dump:
    path = folder / POSTGRESQL
    path.touch(mode=0o600)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot(), current_setting('server_version_num')::int / 10000")
            snapshot, server = cursor.fetchone()
        heads, standings, chains = _said(values)
        postgresql.run(
            postgresql.program("pg_dump", server=server),
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--exclude-schema={postgresql.ASIDE}*",
            "--exclude-table-data=*.django_session",
            f"--snapshot={snapshot}",
            f"--file={path}",
            to=connection.settings_dict,
        )
    return Dump(name=POSTGRESQL, path=path, heads=heads, standings=standings, chains=chains)


def _said(values: Mapping[str, str]) -> tuple[dict[str, Head], dict[str, str], dict[str, Head]]:
    heads = facts.heads()
    moved = [slug for slug, head in heads.items() if values.get(slug) != head.hash]
    return heads, facts.standings_hashes(moved), facts.chains()
