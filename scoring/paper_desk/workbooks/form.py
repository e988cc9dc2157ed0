"""A list as a workbook to be filled in: its cells take only what the rules allow, and it is read back whole."""

import io
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.datavalidation import DataValidation

from scoring.lists.selectors.sheets import Sheet
from scoring.paper_desk.workbooks import rules as list_rules
from scoring.paper_desk.workbooks import sums as list_sums
from scoring.paper_desk.workbooks.rules import RulesSheet
from scoring.paper_desk.workbooks.words import GAMES, HEADINGS, LEVELS, PASSED, RESULTS, Cell, announcements, flags_of
from scoring.rules.game_list.deals import Deal
from tables.sheets import sheet_titles
from tables.sheets.dress import FONT, LINE, dress, millimetres, write, write_above
from tables.sheets.opendocument.document import as_opendocument
from tables.tournaments.wording import above

LETTER: Final = dict(zip(Cell, "ABCDEFGHI", strict=True))
WIDTH: Final = dict(zip(Cell, (7, 7, 14, 11, 11, 25, 10, 11, 11), strict=True))
KIND, FOR_RESULT, FOR_LEVEL = "P", "Q", "R"
"""Hidden columns with the helpers."""

EVENT, TABLE, PLAYERS, ASKED, HEADS = 1, 3, 4, 8, 9
"""The rows that something stands in or begins in, above the deals."""

THIN, HEAVY = Side(style="thin", color="999999"), Side(style="medium")
LOCKED: Final = PatternFill("solid", fgColor="EEEEEE")


def list_mark(sheet: Sheet) -> str:
    """Return what says whose list a workbook is."""
    table = sheet.row.table
    return f"{table.series.tournament.slug}/{table.series.number}/{table.number}"


def list_workbook(sheet: Sheet, ending: str = "xlsx") -> bytes:
    """Return the list of a table as a workbook, with the deals entered so far, the others to be filled in.

    Each deal shows its value and its declarer's total as on the sheet, those to be filled in as soon as they are.
    """
    book = Workbook()
    book.properties.creator = ""
    worksheet: Any = book.active
    worksheet.title = sheet_titles([_("List")])[0]
    hidden = book.create_sheet(list_rules.TITLE)
    hidden.sheet_state = "hidden"
    rules = RulesSheet(hidden)
    _head(worksheet, sheet)
    first, last = HEADS + 1, HEADS + sheet.game_list.length
    for number in range(1, sheet.game_list.length + 1):
        _line(worksheet, rules, sheet, number)
    list_sums.write_sums(worksheet, sheet, first=first, last=last)
    for validation in _validations(rules, sheet, first=first, last=last):
        worksheet.add_data_validation(validation)
    _look(worksheet, sheet)
    if ending == "ods":
        return as_opendocument(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _head(worksheet: Any, sheet: Sheet) -> None:
    write_above(worksheet, [*above(sheet.row.table.series.tournament, at=None), _table(sheet)])
    mark = write(worksheet, TABLE, list_sums.last_column(sheet), list_mark(sheet))
    mark.font, mark.alignment = Font(name=FONT, size=8, color="777777"), Alignment(horizontal="right")
    for row, seat in enumerate(sheet.seats, start=PLAYERS):
        entrant = seat.entrant
        words = [_("No. %(number)s") % {"number": entrant.number}, entrant.name, entrant.club]
        worksheet.cell(row=row, column=1, value=seat.place).alignment = Alignment(horizontal="center")
        write(worksheet, row, 2, " · ".join(word for word in words if word))
    asked = _("Fill in the white cells. Each offers what the rules allow; leave out what is not played.")
    write(worksheet, ASKED, 1, asked)
    for letter, heading, width in (*_columns(), *list_sums.columns(sheet)):
        head = write(worksheet, HEADS, column_index_from_string(letter), heading)
        head.font, head.fill = Font(name=FONT, bold=True, size=11), LOCKED
        head.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
        worksheet.column_dimensions[letter].width = width


def _columns() -> Iterator[tuple[str, str, int]]:
    for cell, letter in LETTER.items():
        yield letter, str(HEADINGS[cell]), WIDTH[cell]


def _table(sheet: Sheet) -> str:
    table = sheet.row.table
    return _("Series %(series)s, table %(table)s") % {"series": table.series.number, "table": table.number}


def _line(worksheet: Any, rules: RulesSheet, sheet: Sheet, number: int) -> None:
    row = HEADS + number
    entered = sheet.lines[number - 1].deal if number <= len(sheet.lines) else None
    values = {
        Cell.DEAL: number,
        Cell.DEALER: sheet.game_list.dealer_of(number),
        **(_entered(entered) if entered else {}),
    }
    turns = sheet.game_list.turns
    is_last = number == len(turns) or turns[number - 1].round != turns[number].round
    for cell, letter in LETTER.items():
        place = write(worksheet, row, column_index_from_string(letter), values.get(cell))
        place.border = Border(left=THIN, right=THIN, top=THIN, bottom=HEAVY if is_last else THIN)
        place.alignment = Alignment(horizontal="left" if cell in (Cell.GAME, Cell.ANNOUNCED) else "center")
        is_fixed = cell in (Cell.DEAL, Cell.DEALER) or entered is not None
        place.protection = Protection(locked=is_fixed)
        if is_fixed:
            place.fill = LOCKED
    read = (Cell.GAME, Cell.MATADORS, Cell.ANNOUNCED, Cell.RESULT)
    cells = [f"${LETTER[cell]}{row}" for cell in read] + [f"${letter}{row}" for letter in (KIND, FOR_RESULT, FOR_LEVEL)]
    for place, formula in list_rules.formulas(rules, cells).items():
        worksheet[place.replace("$", "")] = formula
    filled = [f"${LETTER[cell]}{row}" for cell in (*read, Cell.LEVEL, Cell.BID)]
    value = list_rules.value(rules, filled, f"${KIND}{row}")
    for place in list_sums.write_deal(worksheet, sheet, number, row=row, first=HEADS + 1, value=value):
        place.border = Border(left=THIN, right=THIN, top=THIN, bottom=HEAVY if is_last else THIN)
        place.fill = LOCKED


def _entered(deal: Deal) -> dict[Cell, str | int | None]:
    played = deal.played
    if played is None:
        return {Cell.GAME: str(GAMES[PASSED])}
    level = "schwarz" if played.schwarz else "schneider" if played.schneider else ""
    return {
        Cell.DECLARER: deal.declarer,
        Cell.GAME: str(GAMES[played.contract.game]),
        Cell.MATADORS: played.matadors,
        Cell.ANNOUNCED: str(announcements(played.contract.game)[flags_of(played.contract)]),
        Cell.RESULT: str(RESULTS[played.won]),
        Cell.LEVEL: str(LEVELS[level]),
        Cell.BID: played.bid,
    }


def _validations(rules: RulesSheet, sheet: Sheet, *, first: int, last: int) -> Iterator[DataValidation]:
    """Yield what each column takes; what a line takes follows from what stands before it."""
    kind = f"${KIND}{first}"
    offered = {
        Cell.GAME: rules.games,
        Cell.MATADORS: f'IF({kind}="s",{rules.of_suits},IF({kind}="g",{rules.of_grand},{rules.nothing}))',
        Cell.ANNOUNCED: f'IF({kind}="n",{rules.in_null},IF({_is_trump(kind)},{rules.in_trumps},{rules.nothing}))',
        Cell.RESULT: list_rules.offer(rules, f"${FOR_RESULT}{first}"),
        Cell.LEVEL: list_rules.offer(rules, f"${FOR_LEVEL}{first}"),
        Cell.BID: _overbid(rules, kind, f"${LETTER[Cell.RESULT]}{first}"),
    }
    sentences = {
        Cell.GAME: _("A game, or passed in."),
        Cell.MATADORS: _(
            "With 1, 2, 3 …; without −1, −2, −3 …: at most 4 in Grand and 11 in a suit game, none in Null."
        ),
        Cell.ANNOUNCED: _("What can be announced in this game."),
        Cell.RESULT: _("Won or lost, as far as the game before it can be."),
        Cell.LEVEL: _("The level that was reached, as far as this game can have it."),
        Cell.BID: _("Only for a lost game that was overbid: how high was the bid?"),
    }
    for cell, formula in offered.items():
        yield _validation(f"{LETTER[cell]}{first}:{LETTER[cell]}{last}", formula, sentences[cell])
    yield from _declarers(sheet)


def _overbid(rules: RulesSheet, kind: str, result: str) -> str:
    return f'IF(AND({_is_trump(kind)},{result}="{RESULTS[False]}"),{rules.bids},{rules.nothing})'


def _is_trump(kind: str) -> str:
    return f'OR({kind}="s",{kind}="g")'


def _declarers(sheet: Sheet) -> Iterator[DataValidation]:
    """Yield for each dealer who may play in their deals: at a table of four not the dealer (ISkO 3.2.7)."""
    numbers: dict[tuple[int, ...], list[int]] = {}
    for number in range(1, sheet.game_list.length + 1):
        numbers.setdefault(sheet.game_list.players_of(number), []).append(number)
    words = _("The declarer's seat. At a table of four the dealer sits out.")
    for players, deals in numbers.items():
        cells = " ".join(f"{LETTER[Cell.DECLARER]}{HEADS + number}" for number in deals)
        yield _validation(cells, f'"{",".join(map(str, players))}"', words)


def _validation(cells: str, formula: str, words: str) -> DataValidation:
    return DataValidation(
        type="list",
        formula1=formula,
        sqref=cells,
        allow_blank=True,
        showErrorMessage=True,
        errorStyle="stop",
        errorTitle=_("Not possible"),
        error=words[:220],
    )


def _look(worksheet: Any, sheet: Sheet) -> None:
    for letter in (KIND, FOR_RESULT, FOR_LEVEL, *list_sums.HIDDEN):
        worksheet.column_dimensions[letter].hidden = True
    widths = [width for _letter, _heading, width in (*_columns(), *list_sums.columns(sheet))]
    worksheet.row_dimensions[HEADS].height = 2 * LINE
    dress(
        worksheet,
        heads=HEADS,
        width=sum(map(millimetres, widths)),
        foot=(sheet.row.table.series.tournament.name, _table(sheet)),
        rows=worksheet.max_row,
    )
    # Without a password: it keeps the hand from slipping, nobody out.
    worksheet.protection.sheet = True
    worksheet.protection.formatColumns = False
