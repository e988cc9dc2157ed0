"""Looking at everything that anybody may get without a key, as words: pages, files and what they link to."""

import gzip
import io
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import openpyxl
import pypdf
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

HOST = "http://testserver"
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")
NOT_FOLLOWED = ("/static/", "/sign-", "/language/", "/office/")
MOST = 4_000
"""More pages than this are no site any more, but a maze of links."""


class Links(HTMLParser):
    """Collects whatever in a page leads somewhere, in attributes of scripts too."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what looks like an address of this site."""
        self.found += [value for _name, value in attrs if value and value.startswith(("/", "?", "./", HOST))]


def addresses(places: Mapping[str, Sequence[Any]], patterns: Any = None, before: str = "/") -> Iterator[list[str]]:
    """Yield for each address of the site all that it can be with these places, the most usual first."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(places, one.url_patterns, route)
        elif isinstance(one, URLPattern) and "^" not in route:
            names = PLACEHOLDER.findall(route)
            ways = product(*(places.get(name, ["appeals"]) for name in names))
            yield [_filled(route, way) for way in ways]


def _filled(route: str, way: Sequence[Any]) -> str:
    values = iter(way)
    return PLACEHOLDER.sub(lambda _match: str(next(values)), route)


class Crawl:
    """A walk through the site without a key and without an account, in one language."""

    def __init__(self, language: str) -> None:
        self.client = Client(headers={"accept-language": language})
        self.client.cookies["django_language"] = language
        self.seen: dict[str, tuple[str, str]] = {}
        """By address the kind of what was answered, and its words."""

        self.pages: dict[str, str] = {}
        """What was answered as a page, as it was sent."""

        self.statuses: dict[str, int] = {}

    def everything(self, places: Mapping[str, Sequence[Any]], *, depth: int = 2) -> None:
        """Look at every address there is and at what it links to, and so on as deep as asked for."""
        follow: list[str] = []
        for ways in addresses(places):
            first, *others = ways
            links = self.look(first, live=True)
            if links is not None:
                follow += links
                # What an open page asks for again is asked of the first, and of all others on a deeper walk.
                follow += [link for other in others for link in self.look(other, live=depth > 0) or ()]
        for _depth in range(depth):
            follow = [link for address in dict.fromkeys(follow) for link in self.look(address) or ()]

    def look(self, address: str, *, live: bool = False) -> list[str] | None:
        """Look at an address; return its links, or None if there is nothing for everybody."""
        if address in self.statuses:
            return []
        assert len(self.statuses) < MOST, address
        answer = self.client.get(address)
        self.statuses[address] = answer.status_code
        assert answer.status_code < 500, address
        if answer.status_code != 200:
            return None
        kind, words = read(answer)
        self.seen[address] = (kind, words)
        if kind != "text/html":
            return []
        self.pages[address] = content(answer).decode()
        if live:
            part = self.client.get(address, headers={"HX-Request": "true"})
            if part.status_code == 200:
                self.seen[f"{address} (part)"] = read(part)
        return list(_links(address, self.pages[address]))


def _links(address: str, page: str) -> Iterator[str]:
    links = Links()
    links.feed(page)
    for found in links.found:
        whole, _fragment = urldefrag(urljoin(f"{HOST}{address}", found))
        parts = urlsplit(whole)
        if f"{parts.scheme}://{parts.netloc}" != HOST or any(no in parts.path for no in NOT_FOLLOWED):
            continue
        # Two questions at once say nothing that each alone does not.
        if len(parse_qsl(parts.query)) <= 1:
            yield whole.removeprefix(HOST)


def content(answer: HttpResponse) -> bytes:
    """Return what was sent, in one piece."""
    return b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]


def read(answer: HttpResponse) -> tuple[str, str]:
    """Return the kind of an answer and all words in it, with everything said beside them."""
    kind = answer["Content-Type"].partition(";")[0].strip()
    body = content(answer)
    if kind == "application/pdf":
        words = _of_pdf(body)
    elif "spreadsheet" in kind:
        words = _of_workbook(body)
    elif kind == "application/gzip":
        words = gzip.decompress(body).decode()
    elif kind == "image/png":
        # What a ranking says as a picture it says as a page too.
        words = ""
    elif kind.endswith("json"):
        words = json.dumps(json.loads(body), ensure_ascii=False)
    else:
        words = unescape(re.sub(r"\r?\n[ \t]", "", body.decode()) if kind == "text/calendar" else body.decode())
    return kind, plain(f"{words} {answer.headers}")


def _of_pdf(body: bytes) -> str:
    if not re.match(rb"%PDF-\d", body):
        # Drawn, and not typeset.
        return unescape(body.decode())
    reader = pypdf.PdfReader(io.BytesIO(body))
    return " ".join([*(page.extract_text() for page in reader.pages), str(reader.metadata), str(reader.outline)])


def _of_workbook(body: bytes) -> str:
    book = openpyxl.load_workbook(io.BytesIO(body))
    cells = (str(value) for sheet in book for row in sheet.iter_rows(values_only=True) for value in row if value)
    return " ".join([*book.sheetnames, str(book.properties), *cells])


def plain(words: str) -> str:
    """Return words as one finds them however they are broken: without spaces and hyphens, in small letters."""
    return re.sub(r"[\s\u00ad-]", "", unicodedata.normalize("NFKC", words)).casefold()
