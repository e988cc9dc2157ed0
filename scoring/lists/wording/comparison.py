"""In what two entries of a deal differ, in words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.models import EntryRow
from scoring.lists.wording import house
from scoring.lists.wording.games import PHRASE, game_name, points
from scoring.rules.comparison import Cell, Difference, values
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.profiles.lines import Beside
from scoring.rules.valuation import StepKind
from tables.acts.wording.moments import moment

CELL = {
    Cell.DECLARER: gettext_lazy("Declarer"),
    Cell.GAME: gettext_lazy("Game"),
    Cell.MATADORS: gettext_lazy("Matadors"),
    Cell.ANNOUNCED: gettext_lazy("announced"),
    Cell.LEVEL: gettext_lazy("level"),
    Cell.BID: gettext_lazy("Bid"),
    Cell.RESULT: gettext_lazy("Result"),
    Cell.HOUSE: gettext_lazy("House rules"),
    Cell.POINTS: gettext_lazy("Points"),
}
"""What each cell of an entry is called."""

NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """A cell of both entries, as it is read."""

    label: str
    first: str
    second: str
    differs: bool


def cells(difference: Difference) -> str:
    """Return in what two entries differ: "matadors, result". Points follow from the rest and are named alone only."""
    named = tuple(cell for cell in difference.cells if cell != Cell.POINTS) or difference.cells
    return ", ".join(capfirst(str(CELL[cell])) for cell in named)


def cell_rows(difference: Difference, *, names: Sequence[str]) -> list[CellRow]:
    """Return both entries cell by cell, those that are empty in both left out. ``names`` are those of the seats."""
    rows = []
    for cell in Cell:
        first, second = (cell_text(cell, value, names) for value in difference.values(cell))
        rows.append(
            CellRow(label=capfirst(str(CELL[cell])), first=first, second=second, differs=cell in difference.cells)
        )
    return [row for row in rows if row.differs or (row.first, row.second) != (NOTHING, NOTHING)]


def in_words(difference: Difference, *, names: Sequence[str]) -> str:
    """Return in what two entries differ, with both values: "Result: won / lost; Points: 72 / −144"."""
    rows = (row for row in cell_rows(difference, names=names) if row.differs)
    return "; ".join(f"{row.label}: {row.first} / {row.second}" for row in rows)


def cell_text(cell: Cell, value: object, names: Sequence[str]) -> str:
    """Return what stands in a cell: for other values it is other words."""
    if cell is Cell.RESULT:
        return _result(value)
    if value is None or value == ():
        return NOTHING
    if isinstance(value, Beside):
        return house.beside(value, names)
    if isinstance(value, tuple):
        return ", ".join(str(PART[part]) for part in value if INCLUDED_IN.get(part) not in value)
    if cell is Cell.GAME:
        return game_name(Game(str(value)))
    if not isinstance(value, int):
        raise TypeError(f"{value!r} in {cell}")
    if cell is Cell.DECLARER:
        return _player(value, names)
    return points(value)


def _player(place: int, names: Sequence[str]) -> str:
    """Return who sits at a place; with the place where two are called the same."""
    if not place <= len(names):
        return str(place)
    name = names[place - 1]
    return name if names.count(name) == 1 else f"{name} ({place})"


def _result(value: object) -> str:
    if value is None:
        return _("passed in")
    won, overbid = value if isinstance(value, tuple) else (False, False)
    if overbid:
        return _("overbid, yet won") if won else _("overbid")
    return _("won") if won else _("lost")


PART = {
    "hand": gettext_lazy("Hand"),
    "schneider_announced": gettext_lazy("Schneider announced"),
    "schwarz_announced": gettext_lazy("Schwarz announced"),
    "ouvert": gettext_lazy("ouvert"),
    StepKind.SCHNEIDER: gettext_lazy("Schneider"),
    StepKind.SCHWARZ: gettext_lazy("Schwarz"),
}
"""What may be announced, and the levels that may be reached."""

INCLUDED_IN = {
    "schneider_announced": "schwarz_announced",
    "schwarz_announced": "ouvert",
    StepKind.SCHNEIDER: StepKind.SCHWARZ,
}
"""What goes without saying where this was announced or reached."""


LINES = (
    (Cell.DECLARER,),
    (Cell.GAME, Cell.MATADORS, Cell.ANNOUNCED, Cell.LEVEL, Cell.BID),
    (Cell.HOUSE,),
    (Cell.RESULT, Cell.POINTS),
)
"""The lines in which a version is read, each with its cells."""

LACKING = {Cell.ANNOUNCED: gettext_lazy("nothing announced"), Cell.LEVEL: gettext_lazy("neither Schneider nor Schwarz")}
"""What is said of an empty cell where the other version has something in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCell:
    """A cell of a version, as it is read."""

    label: str
    words: str
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of two versions of a deal."""

    title: str
    """Where it stands."""

    written: str
    """Who wrote it, and when."""

    lines: tuple[tuple[ComparedCell, ...], ...]
    """What it says: who played, which game, what it comes to. Of two versions that differ, no two read the same."""

    does: str = ""
    """What it means to say that this one is right; empty where whoever looks may not say it."""

    effect: str = ""
    """The same in words."""


def read(deal: Deal, *, names: Sequence[str], differing: Collection[Cell] = ()) -> tuple[tuple[ComparedCell, ...], ...]:
    """Return what a version says, line by line; ``names`` are those of the seats when it was written."""
    cells = values(deal)
    lines = ((_part(cell, cells[cell], cell in differing, deal, names) for cell in line) for line in LINES)
    filled = (tuple(part for part in line if part.words) for line in lines)
    return tuple(line for line in filled if line)


def _part(cell: Cell, value: object, differs: bool, deal: Deal, names: Sequence[str]) -> ComparedCell:
    return ComparedCell(
        label=capfirst(str(CELL[cell])), words=_words(cell, value, differs, deal, names), differs=differs
    )


def _words(cell: Cell, value: object, differs: bool, deal: Deal, names: Sequence[str]) -> str:
    words = cell_text(cell, value, names)
    if words == NOTHING:
        return str(LACKING[cell]) if differs and cell in LACKING and deal.played else ""
    if cell is Cell.MATADORS and isinstance(value, int):
        return str(PHRASE["step.without" if value < 0 else "step.with"]) % {"count": abs(value)}
    if cell is Cell.BID:
        return _("bid %(bid)s") % {"bid": words}
    return words


def entered(entry: EntryRow, *, here: str, keeper: str) -> str:
    """Return who wrote an entry and when; ``here`` is the phone of whoever looks, ``keeper`` the one that keeps it."""
    if entry.entered_by_id:
        return _("from an official, %(at)s") % {"at": moment(entry.entered_at)}
    if not entry.device:
        return _("at the table, %(at)s") % {"at": moment(entry.entered_at)}
    return from_phone(entry.device, entry.entered_at, here=here, keeper=keeper)


def from_phone(device: str, at: datetime, *, here: str, keeper: str) -> str:
    """Return from which phone something came, and when."""
    if device == here:
        words = _("from this phone, %(at)s")
    elif device == keeper:
        words = _("from the phone that keeps the list, %(at)s")
    else:
        words = _("from another phone, %(at)s")
    return words % {"at": moment(at)}
