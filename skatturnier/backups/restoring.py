"""Putting a backup where a site starts from: read and checked as a whole before anything is touched."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from skatturnier import versions
from skatturnier.backups import file_names, packing, postgresql, second, serving, to_file
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.looking import Look, look
from skatturnier.backups.packing import Manifest
from skatturnier.backups.to_file import Target, put_secrets

Connection = psycopg.Connection[Any]


def put_in_postgresql(
    folder: Path, *, target: Target, must_be: Callable[[Look], None], made: str, now: datetime
) -> list[str]:
    """Put database and secrets from ``folder`` in place, looked at beside it first; return what was put aside.

    :raises BackupFailed: if something is there and may not be put aside, or if this is not what was expected.
    """
    dump = folder / packing.POSTGRESQL
    with postgresql.connect(target.database) as connection:
        _must_be_alone(connection)
        value = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        is_empty = value == (0,)
    if not is_empty and not target.over:
        name = target.database["NAME"]
        raise BackupFailed(f"There is something in the database {name}. With --over it is put aside, not overwritten.")
    with postgresql.for_a_while(target.database) as scratch:
        postgresql.load(dump, to=scratch)
        must_be(look(postgresql.url(scratch), restored=made))
    schema = f"{postgresql.ASIDE}{now.astimezone(UTC):{postgresql.STAMP}}"
    if not is_empty:
        with postgresql.connect(target.database) as connection, connection.transaction():
            connection.execute(sql.SQL("ALTER SCHEMA public RENAME TO {}").format(sql.Identifier(schema)))
            connection.execute("CREATE SCHEMA public")
    try:
        postgresql.load(dump, to=target.database)
        must_be(look(postgresql.url(target.database), restored=made))
    except BackupFailed:
        if not is_empty:
            with postgresql.connect(target.database) as connection, connection.transaction():
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute(sql.SQL("ALTER SCHEMA {} RENAME TO public").format(sql.Identifier(schema)))
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored."""

    manifest: Manifest
    aside: tuple[str, ...]


def restore(backup: Path, *, target: Target, identity: Path | None, now: datetime) -> Restored:
    """Restore a backup. Raise BackupFailed if it is damaged or newer, a site runs, or something is in its place."""
    target.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    serving.must_rest(target.data)
    # On the disk it goes to, so that it gets its place in one step.
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=target.data) as work:
        folder = Path(work)
        manifest = packing.unpack(_readable(backup, identity, folder), folder)
        if unknown := versions.unknown_among(manifest.migrations.items()):
            raise BackupFailed(versions.refusal(unknown, needed=manifest.version, what="This backup"))
        if manifest.vendor != target.vendor:
            raise BackupFailed(
                f"This is a backup of {NAMED[manifest.vendor]}, the site is set up for {NAMED[target.vendor]}: "
                "one kind of database cannot be restored into the other."
            )
        put = put_in_postgresql if manifest.vendor == "postgresql" else to_file.put
        aside = put(
            folder,
            target=target,
            must_be=lambda look: _must_be(manifest, look),
            made=manifest.made_at.isoformat(),
            now=now,
        )
    return Restored(manifest=manifest, aside=tuple(aside))


NAMED = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def _readable(backup: Path, identity: Path | None, folder: Path) -> Path:
    if backup.suffix != file_names.SEALED:
        return backup
    if identity is None:
        raise BackupFailed(f"{backup.name} is encrypted: name the file of its key with --identity.")
    return second.opened(backup, identity=identity, folder=folder)


def _must_be(manifest: Manifest, look: Look) -> None:
    if look.problems:
        raise BackupFailed(f"The database in the backup is damaged: {look.problems[0]}")
    written = {event.slug: (event.lines, event.head, event.standings) for event in manifest.events}
    values = {event.slug: (event.lines, event.head, event.standings) for event in look.events}
    for slug in sorted(written.keys() | values.keys()):
        if written.get(slug) != values.get(slug):
            raise BackupFailed(f"{slug} in the backup is not what it was when the backup was made.")
    ends = {chain.name: (chain.lines, chain.head) for chain in look.chains}
    for chain in manifest.chains:
        if ends.get(chain.name) != (chain.lines, chain.head):
            raise BackupFailed(f"{chain.name} in the backup is not what it was when the backup was made.")
