"""Lists of entrants: for the desk with boxes to tick, or to be hung up; by number, by name, by club (SkWO 4.1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.paper import forms
from scoring.paper.documents.hung import Foot, Hanging, hung
from scoring.paper.documents.kind import Kind, Scope
from scoring.paper.documents.print_order import Order
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.naming import FULL, PUBLIC, Names, told_apart
from scoring.paper.typesetting.walls import AT_A_DESK, Columns, Row, Wall
from tables.acts.wording.moments import stamp
from tables.names.order import SortKey, in_order
from tables.people import selectors
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Tournament
from tables.tournaments.selectors.tournaments import classes_of

BY = {
    Order.NUMBER: gettext_lazy("by start number"),
    Order.NAME: gettext_lazy("by name"),
    Order.CLUB: gettext_lazy("by club"),
}


def entrant_list(
    tournament: Tournament,
    entrants: Iterable[Entrant],
    *,
    order: Order,
    has_boxes: bool,
    as_of: datetime,
    names: Names | None = None,
    hanging: Hanging | None = None,
) -> Document:
    """Return a list of entrants; with boxes it tells who is present and has paid, which is nothing for a wall.

    If nobody says otherwise, the one for the wall names everybody as they want to be named. That for the desk has
    rows for whoever comes late.
    """
    names, hanging = names or (FULL if has_boxes else PUBLIC), hanging or Hanging()
    classes = [] if hanging.is_large else classes_of(tournament)
    found = sorted(entrants, key=lambda entrant: KEYS[order](entrant, names))
    on_list = [one for one in classes if any(one.code in entrant.classes for entrant in found)]
    called = told_apart(found, names, is_sorted=order is not Order.NUMBER, has_club=True)
    rows = [
        _row(entrant, name, on_list, names, is_by_club=order is Order.CLUB, has_boxes=has_boxes)
        for entrant, name in zip(found, called, strict=True)
    ]
    heads = [_("Club"), _("Name")] if order is Order.CLUB else [_("Name"), _("Club")]
    counted = ngettext("%(count)s entrant", "%(count)s entrants", len(found)) % {"count": len(found)}
    return hung(
        tournament,
        [
            Wall(
                under=f"{BY[order]} · {counted}",
                columns=Columns.of(
                    rows,
                    lead=[_("No.")],
                    name=heads[0],
                    beside=heads[1],
                    figures=[_("Class")] if on_list else [],
                    boxes=[_("Present"), _("Paid")] if has_boxes else [],
                ),
                rows=rows,
                has_blank_rows=has_boxes,
            )
        ],
        title=_("Entrants"),
        filename=pgettext("file name", "entrants"),
        hanging=hanging,
        sizes=AT_A_DESK if has_boxes and not hanging.is_large else None,
        foot=Foot(notes=[" · ".join((_("As of %(at)s") % {"at": stamp(as_of)}, *_legend(on_list)))]),
    )


def _row(
    entrant: Entrant, name: str, classes: Sequence[PlayerClass], names: Names, *, is_by_club: bool, has_boxes: bool
) -> Row:
    club = _club_and_team(entrant, names)
    first, second = (club, name) if is_by_club else (name, club)
    marks = " ".join(one.shown_mark for one in classes if one.code in entrant.classes)
    return Row(
        lead=(str(entrant.number),),
        name=first,
        beside=second,
        figures=(marks,) if classes else (),
        ticks=(entrant.present, entrant.paid) if has_boxes else (),
    )


def _club_and_team(entrant: Entrant, names: Names) -> str:
    """Return a club, and the team that plays for it: "SC Herz Dame 2" tells both."""
    club, team = names.club(entrant), names.team(entrant)
    return team if team.startswith(club) else " · ".join(filter(None, (club, team)))


def _club_key(entrant: Entrant, names: Names) -> tuple[bool, str, tuple[bool, SortKey, int]]:
    club = names.club(entrant)
    return (not club, in_order(club), names.order(entrant))


KEYS: dict[Order, Callable[[Entrant, Names], Any]] = {
    Order.NUMBER: lambda entrant, _names: entrant.number,
    Order.NAME: lambda entrant, names: names.order(entrant),
    Order.CLUB: _club_key,
}


def _legend(classes: Iterable[PlayerClass]) -> Iterator[str]:
    """Yield what each mark of a class means."""
    yield from (f"{player_class.shown_mark}: {player_class.called}" for player_class in classes)


def _compose(task: Task) -> Document:
    wanted = task.wanted
    return entrant_list(
        task.tournament,
        # To be ticked at the desk are those who are still to come.
        selectors.entrants(task.tournament).filter(withdrawn_at=None)
        if wanted.has_boxes
        else selectors.participants(task.tournament),
        order=wanted.order,
        has_boxes=wanted.has_boxes,
        as_of=task.now,
        names=FULL if wanted.has_boxes else task.names,
        hanging=Hanging.of(wanted),
    )


ENTRANTS = Kind(
    name="entrants",
    title=gettext_lazy("List of entrants"),
    about=gettext_lazy("for the desk or the wall"),
    compose=_compose,
    options=(forms.ORDER, forms.BOXES, *forms.HANGING),
    archived=frozenset({Scope.EVENT}),
)
