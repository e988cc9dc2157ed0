"""The figures of the page at the table: sizes, contrast, quickness, weight, and taps at random."""

import gzip

import pytest
from playwright.sync_api import Page, Response, expect

from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import alive, press, tap, violations
from tests.browser.conftest import PHONE
from tests.support.factories import GRAND, enter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

LIMIT = 60_000
"""Bytes of the entry page without fonts."""


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of four in a series of twelve rounds, some deals entered."""
    row = at_table.game_list(seats=4, rounds=12)
    enter(row, (2, GRAND), None, (1, GRAND))
    return row


@pytest.fixture
def page(opened, live_server, game_list) -> Page:
    """A phone at that table; what keeps its page for a time without a network has tests of its own."""
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, game_list))


@pytest.mark.thorough
def test_everything_is_on_one_screen(page):
    tap(page, "Bernd Krause", "Diamonds", "without 3", "Hand")

    height = page.viewport_size["height"]
    assert page.evaluate("scrollY") == 0
    for part in ("#state", "#last", "#undo", "#seats", "[data-field=game]", "[data-field=levels]", ".outcomes"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part


@pytest.mark.thorough
def test_what_is_tapped_is_large_and_what_is_read_is_not_small(page):
    page.locator("[for=more-with]").click()
    tap(page, "", "Hearts", "with 1", "Overbid")
    press(page, "won")
    for fold in ("#explain", "#to-deals", "#more > summary"):
        page.locator(fold).click()

    targets = page.locator(".face:visible, button:visible, .button:visible, summary:visible, .deals a").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect(), one.textContent.trim()])"
        ".map(([box, text]) => [Math.min(box.width, box.height), text])"
    )
    sizes = page.locator("body :visible").evaluate_all(
        "all => all.filter(one => [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))"
        ".map(one => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim().slice(0, 40)])"
    )

    assert len(targets) > 60
    assert [target for target in targets if target[0] < 56] == []
    assert [size for size in sizes if size[0] < 18] == []


def states(page: Page):
    """Yield the names of the page's states while it is in them."""
    yield "empty"
    tap(page, "Bernd Krause", "Clubs")
    press(page, "won")
    yield "missing"
    page.locator("[for=more-with]").click()
    tap(page, "", "", "with 6")
    press(page, "won")
    yield "asked"
    tap(page, "", "", "without 1", "Schwarz")
    press(page, "won")
    yield "refused"
    tap(page, "", "Hearts", "with 1", "Overbid")
    yield "bid"
    page.locator("#to-deals").click()
    page.locator("#more > summary").click()
    yield "unfolded"
    page.get_by_label("Null", exact=True).check()
    yield "Null"


@pytest.mark.thorough
def test_axe_finds_nothing_when_the_time_is_over(opened, live_server, game_list):
    game_list.struck_after = 4
    game_list.save(update_fields=["struck_after"])
    page = alive(at_table.at_list(opened(**PHONE), live_server.url, game_list))

    expect(page.get_by_text("The deal in hand may be finished; no other begins.")).to_be_visible()
    assert violations(page) == []


@pytest.mark.thorough
@pytest.mark.proof("accessible")
def test_axe_finds_nothing_in_any_state(page):
    assert {name: found for name in states(page) if (found := violations(page))} == {}


STICKS_OUT = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120))
"""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(320, 640), (195, 422)], ids=["narrow", "at 200 %"])
def test_nothing_sticks_out(opened, live_server, game_list, width, height):
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}})
    alive(at_table.at_list(page, live_server.url, game_list))

    for name in states(page):
        assert page.evaluate(STICKS_OUT) == [], name


@pytest.mark.thorough
def test_in_forced_colours_what_is_chosen_can_be_told(opened, live_server, game_list):
    page = opened(**PHONE, forced_colors="active")
    alive(at_table.at_list(page, live_server.url, game_list))
    tap(page, "", "Grand")

    colour = "one => getComputedStyle(one.nextElementSibling).backgroundColor"
    chosen, other = (page.get_by_label(game, exact=True).evaluate(colour) for game in ("Grand", "Null"))
    assert chosen != other


def weight(response: Response) -> int:
    """Return what goes over the air: pages are served compressed, and static files on a real site as well."""
    if "/static/" in response.url:
        return len(gzip.compress(response.body(), 9))
    assert response.headers["content-encoding"] == "gzip"
    return response.request.sizes()["responseBodySize"]


@pytest.mark.thorough
@pytest.mark.parametrize("entered", [0, 20, 44])
def test_the_page_is_light_and_asks_nobody_else(opened, live_server, game_list, entered):
    enter(game_list, *[(number % 4 + 1, GRAND) for number in range(4, 4 + entered)])
    page = opened(**PHONE)
    answers: list[Response] = []
    page.on("response", lambda one: answers.append(one))
    alive(at_table.at_list(page, live_server.url, game_list))
    page.wait_for_load_state("networkidle")

    files = [one for one in answers if one.status == 200 and one.request.resource_type != "fetch"]
    files += [one for one in answers if one.url.endswith("/lines.json")]
    weights = {one.url.removeprefix(live_server.url): weight(one) for one in files}
    assert [one.url for one in answers if not one.url.startswith(live_server.url)] == []
    assert sum(weights.values()) <= LIMIT, weights


CHANGES = """
() => {
  window.changes = 0;
  new MutationObserver((list) => { changes += list.length; })
    .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}
"""


@pytest.mark.thorough
def test_a_tap_changes_little_of_the_page(page):
    """What a slow phone has to draw anew; how long that takes is for ``benchmarks.feedback`` to say."""
    page.evaluate(CHANGES)

    most = 0
    for tile in ("Anna Berg", "Clubs", "Hand", "Schneider", "Null"):
        page.evaluate("changes = 0")
        page.get_by_label(tile, exact=True).tap()
        most = max(most, page.evaluate("new Promise((done) => setTimeout(() => done(changes)))"))
    assert 0 < most <= 50


RANDOM = """
async (taps) => {
  let seed = 7;
  const chance = (below) => ((seed = (seed * 16807) % 2147483647) % below);
  const form = document.getElementById("deal-form");
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  for (let count = 0; count < taps; count += 1) {
    const answer = form.querySelector("#explain button");
    const boxes = [...form.querySelectorAll("input[name]:not(:disabled, [type=hidden])")];
    const buttons = [...form.querySelectorAll("button[name=outcome]:not(:disabled)")];
    if (answer && chance(2)) answer.click();
    else if (chance(5) === 0 && buttons.length) buttons[chance(buttons.length)].click();
    else boxes[chance(boxes.length)].click();
    if (!form.querySelector("button[name=outcome]:not(:disabled)")) await pause(620);
  }
}
"""


@pytest.mark.thorough
@pytest.mark.proof("stale-options")
def test_taps_at_random_save_nothing_illegal(page):
    page.evaluate(RANDOM, 300)

    expect(page.locator("#state")).to_contain_text("Saved on the server")
    assert page.locator("#stuck > *").count() == 0
    assert DealRow.objects.count() > 5
    numbers = list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
