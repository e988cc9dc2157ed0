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
from xml.sax.saxutils import escape

OWN: Final = Path(__file__).resolve().parent / "dejavu"

GENERIC: Final = {"sans-serif": "DejaVu Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono"}
"""Families of our own, by what a style sheet calls the last of its choices."""

DOCUMENT: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{own}</dir>
  <dir>{more}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
{families}</fontconfig>
"""

FAMILY: Final = """\
  <match target="pattern">
    <test name="family" qual="any"><string>{family}</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>{family}</string></edit>
  </match>
  <alias binding="same"><family>{generic}</family><prefer><family>{family}</family></prefer></alias>
"""
"""Whatever else a style sheet names, and more fonts may offer, letters of ours come first."""


def configured(data: Path) -> Path:
    """Return the file that leads Fontconfig to our own fonts, and for letters they lack to the folder ``fonts`` of
    ``data``; written if need be.

    Its name follows what it says: another copy of the program may share the data.
    """
    cache = data / "font-cache"
    families = "".join(FAMILY.format(generic=generic, family=family) for generic, family in GENERIC.items())
    folders = {"own": OWN, "more": data / "fonts", "cache": cache}
    text = DOCUMENT.format(
        families=families, **{name: escape(str(folder.resolve())) for name, folder in folders.items()}
    )
    file = cache / f"{sha256(text.encode()).hexdigest()[:16]}.conf"
    # Where nothing can be written no site runs; but its commands may still be asked for help.
    with contextlib.suppress(OSError):
        if not file.exists():
            cache.mkdir(parents=True, exist_ok=True)
            handle, aside = tempfile.mkstemp(dir=cache)
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                opened.write(text)
            Path(aside).replace(file)
    return file
