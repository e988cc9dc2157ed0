"""ISkO 5: every worked number of the rule texts, the laws behind them, and what is asked outside a list."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, Game, matadors_by_game
from scoring.rules.judging import STEP_CLAUSE, clause_of, worth
from scoring.rules.register import CLAUSES
from scoring.rules.valuation import Step, StepKind, book, full_value, is_overbid, own_value
from scoring.rules.values import BASE_VALUE, BIDS, cover, forfeit
from tests.support.strategies import honest_lines, line, lines, lost, refusals

WORKED = {
    "2002-3.3.1-lowest-bid": (line("diamonds", 1), 18),
    "2002-3.3.1-without": (line("diamonds", -1), 18),
    "2002-5.1.2-null": (line("null"), 23),
    "2002-5.1.2-null-hand": (line("null", announced="hand"), 35),
    "2002-5.1.2-null-ouvert": (line("null", announced="ouvert"), 46),
    "2002-5.1.2-null-ouvert-hand": (line("null", announced="hand ouvert"), 59),
    "2002-5.2.1-skat-schneider": (line("clubs", 1, schneider=True), 36),
    "2002-5.2.1-skat-schwarz": (line("clubs", 1, schwarz=True), 48),
    "2002-5.2.1-hand": (line("clubs", 1, "hand"), 36),
    "2002-5.2.1-hand-schneider": (line("clubs", 1, "hand", schneider=True), 48),
    "2002-5.2.1-schneider-announced": (line("clubs", 1, "schneider", schneider=True), 60),
    "2002-5.2.1-schneider-announced-schwarz": (line("clubs", 1, "schneider", schwarz=True), 72),
    "2002-5.2.1-schwarz-announced": (line("clubs", 1, "schwarz", schwarz=True), 84),
    "2002-5.2.1-ouvert": (line("clubs", 1, "ouvert", schwarz=True), 96),
    "2002-5.2.6-clubs-ouvert-with-2": (line("clubs", 2, "ouvert", schwarz=True), 108),
    "2002-5.2.6-grand-ouvert-with-4": (line("grand", 4, "ouvert", schwarz=True), 264),
    "2002-5.3.3-without-counts-like-with": (line("spades", -3), 44),
    "2002-5.3.4-lost-is-double": (lost("spades", 3), -88),
    "2002-5.3.4-lost-hand-is-double": (lost("grand", 2, "hand"), -192),
    "2002-5.3.4-lost-null": (lost("null"), -46),
    "2002-5.3.4-lost-null-hand-ouvert": (lost("null", announced="hand ouvert"), -118),
    "2002-5.4.1-bid-50-hearts": (lost("hearts", 1, bid=50, overbid=True), -100),
    "2002-5.4.1-bid-59-clubs": (lost("clubs", -1, bid=59, overbid=True), -120),
    "2002-5.4.1-bid-59-hearts": (lost("hearts", -1, bid=59, overbid=True), -120),
    "2002-5.4.2-bid-36-hearts-hand": (lost("hearts", 1, "hand", bid=36, overbid=True), -80),
    "2002-3.4.4-null-bid-24": (lost("null", bid=24), -48),
    "2002-3.4.4-null-bid-24-with-1": (lost("null", 1, bid=24), -48),
    "2002-3.4.4-null-bid-24-without-4": (lost("null", -4, bid=24), -90),
    "2002-8.7-lowest-grand": (line("grand", 1), 48),
    "2002-8.7-highest-grand": (line("grand", 4, "ouvert", schwarz=True), 264),
    "2002-info-clubs-hand-bid-40": (lost("clubs", 1, "hand", bid=40, overbid=True), -96),
    "2002-info-hearts-given-up-at-30": (lost("hearts", 2, bid=30), -60),
    "2002-info-hearts-given-up-with-1": (lost("hearts", 1, bid=30, overbid=True), -60),
    "2002-info-hearts-hand-breach": (line("hearts", 1, "hand", schneider=True, bid=40), 40),
    "notes-1-hand-schwarz-unannounced": (line("diamonds", 1, "hand", schwarz=True), 45),
    "notes-2-announcement-missed": (lost("diamonds", 3, "schneider"), -126),
    "notes-2-schwarz-announcement-missed": (lost("diamonds", 3, "schwarz"), -162),
    "notes-2-ouvert-missed": (lost("grand", 4, "ouvert"), -528),
    "notes-3-own-schneider-announced": (lost("diamonds", 3, "schneider", schneider=True), -126),
    "notes-3-own-schwarz-announced": (lost("diamonds", -3, "schneider", schwarz=True), -144),
    "notes-4-own-schneider": (lost("clubs", 1, schneider=True), -72),
    "notes-4-own-schwarz": (lost("clubs", 1, schwarz=True), -96),
    "notes-5-saved-by-schneider": (line("clubs", 1, schneider=True, bid=30), 36),
    "notes-6-own-schwarz-above-the-bid": (lost("hearts", 1, schwarz=True, bid=22), -80),
    "notes-6-own-schneider-below-the-bid": (lost("hearts", 1, schneider=True, bid=36), -80),
    "notes-6-both-alike": (lost("hearts", 1, schneider=True, bid=27), -60),
    "notes-8-breach-after-announcement": (lost("hearts", 1, "schneider"), -100),
    "encyclopedia-hearts-hand-announced": (line("hearts", 7, "schneider", schneider=True), 110),
    "encyclopedia-overbid-clubs": (lost("clubs", 1, bid=30, overbid=True), -72),
    "encyclopedia-overbid-hearts": (lost("hearts", 1, bid=30, overbid=True), -60),
    "encyclopedia-anton": (line("grand", 2, bid=20), 72),
    "encyclopedia-brigitte": (lost("null", announced="ouvert", bid=30), -92),
}


def test_the_worked_numbers_hold():
    """Show ISkO 3.4.3, ISkO 5.1.2, ISkO 5.2.5, ISkO 5.4.2 and SkWO 8.7."""
    points = {name: points for name, (_played, points) in WORKED.items()}

    assert {name: book(played).points for name, (played, _points) in WORKED.items()} == points


def test_grand_ouvert_is_counted_as_the_rule_book_counts_it():
    """Show ISkO 5.2.6."""
    levels = ("game", "hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "ouvert")

    steps = [(step.kind.value, step.result) for step in book(line("grand", 4, "ouvert", schwarz=True)).steps]

    assert steps == [("with", 4), *zip(levels, range(5, 12), strict=True), ("product", 264)]


def outcome(played):
    return book(played).value, book(played).won, book(played).overbid


def test_a_loss_is_explained_line_by_line():
    lost_hand = lost("clubs", -2, "hand", schneider=True)

    assert book(lost_hand).steps == (
        Step(kind=StepKind.WITHOUT, result=2),
        Step(kind=StepKind.GAME, result=3),
        Step(kind=StepKind.HAND, result=4),
        Step(kind=StepKind.SCHNEIDER, result=5),
        Step(kind=StepKind.PRODUCT, result=60, count=5, base=12),
        Step(kind=StepKind.DOUBLED, result=-120),
    )
    assert outcome(lost_hand) == (60, False, False)


def test_an_overbid_game_is_explained_by_the_multiple_that_reaches_the_bid_and_a_null_by_the_cheapest_game():
    hearts, null = lost("hearts", 1, bid=50), line("null", bid=24)

    assert book(hearts).steps[-3:] == (
        Step(kind=StepKind.PRODUCT, result=20, count=2, base=10),
        Step(kind=StepKind.OVERBID, result=50, count=5, base=10, bid=50),
        Step(kind=StepKind.DOUBLED, result=-100),
    )
    assert outcome(hearts) == (50, False, True)
    assert book(null).steps == (
        Step(kind=StepKind.FIXED, result=23),
        Step(kind=StepKind.OVERBID, result=24, count=2, base=12, bid=24, game=Game.CLUBS),
        Step(kind=StepKind.DOUBLED, result=-48),
    )
    assert outcome(null) == (24, False, True)
    # Where the opponents' levels cost as much the bid adds no line.
    covered = book(lost("hearts", 1, schneider=True, bid=30))
    assert (covered.points, covered.overbid, covered.covered_by_loss) == (-60, False, True)
    assert [step.kind for step in covered.steps[-2:]] == [StepKind.PRODUCT, StepKind.DOUBLED]


def test_the_first_line_says_with_or_without():
    for matadors, kind, result in ((1, "WITH", 1), (-1, "WITHOUT", 1), (None, "WITH", 0), (0, "WITH", 0)):
        assert book(line("spades", matadors)).steps[0] == Step(kind=StepKind[kind], result=result)
    # Without its matadors a line is booked as far as it goes.
    assert book(line("hearts", None)).points == book(line("hearts", 0)).points == 10


def test_overbid_without_its_bid_costs_the_least_it_can():
    for name, played, points in (
        ("one multiple more", lost("hearts", 1, overbid=True), -60),
        ("ticked as won", line("hearts", 1, overbid=True), -60),
        ("own schneider", lost("hearts", 1, schneider=True, overbid=True), -60),
        ("own schwarz", lost("hearts", 1, schwarz=True, overbid=True), -80),
        ("grand", lost("grand", 2, overbid=True), -192),
        ("null", lost("null", overbid=True), -46),
    ):
        booking = book(played)
        assert (booking.points, booking.overbid, booking.won) == (points, True, False), name
    unknown = book(lost("hearts", 1, overbid=True)).steps[-2]
    assert (unknown.kind, unknown.count, unknown.bid) == (StepKind.OVERBID, 3, None)
    # A stated bid outweighs the tick.
    assert outcome(lost("hearts", 2, bid=20, overbid=True)) == (30, False, False)


def test_schwarz_without_schneider_counts_both():
    both = line("hearts", 1, schwarz=True)

    assert book(replace(both, schneider=False)) == book(both)
    assert book(both).points == 40


def test_a_bid_just_reached_is_not_overbid():
    """Show ISkO 3.4.2."""
    assert book(line("hearts", 1, bid=20)).points == 20
    assert book(line("null", bid=23)).points == 23


@given(honest_lines())
def test_lost_is_minus_twice_the_value(played):
    """Show ISkO 5.3.4 and SkWO 8.10: an honest line is booked as written, and worth that."""
    booking, asked = book(played), worth(played)

    assert booking.points == (booking.value if booking.won else -2 * booking.value)
    assert booking.steps[-1].result == booking.points
    assert not refusals(played)
    assert booking.won is played.won
    assert (booking.points > 0) is played.won
    assert (asked.line, asked.booking, asked.problems) == (played, booking, problems(played))


@given(honest_lines())
def test_the_steps_count_up_one_by_one(played):
    """Show ISkO 5.2.1 and ISkO 5.3.2."""
    results = [
        step.result
        for step in book(played).steps
        if step.kind not in {StepKind.PRODUCT, StepKind.FIXED, StepKind.OVERBID, StepKind.DOUBLED}
    ]

    assert results == list(range(abs(played.matadors or 1), abs(played.matadors or 1) + len(results)))


@given(lines)
def test_every_line_that_can_be_written_is_booked_but_what_is_refused_has_no_value(played):
    booking, asked = book(played), worth(played)
    own, full = own_value(played), full_value(played)

    assert booking.value > 0
    assert booking.points in {booking.value, -2 * booking.value}
    assert booking.won is (played.won and not booking.overbid)
    # The opponents' levels never make a loss cheaper.
    assert own <= full
    assert not played.won or own == full
    assert is_overbid(played) or booking.value == full
    # Overbid and a loss that covers the bid are two things.
    is_charged_by_its_bid = any(step.kind is StepKind.OVERBID for step in booking.steps)
    if booking.covered_by_loss:
        assert own < played.bid <= full
        assert not played.won
        assert booking.overbid is played.overbid
        assert not is_charged_by_its_bid
    elif played.bid is not None:
        assert booking.overbid is (own < played.bid) is is_charged_by_its_bid
    # A Null that becomes another game has a value all the same.
    refused = {problem.code for problem in asked.problems if problem.severity == "error"}
    assert (asked.booking is None) == bool(refused - {Code.NULL_BELOW_BID})
    assert not refused & {Code.WON_BELOW_BID, Code.OVERBID_WITHOUT_BID} or played.overbid


@pytest.mark.slow
@given(lines)
def test_an_overbid_game_is_charged_the_nearest_multiple(played):
    """Show ISkO 5.4.1."""
    booking = book(played)

    if booking.overbid and played.bid is not None and played.contract.game is not Game.NULL:
        base = BASE_VALUE[played.contract.game]
        assert booking.value % base == 0
        assert booking.value >= played.bid
        assert booking.value == full_value(played) or booking.value - base < played.bid


def test_a_cover_is_the_nearest_multiple():
    for bid, (game, base) in product(BIDS, BASE_VALUE.items()):
        found = cover(game, bid=bid)

        assert found.value == found.multiples * base
        assert found.value - base < bid <= found.value
        assert forfeit(bid, matadors_by_game(1)).value <= max(found.value, 2 * base)


def test_with_and_without_score_alike():
    """Show ISkO 5.3.3."""
    for game, matadors in product(BASE_VALUE, range(1, 5)):
        assert book(lost(game, matadors, "hand")).points == book(lost(game, -matadors, "hand")).points


def test_the_bid_is_held_against_the_line():
    """Show ISkO 5.4.1."""
    for name, asked, points in (
        ("5.4.1 hearts", line("hearts", 1, bid=50), -100),
        ("5.4.1 clubs", line("clubs", -1, bid=59), -120),
        ("5.4.2", line("hearts", 1, "hand", bid=36), -80),
        ("5.4.1 saved by schneider", line("hearts", 1, "hand", schneider=True, bid=40), 40),
        ("notes 6", lost("hearts", 1, "hand", schneider=True, bid=36), -80),
        ("3.4.4", line("null", bid=24), -48),
        ("5.1.2", line("null", bid=23), 23),
    ):
        assert worth(asked).booking.points == points, name


def test_every_step_has_a_clause_of_the_register_and_an_overbid_game_its_own():
    assert set(STEP_CLAUSE) == set(StepKind)
    assert set(STEP_CLAUSE.values()) <= {clause.number for clause in CLAUSES}
    for asked, clause in (
        (line("hearts", 1, bid=50), "ISkO 5.4.1"),
        (line("hearts", 1, "hand", bid=50), "ISkO 5.4.2"),
        (line("null", bid=24), "ISkO 3.4.4"),
        (line("null", announced="hand", bid=36), "ISkO 3.4.4"),
    ):
        found = worth(asked)
        charged = [step for step in found.booking.steps if step.kind is StepKind.OVERBID]
        assert [clause_of(step, contract=found.line.contract) for step in charged] == [clause]
    # Other steps keep their clause whatever was announced.
    others = [clause_of(step, contract=CONTRACTS[1]) for step in book(line("diamonds", 2, "hand")).steps]
    assert others == ["ISkO 2.4.2", "ISkO 5.2.1", "ISkO 5.2.1", "ISkO 5.3.1"]
