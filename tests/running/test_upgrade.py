"""A start with the data of an earlier version: they are copied aside, and only then brought up to date."""

import json
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing

import pytest
from django.core.management import CommandError

from skatturnier import VERSION
from skatturnier.backups import to_file
from skatturnier.machine import places
from skatturnier.management.commands import serve
from tests.durability.site import Site
from tests.support.factories import EVENING

pytestmark = pytest.mark.slow


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
        newest = max(database.execute("SELECT name FROM django_migrations WHERE app = 'scoring'"))[0]
    before = f"{int(newest[:4]) - 1:04}"
    one.run("manage.py", "migrate", "scoring", before, "--verbosity", "0")
    one.lacks = ("scoring", newest)
    return one


@pytest.mark.database
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


@pytest.mark.database
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


@pytest.mark.database
def test_what_was_begun_of_a_copy_is_not_left(tmp_path):
    (tmp_path / "skatturnier.sqlite3").write_bytes(b"no database" * 100)

    with pytest.raises(sqlite3.Error):
        to_file.copy_aside(tmp_path / "skatturnier.sqlite3", tmp_path, now=EVENING)

    assert [one.name for one in tmp_path.iterdir()] == ["skatturnier.sqlite3"]


PACKED = {"templates": "skatturnier/beside/templates", "fixtures": "skatturnier/beside/fixtures"}
"""What lies at the top of the repository, and where the wheel has it."""


@pytest.mark.thorough
def test_the_wheel_has_every_file_of_the_program_and_of_nothing_else(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=places.CODE, check=True, capture_output=True)
    (wheel,) = tmp_path.iterdir()
    wanted = set()
    for name in ("skatturnier", "simulation", "scoring", "tables", "templates", "fixtures"):
        for path in (places.CODE / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".po", ".pyc"}:
                wanted.add(path.relative_to(places.CODE).as_posix().replace(name, PACKED.get(name, name), 1))

    assert {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name} == wanted
    assert wheel.name == f"skatturnier-{VERSION}-py3-none-any.whl"


def test_says_exactly_what_it_needs():
    asked = [sys.executable, "-m", "hatchling", "metadata", "dependencies"]
    said = subprocess.run(asked, cwd=places.CODE, check=True, capture_output=True, text=True).stdout

    assert all("==" in one for one in json.loads(said))
    assert json.loads(said)
