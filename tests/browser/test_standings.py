"""The standings in a browser: a change comes by itself, nobody loses his place, and a lost connection is said."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.scoring.public.standings_read import running
from tests.support import factories
from tests.support.factories import GRAND

pytestmark = pytest.mark.django_db(transaction=True)


def open_standings(page: Page, site: str, query: str = "") -> None:
    page.goto(f"{site}/t/cup/standings/{query}")
    expect(page.locator("#no-1")).to_be_visible()


def total_of(page: Page, number: int) -> str:
    return page.locator(f"#no-{number} .total").inner_text()


@pytest.mark.thorough
def test_a_deal_appears_by_itself_and_marks_focus_and_scroll_stay(wide, live_server):
    series = running(entrants=8)
    second = series.seats.get(table__number=1, place=2).entrant.number
    open_standings(wide, live_server.url, "?player=8")
    wide.locator("thead a").nth(2).focus()
    assert total_of(wide, second) == "0"

    factories.enter(factories.list_of(series, 1), (2, GRAND))

    expect(wide.locator(f"#no-{second} .total")).not_to_have_text("0")
    assert wide.locator("tbody tr").count() == 8
    assert wide.locator("tbody tr:empty").count() == 0
    expect(wide.locator("tr[aria-current]")).to_have_attribute("id", "no-8")
    assert wide.evaluate("document.activeElement.closest('th') !== null")


@pytest.mark.thorough
def test_it_says_when_the_connection_is_lost_and_goes_on_when_it_is_back(wide, live_server):
    series = running(entrants=4)
    open_standings(wide, live_server.url)
    lost = wide.locator("[data-live-lost]")
    expect(lost).to_be_hidden()

    wide.route("**/standings/", lambda route: route.fulfill(status=409, body=""))
    expect(lost).to_be_visible(timeout=8000)
    expect(lost.locator("time")).not_to_have_text("–")

    factories.enter(factories.list_of(series), (2, GRAND))
    wide.unroute("**/standings/")
    expect(lost).to_be_hidden(timeout=20000)
    expect(wide.locator("tbody tr").first.locator(".total")).not_to_have_text("0")


@pytest.mark.thorough
def test_without_scripts_a_shared_link_marks_and_sorts(phone_without_scripts, live_server):
    running(entrants=8)
    page = phone_without_scripts
    page.goto(f"{live_server.url}/t/cup/standings/?player=3#no-3")

    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "no-3")
    expect(page.locator("#no-3")).to_be_in_viewport()
    page.locator("thead .key a").click()
    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "no-3")


@pytest.mark.thorough
def test_a_phone_shows_the_first_rows_and_the_way_that_was_taken_without_scrolling(opened, live_server):
    event = factories.tournament(entrants=8, series=4, name="Vereinsabend der Skatfreunde")
    for number in (1, 2, 3):
        factories.play_series(factories.running_series(event, number))
        factories.close_series(event.series.get(number=number))
    page = opened(**PHONE | {"viewport": {"width": 390, "height": 664}})
    page.goto(f"{live_server.url}/t/cup/standings/")

    first = page.locator(".standings tbody tr").first.bounding_box()
    search = page.get_by_role("search").bounding_box()
    here = page.locator(".site-nav [aria-current]").bounding_box()
    assert first["y"] + first["height"] <= 664
    assert search["y"] + search["height"] <= 220
    assert 0 <= here["x"] <= 390 - here["width"]
