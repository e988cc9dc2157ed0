"""Keeping house: what is done when, beside a site at work; the direction sees how the backups stand, nobody else.

The drill as a test, in a small hall; ``python -m tests.drill`` runs it with 250 tables.
"""

import fcntl
import os
import signal
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from skatturnier import keeper
from skatturnier.backups import serving, standing
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.standing import BackupState
from skatturnier.management.commands import keep_house
from skatturnier.management.commands.keep_house import HouseKeeper
from tables.clubs.models import Club
from tables.journal import chain as journal
from tests.drill.__main__ import drilled
from tests.durability.site import Site
from tests.scoring.league import leagues
from tests.support import factories
from tests.support import postgresql_cluster as cluster
from tests.tables.clubs import club_books

pytestmark = pytest.mark.slow

TEN = timedelta(minutes=10)
START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.fixture
def made(monkeypatch, wanted):
    """Return when backups were made, and whether thoroughly; making one is left out."""
    found = []

    def make(*, wanted, now, thoroughly):
        found.append((now - START, thoroughly))
        wanted.folder.mkdir(exist_ok=True)
        standing.note(BackupState(last=now, name="x"), folder=wanted.folder)
        return type("Made", (), {"problems": ()})

    monkeypatch.setattr(keep_house, "make", make)
    monkeypatch.setattr(keep_house, "DAILY", {})
    return found


@pytest.fixture
def cup():
    return factories.tournament(entrants=3)


def act(cup, action="entrants.marked"):
    journal.record(action, tournament=cup, by=None, at=timezone.now())


@pytest.mark.thorough
@pytest.mark.django_db
def test_what_is_done_outside_events_is_backed_up_within_ten_minutes_too(made):
    """A match report, somebody in a book, an account."""
    match = leagues.all_in(leagues.small())
    keeper = HouseKeeper(every=TEN)
    keeper.look_round(now=START)
    acts = [
        lambda: leagues.report(match, (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3),
        lambda: club_books.person(Club.objects.get(), "Neu Da"),
        lambda: factories.user("neu"),
    ]
    for at, act_outside in enumerate(acts, start=1):
        act_outside()
        keeper.look_round(now=START + at * TEN)
        keeper.look_round(now=START + at * TEN + timedelta(minutes=9))
    keeper.look_round(now=START + 9 * TEN)

    assert [moment for moment, _thoroughly in made] == [at * TEN for at in range(4)]


@pytest.mark.django_db
def test_while_nothing_is_done_there_is_one_a_day_and_it_is_thorough_though_a_clock_was_set_back(cup, made, wanted):
    wanted.folder.mkdir()
    standing.note(BackupState(last=START + timedelta(days=3), name="x"), folder=wanted.folder)
    keeper = HouseKeeper(every=TEN)
    for hour in range(50):
        keeper.look_round(now=START + timedelta(hours=hour))

    assert made == [(timedelta(hours=hour), True) for hour in (0, 24, 48)]


@pytest.mark.django_db
def test_while_something_is_done_there_is_a_backup_every_ten_minutes(cup, made):
    keeper = HouseKeeper(every=TEN)
    for minute in (0, 2, 8, 10, 18, 20):
        act(cup)
        keeper.look_round(now=START + timedelta(minutes=minute))

    assert made == [(timedelta(minutes=minute), minute == 0) for minute in (0, 10, 20)]


@pytest.mark.django_db
@pytest.mark.proof("restore")
def test_the_end_of_a_series_is_backed_up_at_once_since_phones_let_go_of_its_lists(cup, made):
    keeper = HouseKeeper(every=TEN)
    keeper.look_round(now=START)
    act(cup)
    keeper.look_round(now=START + timedelta(minutes=1))
    assert len(made) == 1

    act(cup, "series.closed")
    keeper.look_round(now=START + timedelta(minutes=2))
    keeper.look_round(now=START + timedelta(minutes=3))

    assert [at for at, _ in made] == [timedelta(0), timedelta(minutes=2)]


@pytest.mark.django_db
def test_a_site_started_again_goes_on_from_its_last_backup(cup, made, wanted):
    wanted.folder.mkdir()
    now = timezone.now()
    standing.note(BackupState(last=now, name="x"), folder=wanted.folder)

    HouseKeeper(every=TEN).look_round(now=now + timedelta(hours=1))
    assert made == []
    act(cup)
    HouseKeeper(every=TEN).look_round(now=now + timedelta(hours=1))
    assert len(made) == 1


def failing(monkeypatch, why):
    """Return when a backup was tried, of which none comes about."""
    tried = []

    def make(*, wanted, now, thoroughly):
        tried.append(now - START)
        raise BackupFailed(why)

    monkeypatch.setattr(keep_house, "make", make)
    return tried


@pytest.mark.django_db
def test_what_fails_is_logged_tried_again_after_a_while_and_stops_nothing_else(cup, wanted, monkeypatch, caplog):
    tried, forgotten = failing(monkeypatch, "No space left on device"), []
    monkeypatch.setattr(keep_house, "DAILY", {"broken": lambda _now: 1 / 0, "forgetting": forgotten.append})
    keeper = HouseKeeper(every=TEN)
    for minute in range(0, 30, 5):
        keeper.look_round(now=START + timedelta(minutes=minute))

    assert tried == [timedelta(minutes=minute) for minute in (0, 10, 20)]
    assert forgotten == [START]
    assert "No space left" in caplog.text
    assert "broken failed" in caplog.text


@pytest.mark.django_db
def test_a_database_that_cannot_be_asked_whether_one_is_due_is_tried_to_be_backed_up(cup, made, wanted, monkeypatch):
    wanted.folder.mkdir()
    standing.note(BackupState(last=START, name="x"), folder=wanted.folder)
    tried = failing(monkeypatch, "database disk image is malformed")

    def asked(**_until):
        raise DatabaseError("database disk image is malformed")

    monkeypatch.setattr(keep_house, "_last_lines", asked)
    keeper = HouseKeeper(every=TEN)
    for minute in range(1, 31, 5):
        keeper.look_round(now=START + timedelta(minutes=minute))

    assert tried == [timedelta(minutes=minute) for minute in (1, 11, 21)]


@pytest.mark.django_db
def test_every_day_it_forgets_and_deletes_what_is_old(cup, wanted, settings):
    kinds = ("before-restore-", "before-upgrade-")
    aside = [wanted.folder.parent / f"{kind}202{year}1101T100000Z" for kind in kinds for year in (5, 6)]
    for folder in aside:
        folder.mkdir()

    done = [name for name, work in keep_house.DAILY.items() if keep_house._done(name, work, START)]

    assert done == ["forgetting", "old backups", "what was put aside", "old print runs"]
    assert [folder.exists() for folder in aside] == [False, True] * 2


OFFICE = "/t/cup/office/"
AT = datetime(2026, 5, 16, 18, 5, tzinfo=UTC)


@pytest.fixture
def noted(wanted):
    """Return a function that notes how the backups stand."""
    wanted.folder.mkdir(exist_ok=True)
    return lambda **stands: standing.note(BackupState(**stands), folder=wanted.folder)


def page(client):
    return client.get(OFFICE).content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("wanted")
def test_the_direction_sees_how_and_how_long_ago_the_last_one_went_and_a_judge_sees_nothing_of_it(director, noted):
    tournament = factories.tournament()
    assert "No backup has been made yet." in page(director)
    noted(last=AT, name="x")
    with time_machine.travel(factories.EVENING, tick=False):
        assert "Last backup, made and checked: 20:05." in page(director)

    noted(last=AT, name="x", problems=("The stick <E:> is not there.",))

    said = page(director)
    assert "The last backup did not go well." in said
    assert "The stick &lt;E:&gt; is not there." in said
    judge = Client(headers={"accept-language": "en"})
    judge.force_login(factories.judge(tournament))
    said = page(judge)
    assert "backup" not in said
    assert "stick" not in said
    # None was made for long, though nobody said why.
    for hours, is_said in ((24, False), (26, True)):
        noted(last=factories.EVENING - timedelta(hours=hours), name="x")
        with time_machine.travel(factories.EVENING, tick=False):
            assert ("None has been made for more than a day" in page(director)) == is_said
            assert ("overdue" in Client().get("/ready/").json()["backup"]) == is_said


def is_kept(data: Path) -> bool:
    with keeper.place(data).open("a", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def rests(data: Path) -> bool:
    try:
        serving.must_rest(data)
    except BackupFailed:
        return False
    return True


def until(wanted, *, timeout=60.0) -> None:
    end = time.monotonic() + timeout
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.thorough
def test_house_is_kept_as_long_as_the_site_runs_and_nothing_is_restored_under_it(tmp_path):
    site = Site(tmp_path)
    site.start()
    # Of a first start there is nothing to keep.
    assert not list(tmp_path.glob("before-upgrade-*"))
    try:
        until(lambda: is_kept(tmp_path))
        with pytest.raises(BackupFailed, match="A site runs"):
            serving.must_rest(tmp_path)

        # Only the first process: the house notices by itself.
        os.kill(site.process.pid, signal.SIGTERM)
        site.process.wait(timeout=60)

        until(lambda: not is_kept(tmp_path))
        until(lambda: rests(tmp_path))
    finally:
        if site.is_running:
            site.kill()


@pytest.mark.thorough
@pytest.mark.proof("backup")
@pytest.mark.proof("restore")
def test_another_laptop_goes_on_and_phones_bring_what_it_lacks():
    kind = "PostgreSQL" if os.environ.get("SKATTURNIER_TESTS_ON") == "postgresql" else "SQLite"
    try:
        drill = drilled(kind, tables=8)
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")

    assert "0 missing" in drill.of_restore
