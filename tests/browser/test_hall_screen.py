"""The screen of the hall and the board follow by themselves, through an outage too."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from scoring.paper import pictures
from scoring.table.services import batches as table_calls
from tables.hall import services
from tables.tournaments.models import Tournament
from tests.browser import axe
from tests.browser.conftest import PHONE
from tests.browser.test_every_page import sign_in
from tests.paper.every_kind import whole_event
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


def test_no_letter_is_lower_than_three_hundredths_of_the_screen_and_the_logo_gives_its_colour(
    screen, live_server, given
):
    screen.goto(f"{live_server.url}{SCREEN}?scenes=prizes,clock,calls,seats,tables,standings,rankings,appeals")
    expect(screen.locator(".hall-scene:visible")).to_have_count(1)
    expect(screen.locator("#hall-logo")).to_be_visible()
    colour = screen.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--club')")
    red, green, blue = map(int, re.findall(r"\d+", colour))
    assert red > 150 > 60 > max(green, blue)

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


def test_every_line_is_shown_on_one_page_and_without_scripts_on_the_first(
    opened, phone_without_scripts, live_server, cup
):
    page = opened(viewport=LANDSCAPE)
    page.goto(f"{live_server.url}{SCREEN}?scenes=seats")
    page.keyboard.press(" ")
    names: list[str] = []
    for _page in range(int(page.evaluate(SHOWN).split("/")[1])):
        names += page.locator(".hall-line:visible .hall-name").all_inner_texts()
        page.keyboard.press("ArrowRight")

    assert len(names) == len(set(names)) == 64
    # Without a logo there is none.
    expect(page.locator("#hall-logo")).to_be_hidden()
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


def test_a_call_comes_up_by_itself_and_goes_with_one_tap(wide, live_server):
    made = factories.tournament(entrants=12, time_limit=60, strikes_at_limit=True)
    series = factories.running_series(made)
    for table, deals in ((1, 2), (2, 2), (3, 1)):
        factories.enter(factories.list_of(series, table), *[None] * deals)
    sign_in(wide, live_server.url)
    wide.clock.install()
    wide.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(wide.locator(".is-slow")).to_have_count(1)
    row, said = factories.list_of(series, 2), "Spiel 4 war Schneider."
    table_calls.call(list_id=row.pk, kind="help", place=3, text=said, device="", entry_key=uuid4(), now=EVENING)

    wide.clock.run_for(11_000)
    expect(wide.locator(".panel-calls")).to_contain_text(said)
    expect(wide.locator(".is-problem")).to_have_count(1)
    wide.locator(".panel-calls button").click()

    expect(wide.locator(".panel-calls")).to_have_count(0)
