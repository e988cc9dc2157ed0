"""An event at play, and where its backups go."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections

from skatturnier.backups import looking, making, restoring, to_file
from skatturnier.backups.file_names import BackupSettings
from skatturnier.backups.making import make
from skatturnier.backups.to_file import Target
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

NOW = datetime(2026, 11, 21, 23, 5, tzinfo=UTC)
MADE: dict[str, tuple[str, bytes]] = {}


@pytest.fixture
def wanted(tmp_path, settings) -> BackupSettings:
    settings.DATA_DIR = tmp_path
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    settings.BACKUPS = BackupSettings(folder=tmp_path / "backups")
    return settings.BACKUPS


@pytest.fixture
def cup(transactional_db):
    """An event whose first series is at play at three tables."""
    series = factories.running_series(factories.tournament(entrants=12, rounds=3))
    for table in (1, 2):
        factories.enter(factories.list_of(series, table), (2, GRAND), None, (1, GRAND_LOST))
    return series.tournament


@pytest.fixture
def elsewhere(tmp_path, transactional_db):
    """Another machine: an empty folder, and on PostgreSQL an empty database."""
    data = tmp_path / "elsewhere"
    if connection.vendor == "sqlite":
        yield Target(data=data, database={**_site(), "NAME": data / "skatturnier.sqlite3"}, over=False)
        return
    from skatturnier.backups import postgresql

    with postgresql.for_a_while(_site()) as empty:
        yield Target(data=data, database=empty, over=False)


@pytest.fixture
def backup(cup, wanted, tmp_path):
    """A backup of the cup, made and checked once: the event is the same in every test."""
    if connection.vendor not in MADE:
        path = make(wanted=wanted, now=NOW).path
        MADE[connection.vendor] = (path.name, path.read_bytes())
    name, content = MADE[connection.vendor]
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.fixture
def unlooked(monkeypatch):
    """Believe of a copy what the site itself says: a look is a process of its own, and others try that."""

    def look(_url, *, heads=None, restored=""):
        return looking._looked(heads or {})

    for module in (making, to_file, restoring):
        monkeypatch.setattr(module, "look", look)


@pytest.fixture
def believed(monkeypatch):
    """Believe of what is restored what its backup says."""
    for module in (to_file, restoring):
        monkeypatch.setattr(
            module, "look", lambda _url, **_how: looking.Look(problems=[], migrations={}, version="", events=[])
        )
    monkeypatch.setattr(restoring, "_must_be", lambda _told, _found: None)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name not in {".lock", "state.json"})


def _site():
    return dict(connections["default"].settings_dict) if settings.configured else {}
