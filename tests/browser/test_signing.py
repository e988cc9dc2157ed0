"""Lists signed on phones; of a table without a tournament, which rules are offered."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow
from scoring.rules.profiles.naming import name_of, named
from scoring.rules.profiles.presets import PROFILES
from tests.browser import axe
from tests.browser.at_table import ON_AND_ON, PLACE, agree, complete_list, draw, open_page
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row() -> GameListRow:
    return complete_list()


def test_drawn_by_everybody_and_what_went_wrong_drawn_again_the_list_is_closed(opened, live_server, row):
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}})
    open_page(page, live_server, row)
    # The first player reads and agrees on the first screen.
    expect(page.locator("#agree-1 summary")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seat-1 .figures").first).to_be_in_viewport(ratio=1)
    seat = agree(page, 1)
    drawing, confirm = seat.locator("[name=drawing]"), seat.locator("button[value=confirm]")
    draw(page, seat, points=10)
    assert drawing.input_value()
    seat.locator(".signature-pad button").click()
    assert drawing.input_value() == ""
    draw(page, seat, points=10)
    assert drawing.input_value().startswith("M")
    # Of drawing and hearer the last counts.
    seat.get_by_role("radio").first.check()
    assert drawing.input_value() == ""
    draw(page, seat, points=10)
    assert drawing.input_value()
    assert seat.locator("input:checked").count() == 0
    # A signature without end still fits.
    seat.locator(".signature-pad svg").evaluate(ON_AND_ON, 1500)
    assert 2000 < len(drawing.input_value()) <= 8000
    confirm.click()
    expect(page.locator("#seat-1 .signature-drawn")).to_be_visible()

    for place in (2, 3):
        seat = agree(page, place)
        draw(page, seat)
        seat.locator("button[value=confirm]").click()
        expect(page.locator(f"#seat-{place} .signature-drawn")).to_be_visible()
    page.locator("button[value=sign]").click()
    page.wait_for_url("**/table/1/")

    row.refresh_from_db()
    assert row.signed_hash
    assert {one.way for one in row.confirmations.all()} == {"drawn"}


SMALL = """() => {
  const targets = "main :is(button, summary, textarea, label:has(input):not(.heard-by *)), "
    + "main input:not([type=hidden], label *)";
  return [...document.querySelectorAll(targets)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 56)
    .map((one) => one.outerHTML.slice(0, 90));
}"""
"""What is smaller than a thumb; those who heard a signature are as high as the tiles of the list."""


@pytest.mark.thorough
def test_on_a_narrow_phone_axe_finds_nothing_targets_are_large_and_nothing_sticks_out(opened, live_server, row):
    row.table.series.tournament.entrants.update(name="Nebukadnezarowitsch-Szczepankiewiczowa")
    page = opened(**PHONE | {"viewport": {"width": 320, "height": 640}})
    open_page(page, live_server, row)
    for address in (*(f"{PLACE}{page_of_list}/" for page_of_list in ("sign", "seated", "calls")), "/code/"):
        page.goto(f"{live_server.url}{address}")
        for summary in page.locator("main summary").all():
            summary.click()
        assert address == "/code/" or page.evaluate(SMALL) == [], address
        assert axe.violations(page) == [], address
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


def middle(at) -> tuple[float, float]:
    box = at.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def goes_on(page: Page) -> None:
    page.clock.run_for(REST)
    expect(page.locator("main [inert]")).to_have_count(0)


REST = 600
"""Milliseconds in which a second tap is taken for the first one."""


@pytest.mark.thorough
def test_a_thumb_that_lands_twice_names_nobody_who_heard_it_and_does_not_close_the_list(opened, live_server, row):
    """In a time that stands still: so a second tap comes as soon as a thumb likes."""
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}})
    page.clock.install(time=EVENING)
    page.clock.pause_at(EVENING + timedelta(hours=1))
    open_page(page, live_server, row)
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
