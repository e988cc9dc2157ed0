"""A phone at the stub of a site; what a test needs around it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import PHONE as PHONE_SCREEN
from tests.browser.offline.stub import StubSite, open_table


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context(**PHONE_SCREEN)


@pytest.fixture
def site(context: BrowserContext) -> StubSite:
    return StubSite(context)


@pytest.fixture
def phone(context: BrowserContext, site: StubSite) -> Page:
    return open_table(context.new_page(), site)
