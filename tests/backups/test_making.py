"""Making backups: checked before they count, and said when they do not."""

import errno
import gzip
import json
import sqlite3
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection

from skatturnier import backups
from skatturnier.backups import dumping, packing, postgresql
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.making import make
from skatturnier.https.authority import authority
from tables.journal.models import JournalEntry
from tests.backups.conftest import NOW, names

pytestmark = [pytest.mark.slow, pytest.mark.database]


@pytest.mark.thorough
@pytest.mark.proof("backup")
def test_a_backup_says_what_is_in_it_and_holds_what_the_site_goes_on_with(cup, wanted, settings):
    settings.SIGNING_CERTIFICATE.write_bytes(b"certificate")
    authority(settings.DATA_DIR, now=NOW)

    made = make(wanted=wanted, now=NOW)

    assert made.is_sound
    assert made.problems == ()
    assert made.path.name == "skatturnier-20261121T230500Z.tar.gz"
    assert made.path.stat().st_mode & 0o777 == 0o600
    (event,) = packing.check(made.path).events
    last = JournalEntry.objects.latest("number")
    assert (event.slug, event.lines, event.head, event.findings) == (cup.slug, last.number, last.hash, 0)
    with tarfile.open(made.path) as packed:
        assert packed.extractfile("secret-key").read().decode() == settings.SECRET_KEY
        assert packed.extractfile("signing.p12").read() == b"certificate"
        assert packed.extractfile("authority.pem").read() == (settings.DATA_DIR / "authority.pem").read_bytes()
    assert backups.state() == backups.State(last=NOW, name=made.path.name)


def test_what_was_deleted_is_in_no_backup(cup, wanted, unlooked):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL dumps rows, not pages: what was deleted cannot be in it")
    rows = [(str(number), "Nebukadnezarowitsch" * 40, "2026-11-21") for number in range(100)]
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as beside, beside:
        # As a database that never wiped anything.
        beside.execute("PRAGMA secure_delete=OFF")
        beside.executemany("INSERT INTO django_session (session_key, session_data, expire_date) VALUES (?, ?, ?)", rows)
        beside.execute("DELETE FROM django_session")
    assert b"Nebukadnezarowitsch" in Path(connection.settings_dict["NAME"]).read_bytes()

    made = make(wanted=wanted, now=NOW)

    assert b"Nebukadnezarowitsch" not in gzip.decompress(made.path.read_bytes())


def test_a_copy_that_differs_from_the_site_does_not_count(cup, wanted, unlooked, monkeypatch):
    before = make(wanted=wanted, now=datetime(2026, 11, 21, 22, 0, tzinfo=UTC))
    monkeypatch.setattr(dumping.facts, "standings_hashes", lambda slugs: dict.fromkeys(slugs, "0" * 64))

    made = make(wanted=wanted, now=NOW)

    assert not made.is_sound
    assert names(wanted.folder) == [before.path.name, "skatturnier-20261121T230500Z-doubtful.tar.gz"]
    told = backups.state()
    assert told.name == before.path.name
    assert told.problems == (f"{cup.slug}: the standings of the copy are others",)


@pytest.mark.thorough
@pytest.mark.proof("backup")
def test_a_bent_journal_is_backed_up_and_said(cup, wanted):
    JournalEntry.objects.filter(number=2).update(action="nothing.done")

    made = make(wanted=wanted, now=NOW)

    assert made.is_sound
    (problem,) = backups.state().problems
    assert problem.startswith(f"{cup.slug}: ")
    assert "verify" in problem


def test_events_that_did_not_move_are_not_computed_anew_unless_they_had_findings(cup, wanted, unlooked):
    first = make(wanted=wanted, now=NOW)
    JournalEntry.objects.filter(number=2).update(action="nothing.done")

    # The head is the one of before, and the second look goes by it; a thorough one does not.
    assert make(wanted=wanted, now=NOW, thoroughly=False).problems == ()
    found = make(wanted=wanted, now=NOW).problems
    assert make(wanted=wanted, now=NOW, thoroughly=False).problems == found != ()
    assert first.manifest.events[0].findings == 0


@pytest.mark.proof("backup")
def test_a_full_disk_leaves_the_last_backup_and_a_sentence(cup, wanted, unlooked, monkeypatch):
    before = make(wanted=wanted, now=NOW)

    def full(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(packing, "pack", full)
    with pytest.raises(BackupFailed, match="No space left"):
        make(wanted=wanted, now=NOW)

    assert names(wanted.folder) == [before.path.name]
    assert backups.state().last == NOW
    assert "No space left" in backups.state().problems[0]


def test_a_state_that_cannot_be_read_is_no_state(wanted):
    wanted.folder.mkdir()
    for content in ("", "[]", '{"last": 5}', json.dumps({"last": "yesterday", "name": "", "problems": []})):
        (wanted.folder / "state.json").write_text(content, encoding="utf-8")
        assert backups.state() == backups.State(last=None)


def test_nothing_of_a_check_stays_in_the_database_server(cup, wanted, unlooked, monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server")
    # Others may check one of theirs at this moment.
    monkeypatch.setattr(postgresql, "CHECK", "skatturnier_check_of_this_test_")
    make(wanted=wanted, now=NOW)

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'skatturnier_check_of_this_test%%'")
        assert cursor.fetchone() == (0,)
