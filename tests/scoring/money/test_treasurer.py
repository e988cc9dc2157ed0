"""The treasurer sees the money, and nothing that only judges and directors may see (SkWO 3.2)."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory

from tables.tournaments import access
from tables.tournaments.models import Role
from tables.tournaments.services import officials
from tests import factories
from tests.scoring.money import desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=4)
    factories.user("kassiererin")
    officials.appoint(username="kassiererin", kind=Role.Kind.TREASURER, plays_as=None, **desk.told(tournament))
    return tournament


def request(username):
    asked = RequestFactory().get("/")
    asked.user = factories.user(username)
    return asked


@pytest.mark.parametrize("username", ["kassiererin", "direktor"])
def test_treasurer_and_direction_see_the_money(made, username):
    assert access.treasured_tournament(request(username), slug="cup") == made


def test_judges_and_strangers_do_not(made):
    factories.judge(made)

    for username in ("richterin", "fremd"):
        with pytest.raises(PermissionDenied):
            access.treasured_tournament(request(username), slug="cup")


def test_a_treasurer_neither_directs_nor_judges(made):
    asked = request("kassiererin")

    for open_it in (access.directed_tournament, access.judged_tournament, access.officiated_tournament):
        with pytest.raises(PermissionDenied):
            open_it(asked, slug="cup")
    assert access.offices(asked, made) == access.Offices(treasurer=True)


@pytest.mark.parametrize("address", ["", "journal/", "bench/", "decisions/", "measures/", "appeals/", "people/"])
def test_pages_of_the_direction_and_of_judges_stay_shut(made, address):
    client = Client()
    client.force_login(factories.user("kassiererin"))

    assert client.get(f"/t/cup/office/{address}").status_code == 403
