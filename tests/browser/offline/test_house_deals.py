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
WAITS = "On this phone, not yet sent ({})"
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


def hearts(page: Page, seat: int, number: int, outcome: str = "won", *more: str) -> None:
    """Enter a game of hearts as deal ``number``."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator(f"#declarer-{seat}").check()
    tap(page, "", "Hearts", "with 2", *more)
    press(page, outcome)


def ramsch(page: Page, number: int, points: dict[int, int]) -> None:
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.get_by_text("Ramsch: card points and tricks").click()
    for seat, counted in points.items():
        page.locator(f"[name=points_{seat}]").fill(str(counted))
    press(page, "ramsch")


def state(page: Page):
    return page.locator("#state")


def test_a_ramsch_at_a_table_of_four_is_kept_through_a_killed_page_and_counted_once(phone, live_server):
    row = house_list("ramsch", seats=4, rounds=2)
    page = opened(phone, live_server, row)
    hearts(page, 2, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))

    phone.set_offline(True)
    # Whoever deals is not asked for card points: deal 2 is dealt from seat 2.
    ramsch(page, 2, {1: 40, 3: 50, 4: 30})
    expect(state(page)).to_contain_text(WAITS.format(1))
    expect(page.locator("#waits")).to_contain_text("still to be counted")
    page.close()
    page = phone.new_page()
    page.goto(f"{live_server.url}{PLACE}")
    expect(state(page)).to_contain_text(WAITS.format(1))
    hearts(page, 1, 3)
    expect(state(page)).to_contain_text(WAITS.format(2))
    assert numbers() == [1]

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(3))
    expect(page.locator("#waits")).to_be_hidden()
    expect(page.locator("#last-points")).to_have_text("30")
    assert numbers() == [1, 2, 3]


def test_kneipe_with_contra_waits_and_is_counted_by_the_site(phone, live_server):
    row = house_list("kneipe", rounds=2)
    page = opened(phone, live_server, row)
    phone.set_offline(True)
    hearts(page, 1, 1, "won", "Contra")
    expect(page.locator("#waits")).to_contain_text("with 2")
    hearts(page, 2, 2)
    expect(state(page)).to_contain_text(WAITS.format(2))
    # The last one is taken back before anybody heard of it.
    page.locator("#waits summary").click()
    page.get_by_role("button", name="Undo").click()
    expect(state(page)).to_contain_text(WAITS.format(1))

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(1))
    expect(page.locator("#last-points")).to_have_text("60")
    assert columns(row) == [60, 0, 0]


def test_an_answer_that_was_lost_makes_no_second_deal(phone, live_server):
    page = opened(phone, live_server, house_list("kneipe", rounds=2))
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0))
            return route.abort()
        return route.continue_()

    phone.route(f"**{PLACE}", lose)
    hearts(page, 1, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))
    expect(page.locator("#last-points")).to_have_text("30")
    assert len(lost) == 1
    assert numbers() == [1]


def test_the_same_deal_of_two_phones_is_shown_side_by_side(phone, new_context, live_server):
    row = house_list("kneipe", rounds=2)
    page, other = opened(phone, live_server, row), new_context(**PHONE)
    second = opened(other, live_server, row)
    other.set_offline(True)
    hearts(second, 2, 1, "lost")
    expect(state(second)).to_contain_text(WAITS.format(1))
    hearts(page, 1, 1)
    expect(state(page)).to_contain_text(SAVED.format(1))

    other.set_offline(False)
    expect(second.locator("#stuck")).to_contain_text("Deal 1")
    assert numbers() == [1]
    assert Proposal.objects.count() == 1
    page.reload()
    expect(page.locator("#stuck")).to_contain_text("Deal 1: which one is right?")
