"""What stands above the tiles at the table, each in its line: nothing that is said there moves a tile."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.disputes.services import objections
from scoring.lists.models import Call, GameListRow
from scoring.lists.services import presence
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from scoring.table.services import batches
from tests.browser import at_table
from tests.browser.at_table import alive, button, press, tap, violations
from tests.browser.conftest import PHONE
from tests.browser.test_every_page import sign_in
from tests.browser.test_table_sizes import LONG, outside, spoken, tiles
from tests.support import factories
from tests.support.factories import GRAND, enter

pytestmark = [pytest.mark.django_db(transaction=True)]

SMALL = {"viewport": {"width": 360, "height": 560}, "service_workers": "block"}
LONGEST = Played(
    contract=Contract(game=Game.CLUBS, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True),
    matadors=-11,
    won=False,
)


@pytest.fixture(params=[spoken("de-DE"), spoken("es-ES"), spoken("en-GB")])
def language(request) -> None:
    """The language of the phone."""


@pytest.fixture
def game_list() -> GameListRow:
    row = at_table.game_list(seats=4, rounds=12)
    for number, name in enumerate(LONG, start=1):
        row.table.series.tournament.entrants.filter(number=number).update(name=name)
    enter(row, (2, GRAND), None, None)
    return row


@pytest.fixture
def come(opened, live_server, game_list) -> Callable[..., Page]:
    """Return a function that opens the list on a small phone."""

    def at(**fields: object) -> Page:
        return alive(at_table.at_list(opened(**PHONE | SMALL | fields), live_server.url, game_list))

    return at


def places(page: Page) -> list[list]:
    return [one[:4] for one in tiles(page)]


def is_a_line(page: Page, part: str) -> bool:
    """Test whether a part of the page is one line of text."""
    return bool(
        page.locator(part).evaluate(
            "one => { const all = [...one.querySelectorAll('span, strong'), one];"
            " return all.every(part => getComputedStyle(part).whiteSpace === 'nowrap'); }"
        )
    )


@pytest.mark.thorough(after=1)
@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("width", [320, 360, 390, 412])
def test_the_last_deal_is_one_line_whose_points_are_never_cut_and_opens_over_the_tiles(come, game_list, width):
    enter(game_list, (2, LONGEST))
    page = come(viewport={"width": width, "height": 568})

    assert is_a_line(page, "#last summary")
    assert is_a_line(page, "#state")
    assert page.locator("#last-points").inner_text() == "−432"
    assert page.locator("#last-points").evaluate("one => one.scrollWidth <= one.clientWidth || !one.clientWidth")
    line, points = (page.locator(part).bounding_box() for part in ("#last summary", "#last-points"))
    assert points["x"] + points["width"] <= line["x"] + line["width"]
    assert line["height"] == 44
    assert page.locator("#last-game").evaluate("one => one.clientWidth") >= 90
    assert outside(page) == []
    before = places(page)
    page.locator("#last summary").click()
    expect(page.locator("#last-words")).to_contain_text("Schillingsfürst 2 ")
    expect(page.locator("#last-steps")).to_be_in_viewport(ratio=1)
    assert places(page) == before
    page.locator("[name=matadors][value='1']").check()
    expect(page.locator("#last-words")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("width", [320, 360])
def test_what_is_refused_or_asked_or_waits_moves_no_tile_and_covers_none(come, width):
    page = come(viewport={"width": width, "height": 568})
    before = places(page)
    press(page, "won")
    expect(page.locator("#explain")).to_be_in_viewport(ratio=1)
    assert (places(page), outside(page)) == (before, [])
    page.locator("#explain").click()
    expect(page.locator("#explain")).to_be_hidden()

    page.locator("[name=declarer]:enabled").first.check()
    page.locator("[name=game][value=grand]").check()
    press(page, "passed")
    expect(page.locator("#explain")).to_be_in_viewport(ratio=1)
    assert (places(page), outside(page)) == (before, [])

    page.locator("[name=matadors][value='-4']").check()
    page.locator("[name=schwarz]").check()
    page.locator("[name=hand]").check()
    button(page, "lost").click()
    if page.locator("#explain").is_visible():
        assert (places(page), outside(page)) == (before, [])

    # What waits beside the deals is one line and leaves all tiles on the screen.
    page.reload()
    alive(page)
    page.route("**/phone/", lambda route: route.fulfill(body=""))
    page.locator("#more > summary").click()
    page.locator("[data-opens=judge]").click()
    page.locator("[data-opens=help]").click()
    page.locator("dialog[open] button.main").click()
    expect(page.locator("#waits")).to_be_visible()
    page.locator("#more > summary").click()
    page.evaluate("scrollTo(0, 0)")
    assert is_a_line(page, "#waits > summary")
    assert outside(page) == []
    assert violations(page) == []


@pytest.mark.thorough
@pytest.mark.usefixtures("language")
def test_what_lasts_for_many_deals_leaves_all_tiles_on_the_screen(come, game_list):
    enter(game_list, None)
    presence.leave(list_id=game_list.pk, place=4, by=factories.user(), now=timezone.now(), because="tired")
    page = come()
    assert is_a_line(page, "#presence")
    assert outside(page) == []

    batches.call(
        list_id=game_list.pk,
        kind=Call.Kind.HELP,
        place=None,
        text="The pack is not complete, we need another one before we can go on",
        device="",
        entry_key=uuid4(),
        now=timezone.now(),
    )
    # What the page asked for when it was opened may still be on its way, without the call.
    alive(page.reload() and page)
    expect(page.locator("[data-note=called]")).to_be_visible()
    assert is_a_line(page, "[data-note=called]")
    assert outside(page) == []
    assert violations(page) == []

    page.locator("#presence").click()
    assert page.locator("#presence").evaluate("one => getComputedStyle(one).whiteSpace") == "normal"


CUT_NOTES = """() => [...document.querySelectorAll(".note, .note > :not(summary)")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.thorough(after=1)
@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("size", [(390, 664), (412, 732)], ids=lambda size: "x".join(map(str, size)))
def test_notes_are_whole_where_there_is_room_and_move_no_tile_off_the_screen(come, game_list, size):
    presence.leave(list_id=game_list.pk, place=4, by=factories.user(), now=timezone.now(), because="tired")
    for number, text in enumerate(["Renonce im dritten Stich", "Zu früh aufgedeckt", "Falsch gegeben"], start=1):
        objections.raise_objection(
            series_id=game_list.table.series_id,
            list_id=game_list.pk,
            entry_key=uuid4(),
            kind="revoke",
            deal=number,
            text=text,
            by=None,
            now=timezone.now(),
        )
    page = come(viewport=dict(zip(("width", "height"), size, strict=True)))
    expect(page.locator("#judge")).to_contain_text("3")

    assert page.evaluate(CUT_NOTES) == []
    assert outside(page) == []


@pytest.mark.thorough
def test_in_the_demo_too_all_is_on_one_screen(come, settings):
    settings.DEMO = True
    page = come()

    assert page.locator(".demo").bounding_box()["y"] == 0
    assert outside(page) == []
    assert page.evaluate("scrollY") == 0


def test_a_director_has_all_of_it_below_the_ways_of_the_office(opened, live_server, game_list):
    page = opened(**PHONE | SMALL)
    sign_in(page, live_server.url)
    alive(at_table.at_list(page, live_server.url, game_list))

    expect(page.locator(".office-head")).to_be_visible()
    assert outside(page) == []


@pytest.mark.thorough
@pytest.mark.browser_context_args(locale="en-GB")
def test_what_was_done_elsewhere_is_told_until_the_next_deal_and_covers_no_tile(come):
    page = come()
    before = places(page)
    page.goto(page.locator("#undo").evaluate("link => link.href"))
    page.get_by_label("All players of this deal agree (ISkO 5.5.3).").first.check()
    tap(page, LONG[1], "Grand", "with 1")
    press(page, "won")
    told = page.locator("[data-told]")
    expect(told).to_be_visible()
    alive(page)

    assert places(page) == before
    assert outside(page) == []
    press(page, "passed")
    expect(told).to_have_count(0)
    assert places(page) == before
