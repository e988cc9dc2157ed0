"""The rows of a list, whatever it came from, what is asked about its columns, and what comes of reading it."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tables.intake.optional import OPTIONAL
from tables.intake.registration import Code, Registration, RowProblem

MOST_IN_A_CELL: Final = 500
"""Characters of a cell that are read: one string of a workbook can stand in every cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of a file that is not blank: its number there and the text of its cells, cleaned."""

    number: int
    cells: tuple[str, ...]
    part: int = 0
    """Which of the people of a line of addresses it is, from 0."""

    flaw: Code | None = None
    """Why somebody has to look at it whatever it says: its program hides it, or has it struck through."""

    @property
    def key(self) -> str:
        return f"{self.number}.{self.part}" if self.part else str(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRows:
    """The rows of a sheet that are not blank; a text is one without a name."""

    name: str = ""
    lines: tuple[Line, ...]


def letters(at: int) -> str:
    """Return how spreadsheets call a column: A, B, ... Z, AA."""
    before, last = divmod(at, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


class ColumnDoubt(enum.StrEnum):
    """What somebody has to say about a column."""

    FIRST_OR_LAST = "first-or-last"
    TICKS = "ticks"
    START_NUMBERS = "start-numbers"
    NAMES = "names"
    """Nobody knows the heading above what look like names."""

    EARLIER = "earlier"
    """Who had paid and was there when this site wrote the list."""


ASKED: Final = frozenset({ColumnDoubt.FIRST_OR_LAST, ColumnDoubt.TICKS, ColumnDoubt.NAMES})
"""Doubts with which nobody is registered before they were answered."""

MOST_SHOWN: Final = 500
"""Characters of a bad row that are shown again."""


class Refusal(enum.StrEnum):
    """Why a list is not read at all."""

    EMPTY = "empty"
    TOO_MANY_LINES = "too-many-lines"
    TOO_BIG = "too-big"
    BOMB = "bomb"
    BROKEN = "broken"
    ENCRYPTED = "encrypted"
    OLD_EXCEL = "old-excel"
    IS_PDF = "is-pdf"
    WRONG_TYPE = "wrong-type"
    NOT_A_TABLE = "not-a-table"
    NO_NAME_COLUMN = "no-name-column"
    OUR_DEALS = "our-deals"
    OUR_MONEY = "our-money"
    OUR_LISTS = "our-lists"


class IntakeRefused(ValueError):
    """The list as a whole cannot be read. ``code`` names the reason."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code


class Kind(enum.StrEnum):
    """What a line is that names nobody."""

    TITLE = "title"
    HEAD = "head"
    TOTAL = "total"
    BLANK = "blank"
    """Nothing but the number of a line that nobody filled in."""

    CANCELLED = "cancelled"
    AGAIN = "again"
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a line says of somebody, whatever columns hold it."""

    name: str = ""
    club: str = ""
    team: str = ""
    number: str = ""
    marks: frozenset[str] = frozenset()
    contact: str = ""
    amount: str = ""
    """The sum they paid, as it was typed."""

    optional: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Mapping[str, str], *, marks: frozenset[str]) -> "Entry":
        """Return what these texts say, each by the name of its field."""
        own = {name: text for name, text in texts.items() if name not in OPTIONAL}
        return cls(**own, marks=marks, optional={name: text for name, text in texts.items() if name in OPTIONAL})

    @property
    def texts(self) -> dict[str, str]:
        """Everything but the marks, by the names of the fields; the same fields in the same order of everybody."""
        own = {name: getattr(self, name) for name in ("name", "club", "team", "number", "contact", "amount")}
        return own | {name: self.optional.get(name, "") for name in OPTIONAL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a list, or half of one where two tables stand side by side; ``key`` tells it from all others."""

    line: int
    """It counts from 1, as the list's own program shows it."""

    key: str = ""
    text: str
    """What it says, cleaned and cut to be shown."""

    kind: Kind | None = None
    """Why it is left out unless somebody says otherwise: it seems to name nobody."""

    problems: tuple[RowProblem, ...] = ()
    entry: Entry = field(default_factory=Entry)
    people: tuple[Entry, ...] = ()
    """Whom it seems to name, where that are several."""

    registration: Registration = field(default_factory=Registration)
    number: int | None = None
    cents: int | None = None
    """What the list says that they paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """A list as read: every line that is not blank can be registered, has to be looked at, or is left out."""

    rows: tuple[Row, ...] = ()
    bad: tuple[Row, ...] = ()
    marked: tuple[Row, ...] = ()

    @property
    def everything(self) -> tuple[Row, ...]:
        return (*self.rows, *self.bad, *self.marked)


MOST_ENTRANTS = 5_000
"""More than the largest event on record (3,092 in Hamburg, 1990)."""
