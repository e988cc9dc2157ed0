"""What an official sees at once: how much waits on any page, and a refusal at the button that caused it."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.table.services.calls import call
from tests import factories
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.factories import EVENING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]
OFFICE = "/t/cup/office/"


@pytest.fixture
def series():
    return factories.running_series(factories.tournament(entrants=7, rounds=12))


@pytest.fixture(params=[PHONE, WIDE], ids=["phone", "wide"])
def page(request, opened, live_server, series) -> Page:
    made = opened(**request.param)
    sign_in(made, live_server.url)
    return made


def test_a_call_is_seen_on_a_page_that_was_open_before(page, live_server, series):
    page.clock.install()
    page.goto(f"{live_server.url}{OFFICE}people/")
    badge = page.locator("#waiting-hall")
    expect(badge).to_be_hidden()
    row = factories.list_of(series)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)

    page.clock.run_for(11_000)

    expect(badge).to_be_visible()
    expect(badge).to_contain_text("1")
    expect(page.locator("#waiting-told")).to_contain_text("1 call")
    assert violations(page) == []


def test_a_refusal_stands_at_its_button_in_sight_and_is_read_out(page, live_server, series):
    page.goto(f"{live_server.url}{OFFICE}people/")
    page.get_by_role("button", name="Dismiss").click()

    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Somebody has to direct the tournament.")
    expect(refusal).to_be_in_viewport()
    button = page.get_by_role("button", name="Dismiss")
    expect(button).to_be_focused()
    assert button.get_attribute("aria-describedby") == refusal.get_attribute("id")
    above, below = refusal.bounding_box(), button.bounding_box()
    assert abs(below["y"] - above["y"] - above["height"]) < 60
    assert violations(page) == []


def test_what_an_act_did_has_the_focus(page, live_server, series):
    factories.judge(series.tournament)
    page.goto(f"{live_server.url}{OFFICE}people/")
    page.get_by_role("button", name="Dismiss richterin as judge").click()

    expect(page.locator("#messages .alert")).to_be_focused()
