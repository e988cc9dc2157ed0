"""A list that comes back as a workbook: every deal in it, and everything that is wrong with it, cell by cell."""

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from scoring.lists.selectors.sheets import Sheet
from scoring.paper_desk.workbooks.form import list_mark
from scoring.paper_desk.workbooks.words import (
    ANNOUNCED,
    GAMES,
    HEADINGS,
    LEVELS,
    NOTHING,
    RESULTS,
    Cell,
    Word,
    announcements,
    read,
)
from scoring.rules.codes import Code
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.valuation import Played
from tables.intake.rows import Line

T = TypeVar("T")

SEARCHED: Final = 40
"""Rows in which the headings are looked for."""

NEEDED: Final = frozenset({Cell.DEAL, Cell.DECLARER, Cell.GAME, Cell.RESULT})
SHOWN: Final = 40
EMPTY: Final = frozenset({"", NOTHING, "-", "—"})
MINUS: Final = str.maketrans({"−": "-", "–": "-"})


class CellCode(enum.StrEnum):
    """Everything that can be wrong with a cell; what the rules find is theirs to say."""

    NO_LIST = "no-list"
    OTHER_LIST = "other-list"
    UNKNOWN_WORD = "unknown-word"
    NO_NUMBER = "no-number"
    MISSING = "missing"
    NOT_IN_GAME = "not-in-game"
    PASSED_WITH_MORE = "passed-with-more"
    NO_SUCH_DEAL = "no-such-deal"
    DEAL_TWICE = "deal-twice"
    ENTERED_OTHERWISE = "entered-otherwise"
    NOTHING_NEW = "nothing-new"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellProblem:
    """One finding: in which deal and column, and the word it is about."""

    code: CellCode
    deal: int | None = None
    cell: Cell | None = None
    detail: str = ""

    @property
    def heading(self) -> str:
        """What stands over the cell."""
        return str(HEADINGS[self.cell]) if self.cell else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList:
    """What a workbook says about a list."""

    deals: tuple[Deal, ...] = ()
    """The deals that are not in the list yet."""

    problems: tuple[CellProblem, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What the rules refuse or ask about the deals that could be read."""

    @property
    def is_refused(self) -> bool:
        """Whether anything has to be mended first."""
        return bool(self.problems) or any(finding.problem.severity == "error" for finding in self.findings)

    def is_lost_as_another(self, deal: Deal) -> bool:
        """Test whether a deal is a Null below its bid, which is lost as another game (ISkO 3.4.4)."""
        return any(
            (finding.deal, finding.problem.code) == (deal.number, Code.NULL_BELOW_BID) for finding in self.findings
        )


class _Wrong(Exception):
    def __init__(self, code: CellCode, cell: Cell | None = None, detail: str = "") -> None:
        super().__init__(code)
        self.code, self.cell, self.detail = code, cell, detail[:SHOWN]


def read_list(lines: Sequence[Line], sheet: Sheet) -> ReadList:
    """Return the deals in the rows of a workbook, held against the list of a table."""
    if (mark := _mark(lines)) and mark != list_mark(sheet):
        return ReadList(problems=(CellProblem(code=CellCode.OTHER_LIST, detail=mark[:SHOWN]),))
    top = next((at for at, line in enumerate(lines[:SEARCHED]) if _columns(line).keys() >= NEEDED), None)
    if top is None:
        return ReadList(problems=(CellProblem(code=CellCode.NO_LIST),))
    columns = _columns(lines[top])
    found = dict[int, Deal]()
    problems: list[CellProblem] = []
    for number, cells in _rows(lines[top + 1 :], columns):
        try:
            deal = _deal(number, cells, length=sheet.game_list.length, known=found)
        except _Wrong as wrong:
            deal_number = int(number) if number.isdecimal() and len(number) < 5 else None
            problems.append(CellProblem(code=wrong.code, deal=deal_number, cell=wrong.cell, detail=wrong.detail))
            continue
        if deal is not None:
            found[deal.number] = deal
    return _held_against(sheet, found, problems)


def _mark(lines: Sequence[Line]) -> str:
    """Return what says whose list it is, if it says so: the only cell above the headings that looks like it."""
    cells = (cell for line in lines[:5] for cell in line.cells)
    return next((cell for cell in cells if cell.count("/") == 2 and cell.rsplit("/", 1)[1].isdecimal()), "")


def _columns(line: Line) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    for at, text in enumerate(line.cells):
        cell = read(text, {cell: HEADINGS[cell] for cell in Cell}) if text else None
        if cell is not None:
            found.setdefault(cell, at)
    return found


def _rows(lines: Iterable[Line], columns: dict[Cell, int]) -> Iterator[tuple[str, dict[Cell, str]]]:
    for line in lines:
        cells = {cell: line.cells[at] if at < len(line.cells) else "" for cell, at in columns.items()}
        said = {cell: "" if text in EMPTY else text for cell, text in cells.items()}
        if any(text for cell, text in said.items() if cell not in (Cell.DEAL, Cell.DEALER)):
            yield said[Cell.DEAL], {cell: said.get(cell, "") for cell in Cell}


def _deal(number: str, cells: dict[Cell, str], *, length: int, known: dict[int, Deal]) -> Deal | None:
    at = _number(cells, Cell.DEAL)
    if at is None or not 1 <= at <= length:
        raise _Wrong(CellCode.NO_SUCH_DEAL, Cell.DEAL, number)
    if at in known:
        raise _Wrong(CellCode.DEAL_TWICE)
    game = _word(cells, Cell.GAME, GAMES)
    if game is None:
        raise _Wrong(CellCode.MISSING, Cell.GAME)
    if not isinstance(game, Game):
        more = next((cell for cell in PLAYED if cells[cell]), None)
        if more:
            raise _Wrong(CellCode.PASSED_WITH_MORE, more, cells[more])
        return Deal(number=at)
    declarer, won = _number(cells, Cell.DECLARER), _word(cells, Cell.RESULT, RESULTS)
    if declarer is None:
        raise _Wrong(CellCode.MISSING, Cell.DECLARER)
    if won is None:
        raise _Wrong(CellCode.MISSING, Cell.RESULT)
    bid = _number(cells, Cell.BID)
    level = _word(cells, Cell.LEVEL, LEVELS) or ""
    played = Played(
        contract=_contract(game, cells),
        matadors=_number(cells, Cell.MATADORS),
        won=won,
        schneider=level != "",
        schwarz=level == "schwarz",
        bid=bid,
        overbid=bid is not None,
    )
    return Deal(number=at, declarer=declarer, played=played)


PLAYED: Final = (Cell.DECLARER, Cell.MATADORS, Cell.ANNOUNCED, Cell.RESULT, Cell.LEVEL, Cell.BID)
"""What a deal has only if somebody played it."""


def _contract(game: Game, cells: dict[Cell, str]) -> Contract:
    text = cells[Cell.ANNOUNCED]
    if not text:
        return Contract(game=game)
    flags = read(text, announcements(game))
    if flags is None:
        raise _Wrong(CellCode.NOT_IN_GAME, Cell.ANNOUNCED, text)
    return Contract(game=game, **dict(zip(ANNOUNCED, flags, strict=True)))


def _word(cells: dict[Cell, str], cell: Cell, words: Mapping[T, Word]) -> T | None:
    """Return what a cell says, or None for an empty one."""
    if not cells[cell]:
        return None
    found = read(cells[cell], words)
    if found is None:
        raise _Wrong(CellCode.UNKNOWN_WORD, cell, cells[cell])
    return found


def _number(cells: dict[Cell, str], cell: Cell) -> int | None:
    text = cells[cell].translate(MINUS).lstrip("+").strip()
    if not text:
        return None
    if not text.lstrip("-").isdecimal() or not text.isascii() or len(text) > 4:
        raise _Wrong(CellCode.NO_NUMBER, cell, cells[cell])
    return int(text)


def _held_against(sheet: Sheet, found: dict[int, Deal], problems: list[CellProblem]) -> ReadList:
    entered = {line.number: line.deal for line in sheet.lines}
    for number in sorted(found.keys() & entered.keys()):
        if found[number] != entered[number]:
            problems.append(CellProblem(code=CellCode.ENTERED_OTHERWISE, deal=number))
    new = tuple(found[number] for number in sorted(found.keys() - entered.keys()))
    if not new and not problems:
        problems.append(CellProblem(code=CellCode.NOTHING_NEW))
    whole = replace(sheet.game_list, deals=(*sheet.game_list.deals, *new))
    unread = {problem.deal for problem in problems}
    numbers = {deal.number for deal in new}
    asked = tuple(
        finding
        for finding in findings(whole)
        # Behind a deal that could not be read the next one is not out of turn.
        if finding.deal in numbers
        and not (finding.problem.code is Code.WRONG_NUMBER and (finding.deal or 0) - 1 in unread)
    )
    return ReadList(deals=new, problems=tuple(problems), findings=asked)
