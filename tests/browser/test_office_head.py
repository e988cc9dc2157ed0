"""What an official sees at once: how much waits on any page, and a refusal at the button that caused it."""

from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.table.services.batches import call
from tables.draw.models import Seat
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.flows.test_rooms_of_the_office import walked
from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

OFFICE = "/t/cup/office/"


@pytest.fixture
def series():
    return factories.running_series(factories.tournament(entrants=7, rounds=12))


@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_hand_is_led_to_what_an_act_did_would_do_or_was_refused_for(opened, live_server, series, screen):
    page: Page = opened(**screen)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{OFFICE}settings/?at=people")
    page.get_by_role("button", name="Dismiss").click()
    refusal, button = page.get_by_role("alert"), page.get_by_role("button", name="Dismiss")
    expect(refusal).to_contain_text("Somebody has to direct the tournament.")
    expect(refusal).to_be_in_viewport()
    expect(button).to_be_focused()
    assert button.get_attribute("aria-describedby") == refusal.get_attribute("id")
    above, below = refusal.bounding_box(), button.bounding_box()
    assert abs(below["y"] - above["y"] - above["height"]) < 60

    factories.judge(series.tournament)
    page.goto(f"{live_server.url}{OFFICE}settings/?at=people")
    page.get_by_role("button", name="Dismiss: richterin").click()
    expect(page.locator("#messages .alert")).to_be_focused()

    page.goto(f"{live_server.url}{OFFICE}measures/new/?kind=penalty&entrant=2&series=1")
    page.locator("[name=points]").fill("30")
    page.locator("[name=reason]").fill("Zu spät")
    page.locator("[name=clause]").fill("SkWO 4.2")
    page.locator("[name=clause]").press("Enter")
    expect(page.locator("#preview")).to_be_focused()
    expect(page.locator("#preview")).to_be_in_viewport()


@pytest.mark.browser_context_args(locale="en-GB")
def test_an_open_page_has_its_keys_and_says_by_itself_who_calls_and_that_nobody_is_signed_in(
    new_context, live_server, series
):
    page = new_context(**WIDE).new_page()
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{OFFICE}settings/?at=people")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator("#find-in-office")).to_be_focused()
    page.keyboard.type("?")
    expect(keys).to_be_hidden()

    page.clock.install()
    page.reload()
    badge = page.locator("#waiting-hall")
    expect(badge).to_be_hidden()
    row = factories.list_of(series)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)
    page.clock.run_for(11_000)
    expect(badge).to_be_visible()
    expect(badge).to_contain_text("1")
    expect(page.locator("#waiting-told")).to_contain_text("Calls: 1")

    expect(page.locator("#signed-out")).to_be_hidden()
    page.context.clear_cookies(name="sessionid")
    page.clock.run_for(11_000)
    expect(page.locator("#signed-out")).to_be_visible()
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)


LAPTOP: Final = {"viewport": {"width": 1366, "height": 768}}
MOST_OUT_OF_VIEW: Final = 4
"""Pages of appeals, paper lists and the account, whose main act is further down; the goal is none."""

IN_VIEW: Final = """
() => [...document.querySelectorAll("main .btn-primary")].filter((one) => one.checkVisibility()).map((one) => {
  const at = one.getBoundingClientRect();
  return at.top >= 0 && at.bottom <= innerHeight;
})
"""


@pytest.mark.thorough
def test_the_main_act_is_in_view(opened, live_server):
    visitor = Visitor()
    busy.event()
    visitor.client.force_login(factories.user())
    addresses = {name: page.url for name, page in walked(visitor).items()}
    page: Page = opened(**LAPTOP)
    sign_in(page, live_server.url)

    below = []
    for name, address in addresses.items():
        page.goto(f"{live_server.url}{address}")
        acts = page.evaluate(IN_VIEW)
        if acts and not any(acts):
            below.append(name)

    assert len(below) <= MOST_OUT_OF_VIEW, below


PLAN = "/t/cup/office/series/1/draw/"


@pytest.mark.browser_context_args(locale="en-GB")
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
    return {seat.entrant.number: (seat.table.number, seat.place) for seat in Seat.objects.select_related()}
