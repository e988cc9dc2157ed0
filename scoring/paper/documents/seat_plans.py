"""The seats of a series to be hung up: once by table, once by name (SkWO 7.1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.drawing import Drawing, Label, Line, box, path
from scoring.paper.typesetting.fitting import lines, width
from scoring.paper.typesetting.heading import heading, title_fit
from scoring.paper.typesetting.naming import PUBLIC, Names
from tables.draw.models import Seat, Table
from tables.draw.selectors import seats as draw_seats
from tables.tournaments.models import Series

T = TypeVar("T")
Seating = Sequence[tuple[Table, Sequence[Seat]]]

WIDTH: Final = 182.0
HEIGHT: Final = 276.0
TOP: Final = 18.0
LINE: Final = 5.12
COLUMN: Final = 88.8
SECOND: Final = 93.0
"""Two columns, and where the second begins."""

TABLE: Final = 5 * LINE
"""Height of a table: four lines and a gap."""

TABLES_A_COLUMN: Final = 10
NAMES_A_COLUMN: Final = 49
NUMBER: Final = 16.0
"""Width of a table's number."""

ROOM_AT_TABLE: Final = 52.0
ROOM_BY_NAME: Final = 62.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """Half a page: what is written large or in figures, and the lines with the names."""

    figures: str
    names: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the plan."""

    kind: str
    """"tables" or "names"."""

    counts: tuple[int, ...]
    """How many tables or names each column has. Pages alike in this have the same form."""

    columns: tuple[Column, ...]

    @property
    def form(self) -> tuple[str, tuple[int, ...]]:
        """What the page is printed on."""
        return self.kind, self.counts


def seat_plan(series: Series, seating: Seating, *, names: Names = PUBLIC) -> Document:
    """Return the seat plan of a series."""
    pages = [*_by_table(seating, names), *_by_name(seating, names)]
    drawn = {form: _draw(*form) for form in dict.fromkeys(page.form for page in pages)}
    numbers = {form: number for number, form in enumerate(drawn)}
    tournament = series.tournament
    name = _("seats-%(series)s") % {"series": series.number}
    title = _("Seats of series %(series)s") % {"series": series.number}
    return Document(
        template="scoring/paper/documents/seat_plan.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{name}",
        context={
            "tournament": tournament,
            "series": series,
            "title_fit": title_fit(title),
            **heading(tournament, room=86, largest=1, is_organiser_named=False),
            "pages": [(page, drawn[page.form]) for page in pages],
        },
        forms=tuple(drawn.items()),
        under=[Under(form=numbers[page.form]) for page in pages],
    )


def _by_table(seating: Seating, names: Names) -> Iterator[Page]:
    for halves in _pages(seating, TABLES_A_COLUMN):
        yield Page(
            kind="tables",
            counts=tuple(len(half) for half in halves),
            columns=tuple(
                Column(
                    figures="\n".join(str(table.number) for table, _seats in half),
                    names=lines(
                        [name for _table, seats in half for name in _names_at(seats, names)],
                        room=ROOM_AT_TABLE,
                        before=[lead for _table, seats in half for lead in _leads_at(seats)],
                    ),
                )
                for half in halves
            ),
        )


def _names_at(seats: Sequence[Seat], names: Names) -> list[str]:
    """Return the lines of a table: those who sit there, then empty ones down to the next table."""
    return [names.called(seat.entrant) for seat in seats] + [""] * (5 - len(seats))


def _leads_at(seats: Sequence[Seat]) -> list[str]:
    return [f"{seat.place}\t{seat.entrant.number}\t" for seat in seats] + [""] * (5 - len(seats))


def _by_name(seating: Seating, names: Names) -> Iterator[Page]:
    everybody = [(names.sorted_as(seat.entrant), table, seat) for table, seats in seating for seat in seats]
    everybody.sort(key=lambda one: names.order(one[2].entrant))
    for halves in _pages(everybody, NAMES_A_COLUMN):
        yield Page(
            kind="names",
            counts=tuple(len(half) for half in halves),
            columns=tuple(
                Column(
                    figures="\n".join(_figures(table, seat) for _name, table, seat in half),
                    names=lines([name or names.called(seat.entrant) for name, _table, seat in half], room=ROOM_BY_NAME),
                )
                for half in halves
            ),
        )


def _figures(table: Table, seat: Seat) -> str:
    return f"{seat.entrant.number:>5}{table.number:>6}{seat.place:>4}"


def _pages(items: Sequence[T], a_column: int) -> Iterator[list[Sequence[T]]]:
    """Yield the items of each page in two columns, as even as may be on the last page."""
    for start in range(0, len(items), 2 * a_column):
        page = items[start : start + 2 * a_column]
        half = min(a_column, -(-len(page) // 2))
        yield [column for column in (page[:half], page[half:]) if column]


def _draw(kind: str, counts: tuple[int, ...]) -> Drawing:
    is_by_table = kind == "tables"
    thin: list[Line] = []
    labels: list[Label] = []
    for left, count in zip((0.0, SECOND), counts, strict=False):
        if is_by_table:
            for number in range(count):
                top = TOP + TABLE * number
                thin += box(left, top, left + COLUMN, top + TABLE - 1.6)
                thin.append((left + NUMBER, top, left + NUMBER, top + TABLE - 1.6))
        else:
            thin += [(left, TOP + LINE * row, left + COLUMN, TOP + LINE * row) for row in range(count + 1)]
        labels += _headings(left, is_by_table=is_by_table)
    return Drawing(width=WIDTH, height=HEIGHT, thin=path(thin, across=WIDTH), heavy="", labels=tuple(labels))


def _headings(left: float, *, is_by_table: bool) -> Iterator[Label]:
    if is_by_table:
        words = [(1.0, NUMBER, _("Table")), (18.0, 8.5, _("Seat")), (27.0, 8.5, _("No.")), (36.0, 50.0, _("Name"))]
    else:
        words = [(1.0, 60.0, _("Name"))]
        for x, room, text in ((70.5, 8.5, _("No.")), (81.0, 9.5, _("Table")), (88.5, 7.0, _("Seat"))):
            yield Label(text=text, x=left + x, y=TOP - 1, size=_size(text, room), anchor="end")
    for x, room, text in words:
        yield Label(text=text, x=left + x, y=TOP - 1, size=_size(text, room))


def _size(word: str, room: float) -> float:
    return round(min(2.2, room / width(word)), 2)


def _compose(task: Task) -> Document:
    if task.one.published_at is None:
        raise NothingToPrint
    return seat_plan(task.one, draw_seats.seating_of(task.one), names=task.names)


SEATS = Kind(
    name="seats",
    title=gettext_lazy("Seats to hang up"),
    about=gettext_lazy("by table and by name"),
    compose=_compose,
    options=(options.Series(offered=lambda there: there.published),),
    is_there=lambda there: bool(there.published),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.SERIES}),
)
