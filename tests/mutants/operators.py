"""Faults as people make them: a condition the other way round, an act left out, two things swapped.

cosmic-ray, which does the same for the rules, leaves statements out nowhere and takes no keyword from a query; these
are the faults that hide in services.
"""

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

PAIRS: Final = ((ast.Eq, ast.NotEq), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
COUNTED.update({ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr})
NARROWING: Final = frozenset({"filter", "exclude", "get", "update", "create", "order_by", "Q", "record"})
"""Calls of which a keyword can be left out, so that more is found, or less is written."""

IN_ANY_ORDER: Final = frozenset({"max", "min", "Q"})
"""Calls that answer the same whichever argument comes first."""

IN_TEMPLATES: Final = re.compile(r"{% (el)?if (?!True|False)[^%]*%}|{{ [^{}]*}}")
"""Conditions, and values that are shown."""

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    path: Path
    place: int
    """Which of the faults of its file it is."""

    line: int
    was: str
    became: str

    @property
    def lines(self) -> tuple[int, ...]:
        return (self.line,)

    def tree(self) -> ast.Module:
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        next(islice(_changes(tree), self.place, None)).apply()
        return ast.fix_missing_locations(tree)


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateMutant:
    """One fault of a template: a text that stands once in it, and what stands there instead."""

    path: Path
    line: int
    was: str
    became: str

    lines: tuple[int, ...] = ()
    """Whoever draws the template may notice it."""

    def tree(self) -> ast.Module:
        raise TypeError(self.path)


@dataclass(frozen=True, slots=True)
class _Change:
    """A place in a function, and what is done to it there."""

    line: int
    was: str
    apply: Callable[[], None]
    undo: Callable[[], None]
    said: Callable[[], str]


def mutants(path: Path) -> Iterator[Mutant | TemplateMutant]:
    if path.suffix != ".py":
        yield from _in_template(path)
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for place, change in enumerate(_changes(tree)):
        change.apply()
        yield Mutant(path=path, place=place, line=change.line, was=change.was, became=change.said())
        change.undo()


def _in_template(path: Path) -> Iterator[TemplateMutant]:
    """Yield conditions that always hold or never, and values that are not shown."""
    text = path.read_text(encoding="utf-8")
    for found in IN_TEMPLATES.finditer(text):
        begin, line = found.start(), text.count("\n", 0, found.start()) + 1
        while text.count(text[begin : found.end()]) > 1:
            begin -= 1
        before = text[begin : found.start()]
        is_value = found[0].startswith("{{")
        for instead in [""] if is_value else [f"{{% {found[1] or ''}if {value} %}}" for value in (True, False)]:
            yield TemplateMutant(path=path, line=line, was=before + found[0], became=before + instead)


def _changes(tree: ast.Module) -> Iterator[_Change]:
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    inner = {id(node) for one in functions for node in ast.walk(one) if node is not one}
    for function in (one for one in functions if id(one) not in inner):
        for statement in function.body:
            yield from _of_statements(statement)
            for node in ast.walk(statement):
                yield from _of_node(node)
        yield from _left_out(function, "body")


def _of_statements(statement: ast.stmt) -> Iterator[_Change]:
    """Yield for every block inside a statement each of its acts left out."""
    for node in ast.walk(statement):
        for block in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, block, None), list) and not isinstance(node, ast.Lambda):
                yield from _left_out(node, block)


def _left_out(owner: ast.AST, block: str) -> Iterator[_Change]:
    statements: list[ast.stmt] = getattr(owner, block)
    for place, statement in enumerate(list(statements)):
        is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if is_call or isinstance(statement, ast.Raise | ast.AugAssign | ast.Continue):
            yield _swap(statements, place, ast.Pass(), statement)


def _of_node(node: ast.AST) -> Iterator[_Change]:
    """Yield what can be done to each kind of part."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            yield _set(node, "test", ast.UnaryOp(op=ast.Not(), operand=node.test), node.test)
        case ast.comprehension():
            for place, condition in enumerate(node.ifs):
                yield _swap(node.ifs, place, ast.Constant(value=True), condition)
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                yield _swap(node.ops, place, COMPARED[type(operator)](), node, shown=node)
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield _set(node, "value", ast.Constant(value=None), node)
        case ast.Call():
            yield from _of_call(node)
        case _:
            yield from _of_value(node)


def _of_value(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.BoolOp():
            yield _set(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And(), node)
        case ast.UnaryOp(op=ast.Not()):
            yield _set(node, "operand", ast.UnaryOp(op=ast.Not(), operand=node.operand), node)
        case ast.BinOp() if type(node.op) in COUNTED:
            yield _set(node, "op", COUNTED[type(node.op)](), node)
        case ast.Constant(value=bool()):
            yield _set(node, "value", not node.value, node)
        case ast.Constant(value=int()):
            yield _set(node, "value", node.value + 1, node)


def _of_call(node: ast.Call) -> Iterator[_Change]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in NARROWING:
        for keyword in list(node.keywords):
            rest = [other for other in node.keywords if other is not keyword]
            if rest or node.args or name != "get":
                yield _set(node, "keywords", rest, node)
    if name in {"filter", "exclude"} and isinstance(node.func, ast.Attribute):
        yield _set(node.func, "attr", "exclude" if name == "filter" else "filter", node)
    if len(node.args) > 1 and name not in IN_ANY_ORDER and not any(isinstance(one, ast.Starred) for one in node.args):
        yield _set(node, "args", [node.args[1], node.args[0], *node.args[2:]], node)
    # Two keywords that take each other's value: won for lost, the table for the seat.
    for first, second in zip(node.keywords, node.keywords[1:], strict=False):
        if first.arg and second.arg and type(first.value) is type(second.value):
            swapped = {first: second.value, second: first.value}
            named = [ast.keyword(arg=one.arg, value=swapped.get(one, one.value)) for one in node.keywords]
            yield _set(node, "keywords", named, node)


def _set(node: ast.AST, field: str, value: object, where: ast.AST) -> _Change:
    old = getattr(node, field)
    shown = value if isinstance(value, ast.expr) and where is old else where
    return _change(where, shown, lambda: setattr(node, field, value), lambda: setattr(node, field, old))


def _swap(listed: list, place: int, value: ast.AST, where: ast.AST, shown: ast.AST | None = None) -> _Change:
    old = listed[place]
    return _change(
        where, shown or value, lambda: listed.__setitem__(place, value), lambda: listed.__setitem__(place, old)
    )


def _change(where: Any, shown: ast.AST, apply: Callable[[], None], undo: Callable[[], None]) -> _Change:
    return _Change(line=where.lineno, was=_text(where), apply=apply, undo=undo, said=lambda: _text(shown))


def _text(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node)))
