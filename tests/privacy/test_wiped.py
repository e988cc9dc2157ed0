"""What was taken out is not in the files of the database either."""

import json
import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

from scoring.privacy.services import wiping
from scoring.privacy.services.forgetting import forget_due, forget_event
from scoring.privacy.services.wiping import wipe
from tables.tournaments.models import Tournament
from tests.privacy import world
from tests.privacy.world import LATER
from tests.support import factories

BEGINNING = re.compile(b"|".join(re.escape("Quaxi".encode(code)) for code in ("utf-8", "utf-16-le", "utf-16-be")))
"""How every planted name begins."""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.database]


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Other tests write in one transaction each, beside this database on the same server: the longest takes minutes."""
    monkeypatch.setattr(wiping, "PATIENCE", 600.0)


def folders() -> list[Path]:
    """Return where the database and everything else of the site lies; of PostgreSQL without its log of writes."""
    if connection.vendor != "postgresql":
        return [Path(settings.DATA_DIR)]
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute("SHOW data_directory")
        place = Path(cursor.fetchone()[0])
        # Other tests have databases of their own beside this one.
        cursor.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
        base = place / "base" / str(cursor.fetchone()[0])
    if not os.access(place, os.R_OK):
        pytest.skip(f"PostgreSQL is not tested: its files in {place} cannot be read by whoever runs the tests")
    return [base, place / "global", Path(settings.DATA_DIR)]


def found(names: list[str]) -> set[str]:
    """Return which of these names lie in any file, in UTF-8, UTF-16 or as JSON escapes them."""
    spelled = {form: name for name in names for form in forms(name)}
    longest = max(map(len, spelled))
    there = set()
    for path in (path for folder in folders() for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        for hit in BEGINNING.finditer(content):
            near = content[hit.start() : hit.start() + longest]
            there |= {name for form, name in spelled.items() if near.startswith(form)}
    return there


def forms(name: str) -> list[bytes]:
    """Return a name as it may be written in a file."""
    escaped = json.dumps(name)[1:-1]
    return [name.encode(), name.encode("utf-16-le"), name.encode("utf-16-be"), escaped.encode()]


@pytest.fixture
def names() -> list[str]:
    """Plant names in a database that keeps what was deleted, as SQLite does unless it was built otherwise."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = OFF")
    made = world.event()
    world.settle(made)
    # The book is the club's own, and its keepers take people out of it.
    made.entrants.update(person=None)
    return [name for name in world.plant(made) if len(name) > len("Quaxi")]


@pytest.mark.thorough
@pytest.mark.proof("forgotten")
def test_no_name_is_left_in_any_file_of_the_database(names, prove):
    before = found(names)
    assert len(before) > 40
    (outcome,) = forget_due(now=LATER)
    assert outcome.kept_because == ()
    assert not Tournament.objects.filter(wipe_due=True).exists()
    assert found(names) == set()
    prove(f"{len(before)} names in the files before, 0 after")


@pytest.mark.thorough
def test_while_somebody_plays_the_files_wait_for_the_next_day(names):
    other = factories.tournament(slug="other", entrants=4, ends_on=LATER.date())
    series = factories.running_series(other)
    type(series).objects.filter(pk=series.pk).update(started_at=LATER)
    forget_due(now=LATER)
    assert Tournament.objects.get(slug="cup").wipe_due
    type(series).objects.filter(pk=series.pk).update(status="published")
    forget_due(now=LATER)
    assert found(names) == set()


@pytest.fixture
def other():
    """Another program that is connected to the database."""
    apart = connection.copy()
    yield apart
    apart.close()


def test_while_somebody_reads_the_state_from_before_it_is_not_done_and_that_is_known(names, other, monkeypatch):
    with other.cursor() as reading:
        if connection.vendor == "postgresql":
            monkeypatch.setattr(wiping, "PATIENCE", 0.3)
            reading.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            reading.execute("SELECT * FROM tables_tournament")
            forget_due(now=LATER)
            assert Tournament.objects.filter(wipe_due=True).exists()
            assert found(names)
        else:
            # A reader of SQLite keeps others from writing: this one came when the names were deleted.
            connection.cursor().execute("PRAGMA busy_timeout = 100")
            reading.execute("BEGIN")
            reading.execute("SELECT * FROM tables_tournament")
            assert wipe() is False
        reading.execute("COMMIT")
    monkeypatch.setattr(wiping, "PATIENCE", 600.0)
    forget_due(now=LATER)
    assert not Tournament.objects.filter(wipe_due=True).exists()
    assert found(names) == set()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL keeps common values beside the tables")
def test_who_began_to_read_while_the_tables_were_written_anew_keeps_their_common_values(names, other, monkeypatch):
    tables = wiping._tables()
    forget_event(tournament_id=Tournament.objects.get(slug="cup").pk, by=None, now=LATER)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    monkeypatch.setattr(wiping, "PATIENCE", 0.3)
    with other.cursor() as reading:

        def begin_to_read() -> list[str]:
            reading.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            reading.execute("SELECT 1")
            return tables

        monkeypatch.setattr(wiping, "_tables", begin_to_read)
        assert wipe() is False
        reading.execute("COMMIT")
    monkeypatch.setattr(wiping, "_tables", lambda: tables)
    monkeypatch.setattr(wiping, "PATIENCE", 600.0)
    assert wipe() is True
    assert found(names) == set()


def test_at_a_command_it_is_done_at_once(names, capsys):
    forget_event(tournament_id=Tournament.objects.get(slug="cup").pk, by=None, now=LATER)
    call_command("forget", "--wipe")
    assert capsys.readouterr().out == "The database is written anew.\n"
    assert not Tournament.objects.filter(wipe_due=True).exists()
    assert found(names) == set()


def test_within_a_transaction_nothing_is_wiped_and_that_is_said():
    with transaction.atomic():
        assert wipe() is False
