"""Machines with other fonts: what Fontconfig would find there, as a file for ``FONTCONFIG_FILE``."""

from pathlib import Path
from typing import Final

from skatturnier.fonts import OWN

NOTHING: Final = ()
LOVED: Final = (
    *("Liberation Sans", "Arial", "Noto Sans", "Segoe UI", "Roboto", "Liberation Serif", "Noto Serif"),
    *("Liberation Mono", "Noto Sans Mono", "system-ui", "Cantarell", "DejaVu Sans Narrow"),
)
"""Families that style sheets name before ours, or that a desktop prefers."""

NAMES: Final = (1, 3, 4, 6, 16)
"""Where a font says what it is called (OpenType, name table)."""

MACHINE: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/../cache</cachedir></fontconfig>
"""


def machine_with(families: tuple[str, ...], folder: Path) -> Path:
    """Make a machine that has these families and no others, each much wider than ours; return what says so."""
    from fontTools.ttLib import TTFont  # comes with what typesets

    there = folder / "fonts"
    there.mkdir(parents=True, exist_ok=True)
    for family in families:
        font = TTFont(OWN / "DejaVuSansMono-Bold.ttf")
        for record in font["name"].names:
            if record.nameID in NAMES:
                record.string = family.replace(" ", "") if record.nameID == 6 else family
        font.save(there / f"{family}.ttf")
    said = folder / "machine.conf"
    said.write_text(MACHINE.format(folder=there))
    return said
