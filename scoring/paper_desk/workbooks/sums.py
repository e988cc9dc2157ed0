"""What a list adds up to: the value of each deal, its declarer's running total, the sums below (SkWO 5, 8.11).

The workbook only adds: what a game is worth it finds on the sheet of the rules, and what a lost one brings the others
stands beside each deal.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from openpyxl.styles import Alignment, Font
from openpyxl.utils import column_index_from_string

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording.games import short_names_at
from scoring.rules.results.performance import performance
from tables.sheets.dress import FONT, write

DECLARER: Final = "C"
VALUE: Final = "J"
TOTALS: Final = "KLMN"
"""The columns of the totals, from seat 1 on."""

HIDDEN: Final = "STUV"
"""The columns that say what a lost game brings each seat if another loses it; nothing for who is not there."""

WIDTHS: Final = (10, 9)
RIGHT: Final = Alignment(horizontal="right", indent=1)


def columns(sheet: Sheet) -> Iterator[tuple[str, str, int]]:
    """Yield the letter, the heading and the width in characters of each column that is shown."""
    yield VALUE, _("Game value"), WIDTHS[0]
    for letter, seat, name in zip(TOTALS, sheet.seats, short_names_at(sheet.seats), strict=False):
        yield letter, f"{seat.place} {name}", WIDTHS[1]


def last_column(sheet: Sheet) -> int:
    """Return the number of the last column that is shown."""
    return column_index_from_string(TOTALS[len(sheet.seats) - 1])


def write_deal(worksheet: Any, sheet: Sheet, number: int, *, row: int, first: int, value: str) -> Iterator[Any]:
    """Write a deal's value and totals, and yield their cells.

    What is entered has its figures from the rules; of the others ``value`` is the formula.
    """
    line = sheet.lines[number - 1] if number <= len(sheet.lines) else None
    if line is None:
        worksheet[f"{VALUE}{row}"] = value
    elif line.booking is not None:
        worksheet[f"{VALUE}{row}"] = line.booking.points
    yield _figure(worksheet, f"{VALUE}{row}")
    present = sheet.game_list.turn(number).present
    for place, (letter, hidden) in enumerate(zip(TOTALS, HIDDEN, strict=True), start=1):
        if place > len(sheet.seats):
            break
        worksheet[f"{hidden}{row}"] = bonus(len(present)) if place in present else 0
        if line is None:
            declarers, values = f"${DECLARER}${first}:${DECLARER}{row}", f"${VALUE}${first}:${VALUE}{row}"
            worksheet[f"{letter}{row}"] = (
                f'=IF(AND(${DECLARER}{row}={place},ISNUMBER(${VALUE}{row})),SUMIF({declarers},{place},{values}),"")'
            )
        elif line.booking is not None and line.deal.declarer == place:
            worksheet[f"{letter}{row}"] = line.totals[place - 1]
        yield _figure(worksheet, f"{letter}{row}")


def bonus(players: int) -> int:
    """Return what somebody gets for a game that another of so many loses (SkWO 5.1)."""
    return performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=players)


def write_sums(worksheet: Any, sheet: Sheet, *, first: int, last: int) -> None:
    """Write the computation below the deals, line by line as it is on the sheet."""
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=len(sheet.seats))
    bonuses = sorted({bonus(len(turn.present)) for turn in sheet.game_list.turns})
    words = (
        _("Game points"),
        _("Won"),
        _("Lost"),
        _("(Won − lost) × %(points)s") % {"points": own},
        _("Lost by the others"),
        "× " + " / ".join(map(str, bonuses)),
        _("Total"),
    )
    for at, text in enumerate(words, start=last + 1):
        is_total = at == last + len(words)
        label = write(worksheet, at, column_index_from_string(VALUE), text)
        label.alignment, label.font = RIGHT, Font(name=FONT, bold=is_total, size=11)
        for place, (letter, hidden) in enumerate(zip(TOTALS, HIDDEN, strict=True), start=1):
            if place <= len(sheet.seats):
                formulas = list(_sums(place, letter, hidden, own=own, first=first, last=last))
                worksheet[f"{letter}{at}"] = formulas[at - last - 1]
                _figure(worksheet, f"{letter}{at}").font = Font(name=FONT, bold=is_total, size=11)


def _sums(place: int, letter: str, hidden: str, *, own: int, first: int, last: int) -> Iterator[str]:
    declarers, values, given = (f"${one}${first}:${one}${last}" for one in (DECLARER, VALUE, hidden))
    # Empty cells are text to a comparison, which is more than any number.
    by_another = f"({declarers}<>{place})*({values}<0)"
    yield f"=SUMIF({declarers},{place},{values})"
    yield f'=COUNTIFS({declarers},{place},{values},">0")'
    yield f'=COUNTIFS({declarers},{place},{values},"<0")'
    yield f"=({letter}{last + 2}-{letter}{last + 3})*{own}"
    yield f"=SUMPRODUCT({by_another}*({given}>0))"
    yield f"=SUMPRODUCT({by_another}*{given})"
    yield f"={letter}{last + 1}+{letter}{last + 4}+{letter}{last + 6}"


def _figure(worksheet: Any, at: str) -> Any:
    cell = worksheet[at]
    cell.alignment, cell.number_format = RIGHT, "0"
    return cell
