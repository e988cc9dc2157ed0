"""The screen of the hall, the board and the standings follow by themselves, through an outage too."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from scoring.lists.models import Phone
from scoring.paper import pictures
from scoring.table.services import batches as table_calls
from simulation import accounts
from tables.hall import services
from tables.tournaments.models import Tournament
from tests.browser import axe
from tests.browser.at_table import alive, game_list, tap
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.paper.every_kind import whole_event
from tests.scoring.public.standings_read import running
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db(transaction=True)


SCREEN = "/t/cup/hall/"
LANDSCAPE = {"width": 1920, "height": 1080}
UPRIGHT = {"width": 1080, "height": 1920}

SHOWN = "document.getElementById('hall').dataset.showing"
SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll("body *")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
STICKS_OUT = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
    && !one.closest(".visually-hidden"))
    .filter((one) => { const { right, bottom } = one.getBoundingClientRect();
        return right > innerWidth + 1 || bottom > innerHeight + 1; }).map((one) => one.outerHTML.slice(0, 120))"""
KEPT = """async () => {
    for (let tries = 0; tries < 100; tries += 1) {
        const keys = (await caches.has("hall")) ? await (await caches.open("hall")).keys() : [];
        const paths = keys.map((one) => new URL(one.url).pathname);
        const wanted = ["/t/cup/hall/now/", "/t/cup/hall/", "hall.js", "live.js", "hall.css"];
        const isThere = wanted.every((end) => paths.some((path) => path.endsWith(end)));
        if (navigator.serviceWorker.controller && isThere) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
}"""


@pytest.fixture
def cup() -> Tournament:
    made = factories.tournament(entrants=64, series=2, rounds=1, time_limit=90, hall_plan="1 2 3 4")
    series = factories.running_series(made)
    made.series.filter(number=1).update(started_at=timezone.now())
    factories.enter(factories.list_of(series), (2, GRAND))
    return made


@pytest.fixture
def screen(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=LANDSCAPE).new_page()


def announce(made: Tournament, text: str) -> None:
    services.announce(
        tournament_id=made.pk, text=text, until=None, entry_key=uuid4(), by=factories.user(), now=timezone.now()
    )


def minutes_of(page: Page) -> int:
    hours, minutes = page.locator("#hall-time").inner_text().split(":")
    return 60 * int(hours) + int(minutes)


@pytest.mark.thorough
@pytest.mark.proof("hall-screen")
def test_half_an_hour_without_the_site_it_goes_on_turning_and_comes_back_by_itself(screen, live_server, cup, prove):
    screen.clock.install()
    screen.goto(live_server.url + SCREEN)
    screen.clock.run_for(3_000)
    expect(screen.locator("#hall-lost")).to_be_hidden()
    before = minutes_of(screen)

    screen.context.set_offline(True)
    shown = set()
    for _minute in range(32):
        screen.clock.run_for(60_000)
        shown.add(screen.evaluate(SHOWN))

    assert {one.split()[0] for one in shown} >= {"clock", "total"}
    assert len(shown) > 3
    expect(screen.locator("#hall-lost")).to_have_text(re.compile(r"^Stand \d\d:\d\d$|^as of \d\d:\d\d$"))
    assert (minutes_of(screen) - before) % 1440 in range(31, 35)
    expect(screen.locator(".hall-strip [data-ends]")).to_contain_text(re.compile(r"\d+:\d\d"))

    announce(cup, "Wir sind wieder da.")
    screen.context.set_offline(False)
    # Its clock goes on as fast as the site answers.
    for _while in range(40):
        screen.clock.run_for(1_000)
        screen.wait_for_timeout(100)
        if screen.locator("#hall-lost").is_hidden():
            break
    expect(screen.locator("#hall-lost")).to_be_hidden()
    expect(screen.locator(".is-announcement .hall-said")).to_have_text("Wir sind wieder da.")
    prove(f"32 minutes: {len(shown)} pages in turn, as of when, up to date again by itself")


@pytest.mark.thorough
@pytest.mark.proof("hall-screen")
def test_loaded_anew_while_the_site_is_away_it_shows_what_it_had(screen, live_server, cup, prove):
    screen.goto(live_server.url + SCREEN)
    screen.reload()
    assert screen.evaluate(KEPT)
    announce(cup, "Das Buffet ist auf.")
    expect(screen.locator(".is-announcement .hall-said")).to_have_text("Das Buffet ist auf.", timeout=10_000)

    screen.context.set_offline(True)
    screen.reload()

    expect(screen.locator("#hall-lost")).to_be_visible(timeout=10_000)
    # Not the page as it was first loaded, but what it showed last.
    expect(screen.locator(".is-announcement .hall-said")).to_have_text("Das Buffet ist auf.")
    screen.context.set_offline(False)
    expect(screen.locator("#hall-lost")).to_be_hidden(timeout=40_000)
    prove("loaded anew while the site is away: what it showed last")


@pytest.mark.thorough
def test_what_changes_is_shown_within_two_seconds_or_so(screen, live_server, cup):
    screen.goto(live_server.url + SCREEN)
    expect(screen.locator(".hall-scene:visible")).to_have_count(1)
    announce(cup, "Serie 2 beginnt später.")

    expect(screen.locator(".is-announcement .hall-said")).to_have_text("Serie 2 beginnt später.", timeout=3_000)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LANDSCAPE, UPRIGHT], ids=["landscape", "upright"])
def test_every_scene_is_read_from_afar_and_axe_finds_nothing(opened, live_server, cup, size):
    cup.entrants.filter(number=1).update(name="Maximiliane Freifrau von Oberschlesien-Ratibor")
    announce(cup, "Donaudampfschifffahrtsgesellschaftskapitänswitwe, bitte zur Spielleitung. " * 2)
    page = opened(viewport=size)
    page.goto(f"{live_server.url}{SCREEN}?scenes=announcements,clock,seats,tables,standings,appeals")
    expect(page.locator(".hall-scene:visible")).to_have_count(1)
    page.keyboard.press(" ")
    found, seen = [], set()
    while (shown := page.evaluate(SHOWN)) not in seen:
        seen.add(shown)
        assert page.evaluate(SMALLEST_LETTERS) >= min(size.values()) / 22
        found += [f"{shown}: {one}" for one in page.evaluate(STICKS_OUT)]
        if shown.split()[0] not in {one.split()[0] for one in seen - {shown}}:
            found += [f"{shown}: {one}" for one in axe.violations(page)]
        page.keyboard.press("ArrowRight")

    assert not found, "\n".join(found)
    assert {one.split()[0] for one in seen} == {"announcement-1", "clock", "seats-1", "tables-1", "total", "appeals-1"}


@pytest.fixture
def given() -> Tournament:
    """An event whose prizes are given, with a red logo."""
    made = whole_event()
    Tournament.objects.filter(pk=made.pk).update(ended_at=timezone.now(), released_at=timezone.now())
    red = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="6" fill="#c00010"/></svg>'
    pictures.keep(made.slug, "logo", pictures.looked_at(red.encode()))
    return made


@pytest.mark.thorough
def test_a_prize_is_shown_first_and_at_a_key_who_won_it(screen, live_server, given):
    screen.goto(f"{live_server.url}{SCREEN}?scenes=prizes")
    shown = []
    for _prize in range(3):
        expect(screen.locator(".hall-winner:visible")).to_have_count(0)
        screen.keyboard.press("ArrowRight")
        expect(screen.locator(".hall-winner:visible")).to_have_count(1)

        shown.append(" ".join(screen.locator(".hall-scene:visible p").all_inner_texts()))
        announce(given, f"Beifall {len(shown)}.")
        screen.wait_for_timeout(2_500)
        # What was told stays told when the screen is renewed.
        expect(screen.locator(".hall-winner:visible")).to_have_count(1)
        screen.keyboard.press("ArrowRight")

    assert [one[:2] for one in shown] == ["1.", "2.", "1."]
    assert "Schinken" in shown[0]
    assert "9,00 €" in shown[2] or "9.00 €" in shown[2]


def test_the_logo_stands_at_the_head_and_gives_its_colour(screen, live_server, given):
    screen.goto(live_server.url + SCREEN)

    expect(screen.locator("#hall-logo")).to_be_visible()
    colour = screen.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--club')")
    red, green, blue = map(int, re.findall(r"\d+", colour))
    assert red > 150 > 60 > max(green, blue)


def test_without_a_logo_there_is_none(screen, live_server, cup):
    screen.goto(live_server.url + SCREEN)
    expect(screen.locator(".hall-scene:visible")).to_have_count(1)

    expect(screen.locator("#hall-logo")).to_be_hidden()


def test_no_letter_is_lower_than_three_hundredths_of_the_screen(screen, live_server, given):
    screen.goto(f"{live_server.url}{SCREEN}?scenes=prizes,clock,calls,seats,tables,standings,rankings,appeals")
    expect(screen.locator(".hall-scene:visible")).to_have_count(1)
    screen.keyboard.press(" ")
    seen = set()
    for _page in range(20):
        seen.add(screen.evaluate(SHOWN).split()[0])
        assert screen.evaluate(SMALLEST_LETTERS) >= 0.03 * LANDSCAPE["height"], seen
        screen.keyboard.press("ArrowRight")
    assert {"total", "ranking-1", "prize-1"} <= seen


@pytest.mark.thorough
def test_what_is_urgent_comes_in_between_where_a_list_is_long(screen, live_server):
    made = factories.tournament(entrants=160)
    factories.running_series(made)
    announce(made, "Bitte leise.")
    # A line a player: more pages than a minute and a half has room for.
    screen.set_viewport_size({"width": 400, "height": 300})
    screen.clock.install()
    screen.goto(live_server.url + SCREEN + "?scenes=announcements,standings")
    shown = []
    for _step in range(80):
        screen.clock.run_for(3_000)
        shown += [now] if (now := screen.evaluate(SHOWN)) not in shown[-1:] else []

    lists = [one.split() for one in shown]
    said = [at for at, (key, _page) in enumerate(lists) if key.startswith("announcement")]
    within = [at for at in said[1:-1] if lists[at - 1][0] == lists[at + 1][0]]
    pages = [(int(lists[at - 1][1].split("/")[0]), int(lists[at + 1][1].split("/")[0])) for at in within]
    # It is the first scene, too, and then the list begins anew.
    assert any(after == before + 1 for before, after in pages), shown
    assert all(after in {before + 1, 1} for before, after in pages)


def test_every_line_is_shown_on_one_page_and_no_more(opened, live_server, cup):
    page = opened(viewport=LANDSCAPE)
    page.goto(f"{live_server.url}{SCREEN}?scenes=seats")
    page.keyboard.press(" ")
    names: list[str] = []
    for _page in range(int(page.evaluate(SHOWN).split("/")[1])):
        names += page.locator(".hall-line:visible .hall-name").all_inner_texts()
        page.keyboard.press("ArrowRight")

    assert len(names) == len(set(names)) == 64


def test_without_scripts_everything_stands_on_the_page(phone_without_scripts, live_server, cup):
    phone_without_scripts.goto(live_server.url + SCREEN)

    expect(phone_without_scripts.locator(".hall-line")).to_have_count(64)
    expect(phone_without_scripts.locator(".hall-scene").first).to_be_visible()


def test_ones_own_page_follows_by_itself_and_marks_the_table(opened, live_server, cup):
    page = opened(**PHONE)
    page.goto(f"{live_server.url}/t/cup/seats/2/")
    expect(page.locator(".hall-plan .is-marked")).to_have_text("1")
    assert axe.found(page) == []
    announce(cup, "Bitte leise.")
    # Back in a network it asks at once.
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.locator(".announced")).to_have_text("Bitte leise.")


def open_standings(page: Page, site: str, query: str = "") -> None:
    page.goto(f"{site}/t/cup/standings/{query}")
    expect(page.locator("#no-1")).to_be_visible()


def total_of(page: Page, number: int) -> str:
    return page.locator(f"#no-{number} td:nth-child(3)").inner_text()


@pytest.mark.thorough
def test_a_deal_appears_by_itself_and_marks_focus_and_scroll_stay(wide, live_server):
    series = running(entrants=8)
    second = series.seats.get(table__number=1, place=2).entrant.number
    open_standings(wide, live_server.url, "?player=8")
    wide.locator("thead a").nth(2).focus()
    assert total_of(wide, second) == "0"

    factories.enter(factories.list_of(series, 1), (2, GRAND))

    expect(wide.locator(f"#no-{second} td:nth-child(3)")).not_to_have_text("0")
    assert wide.locator("tbody tr").count() == 8
    assert wide.locator("tbody tr:empty").count() == 0
    expect(wide.locator("tr[aria-current]")).to_have_attribute("id", "no-8")
    assert wide.evaluate("document.activeElement.closest('th') !== null")


@pytest.mark.thorough
def test_it_says_when_the_connection_is_lost_and_goes_on_when_it_is_back(wide, live_server):
    series = running(entrants=4)
    open_standings(wide, live_server.url)
    lost = wide.locator("[data-live-lost]")
    expect(lost).to_be_hidden()

    wide.route("**/standings/", lambda route: route.fulfill(status=409, body=""))
    expect(lost).to_be_visible(timeout=8000)
    expect(lost.locator("time")).not_to_have_text("–")

    factories.enter(factories.list_of(series), (2, GRAND))
    wide.unroute("**/standings/")
    expect(lost).to_be_hidden(timeout=20000)
    expect(wide.locator("tbody tr").first.locator("td:nth-child(3)")).not_to_have_text("0")


@pytest.mark.thorough
def test_without_scripts_a_shared_link_marks_and_sorts(phone_without_scripts, live_server):
    running(entrants=8)
    page = phone_without_scripts
    page.goto(f"{live_server.url}/t/cup/standings/?player=3#no-3")

    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "no-3")
    expect(page.locator("#no-3")).to_be_in_viewport()
    page.locator("thead th:nth-child(2) a").click()
    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "no-3")


@pytest.mark.thorough
def test_a_phone_shows_the_first_rows_and_the_way_that_was_taken_without_scrolling(opened, live_server):
    event = factories.tournament(entrants=8, series=4, name="Vereinsabend der Skatfreunde")
    for number in (1, 2, 3):
        factories.play_series(factories.running_series(event, number))
        factories.close_series(event.series.get(number=number))
    page = opened(**PHONE | {"viewport": {"width": 390, "height": 664}})
    page.goto(f"{live_server.url}/t/cup/standings/")

    first = page.locator(".standings tbody tr").first.bounding_box()
    search = page.get_by_role("search").bounding_box()
    here = page.locator(".site-nav [aria-current]").bounding_box()
    assert first["y"] + first["height"] <= 664
    assert search["y"] + search["height"] <= 220
    assert 0 <= here["x"] <= 390 - here["width"]


BOARD = "/t/cup/office/series/1/"


@pytest.fixture
def series():
    made = factories.tournament(entrants=16, rounds=4, time_limit=60, strikes_at_limit=True)
    series = factories.running_series(made)
    for table, deals in ((1, 10), (2, 9), (3, 11), (4, 5)):
        factories.enter(factories.list_of(series, table), *[None] * deals)
    return series


def call(series) -> None:
    row = factories.list_of(series, 2)
    table_calls.call(
        list_id=row.pk, kind="help", place=3, text="Spiel 4 war Schneider.", device="", entry_key=uuid4(), now=EVENING
    )


def opened_board(page: Page, live_server) -> Page:
    sign_in(page, live_server.url)
    page.goto(live_server.url + BOARD)
    return page


def test_a_call_comes_up_by_itself_and_goes_with_one_tap(wide, live_server, series):
    page = opened_board(wide, live_server)
    expect(page.locator(".is-slow")).to_have_count(1)
    call(series)

    expect(page.locator(".panel-calls")).to_contain_text("Spiel 4 war Schneider.", timeout=15_000)
    expect(page.locator(".is-problem")).to_have_count(1)
    page.locator(".panel-calls button").click()

    expect(page.locator(".panel-calls")).to_have_count(0)


@pytest.mark.thorough
def test_while_nothing_happens_the_page_stays_as_it_is(wide, live_server, series):
    page = opened_board(wide, live_server)
    page.evaluate("document.querySelector('#board').dataset.here = 'yes'")

    with page.expect_response(re.compile(r"/office/series/1/$"), timeout=15_000) as answered:
        pass

    # Once a minute it changes, even if nothing happens: the minutes that are left do.
    assert answered.value.status in {200, 204}
    if answered.value.status == 204:
        assert page.locator("#board").get_attribute("data-here") == "yes"


@pytest.mark.thorough
def test_the_time_is_called_and_taken_back(phone, live_server, series):
    page = opened_board(phone, live_server)
    page.locator("#ask-time").click()
    page.locator("#end-clock").click()
    expect(page.locator(".state-complete")).to_have_count(4)

    page.locator("#undo-end").click()

    expect(page.locator(".state-complete")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_with_everything_on_it_axe_finds_nothing_and_nothing_sticks_out(opened, live_server, series, screen):
    call(series)
    for row in series.tables.all():
        Phone.objects.create(
            game_list=row.game_list, device="a" * 32, keeps="first", unsent=row.number, seen_at=EVENING
        )
    page = opened_board(opened(**screen), live_server)

    assert axe.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]


@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_a_visitor_directs_keeps_a_list_and_looks_on_in_three_tabs(opened, live_server, settings):
    settings.DEMO = True
    row = game_list()
    tournament = row.table.series.tournament
    tournament.roles.update(user=factories.user(accounts.DIRECTOR))
    factories.enter(row, None)
    page = opened(**PHONE)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Try it").click()
    assert violations(page) == []

    with page.expect_popup() as opening:
        page.get_by_role("button", name="To the direction").click()
    direction = opening.value
    expect(direction).to_have_url(f"{live_server.url}/t/cup/office/")
    with page.expect_popup() as opening:
        page.get_by_role("link", name="To the standings").click()
    standings = opening.value
    with page.expect_popup() as opening:
        page.get_by_role("link", name="The list").click()
    table = alive(opening.value)

    tap(table, "Anna Berg", "Grand", "with 2")
    table.get_by_role("button", name="Won").click()

    direction.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(direction.locator(".board-table")).to_contain_text("2 / 3")
    expect(standings.locator("main")).to_contain_text("Anna Berg")
    standings.reload()
    expect(standings.locator("main")).to_contain_text("122")
    expect(direction.get_by_text(accounts.DIRECTOR)).to_have_count(1)
