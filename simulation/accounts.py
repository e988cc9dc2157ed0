"""The accounts of the demo, kept beside the database so that every start can say them."""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

DIRECTOR: Final = "leitung"
JUDGE: Final = "richter"

WORDS: Final = (
    "karo", "herz", "pik", "kreuz", "grand", "null", "hand", "ouvert", "bube", "dame", "ass", "zehn", "acht", "neun",
    "sieben", "trumpf", "stich", "skat", "spitze", "reizen",
)  # fmt: skip


def new_password() -> str:
    """Return a password that can be typed from a screen: three words and four digits."""
    words = [secrets.choice(WORDS) for _ in range(3)]
    return "-".join([*words, f"{secrets.randbelow(10_000):04}"])


def file_in(folder: Path) -> Path:
    """Return where the passwords are kept."""
    return folder / "demo-logins.json"


def passwords_in(file: Path) -> dict[str, str]:
    """Return the passwords kept in a file, by user name."""
    if not file.exists():
        return {}
    return dict(json.loads(file.read_text(encoding="utf-8")))


def keep(file: Path, passwords: Mapping[str, str]) -> None:
    """Keep passwords in a file only its owner can read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        json.dump(dict(passwords), opened)
