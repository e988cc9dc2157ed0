"""In what two entries of a deal differ, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording import house_rules
from scoring.lists.wording.games import game_name, points
from scoring.rules.comparison import Cell, Difference
from scoring.rules.contract import Game
from scoring.rules.profiles.lines import Beside
from scoring.rules.valuation import StepKind

CELL = {
    Cell.DECLARER: gettext_lazy("declarer"),
    Cell.GAME: gettext_lazy("game"),
    Cell.MATADORS: gettext_lazy("matadors"),
    Cell.ANNOUNCED: gettext_lazy("announced"),
    Cell.LEVEL: gettext_lazy("level"),
    Cell.BID: gettext_lazy("bid"),
    Cell.RESULT: gettext_lazy("result"),
    Cell.HOUSE: gettext_lazy("house rules"),
    Cell.POINTS: gettext_lazy("points"),
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
    return ", ".join(str(CELL[cell]) for cell in named)


def cell_rows(difference: Difference, *, names: Sequence[str]) -> list[CellRow]:
    """Return both entries cell by cell, those that are empty in both left out. ``names`` are those of the seats."""
    rows = []
    for cell in Cell:
        first, second = (said(cell, value, names) for value in difference.values(cell))
        rows.append(CellRow(label=str(CELL[cell]), first=first, second=second, differs=cell in difference.cells))
    return [row for row in rows if row.differs or (row.first, row.second) != (NOTHING, NOTHING)]


def in_words(difference: Difference, *, names: Sequence[str]) -> str:
    """Return in what two entries differ, with both values: "result: won / lost; points: 72 / −144"."""
    rows = (row for row in cell_rows(difference, names=names) if row.differs)
    return "; ".join(f"{row.label}: {row.first} / {row.second}" for row in rows)


def said(cell: Cell, value: object, names: Sequence[str]) -> str:
    """Return what stands in a cell: for other values it is other words."""
    if cell is Cell.RESULT:
        return _result(value)
    if value is None or value == ():
        return NOTHING
    if isinstance(value, Beside):
        return house_rules.beside(value, names)
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
