"""Papers about money are tables: what stands in them, with room to sign, below the head of every document."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from scoring.money.wording.amounts import euros
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.journal_foot import journal_note
from tables.acts.wording.moments import stamp
from tables.tournaments.models import Tournament

ROOM: Final = 170
"""Width of the event's name, in millimetres."""


SHORT: Final = 16
"""Rows of a table that is not torn apart: a protocol of all notes and coins."""


class Kind(enum.StrEnum):
    """What stands in a column."""

    TEXT = "text"
    NUMBER = "number"
    SHORT = "short"
    """A text that stands in one line."""

    WHO = "who"
    """A name, which has room before other texts have."""

    SIGNED = "signed"
    """Nothing: somebody signs there."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    word: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table with its heading."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    title: str = ""
    total: Sequence[str] = ()
    """Its last row; nothing where it has none."""

    notes: Sequence[str] = ()

    @property
    def is_short(self) -> bool:
        """Whether it stands on one page: on the next one where it does not fit."""
        return len(self.rows) <= SHORT

    @property
    def lines(self) -> list[list[tuple[str, Kind]]]:
        """Each cell with what kind it is of."""
        return [self._kinds(row) for row in self.rows]

    @property
    def last(self) -> list[tuple[str, Kind]]:
        """The cells of the last row."""
        return self._kinds(self.total)

    def _kinds(self, row: Sequence[str]) -> list[tuple[str, Kind]]:
        return [(text, column.kind) for text, column in zip(row, self.columns, strict=True)] if row else []


def paper(
    tournament: Tournament,
    parts: Sequence[Part],
    *,
    title: str,
    filename: str,
    as_of: datetime,
    nothing: str = "",
    signed_by: Sequence[str] = (),
) -> Document:
    """Return a document of tables; ``nothing`` is said where they have no row, ``signed_by`` are lines at its end."""
    return Document(
        template="scoring/paper/documents/money.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            **heading(tournament, room=ROOM, largest=0, is_organiser_named=True),
            "parts": [part for part in parts if part.rows or part.notes],
            "nothing": nothing,
            "signed_by": signed_by,
            "foot": " · ".join(filter(None, (_("As of %(at)s") % {"at": stamp(as_of)}, journal_note(tournament)))),
        },
    )


def amounts(lines: Sequence[tuple[str, int]], *, title: str, total: str = "", notes: Sequence[str] = ()) -> Part:
    """Return a table of amounts in cents with what each is, and what they come to."""
    together = sum(cents for _what, cents in lines)
    return Part(
        title=title,
        columns=(Column(_("What for")), Column(_("Amount"), Kind.NUMBER)),
        rows=[(what, euros(cents)) for what, cents in lines],
        total=(total, euros(together)) if total else (),
        notes=notes,
    )
