"""WebKitGTK as Debian has it: its MiniBrowser, on a screen nobody sees, by its WebDriver. It knows no touch."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.engines.phone import PATIENCE, SIZE, Phone, Point

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"

NARROW = "* { font-size: 1px; padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; }"
"""Without it MiniBrowser's tool bar makes every window wider than a phone."""

STILL = "[Settings]\ngtk-enable-animations=false\n"
"""A page that is still moving is tapped beside."""

RUN = """
const [given, done] = arguments;
Promise.resolve(given).then(JSON.parse).then(%s).then(
  (value) => done({ value: JSON.stringify(value ?? null) }), (error) => done({ error: String(error) }));
"""


def missing() -> str | None:
    there = {"webkit2gtk-driver": shutil.which(DRIVER) and program(), "xvfb": shutil.which(SCREEN)}
    return " ".join(name for name, found in there.items() if not found) or None


def program() -> str | None:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
    return str(found[-1]) if found else None


class WebKit:
    """The screen; every phone is a browser of its own on it."""

    name = "WebKitGTK"

    def __init__(self) -> None:
        self.home = tempfile.TemporaryDirectory(prefix="skatturnier-webkit-", ignore_cleanup_errors=True)
        look = Path(self.home.name, "gtk-3.0")
        look.mkdir()
        look.joinpath("gtk.css").write_text(NARROW, encoding="utf-8")
        look.joinpath("settings.ini").write_text(STILL, encoding="utf-8")
        reading, writing = os.pipe()
        command = [SCREEN, "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        self.screen = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as said:
            display = said.readline().strip()
        folders = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), self.home.name)
        # Without a graphics card one process paints cheaper than two.
        settings = {"DISPLAY": f":{display}", "LC_ALL": "C.UTF-8", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self.environment = {**os.environ, **folders, **settings}

    def phone(self, size: tuple[int, int] = SIZE) -> Phone:
        return WebKitPhone(self, size)

    def end(self) -> None:
        self.screen.terminate()
        self.screen.wait()
        self.home.cleanup()


class WebKitPhone(Phone):
    pointer = "mouse"
    lost = WebDriverException

    def __init__(self, engine: WebKit, size: tuple[int, int]) -> None:
        super().__init__()
        options = Options()
        options.binary_location = program() or ""
        options.add_argument("--automation")
        self.driver = webdriver.WebKitGTK(options, Service(shutil.which(DRIVER), env=engine.environment))
        self.driver.set_script_timeout(2 * PATIENCE / 1000)
        self.size = size
        # With its last window the browser would end, and everything it keeps.
        self.first = self.driver.current_window_handle
        self._open()

    def _open(self) -> None:
        self.driver.switch_to.new_window("window")
        width, height = self.size
        self.driver.set_window_rect(0, 0, width, height)
        self.comes_true(f"innerWidth === {width}")
        bars = height - self.run("() => innerHeight")
        self.driver.set_window_rect(0, 0, width, height + bars)
        self.comes_true(f"innerHeight === {height}")

    def go(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def close(self) -> None:
        self.driver.close()
        self.driver.switch_to.window(self.first)
        self._open()

    def run(self, function: str, argument: Any = None) -> Any:
        answer = self.driver.execute_async_script(RUN % function, json.dumps(argument))
        assert "error" not in answer, answer["error"]
        return json.loads(answer["value"])

    def draw(self, points: list[Point]) -> None:
        acts = ActionBuilder(self.driver, mouse=PointerInput("mouse", "finger"), duration=0)
        for number, (x, y) in enumerate(points):
            acts.pointer_action.move_to_location(round(x), round(y))
            if not number:
                acts.pointer_action.pointer_down()
        acts.pointer_action.pointer_up()
        acts.perform()

    def off(self) -> None:
        self.driver.quit()
