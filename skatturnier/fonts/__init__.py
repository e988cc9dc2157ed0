"""The fonts that paper is set in: those that come with the program, whatever the machine has or prefers.

Fontconfig finds the fonts of documents, and of the browser in tests. Where it looks, a file says that
``FONTCONFIG_FILE`` names; it has to be named before anything loads Fontconfig, so the settings do.
"""

import contextlib
import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from skatturnier.machine import typesetter

HERE: Final = Path(__file__).resolve().parent
OWN: Final = HERE / "dejavu"

GENERIC: Final = {"sans-serif": "DejaVu Sans", "monospace": "DejaVu Sans Mono"}
"""Families by what a style sheet calls the last of its choices: the browser of the tests is measured by them."""

PAPER: Final = {"Fira Sans": (), "Fira Sans Condensed": (), "Fira Mono": ("DejaVu Sans Mono",)}
"""Families of paper, and where letters that they lack are looked for before those that all of them lack."""

PICTURES: Final = "Noto Emoji"
"""The family that draws them; typesetters ask for one of their own accord, by the name ``emoji``."""

LACKED: Final = (
    "DejaVu Sans",
    "Noto Sans Display",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
    "WenQuanYi Micro Hei",
    "Noto Sans Math",
    PICTURES,
)
"""Families of our own for letters that the one asked for lacks: the first of them that has a letter sets it."""

FILES: Final = {
    "Fira Sans": ("fira/FiraSans.ttf", "fira/FiraSans-Bold.ttf"),
    "Fira Sans Condensed": ("fira/FiraSansCondensed.ttf", "fira/FiraSansCondensed-Bold.ttf"),
    "Fira Mono": ("fira/FiraMono.ttf", "fira/FiraMono-Bold.ttf"),
    "DejaVu Sans": ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    "DejaVu Sans Mono": ("dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf"),
    "Noto Sans Display": ("noto/NotoSansDisplay-Regular.ttf",),
    "Noto Sans Devanagari": ("noto/NotoSansDevanagari-Regular.ttf", "noto/NotoSansDevanagari-Bold.ttf"),
    "Noto Sans Thai": ("noto/NotoSansThai-Regular.ttf", "noto/NotoSansThai-Bold.ttf"),
    "WenQuanYi Micro Hei": ("wenquanyi/wqy-microhei.ttf",),
    "Noto Sans Math": ("noto/NotoSansMath-Regular.ttf",),
    PICTURES: ("noto-emoji/NotoEmoji-Regular.ttf",),
}

KINDS: Final = frozenset({".ttf", ".otf", ".ttc", ".otc"})

DOCUMENT: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  {own}
  {more}
  {kept}
  <match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
{families}  <match target="pattern">
    <test name="family" qual="first"><string>emoji</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>{pictures}</string></edit>
  </match>
  <match target="pattern"><edit name="family" mode="append_last" binding="strong">{lacked}</edit></match>
</fontconfig>
"""

FAMILY: Final = """\
  <match target="pattern">
    <test name="family" qual="any"><string>{family}</string></test>
    <edit name="family" mode="prepend_first" binding="strong">{families}</edit>
  </match>
"""
"""Whatever else a style sheet names, and more fonts may offer, letters of ours come first."""

ALIAS: Final = """\
  <alias binding="same"><family>{generic}</family><prefer><family>{family}</family></prefer></alias>
"""


def in_order(*, is_bold: bool) -> tuple[Path, ...]:
    """Return the files in which letters of paper are looked for, the first first."""
    return tuple(HERE / FILES[family][-1 if is_bold else 0] for family in ("Fira Sans", *LACKED))


def _family(family: str, *behind: str) -> str:
    return FAMILY.format(family=family, families=_named(family, *behind, *LACKED))


def _named(*families: str) -> str:
    return "".join(f"<string>{family}</string>" for family in families)


def more(data: Path) -> tuple[Path, ...]:
    """Return the files with which the folder ``fonts`` of ``data`` adds to our own."""
    return tuple(sorted(file for file in (data / "fonts").rglob("*") if file.suffix.lower() in KINDS))


def configured(data: Path) -> Path:
    """Return the file that leads Fontconfig to our fonts, named by its content, then to ``fonts`` of ``data``."""
    cache = data / "font-cache"
    # Of two families that a style sheet names, the one of paper has the last word.
    families = "".join(_family(family) for family in GENERIC.values())
    families += "".join(ALIAS.format(generic=generic, family=family) for generic, family in GENERIC.items())
    families += "".join(_family(family, *behind) for family, behind in PAPER.items())
    beside = cache.resolve()
    text = DOCUMENT.format(
        families=families,
        lacked=_named(*LACKED),
        pictures=PICTURES,
        own=typesetter.fonts_in(HERE, beside=beside),
        more=typesetter.fonts_in((data / "fonts").resolve(), beside=beside),
        kept=typesetter.fonts_kept_in(beside),
    )
    # Fontconfig takes a name without its folder for one of its own files, and says nothing where there is none.
    file = beside / f"{sha256(text.encode()).hexdigest()[:16]}.conf"
    # Where nothing can be written no site runs; but its commands may still be asked for help.
    with contextlib.suppress(OSError):
        if not file.exists():
            cache.mkdir(parents=True, exist_ok=True)
            handle, aside = tempfile.mkstemp(dir=cache)
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                opened.write(text)
            Path(aside).replace(file)
    return file
