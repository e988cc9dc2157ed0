"""An event in the middle of its day, with something of everything that can happen, and its board."""

from uuid import uuid4

from django.test import Client

from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches as table_calls
from tables.draw.services import draws
from tables.tournaments.models import Series, Tournament
from tests.support import everything_public as public
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered, remembered_step
from tests.support.tribunal_acts import judged

NAMES = {
    1: ("Maximiliane Freifrau von Oberschlesien-Ratibor", "Skatgemeinschaft Donaudampfschifffahrtsgesellschaft"),
    2: ("Nebukadnezarowitsch-Szczepankiewiczowa", ""),
    3: ("Wu", "1. SC"),
    4: ("", "Skatfreunde Altenburg von 1886"),
}


@remembered
def event() -> Tournament:
    """Fourteen entrants with names of every length; series 1 is closed, 2 at play with two appeals, 3 and 4 planned."""
    made = factories.tournament(
        entrants=14, series=4, rounds=3, registration_open=True, time_limit=120, entry_fee=10, point_stake="1/2"
    )
    for number, (name, club) in NAMES.items():
        made.entrants.filter(number=number).update(
            name=name, club=club, classes={1: ["ladies"], 2: ["seniors"]}.get(number, [])
        )
    made.entrants.filter(number=14).update(name=NAMES[2][0])
    factories.judge(made, "direktor")
    first = factories.running_series(made)
    factories.close_series(first)
    running = factories.running_series(made, 2)
    row = factories.list_of(running)
    factories.enter(row, (2, GRAND), None, (1, GRAND_LOST))
    factories.fill(factories.list_of(running, 2), seat=1)
    factories.fill(factories.list_of(running, 3), seat=2, lost=True)
    factories.confirm_and_sign(factories.list_of(running, 3))
    for text in ("Es war Schneider. " * 20, "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente" * 3):
        steps.appeal_about(row, deal=1, text=text)
    other = Deal(number=1, declarer=3, played=GRAND_LOST)
    entry.enter_deal(copy="second", list_id=row.pk, deal=other, entry_key=uuid4(), by=None, now=EVENING)
    judged(made)
    public.shown(made)
    table_calls.call(
        list_id=row.pk, kind="help", place=2, text=NAMES[1][1] * 4, device="", entry_key=uuid4(), now=EVENING
    )
    return made


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
    return factories.drawn_together(made)


def act(client: Client, action: str):
    return client.post(BOARD, {"action": action})
