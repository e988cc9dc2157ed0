"""Readers of game lists that come from outside: short lines, codes, workbooks."""

from types import SimpleNamespace
from typing import Final, cast

from scoring.lists.selectors.sheets import Sheet
from scoring.paper_desk.views.whole_list import TypedListForm
from scoring.paper_desk.workbooks import reading
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.notation import shorthand
from scoring.rules.notation.packed import PackedList, packed_text, unpack
from scoring.rules.valuation import Played
from scoring.table.views.taking_over import HandoverForm
from tables import intake
from tests.hostile.brought_in import query, text

MOST: Final = 1_000

GRAND: Final = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
DEALS: Final = (Deal(number=1, declarer=1, played=GRAND), Deal(number=2))
PACKED: Final = PackedList(series=1, table=7, deals=DEALS)
TABLE: Final = GameList(seats=4, rounds=3, deals=DEALS)


def typed(data: bytes) -> object:
    """Read a list as it is typed, short line by short line."""
    form = TypedListForm(query(data), game_list=TABLE, names=("A", "B", "C", "D"))
    return list(form.lines()), list(form.refusals()), form.asks


def one_line(data: bytes) -> object:
    """Read one short line."""
    found = shorthand.read(text(data), number=3)
    return found and findings(GameList(seats=4, rounds=3, deals=(*DEALS, found.deal)))


def unpacked(data: bytes) -> object:
    """Read the bytes of a code."""
    found = unpack(data)
    return findings(GameList(seats=4, rounds=12, deals=found.deals)), packed_text(found)


def handed_over(data: bytes) -> object:
    """Read the code of a list."""
    return HandoverForm({"packed": text(data)}).is_valid()


def list_workbook(data: bytes) -> object:
    """Read the workbook of a list."""
    table = SimpleNamespace(number=1, series=SimpleNamespace(number=1, tournament=SimpleNamespace(slug="cup")))
    lines = tuple(SimpleNamespace(number=deal.number, deal=deal) for deal in DEALS)
    sheet = cast("Sheet", SimpleNamespace(row=SimpleNamespace(table=table), game_list=TABLE, lines=lines))
    return reading.read_list(intake.read_cells(data, most_rows=MOST), sheet)
