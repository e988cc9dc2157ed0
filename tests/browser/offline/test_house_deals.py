"""Deals by house rules on a phone whose network goes away: kept as they were typed, sent once, counted by the site."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.lists.models import DealRow, Proposal
from tests.browser.at_table import PLACE, comes_true, press, tap
from tests.browser.conftest import PHONE
from tests.scoring.houses.evening import columns, house_list

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

KEPT = """navigator.serviceWorker.controller && caches.open("table").then((cache) => cache.keys()).then((all) =>
    ["/table/1/", "table/house_list.js"].every((name) => all.some((one) => one.url.endsWith(name))) &&
    all.some((one) => one.url.includes("/l/")))"""
WAITS = "{} deal"
SAVED = "Saved on the server (no. {})"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone whose console may complain of a network that is not there."""
    return new_context(**PHONE)


def opened(phone: BrowserContext, live_server, row) -> Page:
    page = phone.new_page()
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    comes_true(page, KEPT)
    return page


def numbers() -> list[int]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def hearts(page: Page, seat: int, number: int) -> None:
    """Enter a game of hearts, won, as deal ``number``."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator(f"#declarer-{seat}").check()
    tap(page, "", "Hearts", "with 2")
    press(page, "won")


def ramsch(page: Page, number: int, points: dict[int, tuple[int, int]]) -> None:
    """Enter a Ramsch in columns, where everybody writes."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator("[data-ramsch]").click()
    for seat, (counted, tricks) in points.items():
        page.locator(f"[name=points_{seat}]").fill(str(counted))
        page.locator(f"[name=tricks_{seat}]").fill(str(tricks))
    press(page, "ramsch")


def state(page: Page):
    return page.locator("#state")


@pytest.mark.thorough
def test_a_ramsch_at_a_table_of_four_is_kept_through_a_killed_page_and_counted_once(phone, live_server):
    row = house_list("ramsch", seats=4, rounds=2)
    page = opened(phone, live_server, row)
    hearts(page, 2, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))

    phone.set_offline(True)
    # Whoever deals cannot lose: deal 2 is dealt from seat 2.
    expect(page.locator("[name=loses_2]")).to_have_count(0)
    # What it can know it says before it keeps the deal.
    page.locator("[data-ramsch]").click()
    press(page, "ramsch")
    expect(page.locator("#explain")).to_have_text("Who lost the Ramsch?")
    page.locator("[data-ramsch]").click()
    page.locator("[name=loses_3]").check()
    page.locator("[name=lost_with]").fill("40")
    press(page, "ramsch")
    expect(page.locator("#explain")).to_contain_text("whoever has most loses")
    page.locator("[name=lost_with]").fill("70")
    expect(page.locator("#explain")).to_be_hidden()
    page.locator("[name=virgins][value='1']").check()
    press(page, "ramsch")
    expect(state(page)).to_contain_text(WAITS.format(1))
    expect(page.locator("#waits")).to_contain_text("Card points 70 · 1 · Ramsch")
    expect(page.locator("#waits")).to_contain_text("still to be counted")
    page.close()
    page = phone.new_page()
    page.goto(f"{live_server.url}{PLACE}")
    expect(state(page)).to_contain_text(WAITS.format(1))
    hearts(page, 1, 3)
    expect(state(page)).to_contain_text(WAITS.format(2))
    # The last one is taken back before anybody heard of it.
    page.locator("#waits summary").click()
    page.get_by_role("button", name="Undo").click()
    expect(state(page)).to_contain_text(WAITS.format(1))
    hearts(page, 1, 3)
    expect(state(page)).to_contain_text(WAITS.format(2))
    assert numbers() == [1]

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(3))
    expect(page.locator("#waits")).to_be_hidden()
    expect(page.locator("#last-points")).to_have_text("30")
    assert numbers() == [1, 2, 3]
    assert columns(row)[2] == -140


@pytest.mark.thorough
def test_one_deal_that_is_refused_holds_the_others_up_only_until_it_is_mended(phone, live_server):
    page = opened(phone, live_server, house_list("raeuberskat", seats=3))
    phone.set_offline(True)
    # In deal 4 whoever is alone has had a suit already, which only the site knows.
    for number, game in enumerate(("Hearts", "Hearts", "Hearts", "Hearts", "Grand", "Grand"), start=1):
        expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
        tap(page, "", game, "with 2")
        press(page, "won")
        expect(state(page)).to_contain_text(f"{number} deal")

    phone.set_offline(False)
    stuck = page.locator("#stuck")
    expect(stuck).to_contain_text("has had such a game already")
    expect(stuck).to_contain_text("Waits for deal 4: no. 5, 6.")
    expect(stuck).not_to_contain_text("whoever keeps the list")
    stuck.locator("summary").click()
    expect(stuck.get_by_role("button", name="Enter it")).to_have_count(3)
    expect(stuck.get_by_role("button", name="Let it go")).to_have_count(3)
    assert numbers() == [1, 2, 3]

    # As it was typed, but for what was wrong with it.
    stuck.get_by_role("button", name="Enter it").last.click()
    expect(page.get_by_label("Hearts", exact=True)).to_be_checked()
    page.get_by_label("Grand", exact=True).check()
    press(page, "won")
    expect(state(page)).to_contain_text(SAVED.format(6))
    expect(stuck).to_be_empty()
    assert numbers() == [1, 2, 3, 4, 5, 6]
    assert not Proposal.objects.filter(settled_at=None).exists()


def test_what_a_phone_can_know_is_said_before_a_deal_is_kept(phone, live_server):
    page = opened(phone, live_server, house_list("ramsch ramsch_writes=everybody", seats=4, rounds=2))
    phone.set_offline(True)
    ramsch(page, 1, {2: (40, 3), 3: (50, 4), 4: (29, 3)})
    expect(page.locator("#explain")).to_contain_text("do not add up to 120")
    page.locator("[name=points_4]").fill("30")
    expect(page.locator("#explain")).to_be_hidden()
    page.locator("[name=tricks_4]").fill("2")
    press(page, "ramsch")
    expect(page.locator("#explain")).to_contain_text("do not add up to ten")
    page.locator("[name=tricks_4]").fill("3")
    press(page, "ramsch")
    expect(page.locator("#deal-number")).to_contain_text("Deal 2")
    press(page, "won")
    expect(page.locator("#explain")).to_have_text("Still missing: who played, which game")
    assert "1 deal" in state(page).inner_text()

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(1))
    assert numbers() == [1]
