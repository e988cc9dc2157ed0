"""Where the program lies on a machine, what it brings besides its modules, and where its data are unless it is told."""

import os
import sys
from pathlib import Path
from typing import Final

import platformdirs

CODE: Final = Path(__file__).resolve().parents[2]

PACKED: Final = CODE / "skatturnier" / "beside"
"""Where a wheel has what a repository has at its top; ``pyproject.toml`` says so."""

BESIDE: Final = PACKED if PACKED.is_dir() else CODE

NAME: Final = "Skatturnier-"
"""How folders begin that are unpacked, and those that Windows makes around them."""

DATA: Final = "Skatturnier-Daten"


def unpacked() -> Path | None:
    """Return the folder that was unpacked; None where the program was set up in another way."""
    return CODE.parents[1] if CODE.name == "site" and CODE.parent.name == "program" else None


def data() -> Path:
    """Return the data folder: ``SKATTURNIER_DATA``, in the repository, of the user, or beside what was unpacked."""
    if text := os.environ.get("SKATTURNIER_DATA"):
        return Path(text)
    home = unpacked()
    if home is None:
        return Path(platformdirs.user_data_dir("skatturnier", appauthor=False)) if BESIDE is PACKED else CODE / "var"
    while home.parent.name.startswith(NAME):
        home = home.parent
    return home.parent / DATA


IS_INSTALLED: Final = BESIDE is PACKED

IS_CLICKED: Final = unpacked() is not None
"""Whether a double click starts it: there nothing is typed."""

SITE: Final = "skatturnier" if IS_INSTALLED else "make serve"
DEMO: Final = "skatturnier demo" if IS_INSTALLED else "make run"

SITE_FOR_PHONES: Final = SITE if IS_INSTALLED else f"HOST=0.0.0.0 {SITE}"
"""The same, so that phones in the network may connect; what is installed lets them in by itself."""

DEMO_FOR_PHONES: Final = DEMO if IS_INSTALLED else f"HOST=0.0.0.0 {DEMO}"


def system() -> str:
    """Return ``windows``, ``mac`` or, for everything else, ``linux``."""
    return {"win32": "windows", "darwin": "mac"}.get(sys.platform, "linux")
