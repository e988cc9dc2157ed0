"""Cards to hand out, cards that stand on the tables, and certificates (SkWO 1.5, 4.1, 7.1, 7.2.2, 7.4.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.money.wording.plan import won_by_place
from scoring.paper import forms
from scoring.paper import pictures as album
from scoring.paper import selectors as selected
from scoring.paper.documents.kind import Links, NothingToPrint, PaperKind, Task
from scoring.paper.documents.rankings import wanted_ranking
from scoring.paper.forms import PICTURES, USES, Paper
from scoring.paper.selectors import StartCard
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import (
    ACROSS,
    DOWN,
    FOUR,
    WORD,
    CardSheet,
    Drawing,
    Label,
    Line,
    box,
    dealt,
    path,
)
from scoring.paper.typesetting.fitting import (
    TITLE_SIZES,
    TYPED_SIZES,
    Face,
    Fitted,
    broken,
    fitted,
    in_two,
    split,
    width,
)
from scoring.paper.typesetting.heading import event_document, heading
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings, of_class, standings
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.draw import selectors
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.qr_codes import qr_code
from tables.tournaments.wording import when_and_where

EIGHT: Final = CardSheet(columns=2, rows=4)
MOST_ON_SMALL: Final = 4  # series that have room on a card of which eight lie on a sheet
LEFT, TOP = 6.0, 5.5  # margins of a card
ROWS: Final = 30.5
ROW: Final = (8.0, 9.5, 12.0, 16.0, 20.0)  # heights of lines of series: the style sheet has a class for each
FOOT: Final = 5.5  # room below the last line
CODE_LEFT, CODE = 71.0, 22.0
NAME_LEFT: Final = 22.0
ROOM: Final = 47.0  # width of name, club and team beside the start number
LINE: Final = 21.2  # where the lines are that number and name are written on
SMALLEST: Final = 1  # the number of the smallest size a name has in one line
COLUMNS: Final = (0.0, 9.0, 18.5, 29.2, 42.6, 63.8, 72.7, 81.5, 93.0)  # from series and table to the initials


def _start_cards(task: Task) -> Document:
    """4 or 8 lie on a sheet; 4 where 8 would leave no room for all series."""
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
    return {
        "number": card.entrant.number,
        # Name, club and team, in three lines at most.
        "who": format_html_join("\n", "{}", ((line,) for line in _who(card.entrant))),
        "seats": "\n".join(f"{at[0]:>3}{at[1]:>4}" if at else "" for at in card.seats).rstrip(),
        "code": qr_code(links.to_own_page(card.entrant)) if links.to_own_page else None,
    }


def _who(entrant: Entrant) -> Iterator[str]:
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
    compose=_start_cards,
    options=(forms.START_NUMBERS, forms.cards_a_sheet(8, 4), forms.AHEAD),
    has_codes=True,
)


TENT: Final = 1  # a sheet folded across the middle: it stands, and shows the number to both sides
TWO: Final = 2  # table cards on a sheet if nobody says otherwise
SHEETS: Final = {TENT: CardSheet(columns=1, rows=1), TWO: CardSheet(columns=1, rows=2), 4: FOUR}
HALF: Final = DOWN / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLook:
    """Where things stand on a card, in millimetres; the style sheet has the same places by the cards on a sheet."""

    code: tuple[float, float, float]  # left, top and width of the QR code
    room: float  # width of words
    sizes: tuple[float, ...]  # sizes of the words to be typed


BROAD: Final = CardLook(code=(138.0, 40.0, 62.0), room=190.0, sizes=(9.0, 7.0, 5.6, 4.6, 3.6))
NARROW: Final = CardLook(code=(30.0, 68.0, 45.0), room=89.0, sizes=TITLE_SIZES)


def _table_cards(task: Task) -> Document:
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
    compose=_table_cards,
    options=(forms.series(lambda printable: printable.seated), forms.TABLES, forms.cards_a_sheet(2, 1, 4)),
    is_there=lambda printable: bool(printable.seated),
    has_codes=True,
)


class Winner(NamedTuple):
    """A competitor and what it earned."""

    rank: int
    number: int  # the start number of the player, or of who leads the team
    name: str
    beside: str  # the club of a player, the players of a team or a club
    result: str


def players(standings: Standings) -> list[Winner]:
    """Return the players of a ranking, the best first, by their full names."""
    each = ((line, line.entrant, _result(line.total, line.won)) for line in standings.lines)
    return [Winner(line.rank, who.number, who.called, who.club, result) for line, who, result in each]


def competitors(shown: ShownRanking) -> list[Winner]:
    """Return the competitors of a ranking, the best first, with those whose points count."""
    winners = []
    for line in shown.lines:
        first = line.members[0].entrant
        if shown.ranking.is_of_players and len(line.members) == 1:
            name, beside = first.called, first.club
        else:
            name = competitor_name(line)
            # Of a team all but substitutes that never played, of a club the best.
            beside = ", ".join(member_line.entrant.called for member_line in line.members if any(member_line.counted))
        winners.append(Winner(line.rank, first.number, name, beside, _result(line.performance, line.won)))
    return winners


def _result(points: Fraction | int, won: Fraction | int) -> str:
    return " · ".join(
        (
            ngettext("%(points)s point", "%(points)s points", _many(points)) % {"points": exact_points(points)},
            ngettext("%(count)s game won", "%(count)s games won", _many(won)) % {"count": exact_points(won)},
        )
    )


def _many(count: Fraction | int) -> int:
    """Return a whole number of the same grammatical number: what is no whole one is many."""
    return abs(int(count)) if Fraction(count).denominator == 1 else 2


SIZE: Final = {Paper.LANDSCAPE: (297.0, 209.8), Paper.PORTRAIT: (210.0, 296.8)}
"""Width and height; a hair less than the paper is high, or rounding would make a second page of it."""

FRAME: Final = 11.0  # from the edge of the paper to the frame; a printer reaches no further out
MARGIN: Final = 24.0  # from the edge of the paper to what is written
SIGNING: Final = 62.0  # width of a name under the line it is signed on
EVENT_SIZES: Final = (9.0, 7.6, 6.2, 5.0, 4.0)
WHEN_SIZES: Final = (4.2, 3.6, 3.0, 2.5, 2.1)
NAME_SIZES: Final = (14.0, 11.5, 9.0, 7.0, 5.4)
CLUB_SIZES: Final = (6.0, 5.0, 4.2, 3.4, 2.8)  # sizes in millimetres; the style sheet has a class for each


def _compose(task: Task) -> Document:
    if task.wanted.ranking is not None:
        shown = wanted_ranking(task)
        if not shown.is_official:
            raise NothingToPrint
        number = shown.ranking.number
        return _certificates(task, competitors(shown), [shown.ranking.name], {"ranking": number})
    only, player_class, found_standings = task.only, task.of_class, standings(task.tournament, only=task.only)
    if not found_standings.is_official or (
        only is None and len(found_standings.series) < task.tournament.series.count()
    ):
        raise NothingToPrint
    of: dict[str, Any] = {"series": only.number} if only else {}
    names = [_("Series %(number)s") % {"number": only.number}] if only else []
    if player_class:
        found_standings = of_class(found_standings, player_class)
        names.append(_("Class: %(name)s") % {"name": player_class.called})
        of["of_class"] = player_class.code
    return _certificates(task, players(found_standings), names, of)


def _certificates(task: Task, winners: Sequence[Winner], names: Sequence[str], of: dict[str, Any]) -> Document:
    tournament, wanted = task.tournament, task.wanted
    wide, high = SIZE[wanted.paper]
    room = wide - 2 * MARGIN
    won = won_by_place(tournament, **of)
    pages = [
        _page(winner, room, _prize(winner, wanted.prizes, won))
        for winner in winners
        if wanted.places is None or winner.rank <= wanted.places
    ]
    pictures = {use: album.picture(tournament.slug, use, getattr(wanted, use)) for use in USES}
    drawing = _draw(wide, high)
    return event_document(
        tournament,
        "certificates",
        title=_("Certificates"),
        filed_as=" ".join((_("Certificates"), *names)),
        context={
            "event": in_two(tournament.name, room=room, sizes=EVENT_SIZES, smallest=2, face=Face.BOLD),
            "when": fitted(when_and_where(tournament), room=room, sizes=WHEN_SIZES),
            "of": " · ".join(names),
            "paper": wanted.paper,
            "organiser": _signing(tournament.organiser),
            "direction": _signing(tournament.direction),
            "drawing": drawing,
            "own": {use: picture.address for use, picture in pictures.items() if picture},
            "pages": pages,
        },
        forms=(drawing,) if pages else (),
        under=[0 for _page in pages],
    )


def _prize(winner: Winner, typed: Sequence[str], won: Mapping[int, str]) -> str:
    if typed:
        return typed[winner.rank - 1] if winner.rank <= len(typed) else ""
    return won.get(winner.number, "")


def _page(winner: Winner, room: float, prize: str) -> dict[str, Any]:
    return {
        "place": _("Place %(rank)s") % {"rank": winner.rank},
        "name": in_two(winner.name, room=room, sizes=NAME_SIZES, smallest=2, face=Face.BOLD),
        "beside": _in_lines(winner.beside, room),
        "result": winner.result,
        "prize": _in_lines(prize, room),
    }


def _in_lines(text: str, room: float) -> Fitted:
    for number, size in enumerate(CLUB_SIZES):
        lines = broken(text, room=room / size)
        if len(lines) <= (1 if number < 2 else 2):
            break
    return Fitted(text="\n".join(lines), fit=number)


def _signing(name: str) -> Fitted:
    return Fitted(text=name, fit=1 if width(name) * TYPED_SIZES[1] <= SIGNING else 2)


def _draw(wide: float, high: float) -> Drawing:
    inner = FRAME + 1.8
    heavy = box(FRAME, FRAME, wide - FRAME, high - FRAME)
    thin: list[Line] = [*box(inner, inner, wide - inner, high - inner)]
    for x, to_x in ((inner, inner + 7), (wide - inner, wide - inner - 7)):
        for y, to_y in ((inner, inner + 7), (high - inner, high - inner - 7)):
            thin += [(x, to_y, to_x, to_y), (to_x, y, to_x, to_y)]
    return Drawing(width=wide, height=high, thin=path(thin, across=wide), heavy=path(heavy, across=wide), labels=())


CERTIFICATES = PaperKind(
    name="certificates",
    title=gettext_lazy("Certificates"),
    compose=_compose,
    options=(
        forms.CERTIFIED,
        forms.series(
            lambda printable: printable.closed,
            everything=gettext_lazy("the whole event"),
            has_all=lambda printable: printable.is_all_closed,
        ),
        forms.CLASS_OF,
        forms.PLACES,
        forms.PRIZES,
        forms.PAPER,
        *PICTURES,
    ),
    is_there=lambda printable: bool(printable.closed),
    not_yet=gettext_lazy("Certificates come when a series is closed: until then places may change."),
)
