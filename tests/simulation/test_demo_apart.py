"""The demo and real events never share a database, and the demo says on each page that it is one."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from simulation.event import simulate
from simulation.scenario import Scenario
from skatturnier import welcome
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments as selectors
from tests.support import factories
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db


def played(director=None):
    scenario = Scenario(players=8, series=1, rounds=1, played=(0.5,), begins=factories.EVENING)
    return simulate(scenario, director=director or factories.user(), judge=("richter", "x"), progress=lambda _n: None)


@remembered
def demo():
    return played()


class TestADemo:
    def test_is_known_by_its_journal(self):
        assert not selectors.is_demo()

        demo()

        assert selectors.is_demo()

    @pytest.mark.slow
    def test_takes_another_simulated_event(self):
        demo()
        played()

        assert Tournament.objects.count() == 2

    def test_takes_no_event_of_its_directors_and_says_how_to_begin_for_real(self, director):
        demo()
        before = Tournament.objects.count()

        looked, sent = director.get("/new/"), director.post("/new/", {"name": "Vereinsabend"})

        assert (looked.status_code, sent.status_code) == (200, 422)
        for answer in (looked, sent):
            assert "<code>make serve</code>" in answer.content.decode()
            assert "<form class" not in answer.content.decode()
        assert Tournament.objects.count() == before

    def test_comes_into_no_database_of_real_events(self):
        factories.tournament()

        with pytest.raises(Refused, match="demo-apart"):
            played()

    def test_that_came_meanwhile_refuses_a_form_that_was_opened_before(self, director, monkeypatch):
        form = Visitor(director).get("/new/?empty=1").form("name", "rounds")
        demo()
        answers = iter([False, True])
        monkeypatch.setattr(selectors, "is_demo", lambda: next(answers))

        sent = form.send(name="Vereinsabend")

        assert "The demo and real events never share a database." in sent.text
        assert not Tournament.objects.filter(name="Vereinsabend").exists()


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def own_folder(self, settings, tmp_path):
        settings.DATA_DIR = tmp_path

    def test_loads_it_into_no_database_that_is_in_use(self):
        User.objects.create_user("karl")

        with pytest.raises(CommandError, match="in use"):
            call_command("simulate", players=8, rounds=1)

        assert not Tournament.objects.exists()


class TestEveryPage:
    LINE = "Demo: nothing here is real."

    @pytest.fixture
    def marked(self, settings):
        settings.DEMO = True

    @pytest.mark.parametrize("path", ["/", "/clubs/", "/sign-in/", "/privacy/", "/t/cup/", "/here/", "/nowhere/"])
    def test_says_so(self, marked, client, path):
        factories.tournament()

        assert client.get(path).content.decode().count(self.LINE) == 1

    def test_says_so_at_the_table_too(self, marked):
        table = factories.running_list().table
        phone = Client(headers={"accept-language": "en"})

        assert phone.get(f"/l/{table.key}/", follow=True).content.decode().count(self.LINE) == 1

    def test_of_a_real_site_says_nothing_of_it(self, client):
        assert self.LINE not in client.get("/").content.decode()


class TestTheStart:
    @pytest.fixture(autouse=True)
    def _terminal(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "C")

    def test_of_the_demo_says_how_to_begin_for_real(self):
        demo()

        said = welcome.text("http://127.0.0.1:8000", word="", to_phones=False, secure=None)

        assert "To begin for real, stop it and type: make serve" in said
        assert "HOST=0.0.0.0 make run" in said

    def test_of_an_empty_site_says_the_word_and_where_it_is_asked_for(self):
        said = welcome.text("http://192.0.2.17:8000", word="abcde-fghjk", to_phones=True, secure=None)

        assert "http://192.0.2.17:8000/first/" in said
        assert "abcde-fghjk" in said
        assert "http://192.0.2.17:8000/phones/" in said
        assert "HOST=" not in said

    def test_of_a_site_with_an_account_leads_to_the_first_event(self):
        factories.user()

        said = welcome.text("http://127.0.0.1:8000", word="", to_phones=False, secure=None)

        assert "http://127.0.0.1:8000/new/" in said
        assert "HOST=0.0.0.0 make serve" in said

    @pytest.mark.parametrize(
        ("told", "said"),
        [("de_DE.UTF-8", "Beenden mit Strg-C."), ("es_ES", "Se termina con Ctrl-C."), ("C.UTF-8", "Stop with Ctrl-C.")],
    )
    def test_is_in_the_language_of_the_terminal(self, monkeypatch, told, said):
        monkeypatch.setenv("LC_ALL", told)

        lines = welcome.text("http://127.0.0.1:8000", word="abcde-fghjk", to_phones=False, secure=None).splitlines()

        assert lines[-1].strip() == said
        (address,) = (line for line in lines if line.endswith("/first/"))
        (word,) = (line for line in lines if line.endswith("abcde-fghjk"))
        assert address.index("http") == word.index("abcde")
