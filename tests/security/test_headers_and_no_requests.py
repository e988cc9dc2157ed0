"""What is asked of every address beside the walk through them: other methods, no token, errors.

Making a PDF file asks nothing of any network, and opens no file but the site's own style sheets.
"""

import builtins
import io
import os
import socket
from itertools import cycle

import pytest

from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from tests.access_matrix.checks import told
from tests.access_matrix.hall import hall
from tests.access_matrix.roles import everybody
from tests.access_matrix.walking import all_addresses
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOLDERS = {"visitor", "director", "table", "player"}
"""One of each kind of those who come."""


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


@pytest.mark.typeset_anew
@pytest.mark.proof("no-requests")
@pytest.mark.parametrize("hostile", HOSTILE)
def test_markup_that_got_in_unescaped_would_still_reach_nothing(sealed, monkeypatch, hostile):
    made = typeset(f"<html><head>{hostile}</head><body><p>A name</p>{hostile}</body></html>", monkeypatch)

    assert made.startswith(b"%PDF-")
    assert sealed == []
    assert b"root:" not in made
    assert b"/EmbeddedFile" not in made


@pytest.mark.typeset_anew
def test_a_typesetter_that_may_fetch_is_found_out(sealed, monkeypatch):
    from weasyprint.urls import URLFetcher

    monkeypatch.setattr(pdf, "own_files_only", lambda _lost: URLFetcher())
    typeset(f"<html><body>{HOSTILE[0]}</body></html>", monkeypatch)
    assert sealed != []


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


@pytest.mark.usefixtures("undrawn")
def test_an_unchanged_part_has_the_headers_of_the_whole_one_whoever_else_asked_meanwhile():
    hall()
    browsers, asked, wrong = everybody(), 0, []
    public = [one for one in all_addresses() if one.path.startswith("/t/") and "office" not in one.path]
    for one, headers in zip(public, cycle(WAYS), strict=False):
        whole = {role: browsers[role].get(one.path, headers=headers) for role in ("visitor", "director")}
        for role, answer in whole.items():
            if answer.status_code != 200 or "ETag" not in answer.headers:
                continue
            asked += 1
            again = browsers[role].get(one.path, headers={**headers, "if-none-match": answer["ETag"]})
            if again.status_code != 304 or told(again) != told(answer):
                wrong.append((one.name, role, headers, again.status_code, told(again), told(answer)))
    assert asked > 50
    assert not wrong, "\n".join(map(str, wrong))
