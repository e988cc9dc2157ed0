"""Readers of game lists that come from outside: short lines and codes."""

from typing import Final

from scoring.paper_desk.views.whole_list import TypedListForm
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.notation import shorthand
from scoring.rules.notation.packed import PackedList, packed_text, unpack
from scoring.rules.valuation import Played
from scoring.table.views.taking_over import HandoverForm
from tests.hostile.brought_in import query, text

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
