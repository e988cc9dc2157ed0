"""A list of house rules on a phone: its tiles follow its rules; what the deal comes to is said before it is entered."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import tap
from tests.scoring.houses.evening import columns, house_list

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


def opened(page: Page, live_server, row) -> None:
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    page.goto(f"{live_server.url}/t/cup/series/1/table/1/")


@pytest.mark.thorough
def test_contra_and_a_ramsch_with_a_jungfrau_on_a_phone(phone: Page, live_server):
    row = house_list("kneipe")
    opened(phone, live_server, row)

    phone.locator("#declarer-1").check()
    tap(phone, "", "Hearts", "with 2", "Contra")
    expect(phone.locator("button[value=won]")).to_contain_text("60")
    expect(phone.locator("button[value=lost]")).to_contain_text("−120")
    phone.locator("button[value=won]").click()
    expect(phone.locator("#last-points")).to_have_text("60")

    phone.get_by_text("Ramsch: card points and tricks").click()
    for seat, points, tricks in ((1, 40, 4), (2, 0, 0), (3, 80, 6)):
        phone.locator(f"[name=points_{seat}]").fill(str(points))
        phone.locator(f"[name=tricks_{seat}]").fill(str(tricks))
    expect(phone.locator("button[value=ramsch]")).to_contain_text("−160")
    phone.locator("button[value=ramsch]").click()
    expect(phone.locator("#last-points")).to_have_text("−160")
    assert columns(row) == [60, 0, -160]
