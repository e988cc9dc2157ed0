"""Firefox as Debian has it, without a window: it speaks WebDriver BiDi itself, and selenium's socket is enough."""

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from skatturnier.fonts import OWN
from tests.browser.engines.phone import LANGUAGE, PATIENCE, SIZE, Phone, Point

NAMES = ("firefox-esr", "firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

PREFERENCES = {
    "intl.accept_languages": LANGUAGE,
    # A page that is still moving is tapped beside.
    "ui.prefersReducedMotion": 1,
    # A finger that a busy machine lifts late has tapped all the same.
    "apz.max_tap_time": 60_000,
    # As on a phone: no bar takes room from the page, and the letters are those of the program, as in all tests.
    "ui.useOverlayScrollbars": 1,
    "security.sandbox.content.read_path_whitelist": f"{OWN}/",
    # Nothing is fetched and nothing told but what the tests ask for.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}


def missing() -> str | None:
    return None if program() else "firefox-esr"


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Refused(Exception):
    """The browser did not do what it was asked."""


class Firefox:
    """One running browser; every phone is a user of its own in it, who shares nothing with the others."""

    name = "Firefox"

    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory(prefix="skatturnier-firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        Path(self.profile.name, "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program() or "", "--headless", "--no-remote", "--profile", self.profile.name]
        self.said = Path(self.profile.name, "said")
        with self.said.open("wb") as said:
            self.process = subprocess.Popen([*command, "--remote-debugging-port=0"], stdout=said, stderr=said)
        address = f"{self._listening()}/session"
        self.connection = WebSocketConnection(address, timeout=2 * PATIENCE / 1000, interval=0.005)
        self.do("session.new", capabilities={})
        self.do("session.subscribe", events=["log.entryAdded"])
        self.connection.callbacks["log.entryAdded"] = [self._heard]
        self.phones: dict[str, FirefoxPhone] = {}

    def _listening(self) -> str:
        """Wait until it says where it listens, and return that."""
        end = time.monotonic() + PATIENCE / 1000
        while not (found := LISTENS.search(said := self.said.read_text(encoding="utf-8", errors="replace"))):
            assert self.process.poll() is None, f"it ended: {said}"
            assert time.monotonic() < end, f"it does not start: {said}"
            time.sleep(0.05)
        return found[1]

    def do(self, method: str, **parameters: Any) -> Any:
        """Ask the browser for something, and return its answer."""
        answer = self.connection.send_cmd(method, parameters)
        if "result" not in answer:
            raise Refused(f"{method}: {answer.get('message')}")
        return answer["result"]

    def phone(self, size: tuple[int, int] = SIZE) -> Phone:
        return FirefoxPhone(self, size)

    def _heard(self, entry: dict[str, Any]) -> None:
        phone = self.phones.get(entry["source"].get("context"))
        if phone and entry["level"] == "error":
            phone.errors.append(str(entry["text"]))

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.wait(PATIENCE / 1000)
        self.profile.cleanup()


class FirefoxPhone(Phone):
    pointer = "touch"
    lost = Refused

    def __init__(self, browser: Firefox, size: tuple[int, int]) -> None:
        super().__init__()
        self.browser, self.size = browser, dict(zip(("width", "height"), size, strict=True))
        self.user = browser.do("browser.createUserContext")["userContext"]
        self._open()

    def _open(self) -> None:
        # A page behind another one would sleep.
        self.page = self.browser.do("browsingContext.create", type="window", userContext=self.user)["context"]
        self.browser.do("browsingContext.setViewport", context=self.page, viewport=self.size)
        self.browser.phones[self.page] = self

    def go(self, address: str) -> None:
        try:
            self.browser.do("browsingContext.navigate", context=self.page, url=address, wait="complete")
        except Refused as error:
            if "NS_ERROR_" not in str(error):
                raise

    def reload(self) -> None:
        self.browser.do("browsingContext.reload", context=self.page, wait="complete")

    def close(self) -> None:
        self.browser.do("browsingContext.close", context=self.page)
        self._open()

    def run(self, function: str, argument: Any = None) -> Any:
        answer = self.browser.do(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self.page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise Refused(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def draw(self, points: list[Point]) -> None:
        (first, *others) = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
        acts = [first, {"type": "pointerDown", "button": 0}, *others, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": acts}
        self.browser.do("input.performActions", context=self.page, actions=[finger])

    def off(self) -> None:
        with contextlib.suppress(Refused):
            self.browser.do("browsingContext.close", context=self.page)
        self.browser.do("browser.removeUserContext", userContext=self.user)
