"""Files that are there as a whole or not at all, and survive a power cut."""

import os
from pathlib import Path

from skatturnier.machine import files


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
    files.replace(beside, path)
    files.sync_folder(path.parent)
