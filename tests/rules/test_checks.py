"""What a line is refused for, what it is asked for, and that nothing hides anything else."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from scoring.rules.checks import problems
from scoring.rules.codes import ASKED, CLAUSE, Code
from scoring.rules.valuation import Played
from scoring.rules.values import BIDS
from tests.rules.check_cases import SAYS, null
from tests.rules.noted import every_loss, said_of_a_loss
from tests.support.strategies import contract_of, honest_lines, line, lines, lost


def codes(played):
    return {problem.code for problem in problems(played)}


@pytest.mark.parametrize(("code", "has_it"), [pytest.param(c, yes, id=name) for name, (c, yes, _) in SAYS.items()])
def test_a_line_gets_its_code(code, has_it):
    """Show ISkO 2.4.2, ISkO 2.4.3, ISkO 3.4.2, ISkO 5.2.3 and ISkO 5.2.4."""
    assert code in codes(has_it)


@pytest.mark.parametrize(("code", "has_not"), [pytest.param(c, no, id=name) for name, (c, _, no) in SAYS.items()])
def test_the_line_next_to_it_does_not(code, has_not):
    """Show ISkO 2.4.3."""
    assert code not in codes(has_not)


def test_every_loss_is_refused_and_asked_about_as_the_notes_say():
    wrong = []
    for facts in every_loss(BIDS):
        said = {name: facts[name] for name in ("schneider", "schwarz", "bid")}
        played = lost(facts["game"], facts["matadors"], facts["announced"], **said, overbid=facts["ticked"])
        found = problems(played)
        refused = {one.code.value for one in found if one.severity == "error"}
        if (refused, {one.code.value for one in found} - refused) != said_of_a_loss(**facts):
            wrong.append(facts)

    assert wrong[:3] == []


def test_a_bid_above_the_value_excuses_nothing_unless_overbid_is_ticked():
    own_schwarz = lost("hearts", 3, "schneider", schwarz=True, bid=72)

    assert codes(own_schwarz) == {Code.LOST_SCHWARZ_WITH_THREE}
    assert codes(replace(own_schwarz, overbid=True)) == set()


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(
            Played(
                contract=contract_of("hearts", "ouvert"),
                matadors=-12,
                won=True,
                schwarz=True,
                bid=777,
                overbid=True,
            ),
            {
                Code.UNKNOWN_BID,
                Code.TOO_MANY_MATADORS,
                Code.SCHWARZ_WITHOUT_SCHNEIDER,
                Code.SCHWARZ_ANNOUNCED,
                Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK,
                Code.WON_SCHWARZ_WITHOUT_CLUB_JACK,
                Code.WON_SCHNEIDER_WITHOUT_SEVEN,
                Code.WON_BELOW_BID,
            },
            id="everything-wrong-with-ouvert",
        ),
        pytest.param(
            null(won=False, matadors=2, schneider=True, bid=1, overbid=True),
            {
                Code.UNKNOWN_BID,
                Code.OVERBID_THOUGH_COVERED,
                Code.MATADORS_IN_NULL,
                Code.LEVEL_IN_NULL,
            },
            id="everything-wrong-with-null",
        ),
        pytest.param(
            replace(lost("clubs", 11, schwarz=True, bid=19), schneider=False),
            {
                Code.UNKNOWN_BID,
                Code.MANY_MATADORS,
                Code.SCHWARZ_WITHOUT_SCHNEIDER,
                Code.LOST_SCHNEIDER_WITH_SEVEN,
                Code.LOST_SCHWARZ_WITH_THREE,
            },
            id="everything-wrong-with-a-loss",
        ),
        pytest.param(
            line("grand", 1, "schneider", overbid=True),
            {Code.OVERBID_WITHOUT_BID, Code.ANNOUNCED_LEVEL_MISSED, Code.WON_BELOW_BID},
            id="won-ticked-and-missed",
        ),
    ],
)
def test_no_problem_hides_another(played, expected):
    assert codes(played) == expected


@pytest.mark.parametrize(
    "played",
    [line("clubs", 1), lost("grand", -2), line("null", bid=18), lost("hearts", 1, schneider=True)],
)
def test_an_ordinary_line_has_no_problems(played):
    assert problems(played) == ()


@given(lines)
def test_problems_never_fail_and_never_repeat(played):
    found = problems(played)

    assert len({problem.code for problem in found}) == len(found)
    assert all(problem.clause == CLAUSE[problem.code] for problem in found)


@given(honest_lines())
def test_what_is_asked_is_not_refused(played):
    assert all(problem.severity == "warning" for problem in problems(played))


@given(lines)
def test_a_mended_line_keeps_only_its_other_problems(played):
    """Taking the bid away removes what was about the bid, and nothing appears or hides with it."""
    about_the_bid = {
        Code.UNKNOWN_BID,
        Code.OVERBID_THOUGH_COVERED,
        Code.OVERBID_WITHOUT_BID,
        Code.WON_BELOW_BID,
        Code.NULL_BELOW_BID,
        # A Null below its bid states its matadors.
        Code.MATADORS_IN_NULL,
        Code.BELOW_BID_NOT_TICKED,
        # The level of an overbid game may be one that the declarer made in vain.
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        Code.LOST_SCHWARZ_WITH_THREE,
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        Code.SIMPLE_LOSS_WITH_ELEVEN,
    }

    mended = replace(played, bid=None, overbid=False)

    assert codes(mended) - about_the_bid == codes(played) - about_the_bid


def test_every_code_has_a_clause_and_a_severity():
    assert set(CLAUSE) == set(Code)
    assert all(re.fullmatch(r"(ISkO|SkWO) \d(\.\d{1,2}){1,2}", clause) for clause in CLAUSE.values())
    assert set(Code) > ASKED


def test_questions_are_warnings_and_refusals_are_errors():
    found = {p.code: p.severity for p in problems(line("clubs", 5, bid=19))}

    assert found == {Code.UNKNOWN_BID: "error", Code.MANY_MATADORS: "warning"}


def test_every_code_of_a_line_has_an_example():
    exemplified = {code for code, _, _ in SAYS.values()}
    elsewhere = {
        # tests/rules/test_contract.py
        Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND,
        Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER,
        Code.OUVERT_WITHOUT_ANNOUNCEMENTS,
        Code.LEVEL_ANNOUNCED_IN_NULL,
        # tests/rules/test_game_list.py
        Code.HALF_ENTRY,
        Code.UNKNOWN_SEAT,
        Code.DEALER_PLAYED,
        Code.WRONG_NUMBER,
        Code.TOO_MANY_DEALS,
        Code.INCOMPLETE,
        # tests/rules/test_presence.py
        Code.ABSENT_DECLARER,
        Code.TOO_FEW_PLAYERS,
        # tests/rules/test_totals.py
        Code.NEGATIVE_COUNT,
        Code.TOO_MANY_GAMES,
        Code.TOO_MANY_OWN_GAMES,
        Code.IMPOSSIBLE_POINTS,
    }

    assert set(Code) - elsewhere == exemplified


def test_every_legal_bid_is_known():
    """Show ISkO 3.3.1."""
    for bid in range(-1, 300):
        assert (Code.UNKNOWN_BID in codes(lost("clubs", 1, bid=bid))) is (bid not in BIDS)


def test_null_never_gets_a_problem_of_trumps():
    """Show ISkO 5.3.1."""
    assert codes(null(schneider=True, schwarz=True)) == {Code.LEVEL_IN_NULL}
