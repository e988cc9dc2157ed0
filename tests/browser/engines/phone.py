"""A phone in a hand: what a person does at it and what that costs, whatever engine shows the page."""

import contextlib
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from benchmarks.model import HERE as BENCHMARKS

SIZE = (360, 560)
"""Pixels that a small Android phone shows under its browser's bar."""

PATIENCE = 20_000
"""Milliseconds in which something has to come true."""

LANGUAGE = "de-DE"
"""MiniBrowser asks for no language, and gets the site's own: so all ask for that one."""

Point = tuple[float, float]

HAND = Path(__file__).with_name("hand.js").read_text(encoding="utf-8")
TILES = (BENCHMARKS / "tiles.js").read_text(encoding="utf-8").replace("export function", "function")

ELEMENT, SAYS, GONE = (f"(given) => {{ {HAND} return {name}(given); }}" for name in ("element", "says", "gone"))
TILE = f"(given) => {{ {HAND} {TILES} return tile(given); }}"
TRUE = f"(patience) => {{ {HAND} return waiting(patience, async () => %s); }}"
TEXTS = f"(selector) => {{ {HAND} return all(selector).map(textOf); }}"

LEFT = "() => { document.documentElement.dataset.left = 'yes'; }"
ARRIVED = """() => document.readyState === "complete" && document.querySelector("main") !== null &&
  !("left" in document.documentElement.dataset)"""


class Phone(ABC):
    """One phone; it shows one page at a time, and forgets nothing when that is closed."""

    pointer: str
    """What the engine takes its taps for: touch, or mouse where it knows no touch."""

    lost: type[Exception]
    """What it raises where a page went away while it was asked something."""

    def __init__(self) -> None:
        self.gestures = 0
        self.errors: list[str] = []
        """What pages wrote to the console as an error; of WebKitGTK nothing is heard."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, as far as it can be reached."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """Close the page, and open an empty one."""

    @abstractmethod
    def run(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page; all that goes in and comes back is JSON."""

    @abstractmethod
    def draw(self, points: list[Point]) -> None:
        """Put a finger down at the first point, lead it along the others, lift it."""

    @abstractmethod
    def off(self) -> None:
        """Throw the phone away."""

    def tap(self, selector: str, words: str = "") -> None:
        """Tap the first that is found with such words; it may have to be scrolled to."""
        found = self.run(ELEMENT, [selector, words, PATIENCE])
        assert found, f"nobody can tap {selector} {words!r}"
        self._press(found)

    def follow(self, selector: str, words: str = "") -> None:
        """Tap what leads to another page, and wait until that is there."""
        self.run(LEFT)
        self.tap(selector, words)
        # A promise of a page that goes away is never kept: each question is one of its own.
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            with contextlib.suppress(self.lost):
                if self.run(ARRIVED):
                    return
            time.sleep(0.02)
        raise AssertionError(f"{selector} {words!r} leads nowhere")

    def tap_tile(self, field: str, value: Any) -> None:
        """Tap what writes down the value of a field at the table; where it is hidden, what shows it first."""
        is_there = False
        while not is_there:
            found = self.run(TILE, [field, value, PATIENCE])
            assert found, f"nobody can tap {field} {value}"
            self._press(found)
            is_there = found["isLast"]

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return place and size of what is brought into sight."""
        found = self.run(ELEMENT, [selector, "", PATIENCE])
        assert found, f"{selector} is not there"
        x, y, width, height = found["box"]
        return x, y, width, height

    def says(self, selector: str, words: str) -> None:
        """Wait until such an element has these words."""
        texts = self.run(SAYS, [selector, words, PATIENCE])
        assert texts is None, f"{selector} should say {words!r}, says {texts}"

    def lacks(self, selector: str) -> None:
        """Wait until nothing of it is seen."""
        assert self.run(GONE, [selector, PATIENCE]), f"{selector} is still there"

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.run(TEXTS, selector)
        return found

    def comes_true(self, condition: str) -> None:
        """Wait until what a condition in the page says is true."""
        assert self.run(TRUE % condition, PATIENCE), f"never came true: {condition}"

    def _press(self, found: dict[str, Any]) -> None:
        self.draw([tuple(found["point"])])
        self.gestures += 1 + found["scrolls"]
