"""Restoring: everything as it was, or nothing touched, and nothing of a later version; one event alone."""

import hashlib
import io
import json
import random
import re
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.hashers import PBKDF2PasswordHasher, is_password_usable
from django.contrib.sessions.models import Session
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

import skatturnier
from scoring.history.selectors.verification import verified
from scoring.privacy.services import forget_event
from skatturnier import addresses, checks, versions
from skatturnier.backups import dumping, file_names, packing, postgresql
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.looking import look
from skatturnier.backups.making import make
from skatturnier.backups.one_event import take_out_the_rest, way_to_event
from skatturnier.backups.packing import MANIFEST
from skatturnier.backups.restoring import restore
from skatturnier.https.authority import authority
from skatturnier.machine import places
from skatturnier.serving.site import Checked
from tables.accounts.models import Guess, User
from tables.clubs.models import Club, Person
from tables.journal.models import Release
from tables.journal.selectors import strays
from tables.tournaments.models import Role, Tournament
from tables.tournaments.services import officials as offices
from tests.backups.conftest import NOW, names
from tests.support import factories
from tests.support import world_with_every_kind_of_row as sealed_hall
from tests.support.factories import GRAND
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.slow, pytest.mark.database]


def restored(backup, target):
    return restore(backup, target=target, identity=None, now=NOW)


def rows(target, statement="SELECT name FROM tables_entrant ORDER BY number"):
    if connection.vendor == "postgresql":
        with postgresql.connect(target.database) as there:
            return [row[0] for row in there.execute(statement).fetchall()]
    with closing(sqlite3.connect(target.database["NAME"])) as there:
        return [row[0] for row in there.execute(statement)]


def address(target):
    is_server = connection.vendor == "postgresql"
    return postgresql.url(target.database) if is_server else f"sqlite:///{target.database['NAME']}"


@pytest.mark.thorough
@pytest.mark.proof("restore")
def test_another_machine_goes_on_from_a_backup(cup, backup, elsewhere, settings):
    told = restored(backup, elsewhere)

    assert told.aside == ()
    assert rows(elsewhere) == list(cup.entrants.order_by("number").values_list("name", flat=True))
    assert (elsewhere.data / "secret-key").read_text(encoding="ascii") == settings.SECRET_KEY
    assert (elsewhere.data / "secret-key").stat().st_mode & 0o777 == 0o600
    (event,) = look(address(elsewhere)).events
    # What went on there begins with a line that says from when this is.
    assert (event.lines, event.standings) == (told.manifest.events[0].lines + 1, told.manifest.events[0].standings)
    assert event.findings == 0
    assert rows(elsewhere, "SELECT action FROM tables_journalentry ORDER BY number")[-1] == "site.restored"
    assert packing.check(backup).version in {"", skatturnier.VERSION}
    assert look(address(elsewhere)).version == skatturnier.VERSION


@pytest.mark.thorough
def test_an_event_that_was_forgotten_in_the_middle_of_a_series_keeps_nobody_from_restoring(cup, wanted, elsewhere):
    """Whoever never closed a series has it still running when its names have to go."""
    long_after = NOW + timedelta(days=400)
    forget_event(tournament_id=cup.pk, by=None, now=long_after)
    lost = make(wanted=wanted, now=NOW).path

    restored(lost, elsewhere)

    assert "site.restored" not in rows(elsewhere, "SELECT action FROM tables_journalentry")


def test_phones_that_trusted_the_lost_laptop_trust_the_other(cup, wanted, believed, unlooked, elsewhere, settings):
    trusted = authority(settings.DATA_DIR, now=NOW)
    lost = make(wanted=wanted, now=NOW).path
    elsewhere.data.mkdir(exist_ok=True)
    own = authority(elsewhere.data, now=NOW)

    told = restored(lost, elsewhere)

    assert authority(elsewhere.data, now=NOW) == trusted != own
    assert (elsewhere.data / "authority.pem").stat().st_mode & 0o777 == 0o600
    assert [Path(aside).name for aside in told.aside] == ["authority.pem"]


@pytest.mark.thorough
def test_what_is_there_is_put_aside_only_when_asked_and_never_overwritten(cup, wanted, backup, believed, elsewhere):
    restored(backup, elsewhere)
    cup.entrants.filter(number=1).update(name="Somebody else")
    (elsewhere.data / "secret-key").write_text("another", encoding="ascii")
    later = make(wanted=wanted, now=NOW)

    with pytest.raises(BackupFailed, match="--over"):
        restored(later.path, elsewhere)
    assert rows(elsewhere)[0] != "Somebody else"

    told = restored(later.path, replace(elsewhere, over=True))

    assert rows(elsewhere)[0] == "Somebody else"
    aside = elsewhere.data / "before-restore-20261121T230500Z"
    assert (aside / "secret-key").read_text(encoding="ascii") == "another"
    if connection.vendor == "postgresql":
        before = rows(elsewhere, "SELECT name FROM before_restore_20261121t230500z.tables_entrant ORDER BY number")
        assert len(before) == 12
        assert "schema before_restore_20261121t230500z" in told.aside[0]
    else:
        assert str(aside / "skatturnier.sqlite3") in told.aside


@pytest.mark.thorough
@pytest.mark.proof("backup")
def test_no_byte_of_a_backup_can_be_changed_unseen(backup, elsewhere, tmp_path):
    whole, packed = backup.read_bytes(), packing.check(backup)
    chance, damaged = random.Random(9), tmp_path / "damaged.tar.gz"

    # The first ten bytes are gzip's own: what they say of time and system is not what is packed.
    for place in [*range(10, 60), *chance.sample(range(60, len(whole)), 250)]:
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << chance.randrange(8))]) + whole[place + 1 :])
        with suppress(BackupFailed):
            # A bit that only fills up a byte says nothing: all that is read is what was packed.
            assert packing.check(damaged) == packed
    for length in (0, 9, 100, len(whole) // 2, len(whole) - 9):
        damaged.write_bytes(whole[:length])
        with pytest.raises(BackupFailed):
            packing.check(damaged)
    with pytest.raises(BackupFailed):
        restored(damaged, elsewhere)
    assert names(elsewhere.data) == ["serving.lock"]


@pytest.mark.proof("restore")
def test_a_database_that_is_not_what_the_backup_says_is_not_restored(cup, backup, unlooked, elsewhere, tmp_path):
    # What is looked at here is the site, which has gone on.
    factories.enter(factories.list_of(cup.series.get(), 3), (2, GRAND))

    with pytest.raises(BackupFailed, match="is not what it was when"):
        restored(backup, elsewhere)

    assert names(elsewhere.data) == ["serving.lock"]
    # Nor is one of the other kind of database.
    other = tmp_path / "other.tar.gz"
    told = packing.look_into(backup)
    vendor = "sqlite" if told.vendor == "postgresql" else "postgresql"
    packing.pack(other, type(told)(made_at=NOW, vendor=vendor, migrations={}, files={}), {})
    with pytest.raises(BackupFailed, match="cannot be restored into the other"):
        restored(other, elsewhere)


def held(what, file):
    """Return another process that has something of a site in its hands until it is told to end."""
    said = f"import sys, pathlib; from skatturnier.backups import serving; kept = {what}; print('held', flush=True)"
    command = [sys.executable, "-c", f"{said}; sys.stdin.read()", str(file)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=places.CODE)
    process.stdout.readline()
    return process


def test_nothing_is_restored_under_a_running_site_or_while_somebody_has_the_database_open(backup, believed, elsewhere):
    with held("serving.hold(pathlib.Path(sys.argv[1]))", elsewhere.data) as site:
        with pytest.raises(BackupFailed, match="A site runs"):
            restored(backup, elsewhere)
        site.communicate()

    assert restored(backup, elsewhere).aside == ()

    if connection.vendor == "postgresql":
        with postgresql.connect(elsewhere.database), pytest.raises(BackupFailed, match="in use"):
            restored(backup, replace(elsewhere, over=True))
        return
    with held("open(sys.argv[1])", elsewhere.database["NAME"]) as other:
        with pytest.raises(BackupFailed, match="Another process"):
            restored(backup, replace(elsewhere, over=True))
        other.communicate()


TOMORROW = ("tables", "9999_of_tomorrow")
NEEDED = "needs Skatturnier 9.0.0 or later; this is 0.1.0"


def bring_to_tomorrow(version="9.0.0"):
    MigrationRecorder(connection).record_applied(*TOMORROW)
    if version:
        Release.objects.create(version=version, migrated_at=NOW)


@pytest.fixture
def newer(transactional_db):
    """The site's database as a later version left it; other tests find it as this one does."""
    bring_to_tomorrow()
    yield
    MigrationRecorder(connection).record_unapplied(*TOMORROW)


def repacked(path, **told):
    """Change what a backup says of itself; its files stay."""
    with tarfile.open(path) as packed:
        content = {member.name: packed.extractfile(member).read() for member in packed.getmembers()}
    content[MANIFEST] = json.dumps({**json.loads(content[MANIFEST]), **told}).encode()
    with tarfile.open(path, "w:gz") as packed:
        for name, data in content.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
    return path


class TestABackup:
    @pytest.fixture
    def backup(self, cup, newer, wanted, unlooked):
        return make(wanted=wanted, now=NOW).path

    def test_of_a_later_version_is_refused_before_anything_is_touched(self, backup, elsewhere):
        with pytest.raises(BackupFailed, match=f"^This backup {NEEDED}.*tables.9999_of_tomorrow"):
            restored(backup, elsewhere)

        assert [path for path in elsewhere.data.rglob("*") if path.is_file()] == [elsewhere.data / "serving.lock"]

    @pytest.mark.thorough
    def test_that_does_not_say_so_is_refused_for_what_is_in_it(self, backup, elsewhere, monkeypatch):
        assert packing.check(backup).version == "9.0.0"
        with pytest.raises(BackupFailed, match=r"needs a version of Skatturnier that knows tables\.9999_of_tomorrow"):
            restored(repacked(backup, version=""), elsewhere)
        # In a process of its own, as on any site.
        for module in ("to_file", "restoring"):
            monkeypatch.setattr(f"skatturnier.backups.{module}.look", look)

        for told in (
            {"migrations": {}, "version": "9.0.0"},
            {"migrations": {"tables": "0001_initial"}, "version": "0.1.0"},
        ):
            with pytest.raises(BackupFailed, match=f"^This database {NEEDED}"):
                restored(repacked(backup, **told), elsewhere)
            assert not (elsewhere.data / "skatturnier.sqlite3").exists()


@pytest.mark.django_db
def test_a_site_is_not_served_not_migrated_and_not_started_by_a_web_server(monkeypatch):
    bring_to_tomorrow()
    monkeypatch.setattr(addresses, "is_free", lambda _host, _port: True)
    with pytest.raises(SystemCheckError, match=NEEDED):
        call_command("serve", port=8000)
    with pytest.raises(CommandError, match=NEEDED):
        call_command("migrate", verbosity=0)
    with pytest.raises(ImproperlyConfigured, match=NEEDED):
        Checked(lambda _environ, _start: [])


@pytest.mark.django_db
def test_of_a_database_that_names_no_version_it_is_said_what_it_has_and_nothing_of_this_versions_own():
    assert versions.newer() == ""
    assert checks.NEWER not in {one.id for one in run_checks(tags=[Tags.database], databases=["default"])}
    Release.objects.all().delete()
    for number in range(5):
        MigrationRecorder(connection).record_applied("scoring", f"999{number}_later")

    said = versions.newer()

    named = ", ".join(f"scoring.999{number}_later" for number in range(3))
    assert f"needs a version of Skatturnier that knows {named} and 2 more; this is 0.1.0." in said


@pytest.mark.thorough
@pytest.mark.django_db
def test_migrating_writes_the_version_down_once():
    Release.objects.all().delete()

    call_command("migrate", verbosity=0)
    call_command("migrate", verbosity=0)

    assert [one.version for one in Release.objects.all()] == [skatturnier.VERSION]


OF_THE_PROGRAM = {"contenttypes.ContentType", "auth.Permission", "tables.Release"}
NAMED = {"tables.User", "tables.Person", "tables.Club", "tables.SiteEntry"}


@pytest.fixture
def site(db):
    """An event with every kind of row, one beside it, and what else a site has."""
    event = sealed_hall.event()
    of_club = club_books.person(event.club, "Erna Schulz", contact="0170 5551234")
    club_books.person(club_books.club("SC Pik As"), "Kunigunde Zitzewitz", contact="0170 5554321")
    event.entrants.filter(number=1).update(person=of_club)
    other = factories.tournament(slug="other", entrants=9)
    factories.enter(factories.list_of(factories.running_series(other)), (1, factories.GRAND))
    stranger = User.objects.create_user("fremd", email="fremd@example.org", password="fremd" * 3, is_superuser=True)
    Role.objects.create(tournament=other, user=stranger, kind="director")
    User.objects.filter(username="direktor").update(first_name="Kunigunde", email="k@example.org", is_superuser=True)
    Guess.objects.create(address_hash="0" * 64, at=factories.EVENING)
    Client().force_login(stranger)
    return event


def test_of_every_table_what_is_of_the_event_stays_and_nothing_else(site):
    before, standings = verified(site), dumping.standings_hash(site.slug)
    of_event = {
        model: set(model._base_manager.filter(**{way: site.pk}).values_list("pk", flat=True))
        for model in apps.get_models(include_auto_created=True)
        if (way := way_to_event(model))
    }
    assert sum(map(bool, of_event.values())) >= 30

    username, password = take_out_the_rest(site.slug)

    for model in apps.get_models(include_auto_created=True):
        label, left = model._meta.label, set(model._base_manager.values_list("pk", flat=True))
        if label == "tables.PlayerClass":
            assert of_event[model] <= left
        elif model in of_event:
            assert left == of_event[model], label
        else:
            assert not left or label in OF_THE_PROGRAM | NAMED, label
    assert strays() == []
    assert (verified(site), dumping.standings_hash(site.slug)) == (before, standings)
    assert username == "direktor"
    assert [user.username for user in User.objects.all() if user.has_usable_password()] == ["direktor"]
    assert Client().login(username=username, password=password)
    assert not Client().login(username=username, password="direktor" * 2)
    plain = {"email": "", "first_name": "", "last_name": "", "is_superuser": False, "is_staff": False}
    assert not User.objects.exclude(**plain).exists()
    assert not User.objects.filter(username="fremd").exists()
    assert list(Person.objects.values_list("name", "contact")) == [("Erna Schulz", "")]
    assert list(Club.objects.values_list("name", flat=True)) == ["SC Herz Dame"]


def test_an_event_that_is_not_there_or_that_nobody_directs_is_refused_and_so_is_the_folder_of_backups(db, wanted):
    factories.tournament()
    for told in ({}, {"to": wanted.folder}):
        with pytest.raises(CommandError, match="--to"):
            call_command("backup", event="cup", **told)
    Role.objects.all().delete()
    for slug, said in (("nowhere", "There is no event nowhere"), ("cup", "Nobody directs cup")):
        with pytest.raises(BackupFailed, match=said):
            take_out_the_rest(slug)
    assert Tournament.objects.exists()


class TestTheButton:
    ADDRESS = "/t/cup/office/venues/backup/"
    PASSWORD = "kreuz-bube-sticht-alle"

    @pytest.fixture
    def director(self, cup, wanted):
        client = Client(headers={"accept-language": "en"})
        client.force_login(factories.user())
        return client

    def test_gives_the_event_alone_with_the_password_that_was_seen(self, director, cup, tmp_path, settings):
        other = factories.tournament(slug="other", name="Herbstpokal", entrants=3)
        Role.objects.create(tournament=other, user=User.objects.create_user("fremd"), kind="director")
        second = User.objects.create_user("zweiter")
        acts = {"tournament_id": cup.pk, "by": factories.user(), "now": factories.EVENING}
        offices.appoint(username="zweiter", kind="director", plays_as=None, **acts)
        director.force_login(second)
        assert re.search(r'value="[-a-z0-9]{17}"', director.get("/t/cup/office/settings/?at=venues").content.decode())

        answer = director.post(self.ADDRESS, {"password": self.PASSWORD})

        assert answer.status_code == 200, answer.content.decode()
        assert re.fullmatch(r'attachment; filename="skatturnier-\w+\.tar\.gz"', answer["Content-Disposition"])
        taken = tmp_path / "taken.tar.gz"
        taken.write_bytes(answer.content)
        told = packing.unpack(taken, tmp_path)
        assert [event.slug for event in told.events] == ["cup"]
        assert (tmp_path / packing.SECRET_KEY).read_text(encoding="utf-8") != settings.SECRET_KEY
        if connection.vendor == "sqlite":
            content = (tmp_path / packing.SQLITE).read_bytes()
            secrets = ["Herbstpokal", "fremd", *Session.objects.values_list("pk", flat=True)]
            assert [one for one in secrets if one.encode() in content] == []
            with closing(sqlite3.connect(tmp_path / packing.SQLITE)) as there:
                signs_in = dict(there.execute("SELECT username, password FROM tables_user"))
            assert PBKDF2PasswordHasher().verify(self.PASSWORD, signs_in["zweiter"])
            assert not is_password_usable(signs_in["direktor"])
        line = cup.journal.latest("number")
        assert (line.action, line.by) == ("venue.given", second)
        assert line.data["sha256"] == hashlib.sha256(answer.content).hexdigest()
        assert [one.name for one in (tmp_path / "venues").iterdir()] == [".lock"]

    def test_makes_one_at_a_time_with_a_password_and_where_somebody_directs_the_event(self, director, cup, tmp_path):
        with file_names.alone(tmp_path / "venues"):
            answer = director.post(self.ADDRESS, {"password": self.PASSWORD})
        assert answer.status_code == 422
        said = answer.content.decode()
        assert "A backup is being made at this moment. Please look again in a minute." in said
        assert self.PASSWORD in said
        assert director.post(self.ADDRESS).status_code == 422
        assert director.post(self.ADDRESS, {"password": "12345"}).status_code == 422
        Role.objects.all().delete()
        director.force_login(User.objects.create_superuser("chefin"))

        answer = director.post(self.ADDRESS, {"password": self.PASSWORD})

        assert answer.status_code == 422
        assert "The file could not be made. Somebody has to be appointed" in answer.content.decode()
        assert not cup.journal.filter(action="venue.given").exists()


@pytest.mark.thorough
def test_a_venue_gets_a_backup_by_command_too(cup, wanted, tmp_path, capsys, settings):
    """What the central site goes on with is not in it; the button says what else is not."""
    settings.SIGNING_CERTIFICATE.write_bytes(b"certificate")

    call_command("backup", event="cup", to=tmp_path / "stick")

    said = capsys.readouterr().out
    (made,) = (tmp_path / "stick").glob("skatturnier-*.tar.gz")
    assert re.search(r"^  direktor  [-a-z0-9]{17}$", said, re.MULTILINE)
    told = packing.unpack(made, tmp_path)
    assert [(event.slug, event.findings) for event in told.events] == [("cup", 0)]
    assert set(told.files) == {packing.SECRET_KEY, packing.SQLITE if told.vendor == "sqlite" else packing.POSTGRESQL}
