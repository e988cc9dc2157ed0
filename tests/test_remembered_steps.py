"""What is written again is what was played through; where anybody else wrote, it is played through anew."""

from uuid import uuid4

import pytest
import time_machine
from django.db import connection, transaction

from scoring.history.selectors.verification import verified
from tables.accounts.models import User
from tables.clubs.models import Club
from tests.support import factories, remembered_worlds
from tests.support.factories import EVENING, GRAND

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="steps are remembered on SQLite alone"),
]

PLAYED: list[str] = []


@remembered_worlds.remembered_step
def named(name: str) -> User:
    PLAYED.append(name)
    return factories.user(name)


@pytest.fixture(autouse=True)
def _nothing_played():
    PLAYED.clear()


@pytest.fixture
def name() -> str:
    """A name that nobody had yet."""
    return uuid4().hex


def in_one_that_is_undone(name: str) -> tuple[str, int]:
    with transaction.atomic():
        made = named(name)
        factories.tournament(director=name)
        keys = User.objects.get(username=name).password, User.objects.count()
        transaction.set_rollback(True)
    assert made.username == name
    return keys


@pytest.mark.parametrize("is_another_process", [False, True])
def test_a_step_is_played_through_once_in_all_processes_and_comes_out_the_same(name, monkeypatch, is_another_process):
    first = in_one_that_is_undone(name)
    if is_another_process:
        monkeypatch.setattr(remembered_worlds, "WRITTEN", {})
    remembered_worlds.begin()
    assert in_one_that_is_undone(name) == first
    assert [name] == PLAYED


def test_after_a_step_that_another_process_played_with_other_keys_it_is_played_through_anew(name, monkeypatch):
    for _process in range(2):
        monkeypatch.setattr(remembered_worlds, "WRITTEN", {})
        remembered_worlds.begin()
        with monkeypatch.context() as alone, transaction.atomic():
            alone.setattr(remembered_worlds, "SHARED", [])
            keys = named(name).password
            alone.undo()
            named(f"{name} 2")
            assert User.objects.get(username=name).password == keys
            transaction.set_rollback(True)
    assert [name, f"{name} 2"] * 2 == PLAYED


def test_after_somebody_elses_row_or_what_was_undone_it_is_played_through_anew(name):
    in_one_that_is_undone(name)
    named(name)
    assert User.objects.filter(username=name).exists()
    remembered_worlds.begin()
    Club.objects.create(name="SC Herz Dame", created_at=EVENING)
    named(f"{name} 2")
    named(f"{name} 2")
    assert [name, name, f"{name} 2", f"{name} 2"] == PLAYED


def test_at_another_moment_it_is_another_step_and_while_time_runs_none(name):
    for moment in (EVENING, EVENING, EVENING.replace(year=2027)):
        remembered_worlds.begin()
        with time_machine.travel(moment, tick=False):
            in_one_that_is_undone(name)
    remembered_worlds.begin()
    with time_machine.travel(EVENING, tick=True):
        in_one_that_is_undone(name)
    assert [name] * 3 == PLAYED


@pytest.mark.slow
def test_a_whole_series_written_again_holds_against_its_journal():
    for _ in range(2):
        remembered_worlds.begin()
        with transaction.atomic():
            made = factories.tournament(entrants=4, series=1)
            row = factories.list_of(factories.running_series(made))
            factories.enter(row, (2, GRAND))
            factories.close_series(row.table.series)
            row.refresh_from_db()
            assert row.signed_at
            assert not verified(made).discrepancies
            transaction.set_rollback(True)


def test_after_the_same_change_by_somebody_else_it_is_the_same_step_from_the_third_time_on(name):
    for _ in range(4):
        remembered_worlds.begin()
        with transaction.atomic():
            User.objects.filter(pk=factories.user().pk).update(last_name=name)
            assert named(name).last_name == ""
            assert [*User.objects.order_by("pk").values_list("last_name", flat=True)] == [name, ""]
            transaction.set_rollback(True)
    assert [name] * 2 == PLAYED
