"""Restoring: everything as it was, or nothing touched."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection

from scoring.privacy.services.forgetting import forget_event
from skatturnier.backups import packing, postgresql
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.looking import look
from skatturnier.backups.making import make
from skatturnier.backups.restoring import restore
from skatturnier.https.authority import authority
from skatturnier.machine import places
from tests.backups.conftest import NOW, names, over
from tests.support import factories
from tests.support.factories import GRAND

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
    return (
        postgresql.url(target.database) if connection.vendor == "postgresql" else f"sqlite:///{target.database['NAME']}"
    )


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

    told = restored(later.path, over(elsewhere))

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
def test_a_database_that_is_not_what_the_backup_says_is_not_restored(cup, backup, unlooked, elsewhere):
    # What is looked at here is the site, which has gone on.
    factories.enter(factories.list_of(cup.series.get(), 3), (2, GRAND))

    with pytest.raises(BackupFailed, match="is not what it was when"):
        restored(backup, elsewhere)

    assert names(elsewhere.data) == ["serving.lock"]


def test_nothing_is_restored_under_a_running_site(backup, believed, elsewhere):
    runs = "import sys, pathlib; from skatturnier.backups import serving; serving.hold(pathlib.Path(sys.argv[1]));"
    held = [sys.executable, "-c", f"{runs} print('held', flush=True); sys.stdin.read()", str(elsewhere.data)]
    with subprocess.Popen(
        held,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=places.CODE,
    ) as site:
        site.stdout.readline()
        with pytest.raises(BackupFailed, match="A site runs"):
            restored(backup, elsewhere)
        site.communicate()

    assert restored(backup, elsewhere).aside == ()


def test_nothing_is_restored_while_somebody_has_the_database_open(backup, believed, elsewhere):
    restored(backup, elsewhere)
    if connection.vendor == "postgresql":
        with postgresql.connect(elsewhere.database), pytest.raises(BackupFailed, match="in use"):
            restored(backup, over(elsewhere))
        return
    opens = "import sys; file = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    held = [sys.executable, "-c", opens, str(elsewhere.database["NAME"])]
    with subprocess.Popen(held, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        with pytest.raises(BackupFailed, match="Another process"):
            restored(backup, over(elsewhere))
        other.communicate()


def test_a_backup_of_the_other_kind_of_database_is_refused_in_a_sentence(backup, elsewhere, tmp_path):
    other = tmp_path / "other.tar.gz"
    told = packing.look_into(backup)
    vendor = "sqlite" if told.vendor == "postgresql" else "postgresql"
    packing.pack(other, type(told)(made_at=NOW, vendor=vendor, migrations={}, files={}), {})

    with pytest.raises(BackupFailed, match="cannot be restored into the other"):
        restored(other, elsewhere)
