"""Reading what hangs on walls: from its page the cells of each row, from its file its lines, sizes and boxes."""

import re
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

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
    """Return the lines of a file in the order in which they were written (pdftotext -raw)."""
    file = tmp_path / "read.pdf"
    file.write_bytes(content)
    done = subprocess.run(["pdftotext", "-raw", str(file), "-"], check=True, capture_output=True)
    return done.stdout.decode().splitlines()


def boxes(content: bytes, tmp_path: Path) -> Iterator[tuple[tuple[float, float], tuple[float, float, float, float]]]:
    """Yield of each word the size of its page and its box from the top left, in points (pdftotext -bbox)."""
    file = tmp_path / "boxes.pdf"
    file.write_bytes(content)
    done = subprocess.run(["pdftotext", "-bbox", str(file), "-"], check=True, capture_output=True)
    page = (0.0, 0.0)
    for line in done.stdout.decode().splitlines():
        numbers = tuple(map(float, re.findall(r'(?:width|height|xMin|yMin|xMax|yMax)="([\d.-]+)"', line)))
        if "<page" in line:
            page = (numbers[0], numbers[1])
        elif "<word" in line:
            yield page, (numbers[0], numbers[1], numbers[2], numbers[3])
