"""Every door to the list of a table while there is no network: its code scanned again, its words, its address."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import KEPT, PLACE, alive, comes_true, last, press, state, tap
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

FITS = "(line) => line.scrollWidth <= line.clientWidth"


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=3, rounds=12)


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone whose console may complain of a network that is not there."""
    return new_context(**PHONE)


def entered(page: Page, number: int) -> None:
    tap(page, at_table.NAMES[number % 3], "Clubs", f"with {1 + number % 4}")
    press(page, "won")
    expect(last(page)).to_contain_text(f"Deal {number} ")


@pytest.mark.thorough
def test_offline_every_door_leads_to_the_kept_page_and_what_waits(phone, live_server, game_list):
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    comes_true(page, KEPT)
    phone.set_offline(True)
    entered(page, 1)

    doors = [f"/l/{game_list.table.key}/", f"/l/{game_list.table.key}/?sign", "/code/", PLACE]
    for number, door in enumerate(doors, start=2):
        page.close()
        page = phone.new_page()
        page.goto(f"{live_server.url}{door}")
        alive(page)
        assert page.url == f"{live_server.url}{PLACE}"
        expect(state(page)).to_contain_text(f"not yet sent ({number - 1})")
        entered(page, number)

    phone.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_contain_text("Saved on the server (no. 5)", timeout=60_000)
    assert list(DealRow.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


@pytest.mark.thorough
def test_a_code_that_this_phone_does_not_know_shows_what_it_keeps(phone, live_server, game_list):
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    comes_true(page, KEPT)
    phone.set_offline(True)

    page.goto(f"{live_server.url}/l/another-key/")

    expect(page.get_by_role("heading")).to_have_text("The site cannot be reached. This phone keeps:")
    page.get_by_role("link", name="List of table 1").click()
    alive(page)


def test_the_worker_of_before_makes_room(phone, live_server, game_list):
    page = at_table.at_list(phone.new_page(), live_server.url, game_list)
    page.evaluate("navigator.serviceWorker.register('/sw.js', { scope: '/t/' }).then(() => undefined)")
    page.reload()
    scopes = "getRegistrations().then((all) => String(all.map((one) => new URL(one.scope).pathname)) === '/')"
    comes_true(alive(page), f"navigator.serviceWorker.{scopes}")


@pytest.mark.thorough
def test_where_nothing_keeps_the_page_it_says_so_before_it_is_needed(new_context, live_server, game_list):
    phone = new_context(**PHONE | {"viewport": {"width": 360, "height": 560}})
    phone.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    expect(state(page)).to_have_text("Ready. Leave this page open.")
    entered(page, 1)
    expect(state(page)).to_have_text("1 saved. Leave this page open.")
    assert state(page).evaluate(FITS)

    phone.set_offline(True)
    entered(page, 2)

    expect(state(page)).to_have_text("1 unsent. Leave this page open.")
    assert state(page).evaluate(FITS)
