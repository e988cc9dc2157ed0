"""What comes of reading a list: rows to register, rows to mend, or a refusal of the whole."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

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


class IntakeRefused(ValueError):
    """The list as a whole cannot be read. ``code`` names the reason."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line that can be registered. ``line`` counts from 1, as the list's own program shows it."""

    line: int
    registration: Registration


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRow:
    """A line that cannot be registered as it stands. ``text`` shows it again, cleaned and cut to be shown."""

    line: int
    text: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """A list as read: every line that is not blank is a row or a bad row."""

    rows: tuple[Row, ...] = ()
    bad: tuple[BadRow, ...] = ()
    columns: tuple[str, ...] = ()
    """The headings that were understood, as they stand in the list; none for a list without headings."""

    ignored: tuple[str, ...] = ()
    """The headings that were not read, start numbers among them; a column without a heading by its letter."""


def sorted_out(read: Iterable[Row | BadRow], *, columns: tuple[str, ...] = (), ignored: tuple[str, ...] = ()) -> Intake:
    """Return what was read, the good rows and the bad ones apart."""
    everything = tuple(read)
    return Intake(
        rows=tuple(row for row in everything if isinstance(row, Row)),
        bad=tuple(row for row in everything if isinstance(row, BadRow)),
        columns=columns,
        ignored=ignored,
    )
