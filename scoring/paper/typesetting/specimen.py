"""Blocks of text that are written straight into a PDF file, and the specimens that say in which type.

To shape and place a line costs the typesetter a millisecond, whatever is in it; a list of deals has 48 of them. So it
sets a specimen of such a block: every character there will be, and what shall stand as a whole. All lines of all
blocks are then written in that type (``scoring.paper.typesetting.typecase``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from scoring.paper.typesetting.fitting import lines as typed

MEASURED: Final = 2
"""Lines at the top of a specimen that hold its alphabet: twice, to tell how far lines are apart."""


class CannotWrite(ValueError):
    """A block has to be typeset as every other, for there is more to it than a glyph for each character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Specimen:
    """What is typeset once of a kind of block."""

    look: str
    """The classes of such a block in the style sheet. Blocks of one look lie at the same place of their pages."""

    alphabet: str
    wholes: tuple[str, ...] = ()
    """Texts that are set as a whole, each a line; the fonts of names know pairs of letters that belong together."""

    text: SafeString
    """The lines of the specimen: the alphabet, twice, then the wholes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A block of text on a page: which look it has, and its lines."""

    look: str
    lines: tuple[str, ...]
    """Either each is one of the wholes of the specimen, or of the characters of its alphabet alone."""


def block(look: str, text: str) -> Written:
    """Return a text as a block that is written in the type of its specimen."""
    return Written(look=look, lines=tuple(text.split("\n")))


def specimens_of(blocks: Iterable[Written]) -> tuple[Specimen, ...]:
    """Return a specimen for every look of blocks in which all characters are as wide, as a typewriter has them.

    Its lines are as long as the longest of the blocks', so that those on the right of their place begin where they do.
    """
    found: dict[str, list[str]] = {}
    for written in blocks:
        found.setdefault(written.look, []).extend(written.lines)
    return tuple(_specimen(look, lines) for look, lines in found.items())


def _specimen(look: str, lines: Sequence[str]) -> Specimen:
    alphabet = "".join(sorted(set().union(*lines))).rjust(max(map(len, lines)))
    return Specimen(look=look, alphabet=alphabet, text=typed([alphabet] * MEASURED, room=float("inf")))


def specimens_of_wholes(look: str, texts: Iterable[str], *, room: float, rows: int) -> Iterator[Specimen]:
    """Yield the specimens of texts that come again and again, as large as they fit; a page has room for some rows."""
    found = sorted(set(texts) - {""})
    for start in range(0, len(found) or 1, rows - MEASURED):
        wholes = tuple(found[start : start + rows - MEASURED])
        text = typed([*"00", *wholes], room=room)
        yield Specimen(look=look, alphabet="0", wholes=wholes, text=text)


def may_be_whole(text: str) -> bool:
    """Test whether a text is of Latin letters and signs alone, which every font shows without help of others."""
    return text.isprintable() and max(text, default="") < "\u0250"
