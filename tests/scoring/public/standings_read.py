"""The standings as the tests ask for them and read them."""

import re

from django.test import Client

from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.remembered_worlds import remembered, remembered_step

TOTAL = "/t/cup/standings/"


def played(game: Game, matadors: int, *, hand: bool = False, won: bool = True) -> Played:
    return Played(contract=Contract(game=game, hand=hand), matadors=matadors, won=won)


def page(client: Client, address: str = TOTAL) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def rows(client: Client, address: str = TOTAL) -> list[list[str]]:
    """Return the cells of every line, as a reader sees them."""
    return lines_of(page(client, address))


def lines_of(text: str) -> list[list[str]]:
    """Return the cells of every line of a listing."""
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    # Cells and rows end where the next begins.
    rows = body.split("<tr ")[1:]
    return [[re.sub(r"<[^>]+>", "", cell.partition(">")[2]).strip() for cell in row.split("<td")[1:]] for row in rows]


def by_heading(client: Client, address: str = TOTAL) -> list[dict[str, str]]:
    """Return every line with its cells by the heading of their column."""
    text = page(client, address)
    head = text.partition("<thead>")[2].partition("</thead>")[0]
    headings = [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<th.*?</th>", head)]
    return [dict(zip(headings, line, strict=True)) for line in lines_of(text)]


@remembered_step
def running(entrants: int = 8, **fields: object) -> Series:
    return factories.running_series(factories.tournament(entrants=entrants, **fields))


@remembered
def two_series() -> Tournament:
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made, 1))
    factories.running_series(made, 2)
    return made
