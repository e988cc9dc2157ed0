"""A start with the data of an earlier version: they are copied aside, and only then brought up to date."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError

from skatturnier.backups import to_file
from skatturnier.management.commands import serve
from tests.durability.site import Site
from tests.support.factories import EVENING

pytestmark = [pytest.mark.slow, pytest.mark.database]


def applied(database) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(database)) as opened:
        return set(opened.execute("SELECT app, name FROM django_migrations"))


@pytest.fixture
def site(tmp_path):
    """Return a site whose database lacks the last migration of its lists."""
    one = Site(tmp_path / "data")
    one.log.parent.mkdir()
    one.migrate()
    with closing(sqlite3.connect(one.log.with_name("skatturnier.sqlite3"))) as database:
        newest = max(
            name for app, name in database.execute("SELECT app, name FROM django_migrations") if app == "scoring"
        )
    before = f"{int(newest[:4]) - 1:04}"
    one.run("manage.py", "migrate", "scoring", before, "--verbosity", "0")
    one.lacks = ("scoring", newest)
    return one


@pytest.mark.thorough
def test_keeps_them_as_they_were_and_goes_on_with_the_new_ones(site):
    data = site.log.parent
    before = applied(data / "skatturnier.sqlite3")

    site.start()
    site.kill()

    (kept,) = data.glob("before-upgrade-*Z/skatturnier.sqlite3")
    assert applied(kept) == before
    assert site.lacks in applied(data / "skatturnier.sqlite3") - before
    assert kept.stat().st_mode & 0o077 == 0

    site.start()
    site.kill()
    assert list(data.glob("before-upgrade-*Z/skatturnier.sqlite3")) == [kept]


@pytest.mark.thorough
def test_of_a_first_start_there_is_nothing_to_keep(tmp_path):
    one = Site(tmp_path / "data")
    one.log.parent.mkdir()

    one.start()
    one.kill()

    assert not list(one.log.parent.glob("before-upgrade-*"))


@pytest.mark.django_db
def test_that_cannot_be_copied_are_left_as_they_are(monkeypatch):
    called = []

    def full(*_about, **_more):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(serve.health, "migrations", lambda: "not all applied")
    monkeypatch.setattr(serve, "call_command", lambda *told, **_more: called.append(told))
    monkeypatch.setattr(to_file, "copy_aside", full)
    monkeypatch.setattr(serve.connection, "vendor", "sqlite")

    with pytest.raises(CommandError, match=r"disk is full\. Nothing was changed"):
        serve._bring_up_to_date(only_check=False)

    assert called == []


def test_what_was_begun_of_a_copy_is_not_left(tmp_path):
    (tmp_path / "skatturnier.sqlite3").write_bytes(b"no database" * 100)

    with pytest.raises(sqlite3.Error):
        to_file.copy_aside(tmp_path / "skatturnier.sqlite3", tmp_path, now=EVENING)

    assert [one.name for one in tmp_path.iterdir()] == ["skatturnier.sqlite3"]
