"""The paper desk in a real browser: the lists of a series typed one after the other, by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.services import presence
from scoring.paper_desk.services import take_results
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.scoring.money.desk import LOSS, charge, owed
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]
DESK = "/t/cup/office/series/1/paper/"
FOUR = ("937", "18", "3", "-60", "5", "5", "−144", "4", "5", "-48", "4", "4")
THREE = ("500", "20", "1", "96", "7", "1", "118", "5", "0")


@pytest.fixture
def series():
    return factories.running_series(factories.tournament(entrants=7, rounds=12))


def opened_desk(opened, live_server, **screen) -> Page:
    page = opened(**screen)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{DESK}")
    return page


@pytest.fixture
def desk(opened, live_server, series) -> Page:
    return opened_desk(opened, live_server, **WIDE)


def typed(page: Page, *numbers: str) -> None:
    """Type numbers where the cursor is, each with Enter."""
    for number in numbers:
        page.keyboard.type(number)
        page.keyboard.press("Enter")


@pytest.mark.thorough
def test_after_the_last_results_the_hand_is_led_to_a_list_that_somebody_left(opened, live_server, series):
    presence.leave(list_id=factories.list_of(series).pk, place=4, from_round=6, by=factories.user(), now=EVENING)
    desk = opened_desk(opened, live_server, **WIDE)
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    typed(desk, *THREE)

    expect(desk.locator("#table-2")).to_contain_text("typed by direktor")
    expect(desk.locator("a.btn-primary", has_text="Line by line")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Deal 1", exact=True)).to_be_focused()


@pytest.mark.thorough
def test_missing_deals_are_asked_and_enter_leads_to_where_they_are_said(desk, series):
    typed(desk, "400", "4", "1", "300", "9", "2", "200", "9", "1", "100", "8")
    desk.keyboard.type("2")
    expect(desk.locator("#table-1 [data-deals]")).to_have_text("36 played, 12 missing of 48: passed in?")
    desk.keyboard.press("Enter")
    expect(desk.locator("#t1-passed")).to_be_focused()
    typed(desk, "2")

    expect(desk.locator("#table-1 [role=alert]")).to_contain_text("36 deals played and 2 passed in are not the 48")
    expect(desk.locator("#t1-passed")).to_be_focused()
    expect(desk.locator("#table-1")).to_contain_class("is-unsaved")
    assert violations(desk) == []
    desk.locator("#t1-passed").fill("")
    desk.locator("#t1-s1-won").fill("14")
    expect(desk.locator("#table-1 [data-deals]")).to_have_text("46 played, 2 passed in = 48")
    desk.locator("#t1-s4-lost").press("Enter")

    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    assert factories.list_of(series).passed == 2


def test_what_is_typed_and_not_saved_is_marked_and_a_draft_says_so_after_a_reload(desk, live_server):
    typed(desk, *FOUR)
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#unsaved")).to_be_hidden()
    desk.locator("#t1-s2-game_points").fill("-66")
    expect(desk.locator("#unsaved")).to_have_text("Typed, but not saved: table 1")
    expect(desk.locator("#table-1")).to_contain_text("not saved: -66 instead of -60")
    desk.locator("#t1-s4-lost").press("Enter")
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#unsaved")).to_be_hidden()
    # What is refused is no more saved than what waits.
    desk.locator("#t1-s2-won").fill("40")
    expect(desk.locator("#t1-s2-troubles")).to_contain_text("One player has more games")
    desk.locator("#t1-s4-lost").press("Enter")
    expect(desk.locator("#table-1 [role=alert]")).to_contain_text("Not entered.")
    expect(desk.locator("#unsaved")).to_be_visible()

    desk.goto(f"{live_server.url}{DESK}")
    expect(desk.locator("#table-1")).to_contain_text("not saved: 40 instead of 5")
    expect(desk.locator("#table-1")).to_contain_class("is-unsaved")
    expect(desk.locator("#unsaved")).to_have_text("Typed, but not saved: table 1")
    desk.get_by_role("button", name="Show what is saved").click()

    assert desk.locator("#t1-s2-won").input_value() == "5"
    expect(desk.locator("#unsaved")).to_be_hidden()
    desk.reload()
    expect(desk.locator("#t1-s2-won")).to_have_value("5")


def test_a_table_saved_in_another_window_changes_within_five_seconds_and_a_conflict_names_what_differs(desk, series):
    row = factories.list_of(series)
    lines = [(937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)]
    other = {"list_id": row.pk, "seen": None, "by": factories.user("kollegin"), "now": EVENING}
    desk.clock.install()
    desk.reload()
    expect(desk.locator("#t1-s1-game_points")).to_be_focused()
    take_results(totals=factories.totals(*lines), **other)

    desk.clock.run_for(5_000)
    expect(desk.locator("#t1-s1-game_points")).to_have_value("937")
    expect(desk.locator("#table-1")).to_contain_text("typed by kollegin")

    desk.locator("#t1-s4-game_points").fill("-84")
    take_results(totals=factories.totals((973, 18, 3), *lines[1:]), because="Tippfehler", **other)
    desk.clock.run_for(5_000)
    expect(desk.locator("#table-1 [data-overtaken]")).to_be_visible()
    desk.locator("#t1-s4-lost").press("Enter")
    expect(desk.locator("#table-1 .conflicts tbody tr")).to_have_count(1)
    expect(desk.locator("#table-1 .conflicts tbody")).to_contain_text("Seat 1: Game points")


def test_on_a_phone_every_field_and_every_digit_of_a_result_is_seen(opened, live_server, series):
    page = opened_desk(opened, live_server, **PHONE | {"viewport": {"width": 360, "height": 640}})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    typed(page, "1107", "18", "13")

    fields = page.locator("#t1-s1-game_points, #t1-s1-won, #t1-s1-lost").all()
    assert [field.input_value() for field in fields] == ["1107", "18", "13"]
    assert [field.evaluate("one => one.scrollWidth - one.clientWidth") for field in fields] == [0, 0, 0]


def test_k_collects_what_the_table_just_saved_owes_while_the_hand_is_at_the_next(opened, live_server, series):
    charge(series.tournament, LOSS)
    desk = opened_desk(opened, live_server, **WIDE)
    typed(desk, *FOUR)
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#table-1")).to_contain_text("Loss fees open")

    desk.keyboard.press("k")

    expect(desk.locator("#table-1")).not_to_contain_text("Loss fees open")
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#t2-s1-game_points")).to_have_value("")
    assert owed(series.tournament) == {}
