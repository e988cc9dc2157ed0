"""A browser without scripts: it opens pages, keeps cookies, sends forms, and what the page of a table sends."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urljoin

TIMEOUT: Final = 20
"""Seconds until a site that says nothing is taken to be out of reach."""


class OutOfReach(Exception):
    """The site does not answer."""


@dataclass(slots=True, kw_only=True)
class Form:
    """A form with what it would send, and its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: set[tuple[str, str]] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class Page:
    """A page as far as it is needed to go on from it."""

    status: int
    url: str
    forms: list[Form]
    data: dict[str, Any]
    """What the page hands to its scripts."""

    def with_button(self, name: str, value: str) -> Iterator[Form]:
        """Yield the forms that have this button."""
        yield from (form for form in self.forms if (name, value) in form.buttons)


class Browser:
    """One phone."""

    def __init__(self, site: str, *, cookies: Path | None = None) -> None:
        """``cookies`` is the file where its cookies are kept from one time to the next.

        :raises ValueError: if the site's address is none.
        """
        if not site.startswith(("http://", "https://")):
            raise ValueError(site)
        self.site = site.rstrip("/")
        self._jar = LWPCookieJar(cookies)
        if cookies and cookies.exists():
            self._jar.load(ignore_discard=True)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def keep_cookies(self) -> None:
        """Keep the cookies in their file, if they have one."""
        if self._jar.filename:
            Path(self._jar.filename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._jar.save(ignore_discard=True)

    def get(self, path: str) -> Page:
        """Open a page.

        :raises OutOfReach: if the site does not answer.
        """
        return _page(*self._ask(urllib.request.Request(self._at(path))))  # noqa: S310  (http and https only)

    def submit(self, page: Page, form: Form, **values: str) -> Page:
        """Send a form of a page with some values of its own.

        :raises OutOfReach: if the site does not answer.
        """
        sent = urlencode({**form.fields, **values}).encode()
        address = urljoin(page.url, form.action or page.url)
        return _page(*self._ask(urllib.request.Request(address, sent, {"Referer": page.url})))  # noqa: S310

    def send(self, path: str, message: Mapping[str, Any], headers: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
        """Send what the page of a table sends, and return what it gets for it; nothing readable is an empty answer.

        :raises OutOfReach: if the site does not answer.
        """
        asked = urllib.request.Request(  # noqa: S310
            self._at(path), json.dumps(message).encode(), {**headers, "Content-Type": "application/json"}
        )
        status, _url, body = self._ask(asked)
        try:
            answer = json.loads(body)
        except ValueError:
            answer = {}
        return status, answer if isinstance(answer, dict) else {}

    def _at(self, path: str) -> str:
        return urljoin(self.site + "/", path)

    def _ask(self, asked: urllib.request.Request) -> tuple[int, str, str]:
        try:
            with self._opener.open(asked, timeout=TIMEOUT) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                if refused.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise OutOfReach(str(refused)) from None
                return refused.code, refused.url, refused.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            raise OutOfReach(str(error)) from None


def _page(status: int, url: str, body: str) -> Page:
    reader = _Reader()
    reader.feed(body)
    reader.close()
    try:
        data = json.loads(reader.script) if reader.script else {}
    except ValueError:
        data = {}
    return Page(status=status, url=url, forms=reader.forms, data=data)


class _Reader(HTMLParser):
    """Reads the forms of a page, and the JSON it hands to its scripts under ``table-data``."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.script = ""
        self._open: Form | None = None
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, a field, a button."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(action=given.get("action", ""))
            self.forms.append(self._open)
        elif tag == "script":
            self._in_script = given.get("id") == "table-data"
        elif self._open is not None and (name := given.get("name")):
            if tag == "button":
                self._open.buttons.add((name, given.get("value", "")))
            elif tag == "input" and (given.get("type") not in {"checkbox", "radio"} or "checked" in given):
                self._open.fields[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._open = None
        elif tag == "script":
            self._in_script = False

    def handle_data(self, data: str) -> None:
        """Keep what is handed to the scripts."""
        if self._in_script:
            self.script += data
