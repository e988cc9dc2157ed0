"""Somebody who runs an evening by the keyboard, and what each step of it costs."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.axe import violations

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
        """Go to a link or a button and press it."""
        self.to(place, key)
        self.press()

    def line(self, *numbers: str) -> None:
        """Type numbers, each with Enter."""
        for number in numbers:
            self.type(number)
            self.press()

    def costs(self) -> Costs:
        """Return what each step cost."""
        steps = {*self.keys, *self.pages} - {""}
        return {
            step: (self.keys[step], self.clicks[step], self.pages[step], self.acts[step])
            for step in sorted(steps, key=[*self.keys].index)
        }


def told(costs: Costs, seconds: dict[str, float]) -> Iterator[str]:
    """Yield the costs as a table, and the times."""
    yield f"{'step':<36}{'keys':>6}{'clicks':>8}{'pages':>7}{'acts':>6}"
    for step, (keys, clicks, pages, acts) in costs.items():
        yield f"{step:<36}{keys:>6}{clicks:>8}{pages:>7}{acts:>6}"
    for what, took in seconds.items():
        yield f"{what}: {took:.1f} s"
