"""Faults in Python and in templates, each tried in a copy of this process: nothing is started anew, the database is a
file copied.

A run before this one noted which tests come by each fault (``tests.mutants.noting``). For each a child is forked that
puts the changed code into the functions in its memory, or the changed text before the templates' loaders, and runs
these tests until one fails.
"""

import functools
import gc
import os
import shutil
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol
from django.db import connections
from django.template import Origin, engines
from django.template.loaders import filesystem

from tests.mutants.noting import Planting
from tests.mutants.reporting import KILLED, SURVIVED, UNPLANTED, UNREACHED, UNTRIED, Report

MOST_TESTS: Final = 60
SLOWEST: Final = 45

IS_KILLED, IS_ALIVE, IS_NOTHING = 1, 0, 3


class _Nothing:
    """What comes after a test so that all is taken down but what lives as long as the session."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session

    def listchain(self) -> list[pytest.Session]:
        return [self.session]


@dataclass
class Forking:
    """The plugin that runs for every fault the tests of pytest that come by it."""

    mutants: Sequence[Planting]
    seconds: float
    workers: int
    tests_of: Callable[[Planting], Sequence[str]]
    unreached: str = UNREACHED
    """What becomes of a fault that no test is known to come by."""

    report: Report = field(default_factory=Report)
    most_tests: int = MOST_TESTS
    slowest: float = SLOWEST
    """Seconds after which a fault counts as noticed: it hangs, or something waits for it."""

    _running: dict[int, tuple[Planting, float]] = field(default_factory=dict)

    def run(self) -> None:
        names = [name for mutant in self.mutants for name in self.tests_of(mutant)[: self.most_tests]]
        if not names:
            for mutant in self.mutants:
                self._say(mutant, self.unreached)
            return
        quiet = ["-q", "--capture=no", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-m", "not browser"]
        # What the tests import was imported here already.
        rewritten = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        pytest.main([*quiet, *rewritten, *dict.fromkeys(name.partition("::")[0] for name in names)], plugins=[self])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        began = time.monotonic()
        items = {item.nodeid: item for item in session.items}
        # The first test makes the database, of which each fault gets a copy.
        after: Any = _Nothing(session)
        runtestprotocol(session.items[0], log=False, nextitem=after)
        connections.close_all()
        for mutant in self.mutants:
            if time.monotonic() - began > self.seconds:
                self._say(mutant, UNTRIED)
                continue
            self._try(
                session, mutant, [items[name] for name in self.tests_of(mutant)[: self.most_tests] if name in items]
            )
        while self._running:
            self._wait()
        return True

    def _try(self, session: pytest.Session, mutant: Planting, tests: Sequence[pytest.Item]) -> None:
        if not tests:
            return self._say(mutant, self.unreached)
        while len(self._running) >= self.workers:
            self._wait()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            _live_with(mutant, session, tests)
        self._running[child] = (mutant, time.monotonic())
        return None

    def _wait(self) -> None:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child in self._running:
            mutant, _began = self._running.pop(child)
            ended = os.waitstatus_to_exitcode(status)
            named = {IS_NOTHING: UNPLANTED, IS_ALIVE: SURVIVED}
            self._say(mutant, named.get(ended, KILLED))
            return
        for child, (_mutant, began) in self._running.items():
            if time.monotonic() - began > self.slowest:
                os.kill(child, signal.SIGKILL)
        time.sleep(0.02)

    def _say(self, mutant: Planting, became: str) -> None:
        self.report.add(mutant.path, became, line=mutant.line, was=mutant.was, is_now=mutant.became)


def _live_with(mutant: Planting, session: pytest.Session, tests: Sequence[pytest.Item]) -> None:
    """Run tests with a fault until one notices it; never returns."""
    ended = IS_NOTHING
    copies = []
    try:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        copies = list(_own_databases())
        if planted(mutant) if mutant.lines else planted_in_template(mutant):
            # Whatever breaks from here on, the test itself included, was broken by the fault.
            ended = IS_KILLED
            ended = IS_KILLED if any(_fails(session, item) for item in tests) else IS_ALIVE
    finally:
        for copy in copies:
            copy.unlink(missing_ok=True)
        os._exit(ended)


def _own_databases() -> Iterator[Path]:
    for connection in connections.all():
        name = Path(str(connection.settings_dict["NAME"]))
        if name.is_file():
            copy = name.with_name(f"{name.name}.{os.getpid()}")
            shutil.copyfile(name, copy)
            connection.settings_dict["NAME"] = str(copy)
            yield copy


def _fails(session: pytest.Session, item: Any) -> bool:
    item._initrequest()
    after: Any = _Nothing(session)
    return any(one.failed for one in runtestprotocol(item, log=False, nextitem=after))


def planted(mutant: Planting) -> bool:
    """Put the changed code into every function in memory that has the old one; False where there is none."""
    name = str(mutant.path.resolve())
    changed = dict(_codes(compile(mutant.tree(), name, "exec")))
    old = dict(_codes(compile(mutant.path.read_text(encoding="utf-8"), name, "exec")))
    differing = {key for key, code in changed.items() if key in old and code != old[key]}
    found = False
    # What lives as long as the run was put out of the collector's sight.
    gc.unfreeze()
    for thing in gc.get_objects():
        # Not isinstance: a lazy object would be asked for its class.
        if type(thing) is types.FunctionType and thing.__code__.co_filename == name:
            key = (thing.__code__.co_qualname, thing.__code__.co_firstlineno)
            if key in differing and len(changed[key].co_freevars) == len(thing.__code__.co_freevars):
                thing.__code__ = changed[key]
                found = True
    for thing in gc.get_objects():
        if type(thing) is functools._lru_cache_wrapper:
            thing.cache_clear()
    return found


def planted_in_template(mutant: Planting) -> bool:
    """Let the loaders of templates find the changed text, and forget what they have read."""
    read, path = filesystem.Loader.get_contents, mutant.path.resolve()

    def changed(self: filesystem.Loader, origin: Origin) -> str:
        text = read(self, origin)
        return text.replace(mutant.was, mutant.became) if Path(origin.name) == path else text

    filesystem.Loader.get_contents = changed  # type: ignore[method-assign]
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    return mutant.was in path.read_text(encoding="utf-8")


def _codes(code: types.CodeType) -> Iterator[tuple[tuple[str, int], types.CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield (constant.co_qualname, constant.co_firstlineno), constant
            yield from _codes(constant)
