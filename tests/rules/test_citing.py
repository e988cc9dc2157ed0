"""Clauses as decisions cite them."""

import pytest

from scoring.rules.clauses import MOVED, Edition, cite
from scoring.rules.register import CLAUSES
from scoring.rules.register.citing import UnknownClause, citation, clauses_about, meant_by


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.number)
@pytest.mark.parametrize("edition", Edition)
def test_every_clause_is_read_as_it_is_cited(clause, edition):
    cited = cite(clause.number, edition=edition)

    assert citation(str(cited)) == cited
    assert clause in meant_by(cited)


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
    assert len(found("")) == len(CLAUSES)


def test_joined_clauses_stand_for_all_of_theirs():
    assert [one.number for one in meant_by(citation("SkWO 6.2.1 (2018/2022)"))] == ["SkWO 7.2.2", "SkWO 9.6"]
    assert set(MOVED) <= {clause.number for clause in CLAUSES}
