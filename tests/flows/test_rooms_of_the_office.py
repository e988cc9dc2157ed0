"""The office walked through as it is linked: how many pages, ways and buttons somebody in charge has to know."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.urls import resolve

from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.support.page_reader import Element, Page, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OFFICE: Final = "/t/cup/office/"
MOST_PAGES: Final = 21
"""The goal is 28; before the settings, an entrant and the rankings were one page each there were 60."""

MOST: Final = {OFFICE: 20, f"{OFFICE}entrants/": 25}
"""Ways and buttons besides rows and what is folded away."""


def outside_of_folds(element: Element) -> Iterator[Element]:
    """Yield what is seen without opening anything, rows of lists left out."""
    for part in element.parts:
        if not isinstance(part, Element) or part.tag in {"td", "dialog"} or "popover" in part.attrs:
            continue
        yield part
        if part.tag == "details" and "open" not in part.attrs:
            yield from (one for one in part.parts if isinstance(one, Element) and one.tag == "summary")
        else:
            yield from outside_of_folds(part)


def ways_and_buttons(page: Page) -> list[str]:
    return [one.text for one in outside_of_folds(page.main) if one.tag in {"a", "button", "summary"}]


def linked(page: Page) -> Iterator[str]:
    """Yield the pages of the office that a page leads to."""
    for one in page.root.all("a"):
        to = urldefrag(urljoin(page.url, one.attrs.get("href", ""))).url
        if to.startswith(OFFICE) and "." not in urlsplit(to).path:
            yield to


def walked(visitor: Visitor) -> dict[str, Page]:
    """Return the pages by the names of their addresses; three of each are looked at."""
    pages, asked, waiting = dict[str, Page](), defaultdict[str, set[str]](set), [OFFICE]
    while waiting:
        address = waiting.pop(0)
        name = resolve(urlsplit(address).path).view_name
        if address in asked[name] or len(asked[name]) >= 3:
            continue
        asked[name].add(address)
        page = visitor.get(address)
        if page.status == 200 and page.root.all("main"):
            pages.setdefault(resolve(urlsplit(page.url).path).view_name, page)
            waiting += linked(page)
    return pages


@pytest.fixture
def director() -> Visitor:
    visitor = Visitor()
    busy.event()
    visitor.client.force_login(factories.user())
    return visitor


@pytest.mark.thorough
def test_there_are_few_pages(director):
    pages = walked(director)
    by_area = defaultdict[str, list[str]](list)
    for name in sorted(pages):
        area = resolve(urlsplit(pages[name].url).path).func.__module__.split(".views")[0]
        by_area[area].append(name.partition(":")[2] or name)

    told = "\n".join(f"{area}: {len(names)} ({', '.join(names)})" for area, names in sorted(by_area.items()))
    assert len(pages) <= MOST_PAGES, f"{len(pages)} pages\n{told}"


def test_six_ways_and_two_signs_lead_through_it_and_there_is_little_to_choose_from(director):
    office = director.get(OFFICE)
    nav = office.root.one("nav", "site-nav")

    ways = next(one for one in nav.parts if isinstance(one, Element) and one.tag == "ul").all("li")
    assert [one.text.split(" waiting")[0] for one in ways if "site-sign" not in one.attrs.get("class", "")] == [
        *("Today", "Entrants", "Series 2 1", "Standings", "Money", "Disputes 4"),
    ]
    assert [one.text for one in nav.all("li", "site-sign")] == ["Print", "Settings"]
    for address, most in MOST.items():
        there = ways_and_buttons(director.get(address))
        assert len(there) <= most, "\n".join(there)
    # What is seldom needed is folded away.
    assert "Plan the next event" in office.main.one("details", id="more").text
    assert "Plan the next event" not in ways_and_buttons(office)
