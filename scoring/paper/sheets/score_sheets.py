"""The score sheets of tables, to be signed: blank, or with what is entered so far (SkWO 7.2)."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import accumulate, chain
from typing import Any, Final

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.selectors.sheets import DealLine, Sheet
from scoring.lists.wording import games, house
from scoring.lists.wording.games import names_at
from scoring.money.selectors.lines import costs_of
from scoring.paper.forms import Fill, Leaf
from scoring.paper.sheets.entries import SIGN, Note, blank_control_line, by_page
from scoring.paper.sheets.form import PLAIN, PLAYER, SUM_LINES, Form, SheetLook, SheetRuling, forms, measures_of
from scoring.paper.sheets.pages import BEGINS, Page, nobody, pages_of
from scoring.paper.typesetting.document import Document, as_json
from scoring.paper.typesetting.drawing import Drawing, Label, Line, box, path, turned
from scoring.paper.typesetting.fitting import Face, broken, width
from scoring.paper.typesetting.heading import event_document, heading, journal_on_sheets
from scoring.rules.contract import Game
from scoring.rules.notation.messages import house_written
from scoring.rules.results.performance import performance
from scoring.rules.values import BASE_VALUE, NULL_VALUE
from tables.tournaments.models import Series, Tournament

CHECKED: Final = 0.42  # where the lines for initials begin in the direction's box, of its width
SEAT_HEADING: Final = 2.6  # height of the words above the seats


def thin_lines(form: Form) -> Iterator[Line]:
    """Yield the thin lines of a form."""
    # Where the times of the beginning and of the end are written.
    yield from ((x, y, to_x, y) for x, to_x, y in form.measures.played)
    yield from _seat_lines(form)
    yield from _row_lines(form)
    if form.is_last:
        yield from _sum_lines(form)


def heavy_lines(form: Form) -> Iterator[Line]:
    """Yield the heavy lines of a form: around its parts, after every round, between the players."""
    yield (0, form.measures.headings, form.width, form.measures.headings)
    for row in (0, *form.rounds):
        y = form.measures.rows + form.row * row
        yield (0, y, form.width, y)
    for x in (0, *player_edges(form), form.width):
        yield (x, form.measures.headings, x, form.bottom)
    if form.is_last:
        yield from _heavy_sum_lines(form)


def edges(form: Form) -> list[float]:
    """Return where the columns of the deals end, the players' from the first on."""
    characters = [column.characters for column in form.deal] + [*PLAYER[form.seats]] * form.seats
    return [round(form.measures.character * end, 3) for end in accumulate(characters)]


def player_edges(form: Form) -> list[float]:
    """Return where each player's columns begin, and where the last one's end."""
    return [round(form.players + form.step * seat, 3) for seat in range(form.seats + 1)]


def seat_tops(form: Form) -> list[float]:
    """Return where the line of each seat begins, and where the last one's ends."""
    step = form.measures.seat_block / form.seats
    return [form.measures.seats + SEAT_HEADING + step * seat for seat in range(form.seats + 1)]


def _seat_lines(form: Form) -> Iterator[Line]:
    columns, tops = form.measures.seat_columns, seat_tops(form)
    for y in tops:
        yield (columns[0], y, columns[-1], y)
    for x in columns:
        yield (x, tops[0], x, tops[-1])


def _row_lines(form: Form) -> Iterator[Line]:
    measures = form.measures
    for row in range(1, len(form.turns)):
        if row not in form.rounds:
            y = measures.rows + form.row * row
            yield (0, y, form.width, y)
    whole, below_names = set(player_edges(form)), measures.headings + measures.names
    for number, x in enumerate(edges(form), start=1):
        if x not in whole:
            yield (x, below_names if number > len(form.deal) else measures.headings, x, form.bottom)
    yield (form.players, below_names, form.passed, below_names)


def _sum_lines(form: Form) -> Iterator[Line]:
    measures, columns = form.measures, edges(form)
    for number in range(1, SUM_LINES):
        y = form.sums + form.sum * number
        yield (measures.box, y, form.passed, y)
    for seat in range(form.seats):
        points, won = columns[len(form.deal) + 3 * seat :][:2]
        yield (points, form.sums, points, form.sums + 3 * form.sum)
        yield (won, form.sums, won, form.sums + form.sum)
    for y in (measures.signatures - 5, measures.signatures - 0.4):
        yield (measures.box * CHECKED, y, measures.box - 2, y)
    y = measures.control - 1.2
    yield from box(2, y - 2.2, 4.2, y)


def _heavy_sum_lines(form: Form) -> Iterator[Line]:
    measures, bottom = form.measures, form.measures.control - 0.4
    total = form.sums + 4 * form.sum
    yield (0, form.sums, form.passed, form.sums)
    for y in (total - form.sum, total, measures.signatures):
        yield (measures.box, y, form.passed, y)
    yield (0, bottom, form.passed, bottom)
    for x in (0, measures.box, *player_edges(form)):
        yield (x, form.sums, x, bottom)


GAP: Final = "\N{EN SPACE}"


def words(form: Form) -> Iterator[Label]:
    """Yield the fixed words of a form."""
    texts = pgettext("of a series", "Begin"), pgettext("of a series", "End")
    for (x, _to_x, y), text in zip(form.measures.played, texts, strict=True):
        yield Label(text=text, x=x, y=y - 0.5, size=form.measures.word)
    yield from _seat_words(form)
    yield _values(form)
    yield from _headings(form)
    if form.is_last:
        yield from _sum_words(form)
        yield from _direction_words(form)
    else:
        text = _("Continued on page %(page)s") % {"page": form.page + 1}
        yield Label(text=text, x=form.width, y=form.measures.control - 2, size=2.8, anchor="end")


def _fitting(text: str, size: float, room: float, *, is_bold: bool = False) -> float:
    return round(min(size, room / (width(text, Face.BOLD if is_bold else Face.PLAIN) or 1)), 2)


def _seat_words(form: Form) -> Iterator[Label]:
    seat, _number, name, club, _end = form.measures.seat_columns
    y, size = form.measures.seats + SEAT_HEADING - 0.7, form.measures.word
    yield Label(text=_("Seat"), x=seat + 0.6, y=y, size=size)
    # In some languages the first word takes more than its column.
    yield Label(text=_("No."), x=round(max(BEGINS[1], seat + 1.6 + width(_("Seat")) * size), 2), y=y, size=size)
    for x, text in ((name, _("Name")), (club, _("Club, team"))):
        yield Label(text=text, x=x + 1, y=y, size=size)


def _values(form: Form) -> Label:
    suits = GAP.join(f"{SIGN[game]} {value}" for game, value in BASE_VALUE.items() if game is not Game.GRAND)
    null = GAP.join(
        f"{name} {NULL_VALUE[pair]}"
        for pair, name in (
            ((False, False), _("Null")),
            ((True, False), _("Hand")),
            ((False, True), _("ouvert")),
            ((True, True), _("Hand ouvert")),
        )
    )
    text = f"{suits}{GAP}{_('Grand')} {BASE_VALUE[Game.GRAND]}{GAP}·{GAP}{null}"
    size = _fitting(text, form.measures.heading, form.measures.seat_columns[-1] - 1)
    room = form.measures.headings - seat_tops(form)[-1]
    return Label(text=text, x=0.6, y=round(form.measures.headings - (room - 0.73 * size) / 2, 2), size=size)


def _headings(form: Form) -> Iterator[Label]:
    measures, ends = form.measures, edges(form)
    room, below_names = measures.rows - measures.headings, measures.rows - measures.headings - measures.names
    for begin, end, column in zip([0.0, *ends], ends, form.deal, strict=False):
        yield from turned(column.label, begin, end, bottom=measures.rows, room=room)
    for seat, begin in enumerate(player_edges(form)[:-1]):
        points, won, lost = ends[len(form.deal) + 3 * seat :][:3]
        y = measures.headings + measures.names - 1.2
        yield Label(text=str(seat + 1), x=begin + 1, y=y, size=measures.names * 0.7, is_bold=True)
        text = _("points")
        size = _fitting(text, measures.word, points - begin - 1)
        yield Label(text=text, x=round((begin + points) / 2, 2), y=measures.rows - 1.2, size=size, anchor="middle")
        for text, left, right in (
            (pgettext("over a narrow column", "won"), points, won),
            (pgettext("over a narrow column", "lost"), won, lost),
        ):
            yield from turned([text], left, right, bottom=measures.rows, room=below_names)
    yield from turned([_("passed in")], ends[-1], form.width, bottom=measures.rows, room=room)


def _sum_words(form: Form) -> Iterator[Label]:
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=form.seats)
    sizes = {len(turn.present) for turn in form.turns}
    bonuses = sorted({performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=size) for size in sizes})
    texts = (
        _("Game points, won, lost"),
        _("(Won − lost) × %(points)s") % {"points": own},
        _("Lost by the others × %(points)s") % {"points": " / ".join(map(str, bonuses))},
        _("Total"),
        _("Fee for lost games"),
    )
    measures, x = form.measures, round(form.players - 0.8, 2)
    room = x - measures.box - 0.6
    for number, text in enumerate(texts):
        is_bold = text == texts[3]
        y = form.sums + form.sum * (number + 0.5) + measures.sum * 0.36
        size = _fitting(text, measures.sum, room, is_bold=is_bold)
        yield Label(text=text, x=x, y=round(y, 2), size=size, anchor="end", is_bold=is_bold)
    text = _("Signature")
    size = _fitting(text, measures.sum, room)
    yield Label(text=text, x=x, y=measures.control - 1.2, size=size, anchor="end")
    # Where players change no one factor holds for the whole list.
    if form.is_blank and len(bonuses) == 1:
        size = measures.word
        lines = broken(blank_control_line(form.seats), room=form.width / size)
        for number, text in enumerate(lines):
            yield Label(text=text, x=0, y=round(measures.control + 2.4 + 1.06 * size * number, 2), size=size)


def _direction_words(form: Form) -> Iterator[Label]:
    measures, size = form.measures, form.measures.word
    title = _("Notes")
    yield Label(text=title, x=1, y=round(form.sums + 2.8, 2), size=size, is_bold=True)
    for text, y in ((_("Received"), measures.signatures - 5.4), (_("Checked"), measures.signatures - 0.8)):
        yield Label(text=text, x=1, y=round(y, 2), size=_fitting(text, size, measures.box * CHECKED - 1.4))
    agrees = broken(_("Second list agrees"), room=(measures.box - 6) / size)
    for number, text in enumerate(reversed(agrees)):
        yield Label(text=text, x=5.2, y=round(measures.control - 1.5 - size * number, 2), size=size)


def draw(form: Form) -> Drawing:
    """Return the lines and words of a form."""
    return Drawing(
        width=form.width,
        height=form.measures.height,
        thin=path(thin_lines(form), across=form.width),
        heavy=path(heavy_lines(form), across=form.width),
        labels=tuple(words(form)),
    )


logger = logging.getLogger(__name__)


def pages_for_sure(sheet: Sheet, look: SheetLook) -> list[Page]:
    """Return the pages of a table's sheet; where one cannot be made, its list in words, and the log says why.

    A list of house rules is printed in words always: the form's columns are those of the book.
    """
    if sheet.row.profile:
        return _in_words(sheet, look)
    try:
        return list(pages_of(sheet, look))
    except Exception:
        table = sheet.row.table
        logger.exception("Series %s, table %s is printed in its words alone", table.series.number, table.number)
        return _in_words(sheet, look)


def _in_words(sheet: Sheet, look: SheetLook) -> list[Page]:
    table = sheet.row.table
    title = _("Series %(series)s, table %(table)s") % {"series": table.series.number, "table": table.number}
    texts = [house.rules_of(sheet.row.profile)] if sheet.row.profile else []
    lines = [Note(short=line, full=line) for line in (*texts, *_lines(sheet, look))]
    parts = by_page(lines, measures_of(look.ruling.leaf))
    return [{"form": None, "title": title, "notes": part, "hash": sheet.row.signed_hash} for part in parts]


def drawn_for_sure(form: Form) -> Drawing | None:
    """Return the lines and words of a form, or None where they cannot be drawn, and the log says why."""
    try:
        return draw(form)
    except Exception:
        logger.exception("The form of a sheet of %s deals is printed without its lines", form.length)
        return None


def _lines(sheet: Sheet, look: SheetLook) -> Iterator[str]:
    if look.fill is Fill.NOTHING:
        return
    for seat in sheet.seats:
        belongs = ", ".join(filter(None, (seat.entrant.club, seat.entrant.team)))
        yield f"{seat.place}   {seat.entrant.number}   {seat.entrant.called}   {belongs}"
    if look.fill is Fill.PLAYERS:
        return
    names = names_at(sheet.seats)
    for line in sheet.lines:
        points = games.earned(line.columns, line.booking)
        yield f"{line.number}   {line.dealer}   {games.deal_entry(line.deal, names)}   {points}"
    for score in sheet.scores:
        tally = score.tally
        sums = games.sum_line(
            game_points=tally.game_points, own_games=score.own_games, bonus=score.bonus, performance=score.performance
        )
        yield f"{score.seat.entrant.called}: {tally.won} / {tally.lost}, {sums}"


def list_data(sheet: Sheet) -> dict[str, Any]:
    """Return a list: who sat where, every deal, the computation, the hash it was signed with."""
    table = sheet.row.table
    return {
        "series": table.series.number,
        "table": table.number,
        "sha256": sheet.row.signed_hash,
        "players": [
            {"seat": seat.place, "number": seat.entrant.number, "name": seat.entrant.called} for seat in sheet.seats
        ],
        "deals": [_deal(line) for line in sheet.lines],
        "scores": [
            {
                "seat": score.seat.place,
                "game_points": score.tally.game_points,
                "won": score.tally.won,
                "lost": score.tally.lost,
                "lost_by_others": score.tally.opponents_lost,
                "performance": score.performance,
            }
            for score in sheet.scores
        ],
        **({"profile": sheet.row.profile} if sheet.row.profile else {}),
    }


def _deal(line: DealLine) -> dict[str, Any]:
    played, booking = line.deal.played, line.booking
    return {
        "number": line.number,
        "dealer": line.dealer,
        "declarer": line.deal.declarer if played else None,
        "played": asdict(played) if played else None,
        "points": booking.points if booking else 0,
        **({"house": house_written(line.deal.house), "columns": list(line.columns)} if line.deal.house else {}),
    }


def score_sheet(sheet: Sheet, look: SheetLook) -> Document:
    """Return a table's score sheet."""
    table = sheet.row.table
    facts = {"series": table.series.number, "table": table.number}
    return _of_tables(
        table.series.tournament, [sheet], look, title=_("Score sheet of series %(series)s, table %(table)s") % facts
    )


def score_sheets(of: Series | Tournament, sheets: Iterable[Sheet], look: SheetLook) -> Document:
    """Return score sheets of a series, or of several of an event, in one document, in the order given."""
    if isinstance(of, Tournament):
        return _of_tables(of, list(sheets), look, title=_("Score sheets"))
    title = _("Score sheets of series %(series)s") % {"series": of.number}
    return _of_tables(of.tournament, list(sheets), look, title=title)


def spare_sheets(
    tournament: Tournament, *, series: Series | None, seats: int, copies: int, ruling: SheetRuling = PLAIN
) -> Document:
    """Return blank sheets without table and names: for a table that was added, or a sheet that was spilled on."""
    of = series or tournament
    number = series.number if series else None
    sheet_forms = forms(
        seats=seats, rounds=of.rounds, is_blank=True, series=number, minutes=of.time_limit, ruling=ruling
    )
    pages = [{"form": form, "seated": nobody(form)} for form in sheet_forms]
    return _document(tournament, chain.from_iterable([pages] * copies), ruling, title=_("Spare score sheets"))


def _of_tables(tournament: Tournament, sheets: Sequence[Sheet], look: SheetLook, *, title: str) -> Document:
    attached: Any = ()
    if look.fill is Fill.ENTERED:
        entered = [(sheet.row.table.series.number, sheet.row.table.number) for sheet in sheets if sheet.scores]
        look = replace(look, costs=costs_of(tournament, entered))
        # Most files of them have nothing attached; what has to be, takes a while.
        attached = SimpleLazyObject(lambda: [as_json("lists", [list_data(sheet) for sheet in sheets], about=title)])
    pages = (page for sheet in sheets for page in pages_for_sure(sheet, look))
    return _document(tournament, pages, look.ruling, title=title, attached=attached)


def _document(tournament: Tournament, pages: Iterable[Page], ruling: SheetRuling, **more: Any) -> Document:
    every, on_each = list(pages), 2 if ruling.leaf is Leaf.TWO else 1
    leaves = [every[start : start + on_each] for start in range(0, len(every), on_each)]
    drawn = {
        form: drawn_for_sure(form) if form else None for form in dict.fromkeys(page["form"] for page in chain(*leaves))
    }
    shared = [tuple(page["form"] for page in leaf) for leaf in leaves]
    numbers = {values: number for number, values in enumerate(dict.fromkeys(shared))}
    measures, is_entered = measures_of(ruling.leaf), any(form and not form.is_blank for form in drawn)
    return event_document(
        tournament,
        "score_sheets",
        context={
            **heading(
                tournament,
                room=measures.event,
                largest=measures.title,
                is_organiser_named=True,
                beside=(measures.about, measures.title + 1),
            ),
            "ruling": ruling,
            "pages": [[(page, drawn[page["form"]]) for page in leaf] for leaf in leaves],
            "journal": journal_on_sheets(tournament, room=measures.journal) if is_entered else (),
        },
        forms=[[(form, drawn[form]) for form in number] for number in numbers],
        under=[numbers[values] for values in shared],
        **more,
    )
