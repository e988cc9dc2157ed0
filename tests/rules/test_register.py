"""The register names every clause of its chapters, and nothing that is not there."""

import functools
import importlib.util
import inspect
import pkgutil
import re
import runpy
import sys
from pathlib import Path

import pytest

from scoring.rules.codes import CLAUSE, Code
from scoring.rules.register import CHAPTERS, CLAUSES
from scoring.rules.register import __main__ as command
from scoring.rules.register.__main__ import page
from scoring.rules.register.citing import citation, clauses_about

ROOT = Path(__file__).parents[2]
BY_NUMBER = {clause.number: clause for clause in CLAUSES}

# How many clauses each chapter of the rule text of November 2002 has.
# ISkO 5.4.3 is the paragraph without a number after 5.4.2; 5.6 is one table; SkWO 5.1 stands twice.
COUNTS = {
    "ISkO 1": "1.1 3, 1.2 2",
    "ISkO 2": "2.1 2, 2.2 5, 2.3 4, 2.4 3",
    "ISkO 3": "3.1 2, 3.2 16, 3.3 10, 3.4 8, 3.5 4",
    "ISkO 4": "4.1 11, 4.2 9, 4.3 6, 4.4 6, 4.5 10",
    "ISkO 5": "5.1 2, 5.2 8, 5.3 4, 5.4 3, 5.5 5",
    "SkWO": "1 5, 2 4, 3 4, 4 5, 5 2, 6 3, 7.1 5, 7.2 5, 7.3 3, 7.4 4, 8 12, 9 13",
}
WHOLE = {
    f"{text[:4]} {chapter}": int(count)
    for text, counts in COUNTS.items()
    for chapter, count in (one.split() for one in counts.split(","))
}


def order(number):
    """Return where a clause stands in the rule text."""
    text, _, digits = number.partition(" ")
    return (text, *map(int, digits.split(".")))


def found(package, dotted):
    """Return what a dotted name means: it begins with a module of the package, or with a name that one of them has."""
    return functools.reduce(step, dotted.split("."), importlib.import_module(package))


@functools.cache
def modules(package):
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def step(thing, name):
    if inspect.ismodule(thing) and not hasattr(thing, name):
        if importlib.util.find_spec(f"{thing.__name__}.{name}"):
            return importlib.import_module(f"{thing.__name__}.{name}")
        return next(getattr(module, name) for module in modules(thing) if hasattr(module, name))
    if name in getattr(thing, "__dataclass_fields__", {}):
        return thing.__dataclass_fields__[name]
    return getattr(thing, name)


def test_no_clause_is_missing_and_none_is_there_that_the_rule_text_does_not_have():
    numbers = [clause.number for clause in CLAUSES]

    assert set(numbers) == {f"{of}.{at}" for of, most in WHOLE.items() for at in range(1, most + 1)} | {"ISkO 5.6"}
    # Each stands once and in the order of the text.
    assert numbers == sorted(set(numbers), key=order)


@pytest.mark.slow
def test_every_clause_can_be_cited_and_is_found_by_its_number_and_its_words():
    for number, clause in BY_NUMBER.items():
        assert str(citation(number)) == f"{number} (2002)"
        for words in (number, clause.says.rstrip(".")):
            assert number in {found.number for _cited, found in clauses_about(words)}, words


def test_a_clause_stands_in_its_chapter():
    for heading, clauses in CHAPTERS.items():
        first, last = re.match(r"(?:ISkO|SkWO) ([\d.]+)(?: to ([\d.]+))?:", heading).groups()
        text = heading[:4]
        for clause in clauses:
            assert order(clause.number)[0] == text
            digits = order(clause.number)[1:]
            assert digits >= tuple(map(int, first.split(".")))
            upper = tuple(map(int, (last or first).split(".")))
            assert digits[: len(upper)] <= upper


def test_every_clause_is_held_and_shown_or_says_why_not_and_what_holds_it_exists():
    for clause in CLAUSES:
        assert bool(clause.held_by) == bool(clause.shown_by), clause
        assert clause.held_by or clause.beyond, clause
        assert clause.says.endswith((".", ").")), clause
        assert not clause.beyond or clause.beyond.endswith("."), clause
        assert "|" not in clause.says + clause.beyond, clause
    for name in {name for clause in CLAUSES for name in clause.held_by}:
        assert found("scoring.rules", name) is not None, name
    for code in Code:
        assert f"Code.{code.name}" in BY_NUMBER[CLAUSE[code]].held_by, code


def test_what_is_said_to_show_a_clause_is_a_test_that_names_it():
    """In its name, its cases or its first words: whoever changes a test sees for which clause it stands."""
    for clause in CLAUSES:
        digits = clause.number.partition(" ")[2]
        in_words = re.compile(rf"(?<![\d.]){re.escape(digits)}(?![\d])(?!\.\d)")
        in_name = re.compile(rf"(?<!\d)_{digits.replace('.', '_')}(?!_?\d)")
        for name in clause.shown_by:
            assert name.rpartition(".")[2].startswith("test_"), name
            test = found("tests.rules", name)
            assert callable(test), name
            assert in_name.search(test.__name__) or in_words.search(test.__doc__ or ""), (clause.number, name)


def test_every_clause_that_the_rules_cite_is_there():
    cited = {
        number
        for path in (ROOT / "scoring" / "rules").rglob("*.py")
        # What only says where clauses went need not be there.
        if "register" not in path.parts and path.name != "clauses.py"
        for number in re.findall(r"(?:ISkO|SkWO) \d+(?:\.\d+)+", path.read_text(encoding="utf-8"))
    }
    missing = {number for number in cited if not any(f"{known}.".startswith(f"{number}.") for known in BY_NUMBER)}

    assert missing == set()


def test_the_page_is_up_to_date_and_the_command_writes_it(tmp_path, monkeypatch):
    said = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    path = tmp_path / "rules.md"
    monkeypatch.setattr(sys, "argv", ["register", str(path)])

    runpy.run_path(command.__file__, run_name="__main__")

    assert said == page() == path.read_text(encoding="utf-8"), "python -m scoring.rules.register docs/rules.md"
    assert "| SkWO 4.4 (SkWO 5.4) |" in page()
