"""Another door, the same person; seats that change while a phone has no network; the figures of the page."""

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from scoring.lists.models import Call, DealRow, GameListRow, Proposal
from scoring.table.services import batches
from tables.draw.services.reseating import swap_seats
from tables.people.models import Entrant
from tests.browser import at_table
from tests.browser.at_table import NAMES, alive, last, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING, GRAND, enter

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(locale="en-GB"),
    pytest.mark.thorough,
]


SMALL = PHONE | {"viewport": {"width": 360, "height": 560}}


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=4, seated=False)


@pytest.fixture
def browser_of(new_context, live_server, game_list) -> Callable[[], Page]:
    """Return a function that opens the table's code in another browser. Their consoles are full of lost connections."""

    def come() -> Page:
        return alive(at_table.at_list(new_context(**SMALL).new_page(), live_server.url, game_list))

    return come


@pytest.fixture
def scanner(browser_of) -> Page:
    """The browser of the scanner's app: everybody sits right, and the first deal is saved."""
    page = browser_of()
    for box in page.locator("#who [name=sits]").all():
        box.check()
    press(page, "passed")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    return page


def hear(page: Page) -> None:
    """Let a page ask the site now and not in a while."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def test_a_dead_battery_holds_nobody_up_and_the_list_is_signed(scanner, browser_of, game_list):
    scanner.context.close()

    other = browser_of()
    other.get_by_text("Keep the list on this phone").click()
    other.get_by_role("button", name="Ask the direction to let this phone keep it").click()
    expect(other.get_by_text("The direction has been asked.")).to_be_visible()
    batches.settle_call(call_id=Call.objects.get().pk, granted=True, by=factories.user(), now=EVENING)
    hear(other)
    for number in range(2, 5):
        press(other, "passed")
        expect(state(other)).to_have_text(f"Saved on the server (no. {number})")

    game_list.refresh_from_db()
    factories.confirm_and_sign(game_list)
    hear(other)
    expect(other.get_by_text("This list is signed and closed.")).to_be_visible()
    assert factories.list_of(game_list.table.series).deals.count() == 4


@pytest.fixture
def list_of_two_tables() -> GameListRow:
    """The list of table 1 of two, its players named, everybody seated."""
    row = factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=2)))
    for number, name in enumerate([*NAMES, "Emil Roth", "Frida Haas", "Gerd Maier", "Hilde Sommer"], start=1):
        Entrant.objects.filter(number=number).update(name=name)
    row.seats_confirmed_at = EVENING
    row.save(update_fields=["seats_confirmed_at"])
    return row


@pytest.fixture
def page_of_two_tables(new_context: Callable, live_server, list_of_two_tables) -> Page:
    return alive(at_table.at_list(new_context(**PHONE).new_page(), live_server.url, list_of_two_tables))


def test_a_deal_written_for_who_sat_there_then_waits_until_the_table_says_for_whom_it_counts(
    page_of_two_tables, list_of_two_tables
):
    page_of_two_tables.context.set_offline(True)
    tap(page_of_two_tables, "Bernd Krause", "Grand", "with 2")
    press(page_of_two_tables, "won")
    press(page_of_two_tables, "passed")
    expect(state(page_of_two_tables)).to_contain_text("No network: 2 deal")
    swap_seats(
        series_id=list_of_two_tables.table.series_id,
        numbers=(2, 7),
        because="rollstuhl",
        by=factories.user(),
        now=EVENING,
    )

    page_of_two_tables.context.set_offline(False)

    stuck = page_of_two_tables.locator("#stuck")
    expect(stuck).to_contain_text("Bernd Krause wins Grand with 2: 72", timeout=20_000)
    expect(stuck).to_contain_text("Then: Anna Berg, Bernd Krause, Clara Vogt, Dieter Lange.")
    expect(page_of_two_tables.locator("#seats .name")).to_have_text(["Anna", "Gerd", "Clara", "Dieter"])
    expect(page_of_two_tables.locator("#ticks")).to_be_hidden()
    assert (DealRow.objects.count(), Proposal.objects.count()) == (0, 2)
    assert violations(page_of_two_tables) == []
    # The dealer of the first deal sits out: he is not asked about.
    first = stuck.locator(".note").first
    expect(first.get_by_role("button", name="Anna Berg")).to_have_count(0)

    page_of_two_tables.reload()
    alive(page_of_two_tables)
    first.get_by_role("button", name="Clara Vogt").click()
    stuck.get_by_role("button", name="It counts").click()
    expect(state(page_of_two_tables)).to_have_text("Saved on the server (no. 2)")

    expect(stuck.locator(".note")).to_have_count(0)
    assert list(DealRow.objects.order_by("number").values_list("declarer", "points")) == [(3, 72), (None, 0)]
    assert Proposal.objects.filter(settled_at=None).count() == 0
    tap(page_of_two_tables, "Gerd Maier", "Clubs", "with 1")
    press(page_of_two_tables, "won")
    expect(state(page_of_two_tables)).to_have_text("Saved on the server (no. 3)")


def test_a_thumb_that_lands_four_times_on_undo_takes_one_deal_back(page_of_two_tables):
    for _deal in range(4):
        press(page_of_two_tables, "passed")
    expect(state(page_of_two_tables)).to_have_text("Saved on the server (no. 4)")

    page_of_two_tables.evaluate("for (let tap = 0; tap < 4; tap += 1) document.getElementById('undo').click()")

    expect(state(page_of_two_tables)).to_have_text("Saved on the server (no. 3)")
    expect(last(page_of_two_tables)).to_contain_text("Deal 3 ")
    expect(page_of_two_tables.locator("#undo")).to_have_text("Wrong? Correct it")
    assert DealRow.objects.filter(voided_at=None).count() == 3
    # It leads to the correction, which asks for the consent of all.
    expect(page_of_two_tables.locator("#undo:not([aria-disabled])")).to_have_count(1)
    page_of_two_tables.locator("#undo").click()
    expect(page_of_two_tables.get_by_role("dialog").get_by_label("All players of this deal agree")).to_be_visible()


LIMIT = 60_000
"""Bytes of the entry page without fonts."""


@pytest.fixture
def begun_list() -> GameListRow:
    """The list of a table of four in a series of twelve rounds, some deals entered."""
    row = at_table.game_list(seats=4, rounds=12)
    enter(row, (2, GRAND), None, (1, GRAND))
    return row


@pytest.fixture
def begun_page(opened, live_server, begun_list) -> Page:
    """A phone at that table; what keeps its page for a time without a network has tests of its own."""
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, begun_list))


def test_everything_is_on_one_screen(begun_page):
    tap(begun_page, "Bernd Krause", "Diamonds", "without 3", "Hand")

    height = begun_page.viewport_size["height"]
    assert begun_page.evaluate("scrollY") == 0
    for part in ("#state", "#last", "#undo", "#seats", "[data-field=game]", "[data-field=levels]", ".outcomes"):
        box = begun_page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part


def test_what_is_tapped_is_large_and_what_is_read_is_not_small(begun_page):
    begun_page.locator("[for=more-with]").click()
    tap(begun_page, "", "Hearts", "with 1", "Overbid")
    press(begun_page, "won")
    for fold in ("#explain", "#to-deals", "#more > summary"):
        begun_page.locator(fold).click()

    targets = begun_page.locator(
        ".face:visible, button:visible, .button:visible, summary:visible, .deals a"
    ).evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect(), one.textContent.trim()])"
        ".map(([box, text]) => [Math.min(box.width, box.height), text])"
    )
    sizes = begun_page.locator("body :visible").evaluate_all(
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


def test_axe_finds_nothing_when_the_time_is_over(opened, live_server, begun_list):
    begun_list.struck_after = 4
    begun_list.save(update_fields=["struck_after"])
    page = alive(at_table.at_list(opened(**PHONE), live_server.url, begun_list))

    expect(page.get_by_text("The deal in hand may be finished; no other begins.")).to_be_visible()
    assert violations(page) == []


@pytest.mark.proof("accessible")
def test_axe_finds_nothing_in_any_state(begun_page):
    assert {name: found for name in states(begun_page) if (found := violations(begun_page))} == {}


STICKS_OUT = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize(("width", "height"), [(320, 640), (195, 422)], ids=["narrow", "at 200 %"])
def test_nothing_sticks_out(opened, live_server, begun_list, width, height):
    page = opened(**PHONE | {"viewport": {"width": width, "height": height}})
    alive(at_table.at_list(page, live_server.url, begun_list))

    for name in states(page):
        assert page.evaluate(STICKS_OUT) == [], name


def test_in_forced_colours_what_is_chosen_can_be_told(opened, live_server, begun_list):
    page = opened(**PHONE, forced_colors="active")
    alive(at_table.at_list(page, live_server.url, begun_list))
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


@pytest.mark.parametrize("entered", [0, 20, 44])
def test_the_page_is_light_and_asks_nobody_else(opened, live_server, begun_list, entered):
    enter(begun_list, *[(number % 4 + 1, GRAND) for number in range(4, 4 + entered)])
    page = opened(**PHONE)
    answers: list[Response] = []
    page.on("response", lambda one: answers.append(one))
    alive(at_table.at_list(page, live_server.url, begun_list))
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


def test_a_tap_changes_little_of_the_page(begun_page):
    """What a slow phone has to draw anew; how long that takes is for ``benchmarks.feedback`` to say."""
    begun_page.evaluate(CHANGES)

    most = 0
    for tile in ("Anna Berg", "Clubs", "Hand", "Schneider", "Null"):
        begun_page.evaluate("changes = 0")
        begun_page.get_by_label(tile, exact=True).tap()
        most = max(most, begun_page.evaluate("new Promise((done) => setTimeout(() => done(changes)))"))
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


@pytest.mark.proof("stale-options")
def test_taps_at_random_save_nothing_illegal(begun_page):
    begun_page.evaluate(RANDOM, 300)

    expect(begun_page.locator("#state")).to_contain_text("Saved on the server")
    assert begun_page.locator("#stuck > *").count() == 0
    assert DealRow.objects.count() > 5
    numbers = list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
