"""The page at the table of the real site and every door to it, with a network that comes and goes."""

import io
import random
from collections.abc import Callable

import pytest
import zxingcpp
from django.utils import timezone
from PIL import Image
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.rules.notation.packed import read_packed
from scoring.table.services import batches
from tables.tournaments.models import Series
from tests.browser import at_table
from tests.browser.at_table import KEPT, PLACE, alive, comes_true, last, press, state, tap, totals
from tests.browser.conftest import PHONE
from tests.support import factories

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
    page.goto(f"{live_server.url}{PLACE}")
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


@pytest.mark.thorough
def test_on_a_page_that_is_open_a_deal_never_waits_for_the_network(page, phone):
    held: list[Route] = []
    phone.route("**/phone/**", lambda route: held.append(route))

    deal(page, 1)
    deal(page, 2)

    expect(state(page)).to_contain_text("(2)")
    assert totals(page) == ["0", "36", "48"]
    for route in held:
        route.abort()


@pytest.mark.thorough
@pytest.mark.proof("phone-lost")
def test_another_phone_takes_over_and_the_first_one_comes_back(page, phone, new_context, live_server, game_list, prove):
    deal(page, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))
    phone.set_offline(True)
    deal(page, 2)
    deal(page, 3)

    other = alive(at_table.at_list(new_context(**PHONE).new_page(), live_server.url, game_list))
    expect(other.locator("#ticks")).to_be_hidden()
    other.get_by_text("Keep the list on this phone").click()
    other.get_by_role("button", name="Ask the direction").click()
    expect(other.get_by_text("The direction has been asked.")).to_be_visible()
    call = game_list.calls.get()
    batches.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=timezone.now())
    other.reload()
    alive(other)
    tap(other, "Clara Vogt", "Grand", "with 1")
    press(other, "lost")
    expect(state(other)).to_contain_text(SAVED.format(2))

    with page.expect_response(lambda one: one.request.method == "POST", timeout=40_000):
        phone.set_offline(False)
    expect(page.locator("#ticks")).to_be_hidden()

    assert list(DealRow.objects.order_by("number").values_list("number", "game")) == [(1, "clubs"), (2, "grand")]
    assert sorted(Proposal.objects.values_list("number", flat=True)) == [2, 3]
    expect(last(page)).to_contain_text("Clara Vogt loses Grand")
    prove("while another phone went on: 2 of 2 unsent deals proposed, 0 applied")


@pytest.mark.thorough
def test_of_two_who_write_the_same_deal_neither_is_lost(page, phone, game_list):
    deal(page, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))
    phone.set_offline(True)
    deal(page, 2)
    factories.enter(game_list, (3, factories.GRAND_LOST))

    phone.set_offline(False)
    expect(page.get_by_text("Deal 2: which one is right?")).to_be_visible()
    stuck = page.locator("#stuck .side b")
    expect(stuck).to_have_text(["Grand", "with 2", "lost", "−144", "Clubs", "with 3", "won", "48"])
    expect(last(page)).to_contain_text("Deal 2 Clara Vogt loses Grand with 2")

    with page.expect_response("**/phone/"):
        page.get_by_role("button", name="This one is right (In the list)").click()
    expect(stuck).to_have_count(0)
    assert list(DealRow.objects.order_by("number").values_list("game", flat=True)) == ["clubs", "grand"]
    assert Proposal.objects.get().settled_at is not None


@pytest.mark.thorough
def test_a_restored_site_gets_back_what_the_phone_sent(page, game_list):
    for number in range(1, 7):
        deal(page, number)
    expect(state(page)).to_contain_text(SAVED.format(6))
    DealRow.objects.filter(number__gt=2).delete()
    GameListRow.objects.update(version=2)

    with page.expect_response("**/phone/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_contain_text(SAVED.format(6))
    deal(page, 7)
    expect(state(page)).to_contain_text(SAVED.format(7))

    assert entered() == all_of(7)


@pytest.mark.thorough
def test_when_the_series_is_closed_the_phone_keeps_nothing(page, game_list):
    deal(page, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))
    Series.objects.update(status=Series.Status.CLOSED, closed_at=timezone.now())

    page.evaluate("dispatchEvent(new Event('online'))")

    comes_true(page, "caches.has('table').then((has) => !has)")


@pytest.mark.thorough
def test_without_any_network_the_list_is_a_code_on_the_screen(page, phone, live_server):
    phone.set_offline(True)
    for number in range(1, 4):
        deal(page, number)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Show the list as a code").click()
    picture = page.get_by_role("img", name="Show the list as a code").screenshot()

    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    address, _, packed = read.text.partition("#")
    assert address == f"{live_server.url}/t/cup/handover/"
    assert [(one.number, one.played.matadors) for one in read_packed(packed).deals] == all_of(3)


def test_a_phone_that_lost_the_network_too_early_says_that_it_has_no_code(new_context, live_server, game_list):
    phone = new_context(**PHONE, service_workers="block")
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    phone.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Show the list as a code").click()

    expect(page.get_by_role("alert").filter(has_text="had loaded this")).to_be_visible()
    expect(page.get_by_role("img", name="Show the list as a code")).to_have_count(0)


NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })"
"""As on plain http."""

BACK = "() => new Promise((heard) => { addEventListener('popstate', heard, { once: true }); history.back(); })"

LINKS = """() => {
    const isStay = (link) => link.dataset.opens || link.id === "undo" || link.target === "_blank";
    window.leaving = () => [...document.querySelectorAll("a[href]")].filter((link) => !isStay(link));
    return leaving().map((link) => link.href);
}"""

FITS = "(line) => line.scrollWidth <= line.clientWidth"


def enter_clubs(page: Page, number: int) -> None:
    tap(page, at_table.NAMES[number % 3], "Clubs", f"with {1 + number % 4}")
    press(page, "won")
    expect(last(page)).to_contain_text(f"Deal {number} ")


@pytest.mark.thorough
def test_offline_every_door_leads_to_the_kept_page_and_what_waits(phone, live_server, game_list):
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    comes_true(page, KEPT)
    phone.set_offline(True)
    enter_clubs(page, 1)

    doors = [f"/l/{game_list.table.key}/", f"/l/{game_list.table.key}/?sign", "/code/", PLACE]
    for number, door in enumerate(doors, start=2):
        page.close()
        page = phone.new_page()
        page.goto(f"{live_server.url}{door}")
        alive(page)
        assert page.url == f"{live_server.url}{PLACE}"
        expect(state(page)).to_contain_text(f"No network: {number - 1} deal")
        enter_clubs(page, number)

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
    phone.add_init_script(NO_WORKER)
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    expect(state(page)).to_have_text("Ready. Leave this page open.")
    enter_clubs(page, 1)
    expect(state(page)).to_have_text("1 saved. Leave this page open.")
    assert state(page).evaluate(FITS)

    phone.set_offline(True)
    enter_clubs(page, 2)

    expect(state(page)).to_have_text("No network: 1 deal is safe on this phone. Leave this page open!")
    assert state(page).evaluate(FITS)


def test_no_link_no_form_no_back_and_no_pull_down_loses_a_page_that_nothing_keeps(new_context, live_server, game_list):
    phone = new_context(**PHONE)
    phone.add_init_script(NO_WORKER)
    page = phone.new_page()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.goto(f"{live_server.url}/worth/")
    alive(at_table.at_list(page, live_server.url, game_list))
    phone.set_offline(True)
    enter_clubs(page, 1)
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
