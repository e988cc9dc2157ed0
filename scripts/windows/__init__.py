"""The program for Windows as one zip: unpacked anywhere, started by a double click, nothing installed.

Built on Linux from what ``requirements/windows.txt`` pins by hash. What it consists of and why is in
``docs/decisions/0022-windows.md``; ``make windows`` builds it, ``tests/windows`` tries it under Wine.
"""

from pathlib import Path
from typing import Final

from skatturnier import VERSION

ROOT: Final = Path(__file__).resolve().parents[2]

WORK: Final = ROOT / "var" / "windows"
"""Where everything lies that is made on the way, and the zip at the end."""

NAME: Final = f"Skatturnier-{VERSION}"
"""The folder that is unpacked."""

ZIP: Final = WORK / f"{NAME}-windows.zip"

MOST: Final = 80_000_000
"""Bytes the zip may have: a treasurer loads it over whatever line the clubhouse has."""
