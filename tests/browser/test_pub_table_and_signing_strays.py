"""From the start page to the first deal, on a phone of somebody who never saw this site; then who pays whom.

A slip, a stray tap, a swipe and a second tap sign nothing.
"""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow
from tests.browser.at_signing import agree, complete_list, draw, open_all, open_page
from tests.browser.at_table import alive, press, tap
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING

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
    expect(phone.locator(".shares").first).to_contain_text("+1,44 €")
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


SWIPED = """(pad) => {
  const { left, top, width, height } = pad.getBoundingClientRect();
  const touch = (type, at) => pad.dispatchEvent(new PointerEvent(type, {
    isPrimary: true, button: 0, pointerId: 1, bubbles: true,
    clientX: left + width * (0.4 + at / 400), clientY: top + height * (0.95 - at / 11) }));
  pad.setPointerCapture = () => {};
  touch("pointerdown", 0);
  for (let at = 1; at < 10; at += 1) touch("pointermove", at);
  touch("pointerup", 10);
}"""


@pytest.fixture
def row() -> GameListRow:
    return complete_list()


@pytest.mark.thorough
def test_a_slip_of_the_finger_is_no_signature(phone, live_server, row):
    open_page(phone, live_server, row)
    seat = agree(phone, 1)
    seat.locator(".signature-pad svg").click()

    seat.locator("button[value=confirm]").click()

    expect(phone.locator("#seat-1 .alert-error")).to_be_visible()
    assert not row.confirmations.exists()


@pytest.mark.thorough
def test_a_stray_tap_anywhere_signs_nothing(phone, live_server, row):
    """Each thing that can be tapped, alone, on a page just opened: all folds are open, which takes taps already."""
    open_page(phone, live_server, row)
    count = open_all(phone).count()
    assert count > 3 * 5
    for at in range(count):
        open_page(phone, live_server, row)
        open_all(phone).nth(at).click()
        phone.wait_for_load_state()
        assert not row.confirmations.exists()


def middle(at) -> tuple[float, float]:
    box = at.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def stopped(opened, live_server, row) -> Page:
    """The page to sign on, in a time that stands still: so a second tap comes as soon as a thumb likes."""
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}})
    page.clock.install(time=EVENING)
    page.clock.pause_at(EVENING + timedelta(hours=1))
    open_page(page, live_server, row)
    return page


def goes_on(page: Page) -> None:
    page.clock.run_for(REST)
    expect(page.locator("main [inert]")).to_have_count(0)


REST = 600


"""Milliseconds in which a second tap is taken for the first one."""


@pytest.mark.thorough
def test_a_thumb_that_lands_twice_on_what_opens_names_nobody_who_heard_it(stopped, row):
    page = stopped
    for place in (1, 2, 3):
        goes_on(page)
        fold = page.locator(f"#agree-{place}")
        fold.locator("summary").scroll_into_view_if_needed()
        point = middle(fold.locator("summary"))
        page.touchscreen.tap(*point)
        expect(fold).to_have_attribute("open", "")
        page.touchscreen.tap(*point)

        assert fold.locator("input:checked").count() == 0
    assert not row.confirmations.exists()


@pytest.mark.thorough
def test_nor_does_the_last_to_sign_close_the_list_with_the_same_tap(stopped, live_server, row):
    page = stopped
    for place in (1, 2):
        factories.confirm(row, place)
    open_page(page, live_server, row)
    goes_on(page)
    seat = agree(page, 3)
    goes_on(page)
    draw(page, seat)
    seat.locator("button[value=confirm]").click()
    expect(page.locator("#close [inert]")).to_be_visible()
    page.touchscreen.tap(*middle(page.locator("button[value=sign]")))

    row.refresh_from_db()
    assert (row.confirmations.count(), row.signed_at) == (3, None)
    goes_on(page)
    page.locator("button[value=sign]").click()
    page.wait_for_url("**/table/1/")
    row.refresh_from_db()
    assert row.signed_at


@pytest.mark.thorough
def test_a_thumb_that_meant_to_scroll_signs_nothing(phone, live_server, row):
    open_page(phone, live_server, row)
    seat = agree(phone, 1)
    seat.locator(".signature-pad svg").evaluate(SWIPED)
    assert seat.locator("[name=drawing]").input_value().count("L") > 5
    seat.locator("button[value=confirm]").click()

    expect(phone.locator("#seat-1 .alert-error")).to_contain_text("unterschreiben Sie mit Ihrem Namen")
    assert not row.confirmations.exists()
