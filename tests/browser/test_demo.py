"""The demo in three tabs of one browser: what the scorekeeper enters, the director and the spectator see."""

import pytest
from playwright.sync_api import expect

from simulation import accounts
from tests import factories
from tests.browser.at_table import alive, game_list, tap
from tests.browser.axe import violations
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


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
