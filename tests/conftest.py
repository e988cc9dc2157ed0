"""Fixtures for all tests, and which of them `make check` leaves to `make test`."""

import gc
import shutil
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

# When it is first imported it decides by the environment how it counts: before any test has set that.
import prometheus_client.values  # noqa: F401
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from tests import factories, migrated
from tests.settings import ON_POSTGRESQL, PRINT_DIR

pytest_plugins = [
    "tests.deep_stack",
    "tests.proofs.plugin",
    "tests.typeset_once",
    "tests.drawn_once",
    "tests.undrawn",
    "tests.acts_watched",
    "tests.provoked",
    "tests.provoked_forms",
]

LONG = (
    "tests/access_matrix/",
    "tests/backups/",
    "tests/exports/",
    "tests/flows/",
    "tests/https/test_pages.py",
    "tests/paper/",
    "tests/privacy/",
    "tests/proofs/",
    "tests/reference/test_rankings.py",
    "tests/running/test_deploy_check.py",
    "tests/running/test_metrics.py",
    "tests/scoring/disputes/rulings/",
    "tests/scoring/disputes/test_appeal_pages.py",
    "tests/scoring/disputes/test_bench_page.py",
    "tests/scoring/disputes/test_case_book.py",
    "tests/scoring/disputes/test_deciding_pages.py",
    "tests/scoring/disputes/test_decision_pages.py",
    "tests/scoring/disputes/test_directing_verified.py",
    "tests/scoring/disputes/test_measures_acts.py",
    "tests/scoring/disputes/test_measures_lifted_pages.py",
    "tests/scoring/disputes/test_measures_pages.py",
    "tests/scoring/disputes/test_measures_shown.py",
    "tests/scoring/disputes/test_objection_pages.py",
    "tests/scoring/disputes/test_posting_pages.py",
    "tests/scoring/disputes/test_queries.py",
    "tests/scoring/disputes/test_query_access.py",
    "tests/scoring/disputes/test_query_pages.py",
    "tests/scoring/disputes/test_ruling_pages.py",
    "tests/scoring/disputes/test_ruling_refused_pages.py",
    "tests/scoring/disputes/test_signed_corrections.py",
    "tests/scoring/disputes/test_signed_corrections_more.py",
    "tests/scoring/disputes/test_signed_corrections_pages.py",
    "tests/scoring/disputes/tribunal/",
    "tests/scoring/history/pages/",
    "tests/scoring/history/test_as_of.py",
    "tests/scoring/history/test_history.py",
    "tests/scoring/history/test_tampering.py",
    "tests/scoring/lists/test_worth_page.py",
    "tests/scoring/office/test_board.py",
    "tests/scoring/office/test_board_live.py",
    "tests/scoring/public/test_embedding.py",
    "tests/scoring/public/test_hall_screen.py",
    "tests/scoring/public/test_open_data_",
    "tests/scoring/public/test_own_acts.py",
    "tests/scoring/public/test_own_name.py",
    "tests/scoring/public/test_own_pages.py",
    "tests/scoring/public/test_ranking_",
    "tests/scoring/results/test_ranking_",
    "tests/scoring/statistics/test_player_page.py",
    "tests/scoring/statistics/test_statistics_",
    "tests/scoring/table/test_codes.py",
    "tests/scoring/table/test_differences_page.py",
    "tests/scoring/table/test_handover.py",
    "tests/scoring/table/test_table_objection_pages.py",
    "tests/simulation/test_simulate.py",
    "tests/security/test_cookies.py",
    "tests/security/test_sessions.py",
    "tests/tables/clubs/",
    "tests/tables/draw/test_by_hand_pages.py",
    "tests/tables/draw/test_draw_pages.py",
    "tests/tables/draw/test_public_draw.py",
    "tests/tables/hall/test_announcing.py",
    "tests/tables/hall/test_hall_pages.py",
    "tests/tables/seating/test_replan.py",
    "tests/tables/seating/test_seals.py",
    "tests/tables/tournaments/test_calendars.py",
    "tests/tables/tournaments/test_home_pages.py",
    "tests/tables/tournaments/test_plan_pages.py",
    "tests/tables/tournaments/test_publishing_pages.py",
)
"""What typesets, plays whole days, tries every page in every role or thousands of cases: most of the time."""

SHOWN = (
    "tests/access_matrix/",
    "tests/browser/",
    "tests/hostile/",
    "tests/paper/",
    "tests/reference/",
    "tests/rules/",
    "tests/security/test_headers.py",
)
"""What shows, typesets or refuses what was read: the same selectors and services are asked by the other tests."""

PAGES = ("_pages.py", "_page.py", "_shown.py", "/pages/", "tests/exports/", "tests/proofs/")
"""What of the long part opens page after page of what others wrote and read."""

READS = frozenset({"db", "transactional_db", "live_server", "django_db_setup"})
"""Fixtures that give a database."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let everything be tried as often as is promised."""
    parser.addoption("--thorough", action="store_true", help="try the same longer, and again with other numbers")
    parser.addoption(
        "--every-engine", action="store_true", help="fail where an engine of tests/browser/engines is missing"
    )
    parser.addoption(
        "--money-acts", type=int, default=0, help="try so many more acts in tests/scoring/money/test_any_acts.py"
    )
    parser.addoption("--handbook", action="store_true", help="take the pictures of the handbook anew: make handbook")
    parser.addoption("--windows", action="store_true", help="try the zip for Windows, which make windows built")
    parser.addoption(
        "--offline-minutes", type=float, default=0, help="let the network of tests/browser/engines be away for so long"
    )


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Iterator[int]:
    """Use the cores while browsers, servers and clocks are waited for: two more workers than there are cores."""
    cores = yield
    asked = config.option.markexpr or ""
    waits = "not browser" not in asked and asked != "database"
    return cores + 2 * waits


def pytest_report_header(config: pytest.Config) -> str:
    """Say what is left out."""
    left = [] if config.option.thorough else ["to --thorough: the same longer, and again with other numbers"]
    if not (config.option.thorough or ON_POSTGRESQL):
        left.append("to make test-postgresql: sites on a PostgreSQL server that is killed, stopped, badly set up")
    if not config.option.windows:
        left.append("to make test-windows: the zip for Windows, under Wine")
    return f"left {'; '.join(left)}" if left else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long part as slow, and leave out what only tries the same again, or belongs to the other database."""
    for path, found in groupby(items, key=lambda item: item.path.as_posix()):
        is_long, is_shown, is_page = (any(part in path for part in parts) for parts in (LONG, SHOWN, PAGES))
        for item in found:
            if is_long:
                item.add_marker(pytest.mark.slow)
            if not (is_shown or (is_long and is_page)) and ("tests/durability/" in path or _asks_a_database(item)):
                item.add_marker(pytest.mark.database)
    left_out = {
        *(() if config.option.thorough else ("thorough",)),
        *(() if config.option.thorough or ON_POSTGRESQL else ("server",)),
    }
    config.hook.pytest_deselected(items=[item for item in items if _is_any(item, left_out)])
    items[:] = [item for item in items if not _is_any(item, left_out)]


def _asks_a_database(item: pytest.Item) -> bool:
    return _is_any(item, {"django_db", "server"}) or not READS.isdisjoint(getattr(item, "fixturenames", ()))


def _is_any(item: pytest.Item, marks: set[str]) -> bool:
    return any(item.get_closest_marker(mark) for mark in marks)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Let the collector of garbage leave alone what lives as long as the run: it takes a tenth of the time."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return found


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
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keep the migrated database for the processes that come after this one."""
    if not ON_POSTGRESQL:
        with django_db_blocker.unblock():
            migrated.keep()


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
