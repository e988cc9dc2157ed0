"""An event with clubs and teams, a full list and a decision about it."""

import pytest

from tests.support import factories
from tests.support.factories import GRAND_LOST
from tests.support.objections_and_rulings import deal, ruled


@pytest.fixture
def cup():
    made = factories.tournament(entrants=12, series=2)
    for number, club, team in (
        (1, "Herz Dame", ""),
        (5, "Herz  DAME", ""),
        (2, "", "Asse"),
        (6, "", "asse"),
        (9, "Solo", ""),
    ):
        made.entrants.filter(number=number).update(club=club, team=team)
    return made


@pytest.fixture
def row(cup):
    """The full list of table 1, where no. 1 to 4 sit."""
    made = factories.list_of(factories.running_series(cup))
    factories.fill(made, seat=1)
    made.refresh_from_db()
    return made


@pytest.fixture
def judge(cup):
    return factories.judge(cup)


@pytest.fixture
def ruling(row, judge):
    return ruled(row, judge, deal(2, 1, GRAND_LOST))
