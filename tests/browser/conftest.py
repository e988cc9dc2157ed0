"""A real browser, Debian's Chromium without a window, on the site as it is served: phone, wide screen, without scripts.

Take `phone`, `wide` or `phone_without_scripts` for a page and `live_server.url` for the address. A test fails on
every error its pages wrote to the browser's console, a broken content security policy included.
"""

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebError, expect

from benchmarks import model as modelled
from benchmarks.browser import program
from tests.browser import at_work
from tests.browser.model_lines import RANDOM_TAPS, TAPPED

# Playwright runs a loop in the thread of the test, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# What comes true is seen at once; on a machine that does three other things, what takes one second can take ten.
expect.set_options(timeout=20_000)

ARGUMENTS = (
    # As root and in containers Chromium's sandbox does not start; it only sees our own pages here.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
WIDE = {"viewport": {"width": 1440, "height": 900}}

REFUSED = re.compile(
    r"^Failed to load resource: the server responded with a status of (403|404|409|422)\b"
    r"|^htmx:(sendAbort|afterRequest),"
)
"""What is said about a form that came back with a sentence, and about a question that a later one has overtaken: no
errors of ours. (Of a network that failed, htmx says ``htmx:sendError`` besides.)"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that `make check` can leave it out."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    found = program()
    if found is None:
        pytest.fail("The browser tests need Chromium: sudo apt-get install chromium", pytrace=False)
    return {**browser_type_launch_args, "executable_path": found, "args": list(ARGUMENTS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    return {**browser_context_args, "locale": "de-DE", "timezone_id": "Europe/Berlin"}


@pytest.fixture(autouse=True)
def _all_is_answered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let nothing that a page sent come late into the next test: its world has the same tables with the same keys."""
    if "live_server" in request.fixturenames:
        # Emptied after this one, as pages are closed before it.
        request.getfixturevalue("transactional_db")
    yield
    at_work.until_idle()


@pytest.fixture
def opened(new_context: Callable[..., BrowserContext], live_server: object) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page; at the end nothing may have been written to a console."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not REFUSED.match(message.text):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    def on_error(error: WebError) -> None:
        errors.append(str(error.error))

    def open_page(**fields: object) -> Page:
        context = new_context(**fields)
        contexts.append(context)
        context.on("console", on_console)
        context.on("weberror", on_error)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def phone(opened: Callable[..., Page]) -> Page:
    return opened(**PHONE)


@pytest.fixture
def phone_without_scripts(opened: Callable[..., Page]) -> Page:
    """Return a page on a phone with JavaScript switched off."""
    return opened(**PHONE, java_script_enabled=False)


@pytest.fixture
def wide(opened: Callable[..., Page]) -> Page:
    return opened(**WIDE)


@pytest.fixture(scope="module")
def model(browser):
    page = modelled.opened(browser.new_context().new_page())
    page.route(
        f"{modelled.ADDRESS}{RANDOM_TAPS.name}",
        lambda route: route.fulfill(path=RANDOM_TAPS, content_type="text/javascript"),
    )
    yield page
    page.context.close()


@pytest.fixture
def tapped(model):
    """Return a function that taps a deal: fields with a value, or the names of levels."""

    def tap(*pressed, outcome=None, **start):
        fields = [[one, True] if isinstance(one, str) else list(one) for one in pressed]
        return model.evaluate(TAPPED, [start, fields, outcome])

    return tap
