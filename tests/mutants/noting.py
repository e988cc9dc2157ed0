"""Note in every process of a run which test comes by the places of faults, each a line or a template.

Before the lines in question stands a call, put there when a module is read: a tracer would double the time. Whoever
begins with a world that another test played through comes by what that one came by.
"""

import ast
import builtins
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import pytest
from django.template import Template
from django.template.base import NodeList, TextNode

FOLDER: Final = Path(os.environ.get("SKATTURNIER_NOTED", ""))
"""There stands in ``places.json`` which lines and templates are asked about, and then a file of each process."""

UNTIL: Final = float(os.environ.get("SKATTURNIER_NOTED_UNTIL", "inf"))
"""When no further test begins."""

LINES: dict[str, list[int]] = {}
"""The lines that are asked about, by their file."""

DRAWN: set[str] = set()
"""The files of the templates that are asked about."""

PASSED: set[str] = set()
"""The places that the test came by which runs."""

OF_STEPS: dict[str, list[str]] = {}
"""By the mark of what is stored after a remembered step: the places that it came by."""

FAILED: set[str] = set()


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


Fault = TypeVar("Fault", bound=Planting)


def note(
    faults: Iterable[Planting], folder: Path, tests: Iterable[object], *options: str, seconds: float = float("inf")
) -> bool:
    """Run tests as it is, and let them note in a folder which faults they come by; return whether all of them ran."""
    lines: dict[str, set[int]] = defaultdict(set)
    for fault in faults:
        lines[str(fault.path.resolve())].update(fault.lines)
    places = {path: sorted(of_file) for path, of_file in lines.items()}
    (folder / "places.json").write_text(json.dumps(places))
    noting = {"PYTEST_PLUGINS": "tests.mutants.noting", "SKATTURNIER_NOTED": str(folder)}
    noting["SKATTURNIER_NOTED_UNTIL"] = str(time.time() + seconds)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not browser", *options]
    done = subprocess.run([*command, *dict.fromkeys(map(str, tests))], env=os.environ | noting, check=False)
    return done.returncode != pytest.ExitCode.INTERRUPTED


def noted(faults: Sequence[Fault], folder: Path) -> dict[Fault, list[str]]:
    """Return which tests come by each fault: the quickest of each file in turn, that every file has its say early."""
    at_place: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        path = str(fault.path.resolve())
        for place in [f"{path}:{line}" for line in fault.lines] or [path]:
            at_place[place].append(fault)
    lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    by_fault: dict[Fault, dict[str, list[str]]] = {fault: defaultdict(list) for fault in faults}
    for _seconds, test, places in sorted(lines):
        for fault in {fault for place in places for fault in at_place.get(place, ())}:
            by_fault[fault][test.partition("::")[0]].append(test)
    return {
        fault: [test for tests in zip_longest(*by_file.values()) for test in tests if test]
        for fault, by_file in by_fault.items()
    }


def with_calls(text: str, lines: Iterable[int], path: str) -> ast.Module:
    """Return a module in which a call before each statement says that the lines in it are come by.

    Of a function's first lines it is said when the function is called.
    """
    tree = ast.parse(text)
    places: dict[ast.stmt, list[str]] = {}
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for line in lines:
        around = [each for each in statements if each.lineno <= line <= (each.end_lineno or each.lineno)]
        if around:
            innermost = min(around, key=lambda each: ((each.end_lineno or each.lineno) - each.lineno, -each.col_offset))
            places.setdefault(innermost, []).append(f"{path}:{line}")
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            with_them = [each for stmt in block for each in (*_calls(places.get(stmt, []), stmt), stmt)]
            if name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node in places:
                first = 1 if ast.get_docstring(node) is not None else 0
                with_them[first:first] = _calls(places[node], node, inside=True)
            setattr(node, name, with_them)
    return ast.fix_missing_locations(tree)


def _calls(places: list[str], stmt: ast.stmt, *, inside: bool = False) -> Iterator[ast.stmt]:
    if isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef) and not inside:
        return
    for place in places:
        call = ast.Call(ast.Name("__came_by__", ast.Load()), [ast.Constant(place)], [])
        yield ast.copy_location(ast.Expr(call), stmt)


def begin() -> None:
    """Watch from now on what is imported, drawn and played through."""
    places = json.loads((FOLDER / "places.json").read_text())
    LINES.update({path: lines for path, lines in places.items() if lines})
    DRAWN.update(places.keys() - LINES.keys())
    builtins.__came_by__ = PASSED.add  # type: ignore[attr-defined]
    read, parse = SourceFileLoader.get_code, Template.compile_nodelist

    def read_with_calls(self: SourceFileLoader, fullname: str) -> Any:
        path = self.get_filename(fullname)
        if path not in LINES:
            return read(self, fullname)
        return compile(with_calls(Path(path).read_text(encoding="utf-8"), LINES[path], path), path, "exec")

    def parsed(self: Template) -> Any:
        nodes = parse(self)
        is_asked_about = self.origin and self.origin.name in DRAWN
        return NodeList([_Drawn(self.origin.name), *nodes]) if is_asked_about else nodes

    SourceFileLoader.get_code = read_with_calls  # type: ignore[method-assign]
    Template.compile_nodelist = parsed  # type: ignore[method-assign]


class _Drawn(TextNode):
    """A text of no length, which says that its template is drawn."""

    def __init__(self, path: str) -> None:
        super().__init__("")
        self.path = path

    def render_annotated(self, context: Any) -> Any:
        PASSED.add(self.path)
        return ""

    render = render_annotated


def pytest_collection_finish() -> None:
    """Let remembered steps remember what they came by, too."""
    from tests.support import remembered_worlds

    write_down, write_again = remembered_worlds._write_down, remembered_worlds._write_again

    def written_down(step: str, build: Any) -> Any:
        before = {*PASSED}
        PASSED.clear()
        result = write_down(step, build)
        if step in remembered_worlds.WRITTEN:
            stored = remembered_worlds.WRITTEN[step][2]
            OF_STEPS[stored] = sorted(PASSED)
            fresh = FOLDER / f"{stored}.{os.getpid()}"
            fresh.write_text(json.dumps(OF_STEPS[stored]))
            fresh.replace(FOLDER / f"{stored}.step")
        PASSED.update(before)
        return result

    def written_again(statements: Any, result: Any, stored: str) -> Any:
        file = FOLDER / f"{stored}.step"
        if stored not in OF_STEPS and file.exists():
            OF_STEPS[stored] = json.loads(file.read_text())
        PASSED.update(OF_STEPS.get(stored, ()))
        return write_again(statements, result, stored)

    remembered_worlds._write_down, remembered_worlds._write_again = written_down, written_again


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        FAILED.add(report.nodeid)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """Write down what a test came by; when the time is up, it was the last."""
    PASSED.clear()
    began = time.process_time()
    outcome = yield
    if PASSED and item.nodeid not in FAILED:
        line = [round(time.process_time() - began, 3), item.nodeid, sorted(PASSED)]
        with (FOLDER / f"{os.getpid()}.jsonl").open("a") as file:
            file.write(f"{json.dumps(line)}\n")
    if time.time() > UNTIL:
        item.session.shouldstop = "the time is up"
    return outcome


if "SKATTURNIER_NOTED" in os.environ:
    begin()
