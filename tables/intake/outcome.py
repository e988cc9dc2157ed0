"""What comes of reading a list: rows to register, rows to mend, or a refusal of the whole."""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tables.intake.optional import OPTIONAL
from tables.intake.registration import Problem, Registration

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
    """Files of this site in which nobody stands to be registered."""


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
    """The same person under the same number as above."""

    LEFT_OUT = "left-out"
    """Somebody left it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a line says of somebody, whatever columns it was found in."""

    name: str = ""
    club: str = ""
    team: str = ""
    number: str = ""
    """The start number, as it was typed."""

    marks: frozenset[str] = frozenset()
    contact: str = ""
    amount: str = ""
    """The sum they paid, as it was typed."""

    optional: Mapping[str, str] = field(default_factory=dict)
    """The texts of the optional fields, by their names."""

    @classmethod
    def of(cls, texts: Mapping[str, str], *, marks: frozenset[str]) -> "Said":
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
    """A line that can be registered. ``line`` counts from 1, as the list's own program shows it."""

    line: int
    key: str = ""
    """Tells the halves of a line apart, where two tables stand side by side."""

    registration: Registration
    number: int | None = None
    """The start number the list gives."""

    contact: str = ""
    cents: int | None = None
    """What the list says that they paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRow:
    """A line that cannot be registered as it stands. ``text`` shows it again, cleaned and cut to be shown."""

    line: int
    key: str = ""
    text: str
    problems: tuple[Problem, ...]
    said: Said = field(default_factory=Said)
    """How it is understood, as far as it is."""

    people: tuple[Said, ...] = ()
    """Whom it seems to name, where that are several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedRow:
    """A line that seems to name nobody: it is left out unless somebody says otherwise."""

    line: int
    key: str = ""
    text: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """A list as read: every line that is not blank is a row, a bad row or a marked one."""

    rows: tuple[Row, ...] = ()
    bad: tuple[BadRow, ...] = ()
    marked: tuple[MarkedRow, ...] = ()

    @property
    def everything(self) -> tuple[Row | BadRow | MarkedRow, ...]:
        """All of them."""
        return (*self.rows, *self.bad, *self.marked)


def sorted_out(read: Iterable[Row | BadRow | MarkedRow]) -> Intake:
    """Return what was read: the good rows, the bad ones and the marked ones apart."""
    everything = tuple(read)
    return Intake(
        rows=tuple(row for row in everything if isinstance(row, Row)),
        bad=tuple(row for row in everything if isinstance(row, BadRow)),
        marked=tuple(row for row in everything if isinstance(row, MarkedRow)),
    )


MOST_ENTRANTS = 5_000
"""More than the largest event on record (3,092 in Hamburg, 1990)."""
