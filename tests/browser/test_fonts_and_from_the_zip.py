"""What the browser tests measure is set in the fonts of the program, whatever the machine has and prefers.

From the zip to a printed seat plan of 22, counted in acts: a click, a field typed or pasted into, a key pressed.
"""

import io
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from skatturnier.fonts import OWN
from tables.accounts.services import accounts
from tests.browser.conftest import WIDE
from tests.browser.test_evening_alone import NAMES

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
    hand.press("Enter")
    hand.click(page.get_by_role("link", name="Add several"))
    hand.click(page.get_by_label("One person a line"))
    hand.type("\n".join(NAMES))
    hand.click(page.get_by_role("button", name="Show preview"))
    hand.click(page.get_by_role("button", name="Register"))
    hand.click(page.get_by_text("Mark everybody at once"))
    hand.click(page.get_by_label("Yes, everybody in the tournament"))
    hand.click(page.get_by_role("button", name="Present", exact=True))
    hand.click(page.get_by_role("link", name="Series 1", exact=True))
    hand.click(page.get_by_role("link", name="Draw series 1").first)
    hand.click(page.get_by_role("button", name="Draw by lot"))
    hand.click(page.get_by_role("button", name="Publish", exact=True))
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()
    hand.click(page.get_by_role("link", name="Seat plan", exact=True))
    plan = page.get_by_role("link", name="Print (PDF)")
    hand.acts += ["click the plan", *PRINTED]

    printed = PdfReader(io.BytesIO(page.request.get(live_server.url + plan.get_attribute("href")).body()))
    said = " ".join(one.extract_text() for one in printed.pages)
    assert all(name in said for name in NAMES)
    assert len(hand.acts) <= MOST, hand.acts
