"""The lines of a score sheet's form."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from scoring.paper.sheets.columns import PLAYER
from scoring.paper.sheets.form import Form
from scoring.paper.sheets.measures import SUM_LINES
from scoring.paper.typesetting.drawing import Line, box

SEAT_HEADING: Final = 2.6
"""Height of the words above the seats."""


def thin_lines(form: Form) -> Iterator[Line]:
    """Yield the thin lines of a form."""
    yield from _played_lines(form)
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


def _played_lines(form: Form) -> Iterator[Line]:
    """Yield where the times of the beginning and of the end are written."""
    for x, to_x, y in form.measures.played:
        yield (x, y, to_x, y)


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
    """Yield the lines of the computation: games won and lost stand beside the game points, and what both bring."""
    measures, columns = form.measures, edges(form)
    for number in range(1, SUM_LINES):
        y = form.sums + form.sum * number
        yield (measures.box, y, form.passed, y)
    for seat in range(form.seats):
        points, won = columns[len(form.deal) + 3 * seat :][:2]
        yield (points, form.sums, points, form.sums + 3 * form.sum)
        yield (won, form.sums, won, form.sums + form.sum)
    for y in (measures.signatures - 5, measures.signatures - 0.4):
        yield (measures.box * 0.36, y, measures.box - 2, y)
    y = measures.control - 1.2
    yield from box(2, y - 2.2, 4.2, y)


def _heavy_sum_lines(form: Form) -> Iterator[Line]:
    measures, bottom = form.measures, form.measures.control - 0.4
    total = form.sums + 4 * form.sum
    yield (0, form.sums, form.passed, form.sums)
    yield (measures.box, total - form.sum, form.passed, total - form.sum)
    yield (measures.box, total, form.passed, total)
    yield (measures.box, measures.signatures, form.passed, measures.signatures)
    yield (0, bottom, form.passed, bottom)
    for x in (0, measures.box, *player_edges(form)):
        yield (x, form.sums, x, bottom)
