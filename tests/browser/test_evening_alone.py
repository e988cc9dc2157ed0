"""A club evening of 22 by one director, with paper lists and the keyboard alone, and a mistake at every step.

Each step counts what it costs, beside the words and numbers typed: keys, or the clicks of a hand that takes the mouse
instead, pages, and acts. The times are held against the promise by ``make proof``.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import gt

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from scoring.disputes.models import Ruling
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.browser.axe import violations
from tests.browser.conftest import WIDE
from tests.browser.test_every_page import sign_in
from tests.browser.test_paper_desk import FOUR, THREE
from tests.support import factories

FARTHEST = 120
"""Nothing is farther from the hand than so many keys."""

FROM_THE_HEAD = """place => document.activeElement === document.body && !location.hash
  && document.querySelector("main").contains(place)"""
"""Whether the hand is at the head of a page, and the place it goes to is not."""

LEAVING = """() => {
  const left = (event) => { if (!event.defaultPrevented) document.documentElement.dataset.leaving = ""; };
  addEventListener("submit", left);
  addEventListener("click", (event) => event.target.closest("a[href]:not([href*='#'])") && left(event));
}"""
"""Marks a page from the moment on in which a key leads away from it: it is still shown until the next one comes."""

Costs = dict[str, tuple[int, int, int, int]]
"""Of each step: keys beside what is typed, clicks of a hand at the mouse, pages, acts."""


@dataclass
class Hand:
    """Somebody at the keyboard, and what it costs them."""

    page: Page
    step: str = ""
    keys: Counter[str] = field(default_factory=Counter)
    clicks: Counter[str] = field(default_factory=Counter)
    """What a mouse would be needed for instead, where the hand has to go to another place."""

    pages: Counter[str] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    """What was sent to be done; a table of the paper desk is one."""

    seconds: dict[str, float] = field(default_factory=dict)
    looked_at: set[str] = field(default_factory=set)
    """Pages that were looked at with axe, numbers in their addresses left out."""

    def __post_init__(self) -> None:
        self.page.add_init_script(f"({LEAVING})()")
        self.page.on("domcontentloaded", lambda _page: self.pages.update([self.step]))
        self.page.on("request", self._count_act)

    def _count_act(self, request: Request) -> None:
        if request.method == "POST":
            self.acts[self.step] += 1

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Take the time of some acts, in seconds."""
        began = time.monotonic()
        yield
        self.seconds[what] = time.monotonic() - began

    def press(self, key: str = "Enter") -> None:
        """Press a key that types nothing."""
        self.page.keyboard.press(key)
        self.keys[self.step] += 1
        if key == "Enter":
            expect(self.page.locator("html[data-leaving]")).to_have_count(0)

    def type(self, text: str) -> None:
        """Type words or numbers where the cursor is."""
        self.page.keyboard.type(text)

    def to(self, place: Locator, key: str = "Tab") -> None:
        """Go on from where the hand is until a place has the focus."""
        expect(place).to_be_visible()
        self.look()
        if key == "Tab" and place.evaluate(FROM_THE_HEAD):
            # The first place of a page leads past its head.
            self.press("Tab")
            self.press()
        for pressed in range(FARTHEST):
            if place.evaluate("place => place === document.activeElement"):
                self.clicks[self.step] += bool(pressed)
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
        self.to(place, key)
        self.press()

    def line(self, *numbers: str) -> None:
        """Type numbers, each with Enter."""
        for number in numbers:
            self.type(number)
            self.press()

    def costs(self) -> Costs:
        steps = {*self.keys, *self.pages} - {""}
        return {
            step: (self.keys[step], self.clicks[step], self.pages[step], self.acts[step])
            for step in sorted(steps, key=[*self.keys].index)
        }


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

NAMES = (
    *("Anna Berg", "Bernd Krause", "Clara Lindner", "Dieter Voss", "Erika Sommer", "Frank Hartmann"),
    *("Gerda Wolff", "Heinz Peters", "Ilse Brandt", "Jürgen Möller", "Karin Schulz", "Lothar Beck"),
    *("Monika Franke", "Norbert Vogt", "Olga Steiner", "Paul Richter", "Quirin Maier", "Renate Koch"),
    *("Siegfried Busch", "Thea Lang", "Ulrich Horn", "Vera Kuhn"),
)

MOST = {
    # Place and organiser are asked, as nothing before says them.
    "event": (17, 3, 4, 2),
    "registration": (28, 1, 25, 25),
    "draw": (53, 7, 7, 5),
    "a walk-in": (29, 5, 6, 4),
    "lists of series 1": (92, 2, 2, 7),
    "next plan": (12, 2, 3, 3),
    "one gone home": (120, 8, 7, 6),
    "an objection": (40, 9, 7, 4),
    "a player leaves a table of four": (215, 11, 11, 3),
    "lists of series 2": (65, 2, 2, 7),
    "a slip of series 1, seen in series 2": (70, 7, 5, 1),
    "a slip, seen after the release": (100, 9, 7, 2),
    "end": (35, 5, 3, 3),
}
"""What a step may cost: keys beside words and numbers, clicks, pages, acts. Lists are 66 numbers, each with Enter.

The draw says whether the table that somebody leaves is the first one of the paper desk: the second is 50 keys farther.
"""

WALK_IN, NEXT_PLAN = "from a walk-in to the seat", "from the last paper list to the next plan"

LINES = ("2x1", "3g2", "1h1", "1p2-") * 5 + ("1g1", "2x1-", "-") * 7
"""The deals of a table of four that goes on as three from round 6 on: 41."""

SUMS = ("106", "12", "5", "-216", "5", "7", "360", "5", "0", "0", "0", "0")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True).first


def series_tab(page: Page) -> Locator:
    """Return the way of the office to the series the hall is at."""
    return page.locator(".site-nav > ul:first-child a[href*='/series/']")


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
            expect(page.get_by_role("combobox", name="Name").first).to_be_focused()
            hand.press()
            hand.type("Wer War Das")
            hand.press()
            expect(page.locator(".given-name")).to_contain_text("Wer War Das")
            hand.enter(button(page, "Entered by mistake: remove"), "Shift+Tab")
            expect(page.get_by_text("No. 4 is removed.")).to_be_visible()


def tables_typed(hand: Hand, series: int, *, after: int = 0, refused: bool = False, slip: bool = False) -> None:
    """Type the lists that are still open, those ``after`` a table first; one of four with what cannot be, or a slip."""
    page = hand.page
    lists = GameListRow.objects.filter(table__series__number=series, signed_at=None).order_by("table__number")
    sizes = dict(sorted(lists.values_list("table__number", "table__size"), key=lambda one: (one[0] <= after, one[0])))
    first = next(number for number, size in sizes.items() if size == len(FOUR) // 3)
    for number, size in sizes.items():
        expect(page.locator(f"#t{number}-s1-game_points")).to_be_focused()
        if refused and number == first:
            hand.line("937", "40", *FOUR[2:])
            expect(page.locator(f"#table-{number} [role=alert]")).to_contain_text("Not entered.")
            expect(page.locator(f"#t{number}-s1-game_points")).to_be_focused()
            hand.line("937", "18")
            for _ in range(10):
                hand.press()
        else:
            hand.line(*(FOUR if size == len(FOUR) // 3 else THREE))
        expect(page.locator(f"#table-{number}")).to_contain_text("typed by direktor")
        if slip and number == first:
            hand.to(page.locator(f"#t{number}-s4-lost"), "Shift+Tab")
            hand.type("3")
            hand.press()
            expect(page.locator(f"#table-{number} tfoot [data-sum]").nth(2)).to_have_text("16")
    expect(page.get_by_role("heading", name="All lists are in")).to_be_focused()
    hand.press("Tab")
    expect(button(page, f"Close series {series}")).to_be_focused()


def slip_mended(hand: Hand, series: int, table: int, lost: str) -> None:
    """Put right what was typed wrong into a closed list, from whatever page the hand is on."""
    page = hand.page
    hand.enter(series_tab(page), "Shift+Tab")
    hand.enter(link(page, f"Series {series}"))
    hand.enter(page.locator(f"#table-{table}"))
    hand.enter(page.locator("#direction > summary"))
    hand.enter(link(page, "Slip of typing: the paper says"))
    hand.to(page.locator(f"#t{table}-s4-lost"))
    hand.type(lost)
    hand.press()
    expect(page.locator("#spoken")).to_contain_text(f"Table {table}")


def size_four(series: int, *, but: int = 0) -> int:
    """Return the number of a table of four of a series, another one than ``but``."""
    there = GameListRow.objects.filter(table__series__number=series, table__size=4).exclude(table__number=but)
    return there.earliest("table__number").table.number


@pytest.mark.thorough
@pytest.mark.proof("evening")
def test_the_evening_of_22_alone_with_paper_lists(opened, live_server, prove):
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
    for label, words in (("Place", "Altenburg"), ("Organiser", "SC Herz Dame")):
        hand.to(page.get_by_label(label, exact=True))
        hand.type(words)
    hand.press()
    expect(page.get_by_text("Herbstabend is created.")).to_be_visible()

    hand.step = "registration"
    registered(hand)
    assert Entrant.objects.filter(paid=True, present=True).count() == 22

    hand.step = "draw"
    hand.enter(series_tab(page), "Shift+Tab")
    hand.enter(link(page, "Draw series 1"))
    hand.enter(button(page, "Draw by lot"))
    hand.enter(button(page, "Publish"))
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()
    hand.enter(button(page, "Take the publication back"))
    expect(page.get_by_role("heading", name="Drawn, not yet published")).to_be_visible()
    hand.enter(button(page, "Publish the seats"))
    expect(page.get_by_text("The seats of series 1 are published")).to_be_visible()

    hand.step = "a walk-in"
    with hand.timed(WALK_IN):
        hand.enter(link(page, "Entrants"), "Shift+Tab")
        expect(page.get_by_role("combobox", name="Name").first).to_be_focused()
        hand.type("Wanda Spät")
        hand.enter(button(page, "Register, paid"))
        hand.enter(link(page, "Give a seat in series 1"), "Shift+Tab")
        hand.enter(button(page, "Show preview"))
        hand.enter(button(page, "Change seats"))
        expect(page.locator("[name=because]")).to_be_focused()
        hand.type("kam später")
        hand.press()
        expect(page.get_by_text("The seats of series 1 are changed")).to_be_visible()
    assert Entrant.objects.get(name="Wanda Spät").seats.get().table.size == 4

    hand.step = "draw"
    hand.enter(button(page, "Start series 1"))
    expect(page.get_by_text("Series 1 has started.")).to_be_visible()

    hand.step = "lists of series 1"
    hand.enter(link(page, "Paper lists"))
    tables_typed(hand, 1, refused=True)

    hand.step = "next plan"
    with hand.timed(NEXT_PLAN):
        hand.press()
        expect(page.get_by_text("Series 1 is closed")).to_be_visible()
        hand.enter(button(page, "Draw series 2"))
        hand.enter(button(page, "Publish"))
        expect(page.get_by_text("The seats of series 2 are published")).to_be_visible()

    hand.step = "one gone home"
    # Only now it is seen, and the wrong one is marked first.
    hand.enter(link(page, "Entrants"), "Shift+Tab")
    for number, present in ((23, "false"), (23, "true"), (24, "false")):
        hand.to(page.locator(f"#present-{number}"), "Shift+Tab" if number == 24 else "Tab")
        hand.press("Space")
        expect(page.locator(f"#present-{number}[aria-pressed={present}]")).to_be_focused()
    hand.enter(series_tab(page), "Shift+Tab")
    hand.enter(link(page, "Late and missing"))
    hand.enter(button(page, "Show preview"))
    hand.to(page.locator("[name=because]"))
    hand.type("nach Hause")
    hand.press()
    expect(page.get_by_text("The seats of series 2 are changed")).to_be_visible()
    hand.enter(series_tab(page), "Shift+Tab")
    hand.enter(button(page, "Start series 2"))
    expect(page.get_by_text("Series 2 has started.")).to_be_visible()
    sizes = Tournament.objects.get().series.get(number=2).tables.values_list("size", flat=True)
    assert sorted(sizes) == [3, 3, 4, 4, 4, 4]

    hand.step = "an objection"
    hand.enter(link(page, "Disputes"), "Shift+Tab")
    hand.enter(page.locator("#new > summary"))
    hand.enter(link(page, "New objection"))
    expect(page.locator("[name=table]")).to_be_focused()
    hand.type("99")
    hand.to(page.locator("[name=text]"))
    hand.type("Am Nachbartisch ist es zu laut.")
    hand.enter(button(page, "Take it down"))
    expect(page.get_by_text("There is no such table in this series.")).to_be_visible()
    expect(page.locator("[name=table]")).to_be_focused()
    hand.press("Control+A")
    hand.press("Delete")
    hand.press()
    hand.enter(link(page, "Decide"))
    expect(page.locator("[name=sentence]")).to_be_focused()
    hand.type("Es wird leiser gespielt.")
    hand.to(page.locator("[name=reasons]"))
    hand.type("Es stört alle.")
    hand.enter(button(page, "Show preview"))
    hand.enter(button(page, "Decide"))
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Ruling.objects.get().decided_by.username == "direktor"

    hand.step = "a slip of series 1, seen in series 2"
    slip_mended(hand, 1, size_four(1), "3")

    hand.step = "a player leaves a table of four"
    hand.enter(series_tab(page), "Shift+Tab")
    hand.enter(link(page, "Paper lists"))
    four = GameListRow.objects.filter(table__series__number=2, table__size=4).earliest("table__number").table.number
    # The hand stands in the first table, below whose links its numbers are.
    there, way = page.locator(f"#table-{four}"), "Shift+Tab" if four == 1 else "Tab"
    hand.enter(there.get_by_role("link", name="Change of players"), way)
    hand.to(page.locator("#presence-place"))
    hand.press("End")
    hand.to(page.locator("#presence-round"))
    hand.type("6")
    hand.enter(button(page, "A player leaves"))
    expect(page.get_by_text("From round 6 on without").first).to_be_visible()
    hand.enter(series_tab(page))
    hand.enter(link(page, "Paper lists"))
    hand.enter(there.get_by_role("link", name="Line by line").first, way)
    expect(page.get_by_label("Deal 1", exact=True)).to_be_focused()
    # Whoever deals at a table of four is no declarer.
    hand.line("1x1", *LINES[1:])
    expect(page.locator("#id_s1-game_points")).to_be_focused()
    hand.line(*SUMS)
    hand.enter(button(page, "Check the sums and enter the deals"))
    expect(page.locator("#row-1 [data-troubles]")).to_contain_text("the dealer")
    expect(page.locator("#id_d1")).to_be_focused()
    hand.press("Control+A")
    hand.line(LINES[0])
    hand.enter(button(page, "Check the sums and enter the deals"))
    expect(page.get_by_text(f"Table {four} is closed as signed on paper.")).to_be_visible()
    results = GameListRow.objects.get(table__series__number=2, table__number=four).results.order_by("seat__place")
    assert list(results.values_list("performance", flat=True)) == [736, -166, 1040, 150]

    hand.step = "lists of series 2"
    tables_typed(hand, 2, after=four, slip=True)
    hand.press()
    expect(page.get_by_role("heading", name="Does anybody object?")).to_be_visible()

    hand.step = "end"
    assert violations(page) == []
    hand.enter(button(page, "Post the final result"))
    hand.enter(page.locator("details.withdraw summary"))
    hand.to(page.locator("[name=because]"))
    hand.type("aus Versehen")
    hand.enter(button(page, "Withdraw the posting"))
    expect(page.get_by_text("Saved.")).to_be_visible()
    hand.enter(page.locator("#unopposed"))
    expect(page.get_by_role("heading", name="The final ranking is released.")).to_be_visible()
    assert Tournament.objects.get().released_at is not None

    hand.step = "a slip, seen after the release"
    slip_mended(hand, 2, size_four(2, but=four), "4")
    assert Tournament.objects.get().released_at is None
    hand.enter(link(page, "Today"), "Shift+Tab")
    hand.enter(page.locator("#unopposed"))
    expect(page.get_by_role("heading", name="The final ranking is released.")).to_be_visible()
    assert verified(Tournament.objects.get()).discrepancies == ()

    costs = hand.costs()
    assert {step: cost for step, cost in costs.items() if any(map(gt, cost, MOST[step]))} == {}
    keys = sum(cost[0] for cost in costs.values())
    prove(f"22 entrants, 12 lists: {keys} keys beside what is typed, 0 clicks")
    prove(f"{WALK_IN} {hand.seconds[WALK_IN]:.1f} s; {NEXT_PLAN} {hand.seconds[NEXT_PLAN]:.1f} s")
