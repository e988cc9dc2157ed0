"""The paper desk in a real browser: the lists of a series typed one after the other, by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow
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


def totals_at(page: Page, table: int) -> list[str]:
    return page.locator(f"#table-{table} [data-total]").all_inner_texts()


@pytest.mark.thorough
def test_two_tables_go_in_without_a_click_and_the_hand_is_led_on(desk, series):
    expect(desk.locator("#t1-s1-game_points")).to_be_focused()
    typed(desk, *FOUR[:-1])
    desk.keyboard.type(FOUR[-1])
    expect(desk.locator("#table-1 [data-total]")).to_have_text(["2107", "300", "166", "342"])
    expect(desk.locator("#table-1 tfoot .total")).to_have_text("2915")
    desk.keyboard.press("Enter")

    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#table-1")).to_contain_text("typed by direktor")
    assert violations(desk) == []
    typed(desk, *THREE)

    expect(desk.get_by_role("heading", name="All lists are in")).to_be_focused()
    assert GameListRow.objects.filter(signed_by=factories.user()).count() == 2
    assert violations(desk) == []
    # An Enter too many closes nothing.
    desk.keyboard.press("Enter")
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("button", name="Close series 1")).to_be_focused()
    series.refresh_from_db()
    assert series.closed_at is None
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Series 1 is closed")).to_be_visible()


@pytest.mark.thorough
def test_what_cannot_be_is_said_in_its_row_while_it_is_typed_and_refused_in_place(desk):
    typed(desk, "937", "40", "3")
    expect(desk.locator("#t1-s1-troubles")).to_contain_text("One player has more games")
    typed(desk, *FOUR[3:])

    expect(desk.locator("#table-1 [role=alert]")).to_contain_text("Not entered.")
    expect(desk.locator("#t1-s1-game_points")).to_be_focused()
    assert desk.locator("#t1-s1-won").input_value() == "40"
    assert violations(desk) == []

    typed(desk, "937", "18")
    for _ in range(10):
        desk.keyboard.press("Enter")
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()


@pytest.mark.thorough
def test_more_games_than_deals_are_said_under_the_table_while_they_are_typed(desk):
    typed(desk, "937", "18", "3", "-60", "5", "5", "-144", "4", "5", "-48", "5", "4")

    expect(desk.locator("#table-1 [data-table-troubles]")).to_contain_text(
        "more games together than the list has deals"
    )


@pytest.mark.thorough
def test_whoever_types_faster_than_the_site_saves_loses_nothing(desk, series):
    desk.route("**/totals/", lambda route: (desk.wait_for_timeout(400), route.continue_()))
    for number in (*FOUR, *THREE):
        desk.keyboard.type(number)
        desk.keyboard.press("Enter")
    # Pressed twice at the end, it closes nothing.
    desk.keyboard.press("Enter")

    expect(desk.get_by_role("heading", name="All lists are in")).to_be_focused()
    typed_in = {
        row.table.number: [(own.game_points, own.won, own.lost) for own in row.totals.order_by("place")]
        for row in GameListRow.objects.filter(table__series=series)
    }
    assert typed_in == {
        1: [(937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)],
        2: [(500, 20, 1), (96, 7, 1), (118, 5, 0)],
    }


@pytest.mark.thorough
def test_what_was_typed_ahead_of_a_refusal_goes_nowhere(desk):
    desk.route("**/totals/", lambda route: (desk.wait_for_timeout(400), route.continue_()))
    typed(desk, "937", "40", *FOUR[2:])
    desk.keyboard.type("500")

    expect(desk.locator("#table-1 [role=alert]")).to_contain_text("Not entered.")
    expect(desk.locator("#t1-s1-game_points")).to_be_focused()
    assert desk.locator("#t1-s1-game_points").input_value() == "937"
    assert desk.locator("#t2-s1-game_points").input_value() == ""


@pytest.mark.thorough
def test_a_table_that_the_site_does_not_take_says_so_and_can_be_saved_again(new_context, live_server, series):
    desk = opened_desk(lambda **screen: new_context(**screen).new_page(), live_server, **WIDE)
    desk.route("**/totals/", lambda route: route.fulfill(status=502))
    typed(desk, *FOUR)

    expect(desk.locator("#table-1 #unanswered")).to_be_visible()
    expect(desk.locator("#t1-s4-lost")).to_be_focused()
    desk.unroute("**/totals/")
    desk.keyboard.press("Enter")
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#unanswered")).to_have_count(0)


@pytest.mark.thorough
def test_whose_session_is_over_signs_in_and_finds_what_was_typed(desk):
    typed(desk, *FOUR[:11])
    desk.keyboard.type(FOUR[11])
    desk.context.clear_cookies(name="sessionid")
    desk.keyboard.press("Enter")

    expect(desk.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(desk.get_by_text("nothing was done")).to_be_visible()
    desk.keyboard.type("direktor")
    desk.keyboard.press("Tab")
    desk.keyboard.type("direktordirektor")
    desk.keyboard.press("Enter")
    expect(desk.locator("#table-1 [data-total]").first).to_have_text("2107")
    assert desk.locator("#t1-s4-lost").input_value() == "4"


@pytest.mark.thorough
def test_a_row_half_typed_is_there_when_the_page_is_opened_again(desk, live_server):
    typed(desk, *FOUR[:5])
    expect(desk.locator("#table-1 [data-total]").first).to_have_text("1687")
    desk.goto(f"{live_server.url}/t/cup/office/")
    desk.goto(f"{live_server.url}{DESK}")

    expect(desk.locator("#t1-s2-lost")).to_be_focused()
    assert [desk.locator(f"#t1-s{seat}-game_points").input_value() for seat in (1, 2, 3)] == ["937", "-60", ""]
    expect(desk.locator("#table-1 [data-total]").first).to_have_text("1687")


@pytest.mark.thorough
def test_a_slip_is_mended_in_place(desk):
    typed(desk, *FOUR)
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()

    field = desk.locator("#t1-s1-game_points")
    field.fill("973")
    desk.locator("#t1-s4-lost").press("Enter")

    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    expect(desk.locator("#table-1 [data-total]").first).to_have_text("2143")


@pytest.mark.thorough
def test_who_types_a_table_that_somebody_else_entered_is_told(desk, series):
    typed(desk, *FOUR[:4])
    take_results(
        list_id=factories.list_of(series).pk,
        totals=factories.totals((0, 0, 0), (0, 0, 0), (0, 0, 0), (48, 1, 0)),
        passed=47,
        seen=None,
        by=factories.user("kollegin"),
        now=EVENING,
    )

    expect(desk.locator("#table-1 [data-overtaken]")).to_be_visible(timeout=15_000)
    assert desk.locator("#t1-s1-game_points").input_value() == "937"
    typed(desk, *FOUR[4:])
    expect(desk.locator("#table-1 [role=alert]")).to_contain_text("Somebody else has changed this")


@pytest.mark.thorough
def test_after_the_last_results_the_hand_is_led_to_a_list_that_somebody_left(opened, live_server, series):
    presence.leave(list_id=factories.list_of(series).pk, place=4, from_round=6, by=factories.user(), now=EVENING)
    desk = opened_desk(opened, live_server, **WIDE)
    expect(desk.locator("#t2-s1-game_points")).to_be_focused()
    typed(desk, *THREE)

    expect(desk.locator("#table-2")).to_contain_text("typed by direktor")
    expect(desk.get_by_role("link", name="Line by line")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Deal 1", exact=True)).to_be_focused()


@pytest.mark.thorough
def test_refused_sums_of_a_list_leave_the_page_as_it_was_and_lead_to_the_sum(opened, live_server, series):
    desk = opened_desk(opened, live_server, **WIDE)
    desk.goto(f"{live_server.url}/t/cup/office/series/1/table/2/type/")
    for _ in range(36):
        typed(desk, "-")
    typed(desk, "0", "0", "0", "0", "0", "0", "0", "1", "0")
    left = desk.locator("#desk").bounding_box()["x"]
    desk.keyboard.press("Enter")

    expect(desk.locator("#id_s3-won")).to_be_focused()
    expect(desk.locator("#id_s3-won")).to_be_in_viewport()
    assert desk.locator("#desk").bounding_box()["x"] == left
    assert desk.locator("#id_d36").input_value() == "-"


@pytest.mark.thorough
def test_a_phone_shows_every_field_without_scrolling_sideways(opened, live_server, series):
    page = opened_desk(opened, live_server, **PHONE)

    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    assert violations(page) == []


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
    expect(desk.locator("#t1-s1-game_points")).to_be_focused()
    take_results(totals=factories.totals(*lines), **other)

    expect(desk.locator("#t1-s1-game_points")).to_have_value("937", timeout=5_000)
    expect(desk.locator("#table-1")).to_contain_text("typed by kollegin")

    desk.locator("#t1-s4-game_points").fill("-84")
    take_results(totals=factories.totals((973, 18, 3), *lines[1:]), because="Tippfehler", **other)
    expect(desk.locator("#table-1 [data-overtaken]")).to_be_visible(timeout=5_000)
    desk.locator("#t1-s4-lost").press("Enter")
    expect(desk.locator("#table-1 .conflicts tbody tr")).to_have_count(1)
    expect(desk.locator("#table-1 .conflicts tbody")).to_contain_text("Seat 1: Game points")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_every_digit_of_a_result_is_seen(opened, live_server, series, width):
    page = opened_desk(opened, live_server, **PHONE | {"viewport": {"width": width, "height": 640}})
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
