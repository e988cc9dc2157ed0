"""The board as its tests set it up and read it."""

from django.test import Client

from tables.draw.services import draws
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

BOARD = "/t/cup/office/series/1/"


@remembered_step
def drawn(**fields: object) -> Series:
    made = factories.tournament(**{"entrants": 8, **fields})
    return draws.draw_series(series_id=made.series.get(number=1).pk, public="a", by=factories.user(), now=EVENING)


@remembered_step
def running(**fields: object) -> Series:
    return factories.running_series(factories.tournament(**{"entrants": 8, **fields}))


def page(client: Client, query: str = "", **headers: str) -> str:
    response = client.get(BOARD + query, headers=headers)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@remembered_step
def drawn_together(**fields: object) -> Series:
    made = factories.tournament(**{"entrants": 8, "series": 3, **fields})
    return draws.draw_series(
        series_id=made.series.get(number=1).pk, public="a", by=factories.user(), now=EVENING, all_left=True
    )


def act(client: Client, action: str):
    return client.post(BOARD, {"action": action})
