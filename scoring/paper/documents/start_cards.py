"""Start cards to hand out: who plays, their seats in all series, lines for their own control (SkWO 4.1, 7.1)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.paper import forms
from scoring.paper import selectors as selected
from scoring.paper.documents.kind import Kind
from scoring.paper.documents.task import Task
from scoring.paper.selectors import StartCard
from scoring.paper.typesetting.cards import DOWN, Sheet, dealt
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import WORD, Drawing, Label, Line
from scoring.paper.typesetting.fitting import TYPED_SIZES, fitted, split, width
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.measuring import Face
from tables.people.models import Entrant
from tables.qr_codes import Code, qr_code
from tables.tournaments.models import Tournament

EIGHT: Final = Sheet(columns=2, rows=4)
FOUR: Final = Sheet(columns=2, rows=2)

MOST_ON_SMALL: Final = 4
"""Series that have room on a card of which eight lie on a sheet."""

LEFT, TOP = 6.0, 5.5
"""Margins of a card."""

ROWS: Final = 30.5
ROW: Final = (8.0, 9.5, 12.0, 16.0, 20.0)
"""Where the lines of the series begin, and how high they may be: the style sheet has a class for each."""

FOOT: Final = 5.5
"""Room below the last line."""

CODE_LEFT, CODE_TOP, CODE = 71.0, 0.0, 22.0
NAME_LEFT: Final = 22.0
ROOM: Final = 47.0
"""Width of name, club and team beside the start number."""

LINE: Final = 21.2
"""Where the lines are that number and name are written on."""

SMALLEST: Final = 1
"""The number of the smallest size a name has in one line."""

COLUMNS: Final = (0.0, 9.0, 18.5, 29.2, 42.6, 63.8, 72.7, 81.5, 93.0)
"""Where columns begin: series, table, seat, points, total, won, lost, initials."""

SeatLink = Callable[[Entrant], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on one card."""

    number: int
    who: SafeString
    """Name, club and team, in three lines at most."""

    seats: str
    """Table and seat, a line for each series."""

    code: Code | None


def start_cards(
    tournament: Tournament, cards: Sequence[StartCard], *, series: int, a_sheet: int | None, link: SeatLink | None
) -> Document:
    """Return start cards, several on a sheet, the rest of the last sheet left to be filled in by hand.

    ``a_sheet`` is 4 or 8; 4 where 8 would leave no room for all series. ``link`` returns the address that
    opens an entrant's own page: their seats, their lists, what they may object to.
    """
    sheet = EIGHT if series <= MOST_ON_SMALL and a_sheet != FOUR.count else FOUR
    pitch = _pitch(sheet, series)
    pages = [[_card(card, link=link) for card in part] for part in dealt(cards, a_sheet=sheet.count)]
    drawn = {
        form: _draw(sheet, series=series, row=ROW[pitch], codes=form)
        for form in dict.fromkeys(_codes(page) for page in pages)
    }
    numbers = {form: number for number, form in enumerate(drawn)}
    return Document(
        template="scoring/paper/documents/start_cards.html",
        title=_("Start cards"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "start-cards"))),
        context={
            "tournament": tournament,
            "sheet": sheet,
            "pitch": pitch,
            "places": range(1, sheet.count + 1),
            **heading(tournament, room=66, largest=2, is_organiser_named=False),
            "pages": [(page, drawn[_codes(page)]) for page in pages],
        },
        forms=tuple(drawn.values()),
        under=[numbers[_codes(page)] for page in pages],
    )


def _pitch(sheet: Sheet, series: int) -> int:
    """Return which of the heights the lines have: the largest that fits, the least for more series than a plan has."""
    room = DOWN / sheet.rows - TOP - ROWS - FOOT
    return max((number for number, row in enumerate(ROW) if row * series <= room), default=0)


def _card(card: StartCard, *, link: SeatLink | None) -> Card:
    return Card(
        number=card.entrant.number,
        who=format_html_join("\n", "{}", ((line,) for line in _who(card.entrant))),
        seats="\n".join(f"{at[0]:>3}{at[1]:>4}" if at else "" for at in card.seats).rstrip(),
        code=qr_code(link(card.entrant)) if link else None,
    )


def _codes(cards: Sequence[Card]) -> int:
    """Return how many cards of a sheet have a QR code: those left to be filled in have none."""
    return sum(card.code is not None for card in cards)


def _who(entrant: Entrant) -> Iterator[str]:
    """Yield what tells who it is, line by line."""
    names = _name_lines(entrant.name)
    for name in names:
        line = fitted(name, room=ROOM, face=Face.BOLD)
        yield format_html('<b class="fit-{}">{}</b>', line.fit, line.text)
    about = [
        text for text in dict.fromkeys(["" if entrant.club in entrant.team else entrant.club, entrant.team]) if text
    ]
    for text in about if len(names) < 2 else [", ".join(about)]:
        line = fitted(text, room=ROOM, largest=1)
        yield format_html('<span class="fit-{}">{}</span>', line.fit, line.text)


def _name_lines(name: str) -> list[str]:
    """Return a name in one line, or in two if it would become too small in one."""
    is_small = width(name, Face.BOLD) * TYPED_SIZES[SMALLEST] > ROOM
    return split(name) if is_small else [name] if name else []


def _draw(sheet: Sheet, *, series: int, row: float, codes: int) -> Drawing:
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


def _compose(task: Task) -> Document:
    wanted = task.wanted
    found = selected.start_cards(
        task.tournament,
        ahead=wanted.ahead,
        first=min(wanted.tables, default=None),
        last=max(wanted.tables, default=None),
    )
    return start_cards(
        task.tournament,
        [card for card in found if task.has_table(card.entrant.number)],
        series=task.tournament.series.count(),
        a_sheet=wanted.a_sheet,
        link=task.links.to_own_page,
    )


START_CARDS = Kind(
    name="start-cards",
    title=gettext_lazy("Start cards"),
    about=gettext_lazy("for every entrant, with their seats"),
    compose=_compose,
    options=(forms.START_NUMBERS, forms.cards_a_sheet(8, 4), forms.AHEAD),
    has_codes=True,
)
