"""One fixed screen for an ordinary deal, at the sizes that phones show under their browsers' bars."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow
from tests.browser import at_table
from tests.browser.at_table import alive, press
from tests.browser.conftest import PHONE
from tests.scoring.houses.evening import deal as house_deal
from tests.scoring.houses.evening import enter as enter_house
from tests.scoring.houses.evening import house_list, played
from tests.support.factories import EVENING, GRAND, GRAND_LOST, enter
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db(transaction=True)]

SIZES = [(360, 560), (390, 664), (412, 732), (320, 568)]
LONG = ["Maximiliana-Theodora von und zu Hohenlohe-Schillingsfürst {}"[:58] + str(n) for n in range(1, 5)]

TILES = "#seats .face, .games .face, .counts .face, .levels .face, .outcomes button"

IN_SIGHT = f"""
() => [...document.querySelectorAll("{TILES}")].filter((one) => one.offsetParent !== null).map((one) => {{
  const {{ left, top, right, bottom }} = one.getBoundingClientRect();
  const covering = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isFree = covering !== null && (one.closest(".tile, button")).contains(covering);
  return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom), isFree, one.textContent.trim()];
}})
"""
"""Where every tile of an ordinary deal is, and whether a thumb meets it there."""

SMALL = """
() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility())
  .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim().slice(0, 40)])
  .filter(([size]) => size < 16)
"""

CUT = """
() => [...document.querySelectorAll(".games .face, .levels .face, .outcomes button, .counts .face")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())
"""


@pytest.fixture
def game_list(request) -> GameListRow:
    row = at_table.game_list(seats=getattr(request, "param", 4), rounds=12)
    for number, name in enumerate(LONG, start=1):
        row.table.series.tournament.entrants.filter(number=number).update(name=name)
    enter(row, (2, GRAND), None, (1, GRAND_LOST))
    return row


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def size(request) -> dict[str, int]:
    return dict(zip(("width", "height"), request.param, strict=True))


def spoken(language: str) -> object:
    return pytest.param(language, marks=pytest.mark.browser_context_args(locale=language))


@pytest.fixture(params=[spoken("de-DE"), spoken("es-ES"), spoken("en-GB")])
def page(opened, live_server, game_list, size) -> Page:
    context = PHONE | {"viewport": size, "service_workers": "block"}
    return alive(at_table.at_list(opened(**context), live_server.url, game_list))


def tiles(page: Page) -> list[list]:
    return page.evaluate(IN_SIGHT)


def outside(page: Page) -> list[list]:
    """Return the tiles that a thumb does not meet as the page stands."""
    size = page.viewport_size
    return [
        one
        for one in tiles(page)
        if not (one[0] >= 0 and one[1] >= 0 and one[2] <= size["width"] and one[3] <= size["height"] and one[4])
    ]


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("game_list", [4, 3], indirect=True, ids=["four", "three"])
def test_all_of_an_ordinary_deal_is_on_the_screen_and_stays_and_what_is_rare_takes_one_scroll_at_most(page, game_list):
    found = tiles(page)
    assert len(found) == game_list.table.size + 6 + 10 + 7 + 3
    assert outside(page) == []
    assert page.evaluate("scrollY") == 0
    for part in ("#state", "#last-game", "#last-points", "#undo", "#turn"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= page.viewport_size["height"], part
    # Every tile takes a thumb, and every word can be read.
    assert [one for one in found if one[2] - one[0] < 48 or one[3] - one[1] < 44] == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT) == []
    # What sticks out makes a phone show all of it smaller: its own width says nothing then.
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    # A tap on the last deal shows how it was reckoned, and all of it.
    steps = page.locator("#last-steps")
    expect(steps).to_be_hidden()
    page.locator("#last summary").click()
    expect(steps).to_be_visible()
    expect(steps).to_contain_text("3 × 24 = 72")
    page.locator("[for=more-without]").click()
    page.locator("[name=game][value=clubs]").check()
    high = page.evaluate("document.getElementById('deal-form').getBoundingClientRect().height")
    assert high <= 2 * page.viewport_size["height"]
    # No tile moves when a deal is saved, and nothing scrolls.
    page.reload()
    alive(page)
    page.locator("[name=declarer][value='2']").check()
    page.locator("[name=game][value=grand]").check()
    page.locator("[name=matadors][value='-2']").check()
    assert outside(page) == []
    press(page, "lost")
    expect(page.locator("#state")).to_contain_text("4")
    assert [one[:4] for one in tiles(page)] == [one[:4] for one in found]
    assert page.evaluate("scrollY") == 0


@pytest.mark.thorough(after=1)
def test_no_tile_moves_when_the_scripts_come_and_what_was_tapped_before_is_kept(opened, live_server, game_list, size):
    page = opened(**PHONE | {"viewport": size, "service_workers": "block"})
    waiting = []
    page.route("**/lines.json", lambda route: waiting.append(route))
    at_table.at_list(page, live_server.url, game_list)
    page.wait_for_function("performance.getEntriesByType('resource').length > 8")
    page.locator("[name=declarer]:enabled").first.check()
    page.locator("[name=game][value=clubs]").check()
    page.locator("[name=matadors][value='-2']").check()
    places = [one[:4] for one in tiles(page)]
    waiting[0].continue_()
    alive(page)

    assert [one[:4] for one in tiles(page)] == places
    expect(page.locator("button[value=won]")).to_contain_text("36")


AT = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(found) && (one.closest(".tile") ?? one).contains(found);
})"""
"""Whether a thumb meets each of these on the screen as it stands."""

OUT_OF_REACH = f"""() => [...document.querySelectorAll("{TILES}")].filter((one) => {{
  one.scrollIntoView({{ block: "center" }});
  const {{ left, top, width, height }} = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.offsetParent !== null && !one.closest(".tile, button").contains(found);
}}).map((one) => one.textContent.trim())"""
"""What no scroll brings under a thumb."""


@pytest.mark.parametrize(
    ("width", "height", "text", "shown"),
    [
        (640, 300, 16, ".outcomes button, #seats .face, .games .face"),
        (180, 280, 16, "#seats .face"),
        *thorough(
            (740, 340, 16, ".outcomes button, #seats .face, .games .face"),
            (360, 560, 32, "#seats .face"),
            (740, 340, 32, "#seats .face"),
        ),
    ],
    ids=["landscape", "zoomed", "landscape-large", "large-text", "large-text-landscape"],
)
def test_after_each_deal_the_next_can_be_tapped_and_said_how_it_ended_and_every_tile_reached(
    opened, live_server, game_list, width, height, text, shown
):
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}}, service_workers="block")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    alive(at_table.at_list(page, live_server.url, game_list))
    if text == 16 and width > height:
        assert all(page.evaluate(AT, ".outcomes button"))
    for number in (4, 5):
        page.locator("[name=declarer]:enabled").first.check()
        page.locator("[name=game][value=grand]").check()
        page.locator("[name=matadors][value='-2']").check()
        press(page, "lost")
        expect(page.locator("#deal-number")).to_contain_text(f" {number + 1} ")

        assert all(page.evaluate(AT, shown))
        # Whoever taps with keys, or hears the page, goes on where the next deal begins.
        assert page.evaluate("document.activeElement.name") == "declarer"
    # Safari's 200 % halves the page; Firefox and Chromium take the size of the text from the settings.
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{text}px"
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT) == []
    assert page.evaluate(OUT_OF_REACH) == []


@pytest.mark.browser_context_args(locale="de-DE")
def test_contra_and_re_need_no_scroll_on_the_smallest_screen(opened, live_server):
    row = house_list("kneipe", rounds=4)
    row.seats_confirmed_at = EVENING
    row.save(update_fields=["seats_confirmed_at"])
    enter_house(row, house_deal(1, 1, played(), profile="kneipe", stakes=2, contra_by=2))
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}}, service_workers="block")
    at_table.at_list(page, live_server.url, row)

    expect(page.locator("#house")).to_be_visible()
    assert all(page.evaluate(AT, "[name=stakes] + .face, .outcomes button, #seats .face"))
    # What a Ramsch asks opens by one tap, and nothing of it sticks out.
    page.locator("[data-ramsch]").click()
    expect(page.locator("[name=loses_1]")).to_be_focused()
    page.locator("button[value=ramsch]").scroll_into_view_if_needed()
    assert all(page.evaluate(AT, "button[value=ramsch]"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.reload()
    lowest = page.locator("[name=stakes] + .face").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= page.locator(".outcomes").bounding_box()["y"] + 1
    assert page.evaluate(CUT) == []
