"""The demo: three doors into one event, and what a public one refuses, each with a sentence."""

import shutil

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from simulation import accounts
from skatturnier.demo import REFUSED
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Tournament
from tests.durability.site import Site
from tests.support import factories
from tests.support.page_reader import addresses
from tests.support.remembered_worlds import remembered
from tests.windows.overland import visitor

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


@pytest.fixture
def public(demo, settings):
    settings.PUBLIC_DEMO = True
    return demo


class TestTheDoors:
    def test_lead_to_a_list_at_play_and_to_the_standings(self, client, demo):
        page = client.get(DOORS).content.decode()

        key = Table.objects.get().key
        for address in (f"/l/{key}/", "/t/cup/standings/", "/t/cup/hall/"):
            assert f'href="{address}" target="_blank"' in page
            assert client.get(address, follow=True).status_code == 200

    def test_let_anybody_direct_it_without_a_password(self, client, demo):
        answer = client.post(DOORS)

        assert answer["Location"] == "/t/cup/office/"
        assert client.get("/t/cup/office/").context["user"].username == accounts.DIRECTOR

    def test_leave_the_forms_of_other_tabs_as_they_are(self, demo):
        client = Client(enforce_csrf_checks=True)
        token = client.get(DOORS).context["csrf_token"]

        for _tab in range(2):
            assert client.post(DOORS, {"csrfmiddlewaretoken": str(token)}).status_code == 302

    def test_stand_on_every_page_of_the_demo_and_on_no_other(self, client, demo, settings):
        assert f'href="{DOORS}"' in client.get("/t/cup/").content.decode()
        settings.DEMO = False
        assert f'href="{DOORS}"' not in client.get("/t/cup/").content.decode()

    def test_of_a_site_that_is_no_demo_are_shut(self, client, demo, settings):
        settings.DEMO = False

        assert client.get(DOORS).status_code == 404
        assert client.post(DOORS).status_code == 404
        assert "sessionid" not in client.cookies

    def test_let_nobody_in_as_a_director_of_something_else(self, client, settings):
        settings.DEMO = True
        factories.tournament()
        factories.user(accounts.DIRECTOR)

        assert client.post(DOORS).status_code == 404


class TestWhoDoubleClicksOnIt:
    """Of the zip nobody has typed anything, and nobody shall."""

    @pytest.fixture
    def clicked(self, demo, monkeypatch):
        monkeypatch.setattr("skatturnier.machine.places.IS_CLICKED", True)

    def test_is_told_what_to_click_on(self, client, clicked, monkeypatch):
        client.force_login(factories.user(accounts.DIRECTOR))
        monkeypatch.setattr("tables.tournaments.selectors.tournaments.is_demo", lambda: True)

        for address in (DOORS, "/new/"):
            said = client.get(address).content.decode().casefold()
            assert "double-click on skatturnier" in said
            assert "make" not in said.partition("<main")[2]
            assert "make serve" not in said


class TestAPublicOne:
    @pytest.fixture
    def visitor(self, client, public):
        client.post(DOORS)
        return client

    def test_says_that_everybody_sees_it_and_that_it_forgets(self, visitor):
        said = visitor.get(DOORS).content.decode()

        assert "Each night everything is forgotten." in said
        assert "make serve" not in said

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("name", sorted(REFUSED))
    def test_refuses_what_would_lock_others_out(self, visitor, name):
        answer = visitor.post(addresses(**PLACE)[name])

        assert answer.status_code == 403
        assert "Others try the same event" in answer.content.decode()

    @pytest.mark.parametrize("address", ["/account/", "/phones/"])
    def test_does_not_even_show_an_account_or_the_network(self, visitor, address):
        assert visitor.get(address).status_code == 403

    def test_is_found_by_no_search_engine(self, visitor):
        assert visitor.get("/")["X-Robots-Tag"] == "noindex"

    def test_keeps_the_password_of_the_director(self, visitor):
        before = User.objects.get(username=accounts.DIRECTOR).password

        visitor.post("/account/", {"act": "password", "new_password1": "windschiefe-garage-9"})

        assert User.objects.get(username=accounts.DIRECTOR).password == before

    def test_takes_no_files(self, visitor):
        file = SimpleUploadedFile("list.csv", b"Name\nErna Schulz\n")

        answer = visitor.post("/t/cup/office/entrants/add/?at=file", {"act": "file", "file": file})

        assert answer.status_code == 403
        assert "no files are taken" in answer.content.decode()

    def test_lets_everything_else_be_done(self, visitor, public):
        page = visitor.post("/t/cup/office/entrants/", {"name": "Erna Schulz", "act": "unpaid"})

        assert page.status_code in (200, 302, 422)
        assert "Others try the same event" not in page.content.decode()

    def test_at_home_nothing_of_it_is_refused(self, visitor, settings):
        settings.PUBLIC_DEMO = False

        assert visitor.post("/account/", {"act": "name", "name": "Karl"}).status_code == 302


@pytest.mark.thorough
@pytest.mark.slow
def test_what_visitors_did_is_gone_after_the_next_start_in_an_empty_folder(tmp_path):
    """What ``deploy/demo`` does at night."""
    site = Site(tmp_path / "data")
    site.env |= {"SKATTURNIER_PUBLIC_DEMO": "on", "SKATTURNIER_HOUSE": "off"}
    site.command = [*site.command, "--demo"]
    for night in ("first", "second"):
        site.log.parent.mkdir()
        site.start()
        try:
            director = visitor(site.address)
            office = director.get(DOORS).form("csrfmiddlewaretoken").send()
            desk = director.get(f"{office.url}entrants/")
            assert "Wer War Das" not in desk.text, night
            desk.form("name", "entry_key").send(name="Wer War Das")
            assert "Wer War Das" in director.get(desk.url).text
        finally:
            site.kill()
        assert not (site.log.parent / "backups").exists()
        shutil.rmtree(site.log.parent)
