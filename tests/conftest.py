"""Fixtures for all tests, what is left to longer runs, and how the examples of properties are drawn."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final

# When it is first imported it decides by the environment how it counts: before any test has set that.
import prometheus_client.values  # noqa: F401
import pytest
import time_machine
from _pytest import runner
from django.conf import settings
from django.core.cache import cache
from django.template import Context
from django.template import Template as Compiled
from django.template.backends.django import Template
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, core
from hypothesis import settings as drawing
from hypothesis.database import DirectoryBasedExampleDatabase
from pytest_django.plugin import DjangoDbBlocker

from scoring.paper.runs import signing
from scoring.paper.typesetting import pdf
from scoring.public.api import site
from tests.settings import ON_POSTGRESQL, PRINT_DIR
from tests.support import factories, remembered_worlds
from tests.support import migrated_database as migrated

pytest_plugins = [
    "tests.proofs.plugin",
    "tests.support.remembered_papers_and_draws",
    "tests.support.acts_and_their_lines",
    "tests.support.every_act_and_refusal_provoked",
    "tests.support.every_form_refusal_provoked",
]

SLOTS: Final = 2**16 - 900
"""Slots of eight bytes: with what CPython adds just above half a megabyte, so that it takes a whole one, and its second
half is free for the frames above."""

EXAMPLES = settings.BASE_DIR / "var" / "examples"
"""Where a thorough run keeps what it found, so that the next one begins with it."""

busy = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
drawing.register_profile("the same", derandomize=True, max_examples=50, **busy)
drawing.register_profile("new ones", database=DirectoryBasedExampleDatabase(EXAMPLES), print_blob=True, **busy)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let everything be tried as often as is promised."""
    parser.addoption("--thorough", action="store_true", help="try the same longer, and again with other numbers")
    parser.addoption(
        "--every-engine", action="store_true", help="fail where an engine of tests/browser/engines is missing"
    )
    parser.addoption(
        "--money-acts", type=int, default=0, help="try so many more acts in tests/scoring/money/test_any_acts.py"
    )
    parser.addoption(
        "--taps", type=int, default=2000, help="tap so often in the long case of tests/browser/test_table_phones.py"
    )
    parser.addoption("--shuffled", type=int, help="run everything in an order drawn by this")
    parser.addoption("--handbook", action="store_true", help="take the pictures of the handbook anew: make handbook")
    parser.addoption("--windows", action="store_true", help="try the zip for Windows, which make windows built")
    parser.addoption(
        "--offline-minutes", type=float, default=0, help="let the network of tests/browser/engines be away for so long"
    )


def with_room(call: Callable[..., Any], *args: Any) -> Any:
    """Return what ``call`` returns, called where the frames of thousands of calls within it fit into one chunk.

    CPython keeps the frames of a thread in chunks of 16 KB. A call across the end of one asks the system for another
    and gives it back when it returns. Below a test lie so many calls already that pages meet such an end hundreds of
    times: a quarter of the processor's time went into that.
    """
    return call(*args)


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run a test as ever, with room."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Iterator[int]:
    """Use the cores while browsers, servers and clocks are waited for: three more workers than there are cores."""
    cores = yield
    asked = config.option.markexpr or ""
    waits = "not browser" not in asked and asked != "database"
    return cores + 3 * waits


def pytest_configure(config: pytest.Config) -> None:
    """Draw the same examples of every property each time, or others by the day's number, which is printed."""
    if config.option.thorough and core.global_force_seed is None:
        core.global_force_seed = int(f"{datetime.now():%Y%m%d}")
    drawing.load_profile("new ones" if config.option.thorough else "the same")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what is left out."""
    left = [] if config.option.thorough else ["to --thorough: the same longer, and again with other numbers"]
    if not (config.option.thorough or ON_POSTGRESQL):
        left.append("to make test-postgresql: sites on a PostgreSQL server that is killed, stopped, badly set up")
    if not config.option.windows:
        left.append("to make test-windows: the zip for Windows, under Wine")
    drawn = [f"examples of properties drawn by {core.global_force_seed}"] if config.option.thorough else []
    return [*drawn, *([f"left {'; '.join(left)}"] if left else [])]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark properties, and leave out what only tries the same again, or belongs to the other database."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
    is_left = _left_to_other_runs(config)
    left = {item for item in items if is_left(item)}
    config.hook.pytest_deselected(items=[*left])
    items[:] = [item for item in items if item not in left]
    if (seed := config.option.shuffled) is not None:
        items.sort(key=lambda item: (Random(f"{seed}{item.path}").random(), Random(f"{seed}{item.nodeid}").random()))


def _left_to_other_runs(config: pytest.Config) -> Callable[[pytest.Item], bool]:
    """Return what says whether a test is left out here; of ``thorough(after=2)`` the first two cases are not."""
    cases: Counter[str] = Counter()

    def is_left(item: pytest.Item) -> bool:
        mark = None if config.option.thorough else item.get_closest_marker("thorough")
        if mark is not None:
            name = item.nodeid.partition("[")[0]
            cases[name] += 1
            if cases[name] > mark.kwargs.get("after", 0):
                return True
        return not (config.option.thorough or ON_POSTGRESQL) and item.get_closest_marker("server") is not None

    return is_left


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Let the collector of garbage leave alone what lives as long as the run: it takes a tenth of the time."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return found


@pytest.fixture(scope="session", autouse=True)
def _fields_untold(django_test_environment: None) -> None:
    """Let Django note for an answer what its pages were drawn with, but not each choice of each field."""
    noted = Compiled._render  # type: ignore[attr-defined]

    def drawn(self: Compiled, context: Context) -> str:
        is_field = (self.name or "").startswith("django/forms/")
        return self.nodelist.render(context) if is_field else noted(self, context)

    Compiled._render = drawn  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _nothing_kept():
    """Let no test find what the one before it drew and typeset: the same world has the same journal."""
    cache.clear()
    shutil.rmtree(PRINT_DIR, ignore_errors=True)


@pytest.fixture(autouse=True)
def _in_english():
    """Let every test start in English, whatever the one before it switched to."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def is_thorough(request: pytest.FixtureRequest) -> bool:
    """Whether everything is tried as often as is promised."""
    return bool(request.config.option.thorough)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """Leave a database on PostgreSQL to its server, which is thrown away: browsers may still be connected.

    On SQLite go on with one that was migrated before, where these very migrations were: that takes nine seconds.
    """
    if not ON_POSTGRESQL:
        migrated.put(Path(settings.DATABASES["default"]["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, papers: Path) -> None:
    """Keep the migrated database for the processes that come after this one."""
    if not ON_POSTGRESQL:
        with django_db_blocker.unblock():
            migrated.keep()
    with django_db_blocker.unblock():
        remembered_worlds.begin(is_first=True)
    remembered_worlds.SHARED[:] = [(os.getpid(), papers)]


@pytest.fixture
def _django_db_helper(_django_db_helper: None) -> None:
    """Let what a test begins with be remembered."""
    remembered_worlds.begin()


@pytest.fixture
def client() -> Client:
    """A visitor whose browser asks for English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def director(db: None) -> Client:
    """The director of the factories' tournaments, signed in."""
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user())
    return made


@pytest.fixture
def clock() -> Iterator[Any]:
    """The evening of the factories' tournaments: it stands still until a test moves it."""
    with time_machine.travel(factories.EVENING, tick=False) as moved:
        yield moved


@pytest.fixture
def undrawn(monkeypatch, settings):
    """Let pages and documents be answered without being drawn: who gets one is the question, not what is on it."""
    monkeypatch.setattr(Template, "render", lambda self, context=None, request=None: "")
    monkeypatch.setattr(pdf, "typeset", lambda document, **_more: b"%PDF-")
    monkeypatch.setattr(site.api, "get_openapi_schema", lambda **_more: {})
    monkeypatch.setattr(site, "interface", lambda _schema: {})
    monkeypatch.setattr(signing, "can_sign", lambda: True)
    monkeypatch.setattr(signing, "sealed", lambda _document, **_more: signing.Sealed(content=b"%PDF-"))
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    sessions = memory | {"LOCATION": "sessions", "OPTIONS": {"MAX_ENTRIES": 10_000}}
    settings.CACHES = {"default": memory, "sessions": sessions}
    settings.SESSION_ENGINE, settings.SESSION_CACHE_ALIAS = "django.contrib.sessions.backends.cache", "sessions"


@pytest.fixture
def untypeset(monkeypatch):
    """Let documents be drawn but not typeset: whether a page answers is the question."""
    monkeypatch.setattr(pdf, "_tagged", lambda *told: b"%PDF-" + told[-2].encode())
