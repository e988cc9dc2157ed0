"""ISkO 5.5.4, 5.5.5: settling for a stake; the three variants agree."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.results.settlement import cross_sum, paid_per_game, settle

scores = st.lists(st.integers(-3000, 3000), min_size=2, max_size=5)
stakes = st.fractions(min_value=0, max_value=5, max_denominator=12)


@pytest.mark.parametrize(
    ("points", "multiplied", "total", "balances"),
    [
        # The seed prints +193; 784 is four times 196, and only so the amounts sum to zero.
        pytest.param((196, 33, -12, 85), (784, 132, -48, 340), 302, (482, -170, -350, 38), id="5.5.5-variant-1"),
        pytest.param((44, 33, -420, 130), (176, 132, -1680, 520), -213, (389, 345, -1467, 733), id="5.5.5-variant-2"),
        pytest.param((120, -75, 200, -40), (480, -300, 800, -160), 205, (275, -505, 595, -365), id="5.5.5-variant-3"),
    ],
)
def test_the_printed_settlements_hold_both_ways(points, multiplied, total, balances):
    crossed = cross_sum(points)

    assert (crossed.multiplied, crossed.total, crossed.balances) == (multiplied, total, balances)
    assert settle(points, stake=1) == balances


def test_the_comparisons_of_variant_3_are_the_printed_ones():
    a, b, c, d = 120, -75, 200, -40
    pairs = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)]

    assert [one - other for one, other in pairs] == [195, -80, 160, -275, -35, 240]


@given(scores, st.integers(0, 10))
def test_all_variants_agree(points, stake):
    """Show ISkO 5.5.5."""
    assert settle(points, stake=stake) == tuple(stake * b for b in cross_sum(points).balances)


@given(scores, stakes)
def test_a_settlement_sums_to_zero_at_any_stake(points, stake):
    """Show ISkO 5.5.5."""
    assert sum(settle(points, stake=stake)) == 0


@given(scores, stakes)
def test_rounding_costs_each_pair_less_than_a_unit(points, stake):
    for amount, balance in zip(settle(points, stake=stake), cross_sum(points).balances, strict=True):
        assert abs(amount - balance * stake) < len(points) - 1


@given(scores, stakes)
def test_equal_scores_settle_alike(points, stake):
    paid = settle(points, stake=stake)

    for one, other in zip(points, paid, strict=True):
        assert {p for s, p in zip(points, paid, strict=True) if s == one} == {other}


@pytest.mark.parametrize("stake", [Fraction(1, 2), Decimal("0.5")])
def test_fractions_are_rounded_upwards_between_two_players(stake):
    """Show ISkO 5.5.4."""
    assert settle((1, 0, 0), stake=stake) == (2, -1, -1)
    assert settle((2, 0, 0), stake=stake) == (2, -1, -1)
    assert settle((3, 0, 0), stake=stake) == (4, -2, -2)


@pytest.mark.parametrize(
    ("value", "won", "stake", "paid"),
    [
        pytest.param(23, True, Fraction(1, 2), 12, id="5.5.4-rounded-up"),
        pytest.param(23, False, Fraction(1, 2), -24, id="5.5.4-doubled-after-rounding"),
        pytest.param(24, False, Fraction(1, 2), -24, id="5.5.4-nothing-to-round"),
        pytest.param(18, True, 5, 90, id="5.5.4-whole-stake"),
        pytest.param(18, False, Decimal("0.1"), -4, id="5.5.4-decimal"),
        pytest.param(18, True, 0, 0, id="9.2-no-stake"),
    ],
)
def test_a_game_in_cash(value, won, stake, paid):
    assert paid_per_game(value, won=won, stake=stake) == paid


def test_two_players_settle_their_difference_once():
    assert settle((24, -144), stake=1) == (168, -168)


@pytest.mark.parametrize("points", [(), (1,), (1, 2, 3, 4, 5, 6)])
def test_only_two_to_five_settle(points):
    with pytest.raises(ValueError, match=f"not {len(points)}"):
        settle(points, stake=1)
    with pytest.raises(ValueError, match="two to five players"):
        cross_sum(points)


def test_a_stake_is_exact_and_not_negative():
    with pytest.raises(TypeError, match="exact"):
        settle((1, 2, 3), stake=0.5)
    with pytest.raises(ValueError, match="negative"):
        settle((1, 2, 3), stake=-1)
    with pytest.raises(TypeError, match="exact"):
        paid_per_game(18, won=True, stake=0.5)
