"""Cards: start cards to hand out, cards that stand on the tables and open their lists (SkWO 4.1, 7.1, 7.2.2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.paper import forms
from scoring.paper import selectors as selected
from scoring.paper.documents.kind import Links, NothingToPrint, PaperKind, Task
from scoring.paper.selectors import StartCard
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import ACROSS, DOWN, FOUR, WORD, CardSheet, Drawing, Label, Line, dealt
from scoring.paper.typesetting.fitting import TITLE_SIZES, TYPED_SIZES, Face, fitted, split, width
from scoring.paper.typesetting.heading import event_document, heading
from tables.draw import selectors
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.qr_codes import qr_code

EIGHT: Final = CardSheet(columns=2, rows=4)

MOST_ON_SMALL: Final = 4
"""Series that have room on a card of which eight lie on a sheet."""

LEFT, TOP = 6.0, 5.5
"""Margins of a card."""

ROWS: Final = 30.5
ROW: Final = (8.0, 9.5, 12.0, 16.0, 20.0)
"""Where the lines of the series begin, and how high they may be: the style sheet has a class for each."""

FOOT: Final = 5.5
"""Room below the last line."""

CODE_LEFT, CODE = 71.0, 22.0
NAME_LEFT: Final = 22.0
ROOM: Final = 47.0
"""Width of name, club and team beside the start number."""

LINE: Final = 21.2
"""Where the lines are that number and name are written on."""

SMALLEST: Final = 1
"""The number of the smallest size a name has in one line."""

COLUMNS: Final = (0.0, 9.0, 18.5, 29.2, 42.6, 63.8, 72.7, 81.5, 93.0)
"""Where columns begin: series, table, seat, points, total, won, lost, initials."""


def _start_cards(task: Task) -> Document:
    """Return start cards, several on a sheet, the rest of the last sheet left to be filled in by hand.

    4 or 8 lie on a sheet; 4 where 8 would leave no room for all series.
    """
    tournament, wanted = task.tournament, task.wanted
    first, last = min(wanted.tables, default=None), max(wanted.tables, default=None)
    given = selected.start_cards(tournament, ahead=wanted.ahead, first=first, last=last)
    series = tournament.series.count()
    sheet = EIGHT if series <= MOST_ON_SMALL and wanted.a_sheet != FOUR.count else FOUR
    # The largest height that fits, the least for more series than a plan has.
    room = DOWN / sheet.rows - TOP - ROWS - FOOT
    pitch = max((number for number, row in enumerate(ROW) if row * series <= room), default=0)
    cards = [_start_card(card, task.links) for card in given if task.has_table(card.entrant.number)]
    pages = list(dealt(cards, a_sheet=sheet.count))
    # Those left to be filled in have no code.
    codes = [sum(card["code"] is not None for card in page) for page in pages]
    drawn = {count: _start_drawing(sheet, series=series, row=ROW[pitch], codes=count) for count in dict.fromkeys(codes)}
    return event_document(
        tournament,
        "start_cards",
        title=_("Start cards"),
        filename=pgettext("file name", "start-cards"),
        context={
            "sheet": sheet,
            "pitch": pitch,
            "places": range(1, sheet.count + 1),
            **heading(tournament, room=66, largest=2, is_organiser_named=False),
            "pages": [(page, drawn[count]) for page, count in zip(pages, codes, strict=True)],
        },
        forms=tuple(drawn.values()),
        under=[list(drawn).index(count) for count in codes],
    )


def _start_card(card: StartCard, links: Links) -> dict[str, Any]:
    """Return what stands on a card; its code opens an entrant's own page: seats, lists, what they may object to."""
    return {
        "number": card.entrant.number,
        # Name, club and team, in three lines at most.
        "who": format_html_join("\n", "{}", ((line,) for line in _who(card.entrant))),
        "seats": "\n".join(f"{at[0]:>3}{at[1]:>4}" if at else "" for at in card.seats).rstrip(),
        "code": qr_code(links.to_own_page(card.entrant)) if links.to_own_page else None,
    }


def _who(entrant: Entrant) -> Iterator[str]:
    """Yield what tells who it is, line by line; a name that would become too small in one line takes two."""
    is_small = width(entrant.name, Face.BOLD) * TYPED_SIZES[SMALLEST] > ROOM
    names = split(entrant.name) if is_small else [entrant.name] if entrant.name else []
    for name in names:
        line = fitted(name, room=ROOM, face=Face.BOLD)
        yield format_html('<b class="fit-{}">{}</b>', line.fit, line.text)
    about = [
        text for text in dict.fromkeys(["" if entrant.club in entrant.team else entrant.club, entrant.team]) if text
    ]
    for text in about if len(names) < 2 else [", ".join(about)]:
        line = fitted(text, room=ROOM, largest=1)
        yield format_html('<span class="fit-{}">{}</span>', line.fit, line.text)


def _start_drawing(sheet: CardSheet, *, series: int, row: float, codes: int) -> Drawing:
    bottom = TOP + ROWS + row * series
    edges = [LEFT + x for x in COLUMNS]
    lines: list[Line] = [(x, TOP + ROWS - 4, x, bottom) for x in edges]
    lines += [(edges[0], y, edges[-1], y) for y in (TOP + ROWS + row * line for line in range(1, series))]
    lines += [(LEFT, TOP + LINE, LEFT + 18, TOP + LINE), (LEFT + NAME_LEFT, TOP + LINE, LEFT + 68, TOP + LINE)]
    heavy = [(edges[0], y, edges[-1], y) for y in (TOP + ROWS - 4, TOP + ROWS, bottom)]
    labels = [list(_labels(series, row=row, has_code=place < codes)) for place in range(sheet.count)]
    return sheet.drawing(lines=lines, heavy=heavy, labels=labels)


def _labels(series: int, *, row: float, has_code: bool) -> Iterator[Label]:
    yield _small(pgettext("on a card", "Start number"), LEFT, LEFT + NAME_LEFT, y=TOP + 11.5, anchor="start")
    if has_code:
        yield _small(_("My seat"), LEFT + CODE_LEFT, LEFT + CODE_LEFT + CODE, y=TOP + 24.4)
    words = (
        pgettext("number of a series", "Series"),
        _("Table"),
        _("Seat"),
        _("Points"),
        _("Running total"),
        pgettext("over a narrow column", "won"),
        pgettext("over a narrow column", "lost"),
        _("Initials"),
    )
    for left, right, word in zip(COLUMNS, COLUMNS[1:], words, strict=False):
        yield _small(word, LEFT + left, LEFT + right, y=TOP + ROWS - 1.2)
    middle = LEFT + (COLUMNS[0] + COLUMNS[1]) / 2
    for number in range(1, series + 1):
        y = TOP + ROWS + row * (number - 0.5) + 1.4
        yield Label(text=str(number), x=middle, y=y, size=3.8, anchor="middle", is_bold=True)
    # One above the seats, one below: in a line of their own they would be too small to be read.
    yield _small(_("Seats may not be swapped (SkWO 7.1.2)."), LEFT, LEFT + CODE_LEFT, y=TOP + 25, anchor="start")
    back = _("Comes back if asked for (SkWO 9.13).")
    yield _small(back, LEFT, LEFT + COLUMNS[-1], y=TOP + ROWS + row * series + 3.4, anchor="start")


def _small(word: str, left: float, right: float, *, y: float, anchor: str = "middle") -> Label:
    size = min(WORD, (right - left - 0.6) / width(word))
    x = left if anchor == "start" else (left + right) / 2
    return Label(text=word, x=round(x, 2), y=y, size=round(size, 2), anchor=anchor)


START_CARDS = PaperKind(
    name="start-cards",
    title=gettext_lazy("Start cards"),
    about=gettext_lazy("for every entrant, with their seats"),
    compose=_start_cards,
    options=(forms.START_NUMBERS, forms.cards_a_sheet(8, 4), forms.AHEAD),
    has_codes=True,
)


TENT: Final = 1
"""A sheet folded across the middle: it stands, and shows the number to both sides."""

TWO: Final = 2
"""Table cards on a sheet if nobody says otherwise."""

SHEETS: Final = {TENT: CardSheet(columns=1, rows=1), TWO: CardSheet(columns=1, rows=2), 4: FOUR}
"""How many cards lie on a sheet."""

HALF: Final = DOWN / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLook:
    """Where things stand on a card, in millimetres; the style sheet has the same places by the cards on a sheet."""

    code: tuple[float, float, float]
    """Left, top and width of the QR code."""

    room: float
    """Width of words."""

    sizes: tuple[float, ...]
    """Sizes of the words to be typed."""


BROAD: Final = CardLook(code=(138.0, 40.0, 62.0), room=190.0, sizes=(9.0, 7.0, 5.6, 4.6, 3.6))
NARROW: Final = CardLook(code=(30.0, 68.0, 45.0), room=89.0, sizes=TITLE_SIZES)


def _table_cards(task: Task) -> Document:
    """Return a card for each table: one on a sheet to be folded, or two or four to be cut."""
    series, links = task.single_series, task.links
    tables = [table for table, _seats in selectors.seating_of(series) if task.has_table(table.number)]
    if not tables:
        raise NothingToPrint
    sheet = SHEETS.get(task.wanted.a_sheet or TWO, SHEETS[TWO])
    look = NARROW if sheet.columns == 2 else BROAD
    pages = [[_table_card(table, look, links) for table in part] for part in dealt(tables, a_sheet=sheet.count)]
    has_codes = links.to_list is not None
    drawn = {count: _table_drawing(sheet, look, count, has_codes=has_codes) for count in dict.fromkeys(map(len, pages))}
    typed_at = _("Or type at %(address)s") % {"address": links.typed_at}
    return event_document(
        task.tournament,
        "table_cards",
        title=_("Table cards of series %(series)s") % {"series": series.number},
        filename=_("table-cards-%(series)s") % {"series": series.number},
        context={
            "series": series,
            "sheet": sheet,
            "is_tent": sheet is SHEETS[TENT],
            "typed_at": fitted(typed_at, room=look.room) if has_codes else None,
            **heading(task.tournament, room=look.room, largest=1, is_organiser_named=False),
            "pages": [(page, drawn[len(page)]) for page in pages],
        },
        forms=tuple((range(count), drawing) for count, drawing in drawn.items()),
        under=[list(drawn).index(len(page)) for page in pages],
    )


def _table_card(table: Table, look: CardLook, links: Links) -> dict[str, Any]:
    """Return what stands on a card: its number, the code and the words that open its list where phones get there."""
    return {
        "number": table.number,
        # The fewer digits, the larger they are.
        "digits": min(len(str(table.number)), 4),
        "words": fitted(table.words if links.to_list else "", room=look.room, sizes=look.sizes, face=Face.BOLD),
        "code": qr_code(links.to_list(table)) if links.to_list else None,
    }


def _table_drawing(sheet: CardSheet, look: CardLook, count: int, *, has_codes: bool) -> Drawing:
    labels = []
    if has_codes:
        x, y, size = look.code
        word = _("The list of this table")
        # In the middle above the code, and no wider than it.
        high = round(min(4.0, size / width(word)), 2)
        top = y + (HALF if sheet.count == TENT else 0)
        labels.append(Label(text=word, x=x + size / 2, y=top - 1, size=high, anchor="middle"))
    folds = [(x, HALF, x + 6.0, HALF) for x in (0.0, ACROSS - 6)] if sheet.count == TENT else []
    return sheet.drawing(lines=folds, labels=[labels] * count)


TABLE_CARDS = PaperKind(
    name="table-cards",
    title=gettext_lazy("Table cards"),
    about=gettext_lazy("number, code and words of each table"),
    compose=_table_cards,
    options=(forms.series(lambda printable: printable.seated), forms.TABLES, forms.cards_a_sheet(2, 1, 4)),
    is_there=lambda printable: bool(printable.seated),
    has_codes=True,
)
