"""Every field that takes a file, and every file that means harm: a sentence, at once.

No library below the version that is safe to run.
"""

import platform
import re
import resource
import socket
import sqlite3
import ssl
import time
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import django_htmx
import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.forms import FileField, Form
from django.urls import reverse
from packaging.utils import canonicalize_name
from packaging.version import Version

from skatturnier.middleware import sizes
from tests.security.hostile_files import hostile_files
from tests.support import event_in_mid_day as busy
from tests.support import factories

SLOWEST = 1.0


"""Seconds of the processor."""


PAGES = {
    "tables.people.forms.intake.FileForm": ("tables:intake-file", {}),
    "tables.draw.forms.fixed.PlanForm": ("tables:fixed-plan", {"series": 3}),
    "scoring.paper_desk.forms.list_files.ListFileForm": ("scoring:list-file", {"series": 2, "table": 2}),
    "scoring.results.forms.team_files.TeamFileForm": ("scoring:ranking-file", {"number": 1}),
    "scoring.archive.forms.ArchiveForm": ("scoring:archive", {}),
    "scoring.paper.forms.signed.SignedForm": ("scoring:verify-file", None),
    "scoring.venues.forms.VenueFileForm": ("scoring:venues", {}),
}


"""The form of every field for a file, and the page it stands on."""


TELLING = {"scoring.paper.forms.signed.SignedForm", "scoring.archive.forms.ArchiveForm"}


"""Forms that read nothing in, but tell what a file is."""


def of_form(kind):
    """Return every form below a class."""
    for one in kind.__subclasses__():
        yield one
        yield from of_form(one)


@pytest.mark.django_db
@pytest.mark.slow
def test_every_form_that_takes_a_file_is_tried():
    import scoring.urls
    import tables.urls

    assert scoring.urls.urlpatterns
    assert tables.urls.urlpatterns
    taking = {
        f"{form.__module__}.{form.__qualname__}"
        for form in of_form(Form)
        if form.__module__.startswith(("scoring.", "tables."))
        and any(isinstance(field, FileField) for field in form.base_fields.values())
    }
    assert taking == set(PAGES)


@pytest.fixture
def place(director, settings, tmp_path):
    """The address of the page of a form."""
    busy.event()
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    call_command("signing_certificate", "SC Herz Dame", verbosity=0)

    def of(form):
        name, more = PAGES[form]
        return reverse(name) if more is None else reverse(name, kwargs={"slug": "cup", **more})

    return of


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.thorough(after=1)
@pytest.mark.proof("uploads")
@pytest.mark.parametrize("form", PAGES)
def test_no_file_breaks_a_page_or_keeps_it_busy(director, place, form, monkeypatch, prove):
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    address, slowest = place(form), 0.0
    director.get(address)
    for name, content in hostile_files().items():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.process_time()
        answer = director.post(address, {"file": SimpleUploadedFile(name, content), "entry_key": ""})
        took = time.process_time() - began
        grew = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        # What is no signed file, or an archive that was changed, is an answer there, not a mistake of who asks.
        assert answer.status_code in ({200, 422} if form in TELLING else {422}), (name, answer.status_code)
        assert took < SLOWEST, (name, took)
        assert grew < 150_000, (name, grew)
        slowest = max(slowest, took)
    assert not Path("/tmp/slipped").exists()
    prove(f"{form.rpartition('.')[2]}: {len(hostile_files())} files refused, the slowest in {slowest:.2f} s")


@pytest.mark.django_db
@pytest.mark.slow
class TestSizes:
    @pytest.mark.parametrize(
        ("address", "most"),
        [
            ("/", sizes.MOST),
            ("/t/cup/office/entrants/file/", sizes.MOST),
            ("/verify/", sizes.MOST_VERIFIED),
            ("/t/cup/office/archive/", sizes.MOST_ARCHIVE),
        ],
    )
    def test_more_than_a_page_takes_is_refused_unread(self, director, address, most):
        class Untouched:
            def read(self, *_args):
                pytest.fail("read")

            readline = read

        answer = director.post(address, CONTENT_LENGTH=str(most + 1), **{"wsgi.input": Untouched()})

        assert answer.status_code == 413
        assert f"({most // 1_000_000} megabytes)" in answer.content.decode()

    def test_an_archive_is_taken_from_who_is_signed_in_only(self, client):
        answer = client.post("/t/cup/office/archive/", CONTENT_LENGTH=str(sizes.MOST + 1))
        assert answer.status_code == 413
        assert "(6 megabytes)" in answer.content.decode()

    @pytest.mark.parametrize("scheme", ["http", "https"])
    def test_what_is_kept_before_the_site_is_asked_is_what_the_site_takes(self, client, scheme):
        factories.user()
        secure = scheme == "https"
        client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2}, secure=secure)
        asked = client.get("/t/cup/office/archive/", secure=secure).wsgi_request.environ
        stranger = {**asked, "HTTP_COOKIE": ""}

        assert asked["wsgi.url_scheme"] == scheme
        assert sizes.most_for(asked) == sizes.MOST_ARCHIVE
        assert sizes.most_for(stranger) == sizes.MOST

    @pytest.mark.parametrize("length", ["", "x", "-5", "1e9", "²"])
    def test_a_length_that_is_none_does_no_harm(self, client, length):
        assert client.get("/", CONTENT_LENGTH=length).status_code == 200


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
