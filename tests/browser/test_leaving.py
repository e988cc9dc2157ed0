"""A player leaves a table of four: asked on the phone, agreed by the direction, played on by three (ISkO 4.5.9)."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import Call, GameListRow, SeatResult
from scoring.lists.services import presence
from scoring.table.services import calls
from tests import factories
from tests.browser import at_table
from tests.browser.at_table import KEPT, alive, comes_true, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.browser.test_every_page import sign_in
from tests.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    row = at_table.game_list(seats=4, rounds=2)
    factories.enter(row, None, None, None)
    return row


def at_the_list(page: Page, address: str, row: GameListRow) -> Page:
    return alive(at_table.at_list(page, address, row))


def barred(page: Page) -> list[str]:
    return [box.get_attribute("aria-label") or "" for box in page.locator("[name=declarer]:disabled").all()]


@pytest.mark.thorough
def test_the_table_asks_the_direction_agrees_and_three_go_on(phone, live_server, game_list):
    page = at_the_list(phone, live_server.url, game_list)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="A player leaves", exact=True).click()
    page.get_by_label("3 · Clara leaves").check()
    assert violations(page) == []
    page.get_by_role("button", name="Ask the direction").click()
    expect(page.get_by_role("link", name="The direction has been called.")).to_be_visible()

    calls.settle_call(call_id=Call.objects.get().pk, granted=True, by=factories.user(), now=EVENING)
    at_the_list(page, live_server.url, game_list)
    expect(page.locator("#presence")).to_have_text("From round 2 on without Clara Vogt.")
    expect(page.locator("#deal-number")).to_have_text("Deal 4 of 7")
    assert barred(page) == ["Dieter Lange"]

    press(page, "passed")
    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    expect(page.locator("#clock")).to_contain_text("Round 2/2")
    assert barred(page) == ["Clara Vogt"]
    expect(page.locator("#seats .away .games-of")).to_have_text("not there")
    tap(page, "Dieter Lange", "Grand", "without 2")
    press(page, "lost")
    expect(page.locator("#deal-number")).to_have_text("Deal 6 of 7")
    expect(state(page)).to_have_text("Saved on the server (no. 5)")
    assert violations(page) == []
    results = SeatResult.objects.order_by("seat__place").values_list("performance", flat=True)
    assert list(results)[:3] == [40, 40, 0]


@pytest.mark.thorough
def test_an_open_page_hears_of_it_and_keeps_what_is_tapped(phone, live_server, game_list):
    factories.enter(game_list, None)
    page = at_the_list(phone, live_server.url, game_list)
    assert barred(page) == ["Anna Berg"]
    tap(page, "Bernd Krause", "Grand")

    presence.leave(list_id=game_list.pk, place=3, by=factories.user(), now=EVENING)
    page.evaluate("dispatchEvent(new Event('focus'))")

    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    assert barred(page) == ["Clara Vogt"]
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_checked()
    expect(page.get_by_label("Grand", exact=True)).to_be_checked()


@pytest.mark.thorough
def test_without_a_network_the_deals_go_on_in_the_new_order(new_context, live_server, game_list):
    presence.leave(list_id=game_list.pk, place=3, by=factories.user(), now=EVENING)
    # Its console is full of the lost connection.
    page = at_the_list(new_context(**PHONE).new_page(), live_server.url, game_list)
    comes_true(page, KEPT)
    page.context.set_offline(True)
    press(page, "passed")
    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    assert barred(page) == ["Clara Vogt"]
    tap(page, "Anna Berg", "Grand", "with 2")
    press(page, "won")
    expect(page.locator("#deal-number")).to_have_text("Deal 6 of 7")
    expect(page.locator("#dealer")).to_contain_text("Bernd")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_have_text("Saved on the server (no. 5)")
    assert [deal.points for deal in game_list.deals.order_by("number")][-1] == 72


@pytest.mark.thorough
def test_the_direction_says_so_at_the_list_and_the_board_shows_it(wide, live_server, game_list):
    page = wide
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{at_table.PLACE}")
    page.get_by_text("For the direction").click()
    page.get_by_label("A player leaves; three go on").select_option(label="Clara")
    page.get_by_role("button", name="Leaves the table").click()
    expect(page.get_by_text("From round 2 on without Clara Vogt.").first).to_be_visible()
    page.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(page.locator(".board-table").get_by_text("From round 2 on without Clara Vogt.")).to_be_visible()


@pytest.mark.thorough
def test_a_fourth_joins_and_the_phone_shows_the_seat(phone, live_server):
    row = at_table.game_list(seats=3, rounds=2)
    made = row.table.series.tournament
    made.entrants.create(number=4, name="Dieter Lange", registered_at=EVENING)
    factories.enter(row, (1, GRAND))
    # What it asks for at its start is answered before the fourth comes.
    with phone.expect_response("**/phone/**"):
        page = at_the_list(phone, live_server.url, row)
    presence.join(list_id=row.pk, number=4, by=factories.user(), now=EVENING)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#seats > li")).to_have_count(4)
    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 7")
    assert barred(page) == ["Dieter Lange"]
    expect(page.locator("#presence")).to_have_text("From round 2 on with Dieter Lange.")
