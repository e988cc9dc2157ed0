"""ISkO 4.1.3 to 5.4.3: from the cards taken, a breach or a forfeit to the line of the list."""

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
            1, 36, 11, 0, lost("hearts", 1, "hand", schwarz=True, bid=36, overbid=True), id="notes-6-and-own-schwarz"
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
    ("card_points", "tricks"), [(121, 9), (-1, 1), (61, 11), (61, -1), (119, 10), (23, 0), (120, 0)]
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


@pytest.mark.parametrize(
    ("bid", "count", "game", "points"),
    [
        pytest.param(24, 1, "clubs", -48, id="2002-3.4.4-with-1"),
        pytest.param(24, -4, "diamonds", -90, id="2002-3.4.4-without-4"),
        pytest.param(18, 1, "diamonds", -36, id="2002-4.1.1-nobody-bid"),
        pytest.param(18, 2, "diamonds", -54, id="2002-4.1.1-with-2"),
        pytest.param(24, 3, "diamonds", -72, id="with-3"),
        pytest.param(27, -1, "diamonds", -54, id="bid-27"),
        pytest.param(30, 1, "hearts", -60, id="bid-30"),
        pytest.param(33, 1, "spades", -66, id="bid-33"),
        pytest.param(33, 2, "spades", -66, id="bid-33-with-2"),
        pytest.param(33, 3, "diamonds", -72, id="bid-33-with-3"),
        pytest.param(36, 1, "diamonds", -72, id="bid-36"),
        pytest.param(46, 1, "clubs", -96, id="bid-46"),
        pytest.param(48, 2, "clubs", -96, id="bid-48-lower-suit-first"),
        pytest.param(59, 1, "hearts", -120, id="bid-59"),
        pytest.param(264, 1, "spades", -528, id="highest-bid"),
    ],
)
def test_the_cheapest_game_by_bid_and_matadors_3_4_4_and_4_1_1(bid, count, game, points):
    found = forfeit(bid, matadors_by_game(count))

    assert (found.game, found.points) == (game, points)


@pytest.mark.parametrize(
    ("suits", "game", "points"),
    [
        pytest.param({}, "diamonds", -90, id="no-suit-goes-on"),
        pytest.param({Game.DIAMONDS: -5}, "hearts", -100, id="diamonds-go-on"),
        pytest.param({Game.DIAMONDS: -7, Game.HEARTS: -6, Game.SPADES: -5}, "clubs", -120, id="only-clubs-do-not"),
        pytest.param(dict.fromkeys(SUITS, -8), "diamonds", -162, id="all-go-on-alike"),
        pytest.param(
            {Game.DIAMONDS: -11, Game.HEARTS: -11, Game.SPADES: -5, Game.CLUBS: -5},
            "spades",
            -132,
            id="two-suits-missing",
        ),
    ],
)
def test_without_the_four_jacks_every_suit_counts_on_by_itself_2_3_2(suits, game, points):
    found = forfeit(24, matadors_by_game(-4, suits))

    assert (found.game, found.points) == (game, points)


def test_a_grand_is_cheapest_where_every_suit_is_long():
    assert forfeit(24, matadors_by_game(-4, dict.fromkeys(SUITS, -8))).game is Game.DIAMONDS
    assert forfeit(24, {Game.DIAMONDS: -14, Game.GRAND: -4}).game is Game.GRAND


@given(bids, hands())
def test_it_is_the_least_of_all_games(bid, hand):
    by_game = matadors_by_game(*hand)
    costs = [2 * base * max(-(-bid // base), abs(by_game[game]) + 1) for game, base in BASE_VALUE.items()]

    assert -forfeit(bid, by_game).points == min(costs)


@given(bids, hands())
def test_the_readings_are_lines_of_a_list_and_the_cheapest_leads(bid, hand):
    by_game = matadors_by_game(*hand)
    found = readings(bid, by_game)

    assert {line.contract.game for line in found} == set(by_game)
    assert [line for line in found if refusals(line)] == []
    assert all(line.matadors == by_game[line.contract.game] for line in found)
    points = [book(line).points for line in found]
    assert points == sorted(points, reverse=True)
    assert (found[0].contract.game, points[0]) == (forfeit(bid, by_game).game, forfeit(bid, by_game).points)


@given(st.integers(-4, 4).filter(bool))
def test_with_fewer_than_four_jacks_all_games_count_alike_2_4_3(count):
    assert matadors_by_game(count) == dict.fromkeys([*SUITS, Game.GRAND], count)


def test_grand_has_four_at_most_2_3_3_and_2_4_3():
    assert matadors_by_game(-9)[Game.GRAND] == -4
    assert matadors_by_game(11) == {**dict.fromkeys(SUITS, 11), Game.GRAND: 4}


@pytest.mark.parametrize(
    ("count", "suits"),
    [
        pytest.param(0, {}, id="none"),
        pytest.param(12, {}, id="more-than-there-are"),
        pytest.param(2, {Game.CLUBS: 6}, id="a-suit-beside-two-jacks"),
        pytest.param(4, {Game.CLUBS: -6}, id="held-and-missing"),
        pytest.param(4, {Game.CLUBS: 3}, id="fewer-than-the-jacks"),
        pytest.param(4, {Game.CLUBS: 12}, id="more-than-the-suit-has"),
        pytest.param(4, {Game.GRAND: 5}, id="grand-goes-on"),
        pytest.param(4, {Game.CLUBS: 9, Game.HEARTS: 8}, id="13-cards-held"),
        pytest.param(-4, {Game.CLUBS: -11, Game.HEARTS: -11, Game.SPADES: -7}, id="21-cards-missing"),
    ],
)
def test_matadors_that_no_hand_has_are_refused(count, suits):
    with pytest.raises(ValueError, match=r"matadors|with"):
        matadors_by_game(count, suits)


@pytest.mark.parametrize("count", [*range(-4, 0), *range(1, 5)])
def test_a_null_below_its_bid_is_booked_by_its_matadors_3_4_4(count):
    for bid in BIDS:
        if bid > 23:
            assert book(lost("null", count, bid=bid)).points == forfeit(bid, matadors_by_game(count)).points
            assert refusals(lost("null", count, bid=bid)) == ("null-below-bid",)


def test_a_null_that_reaches_its_bid_has_no_matadors():
    assert refusals(lost("null", 1, bid=23)) == ("matadors-in-null",)
    assert refusals(lost("null", 12, bid=24)) == ("matadors-in-null", "null-below-bid")
    assert max(MAX_MATADORS.values()) == 11
