"""The dialogs of the page at the table: corrections, calls, objections and signatures on the smallest screens."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import Call, DealRow, GameListRow, Phone
from scoring.signing import services as signing
from tests.browser import at_table
from tests.browser.at_table import alive, last, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING, GRAND, enter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def row() -> GameListRow:
    """A list of one round at a table of four, complete."""
    made = at_table.game_list(seats=4)
    factories.fill(made)
    made.refresh_from_db()
    return made


@pytest.fixture
def page(opened, live_server, row) -> Page:
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, row))


LONG = (
    "Maximiliane-Friederike Freifrau von Schwarzenberg-Hohenlohe X",
    "Nebukadnezarowitsch-Szczepankiewiczowa Donaudampfschiffahrter",
    "Bartholomäus-Sebastian Hinterberger-Unterkirchner von und zu Y",
    "Nebukadnezarowitsch-Szczepankiewiczowa Donaudampfschifffahrts",
)


def name_them(row: GameListRow) -> None:
    for seat in row.table.seats.select_related("entrant"):
        seat.entrant.name = LONG[seat.place - 1]
        seat.entrant.save()


def dialog(page: Page):
    return page.locator("dialog[open]")


def to_sign(page: Page) -> None:
    page.get_by_role("link", name="Check and sign").click()
    expect(dialog(page).locator(".players > li")).to_have_count(4)


def opened_dialogs(page: Page):
    """Yield the name of each dialog while it is open, unfolded."""
    page.locator("#more > summary").click()
    for name in ("object", "help", "leaves"):
        page.locator(f"[data-opens={name}]").click()
        yield name
        dialog(page).locator("[data-close]").click()
    page.locator("#to-deals").click()
    page.locator("#deal-list a").first.click()
    yield "deal"
    dialog(page).locator("[data-mend]").click()
    press(page, "lost")
    yield "correct"
    dialog(page).locator("[data-close]").click()
    page.locator("#undo").click()
    page.locator("[data-opens=sign]").click()
    yield "sign"
    for summary in dialog(page).locator("summary").all():
        summary.click()
    yield "sign, unfolded"


STICKS_OUT = """() => [...document.querySelectorAll("dialog[open], dialog[open] *")]
  .filter((one) => one.checkVisibility() && !one.closest(".face") && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""

SAYS = """() => {
  const open = document.querySelector("dialog[open]");
  const parts = [...open.querySelectorAll("*")].map((one) => [one.hidden, one.open, one.checked, one.value]);
  return JSON.stringify([open.innerText, ...open.querySelectorAll("a[href]"), parts]);
}"""
"""All that a dialog shows, and what is chosen and typed in it."""


@pytest.mark.thorough
def test_a_dialog_left_open_goes_on_showing_what_it_showed(opened, live_server, row):
    """The page asks the site and draws itself anew meanwhile."""
    page = opened(**PHONE, service_workers="block")
    page.clock.install()
    alive(at_table.at_list(page, live_server.url, row))
    left_open = []

    for name in opened_dialogs(page):
        expect(dialog(page)).to_have_count(1)
        shown = page.evaluate(SAYS)
        with page.expect_response(lambda one: "/phone/" in one.url):
            page.clock.run_for(20_000)
        page.clock.run_for(20_000)
        assert page.evaluate(SAYS) == shown, name
        left_open.append(name)

    assert left_open == ["object", "help", "leaves", "deal", "correct", "sign", "sign, unfolded"]


SMALL = """() => {
  const box = (one) => one.getBoundingClientRect();
  const named = (some) => some.map((one) => one.outerHTML.slice(0, 90));
  const all = [...document.querySelectorAll("dialog[open] *")].filter((one) => one.checkVisibility());
  const pressed = "button, .button, summary, .face, select, textarea, input:not(.tile > *)";
  const targets = all.filter((one) => one.matches(pressed));
  const texts = all.filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()));
  return [
    ...named(targets.filter((one) => box(one).width < 48 || box(one).height < 44)),
    ...named(texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)),
  ];
}"""

SEEN = """async (fold) => {
  const parts = [...fold.querySelectorAll("summary, .signature-pad svg, [data-hearers] .face, button")];
  const box = (one) => one.getBoundingClientRect();
  const out = () => parts.filter((one) => box(one).top < 0 || box(one).bottom > innerHeight + 1);
  for (let frame = 0; frame < 600 && (!fold.open || out().length); frame += 1) await new Promise(requestAnimationFrame);
  return fold.open ? out().map((one) => one.outerHTML.slice(0, 90)) : ["closed"];
}"""
"""What is outside the screen of an open fold when it came to rest, which takes a busy machine a while."""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 560), (320, 568)])
def test_nothing_sticks_out_or_is_small_and_all_to_sign_with_is_on_one_screen(opened, live_server, row, width, height):
    name_them(row)
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}}, service_workers="block")
    alive(at_table.at_list(page, live_server.url, row))

    for name in opened_dialogs(page):
        assert page.evaluate(STICKS_OUT) == [], name
        assert page.evaluate(SMALL) == [], name
        assert violations(page) == [], name
        for seat in dialog(page).locator(".players > li").all() if name == "sign" else ():
            seat.get_by_text("I agree: sign").click()
            assert seat.locator("[data-agrees]").evaluate(SEEN) == []
            seat.get_by_text("I agree: sign").click()


@pytest.mark.thorough
def test_a_stray_tap_or_a_dot_signs_nothing_and_who_does_not_agree_calls_the_direction(page, row):
    """Each thing that can be tapped, alone, with every fold open."""
    to_sign(page)
    unfold = "all => all.forEach((one) => { one.open = true; })"
    tapped = dialog(page).locator(":is(button, summary, svg, .tile, a, h3, p):not([data-close])")
    dialog(page).locator("details").evaluate_all(unfold)
    count = tapped.count()
    assert count > 30
    for at in range(count):
        dialog(page).locator("details").evaluate_all(unfold)
        if not tapped.nth(at).is_visible() or tapped.nth(at).get_attribute("data-codes") is not None:
            continue
        tapped.nth(at).click()
        for chosen in dialog(page).locator("input:checked").all():
            chosen.evaluate("(one) => { one.checked = false; }")

    expect(page.locator("#waits")).to_be_hidden()
    assert page.locator("#said > *").count() == 0
    expect(state(page)).to_have_text("Saved on the server (no. 4)")
    first, third = (dialog(page).locator(".players > li").nth(at) for at in (0, 2))
    first.locator(".signature-pad svg").click()
    first.get_by_role("button", name="signs").click()
    expect(first.get_by_role("alert").filter(visible=True)).to_contain_text("hardly more than a dot")
    third.get_by_label("What was wrong?").fill("Deal 2 was lost")
    third.get_by_role("button", name="Call the direction").click()
    expect(third.locator("[data-refused]")).to_contain_text("Clara Vogt does not agree")
    expect(page.locator("#calls")).to_have_text("Deal 2 was lost")
    call = Call.objects.get()
    assert (call.kind, call.place, call.text) == ("objection", 3, "Deal 2 was lost")
    assert not row.confirmations.exists()


@pytest.mark.thorough
def test_on_a_phone_of_their_own_they_sign_with_their_code(page, opened, live_server, row):
    cookie = next(one for one in page.context.cookies() if one["name"] == "keys")
    Phone.objects.create(game_list=row, device=factories.device_in(cookie["value"]), keeps="first", seen_at=EVENING)
    own = alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, row))
    to_sign(own)
    expect(dialog(own)).to_contain_text("Another phone keeps this list.")
    seat = dialog(own).locator(".players > li").nth(1)
    seat.get_by_text("I agree: sign").click()
    expect(seat.locator(".signature-pad")).to_have_count(0)
    seat.get_by_label("Your code").fill("x")
    seat.get_by_role("button", name="signs").click()
    expect(seat.locator("[data-refused]")).to_contain_text("This is not the code of seat 2.")

    seat.get_by_text("I agree: sign").click()
    seat.get_by_label("Your code").fill(signing.phone_code(row, 2))
    seat.get_by_role("button", name="signs").click()

    expect(seat).to_contain_text("on a phone of their own")
    assert row.confirmations.get().way == "phone"
    expect(dialog(own).get_by_role("button", name="Sign and close the list")).to_have_count(0)


@pytest.mark.thorough
def test_the_tiles_go_back_to_the_deal_that_was_begun(opened, live_server):
    made = at_table.game_list(seats=4, rounds=3)
    enter(made, (2, GRAND), (3, GRAND))
    page = alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, made))
    tap(page, "Anna Berg", "Hearts", "with 1")
    page.locator("#to-deals").click()
    page.locator("#deal-list a").last.click()
    dialog(page).get_by_role("button", name="Correct this deal").click()
    expect(page.locator("#deal-number")).to_have_text("Correct deal 1")
    expect(last(page)).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_checked()

    page.get_by_role("link", name="Leave it as it is").click()

    expect(page.locator("#deal-number")).to_have_text("Deal 3 of 12")
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()
    expect(page.get_by_label("Hearts", exact=True)).to_be_checked()
    press(page, "won")
    expect(last(page)).to_contain_text("Deal 3 Anna Berg wins Hearts with 1: 20")
    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    assert DealRow.objects.filter(voided_at=None).count() == 3


def test_passed_in_twice_in_a_row_is_one_deal_until_something_else_was_touched(opened, live_server):
    made = at_table.game_list(seats=4, rounds=3)
    page = opened(**PHONE, service_workers="block")
    page.clock.install()
    alive(at_table.at_list(page, live_server.url, made))
    tapped = "document.querySelector('[name=outcome][value=passed]').click()"
    number = page.locator("#deal-number")
    for apart in (0, 650, 1_300):
        page.evaluate(tapped)
        page.clock.run_for(apart)
        page.evaluate(tapped)
        page.clock.run_for(700)
        expect(number).to_have_text("Deal 2 of 12")
        page.locator("#undo").click()
        page.clock.run_for(5_000)
        expect(number).to_have_text("Deal 1 of 12")
    page.evaluate(tapped)
    page.clock.run_for(700)
    # What was touched between is another thing; and so long after it is another deal.
    page.locator("#state").click()
    page.evaluate(tapped)
    page.clock.run_for(700)
    expect(number).to_have_text("Deal 3 of 12")
    page.clock.run_for(2_000)
    page.evaluate(tapped)
    expect(number).to_have_text("Deal 4 of 12")
    # The other outcomes are ticked for: they rest as briefly as before.
    tap(page, "Anna Berg", "Grand", "with 1")
    page.clock.run_for(700)
    press(page, "won")
    page.clock.run_for(700)
    expect(number).to_have_text("Deal 5 of 12")
    page.evaluate(tapped)
    expect(number).to_have_text("Deal 6 of 12")


def test_after_the_last_deal_no_tile_stays_ticked(opened, live_server):
    made = at_table.game_list(seats=4, rounds=1)
    enter(made, (2, GRAND), None, (1, GRAND))
    page = opened(**PHONE, service_workers="block")
    page.clock.install()
    alive(at_table.at_list(page, live_server.url, made))
    tap(page, "Anna Berg", "Grand", "with 1")
    press(page, "won")
    expect(page.locator("[data-note=ready]")).to_be_visible()
    expect(state(page)).to_have_text("Saved on the server (no. 4)")
    # The site has answered, and the buttons have rested: nothing draws the page anew before it is looked at.
    page.clock.run_for(1_000)

    assert page.locator("[name=declarer]:checked").count() == 0
    assert page.locator("[name=declarer]:disabled").count() == 4
    # Taken back, it is offered again as it was.
    page.locator("#undo").click()
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()


def test_a_correction_that_changes_nothing_asks_nobody_another_one_asks_all(page, row):
    def begin(number: int) -> None:
        page.locator("#to-deals").click()
        page.locator(f"#deal-list [data-number='{number}']").click()
        dialog(page).get_by_role("button", name="Correct this deal").click()
        expect(page.locator("#deal-number")).to_have_text(f"Correct deal {number}")

    # The last deal of another phone is taken back when all agree.
    expect(page.locator("#undo")).to_have_text("Wrong? Correct it")
    page.locator("#undo").click()
    take_back = dialog(page).get_by_role("button", name="This deal was not played")
    take_back.click()
    dialog(page).get_by_label("All players of this deal agree").check()
    take_back.click()
    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    standing = row.deals.filter(voided_at=None).order_by("number").values_list("number", "declarer", "points")
    deals = list(standing)
    assert [number for number, _declarer, _points in deals] == [1, 2, 3]
    for number, declarer, _points in deals:
        begin(number)
        press(page, "won" if declarer else "passed")
        expect(page.locator("html.mending")).to_have_count(0)
        expect(dialog(page)).to_have_count(0)
    assert list(standing.all()) == deals
    # Nor does the page of the deal, which there is without a network of its own.
    for number, declarer, _points in deals:
        page.goto(f"{page.url.split('#')[0]}deal/{number}/")
        alive(page)
        press(page, "won" if declarer else "passed")
        expect(page.get_by_text("Nothing is different, so nothing was changed.")).to_be_visible()
    assert list(standing.all()) == deals

    begin(deals[0][0])
    press(page, "lost")
    expect(dialog(page).get_by_label("All players of this deal agree")).to_be_visible()
