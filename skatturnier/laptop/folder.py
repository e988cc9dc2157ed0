"""Whether the folder of the data will do on a laptop, and which later version lies beside the program."""

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from skatturnier import VERSION
from skatturnier.laptop.said import _
from skatturnier.machine import places, screen

FILE: Final = places.BESIDE / "fixtures" / "versions.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a version brought."""

    version: str
    says: Sequence[str]


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as it is compared: 0.10 comes after 0.9."""
    return tuple(map(int, version.split(".")))


def changes(language: str, *, after: str = "0", file: Path = FILE) -> tuple[Change, ...]:
    """Return what the versions after one brought, the newest first; nothing where ``file`` cannot be understood."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        return tuple(
            Change(
                version=str(change["version"]),
                says=tuple(map(str, change["says"].get(language) or change["says"]["en"])),
            )
            for change in value
            if numbers(change["version"]) > numbers(after)
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ()


ROOM: Final = 200_000_000
"""Bytes that must be free: an event, its backups of a day, and what is printed."""

CLOUDS: Final = ("onedrive", "dropbox", "google drive", "googledrive", "icloud", "nextcloud", "magentacloud")
"""How folders begin that a program copies into the internet, file by file, while they are written."""

FILES: Final = "SHA256SUMS"
"""The list of all files of an unpacked program with their hashes, as ``sha256sum`` writes it; a release has it too."""

VERSIONED: Final = re.compile(rf"{places.NAME}(\d+(?:\.\d+)*)")


def trouble(folder: Path) -> str:
    """Return why data must not lie in a folder, which is made if need be, and what to do; "" if they may."""
    path = str(folder)
    if not screen.can_name(path):
        return _("The name of this folder has letters that parts of the program cannot read: %s") % path + _advice()
    if cloud := next((part for part in folder.parts if part.lower().startswith(CLOUDS)), ""):
        return (
            _("This folder is copied into the internet while the program writes in it (%s); that destroys the data.")
            % cloud
            + _advice()
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(b"?")
    except OSError:
        return _("Nothing can be written in this folder: %s") % path + _advice()
    if (free := shutil.disk_usage(folder).free) < ROOM:
        return _("The disk is nearly full: %(free)d MB are free, %(needed)d are needed. Please make room first.") % {
            "free": free // 1_000_000,
            "needed": ROOM // 1_000_000,
        }
    return ""


def newer() -> Path | None:
    """Return the newest later version that was unpacked beside this one; None if there is none."""
    home = places.unpacked()
    if home is None:
        return None
    paths = {}
    for beside in (home.parent, places.data().parent):
        for folder in [*beside.glob(f"{places.NAME}*"), *beside.glob(f"{places.NAME}*/{places.NAME}*")]:
            named = VERSIONED.fullmatch(folder.name)
            if named and python_in(folder).is_file():
                paths[numbers(named[1])] = folder
    newest = max(paths, default=())
    return paths[newest] if newest > numbers(VERSION) else None


def checked(home: Path) -> str:
    """Return the SHA-256 of the list of a version's files; "" unless these, and no others, are what it says."""
    try:
        listed = (home / FILES).read_bytes()
        pairs = (line.split("  ", 1) for line in listed.decode().splitlines())
        values = {name: digest for digest, name in pairs}
        paths = {path.relative_to(home).as_posix(): path for path in home.rglob("*") if path.is_file()}
        del paths[FILES]
        is_whole = values == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in paths.items()}
    except (OSError, ValueError):
        return ""
    return hashlib.sha256(listed).hexdigest() if is_whole else ""


def python_in(home: Path) -> Path:
    """Return the Python of a folder that was unpacked."""
    return home / "program" / "python" / "python.exe"


def said_of(home: Path) -> Path:
    """Return the file in which an unpacked version says what it brought."""
    return home / "program" / "site" / "fixtures" / FILE.name


def _advice() -> str:
    return " " + _(r"Please unpack the program in another folder, for example C:\Skatturnier, and start it there.")
