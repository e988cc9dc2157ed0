"""The director's day in a real browser, in short: three walk-ins, the draw, the seats, the board."""

import re

import pytest
from playwright.sync_api import expect

from scoring.lists.models import DealRow
from tables.people.models import Entrant
from tests import factories
from tests.browser.conftest import PHONE, WIDE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


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
    expect(page.get_by_role("heading", name="Draw of series 1: preview")).to_be_visible()
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
