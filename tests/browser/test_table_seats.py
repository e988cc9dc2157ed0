"""At the real site: seats that change while a phone has no network, and a thumb that lands twice on undo."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow, Proposal
from tables.draw.services.reseating import swap_seats
from tables.people.models import Entrant
from tests.browser import at_table
from tests.browser.at_table import NAMES, alive, last, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    """The list of table 1 of two, its players named, everybody seated."""
    row = factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=2)))
    for number, name in enumerate([*NAMES, "Emil Roth", "Frida Haas", "Gerd Maier", "Hilde Sommer"], start=1):
        Entrant.objects.filter(number=number).update(name=name)
    row.seats_confirmed_at = EVENING
    row.save(update_fields=["seats_confirmed_at"])
    return row


@pytest.fixture
def page(new_context: Callable, live_server, game_list) -> Page:
    return alive(at_table.at_list(new_context(**PHONE).new_page(), live_server.url, game_list))


@pytest.mark.thorough
def test_a_deal_written_for_who_sat_there_then_waits_until_the_table_says_for_whom_it_counts(page, game_list):
    page.context.set_offline(True)
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "won")
    press(page, "passed")
    expect(state(page)).to_contain_text("not yet sent (2)")
    swap_seats(
        series_id=game_list.table.series_id, numbers=(2, 7), because="rollstuhl", by=factories.user(), now=EVENING
    )

    page.context.set_offline(False)

    stuck = page.locator("#stuck")
    expect(stuck).to_contain_text("Bernd Krause wins Grand with 2: 72", timeout=20_000)
    expect(stuck).to_contain_text("Then: Anna Berg, Bernd Krause, Clara Vogt, Dieter Lange.")
    expect(page.locator("#seats .name")).to_have_text(["Anna", "Gerd", "Clara", "Dieter"])
    expect(page.locator("#ticks")).to_be_hidden()
    assert (DealRow.objects.count(), Proposal.objects.count()) == (0, 2)
    assert violations(page) == []
    # The dealer of the first deal sits out: he is not asked about.
    first = stuck.locator(".note").first
    expect(first.get_by_role("button", name="Anna Berg")).to_have_count(0)

    page.reload()
    alive(page)
    first.get_by_role("button", name="Clara Vogt").click()
    stuck.get_by_role("button", name="It counts").click()
    expect(state(page)).to_have_text("Saved on the server (no. 2)")

    expect(stuck.locator(".note")).to_have_count(0)
    assert list(DealRow.objects.order_by("number").values_list("declarer", "points")) == [(3, 72), (None, 0)]
    assert Proposal.objects.filter(settled_at=None).count() == 0
    tap(page, "Gerd Maier", "Clubs", "with 1")
    press(page, "won")
    expect(state(page)).to_have_text("Saved on the server (no. 3)")


@pytest.mark.thorough
def test_a_thumb_that_lands_four_times_on_undo_takes_one_deal_back(page):
    for _deal in range(4):
        press(page, "passed")
    expect(state(page)).to_have_text("Saved on the server (no. 4)")

    page.evaluate("for (let tap = 0; tap < 4; tap += 1) document.getElementById('undo').click()")

    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    expect(last(page)).to_contain_text("Deal 3 ")
    expect(page.locator("#undo")).to_have_text("Wrong? Correct it")
    assert DealRow.objects.filter(voided_at=None).count() == 3
    # It leads to the correction, which asks for the consent of all.
    expect(page.locator("#undo:not([aria-disabled])")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.get_by_role("dialog").get_by_label("All players of this deal agree")).to_be_visible()
