"""The office as its tests set it up and read it."""

from uuid import uuid4

from django.test import Client

from scoring.disputes.services.appeals import file_appeal
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

OFFICE = "/t/cup/office/"


def page(client: Client) -> str:
    response = client.get(OFFICE)
    assert response.status_code == 200
    return response.content.decode()


def appeal(made: Tournament) -> None:
    file_appeal(
        series_id=made.series.get(number=1).pk,
        appellant=1,
        list_id=None,
        deal=None,
        text="Vergeben",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )


@remembered_step
def played(entrants: int = 4, **fields: object) -> Tournament:
    made = factories.tournament(entrants=entrants, **fields)
    factories.close_series(factories.running_series(made))
    return made
