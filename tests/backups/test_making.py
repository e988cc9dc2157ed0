"""Making backups: checked before they count, and said when they do not; how long they stay; the copy elsewhere."""

import errno
import gzip
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from scoring.lists.models import SeatResult
from skatturnier import backups
from skatturnier.backups import dumping, file_names, making, packing, postgresql, second, standing
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.making import make
from skatturnier.backups.restoring import restore
from skatturnier.https.authority import authority
from skatturnier.machine import places
from tables.clubs.models import Club
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.backups.conftest import NOW, names
from tests.support import factories
from tests.tables.clubs import club_books

pytestmark = pytest.mark.slow


class AnyFault(Exception):
    """What nobody thought of."""


FAULTS = (
    sqlite3.DatabaseError("database disk image is malformed"),
    OperationalError("disk I/O error"),
    PermissionError(errno.EACCES, "Permission denied"),
    ValueError("Kunigunde"),
    MemoryError(),
    AnyFault("Kunigunde"),
)

STEPS = [
    *((dumping, "dump"), (making, "look"), (making, "_secrets"), (packing, "pack"), (packing, "check")),
    *((making, "put_in_place"), (second, "copy"), (file_names, "tidy")),
]
"""Where making or checking one may fail."""


FREE = "free pages"


def damage(file: Path, part: str) -> None:
    """Spoil the first page of a table or an index in a database's file, or of those that nothing stands on."""
    with closing(sqlite3.connect(file)) as opened:
        (size,) = opened.execute("PRAGMA page_size").fetchone()
        found = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [part]).fetchone()
    with file.open("r+b") as opened:
        opened.seek(32)
        first = int.from_bytes(opened.read(4), "big") if part == FREE else found[0]
        opened.seek((first - 1) * size)
        opened.write(b"\xff" * size)


@pytest.mark.database
class TestMakingOne:
    @pytest.mark.thorough
    @pytest.mark.proof("backup")
    def test_a_backup_says_what_is_in_it_and_holds_what_the_site_goes_on_with(self, cup, wanted, settings):
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
        assert backups.state() == backups.BackupState(last=NOW, name=made.path.name)

    @pytest.mark.thorough
    def test_no_session_and_nothing_that_was_deleted_is_in_a_backup(self, cup, wanted, unlooked, believed, elsewhere):
        client = Client()
        client.force_login(factories.user())
        (session,) = Session.objects.all()
        if connection.vendor == "sqlite":
            # PostgreSQL dumps rows, not pages: what was deleted cannot be in it.
            rows = [(str(number), "Nebukadnezarowitsch" * 40, "2026-11-21") for number in range(100)]
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as beside, beside:
                # As a database that never wiped anything.
                beside.execute("PRAGMA secure_delete=OFF")
                into = "INSERT INTO django_session (session_key, session_data, expire_date) VALUES (?, ?, ?)"
                beside.executemany(into, rows)
                beside.execute("DELETE FROM django_session WHERE session_data LIKE 'Nebukadnezarowitsch%'")
            there = Path(connection.settings_dict["NAME"]).read_bytes()
            assert b"Nebukadnezarowitsch" in there
            assert session.session_key.encode() in there

        made = make(wanted=wanted, now=NOW)

        packed = gzip.decompress(made.path.read_bytes())
        for gone in (b"Nebukadnezarowitsch", session.session_key.encode(), session.session_data.encode()):
            assert gone not in packed
        restore(made.path, target=elsewhere, identity=None, now=NOW)
        if connection.vendor == "postgresql":
            with postgresql.connect(elsewhere.database) as there:
                assert there.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
        # Those who are signed in here stay so.
        assert Session.objects.exists()

    @pytest.mark.thorough
    @pytest.mark.proof("backup")
    def test_a_bent_journal_of_an_event_or_a_club_is_backed_up_and_said(self, cup, wanted):
        club = club_books.club()
        JournalEntry.objects.filter(number=2).update(action="nothing.done")
        Club.objects.update(name="Verbogen")

        made = make(wanted=wanted, now=NOW)

        assert made.is_sound
        assert set(made.problems) == {
            f"{cup.slug}: 1 finding; manage.py verify {cup.slug} names them",
            f"club {club.slug}: 1 finding; manage.py verify names them",
        }
        ends = {chain.name: (chain.lines, chain.findings) for chain in made.manifest.chains}
        assert ends == {f"club {club.slug}": (2, 1), "site": (journal.lines_of(None).count(), 0)}
        told = backups.state()
        assert told.problems == ()
        assert cup.slug in {finding.of for finding in told.findings}

    def test_events_that_did_not_move_are_not_computed_anew_unless_they_had_findings_and_another_copy_does_not_count(
        self, cup, wanted, unlooked, client, monkeypatch
    ):
        client.force_login(factories.user())
        first = make(wanted=wanted, now=datetime(2026, 11, 21, 22, 0, tzinfo=UTC))
        office = {"path": reverse("scoring:office", args=[cup.slug]), "headers": {"accept-language": "de"}}
        assert "Nachrechnen" not in client.get(**office).text
        SeatResult.objects.filter(seat__place=1).delete()

        # The head is the one of before, and the second look goes by it; a thorough one does not.
        assert make(wanted=wanted, now=NOW, thoroughly=False).problems == ()
        found = make(wanted=wanted, now=NOW).problems
        assert make(wanted=wanted, now=NOW, thoroughly=False).problems == found != ()
        assert first.manifest.events[0].findings == 0
        page = client.get(**office).text
        assert "Die letzte Sicherung ist in Ordnung, aber beim Nachrechnen von cup" in page
        assert "Serie 1, Tisch 1, Platz 1: " in page
        assert "no result is stored" not in page
        assert "nicht gut gegangen" not in page

        sound = backups.state().name
        monkeypatch.setattr(dumping, "standings_hashes", lambda slugs: dict.fromkeys(slugs, "0" * 64))
        made = make(wanted=wanted, now=NOW + timedelta(seconds=1))

        assert not made.is_sound
        assert made.path.name == "skatturnier-20261121T230501Z-doubtful.tar.gz"
        told = backups.state()
        assert told.name == sound != made.path.name
        assert told.problems == (f"{cup.slug}: the standings of the copy are others",)

    @pytest.mark.thorough
    @pytest.mark.proof("backup")
    def test_a_full_disk_leaves_the_last_backup_and_a_sentence(self, cup, wanted, unlooked, monkeypatch):
        before = make(wanted=wanted, now=NOW)

        def full(*_args):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(packing, "pack", full)
        with pytest.raises(BackupFailed, match="No space left"):
            make(wanted=wanted, now=NOW)

        assert names(wanted.folder) == [before.path.name]
        assert backups.state().last == NOW
        assert "No space left" in backups.state().problems[0]

    @pytest.mark.usefixtures("unlooked")
    def test_whatever_fails_in_making_or_checking_one_is_said(self, cup, wanted, monkeypatch, is_thorough):
        assert make(wanted=wanted, now=NOW).is_sound

        # Each fault at the first or one of the last steps; with --thorough each at all of them.
        quick = zip([STEPS[0]] * 4 + STEPS[-2:], FAULTS, strict=True)
        for (module, name), fault in itertools.product(STEPS, FAULTS) if is_thorough else quick:
            standing.note(backups.BackupState(last=NOW, name="the last good one"), folder=wanted.folder)

            def fail(*_args, _fault=fault, **_kwargs):
                raise _fault

            with monkeypatch.context() as patched:
                patched.setattr(module, name, fail)
                with pytest.raises(BackupFailed):
                    make(wanted=wanted, now=NOW)
            (problem,) = backups.state().problems
            assert problem.startswith("No backup was made: "), (name, fault)
            # What a fault of the program says may quote a row.
            assert "Kunigunde" not in problem
            assert backups.state().last == NOW

    @pytest.mark.usefixtures("unlooked")
    def test_what_fails_is_said_where_nothing_can_be_written_beside_the_backups(self, cup, wanted, tmp_path):
        wanted.folder.write_text("no folder", encoding="ascii")

        with pytest.raises(BackupFailed):
            make(wanted=wanted, now=NOW)
        assert backups.state().problems != ()

        wanted.folder.unlink()
        make(wanted=wanted, now=NOW)
        assert backups.state().problems == ()
        assert not (tmp_path / "backups-state.json").exists()

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("part", "is_made"), [("tables_journalentry", False), ("guesses_of_an_address", True), (FREE, True)]
    )
    def test_a_damaged_page_of_the_file_is_said_by_backup_house_and_verify(self, cup, tmp_path, part, is_made):
        """Each is a program of its own: what stands on the terminal are sentences, and the office has them too."""
        if connection.vendor != "sqlite":
            pytest.skip("a server looks after its own files")
        file = tmp_path / "skatturnier.sqlite3"
        with (
            closing(sqlite3.connect(connection.settings_dict["NAME"])) as source,
            closing(sqlite3.connect(file)) as target,
        ):
            source.backup(target)
            target.execute("CREATE TABLE gone AS SELECT zeroblob(100000)")
            target.execute("DROP TABLE gone")
            target.commit()
        damage(file, part)
        own = os.environ | {"DATABASE_URL": "", "SKATTURNIER_DATA": str(tmp_path), "SKATTURNIER_BACKUPS": ""}

        def run(*command: str) -> tuple[int, str, str]:
            command = [sys.executable, "manage.py", *command]
            done = subprocess.run(command, cwd=places.CODE, env=own, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout, done.stderr

        told = tmp_path / "backups" / "state.json"
        # What keeps house wipes free room before, and with that writes anew what can be: nothing is left to be said.
        for command in (["backup"],) if is_made else (["backup"], ["keep_house", "--once"]):
            told.unlink(missing_ok=True)
            code, _out, errors = run(*command)
            state = json.loads(told.read_text(encoding="utf-8"))
            assert (bool(state["last"]), "damaged" in str(state["problems"])) == (is_made, True), (
                command,
                state,
                errors,
            )
            # What keeps house goes on with the rest.
            assert command != ["backup"] or (code == 1 and "Traceback" not in errors), errors
        code, out, errors = run("verify")
        assert (code, "damaged" in out, "Traceback" in errors) == (1, True, False), (out, errors)

    def test_a_state_that_cannot_be_read_is_no_state(self, wanted):
        wanted.folder.mkdir()
        for content in ("", "[]", '{"last": 5}', json.dumps({"last": "yesterday", "name": "", "problems": []})):
            (wanted.folder / "state.json").write_text(content, encoding="utf-8")
            assert backups.state() == backups.BackupState(last=None)

    @pytest.mark.thorough
    def test_nothing_of_a_check_stays_in_the_database_server(self, cup, wanted, unlooked, monkeypatch):
        if connection.vendor != "postgresql":
            pytest.skip("SQLite has no server")
        # Others may check one of theirs at this moment.
        monkeypatch.setattr(postgresql, "CHECK", "skatturnier_check_of_this_test_")
        make(wanted=wanted, now=NOW)

        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'skatturnier_check_of_this_test%%'")
            assert cursor.fetchone() == (0,)


def left(moments, *, days=30):
    kept = [(moment, Path(file_names.name_at(moment))) for moment in moments]
    gone = set(file_names.to_delete(kept, now=NOW, days=days))
    return [moment for moment, path in kept if path not in gone]


def test_of_ten_minutes_for_forty_days_all_new_ones_stay_then_one_an_hour_then_one_a_day():
    moments = [NOW - timedelta(minutes=10 * step) for step in range(40 * 24 * 6)]

    stay = left(moments)

    ages = [NOW - moment for moment in stay]
    assert sum(age <= timedelta(hours=2) for age in ages) == 13
    assert sum(timedelta(hours=2) < age <= timedelta(days=2) for age in ages) == 46
    assert len(stay) == 13 + 46 + 29
    assert max(ages) <= timedelta(days=30)


@pytest.mark.proof("forgotten")
def test_of_a_day_the_last_one_stays_and_none_longer_than_names_may():
    day = datetime(2026, 11, 3, tzinfo=UTC)
    assert left([day + timedelta(hours=9), day + timedelta(hours=20)]) == [day + timedelta(hours=20)]
    assert left([NOW - timedelta(days=30, seconds=1)]) == []
    assert left([NOW - timedelta(days=8)], days=7) == []


def test_doubtful_and_encrypted_ones_go_too_and_other_files_stay(tmp_path):
    old = NOW - timedelta(days=31)
    others = ["letter.txt", "skatturnier-99999999T999999Z.tar.gz"]
    ours = (file_names.name_at(old), file_names.name_at(old, is_doubtful=True), file_names.name_at(old) + ".age")
    for name in (*others, *ours):
        (tmp_path / name).touch()

    assert len(file_names.tidy(tmp_path, now=NOW, days=30)) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == others


@pytest.fixture
def backup(tmp_path):
    path = tmp_path / file_names.name_at(NOW)
    told = packing.Manifest(made_at=NOW, vendor="sqlite", migrations={}, files={})
    packing.pack(path, told, {})
    return path


@pytest.fixture
def stick(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def copied(backup, stick, wanted, tmp_path):
    """Return what copies a backup to the stick, or to where else it is told, and says what went wrong."""

    def copy(**told):
        return second.copy(backup, wanted=replace(wanted, **{"second": stick} | told), work=tmp_path / "work", now=NOW)

    return copy


@pytest.mark.proof("backup")
def test_only_the_owner_of_the_key_reads_the_copy(backup, stick, copied, tmp_path):
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "key.txt").write_text(f"# created today\n{identity}\n", encoding="ascii")
    (tmp_path / "other.txt").write_text(str(pyrage.x25519.Identity.generate()), encoding="ascii")

    assert copied(recipient=str(identity.to_public())) == []

    (there,) = stick.iterdir()
    assert there.name == f"{backup.name}.age"
    assert there.read_bytes().startswith(b"age-encryption.org/v1")
    opened = second.opened(there, identity=tmp_path / "key.txt", folder=tmp_path / "work")
    assert opened.read_bytes() == backup.read_bytes()
    for wrong in ("other.txt", "missing.txt"):
        with pytest.raises(BackupFailed, match="does not open with"):
            second.opened(there, identity=tmp_path / wrong, folder=tmp_path / "work")


def test_what_keeps_a_copy_from_the_stick_is_said_and_nothing_is_left_there(stick, copied, tmp_path, monkeypatch):
    def full(_source, beside):
        beside.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    def something_else(_source, beside):
        beside.write_bytes(b"something else")

    (problem,) = copied(second=tmp_path / "gone")
    assert "Is the stick in" in problem
    assert not (tmp_path / "gone").exists()
    for copies, said in ((full, "No space left"), (something_else, "differs")):
        with monkeypatch.context() as patched:
            patched.setattr(second.shutil, "copyfile", copies)
            (problem,) = copied()
        assert said in problem
    (problem,) = copied(recipient="age1nonsense")
    assert "SKATTURNIER_BACKUP_RECIPIENT" in problem
    assert list(stick.iterdir()) == []


def test_a_program_takes_the_copy_elsewhere_or_says_why_not(backup, stick, copied):
    assert copied(second=None, command=("cp", "--target-directory", str(stick))) == []
    assert [path.name for path in stick.iterdir()] == [backup.name]

    for command in (("false",), ("no-such-program-here",)):
        (problem,) = copied(second=None, command=command)
        assert problem.startswith("No copy was taken elsewhere")


@pytest.mark.proof("forgotten")
def test_old_copies_go_as_old_backups_do(backup, stick, copied):
    (stick / f"{file_names.name_at(NOW - timedelta(days=31))}.age").touch()

    copied()

    assert [path.name for path in stick.iterdir()] == [backup.name]
