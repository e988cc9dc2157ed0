"""Amounts are whole cents: nothing in the topic, or on its papers, makes a fraction by floating point."""

import ast
from pathlib import Path

import pytest

import scoring

HERE = Path(scoring.__file__).parent
SOURCES = sorted(
    [
        *(HERE / "money").rglob("*.py"),
        *(HERE / "paper/documents/money").rglob("*.py"),
        HERE / "paper/workbooks/account.py",
        HERE / "templatetags/money.py",
        HERE / "templatetags/prizes.py",
    ]
)


def floating(source: str) -> list[int]:
    """Return the lines in which a float could come about."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if _is_floating(node)]


def _is_floating(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            return True
        case ast.Name(id="float" | "round" | "complex"):
            return True
        case ast.Attribute(attr="FloatField" | "fsum" | "sqrt" | "total_seconds"):
            return True
    return False


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_makes_a_float(path):
    assert floating(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source", ["0.5", "a / b", "a /= 2", "float(a)", "round(a)", "10 ** -2", "models.FloatField()"]
)
def test_what_makes_a_float_is_seen(source):
    assert floating(source) == [1]


def test_whole_division_is_none():
    assert floating("a // b % 3 * 2 ** 3") == []
