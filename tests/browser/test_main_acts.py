"""Each page of the office has one main act, in view on a laptop without scrolling."""

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.test_every_page import sign_in
from tests.flows.test_rooms_of_the_office import walked
from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

LAPTOP: Final = {"viewport": {"width": 1366, "height": 768}}
MOST_OUT_OF_VIEW: Final = 4
"""Pages of appeals, paper lists and the account, whose main act is further down; the goal is none."""

IN_VIEW: Final = """
() => [...document.querySelectorAll("main .btn-primary")].filter((one) => one.checkVisibility()).map((one) => {
  const at = one.getBoundingClientRect();
  return at.top >= 0 && at.bottom <= innerHeight;
})
"""


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
