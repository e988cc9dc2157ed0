"""Who may open which page of the hall: every address, every role."""

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tables.models import Person
from tables.urls import urlpatterns
from tests import factories
from tests.tables import club_books

pytestmark = pytest.mark.django_db

PUBLIC = {
    "home",
    "tournament",
    "plan",
    "entrants",
    "seats",
    "self-registration",
    "public-draw",
    "draw-record",
    "robots",
    "calendar",
    "event-calendar",
    "clubs",
    "club",
    "club-calendar",
}
OF_THE_SITE = {"home", "robots", "calendar", "clubs", "club", "club-calendar"}
"""Of these, what belongs to no tournament."""

SIGNED_IN = {"account", "tournament-new", "club-new"}
KEEPERS = {"book", "book-person", "book-doubles"}
DIRECTORS = {
    "plan-edit",
    "people",
    "journal",
    "registration-switch",
    "desk",
    "marks",
    "paste",
    "intake-file",
    "entrant",
    "entrants-xlsx",
    "entrants-csv",
    "intake-columns",
    "draw",
    "fixed-plan",
    "by-hand",
    "wishes",
    "publishing",
    "hall",
    "desk-book",
}
POSTED = {"registration-switch", "marks", "intake-columns"}


def address(name: str) -> str:
    number = Person.objects.get().pk if name == "book-person" else 1
    wanted = {"slug": "cup", "series": 1, "number": number, "club": "sc-herz-dame"}
    pattern = next(pattern for pattern in urlpatterns if pattern.name == name)
    return reverse(f"tables:{name}", kwargs={key: wanted[key] for key in pattern.pattern.converters})


def opened_by(client: Client, name: str) -> int:
    answer = client.post(address(name)) if name in POSTED else client.get(address(name))
    return answer.status_code


def signed_in(username: str) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user(username))
    return made


@pytest.fixture(autouse=True)
def cup():
    made = factories.tournament(entrants=4)
    factories.running_series(made)
    factories.judge(made)
    factories.tournament(slug="other", name="Other", director="anderer")
    club_books.person(club_books.club())
    return made


def test_every_address_is_in_the_matrix():
    names = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}

    assert names == PUBLIC | SIGNED_IN | KEEPERS | DIRECTORS


@pytest.mark.parametrize("name", sorted(PUBLIC))
@pytest.mark.parametrize("username", ["", "direktor", "richterin", "anderer"])
def test_a_public_page_is_open_to_everybody(client, name, username):
    assert opened_by(signed_in(username) if username else client, name) == 200


@pytest.mark.parametrize("name", sorted(SIGNED_IN))
@pytest.mark.parametrize("username", ["direktor", "richterin", "anderer"])
def test_ones_own_pages_are_open_to_whoever_signed_in(name, username):
    assert opened_by(signed_in(username), name) == 200


@pytest.mark.parametrize("name", sorted(SIGNED_IN | KEEPERS | DIRECTORS))
def test_a_visitor_is_asked_to_sign_in(client, name):
    answer = client.post(address(name)) if name in POSTED else client.get(address(name))

    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", sorted(DIRECTORS))
@pytest.mark.parametrize("username", ["richterin", "anderer", "niemand"])
def test_the_office_is_closed_to_others_than_its_director(name, username):
    assert opened_by(signed_in(username), name) == 403


@pytest.mark.parametrize("name", sorted(KEEPERS))
@pytest.mark.parametrize("username", ["richterin", "anderer", "niemand"])
def test_an_address_book_is_closed_to_whoever_does_not_keep_it(name, username):
    assert opened_by(signed_in(username), name) == 403
    assert signed_in(username).post(address(name)).status_code == 403


@pytest.mark.parametrize("name", sorted(KEEPERS))
def test_whoever_keeps_an_address_book_opens_every_page_of_it(director, name):
    assert opened_by(director, name) == 200


@pytest.mark.parametrize("name", sorted(DIRECTORS))
@pytest.mark.parametrize("username", ["richterin", "anderer"])
def test_nobody_else_can_post_to_the_office(name, username):
    assert signed_in(username).post(address(name)).status_code in {403, 405}


@pytest.mark.parametrize("name", sorted(DIRECTORS))
def test_the_director_opens_every_page_of_his_office(director, name):
    assert opened_by(director, name) == ({**dict.fromkeys(POSTED, 302), "intake-columns": 422}.get(name, 200))


@pytest.mark.parametrize("name", sorted(PUBLIC | SIGNED_IN | KEEPERS | DIRECTORS))
def test_no_page_does_anything_but_what_it_is_made_for(director, name):
    assert director.delete(address(name)).status_code == 405
    assert director.put(address(name)).status_code == 405


@pytest.mark.parametrize("name", sorted(POSTED))
def test_writing_needs_a_post(director, name):
    assert director.get(address(name)).status_code == 405


@pytest.mark.parametrize("name", sorted(name for name in PUBLIC | DIRECTORS if name not in OF_THE_SITE))
def test_a_tournament_that_does_not_exist_is_not_found(director, name):
    assert director.post(address(name).replace("cup", "nix")).status_code in {404, 405}
    assert director.get(address(name).replace("cup", "nix")).status_code in {404, 405}


@pytest.mark.parametrize("path", ["entrants/99999999999999999999/", "series/99999999999999999999/draw/"])
def test_an_absurd_number_in_an_address_is_not_found(director, path):
    assert director.get(f"/t/cup/office/{path}").status_code == 404


def test_the_site_owner_directs_everywhere(cup):
    owner = factories.user("owner")
    owner.is_superuser = True
    owner.save()

    assert opened_by(signed_in("owner"), "desk") == 200


def test_a_judge_sees_no_links_to_pages_he_cannot_open(cup):
    body = signed_in("richterin").get(address("tournament")).content.decode()

    assert reverse("scoring:office", kwargs={"slug": "cup"}) in body
    assert reverse("tables:desk", kwargs={"slug": "cup"}) not in body
