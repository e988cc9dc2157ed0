"""The database as ``deploy/postgresql.sql`` makes it, and the role it gives the site: everything works with no more."""

import re
import subprocess
from pathlib import Path

import psycopg
import pytest

from tests.durability.site import ROOT, Site
from tests.support import postgresql_cluster as cluster

pytestmark = [pytest.mark.slow, pytest.mark.server]

PASSWORD = "documented"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site on a server on which nothing was done but what is documented."""
    try:
        server = cluster.Cluster()
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"The documented database is not tested: {missing}")
    try:
        server.make()
        server.start()
        subprocess.run(
            [server.bin / "psql", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--set=password='{PASSWORD}'",
             f"--dbname={server.url('postgres')}", f"--file={ROOT / 'deploy' / 'postgresql.sql'}"],
            check=True, capture_output=True,
        )  # fmt: skip
        data = tmp_path_factory.mktemp("documented")
        yield Site(data, database=server.url().replace(f"skat:{server.password}", f"skatturnier:{PASSWORD}"))
    finally:
        server.throw_away()


def test_the_documented_role_migrates_makes_a_checked_backup_and_restores_it(site):
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        rights = "SELECT rolsuper, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = USER"
        assert connection.execute(rights).fetchone() == (False, False, False, False)
    site.migrate()
    site.run("-m", "tests.durability.hall_to_kill", "make")

    made = site.run("manage.py", "backup")

    backup = Path(re.match(r"(.+?): checked ", made)[1])
    site.run("-c", CHANGE)
    assert "before_restore_" in site.run("manage.py", "restore", "--over", str(backup))
    assert site.run("-c", LEFT).split() == ["12", "0", "False"]
    # And once more: what a restore put in place is the role's own again.
    assert ": checked " in site.run("manage.py", "backup")


CHANGE = """
import django; django.setup()
from tables.tournaments.models import Tournament
Tournament.objects.update(name="changed")
"""
LEFT = """
import django; django.setup()
from scoring.history.selectors.verification import verified
from tables.draw.models import Table
from tables.tournaments.models import Tournament
left = Tournament.objects.get()
print(Table.objects.count(), len(verified(left).discrepancies), left.name == "changed")
"""
