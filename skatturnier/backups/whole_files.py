"""Files that are there as a whole or not at all, and survive a power cut."""

import os
from pathlib import Path


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
    beside.replace(path)
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Return when the file is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk."""
    sync_file(folder)
