"""Whether a site runs on a data folder: nobody may put another database under it."""

import contextlib
import fcntl
import os
from pathlib import Path

from skatturnier.backups.failed import BackupFailed

LOCK = "serving.lock"


def hold(data: Path) -> None:
    """Let this process, whatever it becomes and starts, be known as running on a data folder until all have ended."""
    data.mkdir(parents=True, exist_ok=True)
    lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    os.set_inheritable(lock, True)


def must_rest(data: Path) -> None:
    """Refuse while a site runs on a data folder.

    :raises BackupFailed: if one does.
    """
    lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BackupFailed(f"A site runs on {data}. Stop it first.") from None
    finally:
        os.close(lock)
    if _is_open(data / "skatturnier.sqlite3"):
        raise BackupFailed(f"Another process has the database in {data} open. Stop it first.")


def _is_open(path: Path) -> bool:
    """Return whether another process has a file open, as far as this machine lets us see."""
    wanted = str(path.resolve())
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        # Processes end while they are looked at, and some are not ours.
        with contextlib.suppress(OSError):
            if any(str(found.readlink()) == wanted for found in (process / "fd").iterdir()):
                return True
    return False
