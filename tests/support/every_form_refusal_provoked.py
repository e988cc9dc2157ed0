"""What a form can refuse, and whether a whole run of the tests made it refuse that.

Found by what it does, wherever the code stands: each place that raises a ``ValidationError`` or adds one to a form, and
each sentence that a field has of its own for what it cannot take. Every process notes where errors were made and which
sentences they said; at the end of a whole run what nobody provoked fails it, as does a number of places that sank.
"""

import ast
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.exceptions import ValidationError
from django.forms.forms import BaseForm

from tests.settings import BASE_DIR
from tests.support.every_act_and_refusal_provoked import is_whole

ERRORS: Final = frozenset({"ValidationError", "add_error"})
SENTENCES: Final = frozenset({"error_messages", "default_error_messages"})
GUARDED: Final = 209
"""So many places and sentences are guarded at least; who takes one away says so here."""

PLACES: set[tuple[str, int]] = set()
SAID: set[str] = set()
"""Where this process made errors of forms, and what they said, untranslated."""


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _code() -> list[Path]:
    """Return the modules that name what refuses in a form: only these are read closely."""
    found = (path for app in ("tables", "scoring", "skatturnier") for path in sorted((BASE_DIR / app).rglob("*.py")))
    texts = ((path, path.read_text(encoding="utf-8")) for path in found if "migrations" not in path.parts)
    return [path for path, text in texts if any(word in text for word in (*ERRORS, *SENTENCES))]


@cache
def places() -> dict[str, tuple[str, int, int]]:
    """Return every place that refuses in a form: how it is called, with its file, and its first and last line."""
    found = {}
    for path in _code():
        short = path.relative_to(BASE_DIR).as_posix()
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and _name(node) in ERRORS and node.args:
                last = node.end_lineno or node.lineno
                found[f"{short}:{node.lineno} {ast.unparse(node)[:90]}"] = (short, node.lineno, last)
    return found


@cache
def sentences() -> dict[str, str]:
    """Return every sentence that a field has of its own, with the file it stands in."""
    found = {}
    for path in _code():
        names = {
            target.id: node.value
            for node in _tree(path).body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for value in _own(path):
            said = names.get(value.id) if isinstance(value, ast.Name) else value
            if said is not None:
                found.update(dict.fromkeys(_texts(said, names), path.relative_to(BASE_DIR).as_posix()))
    return found


def _own(path: Path) -> Iterator[ast.expr]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call):
            yield from (one.value for one in node.keywords if one.arg in SENTENCES)
        elif isinstance(node, ast.Dict):
            keys = (getattr(key, "value", None) for key in node.keys)
            yield from (value for key, value in zip(keys, node.values, strict=True) if key in SENTENCES)
        elif isinstance(node, ast.Assign):
            # Of a class, or of a field that a form has made already: fields["name"].error_messages["required"].
            target = node.targets[0]
            of = target.value if isinstance(target, ast.Subscript) else target
            if getattr(of, "attr", getattr(of, "id", "")) in SENTENCES:
                yield node.value


def _texts(node: ast.expr, names: dict[str, ast.expr]) -> Iterator[str]:
    """Yield what is translated in an expression, and in the names of its module that it asks."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and _name(one) in {"_", "gettext", "gettext_lazy"} and one.args:
            text = one.args[0]
            if isinstance(text, ast.Constant):
                yield str(text.value)
        elif isinstance(one, ast.Name) and one is not node and one.id in names:
            yield from _texts(names[one.id], {})


def unprovoked() -> list[str]:
    """Return what no test of the run made a form say."""
    seen = {
        name
        for name, (file, first, last) in places().items()
        if any((file, line) in PLACES for line in range(first, last + 1))
    }
    return [
        *sorted(places().keys() - seen),
        *(f"{file}: {text}" for text, file in sorted(sentences().items()) if text not in SAID),
    ]


def wrong() -> list[str]:
    """Return what a whole run may not leave as it is."""
    number = len(places()) + len(sentences())
    sunk = [f"only {number} refusals of forms are guarded, where it were {GUARDED}"] if number < GUARDED else []
    return [*unprovoked(), *sunk]


def _note(depth: int, message: Any) -> None:
    frame = sys._getframe(depth)
    file = frame.f_code.co_filename
    if file.startswith(str(BASE_DIR)):
        PLACES.add((Path(file).relative_to(BASE_DIR).as_posix(), frame.f_lineno))
    # Of a text to be translated later the first of its arguments is the text as it stands in the code.
    for text in (getattr(message, "_args", None) or (message,))[:1]:
        if isinstance(text, str):
            SAID.add(str(text))


def pytest_configure() -> None:
    """Note every error of a form that this process makes."""
    make, add = ValidationError.__init__, BaseForm.add_error

    def noted(self: ValidationError, message: Any, *args: Any, **kwargs: Any) -> None:
        _note(2, message)
        make(self, message, *args, **kwargs)

    def added(self: BaseForm, field: str | None, error: Any) -> None:
        _note(2, error)
        add(self, field, error)
        # What a validator refuses gets the field's own sentence only afterwards.
        for one in getattr(error, "error_list", ()):
            _note(2, one.message)

    ValidationError.__init__, BaseForm.add_error = noted, added  # type: ignore[method-assign]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what one of the processes saw."""
    places_seen, said = getattr(node, "workeroutput", {}).get("provoked_forms", ([], []))
    PLACES.update((file, line) for file, line in places_seen)
    SAID.update(said)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Tell the process that started this one what was seen; fail a whole run that left something out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["provoked_forms"] = ([list(one) for one in sorted(PLACES)], sorted(SAID))
    elif is_whole(session.config) and exitstatus == 0 and wrong():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what nobody provoked; of a part, where that is asked for."""
    is_asked = "SKATTURNIER_UNPROVOKED" in os.environ
    if (is_asked or is_whole(config)) and (left := wrong()):
        terminalreporter.section(f"refusals of forms that no test provokes ({len(left)})", red=True)
        for one in left:
            terminalreporter.line(one)
