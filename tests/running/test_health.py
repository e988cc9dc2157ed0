"""What programs are told that watch the site."""

from collections import namedtuple
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from skatturnier import backups, versions
from skatturnier.watching import health

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def watcher() -> Client:
    """A program that asks by an address nobody else would."""
    return Client(headers={"host": "10.1.2.3:8000"})


def test_a_running_site_says_so_without_asking_its_database(watcher):
    # No database is allowed here at all: a query would be an error.
    answer = watcher.get("/health/")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies


def test_hosts_and_tls_are_of_no_matter_to_it(settings):
    settings.ALLOWED_HOSTS = ["skat.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    watcher = Client(headers={"host": "10.1.2.3:8000"})

    assert watcher.get("/health/").status_code == 200
    assert watcher.get("/").status_code == 400


def test_only_reading_is_asked_of_it(watcher):
    assert {watcher.post(page).status_code for page in ("/health/", "/ready/", "/metrics/")} == {405}


@pytest.mark.django_db
class TestReady:
    def test_says_that_it_is(self, watcher, django_assert_max_num_queries):
        with django_assert_max_num_queries(2):
            answer = watcher.get("/ready/")

        assert answer.status_code == 200
        assert answer.json() == {
            "status": "ok",
            "database": "ok",
            "migrations": "ok",
            "disk": "ok",
            "backup": answer.json()["backup"],
        }
        assert "no-store" in answer.headers["Cache-Control"]

    def test_says_that_migrations_are_left(self, watcher):
        MigrationRecorder(connection).record_unapplied("tables", newest("tables"))

        answer = watcher.get("/ready/")

        assert answer.status_code == 503
        assert answer.json()["migrations"] == "not all applied: manage.py migrate"

    def test_is_not_ready_on_a_database_of_a_later_version(self, watcher, django_assert_max_num_queries):
        MigrationRecorder(connection).record_applied("tables", "9999_of_tomorrow")

        with django_assert_max_num_queries(2):
            answer = watcher.get("/ready/")

        assert answer.status_code == 503
        assert answer.json()["migrations"] == "of a later version: start that one"

    def test_says_that_the_disk_is_nearly_full(self, watcher, monkeypatch):
        monkeypatch.setattr(health.shutil, "disk_usage", lambda place: Usage(10**12, 10**12, health.ROOM - 1))

        answer = watcher.get("/ready/")

        assert (answer.status_code, answer.json()["disk"]) == (503, "nearly full")

    def test_says_when_the_last_backup_was_made_and_turns_nobody_away_for_it(self, watcher, monkeypatch):
        found = backups.State(last=datetime(2026, 11, 21, 9, 0, tzinfo=UTC), name="a.tar", problems=("no stick",))
        monkeypatch.setattr(health.backups, "state", lambda: found)

        answer = watcher.get("/ready/")

        assert answer.status_code == 200
        assert answer.json()["backup"] == "last checked one 2026-11-21T09:00:00+0000; something went wrong since"


def test_a_database_that_is_away_is_said(watcher, monkeypatch):
    def away(_self):
        raise DatabaseError("password authentication failed for user skat")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)

    answer = watcher.get("/ready/")

    assert (answer.status_code, answer.json()["database"]) == (503, "does not answer")
    assert "password" not in answer.content.decode()


def newest(app: str) -> str:
    return next(name for label, name in versions.newest() if label == app)
