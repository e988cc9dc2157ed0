"""Cards of telephones and mail programs (vCard 2.1, 3.0, 4.0; RFC 6350) as the rows of a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from quopri import decodestring
from typing import Final

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import MOST_IN_A_CELL, Line
from tables.intake.text import clean_text

BEGINS: Final = re.compile(r"^[ \t\ufeff]*BEGIN:VCARD\s", re.IGNORECASE | re.MULTILINE)

HEADINGS: Final = ("FN", "ORG", "BDAY", "TEL")
"""What is read of a card, by the names that it has there: whole name, club, birthday, how somebody is reached."""

READ: Final = frozenset({*HEADINGS, "N", "EMAIL"})

FOLDED: Final = re.compile(r"(?<!=)\n[ \t]")
"""Where a long line goes on; behind a broken line of quoted letters the space is one of its letters."""

ENTRY: Final = re.compile(r'(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)', re.DOTALL)
"""A line of a card: what it is, with what said of it, and its value; a group may stand before it."""

Entries = Mapping[str, Sequence[Sequence[str]]]
"""The values of a card by what they are, each in the parts between its semicolons."""


def are_cards(text: str) -> bool:
    """Test whether a text is made of cards."""
    return bool(BEGINS.search(text))


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


def _cards(text: str) -> Iterator[tuple[int, Entries]]:
    """Yield where each card begins, and what is in it; one whose end is missing ends where the next begins."""
    begins, inside = 0, list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.strip("\ufeff").strip().upper()
        if word in {"BEGIN:VCARD", "END:VCARD"}:
            if begins:
                yield begins, _entries(inside)
            begins, inside = number if word == "BEGIN:VCARD" else 0, []
        else:
            inside.append(line)
    if begins:
        yield begins, _entries(inside)


def _entries(card: Sequence[str]) -> Entries:
    # Large, and nothing that a start of the site needs.
    from icalendar.parser import split_on_unescaped_semicolon

    found: dict[str, list[list[str]]] = {}
    lines = iter(FOLDED.sub("", "\n".join(card)).split("\n"))
    for line in lines:
        entry = ENTRY.fullmatch(line.strip())
        if not entry or (name := entry[1].upper()) not in READ:
            continue
        value, is_quoted = entry[3], "QUOTED-PRINTABLE" in entry[2].upper()
        while is_quoted and value.endswith("="):
            value = value[:-1] + next(lines, "")
        parts = split_on_unescaped_semicolon(value)
        found.setdefault(name, []).append([_unquoted(part) if is_quoted else part for part in parts])
    return found


def _unquoted(value: str) -> str:
    raw = decodestring(value.encode("ascii", "replace"))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _cells(entries: Entries) -> tuple[str, str, str, str]:
    def first(name: str) -> list[str]:
        parts = next((parts for parts in entries.get(name, ()) if any(map(str.strip, parts))), [""])
        return [part.replace("\n", " ").strip() for part in parts]

    family, given = [*first("N"), ""][:2]
    whole = " ".join(filter(None, (given, family))) or "; ".join(first("FN"))
    reached = (first("TEL")[0].removeprefix("tel:"), first("EMAIL")[0].removeprefix("mailto:"))
    return whole, first("ORG")[0], _birthday(first("BDAY")[0]), ", ".join(filter(None, reached))


def _birthday(text: str) -> str:
    """Return a birthday as a day that is read: cards write 19550312 and, without the year, --0312."""
    packed = re.match(r"(\d{4})-?(\d\d)-?(\d\d)", text)
    return "-".join(packed.groups()) if packed else ""
