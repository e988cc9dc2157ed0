"""What the journal can say and what services can refuse, and whether a whole run of the tests made it happen.

Every process notes which acts were told and which refusals made (``acts_and_their_lines``). At the end of a whole run
the one that started the others adds up, and fails the run for what nobody provoked, or where less was watched than the
number kept here: code may move as it likes, but not out of sight. A part of the tests is not asked.
"""

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tables.journal import wording
from tests.settings import BASE_DIR
from tests.support.acts_and_their_lines import PROVOKED

CODE: Final = [path for app in ("tables", "scoring", "skatturnier") for path in sorted((BASE_DIR / app).rglob("*.py"))]
GUARDED: Final = {"actions": 138, "codes": 339, "services": 215}
"""How many acts the journal can tell, codes can refuse and services were watched in a whole run, at least.

Whoever takes an act away lowers its number in the same commit.
"""

REFUSING: Final = frozenset({"Refused", "TooMany", "Obstacle", "Bar"})
TELLING: Final = frozenset({"record", "note", "_note", "_record", "_tell", "_switch", "Act", "write", "tell"})

ACT_UNSEEN: Final = {
    "site.restored": "written in the process that looks at what is restored; tests/backups reads it there"
}
"""What only other processes tell, each with where it is tried."""

CODES_UNSEEN: Final = {
    "list-signed": "raised as ListSigned; tests/scoring/lists/test_entry.py and many others expect it"
}
"""What is refused in another way, each with where it is tried."""


@cache
def codes() -> frozenset[str]:
    """Return every code with which something can be refused."""
    return frozenset(
        text
        for path in CODE
        for call in _calls(path, REFUSING)
        for value in (call.args[:1] or [one.value for one in call.keywords if one.arg == "code"])
        for text in _texts(value)
    )


def actions() -> frozenset[str]:
    """Return every act of which a line of the journal can tell."""
    return frozenset({*wording.PLAIN, *wording.TOLD}) | told()


@cache
def told() -> frozenset[str]:
    """Return every act that is written in the code where the journal is told."""
    found: set[str] = set()
    for path in CODE:
        for call in _calls(path, TELLING):
            values = [*call.args[:1], *(one.value for one in call.keywords if one.arg == "action")]
            found |= {text for value in values for text in _texts(value) if _is_act(text)}
        if any(_calls(path, TELLING)):
            # Some choose between two first.
            found |= {
                text
                for node in _nodes(path)
                if isinstance(node, ast.Assign)
                for text in _texts(node.value)
                if _is_act(text)
            }
    return frozenset(found)


def _is_act(text: str) -> bool:
    topic, dot, act = text.partition(".")
    return bool(dot) and topic.isalpha() and topic.islower() and act.replace("-", "").isalpha() and act.islower()


@cache
def _nodes(path: Path) -> list[ast.Call | ast.Assign]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Assign)]


def _calls(path: Path, names: frozenset[str]) -> Iterator[ast.Call]:
    for node in _nodes(path):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in names:
                yield node


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def unprovoked() -> list[str]:
    """Return what no test of the run made happen."""
    acts = actions() - PROVOKED["actions"] - ACT_UNSEEN.keys()
    refusals = codes() - PROVOKED["codes"] - CODES_UNSEEN.keys()
    return [*(f"act {one}" for one in sorted(acts)), *(f"refusal {one}" for one in sorted(refusals)), *blind()]


def blind() -> list[str]:
    """Return of what fewer were watched than the number kept here: the guard lost sight of the rest."""
    watched = {"actions": len(told()), "codes": len(codes())}
    watched["services"] = len(PROVOKED["services"])
    return [
        f"{kind}: {watched[kind]} watched, {least} expected" for kind, least in GUARDED.items() if watched[kind] < least
    ]


def is_whole(config: pytest.Config) -> bool:
    """Test whether this process started a run of all tests, and not one of the others or a part."""
    option = config.option
    told = [arg for arg in config.args if arg not in config.getini("testpaths")]
    is_part = option.keyword or option.markexpr or option.collectonly or told or "SKATTURNIER_PROMISES" in os.environ
    return not (is_part or hasattr(config, "workerinput"))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what one of the processes saw."""
    for kind, seen in getattr(node, "workeroutput", {}).get("provoked", {}).items():
        PROVOKED[kind].update(seen)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Tell the process that started this one what was seen; fail a whole run that left something out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["provoked"] = {kind: sorted(seen) for kind, seen in PROVOKED.items()}
    elif is_whole(session.config) and exitstatus == 0 and unprovoked():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what nobody provoked."""
    if is_whole(config) and (left := unprovoked()):
        terminalreporter.section("acts and refusals that no test provokes", red=True)
        for one in left:
            terminalreporter.line(one)
