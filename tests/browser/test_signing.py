"""Signing a list on a phone: drawn with a finger, on a phone of one's own, and without scripts."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import expect

from scoring.lists.models import GameListRow, Phone
from scoring.signing import services as signing
from tests.browser import axe
from tests.browser.at_signing import ON_AND_ON, agree, complete_list, draw, open_page
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row() -> GameListRow:
    return complete_list()


def test_drawn_by_everybody_the_list_is_closed(phone, live_server, row):
    open_page(phone, live_server, row)
    for place in (1, 2, 3):
        seat = agree(phone, place)
        draw(phone, seat)
        seat.locator("button[value=confirm]").click()
        expect(phone.locator(f"#seat-{place} .signature-drawn")).to_be_visible()
    phone.locator("button[value=sign]").click()
    phone.wait_for_url("**/table/1/")

    row.refresh_from_db()
    assert row.signed_hash
    assert {one.way for one in row.confirmations.all()} == {"drawn"}


@pytest.mark.thorough
def test_what_went_wrong_is_cleared_and_drawn_again(phone, live_server, row):
    open_page(phone, live_server, row)
    seat = agree(phone, 1)
    field = seat.locator("[name=drawing]")
    draw(phone, seat)
    assert field.input_value()

    seat.locator(".signature-pad button").click()

    assert field.input_value() == ""
    draw(phone, seat, points=10)
    assert field.input_value().startswith("M")


@pytest.mark.thorough
def test_a_signature_without_end_still_fits(phone, live_server, row):
    open_page(phone, live_server, row)
    seat = agree(phone, 1)
    draw(phone, seat)
    seat.locator(".signature-pad svg").evaluate(ON_AND_ON, 1500)

    assert 2000 < len(seat.locator("[name=drawing]").input_value()) <= 8000
    seat.locator("button[value=confirm]").click()
    expect(phone.locator("#seat-1 .signature-drawn")).to_be_visible()


def test_the_first_player_reads_and_agrees_on_the_first_screen(opened, live_server, row):
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}})
    open_page(page, live_server, row)

    expect(page.locator("#agree-1 summary")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seat-1 .figures").first).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_of_drawing_and_hearer_the_last_counts(phone, live_server, row):
    open_page(phone, live_server, row)
    seat = agree(phone, 1)
    draw(phone, seat)
    seat.get_by_role("radio").first.check()
    assert seat.locator("[name=drawing]").input_value() == ""

    draw(phone, seat)

    assert seat.locator("[name=drawing]").input_value()
    assert seat.locator("input:checked").count() == 0


LONG = (
    "Maximiliane-Friederike Freifrau von Schwarzenberg-Hohenlohe X",
    "Nebukadnezarowitsch-Szczepankiewiczowa Donaudampfschiffahrter",
    "Bartholomäus-Sebastian Hinterberger-Unterkirchner von und zu Y",
    "Nebukadnezarowitsch-Szczepankiewiczowa Donaudampfschifffahrts",
)
WIDTH_AND_HEIGHT = ((360, 560), (320, 568))


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), WIDTH_AND_HEIGHT)
@pytest.mark.parametrize("of_three", [True, False], ids=["three", "four"])
def test_all_that_one_player_signs_with_is_on_one_screen(opened, live_server, width, height, of_three):
    made = factories.running_list(seats=3 if of_three else 4)
    factories.fill(made)
    for seat in made.table.seats.select_related("entrant"):
        seat.entrant.name = LONG[seat.place - 1]
        seat.entrant.save()
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}})
    open_page(page, live_server, made)

    for place in range(1, made.table.size + 1):
        agree(page, place)
        seen = page.locator(f"#agree-{place}").evaluate(SEEN)

        assert seen["out"] == []
        assert seen["small"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


SEEN = """async (fold) => {
  for (let [still, at] = [0, -1]; still < 10; at = window.scrollY) {
    await new Promise(requestAnimationFrame);
    still = window.scrollY === at ? still + 1 : 0;
  }
  const parts = [...fold.querySelectorAll("summary, .signature-pad svg, .heard-by label, button")];
  const box = (one) => one.getBoundingClientRect();
  const named = (some) => some.map((one) => one.outerHTML.slice(0, 80));
  return {
    out: named(parts.filter((one) => box(one).top < 0 || box(one).bottom > window.innerHeight)),
    small: named([...parts, ...fold.querySelectorAll("p, span, legend")].filter((one) =>
      parseFloat(getComputedStyle(one).fontSize) < 16 ||
      (parts.includes(one) && (box(one).width < 48 || box(one).height < 44)))),
  };
}"""


@pytest.mark.thorough
def test_on_a_phone_of_his_own_he_signs_with_his_code(opened, live_server, row):
    keeper, own = opened(**PHONE), opened(**PHONE)
    open_page(keeper, live_server, row)
    cookie = next(one for one in keeper.context.cookies() if one["name"] == "sessionid")
    Phone.objects.create(game_list=row, device=device_of(cookie["value"]), keeps="first", seen_at=EVENING)
    keeper.reload()
    keeper.locator("details:has(.sign-codes) summary").click()
    code = keeper.locator(".sign-codes dd").nth(1).inner_text()
    assert code == signing.phone_code(row, 2)

    open_page(own, live_server, row)
    assert own.locator(".sign-codes").count() == 0
    seat = agree(own, 2)
    seat.locator("[name=code]").fill(code)
    seat.locator("button[value=confirm]").click()

    expect(own.locator("#seat-2 .good")).to_contain_text("Spieler 2")
    assert row.confirmations.get().way == "phone"


def device_of(session_key: str) -> str:
    return str(SessionStore(session_key)["device"])


@pytest.mark.thorough
def test_without_scripts_everybody_says_it_aloud(phone_without_scripts, live_server, row):
    page = phone_without_scripts
    open_page(page, live_server, row)
    for place in (1, 2, 3):
        seat = agree(page, place)
        assert not seat.locator(".signature-pad").is_visible()
        seat.get_by_role("radio").last.check()
        seat.locator("button[value=confirm]").click()
        expect(page.locator(f"#seat-{place} .good")).to_be_visible()
    page.locator("button[value=sign]").click()
    page.wait_for_url("**/table/1/")

    row.refresh_from_db()
    assert row.signed_at


SMALL = """() => {
  const targets = "main :is(button, summary, textarea, label:has(input):not(.heard-by *)), "
    + "main input:not([type=hidden], label *)";
  return [...document.querySelectorAll(targets)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 56)
    .map((one) => one.outerHTML.slice(0, 90));
}"""
"""What is smaller than a thumb; those who heard a signature are as high as the tiles of the list."""


@pytest.mark.thorough
@pytest.mark.parametrize("address", ["seated/", "calls/"])
def test_before_and_beside_the_list_everything_is_large_enough(phone, live_server, row, address):
    open_page(phone, live_server, row)
    phone.goto(f"{live_server.url}/t/cup/series/1/table/1/{address}")
    for summary in phone.locator("main summary").all():
        summary.click()

    assert phone.evaluate(SMALL) == []
    assert axe.found(phone) == []


@pytest.mark.thorough
def test_open_for_everybody_axe_finds_nothing_and_targets_are_large(phone, live_server, row):
    open_page(phone, live_server, row)
    for summary in phone.locator(".signatures summary").all():
        summary.click()

    assert axe.violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert phone.evaluate(SMALL) == []


@pytest.mark.thorough
def test_what_the_key_of_a_signed_list_still_shows(phone, live_server, row):
    factories.confirm_and_sign(row)
    phone.goto(f"{live_server.url}/l/{row.table.key}/")

    assert axe.found(phone) == []
    phone.locator("main a").first.click()
    phone.wait_for_url("**/standings/")


@pytest.mark.thorough
def test_on_the_narrowest_phone_nothing_sticks_out(opened, live_server, row):
    row.table.series.tournament.entrants.update(name="Nebukadnezarowitsch-Szczepankiewiczowa")
    Phone.objects.create(game_list=row, device="f" * 32, keeps="first", seen_at=EVENING)
    page = opened(**PHONE | {"viewport": {"width": 320, "height": 640}})
    open_page(page, live_server, row)
    for address in ("/t/cup/series/1/table/1/sign/", "/t/cup/series/1/table/1/seated/", "/code/"):
        page.goto(f"{live_server.url}{address}")
        for summary in page.locator("main summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address
