"""The director's desk in a real browser: a list typed from paper by keyboard alone; both lists of a table settled.

The director's day in a real browser, in short: three walk-ins, the draw, the seats, the board.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Stage
from tables.people.models import Entrant
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.support import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

TYPE = "/t/cup/office/series/1/table/1/type/"


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(seats=3, rounds=1)


@pytest.fixture
def desk(opened, live_server, row) -> Page:
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{TYPE}")
    return page


def keys(page: Page, *lines: str) -> None:
    """Type lines where the cursor is, each with Enter."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def test_a_list_goes_in_by_keyboard_alone_against_its_sums_and_without_an_answer_one_types_on(desk, row):
    desk.route("**/type/read/*", lambda route: route.fulfill(body="<html>Sign in to the Wi-Fi</html>"))
    keys(desk, "2h1")
    expect(desk.get_by_text("The site does not answer.")).to_be_visible()
    desk.unroute("**/type/read/*")
    keys(desk, "3g2-", "-")
    expect(desk.locator("#row-1 [data-words]")).to_have_text("Spieler 2 wins Hearts with 1: 20")
    expect(desk.get_by_text("The site does not answer.")).to_be_hidden()

    keys(desk, "0", "0", "0", "20", "1", "0", "-144", "0", "1")
    expect(desk.locator("#row-2 [data-words]")).to_have_text("Spieler 3 loses Grand with 2: −144")
    expect(desk.locator("#row-3 [data-total]")).to_have_text(["0", "20", "−144"])
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/t/cup/office/series/1/paper/?at=")
    assert [deal.points for deal in DealRow.objects.order_by("number")] == [20, -144, 0]


def test_three_walk_ins_are_registered_drawn_seated_and_seen_at_play(opened, live_server):
    factories.tournament(rounds=1)
    page, phone = opened(**WIDE), opened(**PHONE)
    page.goto(f"{live_server.url}/t/cup/office/entrants/")
    page.get_by_label("Username").fill("direktor")
    page.get_by_label("Password").fill("direktor" * 2)
    page.get_by_label("Password").press("Enter")

    for number, name in enumerate(["Anna Berg", "Bernd Krause", ""], start=1):
        expect(page.get_by_role("combobox", name="Name").first).to_be_focused()
        page.keyboard.type(name)
        if name:
            page.keyboard.press("Enter")
        else:
            page.get_by_role("button", name="A number without a name").press("Enter")
        expect(page.locator(".given-number")).to_have_text(re.compile(rf"No\.\s*{number}"))
        expect(page.get_by_role("status").filter(has_text=name or "the name may follow")).to_be_visible()
    assert list(Entrant.objects.values_list("number", "name", "present")) == [
        (1, "Anna Berg", True),
        (2, "Bernd Krause", True),
        (3, "", True),
    ]

    page.goto(f"{live_server.url}/t/cup/office/series/1/")
    page.get_by_role("link", name="Draw series 1").first.click()
    page.get_by_role("button", name="Draw series 1").click()
    expect(page.get_by_role("heading", name="Seat plan of series 1")).to_be_visible()
    expect(page.locator(".seat-names > li")).to_have_count(3)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()
    phone.goto(f"{live_server.url}/t/cup/series/1/seats/")
    expect(phone.get_by_text("No. 3").first).to_be_visible()
    page.get_by_role("button", name="Start series 1").click()
    expect(page.locator(".board-table")).to_contain_text("not begun")

    page.get_by_role("link", name="QR cards").click()
    phone.goto(page.locator(".key-link").inner_text())
    for box in phone.locator("#who [name=sits]").all():
        box.check()
    phone.get_by_role("button", name="Passed in").click()
    expect(phone.locator("#last")).to_contain_text("passed in")
    expect(phone.locator("#state")).to_have_text("Saved on the server (no. 1)")
    page.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(page.locator(".board-table")).to_contain_text("in play")
    assert DealRow.objects.get().declarer is None


def test_a_paper_that_was_asked_for_opens_once_and_leaves_its_button(opened, live_server, monkeypatch):
    factories.tournament()
    monkeypatch.setattr(runs, "spawn", lambda key: None)
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/office/print/?kind=plan")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url(re.compile(r"/print/\w+/$"))

    page.route("**/file/", lambda route: route.fulfill(content_type="text/plain", body="the paper"))
    [run] = runs.of_tournament("cup")
    runs.report(run, stage=Stage.DONE, file=run.path.name)
    expect(page.get_by_text("the paper")).to_be_visible()

    page.go_back()
    expect(page.get_by_role("link", name="Open the PDF file")).to_be_visible()
    page.wait_for_timeout(1_500)
    expect(page.get_by_role("link", name="Open the PDF file")).to_be_visible()


@pytest.mark.thorough
def test_the_first_page_beside_the_options_follows_what_is_chosen(opened, live_server, settings, tmp_path):
    settings.PRINT_DIR = tmp_path
    factories.running_series(factories.tournament(entrants=8))
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/office/print/?kind=sheets")
    picture = page.get_by_role("img", name="First page")

    expect(picture).to_have_js_property("naturalWidth", 910)
    page.get_by_label("Paper", exact=True).select_option("two")

    expect(picture).to_have_js_property("naturalHeight", 910)
