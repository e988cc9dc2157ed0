"""The settings of an event: one page, whose sections act each for itself."""

import pytest

from scoring.office.views.office import SECTIONS
from tables.acts.addresses import section
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.forms_as_shown import post_seen
from tests.support.page_reader import Page, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGE = "/t/cup/office/settings/"


@pytest.fixture(autouse=True)
def cup() -> Tournament:
    return factories.tournament(entrants=4, series=2)


def states(client, address: str) -> dict[str, bool]:
    """Return which sections there are, and whether each is open."""
    folds = Page(Visitor(), client.get(address), address).main.all("details")
    return {one.attrs["id"]: "open" in one.attrs for one in folds if one.attrs.get("id") in SECTIONS}


def test_all_sections_stand_on_it_folded(director):
    assert states(director, PAGE) == dict.fromkeys(SECTIONS, False)


@pytest.mark.parametrize("name", SECTIONS)
def test_an_address_opens_one_of_them(director, name):
    assert states(director, section("cup", name)) == {one: one == name for one in SECTIONS}


def test_what_one_is_refused_for_stands_in_it_and_no_other_form_was_sent(director):
    answer = post_seen(director, f"{PAGE}?at=hall", {"act": "plan", "plan": "1 2 1"})

    assert answer.status_code == 422
    assert "table 1 is in the plan twice" in answer.content.decode()
    assert answer.content.decode().count("errorlist") == 1


@pytest.mark.parametrize("at", ["", "nowhere", "record"])
def test_what_is_sent_to_no_section_changes_nothing(director, at):
    before = Tournament.objects.values().get()

    assert director.post(f"{PAGE}?at={at}", {"act": "plan", "plan": "1 2"}).status_code == 422
    assert Tournament.objects.values().get() == before


def test_whoever_saves_comes_back_to_the_section(director):
    answer = post_seen(director, f"{PAGE}?at=hall", {"act": "plan", "plan": "1 2"})

    assert answer["Location"] == section("cup", "hall")
