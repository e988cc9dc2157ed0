"""The figures of the page at the table, and its states."""

import gzip

import brotli
import pytest
from playwright.sync_api import Page, Response

from scoring.lists.models import GameListRow
from tests.browser import at_table
from tests.browser.at_table import alive, press, tap, violations
from tests.browser.conftest import PHONE
from tests.support.factories import GRAND, enter

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(locale="en-GB"),
    pytest.mark.thorough,
]

LIMITS = {"br": 60_000, "gzip": 64_000}
"""Bytes of the entry page without fonts: by https, as it comes over mobile data, and in a hall without it."""


@pytest.fixture
def begun_list() -> GameListRow:
    """The list of a table of four in a series of twelve rounds, some deals entered."""
    row = at_table.game_list(seats=4, rounds=12)
    enter(row, (2, GRAND), None, (1, GRAND))
    return row


@pytest.fixture
def begun_page(opened, live_server, begun_list) -> Page:
    """A phone at that table; what keeps its page for a time without a network has tests of its own."""
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, begun_list))


def states(page: Page):
    """Yield the names of the page's states while it is in them."""
    yield "empty"
    tap(page, "Bernd Krause", "Clubs")
    press(page, "won")
    yield "missing"
    page.locator("[for=more-with]").click()
    tap(page, "", "", "with 6")
    press(page, "won")
    yield "asked"
    tap(page, "", "", "without 1", "Schwarz")
    press(page, "won")
    yield "refused"
    tap(page, "", "Hearts", "with 1", "Overbid")
    yield "bid"
    page.locator("#to-deals").click()
    page.locator("#more > summary").click()
    yield "unfolded"
    page.get_by_label("Null", exact=True).check()
    yield "Null"


STICKS_OUT = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120))
"""
PRESSED = """all => all.map(one => [one.getBoundingClientRect(), one.textContent.trim()])
  .map(([box, text]) => [Math.min(box.width, box.height), text])"""
SIZES = """all => all.filter(one => [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
  .map(one => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim().slice(0, 40)])"""
NARROW = ((320, 640), (195, 422))
"""A narrow phone, and one at 200 %."""


@pytest.mark.proof("accessible")
def test_in_any_state_axe_finds_nothing_nothing_sticks_out_and_what_is_tapped_is_large(begun_page):
    page, size = begun_page, begun_page.viewport_size
    for name in states(page):
        assert violations(page) == [], name
        if name == "unfolded":
            targets = page.locator(".face:visible, button:visible, .button:visible, summary:visible, .deals a")
            pressed = targets.evaluate_all(PRESSED)
            assert len(pressed) > 60
            assert [target for target in pressed if target[0] < 56] == []
            assert [text for text in page.locator("body :visible").evaluate_all(SIZES) if text[0] < 18] == []
        for width, height in NARROW:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(STICKS_OUT) == [], (name, width)
        page.set_viewport_size(size)
    # In forced colours what is chosen can be told.
    page.emulate_media(forced_colors="active")
    colour = "one => getComputedStyle(one.nextElementSibling).backgroundColor"
    chosen, other = (page.get_by_label(game, exact=True).evaluate(colour) for game in ("Null", "Grand"))
    assert chosen != other


def weight(response: Response, coding: str) -> int:
    """Return what goes over the air: pages are served compressed, and static files on a real site as well."""
    if "/static/" in response.url:
        body = response.body()
        return len(brotli.compress(body) if coding == "br" else gzip.compress(body, 9))
    assert response.headers["content-encoding"] == "gzip"
    return response.request.sizes()["responseBodySize"]


def test_the_page_of_a_full_list_is_light_and_asks_nobody_else(opened, live_server, begun_list):
    enter(begun_list, *[(number % 4 + 1, GRAND) for number in range(4, 48)])
    page = opened(**PHONE)
    answers: list[Response] = []
    page.on("response", lambda one: answers.append(one))
    alive(at_table.at_list(page, live_server.url, begun_list))
    page.wait_for_load_state("networkidle")

    files = [one for one in answers if one.status == 200 and one.request.resource_type != "fetch"]
    files += [one for one in answers if one.url.endswith("/lines.json")]
    assert [one.url for one in answers if not one.url.startswith(live_server.url)] == []
    for coding, limit in LIMITS.items():
        weights = {one.url.removeprefix(live_server.url): weight(one, coding) for one in files}
        assert sum(weights.values()) <= limit, (coding, weights)
