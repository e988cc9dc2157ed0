"""Keeping house beside a site at work: what is done when, and what the direction sees of it; the drill, smaller."""

import contextlib
import fcntl
import os
import signal
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
from tests.durability.site import Site, until
from tests.scoring.league import leagues
from tests.support import factories
from tests.support import postgresql_cluster as cluster
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

MINUTE = timedelta(minutes=1)
TEN = 10 * MINUTE
START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.fixture
def made(monkeypatch, wanted):
    """Return after how many minutes backups were made, and whether thoroughly; making one is left out."""
    found = []

    def make(*, wanted, now, thoroughly):
        found.append(((now - START) / MINUTE, thoroughly))
        noted(wanted, last=now)
        return type("Made", (), {"problems": ()})

    monkeypatch.setattr(keep_house, "make", make)
    monkeypatch.setattr(keep_house, "DAILY", {})
    return found


def noted(wanted, **stands):
    """Note how the backups stand."""
    wanted.folder.mkdir(exist_ok=True)
    standing.note(BackupState(name="x", **stands), folder=wanted.folder)


def looks_round(keeper, *minutes):
    for minute in minutes:
        keeper.look_round(now=START + minute * MINUTE)


@pytest.fixture
def cup():
    return factories.tournament(entrants=3)


def act(cup, action="entrants.marked"):
    journal.record(action, tournament=cup, by=None, at=timezone.now())


@pytest.mark.thorough
def test_what_is_done_outside_events_is_backed_up_within_ten_minutes_too(made):
    """A match report, somebody in a book, an account."""
    match, keeper = leagues.all_in(leagues.small()), HouseKeeper(every=TEN)
    looks_round(keeper, 0)
    leagues.report(match, (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
    looks_round(keeper, 10, 19)
    club_books.person(Club.objects.get(), "Neu Da")
    looks_round(keeper, 20, 29)
    factories.user("neu")
    looks_round(keeper, 30, 39, 90)

    assert [minute for minute, _thoroughly in made] == [0, 10, 20, 30]


def test_while_nothing_is_done_there_is_one_a_day_and_it_is_thorough_though_a_clock_was_set_back(cup, made, wanted):
    noted(wanted, last=START + timedelta(days=3))

    looks_round(HouseKeeper(every=TEN), *range(0, 50 * 60, 60))

    assert made == [(hour * 60, True) for hour in (0, 24, 48)]


def test_while_something_is_done_there_is_a_backup_every_ten_minutes(cup, made):
    keeper = HouseKeeper(every=TEN)
    for minute in (0, 2, 8, 10, 18, 20):
        act(cup)
        looks_round(keeper, minute)

    assert made == [(0, True), (10, False), (20, False)]


@pytest.mark.proof("restore")
def test_the_end_of_a_series_is_backed_up_at_once_since_phones_let_go_of_its_lists(cup, made):
    keeper = HouseKeeper(every=TEN)
    looks_round(keeper, 0)
    act(cup)
    looks_round(keeper, 1)
    act(cup, "series.closed")
    looks_round(keeper, 2, 3)

    assert [minute for minute, _thoroughly in made] == [0, 2]


def test_a_site_started_again_goes_on_from_its_last_backup(cup, made, wanted):
    now = timezone.now()
    noted(wanted, last=now)

    HouseKeeper(every=TEN).look_round(now=now + timedelta(hours=1))
    assert made == []
    act(cup)
    HouseKeeper(every=TEN).look_round(now=now + timedelta(hours=1))
    assert len(made) == 1


def failing(monkeypatch, why):
    """Return after how many minutes a backup was tried, of which none comes about."""
    tried = []

    def make(*, wanted, now, thoroughly):
        tried.append((now - START) / MINUTE)
        raise BackupFailed(why)

    monkeypatch.setattr(keep_house, "make", make)
    return tried


def test_what_fails_is_logged_tried_again_after_a_while_and_stops_nothing_else(cup, wanted, monkeypatch, caplog):
    tried, forgotten = failing(monkeypatch, "No space left on device"), []
    monkeypatch.setattr(keep_house, "DAILY", {"broken": lambda _now: 1 / 0, "forgetting": forgotten.append})

    looks_round(HouseKeeper(every=TEN), *range(0, 30, 5))

    assert (tried, forgotten) == ([0, 10, 20], [START])
    assert "No space left" in caplog.text
    assert "broken failed" in caplog.text


def test_a_database_that_cannot_be_asked_whether_one_is_due_is_tried_to_be_backed_up(cup, made, wanted, monkeypatch):
    def asked(**_until):
        raise DatabaseError("database disk image is malformed")

    noted(wanted, last=START)
    tried = failing(monkeypatch, "database disk image is malformed")
    monkeypatch.setattr(keep_house, "_last_lines", asked)

    looks_round(HouseKeeper(every=TEN), *range(1, 31, 5))

    assert tried == [1, 11, 21]


def test_every_day_it_forgets_and_deletes_what_is_old(cup, wanted, settings):
    kinds = ("before-restore-", "before-upgrade-")
    aside = [wanted.folder.parent / f"{kind}202{year}1101T100000Z" for kind in kinds for year in (5, 6)]
    for folder in aside:
        folder.mkdir()

    done = [name for name, work in keep_house.DAILY.items() if keep_house._done(name, work, START)]

    assert done == ["forgetting", "old backups", "what was put aside", "old print runs"]
    assert [folder.exists() for folder in aside] == [False, True] * 2


AT = datetime(2026, 5, 16, 18, 5, tzinfo=UTC)


def page(client):
    return client.get("/t/cup/office/").content.decode()


def test_the_direction_sees_how_and_how_long_ago_the_last_one_went_and_a_judge_sees_nothing_of_it(director, wanted):
    tournament = factories.tournament()
    assert "No backup has been made yet." in page(director)
    noted(wanted, last=AT)
    with time_machine.travel(factories.EVENING, tick=False):
        assert "Last backup, made and checked: 20:05." in page(director)
    noted(wanted, last=AT, problems=("The stick <E:> is not there.",))
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
        noted(wanted, last=factories.EVENING - timedelta(hours=hours))
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
    with contextlib.suppress(BackupFailed):
        serving.must_rest(data)
        return True
    return False


@pytest.mark.thorough
def test_house_is_kept_as_long_as_the_site_runs_and_nothing_is_restored_under_it(tmp_path):
    site = Site(tmp_path)
    site.start()
    # Of a first start there is nothing to keep.
    assert not list(tmp_path.glob("before-upgrade-*"))
    try:
        assert until(lambda: is_kept(tmp_path))
        with pytest.raises(BackupFailed, match="A site runs"):
            serving.must_rest(tmp_path)

        # Only the first process: the house notices by itself.
        os.kill(site.process.pid, signal.SIGTERM)
        site.process.wait(timeout=60)

        assert until(lambda: not is_kept(tmp_path) and rests(tmp_path))
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
