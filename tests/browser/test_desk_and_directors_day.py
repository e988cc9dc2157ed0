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
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone
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


@pytest.mark.thorough
def test_a_list_goes_in_by_keyboard_alone_against_the_sums_of_its_sheet(desk, row):
    keys(desk, "2h1", "3g2-", "-")
    keys(desk, "0", "0", "0", "20", "1", "0", "-144", "0", "1")
    expect(desk.locator("#row-2 [data-words]")).to_have_text("Spieler 3 loses Grand with 2: −144")
    expect(desk.locator("#row-3 [data-total]")).to_have_text(["0", "20", "−144"])
    desk.keyboard.press("Enter")

    desk.wait_for_url("**/t/cup/office/series/1/paper/?at=")
    assert [deal.points for deal in DealRow.objects.order_by("number")] == [20, -144, 0]


@pytest.mark.thorough
def test_what_is_wrong_is_marked_at_its_line_once_the_line_is_done(desk):
    desk.keyboard.type("2")
    expect(desk.locator("#row-1")).not_to_have_class("is-wrong")
    desk.keyboard.press("Enter")
    expect(desk.locator("#row-1 [data-troubles]")).to_contain_text("After the seat comes the letter of the game")
    expect(desk.locator("#spoken")).to_contain_text("After the seat comes the letter of the game")

    keys(desk, "3c6")
    expect(desk.locator("#row-2 [data-troubles]")).to_contain_text("put ! behind the line")
    assert "is-asked" in (desk.locator("#row-2").get_attribute("class") or "")
    assert violations(desk) == []

    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    keys(desk, "2h1")
    expect(desk.locator("#row-1 [data-words]")).to_have_text("Spieler 2 wins Hearts with 1: 20")
    expect(desk.locator("#row-1 [data-troubles] li")).to_have_count(0)


@pytest.mark.thorough
def test_a_reload_loses_nothing_that_was_typed(desk, row):
    keys(desk, "2h1", "3g2-")
    desk.reload()

    expect(desk.get_by_text("What you typed here before is back.")).to_be_visible()
    assert [desk.get_by_label(f"Deal {n}").input_value() for n in (1, 2, 3)] == ["2h1", "3g2-", ""]
    expect(desk.get_by_label("Deal 3")).to_be_focused()

    desk.get_by_role("button", name="Empty all lines").click()
    assert desk.get_by_label("Deal 1").input_value() == ""
    desk.reload()
    expect(desk.get_by_text("What you typed here before is back.")).to_be_hidden()


def test_without_an_answer_one_types_on(desk, row):
    desk.route("**/type/read/*", lambda route: route.fulfill(body="<html>Sign in to the Wi-Fi</html>"))
    keys(desk, "2h1")
    expect(desk.get_by_text("The site does not answer.")).to_be_visible()
    desk.unroute("**/type/read/*")
    keys(desk, "-")
    expect(desk.locator("#row-1 [data-words]")).to_have_text("Spieler 2 wins Hearts with 1: 20")
    expect(desk.get_by_text("The site does not answer.")).to_be_hidden()


@pytest.mark.thorough
def test_the_second_time_is_blind_and_only_what_differs_is_shown(desk, row):
    keys(desk, "2h1", "3g2-", "-")
    desk.get_by_role("button", name="No sums: type the list a second time").press("Enter")

    expect(desk.get_by_text("Now the same list again")).to_be_visible()
    assert [desk.get_by_label(f"Deal {n}").input_value() for n in (1, 2, 3)] == ["", "", ""]
    assert "Hearts" not in desk.get_by_role("main").locator(".typed-list").inner_text()
    keys(desk, "2h1", "3g2", "-")
    expect(desk.get_by_role("button", name="Compare and enter the deals")).to_be_focused()
    desk.keyboard.press("Enter")

    expect(desk.locator("#row-2")).to_contain_text("The first time it was: Spieler 3 loses Grand with 2: −144.")
    assert desk.get_by_label("First time").input_value() == "3g2-"
    assert violations(desk) == []
    expect(desk.get_by_label("Deal 2")).to_be_focused()
    keys(desk, "3g2-")
    expect(desk.locator("#row-2 [data-troubles] li")).to_have_count(0)
    desk.get_by_role("button", name="Compare and enter the deals").press("Enter")

    desk.wait_for_url("**/t/cup/office/series/1/paper/?at=")
    assert [deal.points for deal in DealRow.objects.order_by("number")] == [20, -144, 0]


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_both_lists_stand_side_by_side_and_nothing_sticks_out(opened, live_server, row, screen):
    for phone, other in ((Phone(row), PASSED), (Phone(row, copy="second"), GRAND | {"declarer": 1})):
        phone.send(phone.deal(1), phone.deal(2, other))
    page = opened(**screen)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/series/1/table/1/differences/")
    low = page.locator(".panel :is(a, button, input:not([type=hidden]))").evaluate_all(
        "all => all.filter((one) => (one.closest('label') ?? one).getBoundingClientRect().height < 56).length"
    )

    assert low == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    assert violations(page, strict=True) == []
    page.get_by_label("All players of this deal agree").check()
    page.get_by_role("button", name="This one is right (In the second list)").click()

    expect(page.get_by_text("Both lists say the same.", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_without_scripts_the_list_is_read_when_it_is_sent(opened, live_server, row):
    page = opened(**PHONE, java_script_enabled=False)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{TYPE}")
    for number, line in enumerate(("2h1", "3g", "-"), start=1):
        page.get_by_label(f"Deal {number}").fill(line)
    page.get_by_role("button", name="No sums").click()
    expect(page.locator("#row-1")).to_contain_text("Spieler 2 wins Hearts with 1: 20")
    page.get_by_label("Deal 2").fill("3g2-")
    page.get_by_role("button", name="No sums").click()
    for number, line in enumerate(("2h1", "3g2-", "-"), start=1):
        page.get_by_label(f"Deal {number}").fill(line)
    page.get_by_role("button", name="Compare and enter the deals").click()

    page.wait_for_url("**/t/cup/office/series/1/paper/?at=")
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
