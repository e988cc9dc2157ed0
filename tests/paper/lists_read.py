"""Seat plans and rankings as the tests set them up."""

from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.remembered_worlds import remembered

SEATS = "/t/cup/series/1/seats.pdf"
RANKING = "/t/cup/standings.pdf"


@remembered
def running(entrants: int = 14, **fields: object) -> Series:
    return factories.running_series(factories.tournament(entrants=entrants, **fields))


def name(made: Tournament, number: int, called: str) -> None:
    made.entrants.filter(number=number).update(name=called)
