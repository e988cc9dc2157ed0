"""Chromium, as all browser tests drive it: through Playwright, with touches."""

import time
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage
from playwright.sync_api import Error as PlaywrightError

from tests.browser.engines.phone import LANGUAGE, SIZE, Phone, Point

FRAME, REST = 0.016, 0.2
"""Seconds between two points of a line, and from the last of it until the finger lifts."""


class Chromium:
    """The browser of all browser tests."""

    name = "Chromium"

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def phone(self, size: tuple[int, int] = SIZE) -> Phone:
        return ChromiumPhone(self.browser, size)

    def end(self) -> None:
        """Leave it to whoever started it."""


class ChromiumPhone(Phone):
    pointer = "touch"
    lost = PlaywrightError

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        super().__init__()
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=True,
            has_touch=True,
            locale=LANGUAGE,
            reduced_motion="reduce",
        )
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def go(self, address: str) -> None:
        try:
            self.page.goto(address)
        except PlaywrightError as error:
            if "net::ERR" not in str(error):
                raise
            self.page.wait_for_url("chrome-error://**")

    def reload(self) -> None:
        self.page.reload()

    def close(self) -> None:
        self.page.close()
        self.page = self.context.new_page()

    def run(self, function: str, argument: Any = None) -> Any:
        return self.page.evaluate(function, argument)

    def draw(self, points: list[Point]) -> None:
        # It rests before it lifts: else the browser takes it for a swipe, and a tap right after it for the end of that.
        lifted = time.time()
        begun = lifted - FRAME * len(points) - (REST if len(points) > 1 else 0)
        touch = self.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(points):
            kind, at = "touchMove" if number else "touchStart", begun + FRAME * number
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}], "timestamp": at})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": lifted})
        touch.detach()

    def off(self) -> None:
        self.context.close()
