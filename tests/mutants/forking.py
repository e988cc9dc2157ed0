"""Faults in Python and in templates, each tried in a copy of this process: nothing is started anew, the database is a
file copied.

The tests run once as they are, unless a run before this one noted it (``tests.mutants.noting``); that says which of
them comes by which line, and how long it takes. For each fault a child is forked that puts the changed code into the
functions in its memory, or the changed text before the templates' loaders, and runs the tests that come by its line,
the quickest first, until one fails.
"""

import ast
import functools
import gc
import os
import shutil
import signal
import sys
import time
import types
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import coverage
import pytest
from _pytest.runner import runtestprotocol
from django.db import connections
from django.template import Origin, engines
from django.template.loaders import filesystem

from tests.mutants.reporting import KILLED, SURVIVED, UNPLANTED, UNREACHED, UNTRIED, Report

LEARNING: Final = 0.4
MOST_TESTS: Final = 60
SLOWEST: Final = 45

IS_KILLED, IS_ALIVE, IS_NOTHING = 1, 0, 3


class Planting(Protocol):
    """A fault that can be put into what is in memory."""

    path: Path
    line: int
    was: str
    became: str

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines by one of which a test comes that may notice it; of a template none."""

    def tree(self) -> ast.Module:
        """Return its file with it, where that is Python."""


class _Nothing:
    """What comes after a test so that all is taken down but what lives as long as the session."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session

    def listchain(self) -> list[pytest.Session]:
        return [self.session]


@dataclass
class Forking:
    """The plugin that runs the tests of pytest once, and then for every fault."""

    mutants: Sequence[Planting]
    seconds: float
    workers: int
    report: Report = field(default_factory=Report)
    took: dict[str, float] = field(default_factory=dict)
    learning: float = LEARNING
    """How much of the time the tests may take as they are."""

    most_tests: int = MOST_TESTS
    slowest: float = SLOWEST
    """Seconds after which a fault counts as noticed: it hangs, or something waits for it."""

    noted: Callable[[Planting], Sequence[str]] | None = None
    """Which tests come by a fault, where a run before this one noted it; they are not run as they are then."""

    _knows_all: bool = True
    _coming_by: dict[Path, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    _running: dict[int, tuple[Planting, float]] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run everything once, then each fault with what comes by it."""
        began = time.monotonic()
        items = {item.nodeid: item for item in session.items}
        if self.noted is None:
            self._learn(session, began)
            print(f"{len(self.took)} of {len(items)} tests in {time.monotonic() - began:.0f} s as it is.", flush=True)
        else:
            # The first test makes the database, of which each fault gets a copy.
            after: Any = _Nothing(session)
            runtestprotocol(session.items[0], log=False, nextitem=after)
        connections.close_all()
        for mutant in self.mutants:
            if time.monotonic() - began > self.seconds:
                self._say(mutant, UNTRIED)
                continue
            self._try(session, mutant, [items[name] for name in self._tests_of(mutant) if name in items])
        while self._running:
            self._wait()
        return True

    def _learn(self, session: pytest.Session, began: float) -> None:
        files = sorted({str(mutant.path.resolve()) for mutant in self.mutants if mutant.lines})
        measured = coverage.Coverage(data_file=None, include=files, config_file=False)
        measured.start()
        # The first test makes the database: that is not its own time.
        ready: float | None = None
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            measured.switch_context(item.nodeid)
            start = time.monotonic()
            is_last = ready is not None and start - ready > self.learning * (self.seconds - (ready - began))
            after: Any = _Nothing(session) if is_last or following is None else following
            reports = runtestprotocol(item, log=False, nextitem=after)
            if all(one.passed or one.skipped for one in reports):
                self.took[item.nodeid] = time.monotonic() - start
            else:
                print(f"fails as it is, left out: {item.nodeid}", flush=True)
            ready = ready or time.monotonic()
            if is_last:
                self._knows_all = following is None
                break
        measured.stop()
        with warnings.catch_warnings():
            # That no test came by is what the report says.
            warnings.simplefilter("ignore", coverage.exceptions.CoverageWarning)
            data = measured.get_data()
        for file in files:
            for line, names in data.contexts_by_lineno(file).items():
                self._coming_by[Path(file)][line] |= set(names) & self.took.keys()

    def _tests_of(self, mutant: Planting) -> list[str]:
        if self.noted is not None:
            return list(self.noted(mutant))[: self.most_tests]
        lines = self._coming_by[mutant.path.resolve()]
        coming_by = set().union(*(lines.get(line, ()) for line in mutant.lines))
        return sorted(coming_by, key=lambda name: (self.took[name], name))[: self.most_tests]

    def _try(self, session: pytest.Session, mutant: Planting, tests: Sequence[pytest.Item]) -> None:
        if not tests:
            # While not every test has shown where it comes by, nobody knows whether one would have.
            return self._say(mutant, UNREACHED if self._knows_all else UNTRIED)
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
