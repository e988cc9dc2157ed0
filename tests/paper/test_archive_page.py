"""The archive from the print desk: packed outside the request, fetched, known to the journal, checked."""

import hashlib
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.management.commands.print_run import work
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Stage
from tables.journal import chain as journal
from tests.paper.archives import changed, event, packed_event
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DESK = "/t/cup/office/print/?kind=archive"
PAGE = "/t/cup/office/archive/"


@pytest.fixture
def made():
    return event()


@pytest.fixture(autouse=True)
def asked(settings, tmp_path, monkeypatch):
    """What was asked for, in a folder of the test's own; the processes that would be started are not."""
    settings.DATA_DIR = tmp_path
    settings.PRINT_DIR = tmp_path / "print"
    spawned = []
    monkeypatch.setattr(runs, "spawn", spawned.append)
    return spawned


@pytest.fixture
def packed(made, tmp_path):
    return packed_event(made, tmp_path)


def ask(client):
    """Ask for an archive and return the address that says how far it is."""
    return client.post(DESK, {"entry_key": uuid4(), "language": "en"})["Location"]


def check(client, content):
    return client.post(PAGE, {"file": SimpleUploadedFile("x.zip", content)})


class TestFromThePrintDesk:
    def test_it_says_what_is_in_it_and_until_when_it_is_kept(self, director, made):
        page = director.get(DESK).content.decode()

        assert "every entry and the journal" in page
        assert "SkWO 7.4.4" in page
        assert PAGE in page

    def test_it_is_made_outside_the_request(self, director, made, asked):
        run = ask(director)

        assert [f"/t/cup/office/print/{key}/" for key in asked] == [run]
        assert director.get(f"{run}file/").status_code == 404
        assert "It is next" in director.get(run).content.decode()

    @pytest.mark.thorough
    def test_how_far_it_is_is_shown_part_by_part(self, director, made, asked, monkeypatch):
        ask(director)
        told = []
        report = runs.report
        monkeypatch.setattr(runs, "report", lambda run, **state: (told.append(state), report(run, **state)))
        work(runs.found(asked[0]))

        steps = [(state["done"], state["pages"]) for state in told if "done" in state]
        assert steps == [(done, len(steps) - 1) for done in range(len(steps))]
        assert len(steps) > 10

    def test_while_it_is_packed_the_parts_are_shown(self, director, made, asked):
        page = ask(director)
        runs.report(runs.found(asked[0]), stage=Stage.WORKING, pages=19, done=7)

        content = director.get(page, headers={"HX-Request": "true"}).content.decode()

        assert '<progress value="7" max="19"' in content
        assert "being packed" in content

    def test_once_made_it_is_fetched_and_the_journal_knows_it(self, director, made, asked):
        page = ask(director)
        work(runs.found(asked[0]))

        answer = director.get(f"{page}file/")
        content = b"".join(answer.streaming_content)
        digest = hashlib.sha256(content).hexdigest()

        assert answer["Content-Type"] == "application/zip"
        assert answer["Content-Disposition"].startswith('attachment; filename="cup-')
        assert digest in director.get(page).content.decode()
        line = made.journal.last()
        assert (line.action, line.by, line.data["sha256"]) == ("archive.made", factories.user(), digest)
        assert journal.first_broken_line(made) is None
        assert "Unchanged" in check(director, content).content.decode()

    def test_what_went_wrong_is_said_and_no_half_file_is_left(self, director, made, asked, monkeypatch):
        page = ask(director)
        monkeypatch.setattr("scoring.archive.packing.contents.record.as_json", lambda _data: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            work(runs.found(asked[0]))

        assert "could not be made" in director.get(page).content.decode()
        assert director.get(f"{page}file/").status_code == 404
        assert not list(runs.found(asked[0]).path.parent.glob("file*"))
        assert made.journal.last().action != "archive.made"


class TestChecked:
    @pytest.mark.thorough
    def test_a_changed_one_is_told(self, director, packed):
        answer = check(director, changed(packed, **{"record.json": b"{}"}).getvalue())

        assert "changed: record.json" in answer.content.decode()

    def test_one_packed_anew_is_not_known(self, director, packed):
        assert "knows no such archive" in check(director, packed.read_bytes()).content.decode()

    @pytest.mark.parametrize("data", [b"", b"x", b"PK\x03\x04"])
    def test_what_is_no_archive_is_said_in_words(self, director, made, data):
        answer = check(director, data)

        assert answer.status_code == 422
        assert answer.context["form"].errors["file"]

    def test_nothing_brought_is_asked_for(self, director, made):
        assert director.get(PAGE).status_code == 200
        assert director.post(PAGE).status_code == 422


def test_belongs_to_the_direction(client, director, made, asked):
    run = ask(director)
    factories.judge(made)
    judge = Client()
    judge.force_login(factories.user("richterin"))
    for address in (PAGE, DESK, run, f"{run}file/"):
        assert client.get(address)["Location"].startswith("/sign-in/")
        assert judge.get(address).status_code == 403
