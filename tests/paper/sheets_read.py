"""Score sheets as the tests ask for them and read them."""

import re
from uuid import uuid4

from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.paper.sheets.form import DEAL, PASSED, PLAYER
from scoring.rules.game_list.deals import Deal
from tests.factories import EVENING, GRAND
from tests.scoring.table.pages import TABLE

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


def columns(line: str, seats: int) -> list[str]:
    """Return the cells of a line of deals by the columns of the form."""
    widths = [column.characters for column in DEAL] + [*PLAYER[seats]] * seats + [PASSED[seats]]
    cells, start = [], 0
    for width in widths:
        cells.append(line[start : start + width].strip())
        start += width
    assert not line[start:].strip()
    return cells


def deal_lines(text: str) -> list[str]:
    """Return the lines of a page that hold a deal: a sign and a base value, or just the tick for passed in."""
    return [
        line for line in text.splitlines() if re.match(r"^   .{4} ([♣♠♥♦GN] [ \d]\d )", line) or line.strip() == "×"
    ]


def correct(row: GameListRow, number: int, seat: int, *, because: str = "verschrieben") -> None:
    entry.correct_deal(
        list_id=row.pk,
        deal=Deal(number=number, declarer=seat, played=GRAND),
        because=because,
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )
