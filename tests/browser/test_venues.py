"""Several venues in a real browser: a file is chosen, what it has is looked at, and joined."""

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.factories import GRAND, GRAND_LOST
from tests.scoring.venues.laptops import A, B, at_tables, away, event, list_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


def both_went_on(there):
    """Play at one venue, and a deal at a table of the other."""
    at_tables(*A)(there)
    factories.enter(list_at(there, 1, B[0]), (2, GRAND_LOST))


@pytest.fixture
def file():
    made = event()
    content = away(made, both_went_on)
    factories.enter(list_at(made, 1, B[0]), (3, GRAND))
    return content


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, WIDE, PHONE | {"viewport": {"width": 360, "height": 560}}])
def test_a_file_is_looked_at_and_joined(opened, live_server, file, screen):
    page: Page = opened(**screen)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/office/venues/")
    page.get_by_label("File of a venue").set_input_files(
        files=[{"name": "cup-venue.json.gz", "mimeType": "application/gzip", "buffer": file}]
    )
    page.get_by_role("button", name="Look what would come").click()
    expect(page.get_by_text("1 list stays as it is here:")).to_be_visible()
    expect(page.get_by_text("4 lists would come:")).to_be_visible()
    assert violations(page) == []

    page.get_by_role("button", name="Join these").click()
    expect(page.get_by_text("4 lists were joined.")).to_be_visible()
