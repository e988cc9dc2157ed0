"""Standings, also framed by the page of a club, charts, what a game is worth: in a real browser."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from simulation.event import simulate
from simulation.scenario import Scenario
from tables.tournaments.models import Tournament
from tests.browser import axe
from tests.browser.conftest import PHONE, WIDE
from tests.scoring.public.standings_read import TOTAL, event
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db(transaction=True)


class ClubPage(BaseHTTPRequestHandler):
    """A page of somebody else, with a fragment of our site in it."""

    frame = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><title>Club</title><iframe src="{self.frame}" title="Cup"></iframe>'.encode())

    def log_message(self, *_args: object) -> None:
        """Keep the terminal quiet."""


@pytest.fixture
def club(live_server) -> Iterator[str]:
    """Return the address of a page of a club, on a server of its own: browsers refuse frames to pages made up here."""
    handler = type("Page", (ClubPage,), {"frame": f"{live_server.url}/t/cup/embed/"})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_on_the_page_of_a_club_it_is_shown_without_cookies_and_follows_the_event(opened, club):
    made = event()
    page: Page = opened(**WIDE)
    page.clock.install()
    page.goto(club)
    shown = page.frame_locator("iframe")
    expect(shown.get_by_role("heading")).to_contain_text("Herz-Dame-Cup")
    before = shown.locator("tbody").inner_text()

    factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
    page.clock.run_for(11_000)

    expect(shown.locator("tbody")).not_to_have_text(before, use_inner_text=True)
    assert page.context.cookies() == []


def test_the_code_can_be_copied_and_the_table_is_pasted_as_one_into_an_editor_of_pages(opened, live_server):
    event()
    page: Page = opened(**WIDE, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/t/cup/share/?rows=5")
    page.locator("[data-copy=snippet]").click()
    expect(page.locator("#snippet-copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#snippet").input_value()

    page.locator("[data-copy=table]").click()
    expect(page.locator("#table-copied")).to_be_visible()
    # As the field of an editor: whatever is pasted there may have a form.
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<div id=editor contenteditable>x</div>')"
    )
    page.locator("#editor").click()
    page.keyboard.press("Control+v")
    expect(page.locator("#editor table tbody tr")).to_have_count(5)
    assert "<table>" in page.evaluate("navigator.clipboard.readText()")


def test_the_answer_follows_every_tick(phone, live_server):
    page = phone
    page.goto(f"{live_server.url}/worth/")

    page.get_by_label("Herz").check()
    page.get_by_role("group", name="mit", exact=True).get_by_label("1", exact=True).check()
    expect(page.locator(".worth-points")).to_have_text("20")
    page.get_by_text("Angesagt, ouvert, Reizwert").click()
    page.get_by_label("Reizwert").fill("50")
    page.get_by_label("Reizwert").press("Enter")

    expect(page.locator(".worth-points")).to_have_text("−100")
    expect(page.locator(".worth-points")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("game=hearts.*bid=50"))
    expect(page.locator("#answer")).to_contain_text("ISkO 5.4.1")


RANKS = """() => {
    const rows = [...document.querySelectorAll(".ranks tbody tr")].map((row) => row.getBoundingClientRect());
    return [rows[0].y, rows.filter((row) => row.bottom <= innerHeight).length];
}"""

SMALL = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (!data.trim() || !parentElement.checkVisibility() || parentElement.closest("script, noscript")) continue;
        if (parseFloat(getComputedStyle(parentElement).fontSize) < 16) found.add(data.trim());
    }
    return [...found];
}"""


@pytest.fixture
def evening(settings, transactional_db) -> None:
    """The demo: 43 who play the second of three series, some of them with names of 60 letters."""
    settings.DEMO = True
    _demo()


@remembered
def _demo() -> Tournament:
    scenario = Scenario(players=43, series=3, rounds=1, played=(1.0, 0.5), begins=EVENING)
    made = simulate(scenario, director=factories.user(), judge=("richter", "x" * 12), progress=lambda _deals: None)
    for entrant in made.entrants.filter(number__lte=43)[::6]:
        entrant.name = f"{entrant.name} von und zu Hohenzollern-Sigmaringen auf Schwarzburg"[:60].strip()
        entrant.save()
    return made


@pytest.mark.thorough
def test_ranks_are_lines_of_which_a_screen_shows_many(opened, live_server, evening, is_thorough):
    """Where the first line begins, and how many are seen without scrolling, at the sizes people have."""
    sizes = (((390, 844), 190, 11), ((1366, 768), 220, 12), ((390, 664), 190, 8), ((1920, 1080), 220, 20))
    for (width, height), top, count in sizes if is_thorough else sizes[:2]:
        is_phone = width < 600
        page = opened(**(PHONE if is_phone else {}) | {"viewport": {"width": width, "height": height}})
        page.goto(live_server.url + "/t/herz-dame-pokal/standings/")
        page.evaluate("document.fonts.ready")

        first, seen = page.evaluate(RANKS)

        assert first <= top, f"{width}x{height}: {first}"
        assert seen >= count, f"{width}x{height}: {seen}"
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert not is_phone or page.evaluate(SMALL) == []
        if (width, height) in ((390, 844), (1366, 768)):
            assert axe.violations(page) == [], f"{width}x{height}"


def test_on_a_phone_columns_states_and_ones_own_line_are_at_hand_and_large_text_fits(opened, live_server):
    made = factories.tournament(entrants=28)
    made.entrants.update(name="Maximiliane von und zu Hohenzollern-Sigmaringen auf Schwarz")
    factories.enter(factories.list_of(factories.running_series(made)), (2, GRAND))
    page = opened(**PHONE)
    page.goto(live_server.url + TOTAL)
    # More columns are one tap away, and the phone remembers.
    won = page.get_by_role("columnheader", name="Gewonnen")
    expect(won).to_be_hidden()
    page.get_by_role("button", name="Mehr Spalten").click()
    expect(won).to_be_visible()
    page.reload()
    expect(won).to_be_visible()
    page.get_by_role("button", name="Weniger Spalten").click()
    expect(won).to_be_hidden()

    # A state is an icon whose words a tap shows.
    state = page.locator(".ranks summary").first
    words, small = state.text_content(), state.bounding_box()
    state.click()
    assert words.startswith(("spielt", "Liste", "Einspruch", "Los"))
    assert small["width"] < 40 < state.bounding_box()["width"]

    # One's own line stays in view once it is chosen.
    number = page.locator(".ranks tbody tr").last.get_attribute("id").removeprefix("no-")
    page.goto(f"{live_server.url}{TOTAL}?player={number}")
    page.get_by_role("button", name="Das bin ich").click()
    page.goto(live_server.url + TOTAL)
    own = page.locator(f"#no-{number}")
    expect(own).to_have_attribute("aria-current", "true")
    expect(own.locator("td").first).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name="Meine Zeile nicht mehr markieren").click()
    expect(own).not_to_have_attribute("aria-current", "true")

    # With text twice as large rank, name and total need no sideways scrolling.
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.goto(live_server.url + TOTAL)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    cells = page.locator(".ranks tbody td:nth-child(-n + 3)")
    assert cells.evaluate_all("all => all.every((one) => one.getBoundingClientRect().right <= 390)")


CHARTS = ("/t/cup/players/2/", "/t/cup/statistics/", "/t/cup/series/2/table/1/statistics/")


@pytest.fixture
def two_series() -> None:
    """One series is closed, the second is being played."""
    made = factories.tournament(entrants=8, series=2, rounds=1)
    name = "Maximiliane Freifrau von Oberschlesien-Ratibor"
    made.entrants.filter(number=2).update(name=name, club="Skatfreunde Altenburg von 1886")
    factories.close_series(factories.running_series(made))
    factories.enter(factories.list_of(factories.running_series(made, 2)), (2, GRAND), None, (1, GRAND_LOST))


@pytest.mark.thorough
@pytest.mark.usefixtures("two_series")
def test_on_charts_axe_finds_nothing_nothing_sticks_out_and_on_paper_they_are_black_and_white(opened, live_server):
    page = opened(**WIDE)
    for address in CHARTS:
        page.goto(live_server.url + address)
        # The tables of the figures are part of the page too.
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        for screen in (PHONE, WIDE):
            page.set_viewport_size(screen["viewport"])
            assert axe.violations(page) == [], address
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address

    page.emulate_media(color_scheme="dark")
    page.goto(live_server.url + CHARTS[2])
    paper = pypdfium2.PdfDocument(BytesIO(page.pdf(format="A4")))
    assert len(paper) <= 2
    page.emulate_media(media="print")
    for one in page.locator(".chart-line").all():
        assert one.evaluate("(line) => getComputedStyle(line).stroke") == "rgb(0, 0, 0)"
    dashes = page.locator("polyline.chart-line").evaluate_all(
        "(lines) => lines.map((line) => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == 4
