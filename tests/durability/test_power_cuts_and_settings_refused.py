"""A power cut takes nothing that was acknowledged; ``python -m tests.durability.power_cuts`` tries many more.

The site refuses every setting of its database that could lose what it acknowledges, and says what it misses.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from skatturnier import checks
from skatturnier.databases import database
from tests.durability.power_cuts import KEEPING, LOSING, OF_THE_SITE, tried
from tests.durability.recorded import Recorded, record
from tests.durability.site import OURS, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.database]


@pytest.fixture(scope="module")
def hall(django_db_setup, django_db_blocker, tmp_path_factory) -> Recorded:
    """What entering two hundred deals says to SQLite, through the services of the site."""
    if connection.vendor != "sqlite":
        pytest.skip("power cuts are simulated below SQLite; PostgreSQL's own are killed in test_killed")
    with django_db_blocker.unblock():
        return record(tmp_path_factory.mktemp("recorded"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_torn", [False, True], ids=["clean", "torn"])
def test_under_the_settings_of_the_site_nothing_acknowledged_is_lost(hall, is_torn):
    outcome = tried(hall, OF_THE_SITE, seed=1, cuts=15, per_cut=10, is_torn=is_torn)

    assert (outcome.lost, outcome.broken) == (0, 0)
    assert outcome.acknowledged > 75
    assert outcome.while_recovering > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", LOSING)
def test_weaker_settings_lose_something_here(hall, name):
    outcome = tried(hall, LOSING[name], seed=1, cuts=6, per_cut=10, is_torn=False)

    assert outcome.lost > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [*KEEPING, *LOSING])
def test_the_check_at_the_start_refuses_what_loses_and_nothing_that_keeps(name):
    journal, synchronous = name.split("+")
    number = ["OFF", "NORMAL", "FULL", "EXTRA"].index(synchronous)

    # WAL keeps what it acknowledged, where SQLite is new enough not to break it.
    keeps = name in KEEPING and (journal != "WAL" or checks.sqlite3.sqlite_version_info >= checks.WAL_IS_SAFE_FROM)
    assert checks._is_durable(journal.lower(), number) is keeps


STARTED = """
import json, os, sys
import django
django.setup()
import skatturnier.urls
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

for options in json.loads(sys.argv[1]):
    # All that costs time is imported already.
    if not os.fork():
        settings.DATABASES["default"]["OPTIONS"].update(options)
        try:
            from skatturnier.wsgi import application
            said = "sound" if application.is_sound else "waits"
        except ImproperlyConfigured as refused:
            said = f"refused: {refused}"
        print(json.dumps(said), flush=True)
        os._exit(0)
    os.wait()
"""


def started(data: Path, *options: dict[str, str], url: str = "") -> tuple[list[str], str]:
    """Start the entry of web servers with each of these settings of the database beside the site's own.

    Return what came of each, and what is written in the log.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    env = {**kept, "SKATTURNIER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
    env |= {"DATABASE_URL": url} if url else {}
    command = [sys.executable, "-c", STARTED, json.dumps(options or [{}])]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def pragmas(**changed: str) -> dict[str, str]:
    ours = {"journal_mode": "TRUNCATE", "synchronous": "FULL", "fullfsync": "ON"}
    return {"init_command": " ".join(f"PRAGMA {name}={value};" for name, value in {**ours, **changed}.items())}


@pytest.mark.proof("settings")
@pytest.mark.thorough
def test_weaker_settings_of_sqlite_are_refused(tmp_path):
    assert database("", file=tmp_path)["OPTIONS"]["init_command"] == pragmas()["init_command"]
    weaker = [
        (pragmas(journal_mode="DELETE"), "E002"),
        (pragmas(journal_mode="MEMORY"), "E002"),
        (pragmas(synchronous="NORMAL"), "E002"),
        (pragmas(fullfsync="OFF"), "E007"),
        ({"transaction_mode": "DEFERRED"}, "E001"),
    ]

    (as_it_is, *refused), _log = started(tmp_path, {}, *(options for options, _code in weaker))

    assert as_it_is == "sound"
    for said, (_options, code) in zip(refused, weaker, strict=True):
        assert said.startswith("refused")
        assert f"skatturnier.{code}" in said


@pytest.mark.proof("settings")
@pytest.mark.thorough
def test_a_database_in_memory_is_refused(tmp_path):
    (said,), _log = started(tmp_path, url="sqlite://:memory:")

    assert said.startswith("refused")
    assert "skatturnier.E002" in said


@pytest.mark.proof("settings")
@pytest.mark.thorough
def test_weaker_settings_of_postgresql_are_refused(server, tmp_path, prove):
    url = server.url()
    (as_it_is, said), _log = started(tmp_path, {}, {"options": "-c synchronous_commit=off"}, url=url)
    assert as_it_is == "sound"
    assert "skatturnier.E005" in said
    server.stop()
    server.start("-c fsync=off -c full_page_writes=off -c data_sync_retry=on -c synchronous_commit=off")

    (said,), _log = started(tmp_path, url=url)

    # What the server says of synchronous_commit does not count: the site sets it for itself.
    assert said.startswith("refused")
    assert [code for code in ("E003", "E004", "E005", "E006") if code in said] == ["E003", "E004", "E006"]
    prove(
        "SQLite: 6, PostgreSQL: fsync, full_page_writes, synchronous_commit, data_sync_retry: 0 weaker settings taken"
    )


@pytest.mark.proof("settings")
@pytest.mark.thorough
def test_a_server_that_is_down_is_said_in_a_sentence(server, tmp_path):
    server.stop()

    said, log = started(tmp_path, url=server.url())
    assert said == ["waits"]
    assert "The database does not answer. The site waits for it." in log
    assert server.password not in log

    serve = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": server.url(), "SKATTURNIER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert serve.returncode == 1
    assert "The database does not answer: connection" in serve.stderr
    assert "Traceback" not in serve.stderr
    assert server.password not in serve.stderr
