"""SkWO 5, 7.2, ISkO 5.5: totals copied from paper, the rating, places, settling for a stake."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.game_list import totals as on_paper
from scoring.rules.game_list.deals import booked
from scoring.rules.game_list.sums import Tally, control_sums, tallies
from scoring.rules.game_list.totals import LOST_VALUES, Totals, TotalsList, must_be_stated, possible_points
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Result, ranked, tied
from scoring.rules.results.settlement import cross_sum, paid_per_game, settle
from scoring.rules.valuation import book
from scoring.rules.values import BIDS
from tests.support.strategies import LINES_WITHOUT_BID, game_lists, results


def own(game_points=0, won=0, lost=0):
    return Totals(game_points=game_points, won=won, lost=lost)


def table(*totals, rounds=12):
    return TotalsList(seats=len(totals), rounds=rounds, totals=totals)


def found(totals_list):
    return [(finding.seat, finding.problem.code) for finding in on_paper.totals_findings(totals_list)]


def test_the_totals_of_the_example_of_skwo_5_2():
    paper = table(own(937, 18, 3), own(200, 8, 5), own(0, 2, 5), own(-100, 1, 4))

    assert found(paper) == []
    assert on_paper.totals_tallies(paper)[0] == Tally(game_points=937, won=18, lost=3, opponents_lost=14)


def test_totals_say_what_the_table_adds_up_to_and_more_games_than_deals_do_not_agree():
    sums = on_paper.totals_control_sums(table(own(72, 1, 0), own(0, 0, 0), own(-48, 0, 1), rounds=1))

    assert (sums.deals, sums.won, sums.lost, sums.passed) == (3, 1, 1, 1)
    assert (sums.game_points, sums.totals, sums.expected, sums.agree) == (24, 104, 104, True)
    for games, passed in (([2, 2, 2], -3), ([2, 1, 1], -1)):
        sums = on_paper.totals_control_sums(table(*[own(72 * won, won) for won in games], rounds=1))
        assert (sums.passed, sums.agree) == (passed, False)


def test_totals_that_cannot_be_are_named():
    """Show SkWO 7.2.1, ISkO 3.2.7 and SkWO 6.2."""
    impossible = [(1, Code.IMPOSSIBLE_POINTS)]
    for name, paper, expected in (
        ("7.2.1 won", table(own(18, -1), own(), own()), [(1, Code.NEGATIVE_COUNT)]),
        ("7.2.1 lost", table(own(), own(0, 0, -2), own()), [(2, Code.NEGATIVE_COUNT)]),
        ("points without a game", table(own(), own(), own(18)), [(3, Code.IMPOSSIBLE_POINTS)]),
        ("below 18 a game", table(own(35, 2), own(), own()), impossible),
        ("above -36 a loss", table(own(-35, 0, 1), own(), own()), impossible),
        ("above 264 a game", table(own(265, 1), own(), own()), impossible),
        ("below -540 a loss", table(own(-542, 0, 1), own(), own()), impossible),
        ("no game of 19", table(own(19, 1), own(), own()), impossible),
        ("losses are even", table(own(-73, 0, 2), own(), own()), impossible),
        ("fewer than none", table(own(0, 0, -1), own(), own()), [(1, Code.NEGATIVE_COUNT)]),
        ("3.2.7 37", table(own(72 * 37, 37), own(), own(), own()), [(1, Code.TOO_MANY_OWN_GAMES)]),
        ("3.2.7 36", table(own(72 * 36, 36), own(), own(), own()), []),
        (
            "everything at once",
            table(own(400, 2, 4), own(), own(), own(), rounds=1),
            [(1, Code.TOO_MANY_OWN_GAMES), (1, Code.IMPOSSIBLE_POINTS), (None, Code.TOO_MANY_GAMES)],
        ),
        ("6.2 six games in three deals", table(*[own(144, 2)] * 3, rounds=1), [(None, Code.TOO_MANY_GAMES)]),
        ("6.2 three games in three deals", table(*[own(72, 1)] * 3, rounds=1), []),
    ):
        assert found(paper) == expected, name


def test_more_than_one_deal_in_ten_without_a_declarer_has_to_be_stated():
    """Show SkWO 7.2.1 and 9.4."""
    for seats, rest, expected in (
        (4, 0, False),
        (4, 4, False),
        (4, 5, True),
        (4, 48, True),
        (3, 3, False),
        (3, 4, True),
    ):
        length = seats * 12
        shares = [(length - rest) // seats] * (seats - 1)
        paper = table(*[own(18 * won, won) for won in (*shares, length - rest - sum(shares))])
        assert (paper.played, paper.rest, must_be_stated(paper)) == (length - rest, rest, expected), (seats, rest)


def test_what_was_passed_in_is_what_was_said_or_else_the_rest():
    paper = table(*[own(18 * 9, 9)] * 4)

    assert (on_paper.totals_control_sums(paper).passed, on_paper.totals_control_sums(paper).deals) == (12, 48)
    said = on_paper.totals_control_sums(replace(paper, passed=4))
    assert (said.passed, said.deals, said.agree) == (4, 40, True)
    assert found(replace(paper, passed=12)) == []
    assert found(replace(paper, passed=13)) == [(None, Code.TOO_MANY_GAMES)]


def test_a_seat_can_play_three_deals_in_a_round():
    """Show ISkO 3.2.7."""
    for seats, rounds in ((4, 12), (3, 12), (3, 5)):
        paper = TotalsList(seats=seats, rounds=rounds, totals=(own(),) * seats)
        assert (paper.own_deals, paper.length) == (3 * rounds, seats * rounds)
    assert TotalsList(seats=4, totals=(own(),) * 4).length == 48
    for seats, rounds, count in ((3, 12, 4), (4, 12, 3), (5, 12, 5), (2, 12, 2), (4, 0, 4)):
        with pytest.raises(ValueError, match=r"seats|round"):
            TotalsList(seats=seats, rounds=rounds, totals=(own(),) * count)


def test_one_or_two_games_are_possible_exactly_as_the_values_allow():
    """Show ISkO 5.6."""
    losses = [-2 * value for value in LOST_VALUES]
    pairs = {sum(pair) for pair in combinations_with_replacement(BIDS, 2)}
    mixed = {won + lost for won in BIDS for lost in losses}

    for (won, lost), sums in {(0, 0): {0}, (1, 0): BIDS, (0, 1): losses, (2, 0): pairs, (1, 1): mixed}.items():
        for points in range(-600, 600):
            assert possible_points(points, won=won, lost=lost) is (points in sums), (points, won, lost)


def test_the_values_of_lost_games_include_what_an_overbid_can_cost():
    assert {book(played).value for played in LINES_WITHOUT_BID if not played.won} <= set(LOST_VALUES)
    assert (LOST_VALUES[0], LOST_VALUES[-1]) == (18, 270)


def test_beyond_48_games_only_the_bounds_are_checked_and_negative_counts_make_no_points():
    highest = 264 * 48 - 36
    for points, won, lost, expected in (
        (18 * 48 + 2, 48, 0, True),
        (18 * 48 + 1, 48, 0, False),
        (18 * 49 + 1, 49, 0, True),
        (18 * 49 - 1, 49, 0, False),
        (highest - 1, 48, 1, True),
        (highest + 1, 48, 1, False),
        *((points, *games, False) for points in (-1000, -400, 0, 400, 700) for games in ((-1, 3), (3, -1), (-1, -1))),
    ):
        assert possible_points(points, won=won, lost=lost) is expected, (points, won, lost)


@pytest.mark.slow
@given(game_lists(whole=True))
def test_totals_and_deals_come_to_the_same_sums_and_those_of_an_honest_list_are_never_refused(game_list):
    totals = (own(one.game_points, one.won, one.lost) for one in tallies(game_list))
    copied = table(*totals, rounds=game_list.rounds)

    assert on_paper.totals_tallies(copied) == tallies(game_list)
    assert on_paper.totals_control_sums(copied) == control_sums(game_list)
    assert on_paper.totals_control_sums(copied).agree
    assert on_paper.totals_findings(copied) == ()


def test_the_example_of_skwo_5_2():
    """Show SkWO 8.12."""
    assert performance(game_points=937, won=18, lost=3, opponents_lost=14, seats=4) == 2107


def test_each_part_counts_once():
    """Show SkWO 5.1: won and lost, the bonus at three and at four, game points, nothing."""
    nothing = {"game_points": 0, "won": 0, "lost": 0, "opponents_lost": 0}

    for given_to, seats, points in (
        ({"won": 1}, 4, 50),
        ({"lost": 1}, 4, -50),
        ({"opponents_lost": 1}, 3, 40),
        ({"opponents_lost": 1}, 4, 30),
        ({"game_points": -7}, 3, -7),
        ({}, 4, 0),
    ):
        assert performance(**nothing | given_to, seats=seats) == points, given_to
    for seats in (2, 5, 0):
        with pytest.raises(ValueError, match=f"not {seats}"):
            performance(**nothing, seats=seats)


@pytest.mark.slow
@given(game_lists())
def test_a_table_as_a_whole_earns_what_its_deals_earn(game_list):
    """A won deal adds 50 to the table; a lost one takes 50 and pays the others their bonus (SkWO 5.1)."""
    points = [booked(deal) for deal in game_list.deals]
    bonus = {3: 2 * 40, 4: 3 * 30}[game_list.seats]

    parts = ("game_points", "won", "lost", "opponents_lost")
    earned = ({name: getattr(tally, name) for name in parts} for tally in tallies(game_list))

    total = sum(performance(**one, seats=game_list.seats) for one in earned)

    assert total == sum(p + 50 if p > 0 else p - 50 + bonus for p in points if p)


def result(entrant, performance=1000, won=10, lost=2):
    return Result(entrant=entrant, performance=performance, won=won, lost=lost)


def order(places):
    return [(place.rank, place.result.entrant, place.shared) for place in places]


def test_each_criterion_decides_before_the_next():
    """Show SkWO 5.2: the performance first, then more games won, then fewer games lost."""
    for better, worse in (
        ({"performance": 1001, "won": 1, "lost": 9}, {}),
        ({"won": 11, "lost": 9}, {}),
        ({}, {"lost": 3}),
    ):
        places = ranked([result(1, **worse), result(2, **better)], lots={1: 1, 2: 2})
        assert order(places) == [(1, 2, False), (2, 1, False)], better


def test_equal_results_share_the_place_and_the_next_counts_on_and_only_they_need_a_lot():
    places = ranked([result(3), result(9, performance=2000), result(1), result(7, performance=0)])
    given_ = [result(5), result(2), result(8, performance=2000), result(4, lost=3), result(1, lost=3)]

    assert order(places) == [(1, 9, False), (2, 1, True), (2, 3, True), (4, 7, False)]
    assert tied(given_) == ((2, 5), (1, 4))
    assert tied([result(1), result(2, won=11)]) == tied([]) == ranked([]) == ()


def test_the_lowest_lot_goes_first():
    """Show SkWO 5.2."""
    for name, lots, expected in (
        ("all drew", {1: 30, 2: 10, 3: 20}, [(1, 2, False), (2, 3, False), (3, 1, False)]),
        ("whoever has not drawn yet does not lose by it", {2: 1, 3: 2}, [(1, 1, True), (1, 2, True), (1, 3, True)]),
        ("equal lots leave a tie", {1: 2, 2: 1, 3: 2}, [(1, 2, False), (2, 1, True), (2, 3, True)]),
    ):
        assert order(ranked([result(1), result(2), result(3)], lots=lots)) == expected, name
    own_tie_only = ranked([result(1), result(2), result(3, won=9), result(4, won=9)], lots={1: 2, 2: 1})
    assert order(own_tie_only) == [(1, 2, False), (2, 1, False), (3, 3, True), (3, 4, True)]


@pytest.mark.slow
@given(results, st.randoms(), st.booleans())
def test_the_order_of_entry_does_not_matter_a_rank_counts_who_is_better_and_only_the_tied_share(given_, random, drawn):
    shuffled = given_.copy()
    random.shuffle(shuffled)
    lots = {r.entrant: r.entrant % 3 for r in given_} if drawn else None
    of_all = {r.entrant: number for number, r in enumerate(given_)}

    def merit(r):
        return (r.performance, r.won, -r.lost)

    assert ranked(shuffled, lots=lots) == ranked(given_, lots=lots)
    assert tied(shuffled) == tied(given_)
    places = ranked(given_)
    for place in places:
        assert place.rank == 1 + sum(merit(other) > merit(place.result) for other in given_)
    sharing = {place.result.entrant for place in places if place.shared}
    assert sharing == {entrant for group in tied(given_) for entrant in group}
    told = ranked(given_, lots=of_all)
    assert [(place.rank, place.shared) for place in told] == [(rank, False) for rank in range(1, len(given_) + 1)]


scores = st.lists(st.integers(-3000, 3000), min_size=2, max_size=5)
stakes = st.fractions(min_value=0, max_value=5, max_denominator=12)


def test_the_printed_settlements_hold_both_ways():
    """Show ISkO 5.5.5, variants 1 to 3."""
    for points, multiplied, total, balances in (
        # The seed prints +193; 784 is four times 196, and only so the amounts sum to zero.
        ((196, 33, -12, 85), (784, 132, -48, 340), 302, (482, -170, -350, 38)),
        ((44, 33, -420, 130), (176, 132, -1680, 520), -213, (389, 345, -1467, 733)),
        ((120, -75, 200, -40), (480, -300, 800, -160), 205, (275, -505, 595, -365)),
    ):
        crossed = cross_sum(points)
        assert (crossed.multiplied, crossed.total, crossed.balances) == (multiplied, total, balances)
        assert settle(points, stake=1) == balances


@given(scores, st.integers(0, 10))
def test_all_variants_agree(points, stake):
    """Show ISkO 5.5.5."""
    assert settle(points, stake=stake) == tuple(stake * b for b in cross_sum(points).balances)


@given(scores, stakes)
def test_a_settlement_sums_to_zero_at_any_stake(points, stake):
    """Show ISkO 5.5.5; rounding costs each pair less than a unit, and equal scores settle alike."""
    paid = settle(points, stake=stake)

    assert sum(paid) == 0
    for amount, balance in zip(paid, cross_sum(points).balances, strict=True):
        assert abs(amount - balance * stake) < len(points) - 1
    for one, other in zip(points, paid, strict=True):
        assert {p for s, p in zip(points, paid, strict=True) if s == one} == {other}


def test_fractions_are_rounded_upwards_between_two_players():
    """Show ISkO 5.5.4."""
    for stake in (Fraction(1, 2), Decimal("0.5")):
        for points, paid in ((1, (2, -1, -1)), (2, (2, -1, -1)), (3, (4, -2, -2))):
            assert settle((points, 0, 0), stake=stake) == paid, (points, stake)
    assert settle((24, -144), stake=1) == (168, -168)


def test_a_game_in_cash():
    """Show ISkO 5.5.4, and SkWO 9.2 without a stake."""
    for name, value, won, stake, paid in (
        ("rounded up", 23, True, Fraction(1, 2), 12),
        ("doubled after rounding", 23, False, Fraction(1, 2), -24),
        ("nothing to round", 24, False, Fraction(1, 2), -24),
        ("whole stake", 18, True, 5, 90),
        ("decimal", 18, False, Decimal("0.1"), -4),
        ("no stake", 18, True, 0, 0),
    ):
        assert paid_per_game(value, won=won, stake=stake) == paid, name


def test_only_two_to_five_settle_and_a_stake_is_exact_and_not_negative():
    for points in ((), (1,), (1, 2, 3, 4, 5, 6)):
        with pytest.raises(ValueError, match=f"not {len(points)}"):
            settle(points, stake=1)
        with pytest.raises(ValueError, match="two to five players"):
            cross_sum(points)
    with pytest.raises(ValueError, match="negative"):
        settle((1, 2, 3), stake=-1)
    for inexact in (lambda: settle((1, 2, 3), stake=0.5), lambda: paid_per_game(18, won=True, stake=0.5)):
        with pytest.raises(TypeError, match="exact"):
            inexact()
