"""A club evening of 22 by one director, with paper lists and the keyboard alone, and a mistake at every step.

Each step counts what it costs: keys beside the words and numbers typed, and pages. No step needs a click.
"""

import re
import time
from collections import Counter
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.disputes.models import Ruling
from scoring.lists.models import GameListRow
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests import factories
from tests.browser.axe import violations
from tests.browser.conftest import WIDE
from tests.browser.test_every_page import sign_in
from tests.browser.test_paper_desk import FOUR, THREE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

NAMES = [
    "Anna Berg",
    "Bernd Krause",
    "Clara Lindner",
    "Dieter Voss",
    "Erika Sommer",
    "Frank Hartmann",
    "Gerda Wolff",
    "Heinz Peters",
    "Ilse Brandt",
    "Jürgen Möller",
    "Karin Schulz",
    "Lothar Beck",
    "Monika Franke",
    "Norbert Vogt",
    "Olga Steiner",
    "Paul Richter",
    "Quirin Maier",
    "Renate Koch",
    "Siegfried Busch",
    "Thea Lang",
    "Ulrich Horn",
    "Vera Kuhn",
]

FARTHEST = 120
"""Nothing is farther from the hand than so many keys."""

MOST = {
    "event": (12, 3),
    "registration": (28, 26),
    "draw": (75, 8),
    "a walk-in": (20, 6),
    "lists of series 1": (118, 4),
    "a player leaves, next plan": (125, 6),
    "an objection": (115, 8),
    "lists of series 2": (125, 4),
    "end": (35, 5),
}
"""Keys beside words and numbers, and pages, that a step may cost at most. Lists are 66 numbers, each with Enter."""


@dataclass
class Hand:
    """Somebody at the keyboard, and what it costs them."""

    page: Page
    step: str = ""
    keys: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    looked_at: set[str] = field(default_factory=set)
    """Pages that were looked at with axe, numbers in their addresses left out."""

    def __post_init__(self) -> None:
        self.page.on(
            "framenavigated", lambda frame: self.pages.update([self.step] if frame.parent_frame is None else [])
        )

    def press(self, key: str = "Enter") -> None:
        """Press a key that types nothing."""
        self.page.keyboard.press(key)
        self.keys[self.step] += 1

    def type(self, text: str) -> None:
        """Type words or numbers where the cursor is."""
        self.page.keyboard.type(text)

    def to(self, place: Locator, key: str = "Tab") -> None:
        """Go on from where the hand is until a place has the focus."""
        expect(place).to_be_visible()
        self.look()
        for _ in range(FARTHEST):
            if place.evaluate("place => place === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{self.step}: {place} is not reached by {key}")

    def look(self) -> None:
        """Find out whether everybody can use the page that is shown, once for each kind of page and step."""
        kind = f"{self.step}: {re.sub(r'[0-9]+', 'N', self.page.url.partition('?')[0])}"
        if kind not in self.looked_at:
            self.looked_at.add(kind)
            assert violations(self.page) == [], kind

    def enter(self, place: Locator, key: str = "Tab") -> None:
        """Go to a link or a button and press it."""
        self.to(place, key)
        self.press()

    def line(self, *numbers: str) -> None:
        """Type numbers, each with Enter."""
        for number in numbers:
            self.type(number)
            self.press()


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True).first


def registered(hand: Hand) -> None:
    page = hand.page
    for number, name in enumerate(NAMES, start=1):
        expect(page.get_by_role("combobox", name="Name").first).to_be_focused()
        hand.type(name)
        if number == 1:
            # Paid stays for everybody after the first.
            hand.press("Tab")
            hand.type("SC Herz Dame")
            hand.press("Tab")
        hand.press()
        expect(page.locator(".given-name")).to_contain_text(name)
        if number == 3:
            hand.press()
            hand.type("Wer War Das")
            hand.press()
            expect(page.locator(".given-name")).to_contain_text("Wer War Das")
            hand.enter(button(page, "Entered by mistake: remove"), "Shift+Tab")
            expect(page.get_by_text("No. 4 is removed.")).to_be_visible()


def tables_typed(hand: Hand, series: int, *, slip: bool = False) -> None:
    page = hand.page
    hand.enter(link(page, "Type the paper lists"))
    sizes = GameListRow.objects.filter(table__series__number=series).order_by("table__number")
    for number, size in enumerate(sizes.values_list("table__size", flat=True), start=1):
        expect(page.locator(f"#t{number}-s1-game_points")).to_be_focused()
        if slip and number == 1:
            hand.line("937", "40", *FOUR[2:])
            expect(page.locator("#table-1 [role=alert]")).to_contain_text("Not entered.")
            expect(page.locator("#t1-s1-game_points")).to_be_focused()
            hand.line("937", "18")
            for _ in range(10):
                hand.press()
        else:
            hand.line(*(FOUR if size == 4 else THREE))
    expect(page.locator("#after-last")).to_be_focused()
    hand.press()
    hand.enter(button(page, f"Yes, close series {series}"))


def test_the_evening_of_22_alone_with_paper_lists(opened, live_server, record_property):
    factories.user()
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    hand = Hand(page)

    hand.step = "event"
    page.goto(f"{live_server.url}/new/")
    hand.enter(link(page, "Club evening (2 x 48) Two series of 48 deals; the second is drawn when the first is over."))
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    hand.press()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    hand.type("Herbstabend")
    hand.press()

    hand.step = "registration"
    registered(hand)
    assert Entrant.objects.filter(paid=True, present=True).count() == 22

    hand.step = "draw"
    hand.enter(link(page, "Series"), "Shift+Tab")
    hand.enter(link(page, "Draw series 1"))
    hand.to(page.get_by_role("radio", checked=True).first)
    hand.press("ArrowUp")
    hand.enter(button(page, "Draw the seats"))
    hand.enter(button(page, "Publish"))
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()
    hand.enter(button(page, "Take the publication back"))
    expect(page.get_by_text("a preview again")).to_be_visible()
    hand.enter(button(page, "Publish the seats"))

    hand.step = "a walk-in"
    walked_in = time.monotonic()
    hand.enter(link(page, "Entrants"), "Shift+Tab")
    expect(page.get_by_role("combobox", name="Name").first).to_be_focused()
    hand.type("Wanda Spät")
    hand.enter(button(page, "Register, paid"))
    hand.enter(link(page, "Give a seat in series 1"), "Shift+Tab")
    hand.enter(button(page, "Show who would be disturbed"))
    hand.to(page.locator("[name=because]"))
    hand.type("kam später")
    hand.press()
    expect(page.get_by_text("The seats of series 1 are changed")).to_be_visible()
    seated = time.monotonic() - walked_in
    assert Entrant.objects.get(name="Wanda Spät").seats.get().table.size == 4

    hand.step = "draw"
    hand.enter(button(page, "Start series 1"))
    expect(page.get_by_text("Series 1 has started.")).to_be_visible()

    hand.step = "lists of series 1"
    tables_typed(hand, 1, slip=True)
    expect(page.get_by_text("Series 1 is closed")).to_be_visible()

    hand.step = "a player leaves, next plan"
    hand.enter(link(page, "Entrants"), "Shift+Tab")
    hand.to(page.locator("#present-24"))
    hand.press("Space")
    expect(page.locator("#present-24[aria-pressed=false]")).to_be_focused()
    hand.enter(link(page, "Series"), "Shift+Tab")
    began = time.monotonic()
    hand.enter(link(page, "Draw series 2"))
    hand.enter(button(page, "Draw series 2"))
    hand.enter(button(page, "Publish"))
    expect(page.get_by_text("The seats of series 2 are published")).to_be_visible()
    took = time.monotonic() - began
    hand.enter(button(page, "Start series 2"))
    assert sorted(Tournament.objects.get().series.get(number=2).tables.values_list("size", flat=True)) == [
        3,
        3,
        4,
        4,
        4,
        4,
    ]

    hand.step = "an objection"
    hand.enter(link(page, "Disputes"), "Shift+Tab")
    hand.enter(link(page, "New objection"))
    hand.to(page.locator("[name=table]"))
    hand.type("99")
    hand.to(page.locator("[name=text]"))
    hand.type("Am Nachbartisch ist es zu laut.")
    hand.enter(button(page, "Take it down"))
    expect(page.get_by_text("There is no such table in this series.")).to_be_visible()
    expect(page.locator("[name=table]")).to_be_focused()
    hand.press("Control+A")
    hand.press("Delete")
    hand.press()
    hand.enter(link(page, "Rule"))
    hand.to(page.locator("[name=sentence]"))
    hand.type("Es wird leiser gespielt.")
    hand.to(page.locator("[name=reasons]"))
    hand.type("Es stört alle.")
    hand.enter(button(page, "Show what it would do"))
    hand.enter(button(page, "Decide: it counts now"))
    expect(page.get_by_text("Decision no. 1 is made.")).to_be_visible()
    assert Ruling.objects.get().decided_by.username == "direktor"

    hand.step = "lists of series 2"
    hand.enter(link(page, "Series"), "Shift+Tab")
    tables_typed(hand, 2)

    hand.step = "end"
    expect(page.get_by_role("heading", name="Does anybody object?")).to_be_visible()
    assert violations(page) == []
    hand.enter(button(page, "Post the final result"))
    hand.enter(page.locator("details.withdraw summary"))
    hand.to(page.locator("[name=because]"))
    hand.type("aus Versehen")
    hand.enter(button(page, "Withdraw the posting"))
    expect(page.get_by_text("The posting is withdrawn.")).to_be_visible()
    hand.enter(page.locator("#unopposed"))
    expect(page.get_by_text("The final ranking is released.")).to_be_visible()

    made = Tournament.objects.get()
    assert made.released_at is not None
    costs = {step: (hand.keys[step], hand.pages[step]) for step in MOST}
    record_property("costs", costs)
    record_property("seconds from a walk-in to the seat", round(seated, 1))
    record_property("seconds from a closed series to the next plan", round(took, 1))
    assert {step: cost for step, cost in costs.items() if cost[0] > MOST[step][0] or cost[1] > MOST[step][1]} == {}
