"""Reading documents back: what is on their pages, and where; score sheets as the tests ask for them."""

import io
import re
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pypdf
import pypdfium2
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from scoring.lists.models import GameListRow
from scoring.paper.sheets.form import PASSED, PLAYER, deal_columns
from scoring.rules.game_list.deals import Deal
from tables.tournaments.models import Series, Tournament
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories
from tests.support.factories import GRAND
from tests.support.remembered_worlds import remembered

MM = 72 / 25.4
"""Points in a millimetre."""


def read(response: HttpResponse) -> pypdf.PdfReader:
    """Return a PDF answer as it can be read."""
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf"), response.content[:300]
    return pypdf.PdfReader(io.BytesIO(response.content))


def pages(response: HttpResponse) -> list[str]:
    """Return the text of each page; with ``untypeset`` all that was to be set, which is what most tests ask about."""
    if re.match(rb"%PDF-\s*<", response.content):
        said = re.sub(r"<(style|title).*?</\1>|<[^>]+>", " ", response.content.decode()[5:], flags=re.DOTALL)
        return [" ".join(unescape(said).split())]
    read(response)
    return list(_texts(response.content))


@lru_cache(maxsize=512)
def _texts(content: bytes) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def on_page(client: Client, address: str, asked: dict[str, object] | None = None) -> str:
    """Return what a paper says as a page for the browser, line by line: most tests ask about that."""
    answer = client.get(f"{address}{'&' if '?' in address else '?'}{urlencode({**(asked or {}), 'as': 'page'})}")
    assert answer.status_code == 200, answer.status_code
    return unescape(re.sub(r"<(style|title).*?</\1>|<[^>]+>", "", answer.content.decode(), flags=re.DOTALL))


def picture(response: HttpResponse, page: int = 0, *, dots: int = 150) -> Image.Image:
    """Return a page as it is printed, in black and white."""
    return pypdfium2.PdfDocument(response.content)[page].render(scale=dots / 72).to_pil().convert("L")


def is_white(image: Image.Image, left: float, top: float, right: float, bottom: float) -> bool:
    """Test whether nothing is printed in a box of the page, given in millimetres."""
    dot = image.width / 210 if image.width < image.height else image.width / 297
    edges = (left, top, min(right, image.width / dot), min(bottom, image.height / dot))
    box = tuple(int(edge * dot) for edge in edges)
    return image.crop(box).getextrema()[0] > 200


def words(response: HttpResponse, page: int = 0) -> str:
    """Return the text of a page as a reader finds it that stumbles over no missing letter."""
    return str(pypdfium2.PdfDocument(response.content)[page].get_textpage().get_text_range())


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
    factories.correct(row, Deal(number=number, declarer=seat, played=GRAND), because=because)


SEATS = "/t/cup/series/1/seats.pdf"
RANKING = "/t/cup/standings.pdf"


@remembered
def running(entrants: int = 14, **fields: object) -> Series:
    return factories.running_series(factories.tournament(entrants=entrants, **fields))


def name(made: Tournament, number: int, called: str) -> None:
    made.entrants.filter(number=number).update(name=called)


OFFICE = "/t/cup/office/"
START_CARDS = f"{OFFICE}start-cards.pdf"
TABLE_CARDS = f"{OFFICE}series/1/table-cards.pdf"
ENTRANTS = f"{OFFICE}entrants.pdf"
CERTIFICATES = f"{OFFICE}certificates.pdf"
LISTS = f"{OFFICE}series/1/lists.pdf"
DECISIONS = f"{OFFICE}decisions.pdf"
PLAN = "/t/cup/plan.pdf"
SITE = "https://skat.example"


NOTE = "note"
"""What stands below a table."""


def tables(page: str) -> list[list[dict[str, str]]]:
    """Return the rows of each table of a page for the browser, by the heads of their columns."""
    return [list(_rows(table)) for table in re.findall(r'<table class="rows.*?</table>', page, re.DOTALL)]


def rows(page: str) -> list[dict[str, str]]:
    """Return the rows of all tables, one after the other."""
    return [row for table in tables(page) for row in table]


def _rows(table: str) -> Iterator[dict[str, str]]:
    head, body = table.split("</thead>")
    heads = [_text(cell) for cell in re.findall(r"<th\b[^>]*>.*?</th>", head)]
    number = ""
    for look, row in re.findall(r'<tr class="(\w+)[^"]*">(.*?)</tr>', body, re.DOTALL):
        cells = [_text(cell).strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)]
        if look == NOTE:
            yield {NOTE: cells[0]}
            continue
        if "rowspan" in row:
            number = cells[0]
        yield dict(zip(heads, cells if len(cells) == len(heads) else [number, *cells], strict=True))


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html)).replace("\n", " ")


def lines(content: bytes, tmp_path: Path) -> list[str]:
    """Return the lines of a file in the order in which they were written."""
    return _by_pdftotext("-raw", content, tmp_path)


def _by_pdftotext(how: str, content: bytes, tmp_path: Path) -> list[str]:
    file = tmp_path / "read.pdf"
    file.write_bytes(content)
    done = subprocess.run(["pdftotext", how, str(file), "-"], check=True, capture_output=True)
    return done.stdout.decode().splitlines()


def boxes(content: bytes, tmp_path: Path) -> Iterator[tuple[tuple[float, float], tuple[float, float, float, float]]]:
    """Yield of each word the size of its page and its box from the top left, in points."""
    page = (0.0, 0.0)
    for line in _by_pdftotext("-bbox", content, tmp_path):
        numbers = tuple(map(float, re.findall(r'(?:width|height|xMin|yMin|xMax|yMax)="([\d.-]+)"', line)))
        if "<page" in line:
            page = numbers
        elif "<word" in line:
            yield page, numbers
