"""Every field that takes a file, and every file that means harm: a sentence, at once.

No library below the version that is safe to run.
"""

import gzip
import io
import os
import platform
import re
import resource
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
import tomllib
import zipfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import product
from pathlib import Path

import django_htmx
import psycopg
import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.forms import FileField, Form
from django.test import Client
from django.urls import get_resolver, reverse
from packaging.utils import canonicalize_name
from packaging.version import Version

from scoring.archive.packing.contents import SUMS
from scoring.paper.forms import PictureField
from skatturnier.middleware import requests
from tables.acts.addresses import read_all
from tables.acts.forms import CALLED, FileKind, Upload
from tests.scoring.season import club_years
from tests.security.test_asvs_and_headers import longer
from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.tables.intake.test_attacks import ENTITY, GOOD, LAUGHS, OLE, packed, sheet
from tests.tables.intake.test_opendocuments_and_text import ERNA, HEAD, LOCKED, cell, ods, row, table
from tests.tables.intake.test_opendocuments_and_text import content as ods_content
from tests.tables.intake.test_opendocuments_and_text import packed as packed_ods


def _archive(parts, method=zipfile.ZIP_DEFLATED):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _nested(depth):
    inner = b"x" * 1000
    for number in range(depth):
        inner = _archive({f"{number}.zip": inner})
    return inner


@cache
def hostile_files() -> dict[str, bytes]:
    """Return every such file by its name; made when first asked for, since the largest take seconds."""
    return {
        "empty.xlsx": b"",
        "noise.xlsx": bytes(range(256)) * 2_000,
        "bomb.zip": _archive({SUMS: "0" * 64 + "  a\n", "a": bytes(300_000_000)}),
        "bomb.xlsx": packed({"xl/worksheets/sheet1.xml": " " * 60_000_000}),
        "nested.zip": _nested(20),
        "many.zip": longer(_archive({"0": ""}, zipfile.ZIP_STORED), 5_000),
        "long-directory.zip": longer(_archive({"0": ""}, zipfile.ZIP_STORED), 40_000),
        "bomb-lzma.zip": _archive({SUMS: "0" * 64 + "  a\n", "a": bytes(19_000_000)}, zipfile.ZIP_LZMA),
        "slip.zip": _archive({SUMS: "0" * 64 + "  ../../../tmp/slipped\n", "../../../tmp/slipped": b"slipped"}),
        "far.xlsx": sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
        "laughs.xlsx": packed({"xl/workbook.xml": f'<!DOCTYPE a [<!ENTITY x0 "lol">{LAUGHS}]>{ENTITY}'}),
        "outside.xlsx": packed({"xl/workbook.xml": f'<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/">]>{ENTITY}'}),
        "bomb.ods": packed_ods({"content.xml": " " * 25_000_000}),
        "wide.ods": ods(table(row(cell("a", 'table:number-columns-repeated="16384"')))),
        "long.ods": ods(table(row(cell("a"), more='table:number-rows-repeated="1048576"'))),
        "spaces.ods": ods(table(row(cell("<text:s text:c='2000000000'/>")))),
        "laughs.ods": ods(table(row(cell("&x;"))), doctype=f'<!DOCTYPE a [<!ENTITY x0 "lol">{LAUGHS}]>'),
        "locked.ods": packed_ods({"content.xml": b"\x8f", "META-INF/manifest.xml": LOCKED}),
        "text.ods": packed_ods({"content.xml": ods_content()}, kind="application/vnd.oasis.opendocument.text"),
        "cut.ods": ods(table(HEAD, ERNA))[:300],
        "cut.xlsx": GOOD[: len(GOOD) // 2],
        "old.xls": OLE + "Workbook".encode("utf-16-le"),
        "page.csv": b"<!doctype html><script>alert(1)</script>",
        "deep.pdf": b"%PDF-1.7\n" + b"<<" * 100_000 + b"/ByteRange [0 1 2 3]",
        "ranges.pdf": b"%PDF-1.7\n" + b"/ByteRange [0 9999999999 9999999999 9999999999]" * 20_000,
        "der.pdf": b"%PDF-1.7 /ByteRange [0 55 75 6]".ljust(55) + b"<" + b"30800000" * 2 + b"00>" + b"%%EOF\n",
        "zeros.csv": bytes(4_000_000),
        "one-line.csv": b"a," * 2_000_000,
        "name.\u202exslx": GOOD[:100],
    }


ROOT = Path(__file__).parents[2]

SLOWEST = 1.0
"""Seconds of the processor."""

PAGES = {
    "tables.people.forms.FileForm": ("tables:add", {}, "?at=file"),
    "tables.draw.views.drawing.PlanForm": ("scoring:seat-plan", {"series": 3}),
    "scoring.results.forms.rankings.TeamFileForm": ("scoring:ranking-office", {"number": 1}),
    "scoring.archive.views.ArchiveForm": ("scoring:archive", {}),
    "scoring.paper.views.documents.SignedForm": ("scoring:verify-file", None),
    "scoring.venues.views.VenueFileForm": ("scoring:settings", {}, "?at=venues"),
    "scoring.season.views.office.EarlierForm": ("scoring:season-earlier", {"season": "klubmeisterschaft-2026"}),
}
"""The form of every field for a file, and the page it stands on."""

SENT = {"entry_key": "", "action": "file", "act": "check"}
"""What some of their buttons send along."""

TELLING = {"scoring.paper.views.documents.SignedForm", "scoring.archive.views.ArchiveForm"}
"""Forms that read nothing in, but tell what a file is."""


def of_form(kind):
    """Return every form below a class."""
    for one in kind.__subclasses__():
        yield one
        yield from of_form(one)


@pytest.mark.django_db
@pytest.mark.slow
def test_every_form_that_takes_a_file_is_tried():
    read_all(get_resolver().url_patterns)
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

    def of(form):
        name, more, *question = PAGES[form]
        if more is None:
            settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
            call_command("signing_certificate", "SC Herz Dame", verbosity=0)
        elif "season" in more:
            assert club_years.season().slug == more["season"]
            return reverse(name, kwargs=more)
        return "".join([reverse(name, kwargs=None if more is None else {"slug": "cup", **more}), *question])

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
        answer = director.post(address, {"file": SimpleUploadedFile(name, content), **SENT})
        took = time.process_time() - began
        grew = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        # What is no signed file, or an archive that was changed, is an answer there, not a mistake of who asks.
        assert answer.status_code in ({200, 422} if form in TELLING else {422}), (name, answer.status_code)
        assert took < SLOWEST, (name, took)
        assert grew < 150_000, (name, grew)
        slowest = max(slowest, took)
    assert not Path("/tmp/slipped").exists()
    prove(f"{form.rpartition('.')[2]}: {len(hostile_files())} files refused, the slowest in {slowest:.2f} s")


def zipped(*names, mimetype="", within=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        if mimetype:
            file.writestr("mimetype", mimetype)
        for name in names:
            file.writestr(name, within or "x" * 3_000)
    return out.getvalue()


OFFICE = "application/vnd.oasis.opendocument."
OF_KIND = {
    FileKind.PDF: [b"%PDF-1.7\n%\xe2\xe3"],
    FileKind.PNG: [b"\x89PNG\r\n\x1a\n" + bytes(40)],
    FileKind.JPEG: [b"\xff\xd8\xff\xe0\x00\x10JFIF", b"\xff\xd8\xff\xe1 Exif"],
    FileKind.PICTURE: [b"GIF89a", b"RIFF\x10\x00\x00\x00WEBPVP8 ", b"\x00\x00\x00\x18ftypheic", b"II*\x00"],
    FileKind.SVG: [b"<svg xmlns='x'/>", b"\xef\xbb\xbf<?xml version='1.0'?>\n<svg/>"],
    FileKind.OLD_OFFICE: [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)],
    FileKind.EXCEL: [zipped("[Content_Types].xml", "xl/workbook.xml")],
    FileKind.WORD: [zipped("[Content_Types].xml", "word/document.xml")],
    FileKind.SLIDES: [zipped("[Content_Types].xml", "ppt/presentation.xml")],
    FileKind.CALC: [zipped("content.xml", mimetype=f"{OFFICE}spreadsheet")],
    FileKind.WRITER: [zipped("content.xml", mimetype=f"{OFFICE}text")],
    FileKind.ZIP: [zipped("holiday.jpg"), zipped(), zipped("a.txt", within=zipped("xl/workbook.xml"))],
    FileKind.GZIP: [gzip.compress(b"x")],
    FileKind.PACKED: [b"Rar!\x1a\x07\x01\x00", b"7z\xbc\xaf\x27\x1c"],
    FileKind.PAGE: [b"<!DOCTYPE html><p>", b"\n<html>", b"<?xml version='1.0'?><a/>"],
    FileKind.RICH_TEXT: [b"{\\rtf1\\ansi"],
    None: [b"Name;Verein\nErna;SC", b"x", '"Ä";b'.encode(), b'{"a": 1}'],
}
"""What files of each kind begin with; of the last nobody says what they are."""


def fields_for_files():
    """Return every field for a file of the site, by the form or the class it is of."""
    found = {
        f"{form.__qualname__}.{name}": field
        for form in of_form(Form)
        if form.__module__.startswith(("scoring.", "tables."))
        for name, field in form.base_fields.items()
        if isinstance(field, FileField)
    }
    return {**found, "PictureField": PictureField("", "")}


def test_every_field_for_a_file_tells_what_another_kind_is():
    read_all(get_resolver().url_patterns)
    assert OF_KIND.keys() == {*FileKind, None}
    assert {*CALLED} == {*FileKind}
    fields = fields_for_files()
    assert len(fields) >= len(PAGES) + 1
    for name, field in fields.items():
        assert isinstance(field, Upload), name
        for kind, contents in OF_KIND.items():
            for content in contents:
                file = SimpleUploadedFile("list.xlsx", content)
                if kind is None or kind in field.kinds:
                    assert Upload.to_python(field, file) is file, (name, kind)
                    assert file.read() == content
                    continue
                with pytest.raises(ValidationError) as refused:
                    Upload.to_python(field, file)
                said = refused.value.messages[0]
                assert str(CALLED[kind]) in said, (name, kind)
                assert str(field.asked) in said, (name, kind)


def test_no_field_takes_a_file_in_another_way():
    """A class for files that a page makes itself is found by its name."""
    made = [
        path.name
        for app in ("tables", "scoring", "skatturnier")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"forms\.(File|Image)Field\b", path.read_text(encoding="utf-8"))
    ]

    assert made == ["forms.py"]


ARCHIVE, VERIFY, PAGE = "/t/cup/office/archive/", "/verify/", "/t/cup/office/settings/"
OF_ALL = {
    ARCHIVE: requests.MOST,
    VERIFY: requests.MOST_VERIFIED,
    PAGE: requests.MOST,
    "/t/none/office/archive/": requests.MOST,
}

MAY_BRING = {
    "nobody": OF_ALL,
    "fremder": OF_ALL,
    "richterin": OF_ALL,
    "direktor": {**OF_ALL, ARCHIVE: requests.MOST_ARCHIVE},
}
"""Whoever is signed in, and how many bytes may come to an address before any of them was read."""


@pytest.mark.django_db
@pytest.mark.slow
class TestSizes:
    def test_more_than_a_page_takes_is_refused_unread(self, client, director):
        factories.tournament()

        class Untouched:
            def read(self, *_args):
                pytest.fail("read")

            readline = read

        for address, most in (
            ("/", requests.MOST),
            ("/t/cup/office/entrants/add/?at=file", requests.MOST),
            ("/verify/", requests.MOST_VERIFIED),
            ("/t/cup/office/archive/", requests.MOST_ARCHIVE),
        ):
            answer = director.post(address, CONTENT_LENGTH=str(most + 1), **{"wsgi.input": Untouched()})

            assert answer.status_code == 413
            assert f"({most // 1_000_000} megabytes)" in answer.content.decode()
        for length in ("", "x", "-5", "1e9", "²"):
            assert client.get("/", CONTENT_LENGTH=length).status_code == 200, length

    def test_a_large_archive_is_refused_to_whoever_does_not_direct_the_event(self, client, director):
        archives = client.post("/t/cup/office/archive/", CONTENT_LENGTH=str(requests.MOST + 1))
        elsewhere = director.post("/t/other/office/archive/", CONTENT_LENGTH=str(requests.MOST + 1))

        for answer in (archives, elsewhere):
            assert answer.status_code == 413
            assert "(6 megabytes)" in answer.content.decode()
            assert "from whoever directs the event" in answer.content.decode()

    def test_what_is_kept_before_the_site_is_asked_is_what_the_site_takes(self):
        """For each address that takes more than any page does, in each role: who has no right there brings no more."""
        factories.judge(factories.tournament())
        factories.tournament(slug="other", director="fremder")
        for who, secure in product(MAY_BRING, (False, True)):
            client = Client()
            if who != "nobody":
                client.post("/sign-in/", {"username": who, "password": who * 2}, secure=secure)
            asked = client.get("/t/cup/office/archive/", secure=secure).wsgi_request.environ

            assert asked["wsgi.url_scheme"] == ("https" if secure else "http")
            for page, most in MAY_BRING[who].items():
                assert requests.most_for({**asked, "PATH_INFO": page}) == most, (who, page)

    def test_the_shares_of_all_processes_are_no_more_than_a_machine_takes(self):
        for workers in (0, 2, 64):
            environ = {**os.environ, "SKATTURNIER_WORKERS": str(workers)}
            asked = "from skatturnier.middleware import requests as s; print(s.SHARE, s.ALTOGETHER)"
            done = subprocess.run([sys.executable, "-c", asked], env=environ, capture_output=True, check=True)
            share, altogether = map(int, done.stdout.split())

            assert max(workers, 1) * share <= altogether
            assert share >= requests.MOST


TABLE = tomllib.loads(Path(__file__).with_name("versions.toml").read_text(encoding="utf-8"))

FILES = ("requirements.txt", "requirements/signing.txt")

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
            assert name in (ROOT / "requirements/signing.txt").read_text(encoding="utf-8")
    assert too_old(TABLE["minimum"], installed) == []
    prove(f"{len(installed)} installed: 0 below")


@pytest.mark.proof("versions")
def test_what_the_machine_and_the_packages_bring_is_safe(prove):
    asked = TABLE["machine"] | TABLE["vendored"]
    assert asked.keys() == FOUND.keys()
    assert too_old(asked, FOUND) == []
    prove(", ".join(f"{name} {has}" for name, has in FOUND.items()))


def test_every_minimum_says_why_and_a_pin_below_it_is_found():
    for part in ("minimum", "machine", "vendored"):
        for name, (least, why) in TABLE[part].items():
            assert Version(least)
            assert len(why) > 20, name
    assert too_old({"Django": ["5.2.17", ""]}, {"Django": "5.2.9"}) == [("Django", "5.2.9", "5.2.17")]
