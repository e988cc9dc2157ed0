"""What a game is worth, asked outside a list (ISkO 5)."""

import pytest
from hypothesis import given

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS
from scoring.rules.register import CLAUSES
from scoring.rules.valuation import StepKind, book
from scoring.rules.worth import STEP_CLAUSE, clause_of, worth
from tests.support.strategies import honest_lines, line, lines, lost


@pytest.mark.parametrize(
    ("asked", "points"),
    [
        pytest.param(line("hearts", 1, bid=50), -100, id="2002-5.4.1-hearts"),
        pytest.param(line("clubs", -1, bid=59), -120, id="2002-5.4.1-clubs"),
        pytest.param(line("hearts", 1, "hand", bid=36), -80, id="2002-5.4.2"),
        pytest.param(line("hearts", 1, "hand", schneider=True, bid=40), 40, id="2002-5.4.1-saved-by-schneider"),
        pytest.param(lost("hearts", 1, "hand", schneider=True, bid=36), -80, id="notes-6"),
        pytest.param(line("null", bid=24), -48, id="2002-3.4.4"),
        pytest.param(line("null", bid=23), 23, id="2002-5.1.2"),
    ],
)
def test_the_bid_is_held_against_the_line(asked, points):
    assert worth(asked).booking.points == points


@given(honest_lines())
def test_an_honest_line_is_worth_what_the_list_books(honest):
    asked = worth(honest)

    assert asked.line == honest
    assert asked.booking == book(honest)
    assert asked.problems == problems(honest)


@given(lines)
def test_what_is_refused_has_no_value_but_the_null_that_becomes_another_game(any_line):
    asked = worth(any_line)
    refusals = {problem.code for problem in asked.problems if problem.severity == "error"}

    assert (asked.booking is None) == bool(refusals - {Code.NULL_BELOW_BID})
    assert not refusals & {Code.WON_BELOW_BID, Code.OVERBID_WITHOUT_BID} or any_line.overbid


def test_every_step_has_a_clause_of_the_register():
    known = {clause.number for clause in CLAUSES}

    assert set(STEP_CLAUSE) == set(StepKind)
    assert set(STEP_CLAUSE.values()) <= known


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        pytest.param(line("hearts", 1, bid=50), "ISkO 5.4.1", id="with-the-skat"),
        pytest.param(line("hearts", 1, "hand", bid=50), "ISkO 5.4.2", id="hand"),
        pytest.param(line("null", bid=24), "ISkO 3.4.4", id="null"),
        pytest.param(line("null", announced="hand", bid=36), "ISkO 3.4.4", id="null-hand"),
    ],
)
def test_an_overbid_game_is_charged_by_its_own_clause(asked, clause):
    found = worth(asked)
    charged = [step for step in found.booking.steps if step.kind is StepKind.OVERBID]

    assert [clause_of(step, contract=found.line.contract) for step in charged] == [clause]


def test_other_steps_keep_their_clause_whatever_was_announced():
    hand = CONTRACTS[1]

    assert [clause_of(step, contract=hand) for step in book(line("diamonds", 2, "hand")).steps] == [
        "ISkO 2.4.2",
        "ISkO 5.2.1",
        "ISkO 5.2.1",
        "ISkO 5.3.1",
    ]
