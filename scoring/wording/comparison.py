"""In what two entries of a deal differ, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Cell, Deal, Difference, Played, booking
from scoring.wording.games import MINUS, game_name, points

CELL = {
    Cell.DECLARER: gettext_lazy("declarer"),
    Cell.GAME: gettext_lazy("game"),
    Cell.MATADORS: gettext_lazy("matadors"),
    Cell.ANNOUNCED: gettext_lazy("announced"),
    Cell.LEVEL: gettext_lazy("level"),
    Cell.BID: gettext_lazy("bid"),
    Cell.RESULT: gettext_lazy("result"),
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


def cells(found: Difference) -> str:
    """Return in what two entries differ: "matadors, result". Points follow from the rest and are named alone only."""
    named = tuple(cell for cell in found.cells if cell != Cell.POINTS) or found.cells
    return ", ".join(str(CELL[cell]) for cell in named)


def cell_rows(found: Difference, *, names: Sequence[str]) -> list[CellRow]:
    """Return both entries cell by cell, those that are empty in both left out. ``names`` are those of the seats."""
    rows = [
        CellRow(
            label=str(CELL[cell]),
            first=_read(found.first, cell, names),
            second=_read(found.second, cell, names),
            differs=cell in found.cells,
        )
        for cell in Cell
    ]
    return [row for row in rows if row.differs or (row.first, row.second) != (NOTHING, NOTHING)]


def _read(deal: Deal, cell: Cell, names: Sequence[str]) -> str:
    """Return what stands in a cell of an entry."""
    played, booked = deal.played, booking(deal)
    if played is None or booked is None:
        return _("passed in") if cell is Cell.RESULT else NOTHING
    if cell is Cell.DECLARER:
        return names[deal.declarer - 1] if deal.declarer and deal.declarer <= len(names) else str(deal.declarer)
    if cell is Cell.GAME:
        return game_name(played.contract.game)
    if cell is Cell.BID:
        return str(played.bid) if played.bid and booked.overbid else NOTHING
    if cell is Cell.RESULT:
        return _("overbid") if booked.overbid else _("won") if booked.won else _("lost")
    if cell is Cell.POINTS:
        return points(booked.points)
    return _of_line(played, cell)


def _of_line(played: Played, cell: Cell) -> str:
    """Return matadors, what was announced or the level reached."""
    if cell is Cell.MATADORS:
        sign = MINUS if (played.matadors or 0) < 0 else ""
        return f"{sign}{abs(played.matadors)}" if played.matadors else NOTHING
    if cell is Cell.LEVEL:
        return _("Schwarz") if played.schwarz else _("Schneider") if played.schneider else NOTHING
    contract = played.contract
    announced = {
        _("Hand"): contract.hand,
        _("Schneider announced"): contract.schneider_announced and not contract.schwarz_announced,
        _("Schwarz announced"): contract.schwarz_announced and not contract.ouvert,
        _("ouvert"): contract.ouvert,
    }
    return ", ".join(word for word, is_so in announced.items() if is_so) or NOTHING
