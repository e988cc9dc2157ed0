"""What each version brought, in a few sentences for whoever is about to go on with it: ``fixtures/versions.json``."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from skatturnier.machine import places

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
    """Return what the versions after one brought, the newest first; nothing where the file of another one says nothing.

    ``file`` is that of a later version, which may be made otherwise than this one expects.
    """
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
