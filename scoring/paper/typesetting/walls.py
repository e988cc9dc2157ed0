"""Lists that are read from afar: rows in the largest letters at which a field fits its pages (SkWO 6.3, 7.1).

Sizes are in points, widths and heights in millimetres. ``print/walls.css`` has a class for every size and every width.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.paper.typesetting.columns import Columns, Look, Row, Widths
from scoring.paper.typesetting.measuring import Face
from scoring.paper.typesetting.wrapping import POINT, SMALLEST, Text, in_lines, wrapped

LINES: Final = (1.7, 1.6, 1.5, 1.4, 1.3, 1.2)
"""Heights of a line, in sizes of its letters: the highest that takes no further page."""

LINE: Final = LINES[-1]
HEADS: Final = 1.6
"""Height of the heads of columns with their line, in sizes of their letters."""

RULE, HEAVY = 0.15, 0.42
"""Heights of the line below a row, and of that above one that stands apart."""

SHARES: Final = (0.66, 0.62, 0.58, 0.54, 0.5, 0.46, 0.42)
"""Parts of the room between the figures that names may take: the one that makes the fewest lines is taken."""

MOST_SMALLER: Final = 0.1
"""Part of the rows that may have a name in smaller letters before it is worth while to turn the paper."""

MOST_IN_TWO: Final = 0.2
"""Part of the rows that may take two lines; letters smaller than the largest are read more easily than more of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How large letters are."""

    largest: int
    least: int
    """Unless somebody chose the number of pages."""

    a_page: int
    """Names of a field that is put on one page if nobody says otherwise, where they fit."""


ON_A_WALL: Final = Sizes(largest=48, least=14, a_page=60)
IN_A_HALL: Final = Sizes(largest=72, least=24, a_page=20)
AT_A_DESK: Final = Sizes(largest=14, least=11, a_page=44)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where rows may stand on a page."""

    across: float
    down: float
    foot: float = 0
    """How much of that is needed below the last of all rows."""

    columns: int = 1
    """How many columns of rows stand side by side, each as wide as ``across``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow:
    """A row as it is set."""

    row: Row
    lead: str
    """Figures before the name, column by column."""

    behind: str
    name: Text
    beside: Text

    def height(self, size: int, line: float) -> float:
        """Return its height where letters have a size, and lines a height in that."""
        texts = (max(len(text.lines), 1) * text.size for text in (self.name, self.beside))
        return max(*texts, 0 if self.row.look is Look.NOTE else size) * line * POINT + (
            HEAVY if self.row.is_apart else RULE
        )


Page = tuple[tuple[SetRow, ...], ...]
"""Columns of rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A list as it is set: the size of its letters, its columns, its pages."""

    size: int
    line: float
    widths: Widths
    pages: tuple[Page, ...]
    columns: int
    """How many columns of rows a page has room for."""

    @property
    def is_crowded(self) -> bool:
        """Whether many names have to be smaller than others."""
        return _smaller(self) > MOST_SMALLER * len(self.rows) + 1

    @property
    def spacing(self) -> str:
        """What the style sheet calls the height of its lines."""
        return f"line-{round(10 * self.line)}"

    @property
    def rows(self) -> list[SetRow]:
        """All rows, in the order they are read."""
        return [row for page in self.pages for column in page for row in column]


def wall(rows: Sequence[Row], columns: Columns, room: Room, *, sizes: Sizes, pages: int | None = None) -> Wall:
    """Return rows in the largest size in which they fit so many pages.

    ``pages`` is how many somebody chose: to fit them rows may be as small as ``SMALLEST``. Else they are as many as is
    usual for so many names, and more where even the least size does not fit them.
    """
    least = SMALLEST if pages else sizes.least
    most = pages or -(-len(rows) // sizes.a_page) or 1
    if found := _largest(rows, columns, room, range(sizes.largest, least - 1, -1), most, is_chosen=bool(pages)):
        return found
    enough = _squeezed(rows, columns, room, least)
    # Who takes more pages fills them.
    larger = range(sizes.largest, enough.size, -1)
    return _largest(rows, columns, room, larger, len(enough.pages), is_chosen=bool(pages)) or enough


def _largest(
    rows: Sequence[Row], columns: Columns, room: Room, sizes: Iterable[int], most: int, *, is_chosen: bool
) -> Wall | None:
    """Return rows in the first of these sizes in which they fit so many pages, if they do in any."""
    notes = sum(row.look is Look.NOTE for row in rows)
    for size in sizes:
        # What does not fit even in a line each need not be tried.
        high = ((len(rows) - notes) * size + notes * SMALLEST) * LINE * POINT
        if high > most * room.columns * room.down:
            continue
        if not columns.has_room(across=room.across, size=size):
            continue
        found = _set(rows, columns, size, room)
        if len(found.pages) <= most and (_is_even(found) or (is_chosen and not _smaller(found))):
            return found
    return None


def left_over(found: Wall, room: Room) -> int:
    """Return how many rows of a line have room below the last one."""
    [last] = found.pages[-1]
    high = found.line * found.size * POINT + RULE
    return int((_down(room, found.widths) - room.foot - _height(last, found.size, found.line)) / high)


def _down(room: Room, widths: Widths) -> float:
    """Return the room for rows below their heads."""
    return room.down - widths.head * HEADS * POINT


def _squeezed(rows: Sequence[Row], columns: Columns, room: Room, least: int) -> Wall:
    """Return rows in the largest size not above the least that leaves room for names beside many figures."""
    sizes = range(least, SMALLEST - 1, -1)
    enough = (size for size in sizes if columns.has_room(across=room.across, size=size))
    return _set(rows, columns, next(enough, SMALLEST), room)


def _is_even(found: Wall) -> bool:
    """Test whether few rows take two lines, and none has smaller letters than others."""
    rows = found.rows
    twice = sum(max(len(row.name.lines), len(row.beside.lines)) > 1 for row in rows if row.row.look is not Look.NOTE)
    return not _smaller(found) and twice <= MOST_IN_TWO * len(rows) + 1


def _smaller(found: Wall) -> int:
    return sum(_is_smaller(row, found.size) for row in found.rows)


def _is_smaller(row: SetRow, size: int) -> bool:
    return row.row.look is not Look.NOTE and min(row.name.size, row.beside.size) < size


def _set(rows: Sequence[Row], columns: Columns, size: int, room: Room) -> Wall:
    shares = SHARES if columns.beside else (1.0,)
    tried = [columns.widths(across=room.across, size=size, share=share) for share in shares]
    widths = min(tried, key=lambda one: _cost(rows, one, size)) if columns.beside else tried[0]
    found = [_row(row, widths, size, room.across) for row in rows]
    below = replace(room, down=_down(room, widths))
    tightest = _pages(found, below, size, LINE)
    for line in LINES:
        pages = _pages(found, below, size, line)
        if len(pages) <= len(tightest):
            return Wall(size=size, line=line, widths=widths, pages=pages, columns=room.columns)
    return Wall(size=size, line=LINE, widths=widths, pages=tightest, columns=room.columns)


def _cost(rows: Sequence[Row], widths: Widths, size: int) -> tuple[int, int]:
    """Return how many texts would have to be smaller than others, and how many lines all would take."""
    em = size * POINT
    smaller = taken = 0
    for row in rows:
        counts = (len(in_lines(row.name, widths.name / em)), len(in_lines(row.beside, widths.beside / em)))
        smaller += sum(count > 2 for count in counts)
        taken += max(counts)
    return smaller, taken


def _row(row: Row, widths: Widths, size: int, across: float) -> SetRow:
    lead, behind = widths.padded(row)
    # Without it who reads aloud, or copies, would take number and name for one word.
    lead = f"{lead} " if lead else lead
    if row.look is Look.NOTE:
        name = wrapped(row.name, room=across - 1, size=SMALLEST)
    else:
        room = widths.inset if row.look is Look.MEMBER else widths.name
        name = wrapped(row.name, room=room, size=size, face=Face.BOLD if row.look is Look.TEAM else Face.PLAIN)
    beside = wrapped(row.beside, room=widths.beside, size=size) if row.beside else Text(lines=(), size=name.size)
    return SetRow(row=row, lead=lead, behind=behind, name=name, beside=beside)


def _pages(rows: Sequence[SetRow], room: Room, size: int, line: float) -> tuple[Page, ...]:
    found = list(_columns(rows, room.down, size, line))
    if len(found) % room.columns == 0 and _height(found[-1], size, line) > room.down - room.foot:
        *whole, last = _groups(found[-1])
        # What stands below the last row needs one above it.
        found[-1:] = [tuple(row for group in whole for row in group), tuple(last)] if whole else [found[-1], ()]
    return tuple(tuple(found[at : at + room.columns]) for at in range(0, len(found), room.columns))


def _height(rows: Sequence[SetRow], size: int, line: float) -> float:
    return sum(row.height(size, line) for row in rows)


def _columns(rows: Sequence[SetRow], down: float, size: int, line: float) -> Iterator[tuple[SetRow, ...]]:
    """Yield the rows of each column; those that belong together stay together wherever a column has room for them."""
    column: list[SetRow] = []
    taken = 0.0
    for group in _groups(rows):
        needed = _height(group, size, line)
        if column and taken + needed > down:
            yield tuple(column)
            column, taken = [], 0.0
        for row in group:
            high = row.height(size, line)
            if column and taken + high > down:
                yield tuple(column)
                column, taken = [], 0.0
            column.append(row)
            taken += high
    yield tuple(column)


def _groups(rows: Sequence[SetRow]) -> Iterator[list[SetRow]]:
    group: list[SetRow] = []
    for one in rows:
        if group and one.row.is_first:
            yield group
            group = []
        group.append(one)
    if group:
        yield group
