"""No library below the version that is safe to run."""

import platform
import re
import sqlite3
import ssl
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import django_htmx
import psycopg
import pytest
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
TABLE = tomllib.loads(Path(__file__).with_name("versions.toml").read_text(encoding="utf-8"))
FILES = ("requirements.txt", "requirements-signing.txt")
PIN = re.compile(r"^([a-z0-9.-]+)(?:\[[^]]+\])?==(\S+)", re.MULTILINE)
PINS = {name: pinned for file in FILES for name, pinned in PIN.findall((ROOT / file).read_text(encoding="utf-8"))}
MINIMUM = {canonicalize_name(name): least for name, least in TABLE["minimum"].items()}

HTMX = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"
BOOTSTRAP = ROOT / "skatturnier/static/skatturnier/vendor/bootstrap.min.css"

FOUND = {
    "python": platform.python_version(),
    "sqlite": sqlite3.sqlite_version,
    "openssl": ".".join(map(str, ssl.OPENSSL_VERSION_INFO[:3])),
    "libpq": f"{psycopg.pq.version() // 10_000}.{psycopg.pq.version() % 10_000}",
    "htmx": re.search(r'version:"([\d.]+)"', HTMX.read_text(encoding="utf-8"))[1],
    "bootstrap": re.search(r"Bootstrap\s+v([\d.]+)", BOOTSTRAP.read_text(encoding="utf-8"))[1],
}


def too_old(asked, found):
    """Return what is below its minimum."""
    return [(name, has, asked[name][0]) for name, has in found.items() if Version(has) < Version(asked[name][0])]


@pytest.mark.proof("versions")
def test_every_pinned_library_is_in_the_table_and_safe(prove):
    known = MINIMUM.keys() | set(map(canonicalize_name, TABLE["none"]["names"].split()))
    assert set(PINS) == known
    assert too_old(MINIMUM, {name: PINS[name] for name in MINIMUM}) == []
    prove(f"{len(PINS)} pins, {len(MINIMUM)} with a minimum: 0 below")


@pytest.mark.proof("versions")
def test_what_is_installed_is_safe(prove):
    installed = {}
    for name in TABLE["minimum"]:
        try:
            installed[name] = version(name)
        except PackageNotFoundError:
            assert name in (ROOT / "requirements-signing.txt").read_text(encoding="utf-8")
    assert too_old(TABLE["minimum"], installed) == []
    prove(f"{len(installed)} installed: 0 below")


@pytest.mark.proof("versions")
def test_what_the_machine_and_the_packages_bring_is_safe(prove):
    asked = TABLE["machine"] | TABLE["vendored"]
    assert asked.keys() == FOUND.keys()
    assert too_old(asked, FOUND) == []
    prove(", ".join(f"{name} {has}" for name, has in FOUND.items()))


def test_every_minimum_says_why():
    for part in ("minimum", "machine", "vendored"):
        for name, (least, why) in TABLE[part].items():
            assert Version(least)
            assert len(why) > 20, name


def test_a_pin_below_its_minimum_is_found():
    assert too_old({"Django": ["5.2.17", ""]}, {"Django": "5.2.9"}) == [("Django", "5.2.9", "5.2.17")]
