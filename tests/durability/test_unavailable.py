"""While the database fails every address answers 503 with a sentence, in the shape that was asked for."""

import json
import logging
from html import unescape
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory

from skatturnier import checks, unavailable
from skatturnier.serving.site import Checked
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.durability import ways
from tests.support import factories
from tests.support.page_reader import Page, Visitor, read

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.database]

DESK = "/t/cup/office/entrants/"
MARKS = f"{DESK}marks/"
NOT_SAVED = "The site cannot save anything just now."
NOT_READ = "The site cannot read its data just now. Please try again in a minute."


@pytest.fixture(autouse=True)
def _quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="django.request")


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"}, raise_request_exception=False)


@pytest.fixture
def director(visitor) -> Client:
    factories.tournament(entrants=3)
    visitor.force_login(factories.user())
    return visitor


def said(answer) -> str:
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "no-store" in answer["Cache-Control"]
    return unescape(" ".join(answer.content.decode().split()))


@pytest.mark.thorough(after=1)
@pytest.mark.proof("failed-write")
@pytest.mark.parametrize(
    "fails", [pytest.param((vendor, way), id=way.__name__) for vendor in ways.ON for way in ways.ON[vendor]]
)
def test_an_act_that_cannot_be_stored_is_said_and_succeeds_when_it_is_sent_again(director, fails, prove):
    vendor, way = fails
    if connection.vendor != vendor:
        pytest.skip(f"a way in which {vendor} fails")
    sent = {"name": "Erna <Schulz>\nzwei Zeilen", "entry_key": str(uuid4()), "present": "on"}
    noted = JournalEntry.objects.count()

    with way():
        answer = director.post(DESK, sent)

    assert NOT_SAVED in said(answer)
    assert (Entrant.objects.count(), JournalEntry.objects.count()) == (3, noted)
    form = read(answer.content.decode()).one("main").one("form")
    held = {one.attrs["name"]: "".join(one.parts).removeprefix("\n") for one in form.all("textarea")}
    assert held == sent
    assert director.post(DESK, {**held, "name": "Erna Schulz"}).status_code == 302
    assert Entrant.objects.count() == 4
    prove(f"{way.__name__.replace('_', ' ')}: 0 acknowledged, 503 with a sentence, then saved")


@pytest.mark.thorough
@pytest.mark.proof("failed-write")
def test_a_pasted_list_that_finds_no_room_on_the_disk_is_given_back_whole(director, prove):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite lets a test fill its disk")
    letters = "abcdefghijklmnopqrst"
    names = [f"Erna {first.upper()}{second}eck" for first in letters for second in letters]
    lines = "\n".join(f"{name}; SC Herz Dame" for name in names)
    looked_through = Visitor(director).get(f"{DESK}add/").form("lines").send(lines=lines).form("cells", "mended")
    sent = {**looked_through.holds(), "act": ["take"]}
    assert [name in sent["cells"][0] for name in names] == [True] * 400

    with ways.full_disk():
        answer = director.post(f"{DESK}add/", sent)

    assert NOT_SAVED in said(answer)
    given_back = Page(Visitor(director), answer, f"{DESK}add/").form("cells", "act").holds()
    assert given_back == sent
    assert Entrant.objects.count() == 3
    assert director.post(f"{DESK}add/", given_back).status_code == 302
    assert Entrant.objects.count() == 403
    prove("full disk: 0 acknowledged, 503, 400 lines given back, then saved")


@pytest.mark.parametrize("fails", ["io_error", "kept_locked"])
def test_nobody_is_signed_in_by_a_session_that_cannot_be_stored(visitor, fails):
    factories.user("direktor")
    sent = {"username": "direktor", "password": "direktordirektor"}

    with getattr(ways, fails)():
        answer = visitor.post("/sign-in/", sent)

    assert NOT_SAVED in said(answer)
    assert "direktordirektor" not in said(answer)
    assert "sessionid" not in visitor.cookies
    assert visitor.post("/sign-in/", sent).status_code == 302


@pytest.mark.thorough
def test_a_session_that_cannot_be_changed_is_no_request_that_cannot_be_understood(director):
    with ways.failing(("UPDATE django_session", "DELETE FROM django_session"), says="disk I/O error"):
        assert NOT_SAVED in said(director.post("/sign-out/"))

    assert director.get(DESK).status_code == 200


def test_each_hears_it_in_the_shape_that_was_asked_for_and_in_its_language(director):
    upload = SimpleUploadedFile("liste.csv", b"Name\nErna Schulz\n", content_type="text/csv")
    with ways.failing(("SELECT",), says="disk I/O error"):
        of_file = director.post(f"{DESK}add/?at=file", {"file": upload})
        open_page = director.get("/t/cup/standings/", headers={"X-Seen": "1-abc", "HX-Request": "true"})
        of_program = director.get("/api/v1/events/")
        of_script = director.get("/t/cup/office/series/1/table/1/type/read/", headers={"accept": "application/json"})
        german, spanish = (director.get("/", headers={"accept-language": one}) for one in ("de", "es"))

    # A file is not given back: the browser has it still.
    assert "Go back in your browser" in said(of_file)
    assert read(of_file.content.decode()).one("main").all("textarea") == []
    # An open page asks whether anything is new.
    assert "cannot read its data" in said(open_page)
    assert open_page["HX-Reswap"] == "none"
    # Programs hear it from any origin.
    assert json.loads(said(of_program)).items() >= {"code": "not-available", "detail": NOT_READ}.items()
    assert of_program["Access-Control-Allow-Origin"] == "*"
    assert json.loads(said(of_script))["code"] == "not-available"
    assert 'lang="de"' in said(german)
    assert 'lang="es"' in said(spanish)


@pytest.mark.thorough
def test_a_page_that_cannot_be_read_says_so_and_needs_no_session(director):
    for address in ("/", "/t/cup/", "/t/cup/standings/", "/t/cup/entrants.csv", "/t/cup/event.ics", DESK, "/clubs/"):
        with ways.failing(("SELECT",), says="disk I/O error"):
            answer = director.get(address)

        assert "This page cannot be shown just now" in said(answer), address
        assert "direktor" not in said(answer), address
        assert director.get(address).status_code == 200, address


def test_a_mark_at_the_desk_that_was_not_saved_is_said_above_the_page(director):
    with ways.io_error():
        answer = director.post(MARKS, {"mark": "1 paid on"}, headers={"HX-Request": "true"})

    assert said(answer).startswith('<p class="alert alert-error" role="alert">')
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#messages", "innerHTML show:window:top")
    assert not Entrant.objects.filter(paid=True).exists()


class Driver(Exception):
    """What a driver raises."""


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    error.__cause__ = cause
    return error


def test_faults_of_the_program_stay_faults_of_the_program():
    request = RequestFactory().get("/")
    for error, is_the_databases in (
        (raised(unavailable.DatabaseError("database disk image is malformed"), Driver()), True),
        (raised(unavailable.DatabaseError("Forced update did not affect any rows.")), False),
        (raised(unavailable.IntegrityError("UNIQUE constraint failed"), Driver()), False),
        (raised(unavailable.ProgrammingError("syntax error"), Driver()), False),
        (raised(unavailable.InterfaceError("connection already closed"), Driver()), True),
        (ValueError("no number"), False),
    ):
        try:
            raise error
        except Exception:
            assert unavailable.server_error(request).status_code == (503 if is_the_databases else 500), error


class TestTheWebServer:
    def test_starts_while_its_database_is_away_and_looks_again(self, monkeypatch, caplog):
        caplog.set_level(logging.ERROR, logger="skatturnier")
        nowhere = ("NAME", "/nowhere/hall.sqlite3") if connection.vendor == "sqlite" else ("PORT", 1)
        monkeypatch.setitem(connection.settings_dict, *nowhere)
        connection.close()
        site = Checked(lambda environ, start_response: [b"answered"])
        assert not site.is_sound
        assert "The database does not answer. The site waits for it." in caplog.text

        monkeypatch.undo()
        connection.close()

        assert site({}, None) == [b"answered"]
        assert site.is_sound

    def test_does_not_start_on_settings_that_could_lose_a_deal(self, monkeypatch):
        monkeypatch.setattr(checks, "_weaknesses", lambda alias: [checks.Weakness("E002", "x", "y")])

        with pytest.raises(ImproperlyConfigured, match=r"skatturnier\.E002"):
            Checked(lambda environ, start_response: [])
