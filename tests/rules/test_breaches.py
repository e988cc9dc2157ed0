"""ISkO 4.1.3 to 4.1.5, 5.2.5, 5.4.3: games that a breach of the rules decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.breaches import decided
from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import MAX_MATADORS, Game
from scoring.rules.valuation import book
from tests.support.strategies import bids, contract_of, contracts, line, lost


def points(played):
    assert not [problem for problem in problems(played) if problem.severity == "error"]
    return book(played).points


def ended(game, matadors=None, announced="", *, won, bid=None, **taken):
    return decided(contract_of(game, announced), matadors=matadors, bid=bid, won_by_declarer=won, **taken)


@pytest.mark.parametrize(
    ("ruled", "expected", "value"),
    [
        pytest.param(ended("clubs", 1, won=True), line("clubs", 1), 24, id="4.1.4-won-simple"),
        pytest.param(ended("clubs", 1, won=False), lost("clubs", 1), -48, id="4.1.4-lost-simple"),
        pytest.param(ended("grand", -2, "hand", won=False), lost("grand", -2, "hand"), -192, id="4.1.4-lost-hand"),
        pytest.param(
            ended("spades", 3, "schneider", won=True),
            line("spades", 3, "schneider", schneider=True),
            77,
            id="4.1.5-the-announced-level-is-given",
        ),
        pytest.param(
            ended("spades", 3, "ouvert", won=True),
            line("spades", 3, "ouvert", schwarz=True),
            110,
            id="4.1.5-ouvert-is-given",
        ),
        pytest.param(
            ended("diamonds", 3, "schneider", won=False),
            lost("diamonds", 3, "schneider"),
            -126,
            id="5.2.5-announced-levels-count-when-lost",
        ),
        pytest.param(
            ended("grand", 4, "ouvert", won=False), lost("grand", 4, "ouvert"), -528, id="5.2.5-all-of-them-do"
        ),
        pytest.param(
            ended("null", announced="hand", won=True, bid=35), line("null", None, "hand", bid=35), 35, id="null-won"
        ),
        pytest.param(ended("null", won=False, bid=23), lost("null", bid=23), -46, id="null-lost"),
    ],
)
def test_a_game_ended_by_a_breach_counts_simple(ruled, expected, value):
    """Show ISkO 3.4.6 and ISkO 3.4.8."""
    assert ruled == expected
    assert points(ruled) == value


@pytest.mark.parametrize(
    ("ruled", "expected", "value"),
    [
        pytest.param(
            ended("hearts", 1, "hand", won=True, bid=40),
            line("hearts", 1, "hand", schneider=True, bid=40),
            40,
            id="the-rule-books-hearts-hand",
        ),
        pytest.param(
            ended("hearts", 1, "hand", won=True, bid=40, opponents_points=30, opponents_tricks=2),
            line("hearts", 1, "hand", schneider=True, bid=40),
            40,
            id="4.1.5-with-30-they-were-still-schneider",
        ),
        pytest.param(
            ended("hearts", 1, "hand", won=True, bid=40, opponents_points=31),
            lost("hearts", 1, "hand", bid=40, overbid=True),
            -80,
            id="4.1.5-with-31-it-was-lost",
        ),
        pytest.param(
            ended("hearts", 1, "hand", won=True, bid=30, opponents_points=31),
            line("hearts", 1, "hand", bid=30),
            30,
            id="4.1.5-nothing-more-is-needed",
        ),
        pytest.param(
            ended("clubs", 2, won=True, bid=60),
            line("clubs", 2, schwarz=True, bid=60),
            60,
            id="4.1.5-schwarz-is-needed",
        ),
        pytest.param(
            ended("clubs", 2, won=True, bid=60, opponents_tricks=1),
            lost("clubs", 2, bid=60, overbid=True),
            -120,
            id="4.1.5-they-had-a-trick",
        ),
        pytest.param(
            ended("clubs", 2, won=True, bid=48, opponents_tricks=1),
            line("clubs", 2, schneider=True, bid=48),
            48,
            id="4.1.5-a-trick-does-not-deny-schneider",
        ),
        pytest.param(
            ended("clubs", 2, "schneider", won=True, opponents_points=31),
            lost("clubs", 2, "schneider"),
            -144,
            id="5.2.5-the-announced-level-was-missed",
        ),
        pytest.param(
            ended("clubs", 2, "schwarz", won=True, opponents_tricks=1),
            lost("clubs", 2, "schwarz"),
            -192,
            id="5.2.5-announced-schwarz-was-missed",
        ),
        pytest.param(
            ended("clubs", -1, "hand", won=True, bid=59),
            lost("clubs", -1, "hand", bid=59, overbid=True),
            -120,
            id="5.4.3-schwarz-without-the-club-jack",
        ),
        pytest.param(
            ended("grand", -4, won=True, bid=144),
            line("grand", -4, schneider=True, bid=144),
            144,
            id="5.4.3-grand-without-four-can-be-schneider",
        ),
        pytest.param(
            ended("spades", -7, won=True, bid=99),
            lost("spades", -7, bid=99, overbid=True),
            -198,
            id="5.4.3-schneider-without-seven",
        ),
        pytest.param(
            ended("spades", -1, "schwarz", won=True),
            lost("spades", -1, "schwarz"),
            -154,
            id="5.4.3-announced-schwarz-without-the-club-jack",
        ),
        pytest.param(
            ended("diamonds", 1, won=True, bid=40),
            lost("diamonds", 1, bid=40, overbid=True),
            -90,
            id="5.4.1-no-level-reaches-the-bid",
        ),
    ],
)
def test_a_level_he_needs_is_his_unless_it_was_out_of_reach(ruled, expected, value):
    assert ruled == expected
    assert points(ruled) == value


def test_by_his_own_breach_the_declarer_gets_no_level_he_still_needed():
    """Show ISkO 4.1.4."""
    ruled = ended("hearts", 1, "hand", won=False, bid=40)

    assert ruled == lost("hearts", 1, "hand", bid=40, overbid=True)
    assert points(ruled) == -80


def test_a_null_that_cannot_be_valid_is_lost_whoever_broke_the_rules():
    ruled = ended("null", won=True, bid=24)

    assert ruled == lost("null", bid=24, overbid=True)
    assert [problem.code for problem in problems(ruled)] == [Code.NULL_BELOW_BID]
    assert book(ruled).points == -48


taken = {"opponents_points": st.integers(0, 120), "opponents_tricks": st.integers(0, 10)}


@given(contracts, st.data(), st.none() | bids, st.booleans())
def test_a_ruling_at_the_simple_level_is_never_refused(contract, data, bid, won):
    most = MAX_MATADORS[contract.game]
    matadors = data.draw(st.sampled_from([n for n in range(-most, most + 1) if n] or [None]))
    ruled = decided(
        contract, matadors=matadors, bid=bid, won_by_declarer=won, **{key: data.draw(n) for key, n in taken.items()}
    )

    refused = {problem.code for problem in problems(ruled) if problem.severity == "error"}

    assert refused <= {Code.NULL_BELOW_BID}
    assert won or not ruled.won
    assert book(ruled).won is ruled.won
    if not ruled.won:
        assert (ruled.schneider, ruled.schwarz) == (False, False)


@given(contracts, st.integers(1, 4), st.none() | bids, st.integers(0, 120), st.integers(0, 10))
def test_the_more_they_had_taken_the_less_he_gets(contract, matadors, bid, card_points, tricks):
    """Show ISkO 4.1.5."""
    matadors = None if contract.game is Game.NULL else matadors
    best = decided(contract, matadors=matadors, bid=bid, won_by_declarer=True)
    after = decided(
        contract,
        matadors=matadors,
        bid=bid,
        won_by_declarer=True,
        opponents_points=card_points,
        opponents_tricks=tricks,
    )

    assert book(after).points <= book(best).points
    assert book(after).points in {
        book(best).points,
        book(decided(contract, matadors=matadors, bid=bid, won_by_declarer=False)).points,
    }


@pytest.mark.parametrize(
    "contract", [contract_of("clubs"), contract_of("grand", "ouvert"), contract_of("null", "ouvert")]
)
def test_without_a_bid_nothing_more_is_needed(contract):
    matadors = None if contract.game is Game.NULL else 2

    assert decided(contract, matadors=matadors, bid=None, won_by_declarer=True).won
