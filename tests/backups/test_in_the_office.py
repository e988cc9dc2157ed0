"""The direction sees how the backups stand; nobody else does."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from skatturnier.backups import standing
from skatturnier.backups.standing import State
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wanted"), pytest.mark.slow]
OFFICE = "/t/cup/office/"
AT = datetime(2026, 5, 16, 18, 5, tzinfo=UTC)


@pytest.fixture
def noted(wanted):
    """Return a function that notes how the backups stand."""

    def note(**stands):
        wanted.folder.mkdir(exist_ok=True)
        standing.note(State(**stands), folder=wanted.folder)

    return note


def page(client):
    return client.get(OFFICE).content.decode()


def test_the_direction_sees_when_the_last_one_was_made(director, noted):
    factories.tournament()
    noted(last=AT, name="x")

    with time_machine.travel(factories.EVENING, tick=False):
        assert "Last backup, made and checked: 20:05." in page(director)


def test_and_that_there_is_none(director):
    factories.tournament()

    assert "No backup has been made yet." in page(director)


def test_and_what_went_wrong(director, noted):
    factories.tournament()
    noted(last=AT, name="x", problems=("The stick <E:> is not there.",))

    said = page(director)

    assert "The last backup did not go well." in said
    assert "The stick &lt;E:&gt; is not there." in said


def test_a_judge_sees_nothing_of_it(noted):
    judge = Client(headers={"accept-language": "en"})
    judge.force_login(factories.judge(factories.tournament()))
    noted(last=None, problems=("The stick is not there.",))

    said = page(judge)

    assert "backup" not in said
    assert "stick" not in said
