"""What a later version of the program made is refused whole, and it is said which version is needed."""

import io
import json
import tarfile

import pytest
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

import skatturnier
from skatturnier import addresses, checks, versions
from skatturnier.backups import packing
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.looking import look
from skatturnier.backups.making import make
from skatturnier.backups.manifest import MANIFEST
from skatturnier.backups.restoring import restore
from skatturnier.serving.site import Checked
from tables.journal.models import Release
from tests.backups.conftest import NOW
from tests.backups.test_restoring import address

pytestmark = [pytest.mark.slow, pytest.mark.database]

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


def restored(path, target):
    return restore(path, target=target, identity=None, now=NOW)


def repacked(path, **told):
    """Change what a backup says of itself; its files stay."""
    content = {}
    with tarfile.open(path) as packed:
        for member in packed.getmembers():
            content[member.name] = packed.extractfile(member).read()
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
    @pytest.mark.parametrize(
        "told", [{"migrations": {}}, {"migrations": {"tables": "0001_initial"}, "version": "0.1.0"}]
    )
    def test_that_does_not_say_so_is_refused_for_what_is_in_it(self, backup, elsewhere, told, monkeypatch):
        # In a process of its own, as on any site.
        for module in ("to_file", "to_postgresql"):
            monkeypatch.setattr(f"skatturnier.backups.{module}.look", look)

        with pytest.raises(BackupFailed, match=f"^This database {NEEDED}"):
            restored(repacked(backup, **told), elsewhere)

        assert not (elsewhere.data / "skatturnier.sqlite3").exists()

    def test_says_which_version_it_needs(self, backup):
        assert packing.check(backup).version == "9.0.0"

    def test_that_names_no_version_is_refused_by_what_it_has(self, backup, elsewhere):
        with pytest.raises(BackupFailed, match=r"needs a version of Skatturnier that knows tables\.9999_of_tomorrow"):
            restored(repacked(backup, version=""), elsewhere)


@pytest.mark.thorough
def test_a_backup_of_this_version_says_so_and_is_restored(backup, elsewhere):
    assert packing.check(backup).version in {"", skatturnier.VERSION}

    restored(backup, elsewhere)

    assert look(address(elsewhere)).version == skatturnier.VERSION


@pytest.mark.django_db
class TestASite:
    @pytest.fixture(autouse=True)
    def _of_tomorrow(self, db):
        bring_to_tomorrow()

    def test_is_not_served(self, monkeypatch):
        monkeypatch.setattr(addresses, "is_free", lambda _host, _port: True)
        with pytest.raises(SystemCheckError, match=NEEDED):
            call_command("serve", port=8000)

    def test_is_not_migrated(self):
        with pytest.raises(CommandError, match=NEEDED):
            call_command("migrate", verbosity=0)

    def test_is_not_started_by_a_web_server(self):
        with pytest.raises(ImproperlyConfigured, match=NEEDED):
            Checked(lambda _environ, _start: [])


@pytest.mark.django_db
class TestWhatIsSaid:
    def test_of_a_database_that_names_no_version(self):
        Release.objects.all().delete()
        for number in range(5):
            MigrationRecorder(connection).record_applied("scoring", f"999{number}_later")

        said = versions.newer()

        named = ", ".join(f"scoring.999{number}_later" for number in range(3))
        assert f"needs a version of Skatturnier that knows {named} and 2 more; this is 0.1.0." in said

    def test_nothing_of_this_versions_own(self):
        assert versions.newer() == ""
        assert checks.NEWER not in {one.id for one in run_checks(tags=[Tags.database], databases=["default"])}

    def test_migrating_writes_the_version_down_once(self):
        Release.objects.all().delete()

        call_command("migrate", verbosity=0)
        call_command("migrate", verbosity=0)

        assert [one.version for one in Release.objects.all()] == [skatturnier.VERSION]
