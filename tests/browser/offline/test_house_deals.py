"""Deals by house rules on a phone whose network goes away: kept as they were typed, sent once, counted by the site."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.lists.models import DealRow, Proposal
from tests.browser.at_table import PLACE, comes_true, press, tap
from tests.browser.conftest import PHONE
from tests.scoring.houses.evening import columns, house_list
from tests.support.thorough import thorough

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


def hearts(page: Page, seat: int, number: int, outcome: str = "won", *more: str) -> None:
    """Enter a game of hearts as deal ``number``."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator(f"#declarer-{seat}").check()
    tap(page, "", "Hearts", "with 2", *more)
    press(page, outcome)


def ramsch(page: Page, number: int, points: dict[int, tuple[int, int]]) -> None:
    """Enter a Ramsch in columns, where everybody writes."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator("[data-ramsch]").click()
    for seat, (counted, tricks) in points.items():
        page.locator(f"[name=points_{seat}]").fill(str(counted))
        page.locator(f"[name=tricks_{seat}]").fill(str(tricks))
    press(page, "ramsch")


def lost(page: Page, number: int, seat: int, card_points: int, *more: str) -> None:
    """Enter a Ramsch in short, where only the loser does."""
    expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
    page.locator("[data-ramsch]").click()
    page.locator(f"[name=loses_{seat}]").check()
    page.locator("[name=lost_with]").fill(str(card_points))
    for virgins in more:
        page.locator(f"[name=virgins][value='{virgins}']").check()
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
    lost(page, 2, 3, 70, "1")
    expect(state(page)).to_contain_text(WAITS.format(1))
    expect(page.locator("#waits")).to_contain_text("Card points 70")
    expect(page.locator("#waits")).to_contain_text("Without a trick 1")
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
    assert columns(row)[2] == -140


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


@pytest.mark.thorough
def test_a_ramsch_in_short_is_held_against_its_figures_before_it_is_kept(phone, live_server):
    row = house_list("ramsch", seats=4, rounds=2)
    page = opened(phone, live_server, row)
    phone.set_offline(True)
    page.locator("[data-ramsch]").click()
    press(page, "ramsch")
    expect(page.locator("#explain")).to_have_text("Who lost the Ramsch?")
    lost(page, 1, 3, 40)
    expect(page.locator("#explain")).to_contain_text("whoever has most loses")
    page.locator("[name=lost_with]").fill("61")
    expect(page.locator("#explain")).to_be_hidden()
    press(page, "ramsch")
    expect(page.locator("#deal-number")).to_contain_text("Deal 2")

    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(1))
    expect(page.locator("#last-points")).to_have_text("−61")
    assert columns(row) == [0, 0, -61, 0]


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


@pytest.mark.thorough
@pytest.mark.parametrize("has_network", [True, *thorough(False)])
def test_passed_in_twice_in_a_row_is_one_deal_until_something_else_was_touched(phone, live_server, has_network):
    page = opened(phone, live_server, house_list("classic", rounds=3))
    phone.set_offline(not has_network)
    page.clock.install()
    passed, number = page.locator("[name=outcome][value=passed]"), page.locator("#deal-number")
    tapped = "document.querySelector('[name=outcome][value=passed]').click()"

    def land(deal: int, *, apart: int) -> None:
        """Tap twice, the second time on what the page made of the first."""
        # The time of the page stands still, however long the site takes to answer.
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
        page.evaluate(tapped)
        expect(number).to_contain_text(f"Deal {deal + 1} of")
        page.clock.run_for(apart)
        expect(passed).to_be_disabled()
        page.evaluate(tapped)
        page.clock.resume()

    land(1, apart=0)
    expect(passed).to_be_enabled()
    land(2, apart=650)
    expect(passed).to_be_enabled()
    land(3, apart=1_300)
    page.locator("#state").click()
    page.evaluate(tapped)
    expect(number).to_contain_text("Deal 5 of")
    phone.set_offline(False)
    expect(state(page)).to_contain_text(SAVED.format(4))
    assert numbers() == [1, 2, 3, 4]
