"""One fixed screen for an ordinary deal, at the sizes that phones show under their browsers' bars."""

import pytest
from playwright.sync_api import Page, expect

from benchmarks import taps
from scoring.lists.models import GameListRow
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tests.browser import at_table
from tests.browser.at_table import alive, press, tap
from tests.browser.axe import violations
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


of_four_and_three = pytest.mark.parametrize("game_list", [4, 3], indirect=True, ids=["four", "three"])


@pytest.mark.thorough
@of_four_and_three
def test_nothing_that_an_ordinary_deal_takes_is_outside_the_screen(page, game_list):
    assert len(tiles(page)) == game_list.table.size + 6 + 10 + 7 + 3
    assert outside(page) == []
    assert page.evaluate("scrollY") == 0
    for part in ("#state", "#last-game", "#last-points", "#undo", "#turn"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= page.viewport_size["height"], part


@pytest.mark.thorough(after=1)
@of_four_and_three
def test_every_tile_takes_a_thumb_every_word_can_be_read_and_what_is_rare_takes_one_scroll_at_most(page):
    found = tiles(page)
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


@pytest.mark.thorough
def test_no_tile_moves_when_a_deal_is_saved_and_nothing_scrolls(page):
    places = [one[:4] for one in tiles(page)]
    page.locator("[name=declarer][value='2']").check()
    page.locator("[name=game][value=grand]").check()
    page.locator("[name=matadors][value='-2']").check()
    assert outside(page) == []
    press(page, "lost")
    expect(page.locator("#state")).to_contain_text("4")

    assert [one[:4] for one in tiles(page)] == places
    assert page.evaluate("scrollY") == 0


@pytest.mark.thorough(after=1)
def test_no_tile_moves_when_the_scripts_come(opened, live_server, game_list, size):
    page = opened(**PHONE | {"viewport": size, "service_workers": "block"})
    waiting = []
    page.route("**/lines.json", lambda route: waiting.append(route))
    at_table.at_list(page, live_server.url, game_list)
    page.wait_for_function("performance.getEntriesByType('resource').length > 8")
    places = [one[:4] for one in tiles(page)]
    waiting[0].continue_()
    alive(page)

    assert [one[:4] for one in tiles(page)] == places


@pytest.mark.thorough
@pytest.mark.browser_context_args(locale="en-GB")
def test_no_tile_moves_while_the_network_is_away(new_context, live_server, game_list, size):
    # Its console is full of the lost connection.
    page = new_context(**PHONE | {"viewport": size}).new_page()
    alive(at_table.at_list(page, live_server.url, game_list))
    places = [one[:4] for one in tiles(page)]
    page.context.set_offline(True)
    tap(page, "", "Grand", "with 1")
    page.locator("[name=declarer][value='2']").check()
    press(page, "won")
    expect(page.locator("#state")).to_contain_text("safe on this phone")

    assert [one[:4] for one in tiles(page)] == places
    assert outside(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(180, 280, 16), (160, 284, 16), (206, 366, 16), (360, 560, 32), (320, 568, 32)],
    ids=["zoomed", "zoomed-edge", "zoomed-large", "large-text", "large-text-edge"],
)
def test_with_text_twice_as_large_every_tile_can_be_reached(opened, live_server, game_list, width, height, text):
    """Safari's 200 % halves the page; Firefox and Chromium take the size of the text from the settings."""
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}})
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    alive(at_table.at_list(page, live_server.url, game_list))
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{text}px"
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT) == []
    for face in page.locator(TILES).all():
        face.evaluate("one => one.scrollIntoView({ block: 'center' })")
        assert face.evaluate(
            """one => {
                const { left, top, width, height } = one.getBoundingClientRect();
                const found = document.elementFromPoint(left + width / 2, top + height / 2);
                return one.closest('.tile, button').contains(found);
            }"""
        ), face.inner_text()


AT = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(found) && (one.closest(".tile") ?? one).contains(found);
})"""
"""Whether a thumb meets each of these on the screen as it stands."""


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
def test_after_each_deal_the_next_can_be_tapped_and_said_how_it_ended(
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


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_small_screen(opened, live_server, game_list, scheme):
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}, "color_scheme": scheme})
    alive(at_table.at_list(page, live_server.url, game_list))
    assert violations(page, schemes=(scheme,), strict=True) == []


@pytest.mark.thorough
def test_deals_of_the_real_mix_cost_few_gestures(browser, live_server, game_list, size):
    """All of the mix is for ``benchmarks.taps`` to say."""
    deals = taps.deals_of_the_mix(480)
    found = taps.gestures(browser, f"{live_server.url}/l/{game_list.table.key}/", deals, size=tuple(size.values()))

    assert len(found) == 480
    assert sum(found) / len(found) <= taps.GOAL


NAMESAKES = [
    ["Hans-Peter Müller", "Hans-Peter Meier", "Hans-Peter Maier", "Hans-Peter Mayer"],
    ["Uwe Kurz", "Kurz, Uwe", "Uwe Lang", "Uwe Lange"],
    ["Christian", "Christina", "Christiane", "Christine"],
    ["Maximilian Hohenlohe-Schillingsfürst", "Maximilian Hohenlohe-Langenburg", "Maximiliane", "Dr. Maximilian Roth"],
    ["Anna Berg", "Bernd Krause", "Clara Vogt", "Dieter Lange"],
]

LONG_GAME = Played(contract=Contract(game=Game.DIAMONDS, hand=True), matadors=-2, schneider=True, won=True)

SEEN = """() => {
  const seen = (one) => {
    const [range, right] = [document.createRange(), one.getBoundingClientRect().right];
    range.setStart(one.firstChild, 0);
    const end = (count) => (range.setEnd(one.firstChild, count), range.getBoundingClientRect().right);
    let count = one.textContent.length;
    if (end(count) > right + 0.5) while (count && end(count) > right - 12) count -= 1;
    return one.textContent.slice(0, count);
  };
  return [[...document.querySelectorAll("#seats .name")].map(seen), seen(document.getElementById("last-who"))];
}"""
"""What is seen of the names on the tiles and in the last line, before the dots where they are cut."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "names", [NAMESAKES[0], NAMESAKES[-1], *thorough(*NAMESAKES[1:-1])], ids=lambda names: names[0]
)
@pytest.mark.browser_context_args(locale="de-DE")
def test_no_two_players_look_alike_on_tiles_in_the_last_line_and_in_dialogs(opened, live_server, names):
    row = at_table.game_list(seats=4, rounds=3)
    for number, name in enumerate(names, start=1):
        row.table.series.tournament.entrants.filter(number=number).update(name=name)
    enter(row, (2, GRAND), None, (2, LONG_GAME))
    page = opened(**PHONE | {"viewport": {"width": 412, "height": 732}}, service_workers="block")
    alive(at_table.at_list(page, live_server.url, row))
    for width in (412, 390, 375, 360, 320):
        page.set_viewport_size({"width": width, "height": 568})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        called = page.locator("#seats .name").all_text_contents()
        seen, last = page.evaluate(SEEN)

        alike = [
            (one, name)
            for at, one in enumerate(seen)
            for name in called[:at] + called[at + 1 :]
            if name.startswith(one)
        ]
        assert [(one, name) for one, name in alike if one not in called] == [], width
        assert len(set(seen)) == 4
        assert page.locator("#last-who").text_content() == called[1]
        assert last
        assert last == called[1] or [name for name in called if name.startswith(last)] == [called[1]], width
        assert page.locator("#dealer").text_content() == f"· Geber: {called[3]}"
        page.locator("#more > summary").click()
        page.locator("[data-opens=help]").click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        choices = page.locator("dialog[open] [data-seats] .face").all_text_contents()
        assert [one.split(" · ")[-1] for one in choices[1:]] == [name.split(" · ")[-1] for name in called]
        assert [one.split(" · ")[0] for one in choices[1:]] == ["1", "2", "3", "4"]
        page.locator("dialog[open] [data-close]").click()
        page.locator("#more > summary").click()
    # Whoever is told apart by the first name alone is called by it.
    assert (called == [name.split()[0] for name in names]) == (names is NAMESAKES[-1])
