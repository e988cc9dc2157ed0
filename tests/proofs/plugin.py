"""A test that holds a promise says so with ``@pytest.mark.proof("killed")`` and may give its figure to ``prove``.

Where ``SKATTURNIER_PROOFS`` names a folder, each such test leaves a line there; ``tests.proofs.table`` gathers them.
``SKATTURNIER_PROMISES`` names promises: no other tests are run then.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.proofs.promises import PROMISES

FIGURE = pytest.StashKey[list[str]]()


@pytest.fixture
def prove(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return a function that takes what was measured, in words: ``prove("31 kills, 912 deals: 0 lost")``."""
    assert request.node.get_closest_marker("proof"), "Only a test with a mark `proof` has a figure to give."
    return request.node.stash.setdefault(FIGURE, []).append


def pytest_configure(config: pytest.Config) -> None:
    """Explain the mark."""
    config.addinivalue_line("markers", "proof(promise): holds this promise of tests/proofs/promises.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse a mark that names no promise, and leave out what holds none of those asked for."""
    for item in items:
        for promise in _promises(item):
            if promise not in PROMISES:
                raise pytest.UsageError(f"{item.nodeid} holds “{promise}”, which is no promise.")
    if asked := set(os.environ.get("SKATTURNIER_PROMISES", "").split()):
        others = [item for item in items if asked.isdisjoint(_promises(item))]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if not asked.isdisjoint(_promises(item))]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Leave a line when a test with a promise is over."""
    report = yield
    folder = os.environ.get("SKATTURNIER_PROOFS")
    if folder and (report.when == "call" or not report.passed):
        for promise in _promises(item):
            _leave(Path(folder), promise, item, report)
    return report


def _promises(item: pytest.Item) -> Iterator[str]:
    return (name for mark in item.iter_markers("proof") for name in mark.args)


def _leave(folder: Path, promise: str, item: pytest.Item, report: pytest.TestReport) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    line = {
        "promise": promise,
        "test": item.nodeid,
        "outcome": report.outcome,
        "figures": item.stash.get(FIGURE, []),
        "database": os.environ.get("SKATTURNIER_TESTS_ON", "sqlite"),
    }
    # A file a process: lines of several never mix.
    with (folder / f"tests-{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
