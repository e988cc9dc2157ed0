"""Names of backups: when each was made is in it, so that they sort and nobody has to open them."""

import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import environ

from skatturnier.machine import locks


class BackupFailed(Exception):
    """No backup was made, or none can be read; the message says why and what helps."""


class BackupBusy(BackupFailed):
    """Another one is being made: that is no failure, the same is done."""


KEEP_DAYS = 30
"""After so many days a backup is deleted: names that were taken out of the site must go everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupSettings:
    """The settings of the backups."""

    folder: Path
    keep_days: int = KEEP_DAYS
    second: Path | None = None
    """A folder that gets a copy of each: a stick, a network drive."""
    recipient: str = ""
    """The age public key the copy is encrypted for; empty: the copy is as the backup."""
    command: tuple[str, ...] = ()
    """A program that takes the copy elsewhere; the file's path is its last argument."""


def wanted(env: environ.Env, *, data: Path) -> BackupSettings:
    """Return the settings of the backups as the environment has them."""
    second = env.str("SKATTURNIER_BACKUP_COPY", default="")
    return BackupSettings(
        folder=Path(env.str("SKATTURNIER_BACKUPS", default="") or data / "backups"),
        keep_days=env.int("SKATTURNIER_BACKUP_KEEP_DAYS", default=KEEP_DAYS),
        second=Path(second) if second else None,
        recipient=env.str("SKATTURNIER_BACKUP_RECIPIENT", default=""),
        command=tuple(shlex.split(env.str("SKATTURNIER_BACKUP_COMMAND", default=""))),
    )


SEALED: Final = ".age"
NAME: Final = re.compile(r"skatturnier-(\d{8}T\d{6})Z(?:-doubtful)?\.tar\.gz(?:\.age)?")
MOMENT: Final = "%Y%m%dT%H%M%S"
LOCK: Final = ".lock"


def name_at(now: datetime, *, is_doubtful: bool = False) -> str:
    """Return the name of a backup of this moment; a doubtful one did not pass its check."""
    return f"skatturnier-{now.astimezone(UTC):{MOMENT}}Z{'-doubtful' if is_doubtful else ''}.tar.gz"


def made_at(path: Path) -> datetime | None:
    """Return when a backup was made, by its name; None if it is none."""
    match = NAME.fullmatch(path.name)
    try:
        return datetime.strptime(match[1], MOMENT).replace(tzinfo=UTC) if match else None
    except ValueError:
        return None


def all_in(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups in a folder, doubtful and encrypted ones too, oldest first."""
    pairs = [(made_at(path), path) for path in folder.iterdir()] if folder.is_dir() else []
    return sorted((moment, path) for moment, path in pairs if moment)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let one process at a time make backups in a folder. Raise BackupBusy if another one is at it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / LOCK).open("w", encoding="ascii") as lock:
        try:
            locks.take(lock.fileno())
        except BlockingIOError:
            raise BackupBusy("Another backup is being made right now.") from None
        yield


ALL_FOR = timedelta(hours=2)
HOURLY_FOR = timedelta(days=2)


def to_delete(pairs: Iterable[tuple[datetime, Path]], *, now: datetime, days: int) -> list[Path]:
    """Return the backups that are not needed any more; of an hour and of a day the last one stays."""
    gone, taken = [], set()
    for moment, path in sorted(pairs, reverse=True):
        age = now - moment
        if age > timedelta(days=days):
            gone.append(path)
            continue
        if age <= ALL_FOR:
            continue
        slot = f"{moment:%Y%m%d%H}" if age <= HOURLY_FOR else f"{moment:%Y%m%d}"
        if slot in taken:
            gone.append(path)
        taken.add(slot)
    return gone


def tidy(folder: Path, *, now: datetime, days: int) -> list[Path]:
    """Delete what is not needed any more in a folder of backups, and return it."""
    gone = to_delete(all_in(folder), now=now, days=days)
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
