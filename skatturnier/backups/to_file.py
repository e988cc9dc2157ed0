"""Restoring into a folder: the database in a file."""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from skatturnier.backups import packing
from skatturnier.backups.file_names import MOMENT, BackupFailed
from skatturnier.backups.looking import Look, look
from skatturnier.machine.files import put_in_place, sync_folder

ASIDE = "before-restore-"
BEFORE_UPGRADE = "before-upgrade-"

BESIDE_IT = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database. The old one's must not be taken for the new one's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a backup goes."""

    data: Path
    database: Mapping[str, Any]
    over: bool

    @property
    def vendor(self) -> str:
        """The kind of its database."""
        return str(self.database["ENGINE"]).rpartition(".")[2].removesuffix("3")


def put(folder: Path, *, target: Target, must_be: Callable[[Look], None], made: str, now: datetime) -> list[str]:
    """Put database and secrets from ``folder`` into the data folder; return what was put aside.

    :raises BackupFailed: if a database is there and may not be put aside, or if this is not the one expected.
    """
    database = Path(target.database["NAME"])
    if database.exists() and not target.over:
        raise BackupFailed(f"There is a database in {database.parent}. With --over it is put aside, not overwritten.")
    must_be(look(f"sqlite:///{folder / packing.SQLITE}", restored=made))
    old = [database.with_name(database.name + end) for end in ("", *BESIDE_IT)]
    aside = put_aside([path for path in old if path.exists()], target.data, now=now)
    aside += put_secrets(folder, target.data, now=now)
    put_in_place(folder / packing.SQLITE, database)
    return aside


def put_secrets(folder: Path, data: Path, *, now: datetime) -> list[str]:
    """Put the secrets into the data folder; return what was put aside for them."""
    aside: list[str] = []
    for name in (packing.SECRET_KEY, packing.CERTIFICATE, packing.AUTHORITY):
        new, old = folder / name, data / name
        if new.exists():
            if old.exists() and old.read_bytes().strip() != new.read_bytes().strip():
                aside += put_aside([old], data, now=now)
            put_in_place(new, old)
    return aside


def copy_aside(database: Path, data: Path, *, now: datetime) -> Path:
    """Copy a database aside and return where it lies. Raise OSError or ``sqlite3.Error``, with nothing left of it."""
    folder = data / f"{BEFORE_UPGRADE}{now.astimezone(UTC):{MOMENT}}Z"
    folder.mkdir(mode=0o700)
    path = folder / database.name
    try:
        path.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(path)) as target,
        ):
            source.backup(target)
    except (OSError, sqlite3.Error):
        shutil.rmtree(folder)
        raise
    sync_folder(data)
    return path


def put_aside(paths: list[Path], data: Path, *, now: datetime) -> list[str]:
    """Move files into a folder of their own, where nothing is overwritten; return where they lie now."""
    folder = data / f"{ASIDE}{now.astimezone(UTC):{MOMENT}}Z"
    moved = []
    for path in paths:
        folder.mkdir(exist_ok=True, mode=0o700)
        kept_path = folder / path.name
        if kept_path.exists():
            raise BackupFailed(f"{kept_path} is there already.")
        put_in_place(path, kept_path)
        moved.append(str(kept_path))
    if moved:
        sync_folder(data)
    return moved
