"""Files as a system keeps them: for their owner only, on the disk for good, one in the place of another."""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Final

OTHERS: Final = 0o077
"""What group and others may do. NTFS knows no such modes: there the folder of the user's profile keeps others out."""

READ_MEANWHILE: Final = 1.0
"""Seconds in which somebody who reads a file will be done: Windows keeps a file that is open from being replaced."""


def keep_from_others() -> None:
    """Let nothing that this process and those it starts will write be for others, whatever the machine is used to."""
    os.umask(OTHERS)


def take_back(folder: Path) -> None:
    """Take from others what they may read or write in a folder: earlier releases made files as the machine does."""
    if not folder.exists():
        return
    for path in [folder, *folder.rglob("*")]:
        # What vanishes meanwhile, or is another user's, is not ours to mend.
        with contextlib.suppress(OSError):
            mode = path.lstat().st_mode
            if mode & OTHERS and not path.is_symlink():
                path.chmod(mode & ~OTHERS)


def replace(beside: Path, path: Path) -> None:
    """Replace a file: readers see the old or the new one, whole. Raise PermissionError if it is kept open too long."""
    until = time.monotonic() + READ_MEANWHILE
    while True:
        try:
            beside.replace(path)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > until:
                raise
            time.sleep(READ_MEANWHILE / 50)
        else:
            return


def sync_file(path: Path) -> None:
    """Return when a file is on the disk."""
    descriptor = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk. NTFS writes them down by itself, and gives no way to ask."""
    if sys.platform != "win32":
        sync_file(folder)


def put_first(aside: Path, path: Path) -> None:
    """Give a finished file its name unless another one has it already: then that one stays, and this one is gone."""
    with contextlib.suppress(FileExistsError):
        # Windows refuses to rename onto a file that is there, and knows no links on sticks.
        if sys.platform == "win32":
            aside.rename(path)
        else:
            path.hardlink_to(aside)
    aside.unlink(missing_ok=True)


def is_open_elsewhere(path: Path) -> bool:
    """Return whether another process has a file open, as ``/proc`` tells; Windows itself keeps such a file."""
    wanted = str(path.resolve())
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        # Processes end while they are looked at, and some are not ours.
        with contextlib.suppress(OSError):
            if any(str(found_path.readlink()) == wanted for found_path in (process / "fd").iterdir()):
                return True
    return False


def write_whole(path: Path, content: bytes) -> None:
    """Write a file for its owner only, so that nobody ever finds half of it."""
    beside = path.with_name(f".{path.name}.part")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    put_in_place(beside, path)


def put_in_place(beside: Path, path: Path) -> None:
    """Give a finished file its name, for good."""
    replace(beside, path)
    sync_folder(path.parent)
