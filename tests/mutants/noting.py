"""Note in every process of a run which test comes by which faults: ``PYTEST_PLUGINS=tests.mutants.noting``.

Before the lines in question stands a call, put there when a module is read: a tracer would double the time. Whoever
begins with a world that another test played through comes by what that one came by.
"""

import ast
import builtins
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import pytest
from django.template import Template
from django.template.base import NodeList, TextNode

FOLDER: Final = Path(os.environ.get("SKATTURNIER_NOTED", ""))
"""There stands in ``places.json`` which faults are in which lines, and then a file of each process."""

LINES: dict[str, dict[int, list[str]]] = {}
"""The names of faults by the file and the line where they are."""

DRAWN: dict[str, list[str]] = {}
"""The names of faults by the file of a template."""

PASSED: set[str] = set()
"""The names of the faults that the test came by which runs."""

OF_STEPS: dict[str, list[str]] = {}
"""By the mark of what is stored after a remembered step: the faults that it came by."""

FAILED: set[str] = set()


def noted(folder: Path) -> dict[str, list[str]]:
    """Return which tests come by each fault: the quickest of each file in turn, that every file has its say early."""
    lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    by_fault: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for _seconds, test, faults in sorted(lines):
        for fault in faults:
            by_fault[fault][test.partition("::")[0]].append(test)
    return {
        fault: [test for tests in zip_longest(*by_file.values()) for test in tests if test]
        for fault, by_file in by_fault.items()
    }


def with_calls(text: str, names_by_line: dict[int, list[str]]) -> ast.Module:
    """Return a module in which a call before each statement says which faults are in its lines.

    Of a function's first lines it is said when the function is called.
    """
    tree = ast.parse(text)
    faults: dict[ast.stmt, list[str]] = {}
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for line, names in names_by_line.items():
        around = [each for each in statements if each.lineno <= line <= (each.end_lineno or each.lineno)]
        if around:
            innermost = min(around, key=lambda each: ((each.end_lineno or each.lineno) - each.lineno, -each.col_offset))
            faults.setdefault(innermost, []).extend(names)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            with_them = [each for stmt in block for each in (*_calls(faults.get(stmt, []), stmt), stmt)]
            if name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node in faults:
                first = 1 if ast.get_docstring(node) is not None else 0
                with_them[first:first] = _calls(faults[node], node, inside=True)
            setattr(node, name, with_them)
    return ast.fix_missing_locations(tree)


def _calls(names: list[str], stmt: ast.stmt, *, inside: bool = False) -> Iterator[ast.stmt]:
    if isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef) and not inside:
        return
    for name in dict.fromkeys(names):
        call = ast.Call(ast.Name("__came_by__", ast.Load()), [ast.Constant(name)], [])
        yield ast.copy_location(ast.Expr(call), stmt)


def begin() -> None:
    """Watch from now on what is imported, drawn and played through."""
    places = json.loads((FOLDER / "places.json").read_text())
    LINES.update({path: {int(line): names for line, names in by.items()} for path, by in places["lines"].items()})
    DRAWN.update(places["drawn"])
    builtins.__came_by__ = PASSED.add  # type: ignore[attr-defined]
    read, parse = SourceFileLoader.get_code, Template.compile_nodelist

    def read_with_calls(self: SourceFileLoader, fullname: str) -> Any:
        path = self.get_filename(fullname)
        if path not in LINES:
            return read(self, fullname)
        return compile(with_calls(Path(path).read_text(encoding="utf-8"), LINES[path]), path, "exec")

    def parsed(self: Template) -> Any:
        nodes = parse(self)
        names = DRAWN.get(self.origin.name) if self.origin else None
        return NodeList([_Drawn(names), *nodes]) if names else nodes

    SourceFileLoader.get_code = read_with_calls  # type: ignore[method-assign]
    Template.compile_nodelist = parsed  # type: ignore[method-assign]


class _Drawn(TextNode):
    """A text of no length, which says that its template is drawn."""

    def __init__(self, names: list[str]) -> None:
        super().__init__("")
        self.names = names

    def render_annotated(self, context: Any) -> Any:
        PASSED.update(self.names)
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
    """Take down what fails as it is: it notices no fault."""
    if report.failed:
        FAILED.add(report.nodeid)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """Write down what a test came by."""
    PASSED.clear()
    began = time.process_time()
    outcome = yield
    if PASSED and item.nodeid not in FAILED:
        line = [round(time.process_time() - began, 3), item.nodeid, sorted(PASSED)]
        with (FOLDER / f"{os.getpid()}.jsonl").open("a") as file:
            file.write(f"{json.dumps(line)}\n")
    return outcome


if "SKATTURNIER_NOTED" in os.environ:
    begin()
