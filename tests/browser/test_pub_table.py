"""From the start page to the first deal, on a phone of somebody who never saw this site; then who pays whom."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import alive, press, tap

pytestmark = pytest.mark.django_db(transaction=True)


def test_three_people_open_a_list_deal_and_settle(phone, live_server):
    phone.goto(live_server.url)
    phone.get_by_role("link", name="Gleich spielen, ohne Turnier").click()
    expect(phone.get_by_label("Platz 1")).to_be_focused()
    # The hand goes on where the first name is typed, and from there to the next.
    for name in ("Anna", "Bernd", "Clara"):
        phone.keyboard.type(name)
        phone.keyboard.press("Tab")
    phone.get_by_label("Cent je Punkt").fill("1")
    phone.get_by_role("button", name="Liste öffnen").click()

    expect(phone.locator(".qr svg")).to_be_visible()
    phone.get_by_role("link", name="Zum ersten Spiel").click()

    alive(phone)
    tap(phone, "Bernd", "Grand", "mit 2")
    press(phone, "won")
    expect(phone.locator("#state")).to_contain_text("Nr. 1")
    expect(phone.locator("#seats")).to_contain_text("72")

    phone.get_by_text("Mehr", exact=True).click()
    phone.get_by_role("link", name="Wer zahlt wem").click()
    expect(phone.locator(".shares")).to_contain_text("+1,44 €")
    expect(phone.locator(".payments").first).to_contain_text("Anna zahlt Bernd 0,72 €")

    # It is late: they stop, all of them.
    phone.get_by_role("link", name="Zur Liste").click()
    alive(phone)
    phone.get_by_text("Mehr", exact=True).click()
    phone.get_by_role("link", name="Hier aufhören").click()
    phone.get_by_label("Wir sind alle einverstanden.").check()
    phone.get_by_role("button", name="Hier aufhören").click()
    expect(phone.get_by_text("Beendet nach Spiel 1 von 36")).to_be_visible()
    expect(phone.get_by_text("Einverstanden: unterschreiben").first).to_be_visible()
