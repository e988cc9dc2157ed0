"""Whether somebody serves a folder of data and keeps house there: who does holds a lock until it ends, in any way."""

import time
from pathlib import Path
from typing import Final

from skatturnier.machine import locks

LOCK: Final = "house.lock"

SERVING: Final = "serving.lock"
"""What whoever serves and whoever keeps house have together, until the last of them has ended."""

COMES_WITHIN: Final = 180
"""Seconds after a start of the site in which nobody is missed yet."""


def place(data: Path) -> Path:
    """Return the file whose lock is held."""
    return data / LOCK


def is_expected(data: Path) -> None:
    """Note that a site starts and somebody is about to keep house beside it."""
    place(data).touch()


def is_missed(data: Path) -> bool:
    """Test whether nobody keeps house on a data folder, though somebody should since a while."""
    file = place(data)
    since = time.time() - file.stat().st_mtime if file.exists() else COMES_WITHIN
    return since >= COMES_WITHIN and locks.is_free(file)


def is_at_rest(data: Path) -> bool:
    """Test whether nobody serves or keeps house on a data folder: then another database may be put under it."""
    return locks.is_free(place(data)) and locks.is_free(data / SERVING)
