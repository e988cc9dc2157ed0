"""Score sheets as the tests ask for them and read them."""

import re
from uuid import uuid4

from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.paper.sheets.columns import PASSED, PLAYER, deal_columns
from scoring.rules.game_list.deals import Deal
from tests.scoring.table.pages import TABLE
from tests.support.factories import EVENING, GRAND

SHEET = f"{TABLE}sheet.pdf"
SHEETS = "/t/cup/office/series/1/sheets.pdf"


FROM_OUTSIDE = {"host": "skat.example.org"}


NASTY = [
    "W" * 60,
    "שלמה בן־אברהם המלך הגדול",
    "🂡 Emil 👨‍👩‍👧 Müller",
    "<script>alert('Skat')</script>",
    '=HYPERLINK("http://x","y")',
    "",
    "a\N{COMBINING ACUTE ACCENT}" * 40,
    "東京太郎" * 12,
]


def columns(line: str, seats: int, *, has_signs: bool = False) -> list[str]:
    """Return the cells of a line of deals by the columns of the form."""
    deal = [column.characters for column in deal_columns(has_signs=has_signs)]
    widths = deal + [*PLAYER[seats]] * seats + [PASSED[seats]]
    cells, start = [], 0
    for width in widths:
        cells.append(line[start : start + width].strip())
        start += width
    assert not line[start:].strip()
    return cells


def deal_lines(text: str) -> list[str]:
    """Return the lines of a page that hold a deal: after number and dealer a base value, or the tick for passed in."""
    return [line for line in text.splitlines() if re.match(r"^ {0,2}\d+[* ] [1-4]  ([♣♠♥♦GN] [ \d]\d| +×$)", line)]


def correct(row: GameListRow, number: int, seat: int, *, because: str = "verschrieben") -> None:
    entry.correct_deal(
        list_id=row.pk,
        deal=Deal(number=number, declarer=seat, played=GRAND),
        because=because,
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )
