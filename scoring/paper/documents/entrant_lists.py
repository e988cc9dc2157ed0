"""Lists of entrants: for the desk with boxes to tick, or to be hung up; by number, by name, by club (SkWO 4.1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.paper.documents.kind import Kind, Scope
from scoring.paper.documents.print_order import Order
from scoring.paper.documents.task import Task
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.drawing import Drawing, Label, Line, box, path
from scoring.paper.typesetting.fitting import lines, width
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.naming import FULL, PUBLIC, Names
from tables.acts.wording.moments import stamp
from tables.names.order import SortKey, in_order
from tables.people import selectors
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Tournament
from tables.tournaments.selectors.classes import classes_of

WIDTH: Final = 182.0
HEIGHT: Final = 276.0
TOP: Final = 23.0
LINE: Final = 5.6
ROWS: Final = 44
"""Lines on a page; those left over on the last one are for whoever comes late."""

NUMBER: Final = 12.0
NAME: Final = 58.0
CLASS: Final = 14.0
BOX: Final = 15.0
"""Widths of columns. Club and team share what is left."""

SQUARE: Final = 3.8
"""A box to tick."""


BY = {
    Order.NUMBER: gettext_lazy("by start number"),
    Order.NAME: gettext_lazy("by name"),
    Order.CLUB: gettext_lazy("by club"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the list: its columns, a line for each entrant."""

    count: int
    numbers: str
    names: SafeString
    clubs: SafeString
    teams: SafeString
    classes: str
    ticks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where columns begin, from the left: number, name, club, team, class, boxes."""

    first: str
    """What stands after the number: "name" or "club". The style sheet knows where everything begins by it."""

    has_boxes: bool

    @property
    def rest(self) -> float:
        """Width of club and team together."""
        return WIDTH - NUMBER - NAME - CLASS - (2 * BOX if self.has_boxes else 0)

    @property
    def club(self) -> float:
        """Width of the column of the clubs."""
        return round(0.6 * self.rest, 2)

    @property
    def team(self) -> float:
        """Width of the column of the teams."""
        return self.rest - self.club

    def widths(self) -> Iterator[tuple[str, float, float]]:
        """Yield each column's heading, where it begins and how wide it is."""
        name_and_club = [(_("Name"), NAME), (_("Club"), self.club)]
        if self.first == "club":
            name_and_club.reverse()
        left = 0.0
        boxes = [(_("Present"), BOX), (_("Paid"), BOX)] if self.has_boxes else []
        for word, wide in [(_("No."), NUMBER), *name_and_club, (_("Team"), self.team), (_("Class"), CLASS), *boxes]:
            yield word, left, wide
            left += wide


def entrant_list(
    tournament: Tournament,
    entrants: Iterable[Entrant],
    *,
    order: Order,
    has_boxes: bool,
    as_of: datetime,
    names: Names | None = None,
) -> Document:
    """Return a list of entrants; with boxes it tells who is present and has paid, which is nothing for a wall.

    If nobody says otherwise, the one for the wall names everybody as they want to be named.
    """
    names = names or (FULL if has_boxes else PUBLIC)
    classes = classes_of(tournament)
    columns = Columns(first="club" if order is Order.CLUB else "name", has_boxes=has_boxes)
    found = sorted(entrants, key=lambda entrant: KEYS[order](entrant, names))
    # A full last page still gets no page of empty lines behind it.
    pages = [
        _page(found[start : start + ROWS], classes, columns, order, names) for start in range(0, len(found) or 1, ROWS)
    ]
    # On a wall nobody is added by hand.
    drawn = {rows: _draw(columns, rows) for rows in dict.fromkeys(_rows(page, columns) for page in pages)}
    numbers = {rows: number for number, rows in enumerate(drawn)}
    counted = ngettext("%(count)s entrant", "%(count)s entrants", len(found)) % {"count": len(found)}
    return Document(
        template="scoring/paper/documents/entrant_list.html",
        title=_("Entrants"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "entrants"))),
        context={
            "tournament": tournament,
            **heading(tournament, room=86, largest=1, is_organiser_named=False),
            "state": f"{BY[order]} · {counted}",
            "notes": " · ".join((_("As of %(at)s") % {"at": stamp(as_of)}, *_legend(found, classes))),
            "columns": columns,
            "pages": [(page, drawn[_rows(page, columns)]) for page in pages],
        },
        forms=tuple(drawn.values()),
        under=[Under(form=numbers[_rows(page, columns)]) for page in pages],
    )


def _rows(page: Page, columns: Columns) -> int:
    return ROWS if columns.has_boxes else page.count


def _club_key(entrant: Entrant, names: Names) -> tuple[bool, str, tuple[bool, SortKey, int]]:
    club = names.club(entrant)
    return (not club, in_order(club), names.order(entrant))


KEYS: dict[Order, Callable[[Entrant, Names], Any]] = {
    Order.NUMBER: lambda entrant, _names: entrant.number,
    Order.NAME: lambda entrant, names: names.order(entrant),
    Order.CLUB: _club_key,
}


def _page(
    entrants: Sequence[Entrant], classes: Sequence[PlayerClass], columns: Columns, order: Order, names: Names
) -> Page:
    called = [
        ("" if order is Order.NUMBER else names.sorted_as(entrant)) or names.called(entrant) for entrant in entrants
    ]
    return Page(
        count=len(entrants),
        numbers="\n".join(str(entrant.number) for entrant in entrants),
        names=lines(called, room=NAME - 2),
        clubs=lines([names.club(entrant) for entrant in entrants], room=columns.club - 2),
        teams=lines([_team(entrant, names) for entrant in entrants], room=columns.team - 2),
        classes="\n".join(_marks(entrant, classes) for entrant in entrants),
        ticks="\n".join(_ticks(entrant) for entrant in entrants) if columns.has_boxes else "",
    )


def _team(entrant: Entrant, names: Names) -> str:
    """Return what tells a team from others of its club, which stands beside it: "2" of "SC Herz Dame 2"."""
    team = names.team(entrant)
    return team.removeprefix(names.club(entrant)).strip() or team


def _marks(entrant: Entrant, classes: Iterable[PlayerClass]) -> str:
    return " ".join(player_class.shown_mark for player_class in classes if player_class.code in entrant.classes)


def _legend(entrants: Sequence[Entrant], classes: Iterable[PlayerClass]) -> Iterator[str]:
    """Yield what each mark of a class means that is on the list."""
    on_list = {code for entrant in entrants for code in entrant.classes}
    yield from (
        f"{player_class.shown_mark}: {player_class.called}" for player_class in classes if player_class.code in on_list
    )


def _ticks(entrant: Entrant) -> str:
    return f"{'×' if entrant.present else ''}\t{'×' if entrant.paid else ''}"


def _draw(columns: Columns, rows: int) -> Drawing:
    thin: list[Line] = [(0.0, TOP + LINE * row, WIDTH, TOP + LINE * row) for row in range(1, rows)]
    labels = []
    for at, (word, left, wide) in enumerate(columns.widths()):
        is_box = at > 4
        size = round(min(2.4, (wide - 1.5) / width(word)), 2)
        anchor, x = ("end", left + wide - 2) if at == 0 else ("start", left + 1)
        if is_box:
            anchor, x = "middle", left + wide / 2
            thin += [line for row in range(rows) for line in _square(x, TOP + LINE * (row + 0.5))]
        labels.append(Label(text=word, x=round(x, 2), y=TOP - 1.4, size=size, anchor=anchor))
    heavy = [(0.0, y, WIDTH, y) for y in (TOP, TOP + LINE * rows)]
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        thin=path(thin, across=WIDTH),
        heavy=path(heavy, across=WIDTH),
        labels=tuple(labels),
    )


def _square(x: float, y: float) -> Iterator[Line]:
    half = SQUARE / 2
    return box(round(x - half, 2), round(y - half, 2), round(x + half, 2), round(y + half, 2))


def _compose(task: Task) -> Document:
    wanted = task.wanted
    return entrant_list(
        task.tournament,
        selectors.entrants(task.tournament).filter(withdrawn_at=None),
        order=wanted.order,
        has_boxes=wanted.has_boxes,
        as_of=task.now,
        names=FULL if wanted.has_boxes else task.names,
    )


ENTRANTS = Kind(
    name="entrants",
    title=gettext_lazy("List of entrants"),
    about=gettext_lazy("for the desk or the wall"),
    compose=_compose,
    options=(options.ORDER, options.BOXES),
    archived=frozenset({Scope.EVENT}),
)
