"""The standings in a frame on the page of a club, and the pages about sharing: seen by a real browser."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import axe
from tests.browser.conftest import PHONE, WIDE
from tests.factories import GRAND
from tests.scoring.public.open_data_read import event, ranking

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/t/cup/share/", "/t/cup/embed/", "/t/cup/embed/?ranking=1", "/api/v1/")


@pytest.mark.thorough
@pytest.mark.parametrize("fields", [PHONE, {**WIDE, "color_scheme": "dark"}], ids=["light phone", "dark screen"])
def test_axe_finds_nothing_and_nothing_sticks_out(opened, live_server, fields):
    ranking(event())
    page: Page = opened(**fields)

    for path in PAGES:
        page.goto(live_server.url + path)
        assert axe.found(page, frames=False) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


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


def test_the_code_can_be_copied(opened, live_server):
    event()
    page: Page = opened(**WIDE, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/t/cup/share/?rows=5")
    page.locator("[data-copy=snippet]").click()

    expect(page.locator("#copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#snippet").input_value()


def test_the_table_is_pasted_as_a_table_into_an_editor_of_pages(opened, live_server):
    event()
    page: Page = opened(**WIDE, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/t/cup/share/?rows=5")
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
