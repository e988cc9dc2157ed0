"""Clauses: the numbers of 2002, and what is known of newer ones."""

import pytest

from scoring.rules.clauses import MOVED, Citation, Edition, cite
from scoring.rules.codes import CLAUSE


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
        ("ISkO 4.3.1", "ISkO 4.4.1"),
        ("ISkO 4.3.6", "ISkO 4.4.6"),
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


def test_the_table_holds_the_sixteen_known_moves():
    assert len(MOVED) == 16
