"""Pages as a browser without scripts reads and sends them: forms offer what they hold, and nothing else can be sent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client
from django.urls import reverse

import scoring.urls
import tables.urls

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
ENDS = {"td": ("tr", "tbody"), "tr": ("tbody",)}
"""What ends by itself at the end of what it stands in; where the like of it begins, it ends too."""

UNSENT = frozenset(["submit", "button", "reset", "image", "file"])


@dataclass
class Element:
    """An element with its text."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    parts: "list[Element | str]" = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self._strings()).split())

    @property
    def own_text(self) -> str:
        return " ".join("".join(part for part in self.parts if isinstance(part, str)).split())

    def _strings(self) -> Iterator[str]:
        for part in self.parts:
            yield from [part] if isinstance(part, str) else part._strings()

    def walk(self) -> "Iterator[Element]":
        yield self
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.walk()

    def all(self, tag: str = "", css: str = "", **attrs: str) -> "list[Element]":
        """Return the elements inside of this tag, class and attributes, in the order of the page."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [
            one
            for one in self.walk()
            if (not tag or one.tag == tag)
            and (not css or css in one.attrs.get("class", "").split())
            and all(one.attrs.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str = "", css: str = "", **attrs: str) -> "Element":
        found = self.all(tag, css, **attrs)
        assert len(found) == 1, f"{len(found)} elements {tag}.{css}{attrs}"
        return found[0]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.open[-1].tag in ENDS and tag in (self.open[-1].tag, *ENDS[self.open[-1].tag]):
            self.open.pop()
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        while self.open[-1].tag in ENDS and tag in ENDS[self.open[-1].tag]:
            self.open.pop()
        closed = self.open.pop()
        assert closed.tag == tag, f"</{tag}> closes <{closed.tag}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def read(html: str) -> Element:
    """Return a page as a tree; every element but cells and rows has to be closed where it was opened."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]


class Page:
    """An answer of the site to somebody."""

    def __init__(self, visitor: "Visitor", response: Any, url: str) -> None:
        self.visitor, self.response, self.url = visitor, response, url
        self.status: int = response.status_code
        self.root = read(response.content.decode()) if "html" in response.get("Content-Type", "") else Element("page")

    @property
    def text(self) -> str:
        return self.root.text

    @property
    def main(self) -> Element:
        return self.root.one("main")

    @property
    def errors(self) -> list[str]:
        """What the page refuses or reports, in words."""
        return [one.text for one in self.root.walk() if {"alert-error", "errorlist"} & set(_classes(one))]

    def forms(self, *names: str) -> "list[Form]":
        """Return the forms that have all these fields or buttons."""
        return [form for form in (Form(self, one) for one in self.root.all("form")) if form.has(*names)]

    def form(self, *names: str) -> "Form":
        """Return the one form that has all these fields or buttons."""
        found = self.forms(*names)
        assert len(found) == 1, f"{len(found)} forms with {names} at {self.url}"
        return found[0]

    def offers(self, *names: str) -> bool:
        """Test whether there is such a form."""
        return bool(self.forms(*names))

    def link(self, text: str) -> "Page":
        """Follow the link with this text."""
        found = {one.attrs["href"] for one in self.main.all("a") if one.text == text}
        assert len(found) == 1, f"{len(found)} links {text!r} at {self.url}"
        return self.visitor.get(urljoin(self.url, found.pop()))

    def again(self) -> "Page":
        """Load the page anew."""
        return self.visitor.get(self.url)


def _classes(element: Element) -> list[str]:
    return element.attrs.get("class", "").split()


class Form:
    """A form as it stands on a page."""

    def __init__(self, page: Page, element: Element) -> None:
        self.page, self.element = page, element
        self.inputs = [
            one
            for one in element.walk()
            if one.tag in {"input", "select", "textarea", "button"} and one.attrs.get("name")
        ]

    def has(self, *names: str) -> bool:
        """Test whether the form has these fields; "action=close" asks for a button of that value."""
        there = {one.attrs["name"] for one in self.inputs}
        there |= {f"{one.attrs['name']}={one.attrs.get('value', '')}" for one in self.inputs}
        return set(names) <= there

    def options(self, name: str) -> list[str]:
        """Return the values that can be chosen or ticked under a name."""
        return [
            option.attrs.get("value", option.text if option.tag == "option" else "on")
            for one in self.inputs
            if one.attrs["name"] == name and "disabled" not in one.attrs
            for option in (one.all("option") if one.tag == "select" else [one])
            if "disabled" not in option.attrs
        ]

    def holds(self) -> dict[str, list[str]]:
        """Return what the form would send as it stands, without a button."""
        data: dict[str, list[str]] = {}
        for one in self.inputs:
            if "disabled" not in one.attrs and one.tag != "button" and one.attrs.get("type") not in UNSENT:
                for value in _values(one):
                    data.setdefault(one.attrs["name"], []).append(value)
        return data

    def send(self, press: str = "", values: Mapping[str, Any] | None = None, **more: Any) -> Page:
        """Fill in and send the form, by the button "name=value" if one is named, and follow to the next page."""
        data: dict[str, Any] = dict(self.holds())
        for name, value in {**(values or {}), **more}.items():
            self._put(data, name, value)
        if press:
            assert self.has(press), f"no button {press} at {self.page.url}"
            name, _, value = press.partition("=")
            data[name] = value
        action = urljoin(self.page.url, self.element.attrs.get("action") or self.page.url)
        assert self.element.attrs.get("method") == "post"
        return self.page.visitor.post(action, data)

    def _put(self, data: dict[str, Any], name: str, value: Any) -> None:
        kinds = {one.attrs.get("type", one.tag) for one in self.inputs if one.attrs["name"] == name}
        assert kinds, f"no field {name} at {self.page.url}"
        if kinds <= {"radio", "select", "checkbox"}:
            offered = self.options(name)
            if value is True or value is False:
                wanted = offered if value else []
            else:
                wanted = [str(one) for one in value] if isinstance(value, list) else [str(value)]
            assert set(wanted) <= set(offered), f"{name} offers {offered}, not {wanted}"
            data[name] = wanted
        else:
            data[name] = value


def _values(element: Element) -> list[str]:
    if element.tag == "textarea":
        text = "".join(part for part in element.parts if isinstance(part, str))
        return [text.removeprefix("\n")]
    if element.tag == "select":
        options = [one for one in element.all("option") if "disabled" not in one.attrs]
        chosen = [one for one in options if "selected" in one.attrs]
        if not chosen and "multiple" not in element.attrs:
            chosen = options[:1]
        return [one.attrs.get("value", one.text) for one in chosen]
    if element.attrs.get("type") in {"radio", "checkbox"}:
        return [element.attrs.get("value", "on")] if "checked" in element.attrs else []
    return [element.attrs.get("value", "")]


def addresses(**place: Any) -> dict[str, str]:
    """Return the address of every page of hall and lists, by its name."""
    place = {
        "run": "0" * 32,
        "hash": "0" * 64,
        "club": "sc-herz-dame",
        "season": "klubmeisterschaft",
        "rest": "cup/standings",
        "division": 1,
        "kind": "appeal",
        **place,
    }
    return {
        f"{app.app_name}:{pattern.name}": reverse(
            f"{app.app_name}:{pattern.name}", kwargs={name: place[name] for name in pattern.pattern.converters}
        )
        for app in (tables.urls, scoring.urls)
        for topic in app.urlpatterns
        for pattern in topic.url_patterns
    }


def url(name: str, **place: Any) -> str:
    """Return the address of a page of the factories' tournament."""
    return reverse(name, kwargs={"slug": "cup", **place})


class Visitor:
    """Somebody with a browser and cookies of his own, who speaks English to keep tests readable."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client(headers={"Accept-Language": "en"}, enforce_csrf_checks=True)
        self.client.cookies["django_language"] = "en"

    def get(self, url: str, **data: str) -> Page:
        return self._page(self.client.get(url, data or None, follow=True), url)

    def post(self, url: str, data: Mapping[str, Any]) -> Page:
        return self._page(self.client.post(url, data, follow=True), url)

    def forge(self, url: str, **data: Any) -> Page:
        """Send what no page offers, with a valid token."""
        self.client.get(reverse("login"))
        return self.post(url, {**data, "csrfmiddlewaretoken": self.client.cookies["csrftoken"].value})

    def _page(self, response: Any, url: str) -> Page:
        assert response.status_code < 500, f"{response.status_code} at {url}"
        last = response.redirect_chain[-1][0] if response.redirect_chain else url
        return Page(self, response, urljoin(url, last))

    def sign_in(self, username: str, password: str | None = None) -> "Visitor":
        page = self.get(reverse("login"))
        page = page.form("username", "password").send(username=username, password=password or username * 2)
        assert page.status == 200, page.status
        assert not page.errors, page.errors
        return self


def listed(page: Page) -> list[dict[str, str]]:
    """Return the ranking of a page, each cell under its heading."""
    table = page.root.one("table", "standings")
    headings = [one.text for one in table.one("thead").all("th")]
    return [dict(zip(headings, map(_said, line.all("td")), strict=True)) for line in table.one("tbody").all("tr")]


def _said(cell: Element) -> str:
    """Return what a cell is about, without the small print below it."""
    links = cell.all("a")
    return cell.own_text or (links[0].text if links else cell.text)
