"""What is said at the table over plain http: no worker keeps the page, so that the open one has to do it alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from scoring.disputes.models import Objection
from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import PLACE, alive, state, totals
from tests.browser.conftest import PHONE
from tests.browser.offline.saying import correct, deal, on_again, waits

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of three in a series of one round, everybody seated."""
    return at_table.game_list(seats=3)


def on_plain_http(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Return a phone that has no worker to keep the page."""
    context = new_context(**PHONE)
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    return context


@pytest.mark.thorough
def test_on_plain_http_the_open_page_does_all_of_it_once_it_has_loaded_it(new_context, live_server, game_list):
    context = on_plain_http(new_context)
    context.clock.install()
    page = alive(at_table.at_list(context.new_page(), live_server.url, game_list))
    deal(page, 1)
    expect(state(page)).to_contain_text("1 saved. Leave this page open.")
    page.clock.fast_forward(11_000)
    expect(page.locator("dialog[data-dialog=sign]")).to_have_count(1)
    context.set_offline(True)

    correct(page, 1)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Call the direction").click()
    page.get_by_role("button", name="Call the direction to this table").click()
    expect(waits(page)).to_contain_text("Call for the direction")
    assert totals(page)[0] == "−144"

    on_again(page, context)
    expect(page.locator("[data-note=called]")).to_be_visible()
    assert DealRow.objects.get(voided_at=None).points == -144


@pytest.mark.thorough
def test_a_phone_that_lost_the_network_too_early_says_what_it_lacks_and_stays(new_context, live_server, game_list):
    context = on_plain_http(new_context)
    page = alive(at_table.at_list(context.new_page(), live_server.url, game_list))
    context.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Raise an objection").click()
    expect(page.get_by_text("The network was gone before this phone had loaded this.")).to_be_visible()
    # One tap needs nothing that is loaded.
    page.get_by_role("button", name="Judge to table 1").click()

    expect(state(page)).to_contain_text("unsent")
    assert page.url.endswith(PLACE)
    on_again(page, context)
    expect(page.locator("[data-note=judge]")).to_be_visible()
    assert Objection.objects.count() == 1
