"""A phone at the stub of a site; what a test needs around it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PHONE as PHONE_SCREEN
from tests.browser.offline.stub import HOME, StubSite, open_table

WIPE = """async () => {
    localStorage.clear();
    await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase("skatturnier-table");
        Object.assign(request, { onsuccess: resolve, onerror: reject, onblocked: reject });
    });
}"""


@pytest.fixture(scope="module")
def screen(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """The phone of a module: to start another for each test takes longer than most tests."""
    context = browser.new_context(**browser_context_args, **PHONE_SCREEN)
    yield context
    context.close()


@pytest.fixture
def context(screen: BrowserContext) -> Iterator[BrowserContext]:
    """That phone; at the end it has one page at most and hears of no site."""
    yield screen
    for page in screen.pages[1:]:
        page.close()
    screen.set_offline(False)
    screen.unroute_all()


@pytest.fixture
def site(context: BrowserContext) -> StubSite:
    return StubSite(context)


@pytest.fixture
def phone(context: BrowserContext, site: StubSite) -> Page:
    """Its page, with nothing kept of the test before."""
    page = context.pages[0] if context.pages else context.new_page()
    page.goto(f"{HOME}/")
    page.evaluate(WIPE)
    return open_table(page, site)
