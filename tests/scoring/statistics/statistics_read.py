"""Pages of players and statistics as the tests ask for them and read them."""

import re
from collections.abc import Sequence

from django.core.cache import cache
from django.test import Client
from django.utils.html import strip_tags

STATISTICS = "/t/cup/statistics/"
TABLE = "/t/cup/series/1/table/1/statistics/"


def player(number: int) -> str:
    return f"/t/cup/players/{number}/"


def main_of(client: Client, address: str) -> str:
    """Return the page between its header and its footer."""
    # Tests bend rows behind the journal's back, by which the site knows what it may keep.
    cache.clear()
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode().partition("<main")[2].partition("</main>")[0]


def words(client: Client, address: str) -> str:
    """Return what a reader sees."""
    return re.sub(r"\s+", " ", strip_tags(main_of(client, address).replace("<", " <")))


def figures(client: Client, address: str, title: str) -> list[Sequence[str]]:
    """Return the rows of the table of figures that belongs to a chart."""
    chart = main_of(client, address).partition(f"<figcaption>{title}</figcaption>")[2].partition("</figure>")[0]
    body = chart.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [[strip_tags(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def stat(client: Client, address: str, label: str) -> str:
    """Return the large figure above a label."""
    found = re.search(
        rf'stat-number">([^<]*)</span><span class="stat-label">{re.escape(label)}<', main_of(client, address)
    )
    return found.group(1) if found else ""
