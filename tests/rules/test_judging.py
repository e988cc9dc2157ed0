"""ISkO 5.2, 5.4: from the cards taken to the line of the list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.judging import judge
from scoring.rules.valuation import book
from tests.support.strategies import bids, contract_of, contracts, line, lost, refusals

CLUBS = contract_of("clubs")
HEARTS_HAND = contract_of("hearts", "hand")


@pytest.mark.parametrize(
    ("card_points", "tricks", "expected"),
    [
        pytest.param(120, 10, line("clubs", 1, schwarz=True), id="5.2.4-every-trick"),
        pytest.param(120, 9, line("clubs", 1, schneider=True), id="5.2.4-one-empty-trick-given"),
        pytest.param(90, 7, line("clubs", 1, schneider=True), id="5.2.3-30-left"),
        pytest.param(89, 7, line("clubs", 1), id="5.2.3-31-left"),
        pytest.param(61, 5, line("clubs", 1), id="5.2.2-61"),
        pytest.param(60, 5, lost("clubs", 1), id="5.2.2-60"),
        pytest.param(31, 3, lost("clubs", 1), id="5.2.3-31"),
        pytest.param(30, 3, lost("clubs", 1, schneider=True), id="5.2.3-30"),
        pytest.param(0, 1, lost("clubs", 1, schneider=True), id="5.2.4-one-empty-trick"),
        pytest.param(22, 0, lost("clubs", 1, schwarz=True), id="5.2.4-no-trick"),
        pytest.param(0, 0, lost("clubs", 1, schwarz=True), id="5.2.4-nothing"),
    ],
)
def test_levels_follow_from_points_and_tricks(card_points, tricks, expected):
    """Show SkWO 8.8."""
    judged = judge(CLUBS, matadors=1, bid=None, card_points=card_points, tricks=tricks)

    assert judged == expected


@pytest.mark.parametrize(
    ("announced", "card_points", "tricks", "points"),
    [
        pytest.param("schneider", 90, 8, 63, id="5.2.5-made"),
        pytest.param("schneider", 89, 8, -126, id="5.2.5-missed"),
        pytest.param("schneider", 71, 6, -126, id="notes-2-71-points"),
        pytest.param("schneider", 120, 10, 72, id="5.2.5-more-than-announced"),
        pytest.param("schwarz", 120, 10, 81, id="5.2.5-schwarz-made"),
        pytest.param("schwarz", 120, 9, -162, id="5.2.5-schwarz-missed"),
        pytest.param("ouvert", 120, 10, 90, id="5.2.6-made"),
        pytest.param("ouvert", 118, 9, -180, id="5.2.6-missed"),
        pytest.param("schneider", 20, 1, -126, id="notes-3-own-schneider"),
        pytest.param("schneider", 60, 5, -126, id="5.2.5-lost"),
    ],
)
def test_an_announced_level_must_be_made(announced, card_points, tricks, points):
    """Show SkWO 8.9."""
    contract = contract_of("diamonds", announced)

    judged = judge(contract, matadors=3, bid=18, card_points=card_points, tricks=tricks)

    assert book(judged).points == points


@pytest.mark.parametrize(
    ("matadors", "bid", "card_points", "tricks", "expected"),
    [
        pytest.param(1, 36, 75, 7, lost("hearts", 1, "hand", bid=36, overbid=True), id="5.4.2-won-in-vain"),
        pytest.param(1, 50, 95, 8, lost("hearts", 1, "hand", bid=50, overbid=True), id="schneider-in-vain"),
        pytest.param(1, 55, 120, 10, lost("hearts", 1, "hand", bid=55, overbid=True), id="schwarz-in-vain"),
        pytest.param(1, 40, 92, 8, line("hearts", 1, "hand", schneider=True, bid=40), id="5.4.1-saved"),
        pytest.param(
            1,
            36,
            20,
            2,
            lost("hearts", 1, "hand", schneider=True, bid=36, overbid=True),
            id="notes-6-and-own-schneider",
        ),
        pytest.param(
            1,
            36,
            11,
            0,
            lost("hearts", 1, "hand", schwarz=True, bid=36, overbid=True),
            id="notes-6-and-own-schwarz",
        ),
        pytest.param(2, 40, 55, 5, lost("hearts", 2, "hand", bid=40), id="not-overbid"),
    ],
)
def test_overbid_is_judged_after_the_play(matadors, bid, card_points, tricks, expected):
    judged = judge(HEARTS_HAND, matadors=matadors, bid=bid, card_points=card_points, tricks=tricks)

    assert judged == expected


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        (23, 0, line("null", bid=23)),
        (23, 1, lost("null", bid=23)),
        (None, 10, lost("null")),
        (24, 0, lost("null", bid=24, overbid=True)),
        (24, 1, lost("null", bid=24, overbid=True)),
    ],
)
def test_null_is_won_without_a_trick_5_2_7(bid, tricks, expected):
    """Show SkWO 8.9."""
    judged = judge(contract_of("null"), matadors=None, bid=bid, card_points=120, tricks=tricks)

    assert judged == expected


@pytest.mark.parametrize(
    ("card_points", "tricks"),
    [(121, 9), (-1, 1), (61, 11), (61, -1), (119, 10), (23, 0), (120, 0)],
)
def test_what_nobody_can_have_taken_is_refused(card_points, tricks):
    """Show ISkO 1.2.2."""
    with pytest.raises(ValueError, match=f"{card_points} card points in {tricks} tricks"):
        judge(CLUBS, matadors=1, bid=18, card_points=card_points, tricks=tricks)


@pytest.mark.parametrize(("card_points", "tricks"), [(121, 0), (-1, 0), (0, 11), (0, -1)])
def test_null_too_has_120_points_and_10_tricks(card_points, tricks):
    with pytest.raises(ValueError, match="card points"):
        judge(contract_of("null"), matadors=None, bid=18, card_points=card_points, tricks=tricks)


@given(contracts, st.integers(1, 4), bids, st.integers(0, 120), st.integers(1, 9))
def test_a_judged_line_never_contradicts_its_bid(contract, matadors, bid, card_points, tricks):
    judged = judge(
        contract,
        matadors=None if contract.game == "null" else matadors,
        bid=bid,
        card_points=card_points,
        tricks=tricks,
    )

    assert set(refusals(judged)) <= {Code.NULL_BELOW_BID}
    assert Code.BELOW_BID_NOT_TICKED not in {problem.code for problem in problems(judged)}
    assert book(judged).won is judged.won
    assert book(judged).overbid is judged.overbid
