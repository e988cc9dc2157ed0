"""OWASP ASVS 5.0, levels 1 and 2: every requirement is answered, and every test that an answer names is there."""

import builtins
import io
import os
import re
import socket
import struct
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from scoring.archive.packing.contents import CheckRefused, check_archive
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from tables import intake
from tests.access_matrix.hall import everybody, hall
from tests.access_matrix.walking import all_addresses
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "security"

LEVELS: Final = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223",
    "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222", "10.6": "22",
    "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}  # fmt: skip

ANSWERS: Final = ("met", "in part", "not met", "operator", "no such thing")
"""What an answer begins with: "operator" is for what whoever runs the site decides, and the documents tell him how."""

ROW: Final = re.compile(
    r"^\| (\d+\.\d+\.\d+) \| ([123]) \| ([^|]+) \| \*\*([a-z ]+)\*\*(?:: ([^|]+))? \|$", re.MULTILINE
)
TEST: Final = re.compile(r"`(tests/[\w./:-]+)`")


@dataclass(frozen=True)
class Line:
    """One requirement and our answer."""

    number: str
    level: int
    asks: str
    answer: str
    how: str

    @property
    def tests(self) -> list[str]:
        return TEST.findall(self.how)


def required(*levels: int) -> dict[str, int]:
    """Return the requirements of these levels by their numbers."""
    return {
        f"{section}.{number}": int(level)
        for section, marks in LEVELS.items()
        for number, level in enumerate(marks, 1)
        if int(level) in levels
    }


def answered() -> Iterator[Line]:
    """Yield every line of the tables."""
    for file in sorted(FOLDER.glob("v*.md")):
        for number, level, asks, answer, how in ROW.findall(file.read_text(encoding="utf-8")):
            yield Line(number, int(level), asks.strip(), answer, how.strip())


SUMMARY = re.compile(r"^\| ([a-z ]+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@pytest.mark.proof("asvs")
def test_every_requirement_of_levels_one_and_two_is_answered_once(prove):
    assert [len(required(level)) for level in (1, 2, 3)] == [70, 183, 92]
    assert len({section.split(".")[0] for section in LEVELS}) == 17
    lines = list(answered())
    twice = [number for number, count in Counter(line.number for line in lines).items() if count > 1]
    assert twice == []
    assert {line.number: line.level for line in lines if line.level < 3} == required(1, 2)
    assert {line.number: line.level for line in lines if line.level == 3}.items() <= required(3).items()
    counts = Counter(line.answer for line in lines if line.level < 3)
    prove(f"{len(required(1, 2))} requirements: " + ", ".join(f"{counts[one]} {one}" for one in ANSWERS))


def test_no_line_of_a_table_is_overlooked():
    for file in FOLDER.glob("v*.md"):
        text = file.read_text(encoding="utf-8")
        rows = [line for line in text.splitlines() if re.match(r"\| \d", line)]
        assert [row for row in rows if not ROW.match(row)] == [], file.name
        chapter = file.name[1:3].lstrip("0")
        assert {ROW.match(row)[1].split(".")[0] for row in rows} == {chapter}


def test_every_answer_says_how_and_every_test_that_is_named_is_there():
    lines = list(answered())
    for line in lines:
        assert line.answer in ANSWERS, line.number
        assert line.how or line.answer == "no such thing", line.number
        assert len(line.asks) > 3, line.number
        for path in line.tests:
            file, _, name = path.partition("::")
            assert (ROOT / file).exists(), (line.number, path)
            assert not name or name in (ROOT / file).read_text(encoding="utf-8"), (line.number, path)
    assert sum(line.answer == "met" and bool(line.tests) for line in lines) >= 60


def test_the_summary_counts_right():
    said = {
        answer: (int(one), int(two)) for answer, one, two in SUMMARY.findall((ROOT / "docs/security.md").read_text())
    }
    counted = Counter((line.answer, line.level) for line in answered())
    assert said == {answer: (counted[answer, 1], counted[answer, 2]) for answer in ANSWERS}


HOLDERS = {"visitor", "director", "table", "player"}
"""One of each kind of those who come."""


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.thorough
@pytest.mark.proof("headers")
def test_no_address_takes_another_method(prove):
    hall()
    director, wrong = everybody()["director"], []
    for one in [*all_addresses(), *all_addresses(gives_a_key=True)]:
        for method in ("put", "patch", "delete", "trace"):
            status = getattr(director, method)(one.path).status_code
            if status != 405:
                wrong.append((one.name, method, status))
        status = director.options(one.path).status_code
        if status not in ({200, 204} if one.path.startswith("/api/v1/") else {405}):
            wrong.append((one.name, "options", status))
    assert wrong == []
    prove("PUT, PATCH, DELETE, TRACE: 405 everywhere")


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.thorough
@pytest.mark.proof("headers")
def test_nothing_is_written_without_the_token_of_the_form(prove):
    hall()
    strict = {role: browser for role, browser in everybody(enforce_csrf_checks=True).items() if role in HOLDERS}
    taken, refused = [], 0
    for one in [*(one for one in all_addresses() if one.about in {"", "open"}), *all_addresses(gives_a_key=True)]:
        for role, client in strict.items():
            status = client.post(one.path, {"act": "x"}).status_code
            # Of what is open without a token nothing can be sent at all, or it takes a key in a header.
            if status == 403:
                refused += 1
            elif status != 405:
                taken.append((one.name, role, status))
    assert taken == []
    assert refused > 500
    prove(f"{refused} posts without a token: all refused")


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_pages_of_errors_are_as_strict(client):
    for address, headers in (("/nowhere/", {}), ("/", {"host": "evil.example"})):
        response = client.get(address, headers=headers)
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"
        assert response["X-Content-Type-Options"] == "nosniff"


pytest.importorskip("weasyprint", reason="PDF files are not tested: WeasyPrint or Pango is missing")

HOSTILE = (
    '<img src="http://127.0.0.1:9/a.png">',
    '<img src="https://example.org/a.png" srcset="//example.org/b.png 2x">',
    '<link rel="stylesheet" href="http://127.0.0.1:9/a.css">',
    '<link rel="attachment" href="file:///etc/passwd">',
    '<a rel="attachment" href="file:///etc/hostname">x</a>',
    '<style>@import url("http://127.0.0.1:9/b.css");</style>',
    "<style>@font-face{font-family:x;src:url(http://127.0.0.1:9/f.woff)}p{font-family:x}</style>",
    '<p style="background:url(ftp://127.0.0.1/c.png)">x</p>',
    '<p style="list-style:url(gopher://127.0.0.1/)">x</p>',
    '<object data="http://127.0.0.1:9/o.svg"></object>',
    '<embed src="file:///etc/passwd">',
    '<iframe src="http://127.0.0.1:9/"></iframe>',
    '<svg><image href="file:///etc/passwd"/><use href="http://127.0.0.1:9/s.svg#a"/></svg>',
    '<img src="file:///etc/passwd"><img src="/static/../../etc/passwd">',
    '<img src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E'
    '%3Cimage href=%22http://127.0.0.1:9/%22/%3E%3C/svg%3E">',
    '<img src="http://site.invalid/static/skatturnier/favicon.svg">',
    '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
    '<base href="http://127.0.0.1:9/"><img src="a.png">',
)


class Asked(AssertionError):
    """Something was asked for."""


@pytest.fixture
def sealed(monkeypatch):
    """Let nothing connect, look up a name, or read what is none of a typesetter's business; return what was tried."""
    tried = []

    def refuse(*args, **_kwargs):
        tried.append(args)
        raise Asked(args)

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    opened = builtins.open

    def watched(file, *args, **kwargs):
        if isinstance(file, str | os.PathLike) and os.fspath(file).startswith("/etc/pass"):
            refuse(file)
        return opened(file, *args, **kwargs)

    monkeypatch.setattr(builtins, "open", watched)
    monkeypatch.setattr(io, "open", watched)
    return tried


def typeset(html, monkeypatch):
    document = Document(template="", title="x", author="x", filename="x", context={})
    monkeypatch.setattr(Document, "typeset", lambda _self: html)
    return pdf.typeset(document)


@pytest.mark.thorough(after=1)
@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.typeset_anew
@pytest.mark.proof("no-requests")
@pytest.mark.parametrize("hostile", HOSTILE)
def test_markup_that_got_in_unescaped_would_still_reach_nothing(sealed, monkeypatch, hostile):
    made = typeset(f"<html><head>{hostile}</head><body><p>A name</p>{hostile}</body></html>", monkeypatch)

    assert made.startswith(b"%PDF-")
    assert sealed == []
    assert b"root:" not in made
    assert b"/EmbeddedFile" not in made


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.typeset_anew
def test_a_typesetter_that_may_fetch_is_found_out(sealed, monkeypatch):
    from weasyprint.urls import URLFetcher

    monkeypatch.setattr(pdf, "own_files_only", lambda _lost: URLFetcher())
    typeset(f"<html><body>{HOSTILE[0]}</body></html>", monkeypatch)
    assert sealed != []


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.typeset_anew
@pytest.mark.thorough
@pytest.mark.proof("no-requests")
def test_texts_of_people_are_no_markup_on_any_paper(director, sealed, prove):
    made = factories.tournament(entrants=8, series=1, rounds=1, place='<img src="http://127.0.0.1:9/p">')
    for number, entrant in enumerate(made.entrants.order_by("number")):
        entrant.name, entrant.club = HOSTILE[number][:80], HOSTILE[-1 - number][:80]
        entrant.save()
    factories.running_series(made)
    papers = (
        "series/1/seats.pdf",
        "plan.pdf",
        "standings.pdf",
        "series/1/table/1/sheet.pdf",
        "office/entrants.pdf",
        "office/start-cards.pdf",
        "office/series/1/sheets.pdf",
        "office/series/1/lists.pdf",
        "office/series/1/table-cards.pdf",
    )
    for paper in papers:
        answer = director.get(f"/t/cup/{paper}")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), paper
    assert sealed == []
    prove(f"{len(HOSTILE)} kinds of markup, {len(papers)} papers: 0 requests")


WAYS = ({"accept-encoding": "gzip"}, {"hx-request": "true"}, {"hx-request": "true", "accept-encoding": "gzip"})


class Members(zipfile.ZipInfo):
    """What a library makes of each member it lists."""

    made = 0

    def __init__(self, *given):
        Members.made += 1
        super().__init__(*given)


@cache
def of_members(number, *, content=b"", method=zipfile.ZIP_STORED):
    """Return a zip that passes for an archive of ours, and for a workbook; what is too much stands there again."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        for name in ("SHA256SUMS", "xl/workbook.xml", "2")[:number]:
            file.writestr(name, content)
    return longer(packed.getvalue(), number)


def longer(packed, number):
    """Return a zip with so many members by its directory, the last of which is named again and again."""
    begins, ends = packed.index(b"PK\x01\x02"), packed.index(b"PK\x05\x06")
    _none, *entries = packed[begins:ends].split(b"PK\x01\x02")
    directory = b"".join(b"PK\x01\x02" + one for one in [*entries, *entries[-1:] * (number - len(entries))])
    closing = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, number, number, len(directory), begins, 0)
    return packed[:begins] + directory + closing


def in_one_another(number):
    """Return such a zip of which each member is told to have all bytes of the file."""
    packed = of_members(number, content=bytes(300_000))
    begins = packed.index(b"PK\x01\x02")
    _none, *entries = packed[begins:].split(b"PK\x01\x02")
    size = (250_000 * number).to_bytes(4, "little")
    return packed[:begins] + b"".join(b"PK\x01\x02" + one[:16] + size * 2 + one[24:] for one in entries)


class TestCounted:
    """Every zip the site reads is counted first, by its directory and not by what anybody says of it."""

    READERS = {
        "archive": (lambda data: check_archive(io.BytesIO(data)), CheckRefused),
        "workbook": (lambda data: read_table(data, "list.xlsx", limit=1_000, classes=BEGUN_WITH), intake.IntakeRefused),
    }

    def test_of_a_long_directory_no_member_is_listed(self, monkeypatch):
        many = of_members(40_000)
        monkeypatch.setattr(zipfile, "ZipInfo", Members)
        Members.made = 0

        for read, refusal in self.READERS.values():
            with pytest.raises(refusal):
                read(many)

        assert Members.made == 0

    @pytest.mark.slow
    def test_nothing_is_unpacked_of_what_is_too_much(self, monkeypatch):
        packed = {
            "too many members": of_members(5_000),
            "steep": of_members(3, content=bytes(11_000_000), method=zipfile.ZIP_DEFLATED),
            "not in pieces": of_members(2, content=bytes(900_000), method=zipfile.ZIP_LZMA),
            "nor these": of_members(2, content=bytes(900_000), method=zipfile.ZIP_BZIP2),
            "in one another": in_one_another(3),
        }
        monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_given, **_more: pytest.fail("unpacked"))

        for what, content in packed.items():
            for reader, (read, refusal) in self.READERS.items():
                with pytest.raises(refusal):
                    assert read(content) is None, (what, reader)
