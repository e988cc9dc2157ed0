"""The site refuses every setting of its database that could lose what it acknowledges, and says what it misses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skatturnier.databases import database
from tests.durability.site import OURS, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.proof("settings")]


def started(data: Path, *, url: str = "", options: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Start the entry of web servers, with these settings of the database beside the site's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    env = {**kept, "SKATTURNIER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
    program = f"""
import skatturnier.settings as settings
settings.DATABASES["default"]["OPTIONS"].update({options or {}!r})
import skatturnier.wsgi
print("sound" if skatturnier.wsgi.application.is_sound else "waits")
"""
    env |= {"DATABASE_URL": url} if url else {}
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True)


def pragmas(**changed: str) -> dict[str, str]:
    ours = {"journal_mode": "TRUNCATE", "synchronous": "FULL", "fullfsync": "ON"}
    return {"init_command": " ".join(f"PRAGMA {name}={value};" for name, value in {**ours, **changed}.items())}


def test_the_settings_of_the_site_are_those_that_are_tried_here(tmp_path):
    assert database("", file=tmp_path)["OPTIONS"]["init_command"] == pragmas()["init_command"]
    assert started(tmp_path).stdout == "sound\n"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (pragmas(journal_mode="DELETE"), "E002"),
        (pragmas(journal_mode="MEMORY"), "E002"),
        (pragmas(synchronous="NORMAL"), "E002"),
        (pragmas(fullfsync="OFF"), "E007"),
        ({"transaction_mode": "DEFERRED"}, "E001"),
    ],
)
def test_weaker_settings_of_sqlite_are_refused(tmp_path, options, code):
    done = started(tmp_path, options=options)

    assert done.returncode != 0
    assert f"skatturnier.{code}" in done.stderr


def test_a_database_in_memory_is_refused(tmp_path):
    done = started(tmp_path, url="sqlite://:memory:")

    assert "skatturnier.E002" in done.stderr


def test_weaker_settings_of_postgresql_are_refused(server, tmp_path, prove):
    url = server.url()
    assert started(tmp_path, url=url).stdout == "sound\n"
    assert "skatturnier.E005" in started(tmp_path, url=url, options={"options": "-c synchronous_commit=off"}).stderr
    server.stop()
    server.start("-c fsync=off -c full_page_writes=off -c data_sync_retry=on -c synchronous_commit=off")

    done = started(tmp_path, url=url)

    # What the server says of synchronous_commit does not count: the site sets it for itself.
    assert done.returncode != 0
    assert [code for code in ("E003", "E004", "E005", "E006") if code in done.stderr] == ["E003", "E004", "E006"]
    prove("SQLite: 6 weaker settings, PostgreSQL: fsync, full_page_writes, synchronous_commit, data_sync_retry")


def test_a_server_that_is_down_is_said_in_a_sentence(server, tmp_path):
    server.stop()

    done = started(tmp_path, url=server.url())
    assert done.stdout == "waits\n"
    assert "The database does not answer. The site waits for it." in done.stderr
    assert server.password not in done.stderr

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
