"""A pub table from the start page to who pays whom, and lists signed on phones."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow, Phone
from scoring.rules.profiles.naming import name_of, named
from scoring.rules.profiles.presets import PROFILES
from scoring.signing import services as signing
from tests.browser import axe
from tests.browser.at_table import ON_AND_ON, agree, alive, complete_list, draw, open_all, open_page, press, tap
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
    cookie = next(one for one in keeper.context.cookies() if one["name"] == "keys")
    Phone.objects.create(game_list=row, device=factories.device_in(cookie["value"]), keeps="first", seen_at=EVENING)
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


def test_only_rules_for_as_many_as_have_a_name_are_offered(phone, live_server):
    chosen = next(name for name in map(name_of, PROFILES) if name and set(named(name).seats) == {3, 4})
    phone.goto(f"{live_server.url}/table/")
    rules = phone.locator("[name=profile]")
    offered = (
        "[...document.querySelector('[name=profile]').options].filter((one) => !one.disabled).map((one) => one.value)"
    )
    every = set(phone.evaluate(offered))
    rules.select_option(chosen)
    for seat, name in enumerate(("Anna", "Bernd", "Clara", "Dora", "Emil"), start=1):
        phone.get_by_label(f"Platz {seat}").fill(name)
        wanted = {one for one in every if seat == 1 or seat in named(one).seats}
        assert set(phone.evaluate(offered)) == wanted
        assert (rules.input_value() == chosen) == (chosen in wanted)
    assert chosen not in wanted
    phone.get_by_label("Platz 5").fill("")
    expect(rules).to_have_value(chosen)


@pytest.mark.thorough
def test_three_people_open_a_list_deal_and_settle(phone, live_server):
    phone.goto(live_server.url)
    phone.get_by_role("link", name="Liste ohne Turnier").click()
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
    phone.get_by_role("link", name="Zahlungen untereinander").click()
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
