"""What every answer of the site has to keep to, whoever asked for it, and every page that is drawn."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

from skatturnier.middleware.headers import UNUSED
from tests.access_matrix.addresses import Address, parts

FROM_ANYWHERE = {"scoring:embed", "scoring:season-embed"}
"""What pages of other sites may show in a frame."""

KEPT_ON_THE_PHONE = {"scoring:list"}
"""What a phone keeps by design, to go on without a network: the page of its own table."""

TEXT = re.compile(r"text/|application/atom\+xml")
LOOSE = re.compile(r"unsafe|\*|https?:|'nonce|'sha|blob:")


@dataclass(frozen=True)
class Sent:
    """An answer to somebody who asked for a page."""

    name: str
    response: Any
    is_shut: bool
    """Whether everybody else is refused the page."""

    def said(self, header: str) -> str:
        return self.response.headers.get(header, "")

    @property
    def policy(self) -> dict[str, str]:
        parts = (part.strip().partition(" ") for part in self.said("Content-Security-Policy").split(";"))
        return {name: value for name, _, value in parts}

    @property
    def is_open(self) -> bool:
        return bool(self.said("Access-Control-Allow-Origin"))

    @property
    def is_framed(self) -> bool:
        return self.name in FROM_ANYWHERE

    @property
    def shows_a_key(self) -> bool:
        return "key" in parts(self.name)

    @property
    def is_kept_with_care(self) -> bool:
        kept = self.said("Cache-Control")
        if self.is_shut and self.name not in KEPT_ON_THE_PHONE:
            return "no-store" in kept
        return "no-store" in kept or "no-cache" in kept


RULES: dict[str, Callable[[Sent], bool]] = {
    "frame-ancestors": lambda one: one.policy.get("frame-ancestors") == ("*" if one.is_framed else "'none'"),
    "X-Frame-Options": lambda one: (one.said("X-Frame-Options") == "DENY") != one.is_framed,
    "default-src": lambda one: one.policy.get("default-src") == "'none'",
    "base-uri": lambda one: one.policy.get("base-uri") == "'none'",
    "a loose source": lambda one: (
        not any(LOOSE.search(value) for name, value in one.policy.items() if name != "frame-ancestors")
    ),
    "nosniff": lambda one: one.said("X-Content-Type-Options") == "nosniff",
    "Referrer-Policy": lambda one: one.said("Referrer-Policy") == ("no-referrer" if one.shows_a_key else "same-origin"),
    "Permissions-Policy": lambda one: one.said("Permissions-Policy").count("=()") == len(UNUSED),
    "Cross-Origin-Opener-Policy": lambda one: one.said("Cross-Origin-Opener-Policy") == "same-origin",
    "Cross-Origin-Resource-Policy": lambda one: (
        one.said("Cross-Origin-Resource-Policy") == ("cross-origin" if one.is_open else "same-origin")
    ),
    "open to others, with something of its own": lambda one: (
        not one.is_open
        or (
            one.said("Access-Control-Allow-Origin") == "*"
            and not one.said("Access-Control-Allow-Credentials")
            and not one.response.cookies
        )
    ),
    "charset": lambda one: not TEXT.match(one.said("Content-Type")) or "charset=utf-8" in one.said("Content-Type"),
    "kept in the browser": lambda one: one.is_kept_with_care,
    "kept by proxies": lambda one: "Cookie" not in one.said("Vary") or "private" in one.said("Cache-Control"),
    "says what it is made of": lambda one: not one.said("Server") and not one.said("X-Powered-By"),
}


def faults_of_headers(answer: Sent) -> Iterator[str]:
    """Yield every rule that an answer breaks."""
    yield from (rule for rule, holds in RULES.items() if not holds(answer))


ID = re.compile(r'\sid="([^"]+)"')
LABEL = re.compile(r'<label\b[^>]*\sfor="([^"]+)"')
REFERS = re.compile(r'\s(?:aria-labelledby|aria-describedby|aria-controls|list|form|hx-indicator)="([^"]+)"')
TARGET = re.compile(r'\shx-target="#([^"]+)"')
LEADS = re.compile(r'\s(?:href|src|action|formaction|hx-get|hx-post)="(/[^"]*)"')
ANCHOR = re.compile(r'\shref="#([^"]+)"')
PICTURE = re.compile(r"<img\b[^>]*>")
LEFT_OVER = re.compile(r"\{\{|\{%|\bNone\b</(?:td|dd|p|li|th|h1|h2)>|%\(\w+\)[sd]")

OF_THIS_ANSWER: Final = {"Content-Length", "Content-Encoding", "X-Request-Id"}
"""What describes the bytes that are sent, and the request: an answer without bytes says other things there."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer of the walk, as it was given to somebody."""

    address: Address
    role: str
    response: Any
    is_shut: bool
    """Whether a visitor is refused what this one gets."""

    secrets: frozenset[str]
    """What this one must not read anywhere: the keys of others."""

    names: frozenset[str]
    """The names of all persons there are."""

    @property
    def text(self) -> str:
        """Return whatever was sent, as text."""
        return "" if self.response.streaming else self.response.content.decode(errors="replace")


def headers(kept: Kept) -> Iterator[str]:
    """Yield every rule of headers that is broken."""
    is_shut = kept.is_shut and kept.response.status_code == 200
    yield from faults_of_headers(Sent(kept.address.name, kept.response, is_shut))


def keys(kept: Kept) -> Iterator[str]:
    """Yield keys that somebody reads who has not got them; whoever knows one is whoever holds it."""
    text = kept.text
    yield from (f"tells the key {one[:4]}…" for one in kept.secrets if one in text)


def indexed(kept: Kept) -> Iterator[str]:
    """Yield whether search engines may keep what names somebody, or what is about an event, a season or a key."""
    if kept.response.status_code != 200 or "noindex" in kept.response.headers.get("X-Robots-Tag", ""):
        return
    if parts(kept.address.name) & {"slug", "season", "key"}:
        yield "search engines may keep what is about an event or a season"
    yield from (f"search engines may keep the name {one}" for one in sorted(kept.names) if one in kept.text)


CHECKS: Final[dict[str, Callable[[Kept], Iterator[str]]]] = {one.__name__: one for one in (headers, keys, indexed)}
"""What is asked of every answer; whoever adds to it asks it of every address, role and state."""


def faults_of_page(page: str) -> Iterator[str]:
    """Yield what a page lacks that is read aloud before all else, names and has not got or has twice, left unfilled."""
    if not re.search(r'<html\b[^>]*\slang="[a-z]{2}"', page):
        yield "no language"
    if not re.search(r"<title>\s*[^<\s]", page):
        yield "no title"
    yield from (f"not one <{tag}>" for tag in ("h1", "main") if len(re.findall(rf"<{tag}\b", page)) != 1)
    there = Counter(ID.findall(page))
    yield from (f"id {one} stands {count} times" for one, count in there.items() if count > 1)
    named = {*LABEL.findall(page), *TARGET.findall(page), *ANCHOR.findall(page)}
    named |= {one for several in REFERS.findall(page) for one in several.replace("#", "").split()}
    yield from (f"nothing has the id {one}" for one in sorted(named - there.keys()))
    yield from (f"a picture without words: {one}" for one in PICTURE.findall(page) if " alt=" not in one)
    yield from (f"leads nowhere: {one}" for one in dict.fromkeys(LEADS.findall(page)) if not _is_there(one))
    yield from (f"unfilled: {one}" for one in LEFT_OVER.findall(page))


def told(response: Any) -> dict[str, str]:
    """Return what an answer says about itself to browsers and proxies."""
    return {key: value for key, value in response.headers.items() if key not in OF_THIS_ANSWER}


@cache
def _is_there(link: str) -> bool:
    path = unquote(urlsplit(link.replace("&amp;", "&")).path)
    if path.startswith(settings.STATIC_URL):
        return True
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
