"""What a site on the internet must not forget, and the files of ``deploy/``, read by the programs they are for."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import yaml

from skatturnier import serving
from skatturnier import settings as site
from skatturnier.middleware import requests
from skatturnier.serving.__main__ import STOPPING
from tests.durability.site import ROOT, Site
from tests.support import postgresql_cluster as cluster

NAME = "skat.example.org"
ON_A_SERVER = {"SKATTURNIER_TLS": "on", "SKATTURNIER_HOSTS": NAME, "SKATTURNIER_SITE_URL": f"https://{NAME}"}


def ran(*command, **how) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **how)


def told_by(tmp_path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
    env = {**kept, "SKATTURNIER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "skatturnier.settings", **env}
    return ran(sys.executable, *arguments, cwd=site.BASE_DIR, env=env)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.proof("deploy-check")
def test_has_nothing_to_say_of_a_site_behind_tls(tmp_path, prove):
    found = told_by(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **ON_A_SERVER)

    said = found.stdout + found.stderr
    assert (found.returncode, said.count("?:")) == (0, 0), said
    # One warning is silenced, with its reason in the settings: the browsers' list of domains.
    assert site.SILENCED_SYSTEM_CHECKS == ["security.W021"]
    assert "(1 silenced)" in said
    prove("0 warnings; preloading is the domain owner's decision")


SETTINGS_OF = """
import importlib, json, os, sys
from skatturnier import settings
for env in json.loads(sys.argv[1]):
    os.environ.update(env)
    try:
        importlib.reload(settings)
        print(settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS)
    except Exception as refused:
        print(refused)
"""
"""Says what comes of the settings with each of these variables of the environment besides those before."""


@pytest.mark.slow
def test_browsers_are_told_to_use_tls_for_a_year_where_there_is_tls_and_an_unknown_kind_of_log_is_refused(tmp_path):
    told = [{}, {"SKATTURNIER_TLS": "on"}, {"SKATTURNIER_HSTS_SUBDOMAINS": "off"}, {"SKATTURNIER_LOG": "xml"}]

    *of_tls, of_log = told_by(tmp_path, "-c", SETTINGS_OF, json.dumps(told)).stdout.splitlines()

    assert of_tls == ["0 False", "31536000 True", "31536000 False"]
    assert "it can be plain or json" in of_log


DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())

MOST_EXPOSED = 20
"""Tenths of systemd's own measure from 0 (closed) to 10."""


def program(name: str) -> str:
    return shutil.which(name) or pytest.skip(f"This file of deploy/ is not tested: there is no {name} here.")


def led(folder, *files):
    """Return copies of units that lead to programs that are there."""
    for file in files:
        text = file.read_text().replace("/opt/skatturnier/.venv/bin/python", sys.executable)
        (folder / file.name).write_text(text.replace("Documentation=", "#"))
    return sorted(folder / file.name for file in files)


def test_systemd_reads_the_units_those_of_the_demo_too_and_every_timer_has_its_service(tmp_path):
    demo, folder = DEPLOY / "demo", tmp_path / "skatturnier.service.d"
    timers = {one.stem for one in UNITS if one.suffix == ".timer"}
    assert timers == {"skatturnier-backup", "skatturnier-forget"}
    assert timers < {one.stem for one in UNITS if one.suffix == ".service"}
    verify = program("systemd-analyze"), "verify"

    done = ran(*verify, *led(tmp_path, *UNITS))
    assert (done.returncode, done.stderr) == (0, "")
    folder.mkdir()
    led(folder, demo / "public-demo.conf")
    own = (*demo.glob("*.service"), *demo.glob("*.timer"))
    done = ran(*verify, *led(tmp_path, DEPLOY / "systemd" / "skatturnier.service", *own))
    assert (done.returncode, done.stderr) == (0, "")


def test_services_may_do_little():
    told = program("systemd-analyze"), "security", "--offline=true", f"--threshold={MOST_EXPOSED}"
    for unit in (one for one in UNITS if one.suffix == ".service"):
        done = ran(*told, unit)
        assert done.returncode == 0, done.stdout[-300:]


def test_caddy_reads_its_file():
    done = ran(program("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")

    assert done.returncode == 0, done.stderr
    assert '"level":"warn"' not in done.stderr


def test_proxies_let_through_what_the_site_takes_and_little_more_and_close_a_connection_before_it():
    most = [requests.MOST, requests.MOST_VERIFIED, requests.MOST_ARCHIVE]
    for file, megabyte in (("nginx.conf", 2**20), ("Caddyfile", 10**6)):
        text = (DEPLOY / file).read_text()
        said = re.findall(r"(?:client_max_body_size|max_size) (\d+)M?B?m?\b", text)
        let_through = sorted(int(one) * megabyte for one in said)
        assert len(let_through) == len(most)
        assert all(least < one < 1.25 * least for one, least in zip(let_through, most, strict=True))
        assert int(re.search(r"(?:keepalive_timeout|keepalive) (\d+)s", text)[1]) < serving.KEEP_ALIVE


def test_the_service_waits_as_long_as_the_site_takes_to_end_and_the_containers_are_one_site():
    waits = {"systemd/skatturnier.service": r"^TimeoutStopSec=(\d+)$", "compose.yaml": r"stop_grace_period: (\d+)s"}
    for file, said in waits.items():
        assert int(re.search(said, (DEPLOY / file).read_text(), re.MULTILINE)[1]) > STOPPING, file

    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    sites = {name: one for name, one in told["services"].items() if one["image"] == "skatturnier"}
    assert set(sites) == {"migrate", "site", "house"}
    assert len({str(one["environment"]) for one in sites.values()}) == 1
    assert sites["site"]["command"][-2:] == ["serve", "--no-migrate"]
    assert set(told["volumes"]) >= {volume.split(":")[0] for one in sites.values() for volume in one["volumes"]}


def test_what_the_container_copies_is_there():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)

    assert {path for line in copied for path in line.split() if not (ROOT / path).exists()} == set()
    packages = {one.parent.name for one in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages <= {path for line in copied for path in line.split()}


def test_every_setting_is_explained():
    written = (ROOT / "docs" / "settings.md").read_text()
    code = (file for folder in ("skatturnier", "scoring", "tables") for file in (ROOT / folder).rglob("*.py"))
    texts = [file.read_text() for file in (*code, *DEPLOY.rglob("*.*"))]
    named = {name for text in texts for name in re.findall(r"SKATTURNIER_[A-Z_]*[A-Z]", text)}
    of_the_proxy = {"SKATTURNIER_NAME", "SKATTURNIER_SITES"}

    assert {name for name in named - of_the_proxy if f"`{name}`" not in written} == set()


class TestThePublicDemo:
    FOLDER = DEPLOY / "demo"

    @pytest.fixture
    def composed(self):
        return yaml.safe_load((self.FOLDER / "compose.yaml").read_text())["services"]

    def test_it_keeps_nothing_everybody_may_try_it_and_its_proxy_says_that_it_is_back_in_a_moment(self, composed):
        for name in ("public-demo.conf", "compose.yaml"):
            text = (self.FOLDER / name).read_text()
            assert re.search(r'SKATTURNIER_PUBLIC_DEMO[=:] ?"?on', text)
            assert re.search(r'SKATTURNIER_HOUSE[=:] ?"?off', text)
            assert "serve --demo" in text or "serve --port 8000 --demo" in text
        # Its data lie in memory.
        assert any(one.startswith("/data:") for one in composed["site"]["tmpfs"])
        assert "volumes" not in composed["site"]
        assert composed["site"]["restart"] == "always"
        assert "RuntimeDirectory=skatturnier-demo" in (self.FOLDER / "public-demo.conf").read_text()
        assert {one.split(":")[0] for one in composed["proxy"]["volumes"]} >= {"./Caddyfile", "./back.html"}
        assert "rewrite * /back.html" in (self.FOLDER / "Caddyfile").read_text()
        assert 'http-equiv="refresh"' in (self.FOLDER / "back.html").read_text()

    def test_it_ends_at_four(self, composed):
        reckoned = re.search(r"\$\$(\(\( .+ \)\)) python", composed["site"]["command"][2])[1].replace("$$", "$")
        for now, seconds in (("03:59:00", 60), ("04:00:00", 86_400), ("20:00:00", 28_800)):
            then = reckoned.replace("$(date +%s)", f"$(date -d '2026-11-26 {now}' +%s)")
            done = ran("sh", "-c", f"echo ${then.replace('tomorrow', '2026-11-27')}")
            assert int(done.stdout) == seconds, now


PASSWORD = "documented"


@pytest.fixture(scope="module")
def documented(tmp_path_factory):
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


@pytest.mark.slow
@pytest.mark.server
def test_the_documented_role_migrates_makes_a_checked_backup_and_restores_it(documented):
    with psycopg.connect(documented.env["DATABASE_URL"]) as connection:
        rights = "SELECT rolsuper, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = USER"
        assert connection.execute(rights).fetchone() == (False, False, False, False)
    documented.migrate()
    documented.run("-m", "tests.durability.hall_to_kill", "make")

    made = documented.run("manage.py", "backup")

    backup = Path(re.match(r"(.+?): checked ", made)[1])
    documented.run("-c", CHANGE)
    assert "before_restore_" in documented.run("manage.py", "restore", "--over", str(backup))
    assert documented.run("-c", LEFT).split() == ["12", "0", "False"]
    # And once more: what a restore put in place is the role's own again.
    assert ": checked " in documented.run("manage.py", "backup")


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
