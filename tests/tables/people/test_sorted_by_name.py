"""Lists by name: each stands where a German reader looks, on every page and on both databases."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING
from tests.tables.clubs.club_books import club, person

pytestmark = pytest.mark.django_db

NAMES = ("Uwe Zimmermann", "Ole Ziegler", "Karl Müller jun.", "Łukaszewicz, Ewa", "Anna Ahlers", "Özdemir, Ayşe")
FAMILIES = ("Ahlers", "Łukaszewicz", "Müller", "Özdemir", "Ziegler", "Zimmermann")


@pytest.fixture
def cup():
    made = factories.tournament(entrants=len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name, club=f"SC {name.split()[0]}")
    return made


def families(answer) -> tuple[str, ...]:
    """Return the family names in the order in which they first stand in the body of the page's list."""
    rows = answer.content.decode().split("<tbody", 1)[1]
    return tuple(dict.fromkeys(re.findall("|".join(FAMILIES), rows)))


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "address", ["/t/cup/office/entrants/?sort=name", "/t/cup/entrants/?sort=name", "/t/cup/standings/?sort=name"]
)
def test_the_pages_of_an_event(director, cup, address):
    factories.close_series(factories.running_series(cup))

    assert families(director.get(address)) == FAMILIES


def test_the_address_book_of_a_club(director, cup):
    book = club()
    for name in NAMES:
        person(book, name)

    assert families(director.get(f"/clubs/{book.slug}/book/")) == FAMILIES
    assert families(director.get("/t/cup/office/entrants/book/")) == FAMILIES


def test_clubs_and_entrants_without_a_name_come_last(director, cup):
    Entrant.objects.create(tournament=cup, number=9, name="", registered_at=EVENING)

    listing = director.get("/t/cup/office/entrants/?sort=name").context["listing"]
    numbers = [row.record.entrant.number for row in listing.rows]

    assert numbers == [5, 4, 3, 6, 2, 1, 9]


EVENTS = ("Zwickauer Pokal", "Łódź Open", "Ässe-Turnier", "Älteste Runde", "Preisskat", "berliner Herbst")
IN_ORDER = ["Älteste Runde", "Ässe-Turnier", "berliner Herbst", "Łódź Open", "Preisskat", "Zwickauer Pokal"]


@pytest.mark.parametrize("days", [-300, 0, 30])
def test_events_of_one_day(director, days):
    day = timezone.localdate() + timedelta(days)
    sc = club()
    for number, name in enumerate(EVENTS):
        made = factories.tournament(
            entrants=1, slug=f"e{number}", name=name, place=name, club=sc, starts_on=day, ends_on=day
        )
        made.entrants.update(name="Anna Ahlers")

    def names(address: str) -> list[str]:
        return [card.tournament.name for part in director.get(address).context["parts"] for card in part.cards]

    assert names("/") == names(f"/clubs/{sc.slug}/") == IN_ORDER
    assert [one["name"] for one in director.get("/api/v1/tournaments/").json()["items"]] == IN_ORDER
    assert list(director.get("/").context["places"]) == IN_ORDER
    offered = director.get(f"/clubs/{sc.slug}/book/").context["event"].fields["event"].choices
    assert [label.partition(",")[0] for _key, label in offered] == IN_ORDER


def test_accounts_of_those_in_charge(director, cup):
    for name in ("Zoe", "öffi", "Łucja", "anna"):
        cup.roles.create(user=factories.user(name), kind="judge")

    listing = director.get("/t/cup/office/people/").context["officials"]
    by_name = director.get("/t/cup/office/people/?sort=user").context["officials"]

    assert [str(row.record.user) for row in listing.rows] == ["direktor", "anna", "Łucja", "öffi", "Zoe"]
    assert [str(row.record.user) for row in by_name.rows] == ["anna", "direktor", "Łucja", "öffi", "Zoe"]
