"""A phone that trusts the hall: over https its list opens again though site and browser were closed in between."""

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import BrowserContext, Locator, Page, Playwright, expect
from pypdf import PdfReader

from skatturnier.fonts import OWN
from tables.accounts.services import accounts
from tests.browser.at_table import alive, comes_true, press, state, tap
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_evening_alone import NAMES
from tests.durability.kills import HALL
from tests.https.served import Served

KEPT = """navigator.serviceWorker.controller && caches.open("table").then((cache) => cache.keys()).then((all) =>
    [/\\/l\\//, /table\\/lines\\.[0-9a-f]+\\.json$/].every((kind) => all.some((one) => kind.test(one.url))))"""
"""The door and the line table, by which all of it is there; static files have the names they have on a real site."""

NAME = "laptop.local"
"""By which a phone in the Wi-Fi may find the laptop; here the browser is told that it is this machine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    one = Served(tmp_path_factory.mktemp("hall") / "data")
    one.env |= {"SKATTURNIER_HOSTS": f"localhost,127.0.0.1,{NAME}", "SKATTURNIER_SITE_URL": f"http://{NAME}:{one.port}"}
    one.migrate()
    one.tables = json.loads(one.run("-m", HALL, "make"))
    one.start()
    yield one
    one.end()


@pytest.fixture
def phone(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], site: Served, tmp_path: Path
) -> Iterator[Callable[[], BrowserContext]]:
    """Return what opens the browser of a phone that trusts the hall; opened anew it knows what it knew before."""
    opened: list[BrowserContext] = []
    shown, *_others = x509.load_pem_x509_certificates((site.data / "https.pem").read_bytes())
    key = shown.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    is_trusted = base64.b64encode(hashlib.sha256(key).digest()).decode()

    def open_browser() -> BrowserContext:
        arguments = [
            *browser_type_launch_args["args"],
            f"--ignore-certificate-errors-spki-list={is_trusted}",
            f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        ]
        how = {**browser_type_launch_args, "args": arguments}
        opened.append(playwright.chromium.launch_persistent_context(tmp_path / "phone", locale="en-GB", **PHONE, **how))
        return opened[-1]

    yield open_browser
    for one in opened:
        one.close()


def at_list(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def seated(page: Page) -> Page:
    """Say that everybody sits where they should; the page asks it before the first deal."""
    for box in page.locator("#who [name=sits]").all():
        box.check()
    return page


def door(site: Served, table: int) -> str:
    return f"https://{NAME}:{site.secure_port}/l/{site.tables[table]['key']}/"


def entered(page: Page, number: int) -> None:
    page.locator("[name=declarer]:enabled").first.check()
    tap(page, "", "Clubs", f"with {number}")
    press(page, "won")


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.browser_context_args(locale="en-GB")
def test_its_list_opens_again_while_the_site_is_gone_and_sends_what_was_entered(phone, site):
    browser = phone()
    page = seated(alive(at_list(browser, door(site, 0))))
    comes_true(page, KEPT)
    expect(state(page)).to_have_text("Ready for the first deal")
    entered(page, 1)
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    explained = at_list(browser, f"https://{NAME}:{site.secure_port}/secure/")
    expect(explained.locator("#kept")).to_be_visible()
    expect(explained.locator("#not-kept")).to_be_hidden()
    site.kill()
    browser.close()

    page = alive(at_list(phone(), door(site, 0)))
    entered(page, 2)
    expect(state(page)).to_contain_text("No network: 1 deal")
    site.start()

    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_have_text("Saved on the server (no. 2)", timeout=60_000)


REFUSED = """if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new DOMException(
    "An SSL certificate error occurred when fetching the script.", "SecurityError"));"""
"""What Chromium does with a worker where the warning was tapped away; tried with one that shows the warning."""


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.browser_context_args(locale="en-GB")
def test_where_the_warning_was_tapped_away_it_says_what_must_not_be_closed(phone, site):
    browser = phone()
    browser.add_init_script(REFUSED)
    errors: list[str] = []
    browser.on("weberror", lambda error: errors.append(str(error.error)))
    page = seated(alive(at_list(browser, door(site, 1))))

    expect(state(page)).to_have_text("Ready. Leave this page open.")
    entered(page, 1)
    expect(state(page)).to_have_text("1 saved. Leave this page open.")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="A phone that trusts this hall keeps it.").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Warning on phones")
    expect(page.locator("#not-kept")).to_be_visible()
    assert errors == []


SIZE = 40
TEXT = "Spieler 1 Grand 72"

WIDTH = """([family, size, text]) => {
    const span = document.createElement("span");
    span.style.font = `${size}px ${family}`;
    span.textContent = text;
    document.body.append(span);
    return span.getBoundingClientRect().width;
}"""

FAMILIES = {
    '"Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif': "DejaVuSans.ttf",
    "system-ui": "DejaVuSans.ttf",
    'ui-monospace, "Cascadia Mono", "Liberation Mono", monospace': "DejaVuSansMono.ttf",
}


def test_letters_are_as_wide_as_those_of_the_program(browser):
    ttlib = pytest.importorskip("fontTools.ttLib")
    with closing(browser.new_page()) as page:
        for families, file in FAMILIES.items():
            with ttlib.TTFont(OWN / file) as font:
                glyphs, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
                wide = sum(metrics[glyphs[ord(one)]][0] for one in TEXT) / em * SIZE

            assert page.evaluate(WIDTH, [families, SIZE, TEXT]) == pytest.approx(wide, abs=0.5), families


MOST = 40
BEFORE = ("Extract all", "Extract", "open the folder", "double-click on Skatturnier", "Run anyway", "private networks")
"""Acts before the browser opens, with both questions Windows may ask once (docs/windows-testing.md); what they do
there is tried by ``make test-windows``."""

PRINTED = ("Ctrl + P", "Enter")
"""In whatever shows the PDF."""

PASSWORD = "windschiefe-garage-9"


class Counted:
    """A hand that counts what it does."""

    def __init__(self, page: Page) -> None:
        self.page, self.acts = page, [*BEFORE]

    def click(self, what: Locator) -> None:
        what.click()
        self.acts.append(f"click {what}")

    def type(self, text: str) -> None:
        self.page.keyboard.insert_text(text)
        self.acts.append(f"type {text[:20]}")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.acts.append(key)


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_a_seat_plan_of_22_takes_no_more_than_forty_acts(opened, live_server, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    word = accounts.await_first_account()
    page = opened(**WIDE)
    hand = Counted(page)
    # The program opens this.
    page.goto(f"{live_server.url}/first/?word={word}")

    expect(page.locator("#id_username")).to_be_focused()
    hand.type("karl")
    for _field in ("password", "again"):
        hand.press("Tab")
        hand.type(PASSWORD)
    hand.press("Enter")
    hand.click(page.locator(".preset").first)
    expect(page.locator("#id_name")).to_be_focused()
    hand.type("Herbstabend")
    for label, words in (("Place", "Altenburg"), ("Organiser", "SC Herz Dame")):
        hand.click(page.get_by_label(label, exact=True))
        hand.type(words)
    hand.press("Enter")
    hand.click(page.get_by_role("link", name="Add several"))
    hand.click(page.get_by_label("One person a line"))
    hand.type("\n".join(NAMES))
    hand.click(page.get_by_role("button", name="Show preview"))
    hand.click(page.get_by_role("button", name="Take what is in order"))
    hand.click(page.get_by_text("Mark everybody at once"))
    hand.click(page.get_by_label("Yes, everybody in the tournament"))
    hand.click(page.locator("[name=mark][value='all present on']"))
    hand.click(page.get_by_role("link", name="Series 1", exact=True))
    hand.click(page.get_by_role("link", name="Draw series 1").first)
    hand.click(page.get_by_role("button", name="Draw by lot"))
    hand.click(page.get_by_role("button", name="Publish", exact=True))
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()
    hand.click(page.get_by_role("link", name="Seat plan", exact=True))
    hand.click(page.get_by_role("link", name="As everybody sees it"))
    plan = page.get_by_role("link", name="Print (PDF)")
    hand.acts += ["click the plan", *PRINTED]

    printed = PdfReader(io.BytesIO(page.request.get(live_server.url + plan.get_attribute("href")).body()))
    said = " ".join(one.extract_text() for one in printed.pages)
    assert all(name in said for name in NAMES)
    assert len(hand.acts) <= MOST, hand.acts
