"""Type for what is written straight into a PDF file, read off a specimen that the typesetter has set.

What it wrote for its page says by which words of a PDF (ISO 32000, 9.4) each character is shown, in which font, where
the block begins and how far its lines are apart. A line is then a look-up of its characters. It stays text: the
typesetter embeds the font, and with it what each of its glyphs means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Self

from scoring.paper.typesetting.specimen import MEASURED, CannotWrite, Specimen

SHOWN: Final = re.compile(rb"<([0-9a-f]*)>|(-?[0-9.]+)")
"""A piece of a shown text: glyphs, four digits each, or how far the next is moved to the left."""

LEADING: Final = re.compile(rb"(^q|^Q| cm| gs| rg)$")
"""Words that say where a text is placed, and its colour; others clip what is beyond the lines of the specimen."""

MARK: Final = frozenset((b"BDC", b"EMC"))
FOREIGN: Final = (b" cm", b" Do", b" Ts", b" Tz", b" Tc", b" Tw")
"""Ends of words that say more of a line than its glyphs: a picture for a letter, letters raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """Type for one look, as the typesetter has set its specimen."""

    opening: bytes
    """Leads from the page to where its text is placed, and sets its colour."""

    left: float
    top: float
    """Where the first line begins."""

    pitch: float
    font: bytes
    """The font of all but the characters it lacks."""

    characters: Mapping[int, str]
    wholes: Mapping[str, str]
    """How a character, and a whole, is shown: glyphs, within the brackets of a shown text, in ``font`` before and
    after."""

    @classmethod
    def read(cls, specimen: Specimen, content: Sequence[Any]) -> Self:
        """Return the type that the words of a specimen's page hold.

        :raises CannotWrite: if more is there than can be told again line by line.
        """
        opening, set_lines = _read(content)
        if len(set_lines) < MEASURED or len(set_lines[0][1]) != len(specimen.alphabet):
            raise CannotWrite(f"not a glyph for each of {specimen.alphabet!r}")
        ((left, top), alphabet), ((_same, below), _again) = set_lines[:MEASURED]
        font = alphabet[0].font
        found = {round((y - top) / (below - top)): glyphs for (_left, y), glyphs in set_lines}
        return cls(
            opening=opening,
            left=left,
            top=top,
            pitch=below - top,
            font=font,
            characters=_Known(
                (ord(character), _shown([glyph], font))
                for character, glyph in zip(specimen.alphabet, alphabet, strict=True)
            ),
            wholes={
                whole: _shown(found.get(number, []), font)
                for number, whole in enumerate(specimen.wholes, start=MEASURED)
            },
        )

    def joined(self, other: Self) -> Self:
        """Return the type of two specimens of the same look."""
        return replace(self, wholes={**self.wholes, **other.wholes})

    def written(self, lines: Sequence[str], *, mark: int | None = None) -> bytes:
        """Return the words of a PDF file that show lines; each with a ``mark`` from this on, if they are tagged.

        :raises CannotWrite: if there is a character the specimen had not.
        """
        shown = [self._line(number, line) for number, line in enumerate(lines) if line]
        if mark is not None:
            shown = [f"/Span <</MCID {number}>> BDC {line} EMC" for number, line in enumerate(shown, start=mark)]
        depth = self.opening.split().count(b"q") - self.opening.split().count(b"Q")
        ending = b"\n".join([b"ET", *[b"Q"] * depth])
        return b"\n".join([self.opening, b"BT", self.font, "\n".join(shown).encode("ascii"), ending])

    def _line(self, number: int, line: str) -> str:
        shown = self.wholes[line] if line in self.wholes else line.translate(self.characters)
        words = f"1 0 0 -1 {self.left:.3f} {self.top + number * self.pitch:.3f} Tm [<{shown}>] TJ"
        return words.replace(" [<>] TJ", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Glyph:
    font: bytes
    digits: str
    moved: float = 0
    """How far what comes next is moved to the left."""


class _Known(dict[int, str]):
    def __missing__(self, key: int) -> str:
        raise CannotWrite(f"{chr(key)!r} is not in the specimen")


_Line = tuple[tuple[float, float], list[_Glyph]]


def _read(content: Sequence[Any]) -> tuple[bytes, list[_Line]]:
    """Return the words of a page before its first text, and of each line its place and its glyphs."""
    words = list(_unmarked(content))
    begins = words.index(b"BT") if b"BT" in words else len(words)
    font, lines = b"", list[_Line]()
    for word in words[begins:]:
        if word.endswith(FOREIGN):
            raise CannotWrite(word.decode("ascii", "replace"))
        if word.endswith(b" Tm"):
            *_turned, x, y = map(float, word.split()[:-1])
            lines.append(((x, y), []))
        elif word.endswith(b" Tf"):
            font = word
        elif word.endswith(b" TJ"):
            lines[-1][1].extend(_glyphs(word, font))
    # Whatever leads there is undone behind the text.
    return b"\n".join([b"q", *filter(LEADING.search, words[:begins])]), lines


def _unmarked(content: Sequence[Any]) -> Iterator[bytes]:
    """Yield the words of a page without its marks, which are a tag and its number before the word itself."""
    words = [word if isinstance(word, bytes) else str(word).encode("ascii", "replace") for word in content]
    marks = {at - back for at, word in enumerate(words) if word == b"BDC" for back in (1, 2)}
    return (word for at, word in enumerate(words) if word not in MARK and at not in marks)


def _glyphs(word: bytes, font: bytes) -> list[_Glyph]:
    glyphs = list[_Glyph]()
    for digits, moved in SHOWN.findall(word):
        if digits:
            shown = digits.decode("ascii")
            glyphs += [_Glyph(font=font, digits=shown[start : start + 4]) for start in range(0, len(shown), 4)]
        elif moved and float(moved):
            if not glyphs:
                raise CannotWrite("a line does not begin where it is placed")
            last = glyphs.pop()
            glyphs.append(_Glyph(font=last.font, digits=last.digits, moved=last.moved + float(moved)))
    return glyphs


def _shown(glyphs: Sequence[_Glyph], font: bytes) -> str:
    """Return glyphs as they stand between the brackets of a text shown in this font, which is theirs or not."""
    words = ""
    for own, group in groupby(glyphs, key=attrgetter("font")):
        shown = "".join(f"{glyph.digits}>{glyph.moved:g}<" if glyph.moved else glyph.digits for glyph in group)
        words += shown if own == font else f">] TJ {own.decode('ascii')} [<{shown}>] TJ {font.decode('ascii')} [<"
    return words
