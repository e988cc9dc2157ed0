"""Databases of earlier releases, brought up to date; CONTRIBUTING says how one more is kept."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from skatturnier import settings as site
from tests.support import postgresql_cluster as cluster
from tests.upgrades.dump import APPS, FOLDER

pytestmark = pytest.mark.database

RELEASES = sorted(FOLDER.glob("*.json.gz"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path):
    if request.param == "sqlite":
        yield {}
        return
    try:
        cluster.binaries()
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")
    with cluster.running() as server:
        yield {"DATABASE_URL": server.url()}


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.proof("upgrade")
@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.name.split(".")[0])
def test_the_database_of_an_earlier_release_is_brought_up_to_date(release, database, tmp_path, prove):
    kept = json.loads(gzip.decompress(release.read_bytes()))

    now = upgraded(release, tmp_path, database)

    assert now["doubts"] == {slug: [] for slug in kept["standings"]}
    assert any(now["bent"].values())
    assert now["outside"]["the site"] == []
    assert not any(now["outside"].values())
    assert now["standings"] == kept["standings"]
    assert now["rows"] == {label: len(table["rows"]) for label, table in kept["tables"].items()}
    prove(f"{release.name.split('.')[0]}: {sum(now['rows'].values())} rows, 0 doubts, the same standings")


def test_every_migration_can_be_taken_back():
    """What it added is gone then: to go on with a release from before, restore the backup that was made before."""
    one_way = {
        key
        for key, migration in MigrationLoader(None).disk_migrations.items()
        if key[0] in APPS and not all(operation.reversible for operation in migration.operations)
    }

    assert one_way == set()


def upgraded(file: Path, data: Path, database: dict[str, str]) -> dict:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
    kept.pop("DATABASE_URL", None)
    env = {**kept, "SKATTURNIER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "skatturnier.settings", **database}
    command = [sys.executable, "-m", "tests.upgrades.upgrade", str(file)]
    done = subprocess.run(command, cwd=site.BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
