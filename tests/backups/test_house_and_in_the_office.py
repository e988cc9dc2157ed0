"""Keeping house: what is done when.

The direction sees how the backups stand; nobody else does.
"""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from skatturnier.backups import house, standing
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.house import House
from skatturnier.backups.standing import State
from tables.journal import chain as journal
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


TEN = timedelta(minutes=10)


START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


@pytest.fixture
def made(monkeypatch, wanted):
    """Return when backups were made, and whether thoroughly; making one is left out."""
    found = []

    def make(*, wanted, now, thoroughly):
        found.append((now - START, thoroughly))
        wanted.folder.mkdir(exist_ok=True)
        standing.note(State(last=now, name="x"), folder=wanted.folder)
        return type("Made", (), {"problems": ()})

    monkeypatch.setattr(house, "make", make)
    monkeypatch.setattr(house, "DAILY", {})
    return found


@pytest.fixture
def cup():
    return factories.tournament(entrants=3)


def act(cup, action="entrants.marked"):
    journal.record(action, tournament=cup, by=None, at=timezone.now())


def test_while_something_is_done_there_is_a_backup_every_ten_minutes(cup, made):
    keeper = House(every=TEN)
    for minute in range(0, 60, 2):
        act(cup)
        keeper.look_round(now=START + timedelta(minutes=minute))

    assert made == [(timedelta(minutes=minute), minute == 0) for minute in range(0, 60, 10)]


def test_while_nothing_is_done_there_is_one_a_day_and_it_is_thorough(cup, made):
    keeper = House(every=TEN)
    for hour in range(50):
        keeper.look_round(now=START + timedelta(hours=hour))

    assert made == [(timedelta(hours=hour), True) for hour in (0, 24, 48)]


@pytest.mark.proof("restore")
def test_the_end_of_a_series_is_backed_up_at_once_since_phones_let_go_of_its_lists(cup, made):
    keeper = House(every=TEN)
    keeper.look_round(now=START)
    act(cup)
    keeper.look_round(now=START + timedelta(minutes=1))
    assert len(made) == 1

    act(cup, "series.closed")
    keeper.look_round(now=START + timedelta(minutes=2))
    keeper.look_round(now=START + timedelta(minutes=3))

    assert [at for at, _ in made] == [timedelta(0), timedelta(minutes=2)]


def test_a_site_started_again_goes_on_from_its_last_backup(cup, made, wanted):
    wanted.folder.mkdir()
    now = timezone.now()
    standing.note(State(last=now, name="x"), folder=wanted.folder)

    House(every=TEN).look_round(now=now + timedelta(hours=1))
    assert made == []
    act(cup)
    House(every=TEN).look_round(now=now + timedelta(hours=1))
    assert len(made) == 1


def test_a_clock_set_back_does_not_stop_backups(cup, made, wanted):
    wanted.folder.mkdir()
    standing.note(State(last=START + timedelta(days=3), name="x"), folder=wanted.folder)

    House(every=TEN).look_round(now=START)

    assert len(made) == 1


def test_what_fails_is_logged_tried_again_after_a_while_and_stops_nothing_else(cup, wanted, monkeypatch, caplog):
    tried, forgotten = [], []

    def full(*, wanted, now, thoroughly):
        tried.append(now - START)
        raise BackupFailed("No space left on device")

    def broken(_now):
        raise RuntimeError

    monkeypatch.setattr(house, "make", full)
    monkeypatch.setattr(house, "DAILY", {"broken": broken, "forgetting": forgotten.append})
    keeper = House(every=TEN)
    for minute in range(0, 30, 5):
        keeper.look_round(now=START + timedelta(minutes=minute))

    assert tried == [timedelta(minutes=minute) for minute in (0, 10, 20)]
    assert forgotten == [START]
    assert "No space left" in caplog.text
    assert "broken failed" in caplog.text


def test_every_day_it_forgets_and_deletes_what_is_old(cup, wanted, settings):
    kinds = ("before-restore-", "before-upgrade-")
    aside = [wanted.folder.parent / f"{kind}202{year}1101T100000Z" for kind in kinds for year in (5, 6)]
    for folder in aside:
        folder.mkdir()

    done = [name for name, work in house.DAILY.items() if house._done(name, work, START)]

    assert done == ["forgetting", "old backups", "what was put aside", "old print runs"]
    assert [folder.exists() for folder in aside] == [False, True] * 2


OFFICE = "/t/cup/office/"


AT = datetime(2026, 5, 16, 18, 5, tzinfo=UTC)


@pytest.fixture
def noted(wanted):
    """Return a function that notes how the backups stand."""

    def note(**stands):
        wanted.folder.mkdir(exist_ok=True)
        standing.note(State(**stands), folder=wanted.folder)

    return note


def page(client):
    return client.get(OFFICE).content.decode()


@pytest.mark.usefixtures("wanted")
def test_the_direction_sees_when_the_last_one_was_made(director, noted):
    factories.tournament()
    noted(last=AT, name="x")

    with time_machine.travel(factories.EVENING, tick=False):
        assert "Last backup, made and checked: 20:05." in page(director)


@pytest.mark.usefixtures("wanted")
def test_and_that_there_is_none(director):
    factories.tournament()

    assert "No backup has been made yet." in page(director)


@pytest.mark.usefixtures("wanted")
def test_and_what_went_wrong(director, noted):
    factories.tournament()
    noted(last=AT, name="x", problems=("The stick <E:> is not there.",))

    said = page(director)

    assert "The last backup did not go well." in said
    assert "The stick &lt;E:&gt; is not there." in said


@pytest.mark.usefixtures("wanted")
def test_a_judge_sees_nothing_of_it(noted):
    judge = Client(headers={"accept-language": "en"})
    judge.force_login(factories.judge(factories.tournament()))
    noted(last=None, problems=("The stick is not there.",))

    said = page(judge)

    assert "backup" not in said
    assert "stick" not in said
