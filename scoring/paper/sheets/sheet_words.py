"""The fixed words of a score sheet's form."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.sheets.control import blank_control_line
from scoring.paper.sheets.entries import SIGN
from scoring.paper.sheets.form import Form
from scoring.paper.sheets.seated import BEGINS
from scoring.paper.sheets.sheet_lines import SEAT_HEADING, edges, player_edges, seat_tops
from scoring.paper.typesetting.drawing import Label, turned
from scoring.paper.typesetting.fitting import broken, width
from scoring.paper.typesetting.measuring import Face
from scoring.rules.contract import Game
from scoring.rules.results.performance import performance
from scoring.rules.values import BASE_VALUE, NULL_VALUE

GAP: Final = "\N{EN SPACE}"


def words(form: Form) -> Iterator[Label]:
    """Yield the fixed words of a form."""
    yield from _played_words(form)
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
    """Return the size in which a fixed word stays in its room, in whatever language."""
    return round(min(size, room / (width(text, Face.BOLD if is_bold else Face.PLAIN) or 1)), 2)


def _played_words(form: Form) -> Iterator[Label]:
    texts = pgettext("of a series", "Begin"), pgettext("of a series", "End")
    for (x, _to_x, y), text in zip(form.measures.played, texts, strict=True):
        yield Label(text=text, x=x, y=y - 0.5, size=form.measures.word)


def _seat_words(form: Form) -> Iterator[Label]:
    seat, _number, name, club, _end = form.measures.seat_columns
    y, size = form.measures.seats + SEAT_HEADING - 0.7, form.measures.word
    yield Label(text=_("Seat"), x=seat + 0.6, y=y, size=size)
    yield Label(text=_("No."), x=BEGINS[1], y=y, size=size)
    for x, text in ((name, _("Name")), (club, _("Club, team"))):
        yield Label(text=text, x=x + 1, y=y, size=size)


def _values(form: Form) -> Label:
    """Return the values of the games in one line (SkWO 2)."""
    suits = GAP.join(f"{SIGN[game]} {value}" for game, value in BASE_VALUE.items() if game is not Game.GRAND)
    null = GAP.join(
        f"{name} {NULL_VALUE[told]}"
        for told, name in (
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
    bonuses = sorted({_bonus(len(turn.present)) for turn in form.turns})
    texts = (
        _("Game points, won, lost"),
        _("(Won − lost) × %(points)s") % {"points": own},
        _("Lost by the others × %(points)s") % {"points": " / ".join(map(str, bonuses))},
        _("Total"),
        _("Fee for lost games"),
    )
    measures, x = form.measures, round(form.players - 1.2, 2)
    room = x - measures.box - 1
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
        text = blank_control_line(form.seats)
        yield Label(text=text, x=0, y=measures.control + 2.6, size=_fitting(text, measures.word, form.width))


def _bonus(seats: int) -> int:
    return performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=seats)


def _direction_words(form: Form) -> Iterator[Label]:
    measures, size = form.measures, form.measures.word
    title = broken(_("Corrections and rulings"), room=(measures.box - 2) / size, face=Face.BOLD)
    for number, text in enumerate(title, start=1):
        yield Label(text=text, x=1, y=round(form.sums + 0.4 + 2.4 * number, 2), size=size, is_bold=True)
    for text, y in ((_("Received"), measures.signatures - 5.4), (_("Checked"), measures.signatures - 0.8)):
        small = _fitting(text, size, measures.box * 0.36 - 1.4)
        yield Label(text=text, x=1, y=round(y, 2), size=small)
    agrees = broken(_("Second list agrees"), room=(measures.box - 6) / size)
    for number, text in enumerate(reversed(agrees)):
        yield Label(text=text, x=5.2, y=round(measures.control - 1.5 - 2.1 * number, 2), size=size)
