"""ISkO 4.1.3 to 5.4.3: from the cards taken, a breach or a forfeit to the line of the list."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import MAX_MATADORS, Game, matadors_by_game
from scoring.rules.judging import judge, readings
from scoring.rules.rulings import decided
from scoring.rules.valuation import book
from scoring.rules.values import BASE_VALUE, BIDS, forfeit
from tests.support.strategies import bids, contract_of, contracts, line, lost, refusals

CLUBS = contract_of("clubs")
HEARTS_HAND = contract_of("hearts", "hand")


def test_levels_follow_from_points_and_tricks():
    """Show ISkO 5.2.2, ISkO 5.2.3, ISkO 5.2.4 and SkWO 8.8."""
    for name, card_points, tricks, expected in (
        ("5.2.4 every trick", 120, 10, line("clubs", 1, schwarz=True)),
        ("5.2.4 one empty trick given", 120, 9, line("clubs", 1, schneider=True)),
        ("5.2.3 30 left", 90, 7, line("clubs", 1, schneider=True)),
        ("5.2.3 31 left", 89, 7, line("clubs", 1)),
        ("5.2.2 61", 61, 5, line("clubs", 1)),
        ("5.2.2 60", 60, 5, lost("clubs", 1)),
        ("5.2.3 31", 31, 3, lost("clubs", 1)),
        ("5.2.3 30", 30, 3, lost("clubs", 1, schneider=True)),
        ("5.2.4 one empty trick", 0, 1, lost("clubs", 1, schneider=True)),
        ("5.2.4 no trick", 22, 0, lost("clubs", 1, schwarz=True)),
        ("5.2.4 nothing", 0, 0, lost("clubs", 1, schwarz=True)),
    ):
        assert judge(CLUBS, matadors=1, bid=None, card_points=card_points, tricks=tricks) == expected, name


def test_an_announced_level_must_be_made():
    """Show ISkO 5.2.5, ISkO 5.2.6 and SkWO 8.9."""
    for name, announced, card_points, tricks, points in (
        ("5.2.5 made", "schneider", 90, 8, 63),
        ("5.2.5 missed", "schneider", 89, 8, -126),
        ("notes 2: 71 points", "schneider", 71, 6, -126),
        ("5.2.5 more than announced", "schneider", 120, 10, 72),
        ("5.2.5 schwarz made", "schwarz", 120, 10, 81),
        ("5.2.5 schwarz missed", "schwarz", 120, 9, -162),
        ("5.2.6 made", "ouvert", 120, 10, 90),
        ("5.2.6 missed", "ouvert", 118, 9, -180),
        ("notes 3: own schneider", "schneider", 20, 1, -126),
        ("5.2.5 lost", "schneider", 60, 5, -126),
    ):
        contract = contract_of("diamonds", announced)
        judged = judge(contract, matadors=3, bid=18, card_points=card_points, tricks=tricks)
        assert book(judged).points == points, name


def test_overbid_is_judged_after_the_play():
    """Show ISkO 5.4.1 and ISkO 5.4.2."""
    over = {"overbid": True}
    for name, matadors, bid, card_points, tricks, becomes, said in (
        ("5.4.2 won in vain", 1, 36, 75, 7, lost, over),
        ("schneider in vain", 1, 50, 95, 8, lost, over),
        ("schwarz in vain", 1, 55, 120, 10, lost, over),
        ("5.4.1 saved", 1, 40, 92, 8, line, {"schneider": True}),
        ("notes 6, and own schneider", 1, 36, 20, 2, lost, {"schneider": True, **over}),
        ("notes 6, and own schwarz", 1, 36, 11, 0, lost, {"schwarz": True, **over}),
        ("not overbid", 2, 40, 55, 5, lost, {}),
    ):
        judged = judge(HEARTS_HAND, matadors=matadors, bid=bid, card_points=card_points, tricks=tricks)
        assert judged == becomes("hearts", matadors, "hand", bid=bid, **said), name


def test_null_is_won_without_a_trick_5_2_7():
    """Show SkWO 8.9."""
    for bid, tricks, expected in (
        (23, 0, line("null", bid=23)),
        (23, 1, lost("null", bid=23)),
        (None, 10, lost("null")),
        (24, 0, lost("null", bid=24, overbid=True)),
        (24, 1, lost("null", bid=24, overbid=True)),
    ):
        assert judge(contract_of("null"), matadors=None, bid=bid, card_points=120, tricks=tricks) == expected


def test_what_nobody_can_have_taken_is_refused():
    """Show ISkO 1.2.2."""
    for card_points, tricks in ((121, 9), (-1, 1), (61, 11), (61, -1), (119, 10), (23, 0), (120, 0)):
        with pytest.raises(ValueError, match=f"{card_points} card points in {tricks} tricks"):
            judge(CLUBS, matadors=1, bid=18, card_points=card_points, tricks=tricks)
    for card_points, tricks in ((121, 0), (-1, 0), (0, 11), (0, -1)):
        with pytest.raises(ValueError, match="card points"):
            judge(contract_of("null"), matadors=None, bid=18, card_points=card_points, tricks=tricks)


@given(contracts, st.integers(1, 4), bids, st.integers(0, 120), st.integers(1, 9))
def test_a_judged_line_never_contradicts_its_bid(contract, matadors, bid, card_points, tricks):
    taken = {"card_points": card_points, "tricks": tricks}
    judged = judge(contract, matadors=None if contract.game == "null" else matadors, bid=bid, **taken)

    assert set(refusals(judged)) <= {Code.NULL_BELOW_BID}
    assert Code.BELOW_BID_NOT_TICKED not in {problem.code for problem in problems(judged)}
    assert (book(judged).won, book(judged).overbid) == (judged.won, judged.overbid)


def ended(game, matadors=None, announced="", *, won, bid=None, **taken):
    return decided(contract_of(game, announced), matadors=matadors, bid=bid, won_by_declarer=won, **taken)


def assert_ruled(name, said, won, given_, becomes, reached, value):
    ruled = ended(*said, won=won, **given_)
    bid = {"bid": given_["bid"]} if "bid" in given_ else {}

    assert ruled == becomes(*said, **bid, **reached), name
    assert (refusals(ruled), book(ruled).points) == ((), value), name


def test_a_game_ended_by_a_breach_counts_simple():
    """Show ISkO 3.4.6, ISkO 3.4.8, ISkO 4.1.4 and ISkO 5.2.5."""
    for name, said, bid, won, reached, value in (
        ("4.1.4 won simple", ("clubs", 1), {}, True, {}, 24),
        ("4.1.4 lost simple", ("clubs", 1), {}, False, {}, -48),
        ("4.1.4 lost hand", ("grand", -2, "hand"), {}, False, {}, -192),
        ("4.1.5 the announced level is given", ("spades", 3, "schneider"), {}, True, {"schneider": True}, 77),
        ("4.1.5 ouvert is given", ("spades", 3, "ouvert"), {}, True, {"schwarz": True}, 110),
        ("5.2.5 announced levels count when lost", ("diamonds", 3, "schneider"), {}, False, {}, -126),
        ("5.2.5 all of them do", ("grand", 4, "ouvert"), {}, False, {}, -528),
        ("null won", ("null", None, "hand"), {"bid": 35}, True, {}, 35),
        ("null lost", ("null",), {"bid": 23}, False, {}, -46),
    ):
        assert_ruled(name, said, won, bid, line if won else lost, reached, value)


def test_a_level_he_needs_is_his_unless_it_was_out_of_reach():
    """Show ISkO 4.1.5 and ISkO 5.4.3."""
    hearts, hand_30 = ("hearts", 1, "hand"), {"opponents_points": 30, "opponents_tricks": 2}
    points_31, a_trick = {"opponents_points": 31}, {"opponents_tricks": 1}
    schneider, schwarz, over = {"schneider": True}, {"schwarz": True}, {"overbid": True}
    for name, said, given_, becomes, reached, value in (
        ("the rule book's hearts hand", hearts, {"bid": 40}, line, schneider, 40),
        ("4.1.5 with 30 they were still schneider", hearts, {"bid": 40, **hand_30}, line, schneider, 40),
        ("4.1.5 with 31 it was lost", hearts, {"bid": 40, **points_31}, lost, over, -80),
        ("4.1.5 nothing more is needed", hearts, {"bid": 30, **points_31}, line, {}, 30),
        ("4.1.5 schwarz is needed", ("clubs", 2), {"bid": 60}, line, schwarz, 60),
        ("4.1.5 they had a trick", ("clubs", 2), {"bid": 60, **a_trick}, lost, over, -120),
        ("4.1.5 a trick does not deny schneider", ("clubs", 2), {"bid": 48, **a_trick}, line, schneider, 48),
        ("5.2.5 the announced level was missed", ("clubs", 2, "schneider"), points_31, lost, {}, -144),
        ("5.2.5 announced schwarz was missed", ("clubs", 2, "schwarz"), a_trick, lost, {}, -192),
        ("5.4.3 schwarz without the club jack", ("clubs", -1, "hand"), {"bid": 59}, lost, over, -120),
        ("5.4.3 grand without four can be schneider", ("grand", -4), {"bid": 144}, line, schneider, 144),
        ("5.4.3 schneider without seven", ("spades", -7), {"bid": 99}, lost, over, -198),
        ("5.4.3 announced schwarz without the club jack", ("spades", -1, "schwarz"), {}, lost, {}, -154),
        ("5.4.1 no level reaches the bid", ("diamonds", 1), {"bid": 40}, lost, over, -90),
    ):
        assert_ruled(name, said, True, given_, becomes, reached, value)


def test_by_his_own_breach_the_declarer_gets_no_level_he_still_needed():
    """Show ISkO 4.1.4."""
    assert_ruled("hearts hand", ("hearts", 1, "hand"), False, {"bid": 40}, lost, {"overbid": True}, -80)


def test_a_null_that_cannot_be_valid_is_lost_whoever_broke_the_rules_and_without_a_bid_nothing_more_is_needed():
    ruled = ended("null", won=True, bid=24)

    assert ruled == lost("null", bid=24, overbid=True)
    assert [problem.code for problem in problems(ruled)] == [Code.NULL_BELOW_BID]
    assert book(ruled).points == -48
    for said in (("clubs", 2), ("grand", 2, "ouvert"), ("null", None, "ouvert")):
        assert ended(*said, won=True).won


@given(contracts, st.data(), st.none() | bids, st.booleans(), st.integers(0, 120), st.integers(0, 10))
def test_a_ruling_at_the_simple_level_is_never_refused(contract, data, bid, won, card_points, tricks):
    most = MAX_MATADORS[contract.game]
    matadors = data.draw(st.sampled_from([n for n in range(-most, most + 1) if n] or [None]))
    taken = {"opponents_points": card_points, "opponents_tricks": tricks}
    ruled = decided(contract, matadors=matadors, bid=bid, won_by_declarer=won, **taken)

    assert {*refusals(ruled)} <= {Code.NULL_BELOW_BID}
    assert won or not ruled.won
    assert book(ruled).won is ruled.won
    assert ruled.won or (ruled.schneider, ruled.schwarz) == (False, False)


@given(contracts, st.integers(1, 4), st.none() | bids, st.integers(0, 120), st.integers(0, 10))
def test_the_more_they_had_taken_the_less_he_gets(contract, matadors, bid, card_points, tricks):
    """Show ISkO 4.1.5."""
    matadors = None if contract.game is Game.NULL else matadors
    how = {"matadors": matadors, "bid": bid}
    best, lost_by_it = (book(decided(contract, won_by_declarer=won, **how)).points for won in (True, False))
    taken = {"opponents_points": card_points, "opponents_tricks": tricks}
    after = book(decided(contract, won_by_declarer=True, **how, **taken)).points

    assert after <= best
    assert after in {best, lost_by_it}


SUITS = [Game.DIAMONDS, Game.HEARTS, Game.SPADES, Game.CLUBS]


@st.composite
def hands(draw):
    """Return a count of jacks in a row, and how far each suit goes on if it is all four."""
    sign, jacks = draw(st.sampled_from([1, -1])), draw(st.integers(1, 4))
    left, suits = (8 if sign > 0 else 16), {}
    for suit in SUITS if jacks == 4 else []:
        further = draw(st.integers(0, min(7, left)))
        left -= further
        suits[suit] = sign * (4 + further)
    return sign * jacks, suits


def test_the_cheapest_game_by_bid_and_matadors_3_4_4_and_4_1_1():
    """Given as examples: 24 with 1 and without 4 (3.4.4), nobody bid, and with 2 (4.1.1); a lower suit comes first."""
    for bid, count, game, points in (
        (24, 1, "clubs", -48),
        (24, -4, "diamonds", -90),
        (18, 1, "diamonds", -36),
        (18, 2, "diamonds", -54),
        (24, 3, "diamonds", -72),
        (27, -1, "diamonds", -54),
        (30, 1, "hearts", -60),
        (33, 1, "spades", -66),
        (33, 2, "spades", -66),
        (33, 3, "diamonds", -72),
        (36, 1, "diamonds", -72),
        (46, 1, "clubs", -96),
        (48, 2, "clubs", -96),
        (59, 1, "hearts", -120),
        (264, 1, "spades", -528),
    ):
        found = forfeit(bid, matadors_by_game(count))
        assert (found.game, found.points) == (game, points), (bid, count)


def test_without_the_four_jacks_every_suit_counts_on_by_itself_2_3_2():
    diamonds, hearts, spades, clubs = SUITS
    for name, suits, game, points in (
        ("no suit goes on", {}, "diamonds", -90),
        ("diamonds go on", {diamonds: -5}, "hearts", -100),
        ("only clubs do not", {diamonds: -7, hearts: -6, spades: -5}, "clubs", -120),
        ("all go on alike", dict.fromkeys(SUITS, -8), "diamonds", -162),
        ("two suits missing", {diamonds: -11, hearts: -11, spades: -5, clubs: -5}, "spades", -132),
    ):
        found = forfeit(24, matadors_by_game(-4, suits))
        assert (found.game, found.points) == (game, points), name
    assert forfeit(24, {Game.DIAMONDS: -14, Game.GRAND: -4}).game is Game.GRAND


@given(bids, hands())
def test_the_readings_are_lines_of_a_list_and_the_cheapest_of_all_games_leads(bid, hand):
    by_game = matadors_by_game(*hand)
    costs = [2 * base * max(-(-bid // base), abs(by_game[game]) + 1) for game, base in BASE_VALUE.items()]
    cheapest = forfeit(bid, by_game)

    found = readings(bid, by_game)

    assert -cheapest.points == min(costs)
    assert {line.contract.game for line in found} == set(by_game)
    assert [line for line in found if refusals(line)] == []
    assert all(line.matadors == by_game[line.contract.game] for line in found)
    points = [book(line).points for line in found]
    assert points == sorted(points, reverse=True)
    assert (found[0].contract.game, points[0]) == (cheapest.game, cheapest.points)


def test_grand_has_four_at_most_2_3_3_and_2_4_3():
    for count in (-4, -3, -2, -1, 1, 2, 3, 4):
        assert matadors_by_game(count) == dict.fromkeys([*SUITS, Game.GRAND], count)
    assert matadors_by_game(-9)[Game.GRAND] == -4
    assert matadors_by_game(11) == {**dict.fromkeys(SUITS, 11), Game.GRAND: 4}


def test_matadors_that_no_hand_has_are_refused():
    _diamonds, hearts, spades, clubs = SUITS
    of_four = [{clubs: -6}, {clubs: 3}, {clubs: 12}, {Game.GRAND: 5}, {clubs: 9, hearts: 8}]
    without_four = {clubs: -11, hearts: -11, spades: -7}
    for count, suits in ((0, {}), (12, {}), (2, {clubs: 6}), *((4, suits) for suits in of_four), (-4, without_four)):
        with pytest.raises(ValueError, match=r"matadors|with"):
            matadors_by_game(count, suits)


def test_a_null_below_its_bid_is_booked_by_its_matadors_3_4_4():
    for count, bid in product([*range(-4, 0), *range(1, 5)], [bid for bid in BIDS if bid > 23]):
        assert book(lost("null", count, bid=bid)).points == forfeit(bid, matadors_by_game(count)).points
        assert refusals(lost("null", count, bid=bid)) == ("null-below-bid",)
    assert refusals(lost("null", 1, bid=23)) == ("matadors-in-null",)
    assert refusals(lost("null", 12, bid=24)) == ("matadors-in-null", "null-below-bid")
    assert max(MAX_MATADORS.values()) == 11
