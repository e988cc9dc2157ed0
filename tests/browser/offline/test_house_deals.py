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


def ramsch(page: Page, number: int, points: dict[int, tuple[int, int]]) -> None:
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.get_by_text("Ramsch: card points and tricks").click()
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
    # Whoever deals is not asked for card points: deal 2 is dealt from seat 2.
    ramsch(page, 2, {1: (40, 3), 3: (50, 4), 4: (30, 3)})
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_a_deal_after_the_target_comes_back_with_its_sentence(phone, live_server):
    page = opened(phone, live_server, house_list("bierlachs", rounds=12))
    phone.set_offline(True)
    for number in range(1, 5):
        expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
        page.locator("#declarer-1").check()
        tap(page, "", "Grand", "with 4")
        press(page, "lost")
        expect(state(page)).to_contain_text(WAITS.format(number))

    phone.set_offline(False)
    expect(page.locator("#stuck")).to_contain_text("target")
    expect(page.locator("#stuck")).to_contain_text("Grand")
    assert numbers() == [1, 2, 3]
    page.get_by_role("button", name="Let it go").click()
    expect(page.locator("#stuck")).to_be_empty()


@pytest.mark.thorough
def test_bock_is_counted_by_the_site_for_deals_that_waited(phone, live_server):
    row = house_list("kneipe bock_events=4", rounds=4)
    page = opened(phone, live_server, row)
    phone.set_offline(True)
    # A game that is lost with Contra brings on a round of Bock: the page does not know it, the site counts it.
    hearts(page, 1, 1, "lost", "Contra")
    hearts(page, 2, 2)
    expect(page.locator("#house")).to_be_hidden()

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(2))
    expect(page.locator("#house")).to_contain_text("Bock: counts × 2")
    assert columns(row) == [-120, 60, 0]


@pytest.mark.thorough
def test_a_table_in_a_pub_goes_on_without_a_network(phone, live_server):
    page = phone.new_page()
    page.goto(f"{live_server.url}/table/")
    for number, name in enumerate(("Anna", "Bernd", "Clara"), start=1):
        page.get_by_label(f"Seat {number}").fill(name)
    page.locator("[name=profile]").select_option("kneipe")
    page.get_by_role("button", name="Open the list").click()
    page.get_by_role("link", name="To the first deal").click()
    comes_true(page, KEPT)
    phone.set_offline(True)
    hearts(page, 1, 1)
    expect(page.locator("#waits")).to_contain_text("Anna · Hearts · with 2 · Won")
    page.reload()
    expect(state(page)).to_contain_text(WAITS.format(1))
    hearts(page, 2, 2)

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(2))
    assert numbers() == [1, 2]
