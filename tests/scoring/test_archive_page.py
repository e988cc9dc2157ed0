"""The archive on the direction's page: made outside the request, fetched, checked, deleted."""

import hashlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override

from scoring import archive
from scoring.archive import Stage, pack, shelf
from tables import journal
from tests import factories
from tests.factories import EVENING
from tests.scoring.archives import changed, event

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/office/archive/"
ZIP = "/t/cup/office/archive.zip"


@pytest.fixture
def made():
    return event()


@pytest.fixture
def elsewhere(settings, tmp_path, monkeypatch):
    """A shelf of the test's own; the process that would be started is not."""
    settings.DATA_DIR = tmp_path
    spawned = []
    monkeypatch.setattr(shelf, "spawn", spawned.append)
    return spawned


@pytest.fixture
def packed(made, tmp_path):
    path = tmp_path / "cup.zip"
    with override("en"):
        pack(made, path, now=EVENING)
    return path


class TestPage:
    def test_is_made_outside_the_request(self, director, made, elsewhere):
        answer = director.post(PAGE, {"act": "make"})

        assert answer.status_code == 302
        assert elsewhere == ["cup"]
        assert archive.shelved("cup").stage is Stage.WAITING
        director.post(PAGE, {"act": "make"})
        assert elsewhere == ["cup"]
        assert director.get(ZIP).status_code == 404

    def test_once_made_it_is_fetched_and_the_journal_knows_it(self, director, made, elsewhere):
        director.post(PAGE, {"act": "make"})
        call_command("archive", "cup", "--shelve")

        page = director.get(PAGE)
        content = b"".join(director.get(ZIP).streaming_content)

        assert hashlib.sha256(content).hexdigest() == archive.shelved("cup").sha256
        assert archive.shelved("cup").sha256 in page.content.decode()
        line = made.journal.last()
        assert (line.action, line.by) == ("archive.made", factories.user())
        assert journal.first_broken_line(made) is None

        checked = director.post(PAGE, {"act": "check", "file": SimpleUploadedFile("x.zip", content)})
        assert "Unchanged" in checked.content.decode()

    def test_a_changed_one_is_told(self, director, packed, elsewhere):
        upload = SimpleUploadedFile("x.zip", changed(packed, **{"record.json": b"{}"}).getvalue())

        answer = director.post(PAGE, {"act": "check", "file": upload})

        assert "changed: record.json" in answer.content.decode()

    def test_one_packed_anew_is_not_known(self, director, packed, elsewhere):
        upload = SimpleUploadedFile("x.zip", packed.read_bytes())

        assert "knows no such archive" in director.post(PAGE, {"act": "check", "file": upload}).content.decode()

    @pytest.mark.parametrize("data", [b"", b"x", b"PK\x03\x04"])
    def test_what_is_no_archive_is_said_in_words(self, director, made, elsewhere, data):
        answer = director.post(PAGE, {"act": "check", "file": SimpleUploadedFile("x.zip", data)})

        assert answer.status_code == 422
        assert answer.context["form"].errors["file"]

    def test_what_went_wrong_is_said(self, director, made, elsewhere, monkeypatch):
        director.post(PAGE, {"act": "make"})
        monkeypatch.setattr("scoring.archive.working.pack", lambda *_args, **_options: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            call_command("archive", "cup", "--shelve")

        assert "could not be made" in director.get(PAGE).content.decode()
        assert director.post(PAGE, {"act": "make"}).status_code == 302

    def test_one_whose_process_died_is_said(self, director, made, elsewhere):
        director.post(PAGE, {"act": "make"})
        shelf.report(archive.shelved("cup"), stage=Stage.WORKING, process=2**22 + 1)

        assert archive.shelved("cup").stage is Stage.FAILED

    def test_it_can_be_deleted(self, director, made, elsewhere, tmp_path):
        director.post(PAGE, {"act": "make"})
        call_command("archive", "cup", "--shelve")
        director.post(PAGE, {"act": "delete"})

        assert archive.shelved("cup") is None
        assert not any(path.is_file() for path in (tmp_path / "archive").rglob("*"))

    def test_while_it_is_made_the_page_renews_a_part(self, director, made, elsewhere):
        director.post(PAGE, {"act": "make"})

        part = director.get(PAGE, headers={"HX-Request": "true"}).content.decode()

        assert "<html" not in part
        assert "every 2s" in part

    def test_belongs_to_the_direction(self, client, made, elsewhere):
        factories.judge(made)
        judge = Client()
        judge.force_login(factories.user("richterin"))
        for address in (PAGE, ZIP):
            assert client.get(address)["Location"].startswith("/sign-in/")
            assert judge.get(address).status_code == 403
