"""What a table is, and what its values are as text."""

import enum
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeAlias

Value: TypeAlias = str | int | Decimal | date | bool | None

FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")
"""What makes a spreadsheet take text for a formula, in full width too."""

UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""

LONGEST_TITLE: Final = 31
MOST_CHARACTERS: Final = 32_767
"""What a cell holds."""


class Kind(enum.StrEnum):
    """How the values of a column look. What they are, their own type says."""

    TEXT = "text"
    INTEGER = "integer"
    POINTS = "points"
    """Whole, but for the hundredths of what was scaled or shared."""

    DECIMAL = "decimal"
    DATE = "date"
    MARK = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, the most characters it is wide and the look of its values."""

    heading: str
    width: int = 12
    kind: Kind = Kind.TEXT
    words: tuple[str, str] = ("x", "")
    """What is written for True and for False."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table to be written. Each row has one value for each column."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]


def sheet_titles(titles: Sequence[str]) -> list[str]:
    """Return titles as spreadsheets allow them: short, without their signs, no two alike.

    >>> sheet_titles(["Series 1/2", "series 1 2", ""])
    ['Series 1 2', 'series 1 2 (2)', 'Sheet']
    """
    legal: list[str] = []
    for title in titles:
        plain_title = " ".join(re.sub(r"[\[\]:*?/\\]", " ", printable(title)).split()).strip("' ")
        # Excel keeps "History" for itself.
        base = "Sheet" if not plain_title or plain_title.casefold() == "history" else plain_title
        unique, number = _cut(base, LONGEST_TITLE), 1
        while unique.casefold() in {other.casefold() for other in legal}:
            number += 1
            unique = f"{_cut(base, LONGEST_TITLE - len(f' ({number})'))} ({number})"
        legal.append(unique)
    return legal


def _cut(text: str, length: int) -> str:
    # Counted as spreadsheets do, to which an emoji is two characters.
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", errors="ignore").rstrip("' ")


def plain(value: Value, column: Column, *, decimal_mark: str = ".") -> str:
    """Return a value as text; ``decimal_mark`` stands before decimals, as the reader's language has it."""
    match value:
        case None:
            return ""
        case bool():
            return column.words[0 if value else 1]
        case str():
            return printable(value)
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case Decimal():
            return f"{value:f}".replace(".", decimal_mark)
        case _:
            return str(value)


def printable(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return UNPRINTABLE.sub("", text)
