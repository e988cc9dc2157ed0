"""Cards of telephones and mail programs (vCard 2.1, 3.0, 4.0; RFC 6350) as the rows of a table."""

import re
from collections.abc import Iterator
from quopri import decodestring
from typing import Final

from icalendar.parser import split_on_unescaped_semicolon

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.text import clean_text

BEGINS: Final = re.compile(r"[\ufeff\s]*BEGIN:VCARD\s", re.IGNORECASE)

HEADINGS: Final = ("FN", "ORG", "BDAY", "TEL")
"""What is read of a card, by the names that it has there: whole name, club, birthday, how somebody is reached."""

FOLDED: Final = re.compile(r"\r?\n[ \t]")
BROKEN: Final = re.compile(r"=\r?\n")
"""How a long line of quoted letters goes on."""

ENTRY: Final = re.compile(r'(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)', re.DOTALL)
"""A line of a card: what it is, with what said of it, and its value; a group may stand before it."""


def are_cards(text: str) -> bool:
    """Test whether a text is made of cards."""
    return bool(BEGINS.match(text))


def read_cards(text: str, *, most_rows: int) -> list[Line]:
    """Return a row of headings and one for each card, each with the number of the line it begins in.

    :raises IntakeRefused: if there are more than ``most_rows``.
    """
    lines = [Line(number=0, cells=HEADINGS)]
    for number, entries in _cards(text):
        lines.append(Line(number=number, cells=tuple(clean_text(cell)[:MOST_IN_A_CELL] for cell in _cells(entries))))
        if len(lines) > most_rows:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _cards(text: str) -> Iterator[tuple[int, dict[str, list[str]]]]:
    """Yield where each card begins, and its values by what they are."""
    begins, inside = 0, ""
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        word = line.strip().upper()
        if word == "BEGIN:VCARD":
            begins, inside = number, ""
        elif word == "END:VCARD" and begins:
            yield begins, _entries(inside)
            begins = 0
        else:
            inside += line
    if begins:
        yield begins, _entries(inside)


def _entries(card: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in BROKEN.sub("", FOLDED.sub("", card)).splitlines():
        if entry := ENTRY.fullmatch(line.strip()):
            name, said, value = entry.groups()
            found.setdefault(name.upper(), []).append(_unquoted(value) if "QUOTED-PRINTABLE" in said.upper() else value)
    return found


def _unquoted(value: str) -> str:
    raw = decodestring(value.encode("ascii", "replace"))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _cells(entries: dict[str, list[str]]) -> tuple[str, str, str, str]:
    def first(*names: str) -> list[str]:
        value = next((one for name in names for one in entries.get(name, ()) if one.strip()), "")
        return [part.replace("\n", " ") for part in split_on_unescaped_semicolon(value)]

    family, given = [*first("N"), "", ""][:2]
    whole = " ".join(filter(None, (given.strip(), family.strip()))) or first("FN")[0]
    return whole, first("ORG")[0], _birthday(first("BDAY")[0]), first("TEL", "EMAIL")[0].removeprefix("tel:")


def _birthday(text: str) -> str:
    """Return a birthday as a day that is read: cards write 19550312 and, without the year, --0312."""
    packed = re.match(r"(\d{4})-?(\d\d)-?(\d\d)", text)
    return "-".join(packed.groups()) if packed else ""
