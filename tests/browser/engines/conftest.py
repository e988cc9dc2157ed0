"""Each engine once a session, phones in it, and a network that can be pulled."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.engines import firefox, webkit
from tests.browser.engines.chromium import Chromium
from tests.browser.engines.firefox import Firefox
from tests.browser.engines.network import Network
from tests.browser.engines.phone import Phone
from tests.browser.engines.webkit import WebKit

ENGINES = {"chromium": None, "firefox": (Firefox, firefox.missing), "webkit": (WebKit, webkit.missing)}

Engine = Chromium | Firefox | WebKit


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if ENGINES[request.param] is None:
        yield Chromium(request.getfixturevalue("browser"))
        return
    start, missing = ENGINES[request.param]
    if lacking := missing():
        says = f"{request.param} is not installed here ({lacking}): scripts/need python3 engines"
        pytest.fail(says, pytrace=False) if request.config.option.every_engine else pytest.skip(says)
    running = start()
    yield running
    running.end()


@pytest.fixture
def networks(live_server) -> Iterator[Callable[[], Network]]:
    """Return a function that lays another network between phones and this test's site."""
    made: list[Network] = []

    def lay() -> Network:
        made.append(Network(live_server.thread.port))
        return made[-1]

    yield lay
    for one in made:
        one.pull()


@pytest.fixture
def network(networks: Callable[[], Network]) -> Network:
    return networks()


@pytest.fixture
def phone(engine: Engine, network: Network) -> Iterator[Callable[..., Phone]]:
    phones: list[Phone] = []

    def bring(*size: int) -> Phone:
        phones.append(engine.phone(size) if size else engine.phone())
        return phones[-1]

    yield bring
    for one in phones:
        one.off()
