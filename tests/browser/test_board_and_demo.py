"""The board in a browser: it follows the tables by itself, and a call is answered with one tap.

The demo in three tabs of one browser: what the scorekeeper enters, the director and the spectator see.
"""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import Phone
from scoring.table.services import calls as table_calls
from simulation import accounts
from tests.browser import axe
from tests.browser.at_table import alive, game_list, tap
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db(transaction=True)


BOARD = "/t/cup/office/series/1/"


@pytest.fixture
def series():
    made = factories.tournament(entrants=16, rounds=4, time_limit=60, strikes_at_limit=True)
    series = factories.running_series(made)
    for table, deals in ((1, 10), (2, 9), (3, 11), (4, 5)):
        factories.enter(factories.list_of(series, table), *[None] * deals)
    return series


def call(series) -> None:
    row = factories.list_of(series, 2)
    table_calls.call(
        list_id=row.pk,
        kind="help",
        place=3,
        text="Spiel 4 war Schneider.",
        device="",
        entry_key=uuid4(),
        now=EVENING,
    )


def opened_board(page: Page, live_server) -> Page:
    sign_in(page, live_server.url)
    page.goto(live_server.url + BOARD)
    return page


def test_a_call_comes_up_by_itself_and_goes_with_one_tap(wide, live_server, series):
    page = opened_board(wide, live_server)
    expect(page.locator(".is-slow")).to_have_count(1)
    call(series)

    expect(page.locator(".panel-calls")).to_contain_text("Spiel 4 war Schneider.", timeout=15_000)
    expect(page.locator(".is-problem")).to_have_count(1)
    page.locator(".panel-calls button").click()

    expect(page.locator(".panel-calls")).to_have_count(0)


@pytest.mark.thorough
def test_while_nothing_happens_the_page_stays_as_it_is(wide, live_server, series):
    page = opened_board(wide, live_server)
    page.evaluate("document.querySelector('#board').dataset.here = 'yes'")

    with page.expect_response(re.compile(r"/office/series/1/$"), timeout=15_000) as answered:
        pass

    # Once a minute it changes, even if nothing happens: the minutes that are left do.
    assert answered.value.status in {200, 204}
    if answered.value.status == 204:
        assert page.locator("#board").get_attribute("data-here") == "yes"


@pytest.mark.thorough
def test_the_time_is_called_and_taken_back(phone, live_server, series):
    page = opened_board(phone, live_server)
    page.locator("#ask-time").click()
    page.locator("#end-clock").click()
    expect(page.locator(".state-complete")).to_have_count(4)

    page.locator("#undo-end").click()

    expect(page.locator(".state-complete")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_with_everything_on_it_axe_finds_nothing_and_nothing_sticks_out(opened, live_server, series, screen):
    call(series)
    for row in series.tables.all():
        Phone.objects.create(
            game_list=row.game_list, device="a" * 32, keeps="first", unsent=row.number, seen_at=EVENING
        )
    page = opened_board(opened(**screen), live_server)

    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]


@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_a_visitor_directs_keeps_a_list_and_looks_on_in_three_tabs(opened, live_server, settings):
    settings.DEMO = True
    row = game_list()
    tournament = row.table.series.tournament
    tournament.roles.update(user=factories.user(accounts.DIRECTOR))
    factories.enter(row, None)
    page = opened(**PHONE)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Try it").click()
    assert violations(page) == []

    with page.expect_popup() as opening:
        page.get_by_role("button", name="To the direction").click()
    direction = opening.value
    expect(direction).to_have_url(f"{live_server.url}/t/cup/office/")
    with page.expect_popup() as opening:
        page.get_by_role("link", name="To the standings").click()
    standings = opening.value
    with page.expect_popup() as opening:
        page.get_by_role("link", name="To the list").click()
    table = alive(opening.value)

    tap(table, "Anna Berg", "Grand", "with 2")
    table.get_by_role("button", name="Won").click()

    direction.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(direction.locator(".board-table")).to_contain_text("2 / 3")
    expect(standings.locator("main")).to_contain_text("Anna Berg")
    standings.reload()
    expect(standings.locator("main")).to_contain_text("122")
    expect(direction.get_by_text(accounts.DIRECTOR)).to_have_count(1)
