"""The seat plan under the mouse: one name dragged onto another shows what the swap does, does it, and takes it back."""

import pytest
from playwright.sync_api import expect

from tables.draw.models import Seat
from tests.browser.conftest import WIDE
from tests.browser.test_every_page import sign_in
from tests.support import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]
PLAN = "/t/cup/office/series/1/draw/"


def test_a_name_is_dragged_onto_another_and_the_swap_is_done_and_undone(opened, live_server):
    factories.running_series(factories.tournament(entrants=8), published_only=True)
    before = seated()
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    page.goto(live_server.url + PLAN)

    page.locator(".seat-tick", has_text="Spieler 4").drag_to(page.locator(".seat-tick", has_text="Spieler 5"))

    expect(page.get_by_role("heading", name="If Spieler 4 (4) and Spieler 5 (5) change seats")).to_be_visible()
    expect(page.get_by_text("Spieler 4 (4) moves from table 1, seat 4 to table 2, seat 1.")).to_be_visible()
    assert seated() == before

    page.get_by_label("Reason").fill("a wheelchair")
    page.get_by_role("button", name="Swap the two seats").click()
    second = page.locator(".seat-table").nth(1)
    expect(second).to_contain_text("Spieler 4")
    assert seated() == {**before, 4: before[5], 5: before[4]}

    page.get_by_role("button", name="Undo").click()
    expect(second).to_contain_text("Spieler 5")
    assert seated() == before


def seated() -> dict[int, tuple[int, int]]:
    """Return table and seat of every start number."""
    return {seat.entrant.number: (seat.table.number, seat.place) for seat in Seat.objects.select_related()}
