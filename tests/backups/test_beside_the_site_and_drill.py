"""A site at work: house is kept beside it, and nobody puts another database under it.

The drill as a test, in a small hall; ``python -m tests.drill`` runs it with 250 tables.
"""

import fcntl
import os
import signal
import time
from pathlib import Path

import pytest

from skatturnier import keeper
from skatturnier.backups import serving
from skatturnier.backups.failed import BackupFailed
from tests.drill.__main__ import drilled
from tests.durability.site import Site
from tests.support import postgresql_cluster as cluster

pytestmark = pytest.mark.slow


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
