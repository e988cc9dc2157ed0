"""Several phones at one table: one keeps the list, one perhaps the second, all others watch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import Call, DealRow, GameListRow, Proposal, SecondDealRow
from scoring.table.services import calls
from tests import factories
from tests.browser import at_table
from tests.browser.at_table import alive, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE
from tests.factories import EVENING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=4)


@pytest.fixture
def phone(new_context, live_server, game_list) -> Callable[[], Page]:
    """Return a function that brings another phone to the table. Their consoles are full of lost connections."""

    def come() -> Page:
        page = new_context(**PHONE).new_page()
        return alive(at_table.at_list(page, live_server.url, game_list))

    return come


def grant() -> None:
    """Let the direction do what was asked for."""
    call = Call.objects.get(settled_at=None)
    calls.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)


def hear(page: Page) -> None:
    """Let a page ask the site now and not in a while."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def test_who_watches_sees_everything_and_taps_nothing(phone):
    keeping, watching = phone(), phone()
    tap(keeping, "Bernd Krause", "Grand", "with 2")
    press(keeping, "won")
    expect(state(keeping)).to_have_text("Saved on the server (no. 1)")

    hear(watching)

    expect(last(watching)).to_contain_text("Bernd Krause wins Grand with 2: 72")
    expect(state(watching)).to_have_text("You are watching (no. 1)")
    expect(watching.get_by_text("Another phone keeps this list.")).to_be_visible()
    expect(watching.locator("#ticks")).to_be_hidden()
    assert watching.locator("[name=declarer]:enabled").count() == 0
    assert totals(watching) == ["0", "72", "0", "0"]
    assert violations(watching) == []


@pytest.mark.proof("phone-lost")
def test_a_lost_phone_is_replaced_and_what_it_still_brings_is_proposed(phone, prove):
    old = phone()
    press(old, "passed")
    expect(state(old)).to_have_text("Saved on the server (no. 1)")
    old.context.set_offline(True)
    tap(old, "Anna Berg", "Grand", "with 2")
    press(old, "won")
    expect(state(old)).to_contain_text("not yet sent (1)")

    new = phone()
    new.get_by_role("button", name="Ask the direction to let this phone keep it").click()
    expect(new.get_by_text("The direction has been asked.")).to_be_visible()
    assert violations(new) == []
    grant()
    hear(new)
    tap(new, "Clara Vogt", "Null")
    press(new, "won")
    expect(state(new)).to_have_text("Saved on the server (no. 2)")

    old.context.set_offline(False)
    expect(old.get_by_text("Another phone keeps this list.")).to_be_visible(timeout=15_000)
    expect(old.locator("#stuck")).to_contain_text("This phone: Anna Berg wins Grand with 2: 72.")
    expect(last(old)).to_contain_text("Clara Vogt wins Null: 23")
    assert (Proposal.objects.count(), DealRow.objects.count()) == (1, 2)
    assert violations(old) == []

    hear(new)
    new.get_by_role("link", name="Look at them").click()
    expect(new.get_by_text("Anna Berg wins Grand with 2: 72")).to_be_visible()
    new.get_by_role("button", name="Leave it").click()
    expect(new.get_by_text("Anna Berg wins Grand with 2: 72")).to_be_hidden()
    assert Proposal.objects.get().settled_at is not None
    prove("found again: 1 of 1 proposed, 0 applied, and left or taken at the table")


def test_the_second_list_is_written_on_another_phone_and_differences_are_said(phone):
    first, other = phone(), phone()
    tap(first, "Bernd Krause", "Grand", "with 2")
    press(first, "won")
    expect(state(first)).to_have_text("Saved on the server (no. 1)")
    hear(other)

    other.get_by_role("button", name="Keep the second list on this phone").click()
    expect(other.get_by_text("This is the second list of the table.")).to_be_visible()
    alive(other)
    tap(other, "Bernd Krause", "Grand", "with 1")
    press(other, "won")
    expect(state(other)).to_have_text("Saved on the server (no. 1)")

    assert (SecondDealRow.objects.get().points, DealRow.objects.get().points) == (48, 72)
    hear(first)
    for page in (first, other):
        expect(page.get_by_text("The two lists of this table differ.")).to_be_visible()
    assert violations(other) == []


def test_without_any_network_the_list_is_shown_as_a_code(phone):
    page = phone()
    press(page, "passed")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")

    page.locator("#more > summary").click()
    page.get_by_role("button", name="show the list as a code").click()

    expect(page.locator("#code svg")).to_be_visible()
    assert violations(page) == []
