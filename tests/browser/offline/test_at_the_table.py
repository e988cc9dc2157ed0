"""The page at the table of the real site and every door to it, with a network that comes and goes."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import PLACE, alive, comes_true, last, press, state, tap
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

SAVED = "Saved on the server (no. {})"
WAITS = "No network: {} deal"
ALL_KEPT = f"""navigator.serviceWorker.controller && caches.open("table").then((cache) => cache.keys()).then((all) =>
    ["{PLACE}", "vendor/uqr.js", "table/handover.js", "table/qr.js", "table/lines.json"].every((name) =>
        all.some((one) => one.url.endsWith(name))))"""


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of three in a series of 36 deals, everybody seated."""
    return at_table.game_list(seats=3, rounds=12)


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone whose console may complain of a network that is not there."""
    return new_context(**PHONE)


@pytest.fixture
def page(phone: BrowserContext, live_server, game_list) -> Page:
    """Its page at the table, kept by the phone."""
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    comes_true(page, ALL_KEPT)
    return page


def deal(page: Page, number: int) -> None:
    """Enter a deal; its matadors tell it apart from the one before."""
    tap(page, at_table.NAMES[number % 3], "Clubs", f"with {1 + number % 4}")
    press(page, "won")
    expect(last(page)).to_contain_text(f"Deal {number} ")


def entered() -> list[tuple[int, int]]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", "matadors"))


def all_of(count: int) -> list[tuple[int, int]]:
    return [(number, 1 + number % 4) for number in range(1, count + 1)]


@pytest.mark.proof("offline")
def test_half_an_hour_offline_with_reload_closed_tab_and_lost_answers(page, phone, live_server, prove):
    deal(page, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))

    phone.set_offline(True)
    for number in range(2, 4):
        deal(page, number)
        expect(state(page)).to_contain_text(WAITS.format(number - 1))
    page.reload()
    alive(page)
    expect(state(page)).to_contain_text(WAITS.format(2))
    expect(last(page)).to_contain_text("Deal 3 ")
    for number in range(4, 6):
        deal(page, number)
        expect(state(page)).to_contain_text(WAITS.format(number - 1))
    page.close()
    page = phone.new_page()
    # A code that this phone does not know shows what it keeps.
    page.goto(f"{live_server.url}/l/another-key/")
    expect(page.get_by_role("heading")).to_have_text("The site cannot be reached. This phone keeps:")
    page.get_by_role("link", name="List of table 1").click()
    expect(page).to_have_url(f"{live_server.url}{PLACE}")
    alive(page)
    for number in range(6, 8):
        deal(page, number)
        expect(state(page)).to_contain_text(WAITS.format(number - 1))
    assert entered() == all_of(1)

    chance, dropped = random.Random(3), []

    def half(route: Route) -> None:
        answer = route.fetch()
        if chance.random() < 0.5:
            dropped.append(route.request.method)
            route.abort()
        else:
            route.fulfill(response=answer)

    phone.route("**/phone/**", half)
    phone.set_offline(False)
    # Chromium tells a page that was opened without a network of none: it would ask again in half a minute.
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_contain_text(SAVED.format(7), timeout=60_000)

    assert dropped
    assert entered() == all_of(7)
    assert DealRow.objects.count() == 7
    prove(f"at a table, {len(dropped)} answers lost besides: 7 of 7 once and in order")


def test_a_phone_that_lost_the_network_too_early_says_what_it_lacks(new_context, live_server, game_list):
    phone = new_context(**PHONE, service_workers="block")
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    phone.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Show the list as a code").click()

    expect(page.get_by_role("alert").filter(has_text="had loaded this")).to_be_visible()
    expect(page.get_by_role("img", name="Show the list as a code")).to_have_count(0)
    page.get_by_role("link", name="Raise an objection").click()
    expect(page.get_by_text("had loaded this. Please call somebody")).to_be_visible()
    assert page.url.endswith(PLACE)


NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })"
"""As on plain http."""

BACK = "() => new Promise((heard) => { addEventListener('popstate', heard, { once: true }); history.back(); })"

LINKS = """() => {
    const isStay = (link) => link.dataset.opens || link.id === "undo" || link.target === "_blank";
    window.leaving = () => [...document.querySelectorAll("a[href]")].filter((link) => !isStay(link));
    return leaving().map((link) => link.href);
}"""


def test_the_worker_of_before_makes_room(phone, live_server, game_list):
    page = at_table.at_list(phone.new_page(), live_server.url, game_list)
    page.evaluate("navigator.serviceWorker.register('/sw.js', { scope: '/t/' }).then(() => undefined)")
    page.reload()
    scopes = "getRegistrations().then((all) => String(all.map((one) => new URL(one.scope).pathname)) === '/')"
    comes_true(alive(page), f"navigator.serviceWorker.{scopes}")


def test_no_link_no_form_no_back_and_no_pull_down_loses_a_page_that_nothing_keeps(new_context, live_server, game_list):
    phone = new_context(**PHONE)
    phone.add_init_script(NO_WORKER)
    page = phone.new_page()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.goto(f"{live_server.url}/worth/")
    alive(at_table.at_list(page, live_server.url, game_list))
    phone.set_offline(True)
    deal(page, 1)
    expect(state(page)).to_contain_text("1 deal is safe")
    page.evaluate("window.isStill = true")

    links = page.evaluate(LINKS)
    assert len(links) > 8
    for number in range(len(links)):
        page.evaluate("(at) => leaving()[at].click()", number)
        assert page.evaluate("window.isStill"), links[number]
    page.evaluate("document.querySelector('form[action$=\"/calls/\"], form:not(#deal-form)')?.requestSubmit()")
    for _ in range(3):
        page.evaluate(BACK)
        expect(page.get_by_text("This page stays open until everything is sent.")).to_be_visible()
    pulled = "getComputedStyle({}).overscrollBehaviorY"
    assert [page.evaluate(pulled.format(f"document.{part}")) for part in ("documentElement", "body")] == ["contain"] * 2
    page.evaluate("location.reload()")
    page.wait_for_timeout(0)
    assert (page.evaluate("window.isStill"), asked) == (True, ["beforeunload"])

    phone.set_offline(False)
    expect(state(page)).to_have_text("1 saved. Leave this page open.")
    expect(page.get_by_text("This page stays open until everything is sent.")).to_have_count(0)
    assert page.evaluate(pulled.format("document.body")) == "auto"
    # One Back leaves it again.
    with page.expect_navigation():
        page.evaluate("history.back()")
