"""The strength figure: the printed example, and that it explains itself."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.rules.strength import PROVISIONAL, changes, strengths


def test_the_printed_example_comes_out():
    """Figures 1200, 1100, 1000, 900 and points 1000, 1100, 600, 900: -5, +15, -25, +15."""
    assert changes((120000, 110000, 100000, 90000), (1000, 1100, 600, 900)) == (-500, 1500, -2500, 1500)


@given(st.lists(st.tuples(st.integers(-100000, 300000), st.integers(-3000, 4000)), min_size=1, max_size=4))
def test_a_table_keeps_its_sum_and_each_moves_by_a_tenth_of_the_surprise(table):
    figures, points = zip(*table, strict=True)
    found = changes(figures, points)
    mean_points, mean_figures = Fraction(sum(points), len(points)), Fraction(sum(figures), len(figures))

    assert sum(found) == 0
    for figure, brought, change in zip(figures, points, found, strict=True):
        exact = (100 * (brought - mean_points) - (figure - mean_figures)) / 10
        assert abs(change - exact) < 1


def test_who_brings_what_was_expected_stays():
    assert changes((120000, 100000), (1100, 900)) == (0, 0)


def test_tables_are_taken_in_the_order_of_play():
    found = strengths([{1: 1000, 2: 600}, {1: 1000, 2: 600}], start=800)

    # +20; then 200 above the mean, 20 of it expected: +18.
    assert [(found[p].points, found[p].lists) for p in (1, 2)] == [(838, 2), (762, 2)]


def test_without_consent_nothing_is_kept_and_the_others_play_somebody_who_starts():
    found = strengths([{1: 1000, 2: 600}, {1: 1000, 2: 600}], start=800, consenting={1})

    assert found.keys() == {1}
    # +20; then 200 above, 10 expected: the stranger starts again.
    assert found[1].points == 839


def test_an_empty_season_has_no_figures():
    assert strengths([], start=800) == {}
    assert strengths([{1: 900}], start=800) == {}


@pytest.mark.parametrize(("figures", "points"), [((), ()), ((1,), (1, 2))])
def test_a_table_needs_a_figure_and_points_of_everybody(figures, points):
    with pytest.raises(ValueError, match="figures"):
        changes(figures, points)


def season(evenings, seed, spread=120, chance=350, players=40):
    rng = random.Random(seed)
    true = [rng.gauss(900, spread) for _ in range(players)]
    tables = []
    for _ in range(evenings):
        order = rng.sample(range(players), players)
        tables += [
            {player: round(rng.gauss(true[player], chance)) for player in order[at : at + 4]}
            for at in range(0, players, 4)
        ]
    mean = sum(true) / players
    return tables, {player: one - mean for player, one in enumerate(true)}


@pytest.mark.parametrize("evenings", [5, 20, 40])
def test_about_two_of_three_lie_within_their_error(evenings):
    within = []
    for seed in range(8):
        tables, true = season(evenings, seed)
        for player, found in strengths(tables, start=900).items():
            off = float(found.points) - 900 - true[player]
            within.append(abs(off) <= found.error)

    assert 0.58 < sum(within) / len(within) < 0.80


def test_a_figure_is_provisional_while_a_tenth_of_it_is_still_the_start():
    before, after = (strengths(season(many, 1)[0], start=900)[0] for many in (PROVISIONAL - 1, PROVISIONAL))

    assert before.provisional
    assert not after.provisional
    assert 0.925 ** (PROVISIONAL - 1) > 0.1 > 0.925**PROVISIONAL


def test_without_any_surprise_there_is_no_error():
    assert strengths([{1: 900, 2: 900}], start=900)[1].error == 0
