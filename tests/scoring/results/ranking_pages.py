"""The pages of rankings as the tests ask for them and read them."""

import re
from typing import Any

from django.test import Client

from scoring.results.models import Ranking
from tables.tournaments.models import Tournament
from tests.scoring.results import ranked_event
from tests.scoring.results.ranked_event import switched_on
from tests.support import factories
from tests.support.remembered_worlds import remembered

PUBLIC = "/t/cup/rankings/1/"
OFFICE = "/t/cup/office/rankings/"
ONE = f"{OFFICE}1/"


def text_of(response: Any) -> str:
    """Return what a page says, in one line, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def rows(client: Client, address: str = PUBLIC) -> list[list[str]]:
    """Return the cells of every line of a ranking, as a reader sees them."""
    response = client.get(address)
    assert response.status_code == 200, response.content[:300]
    found = []
    for line in re.findall(r"<tr class=.*?</tr>", response.content.decode()):
        cells = re.findall(r"<td.*?</td>", line)
        found.append([" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells])
    return found


@remembered
def played(*, entrants: int = 8, series: int = 2, closed: int = 2) -> Tournament:
    """Return an event of which some series are played and closed, the first player of each table winning all."""
    made = factories.tournament(entrants=entrants, series=series)
    for number in range(1, closed + 1):
        factories.close_series(factories.running_series(made, number))
    return made


def ranking(made: Tournament, kind: str = "team", **terms: Any) -> Ranking:
    """Return a ranking that is switched on, of teams of two unless said otherwise."""
    return switched_on(made, kind, **{"name": "Mannschaften", "size": 2, **terms})


def assign(found: Ranking, **teams: str) -> Ranking:
    """Assign teams by their names; players and, behind a semicolon, substitutes by start number."""
    numbers = {name: [[*map(int, part.split())] for part in said.split(";")] for name, said in teams.items()}
    return ranked_event.assign(found, *((name, *parts) for name, parts in numbers.items()))
