"""What is printed of the form of a score sheet: its lines and its fixed words."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final

from django.utils.translation import gettext as _

from scoring.paper.sheets.control import blank_control_line
from scoring.paper.sheets.form import (
    CHARACTER,
    CONTROL,
    DEAL,
    HEADINGS,
    HEIGHT,
    PLAYER,
    PLAYERS,
    ROWS,
    SEATS,
    SIGNATURES,
    SUM,
    SUMS,
    WIDTH,
    Form,
)
from scoring.paper.typesetting.drawing import Drawing, Label, Line, box, path, turned
from scoring.rules.results.performance import performance

BOX: Final = 43.2
"""Width of the direction's box beside the computation."""

NAMES: Final = 4.8
"""Height of the players' names over their columns."""

SEAT_COLUMNS: Final = (0.0, 6.0, 18.0, 82.0, 128.0)
SEAT_HEADING: Final = 3.0
SEAT_BLOCK: Final = 16.4
"""Height of the lines of all seats together."""


def draw(form: Form) -> Drawing:
    """Return the lines and words of a form."""
    thin, heavy = [*_seat_lines(form), *_row_lines(form)], [*_heavy_lines(form)]
    labels = [*_seat_words(form), *_headings(form)]
    if form.is_last:
        thin += _sum_lines(form)
        heavy += _heavy_sum_lines(form)
        labels += [*_sum_words(form), *_direction_words()]
    else:
        words = _("Continued on page %(page)s") % {"page": form.page + 1}
        labels.append(Label(text=words, x=WIDTH, y=SUMS + 5, size=2.8, anchor="end"))
    return Drawing(
        width=WIDTH, height=HEIGHT, thin=path(thin, across=WIDTH), heavy=path(heavy, across=WIDTH), labels=tuple(labels)
    )


def _edges(form: Form) -> list[float]:
    """Return where the columns of the deals end, the players' from the first on."""
    characters = [column.characters for column in DEAL]
    return [round(CHARACTER * end, 3) for end in accumulate(characters + [*PLAYER[form.seats]] * form.seats)]


def _player_edges(form: Form) -> list[float]:
    """Return where each player's columns begin, and where the last one's end."""
    step = sum(PLAYER[form.seats]) * CHARACTER
    return [round(PLAYERS + step * seat, 3) for seat in range(form.seats + 1)]


def _bottom(form: Form) -> float:
    """Return where the rows end."""
    return ROWS + form.row * (form.last - form.first + 1)


def _seat_tops(form: Form) -> list[float]:
    step = SEAT_BLOCK / form.seats
    return [SEATS + SEAT_HEADING + step * seat for seat in range(form.seats + 1)]


def _seat_lines(form: Form) -> Iterator[Line]:
    tops = _seat_tops(form)
    for y in tops:
        yield (SEAT_COLUMNS[0], y, SEAT_COLUMNS[-1], y)
    for x in SEAT_COLUMNS:
        yield (x, tops[0], x, tops[-1])


def _row_lines(form: Form) -> Iterator[Line]:
    for row in range(1, form.last - form.first + 1):
        if row not in form.rounds:
            y = ROWS + form.row * row
            yield (0, y, WIDTH, y)
    whole = set(_player_edges(form)) | {_edges(form)[-1]}
    for number, x in enumerate(_edges(form), start=1):
        if x not in whole:
            yield (x, HEADINGS + NAMES if number > len(DEAL) else HEADINGS, x, _bottom(form))
    yield (PLAYERS, HEADINGS + NAMES, _player_edges(form)[-1], HEADINGS + NAMES)


def _heavy_lines(form: Form) -> Iterator[Line]:
    bottom = _bottom(form)
    yield (0, HEADINGS, WIDTH, HEADINGS)
    for row in (0, *form.rounds):
        y = ROWS + form.row * row
        yield (0, y, WIDTH, y)
    for x in (0, *_player_edges(form), WIDTH):
        yield (x, HEADINGS, x, bottom)


def _sum_lines(form: Form) -> Iterator[Line]:
    right = _player_edges(form)[-1]
    for number in range(1, 6):
        yield (BOX, SUMS + SUM * number, right, SUMS + SUM * number)
    for y in (SIGNATURES - 5, SIGNATURES - 0.4):
        yield (BOX * 0.36, y, BOX - 2, y)
    yield from box(2, SIGNATURES + 4.2, 4.6, SIGNATURES + 6.8)


def _heavy_sum_lines(form: Form) -> Iterator[Line]:
    players = _player_edges(form)
    yield (0, SUMS, players[-1], SUMS)
    yield (BOX, SIGNATURES - SUM, players[-1], SIGNATURES - SUM)
    yield (BOX, SIGNATURES, players[-1], SIGNATURES)
    yield (0, CONTROL - 0.5, players[-1], CONTROL - 0.5)
    for x in (0, BOX, *players):
        yield (x, SUMS, x, CONTROL - 0.5)


def _seat_words(form: Form) -> Iterator[Label]:
    y = SEATS + SEAT_HEADING - 0.8
    for x, text in ((SEAT_COLUMNS[0], _("Seat")), (SEAT_COLUMNS[2], _("Name")), (SEAT_COLUMNS[3], _("Club, team"))):
        yield Label(text=text, x=x + 1, y=y)
    yield Label(text=_("No."), x=SEAT_COLUMNS[2] - 1, y=y, anchor="end")
    for seat, (top, bottom) in enumerate(pairwise(_seat_tops(form)), start=1):
        yield Label(text=str(seat), x=3, y=(top + bottom) / 2 + 1.2, size=3.4, anchor="middle", is_bold=True)


def _headings(form: Form) -> Iterator[Label]:
    edges = _edges(form)
    begins = [0.0, *edges]
    for begin, end, column in zip(begins, edges, DEAL, strict=False):
        yield from turned(column.label, begin, end, bottom=ROWS, room=ROWS - HEADINGS)
    for seat, begin in enumerate(_player_edges(form)[:-1]):
        ends = edges[len(DEAL) + 3 * seat :][:3]
        yield Label(text=str(seat + 1), x=begin + 1.2, y=HEADINGS + 3.6, size=3.4, is_bold=True)
        yield Label(text=_("points"), x=(begin + ends[0]) / 2, y=ROWS - 1.2, anchor="middle")
        yield from turned([_("won")], ends[0], ends[1], bottom=ROWS, room=ROWS - HEADINGS - NAMES)
        yield from turned([_("lost")], ends[1], ends[2], bottom=ROWS, room=ROWS - HEADINGS - NAMES)
    yield from turned([_("passed in")], edges[-1], WIDTH, bottom=ROWS, room=ROWS - HEADINGS)


def _sum_words(form: Form) -> Iterator[Label]:
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=form.seats)
    bonuses = sorted({_bonus(len(turn.present)) for turn in form.turns})
    words = (
        _("Game points"),
        _("Won"),
        _("Lost"),
        _("(Won − lost) × %(points)s") % {"points": own},
        _("Lost by the others"),
        "× " + " / ".join(map(str, bonuses)),
        _("Total"),
    )
    for number, text in enumerate(words, start=1):
        is_total = number == len(words)
        y = SUMS + SUM * number - 1
        yield Label(text=text, x=PLAYERS - 1.5, y=y, size=2.5, anchor="end", is_bold=is_total)
    yield Label(text=_("Signature"), x=PLAYERS - 1.5, y=CONTROL - 1.8, size=2.5, anchor="end")
    # Where players change no one factor holds for the whole list.
    if form.is_blank and len(bonuses) == 1:
        yield Label(text=blank_control_line(form.seats), x=0, y=CONTROL + 2.2)


def _bonus(seats: int) -> int:
    return performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=seats)


def _direction_words() -> Iterator[Label]:
    yield Label(text=_("Corrections and rulings"), x=1, y=SUMS + 2.8, is_bold=True)
    yield Label(text=_("Received"), x=1, y=SIGNATURES - 5.4)
    yield Label(text=_("Checked"), x=1, y=SIGNATURES - 0.8)
    yield Label(text=_("Second list agrees"), x=6, y=SIGNATURES + 6.4)
