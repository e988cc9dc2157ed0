"""The program itself, and what lies at the top of the folder."""

import shutil
from pathlib import Path
from typing import Final

from scripts.windows import ROOT, VERSION

PACKAGES: Final = ("skatturnier", "simulation", "scoring", "tables", "templates", "fixtures")

FILES: Final = ("manage.py", "LICENSE", "CHANGELOG.md")

NOT_SHIPPED: Final = shutil.ignore_patterns("__pycache__", "*.pyc", "*.po")
"""What is made anew there, or only translators read."""

TEXTS: Final = Path(__file__).parent / "texts"
SHEET: Final = ROOT / "docs/windows.md"
"""What its users read first."""


def put_into(folder: Path) -> None:
    """Copy what the site consists of, and the files one sees after unpacking."""
    site = folder / "program" / "site"
    for name in PACKAGES:
        shutil.copytree(ROOT / name, site / name, ignore=NOT_SHIPPED)
    for name in FILES:
        shutil.copyfile(ROOT / name, site / name)
    for name, text in {"Anleitung.txt": SHEET, **{text.name: text for text in sorted(TEXTS.iterdir())}}.items():
        # Notepad and cmd want their own ends of lines.
        lines = text.read_text(encoding="utf-8").replace("VERSION", VERSION).splitlines()
        (folder / name).write_bytes("".join(f"{line}\r\n" for line in lines).encode())
