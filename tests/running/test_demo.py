"""The demo: three doors into one event, and what a public one refuses, each with a sentence."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from simulation import accounts
from skatturnier.demo import REFUSED
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.page_reader import addresses
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db

DOORS = "/demo/"

PLACE = {
    "slug": "cup",
    "key": "k" * 22,
    "rest": "nowhere",
    **dict.fromkeys(("series", "table", "deal", "number", "line", "person"), 1),
}


@remembered
def at_play() -> Tournament:
    made = factories.tournament(entrants=4, director=accounts.DIRECTOR)
    factories.enter(factories.list_of(factories.running_series(made)), None)
    return made


@pytest.fixture
def demo(settings):
    settings.DEMO = True
    return at_play()


class TestTheDoors:
    @pytest.mark.slow
    def test_lead_to_a_list_at_play_and_to_the_standings(self, client, demo):
        page = client.get(DOORS).content.decode()

        key = Table.objects.get().key
        for address in (f"/l/{key}/", "/t/cup/standings/", "/t/cup/hall/"):
            assert f'href="{address}" target="_blank"' in page
            assert client.get(address, follow=True).status_code == 200

    def test_let_anybody_direct_it_without_a_password_and_leave_the_forms_of_other_tabs(self, demo):
        client = Client(enforce_csrf_checks=True)
        token = client.get(DOORS).context["csrf_token"]

        for _tab in range(2):
            answer = client.post(DOORS, {"csrfmiddlewaretoken": str(token)})
            assert (answer.status_code, answer["Location"]) == (302, "/t/cup/office/")
        assert client.get("/t/cup/office/").context["user"].username == accounts.DIRECTOR

    def test_stand_on_every_page_of_the_demo_and_of_no_other_site_where_they_are_shut(self, client, demo, settings):
        assert f'href="{DOORS}"' in client.get("/t/cup/").content.decode()

        settings.DEMO = False

        assert f'href="{DOORS}"' not in client.get("/t/cup/").content.decode()
        assert client.get(DOORS).status_code == 404
        assert client.post(DOORS).status_code == 404
        assert "sessionid" not in client.cookies

    def test_let_nobody_in_as_a_director_of_something_else(self, client, settings):
        settings.DEMO = True
        factories.tournament()
        factories.user(accounts.DIRECTOR)

        assert client.post(DOORS).status_code == 404


def test_who_double_clicks_on_the_zip_is_told_what_to_click_on_and_to_type_nothing(client, demo, monkeypatch):
    monkeypatch.setattr("skatturnier.machine.places.IS_CLICKED", True)
    client.force_login(factories.user(accounts.DIRECTOR))
    monkeypatch.setattr("tables.tournaments.selectors.tournaments.is_demo", lambda: True)

    for address in (DOORS, "/new/"):
        said = client.get(address).content.decode().casefold()
        assert "double-click on skatturnier" in said
        assert "make" not in said.partition("<main")[2]
        assert "make serve" not in said


class TestAPublicOne:
    @pytest.fixture
    def visitor(self, client, demo, settings):
        settings.PUBLIC_DEMO = True
        client.post(DOORS)
        return client

    def test_says_that_everybody_sees_it_and_is_found_by_no_search_engine_and_at_home_nothing_is_refused(
        self, visitor, settings
    ):
        said = visitor.get(DOORS).content.decode()

        assert "Each night everything is forgotten." in said
        assert "make serve" not in said
        assert visitor.get("/")["X-Robots-Tag"] == "noindex"
        settings.PUBLIC_DEMO = False
        assert visitor.post("/account/", {"act": "name", "name": "Karl"}).status_code == 302

    @pytest.mark.slow
    def test_refuses_what_would_lock_others_out_and_files_and_lets_everything_else_be_done(self, visitor):
        before = User.objects.get(username=accounts.DIRECTOR).password
        for name in sorted(REFUSED):
            page, _of, at = name.partition(" of ")
            known = addresses(**PLACE)
            answer = visitor.post(f"{known['scoring:settings']}?at={at}" if at else known[page])
            assert answer.status_code == 403, name
            assert "Others try the same event" in answer.content.decode(), name
        # Not even looked at.
        assert [visitor.get(address).status_code for address in ("/account/", "/phones/")] == [403, 403]
        visitor.post("/account/", {"act": "password", "new_password1": "windschiefe-garage-9"})
        assert User.objects.get(username=accounts.DIRECTOR).password == before

        file = SimpleUploadedFile("list.csv", b"Name\nErna Schulz\n")
        answer = visitor.post("/t/cup/office/entrants/add/?at=file", {"act": "file", "file": file})
        assert answer.status_code == 403
        assert "no files are taken" in answer.content.decode()

        page = visitor.post("/t/cup/office/entrants/", {"name": "Erna Schulz", "act": "unpaid"})
        assert page.status_code in (200, 302, 422)
        assert "Others try the same event" not in page.content.decode()
