"""Names of backups: when each was made is in it, so that they sort and nobody has to open them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from skatturnier.backups.failed import BackupBusy
from skatturnier.machine import locks

SEALED: Final = ".age"
"""What the name of an encrypted one ends with."""

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
    """Let one process at a time make backups in a folder.

    :raises BackupBusy: if another one is at it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / LOCK).open("w", encoding="ascii") as lock:
        try:
            locks.take(lock.fileno())
        except BlockingIOError:
            raise BackupBusy("Another backup is being made right now.") from None
        yield
