"""Two versions of a deal beside each other: what each says, in what they differ, who wrote it and when."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.models import EntryRow
from scoring.lists.wording.comparison import CELL, NOTHING, said
from scoring.lists.wording.games import PHRASE
from scoring.rules.comparison import Cell, values
from scoring.rules.game_list.deals import Deal
from tables.acts.wording.moments import moment

LINES = (
    (Cell.DECLARER,),
    (Cell.GAME, Cell.MATADORS, Cell.ANNOUNCED, Cell.LEVEL, Cell.BID),
    (Cell.HOUSE,),
    (Cell.RESULT, Cell.POINTS),
)
"""The lines in which a version is read, each with its cells."""

LACKING = {
    Cell.ANNOUNCED: gettext_lazy("nothing announced"),
    Cell.LEVEL: gettext_lazy("neither Schneider nor Schwarz"),
}
"""What is said of an empty cell where the other version has something in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
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

    lines: tuple[tuple[Part, ...], ...]
    """What it says: who played, which game, what it comes to. Of two versions that differ, no two read the same."""

    does: str = ""
    """What it means to say that this one is right; empty where whoever looks may not say it."""

    effect: str = ""
    """The same in words."""


def read(deal: Deal, *, names: Sequence[str], differing: Collection[Cell] = ()) -> tuple[tuple[Part, ...], ...]:
    """Return what a version says, line by line; ``names`` are those of the seats when it was written."""
    told = values(deal)
    lines = ((_part(cell, told[cell], cell in differing, deal, names) for cell in line) for line in LINES)
    kept = (tuple(part for part in line if part.words) for line in lines)
    return tuple(line for line in kept if line)


def _part(cell: Cell, value: object, differs: bool, deal: Deal, names: Sequence[str]) -> Part:
    return Part(label=str(CELL[cell]), words=_words(cell, value, differs, deal, names), differs=differs)


def _words(cell: Cell, value: object, differs: bool, deal: Deal, names: Sequence[str]) -> str:
    words = said(cell, value, names)
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
