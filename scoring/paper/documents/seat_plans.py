"""The seats of a series to be hung up: once by table, once by name (SkWO 7.1)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.paper import forms
from scoring.paper.documents.hung import Hanging, hung
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.print_order import Sorted
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.naming import PUBLIC, Names, told_apart
from scoring.paper.typesetting.walls import Columns, Row, Wall
from tables.draw import selectors as draw_seats
from tables.draw.models import Seat, Table
from tables.tournaments.models import Series

Seating = Sequence[tuple[Table, Sequence[Seat]]]
Seated = Sequence[tuple[Table, Seat]]


def seat_plan(
    series: Series,
    seating: Seating,
    *,
    names: Names = PUBLIC,
    sorted_by: Sorted = Sorted.BOTH,
    hanging: Hanging | None = None,
) -> Document:
    """Return the seat plan of a series, one half of it or both; each is hung on its own pages."""
    seated = [(table, seat) for table, seats in seating for seat in seats]
    return hung(
        series.tournament,
        [half(seated, names) for one, half in HALVES.items() if sorted_by in (one, Sorted.BOTH)],
        title=_("Seats of series %(series)s") % {"series": series.number},
        filename=_("seats-%(series)s") % {"series": series.number},
        hanging=hanging or Hanging(),
    )


def _by_table(seated: Seated, names: Names) -> Wall:
    entrants = [seat.entrant for _table, seat in seated]
    called = told_apart(entrants, names)
    begins = [not at or table != seated[at - 1][0] for at, (table, _seat) in enumerate(seated)]
    rows = [
        Row(
            lead=(str(table.number) if is_first else "", str(seat.place)),
            name=name,
            figures=(str(seat.entrant.number),),
            is_first=is_first,
        )
        for (table, seat), name, is_first in zip(seated, called, begins, strict=True)
    ]
    columns = Columns.of(rows, lead=[_("Table"), _("Seat")], name=_("Name"), figures=[_("No.")], has_blocks=True)
    return Wall(under=_("by table"), columns=columns, rows=rows, most_columns=3)


def _by_name(seated: Seated, names: Names) -> Wall:
    ordered = sorted(seated, key=lambda one: names.order(one[1].entrant))
    entrants = [seat.entrant for _table, seat in ordered]
    called = told_apart(entrants, names, is_sorted=True)
    rows = [
        Row(name=name, figures=(str(seat.entrant.number), str(table.number), str(seat.place)))
        for (table, seat), name in zip(ordered, called, strict=True)
    ]
    columns = Columns.of(rows, name=_("Name"), figures=[_("No."), _("Table"), _("Seat")])
    return Wall(under=_("by name"), columns=columns, rows=rows, most_columns=2)


HALVES = {Sorted.TABLE: _by_table, Sorted.NAME: _by_name}


def _compose(task: Task) -> Document:
    if task.one.published_at is None:
        raise NothingToPrint
    return seat_plan(
        task.one,
        draw_seats.seating_of(task.one),
        names=task.names,
        sorted_by=task.wanted.sorted_by,
        hanging=Hanging.of(task.wanted),
    )


SEATS = Kind(
    name="seats",
    title=gettext_lazy("Seats to hang up"),
    about=gettext_lazy("by table and by name"),
    compose=_compose,
    options=(forms.Series(offered=lambda there: there.published), forms.SORTED_BY, *forms.HANGING),
    is_there=lambda there: bool(there.published),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.SERIES}),
)
