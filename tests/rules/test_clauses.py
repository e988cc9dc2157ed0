"""Clauses under their numbers of 2002 and newer ones, how decisions cite them; values are frozen, examples hold."""

import dataclasses
import doctest
import importlib
import pkgutil
import subprocess
import sys
from itertools import product

import pytest

import scoring.rules
from scoring.rules.clauses import MOVED, REPLACED, Citation, Edition, cite
from scoring.rules.codes import CLAUSE
from scoring.rules.register import CLAUSES
from scoring.rules.register.citing import UnknownClause, citation, clauses_about, meant_by, replaced_by
from scoring.rules.register.clause import CLAIMS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SkWO 4.4", "SkWO 5.4"),
        ("SkWO 7.1.2", "SkWO 6.1.2"),
        ("SkWO 7.1.3", "SkWO 6.1.3"),
        ("SkWO 7.2.2", "SkWO 6.2.1"),
        ("SkWO 9.6", "SkWO 6.2.1"),
        ("SkWO 8.11", "SkWO 6.2.3"),
        ("SkWO 7.2.3", "SkWO 6.2.5"),
        ("SkWO 9.11", "SkWO 6.2.5"),
        ("SkWO 7.2.4", "SkWO 6.2.6"),
        ("SkWO 7.4.4", "SkWO 6.4.3"),
    ],
)
def test_a_clause_known_to_have_moved_is_cited_under_its_new_number(old, new):
    assert cite(old, edition=Edition.SINCE_2018) == Citation(edition=Edition.SINCE_2018, clause=new)
    assert cite(old) == Citation(edition=Edition.NOVEMBER_2002, clause=old)


@pytest.mark.parametrize("clause", ["ISkO 4.5.10", "ISkO 5.2.5", "SkWO 7.2.5"])
def test_a_clause_whose_new_number_is_not_known_stays_with_2002(clause):
    assert str(cite(clause, edition=Edition.SINCE_2018)) == f"{clause} (2002)"


def test_a_citation_names_its_edition():
    assert str(cite("SkWO 4.4")) == "SkWO 4.4 (2002)"
    assert str(cite("SkWO 4.4", edition=Edition.SINCE_2018)) == "SkWO 5.4 (2018/2022)"


def test_every_code_can_be_cited_in_every_edition():
    for clause in CLAUSE.values():
        for edition in Edition:
            assert str(cite(clause, edition=edition))


def test_the_tables_hold_the_sixteen_known_moves():
    assert (len(MOVED), len(REPLACED)) == (10, 6)


@pytest.mark.parametrize("old", REPLACED)
def test_the_new_number_is_never_cited_for_a_text_that_was_replaced(old):
    assert str(cite(old, edition=Edition.SINCE_2018)) == f"{old} (2002)"


def test_every_clause_is_read_as_it_is_cited():
    for clause, edition in product(CLAUSES, Edition):
        cited = cite(clause.number, edition=edition)

        assert citation(str(cited)) == cited
        assert clause in meant_by(cited), cited


@pytest.mark.parametrize("typed", ["isko 4.2.3", " ISkO4.2.3 ", "ISKO 4.2.3 (2002)", "ISkO 4.2.3."])
def test_a_clause_may_be_typed_in_haste(typed):
    assert str(citation(typed)) == "ISkO 4.2.3 (2002)"


@pytest.mark.parametrize(
    "typed",
    ["", "4.2.3", "ISkO", "ISkO 4.2.99", "SkWO 4.2.3", "ISkO 4.2.3 (2018/2022)", "ISkO 4.2.3 (1999)", "§ 823 BGB"],
)
def test_what_the_rule_text_does_not_have_is_refused(typed):
    with pytest.raises(UnknownClause) as refused:
        citation(typed)
    assert refused.value.clause == typed


def test_clauses_are_found_by_words_and_numbers():
    def found(words, **edition):
        return [str(cited) for cited, _ in clauses_about(words, **edition)]

    assert found("a REVOKE") == ["ISkO 4.2.3 (2002)", "ISkO 4.2.4 (2002)", "ISkO 4.2.5 (2002)", "SkWO 8.4 (2002)"]
    assert found("skwo 7.2.4") == ["SkWO 7.2.4 (2002)"]
    assert found("skwo 7.2.4", edition=Edition.SINCE_2018) == ["SkWO 6.2.6 (2018/2022)"]
    assert found("ramsch bingo") == []
    assert len(found("")) == len(CLAUSES) + len(CLAIMS)


def test_joined_clauses_stand_for_all_of_theirs():
    assert [one.number for one in meant_by(citation("SkWO 6.2.1 (2018/2022)"))] == ["SkWO 7.2.2", "SkWO 9.6"]
    assert {*MOVED, *REPLACED} <= {clause.number for clause in CLAUSES}


def test_either_number_finds_a_clause():
    for (old, new), edition in product({**MOVED, **REPLACED}.items(), Edition):
        for number in (old, new, new.removeprefix("ISkO ").removeprefix("SkWO ")):
            assert old in {clause.number for _cited, clause in clauses_about(number, edition=edition)}, number


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(("old", "new"), REPLACED.items())
def test_what_was_replaced_stands_beside_what_replaced_it_each_under_its_own_number(old, new, edition):
    found = [(str(cited), clause) for cited, clause in clauses_about(old, edition=edition)]
    told = {cited: clause for cited, clause in found if cited.startswith((f"{old} ", f"{new} (2018"))}
    assert list(told) == [f"{old} (2002)", f"{new} (2018/2022)"]
    was, now = told.values()
    assert was.says != now.says
    assert replaced_by(citation(old)) == now
    assert meant_by(citation(f"{new} (2018/2022)")) == (now,)


def test_what_is_not_known_of_a_clause_is_said():
    unknown = {one.number for one in CLAIMS if "not known here" in one.says}
    assert unknown == {"ISkO 4.4.1", "ISkO 4.4.2", "ISkO 4.4.3"}


def test_no_other_clause_was_replaced():
    assert [one.number for one in CLAUSES if replaced_by(citation(one.number))] == list(REPLACED)
    assert replaced_by(citation("ISkO 4.4.4")) is None


MODULES = [info.name for info in pkgutil.walk_packages(scoring.rules.__path__, "scoring.rules.")]
VALUES = [
    value
    for name in MODULES
    for value in vars(importlib.import_module(name)).values()
    if isinstance(value, type)
    and dataclasses.is_dataclass(value)
    and value.__module__ == name
    and value.__name__[0] != "_"
]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_object_is_frozen_slotted_and_keyword_only(value):
    assert value.__dataclass_params__.frozen
    assert "__slots__" in vars(value)
    assert all(field.kw_only for field in dataclasses.fields(value))


def test_the_rules_load_nothing_but_the_standard_library():
    script = (
        "import importlib, sys; before = set(sys.modules);"
        f"[importlib.import_module(name) for name in {MODULES}];"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["scoring"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
