"""Whether a site runs on a data folder: nobody may put another database under it."""

import contextlib
import os
from pathlib import Path

from skatturnier import keeper
from skatturnier.backups.file_names import BackupFailed
from skatturnier.machine import files, locks


def hold(data: Path) -> None:
    """Let this process, whatever it becomes and starts, be known as running on a data folder until all have ended."""
    data.mkdir(parents=True, exist_ok=True)
    lock = os.open(data / keeper.SERVING, os.O_RDWR | os.O_CREAT, 0o600)
    with contextlib.suppress(BlockingIOError):
        locks.take(lock, is_shared=True)
    os.set_inheritable(lock, True)


def must_rest(data: Path) -> None:
    """Refuse while a site runs on a data folder. Raise BackupFailed if one does."""
    lock = os.open(data / keeper.SERVING, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        locks.take(lock)
    except BlockingIOError:
        raise BackupFailed(f"A site runs on {data}. Stop it first.") from None
    finally:
        os.close(lock)
    if files.is_open_elsewhere(data / "skatturnier.sqlite3"):
        raise BackupFailed(f"Another process has the database in {data} open. Stop it first.")
