"""The whole record of an event in one file, for the six months that the direction keeps it (SkWO 7.4.4)."""

from scoring.archive.checking import Checked, CheckRefused, check_archive
from scoring.archive.packing import keep_until, pack
from scoring.archive.shelf import Shelved, Stage, discard, shelved, start
from scoring.archive.working import work

__all__ = [
    "CheckRefused",
    "Checked",
    "Shelved",
    "Stage",
    "check_archive",
    "discard",
    "keep_until",
    "pack",
    "shelved",
    "start",
    "work",
]
