"""Pictures of one's own on paper, a logo or a background: what may be one, made harmless (PNG, SVG)."""

import io
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from scoring.paper.pictures.drawn import RefusedPicture, drawn

MOST_BYTES: Final = 4_000_000
MOST_DOTS: Final = 40_000_000
LONGEST: Final = 3508
"""Dots along an A4 sheet at 300 a inch: a printer shows no more."""

PNG: Final = b"\x89PNG\r\n\x1a\n"
TYPES: Final = {"png": "image/png", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that was looked at."""

    kind: str
    content: bytes

    @property
    def key(self) -> str:
        """What it is called where it is kept: the same picture is the same file."""
        return f"{sha256(self.content).hexdigest()[:32]}.{self.kind}"

    @property
    def address(self) -> str:
        """It as an address, for the documents it is on."""
        return f"data:{TYPES[self.kind]};base64,{b64encode(self.content).decode()}"


def looked_at(content: bytes) -> Picture:
    """Return a picture as it may stand on paper: written anew from what was understood of it.

    :raises RefusedPicture: if it is none, or too large, or does or loads something.
    """
    if len(content) > MOST_BYTES:
        raise RefusedPicture("too-big")
    if content.startswith(PNG):
        return Picture(kind="png", content=_dots(content))
    if b"<svg" in content[:20_000] or b":svg" in content[:20_000]:
        return Picture(kind="svg", content=drawn(content))
    raise RefusedPicture("jpeg" if content.startswith(b"\xff\xd8") else "no-picture")


def _dots(content: bytes) -> bytes:
    from PIL import Image

    try:
        # Whether it is whole has to be asked for: the typesetter lets every library read half a picture.
        with Image.open(io.BytesIO(content), formats=["PNG"]) as found:
            has_too_many = found.width * found.height > MOST_DOTS
            found.verify()
        if not has_too_many:
            with Image.open(io.BytesIO(content), formats=["PNG"]) as found:
                # Of what else is in the file nothing is kept: where a photo was taken, by whom.
                clean = found.convert("RGBA" if found.has_transparency_data else "RGB")
    except Image.DecompressionBombError:
        has_too_many = True
    except (OSError, SyntaxError, ValueError, EOFError) as broken:
        raise RefusedPicture("broken-png") from broken
    if has_too_many:
        raise RefusedPicture("too-many-dots")
    clean.thumbnail((LONGEST, LONGEST))
    out = io.BytesIO()
    clean.save(out, "PNG")
    return out.getvalue()
