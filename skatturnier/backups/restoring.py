"""Putting a backup where a site starts from: read and checked as a whole before anything is touched."""

import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from skatturnier import versions
from skatturnier.backups import file_names, packing, second, serving, to_file, to_postgresql
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.looking import Look
from skatturnier.backups.manifest import Manifest
from skatturnier.backups.to_file import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored."""

    manifest: Manifest
    aside: tuple[str, ...]
    """Where that lies which was there before."""


def restore(backup: Path, *, target: Target, identity: Path | None, now: datetime) -> Restored:
    """Restore a backup; the site starts from it afterwards.

    :raises BackupFailed: if it is damaged, if a later version of the program made it, if a site runs there, if
        something is there and may not be put aside.
    """
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
        put = to_postgresql.put if manifest.vendor == "postgresql" else to_file.put
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
    """Refuse a database that is not what its backup says."""
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
