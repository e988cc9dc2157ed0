"""Cards that stand on the tables: a number read from afar, and what opens the table's list (SkWO 7.1, 7.2.2)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.paper import forms
from scoring.paper.documents.kind import Kind
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.typesetting.cards import ACROSS, DOWN, Sheet, dealt
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import Drawing, Label
from scoring.paper.typesetting.fitting import TITLE_SIZES, Fitted, fitted, width
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.measuring import Face
from tables.draw import selectors
from tables.draw.models import Table
from tables.qr_codes import Code, qr_code
from tables.tournaments.models import Series

TENT: Final = 1
"""A sheet folded across the middle: it stands, and shows the number to both sides."""

SHEETS: Final = {TENT: Sheet(columns=1, rows=1), 2: Sheet(columns=1, rows=2), 4: Sheet(columns=2, rows=2)}
"""How many cards lie on a sheet."""

MARGIN: Final = 10.0
HALF: Final = DOWN / 2


TWO: Final = 2
"""Table cards on a sheet if nobody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Where things stand on a card, in millimetres; the style sheet has the same places by the cards on a sheet."""

    code: tuple[float, float, float]
    """Left, top and width of the QR code."""

    room: float
    """Width of words."""

    sizes: tuple[float, ...]
    """Sizes of the words to be typed."""


BROAD: Final = Look(code=(138.0, 40.0, 62.0), room=190.0, sizes=(9.0, 7.0, 5.6, 4.6, 3.6))
NARROW: Final = Look(code=(30.0, 68.0, 45.0), room=89.0, sizes=TITLE_SIZES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on one card."""

    number: int
    words: Fitted
    """The code to be typed; empty without an address to type it at."""

    code: Code | None

    @property
    def digits(self) -> int:
        """How long the number is: the fewer digits, the larger it is."""
        return min(len(str(self.number)), 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a phone gets to the list of a table."""

    link: Callable[[Table], str]
    """The address with the table's key."""

    typed_at: str
    """Where the table's words can be typed instead."""


def table_cards(series: Series, tables: Sequence[Table], *, a_sheet: int, way: Way | None) -> Document:
    """Return a card for each table: one on a sheet to be folded, or two or four to be cut.

    ``way`` is None where no phone would get anywhere.
    """
    sheet = SHEETS.get(a_sheet, SHEETS[2])
    look = NARROW if sheet.columns == 2 else BROAD
    pages = [[_card(table, look, way=way) for table in part] for part in dealt(tables, a_sheet=sheet.count)]
    drawn = {count: _draw(sheet, look, count=count, way=way) for count in dict.fromkeys(map(len, pages))}
    numbers = {count: number for number, count in enumerate(drawn)}
    tournament = series.tournament
    name = _("table-cards-%(series)s") % {"series": series.number}
    return Document(
        template="scoring/paper/documents/table_cards.html",
        title=_("Table cards of series %(series)s") % {"series": series.number},
        author=tournament.organiser,
        filename=f"{tournament.slug}-{name}",
        context={
            "tournament": tournament,
            "series": series,
            "sheet": sheet,
            "is_tent": sheet is SHEETS[TENT],
            "typed_at": fitted(_("Or type at %(address)s") % {"address": way.typed_at}, room=look.room)
            if way
            else None,
            **heading(tournament, room=look.room, largest=1, is_organiser_named=False),
            "pages": [(page, drawn[len(page)]) for page in pages],
        },
        forms=tuple((range(count), drawing) for count, drawing in drawn.items()),
        under=[numbers[len(page)] for page in pages],
    )


def _card(table: Table, look: Look, *, way: Way | None) -> Card:
    return Card(
        number=table.number,
        words=fitted(table.words if way else "", room=look.room, sizes=look.sizes, face=Face.BOLD),
        code=qr_code(way.link(table)) if way else None,
    )


def _draw(sheet: Sheet, look: Look, *, count: int, way: Way | None) -> Drawing:
    labels = []
    if way:
        x, y, size = look.code
        word = _("The list of this table")
        # In the middle above the code, and no wider than it.
        high = round(min(4.0, size / width(word)), 2)
        top = y + (HALF if sheet.count == TENT else 0)
        labels.append(Label(text=word, x=x + size / 2, y=top - 1, size=high, anchor="middle"))
    folds = [(x, HALF, x + 6.0, HALF) for x in (0.0, ACROSS - 6)] if sheet.count == TENT else []
    return sheet.drawing(lines=folds, labels=[labels] * count)


def _compose(task: Task) -> Document:
    tables = [table for table, _seats in selectors.seating_of(task.one) if task.has_table(table.number)]
    if not tables:
        raise NothingToPrint
    links = task.links
    way = Way(link=links.to_list, typed_at=links.typed_at) if links.to_list else None
    return table_cards(task.one, tables, a_sheet=task.wanted.a_sheet or TWO, way=way)


TABLE_CARDS = Kind(
    name="table-cards",
    title=gettext_lazy("Table cards"),
    about=gettext_lazy("number, code and words of each table"),
    compose=_compose,
    options=(forms.Series(offered=lambda there: there.seated), forms.TABLES, forms.cards_a_sheet(2, 1, 4)),
    is_there=lambda there: bool(there.seated),
    has_codes=True,
)
