"""ISkO 3.2, 5.5, SkWO 4.4, 5, 8.11, 8.12: lists of a table, honest and otherwise, and what they add up to."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import ControlSums, Tally, control_sums, rating, running, running_performance, tallies
from scoring.rules.valuation import book
from tests.support.strategies import game_lists, honest_lines, line, lines, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def deal(number, declarer=None, played=None, **more):
    return Deal(number=number, declarer=declarer, played=played, **more)


def found(game_list, **how):
    return [(finding.deal, finding.problem.code, finding.problem.severity) for finding in findings(game_list, **how)]


def at_four(*deals, rounds=12):
    return GameList(seats=4, rounds=rounds, deals=deals)


class TestTable:
    def test_a_series_is_counted_in_rounds(self):
        """Show SkWO 6.2; twelve rounds are the norm."""
        for seats, rounds, length in ((4, 12, 48), (3, 12, 36), (4, 10, 40), (3, 8, 24), (4, 5, 20), (3, 1, 3)):
            assert GameList(seats=seats, rounds=rounds).length == length
        assert GameList(seats=4) == GameList(seats=4, rounds=12, deals=())

    def test_seat_1_deals_first_and_then_in_turn_3_2_1(self):
        for seats in (3, 4):
            game_list = GameList(seats=seats, rounds=2)
            dealers = [game_list.dealer_of(number) for number in range(1, game_list.length + 1)]
            assert dealers == [*range(1, seats + 1)] * 2

    def test_at_four_the_dealer_sits_out_3_2_7(self):
        players = [GameList(seats=4).players_of(number) for number in (1, 2, 4, 48)]

        assert players == [(2, 3, 4), (1, 3, 4), (1, 2, 3), (1, 2, 3)]
        # At three the dealer plays.
        assert {GameList(seats=3).players_of(number) for number in range(1, 37)} == {(1, 2, 3)}

    def test_other_tables_do_not_exist(self):
        """Show SkWO 7.1.1."""
        for seats, rounds in ((2, 12), (5, 12), (4, 0), (3, -1)):
            with pytest.raises(ValueError, match=r"a table has|a series has"):
                GameList(seats=seats, rounds=rounds)


class TestBooking:
    def test_a_deal_passed_in_is_written_down_and_earns_nothing_3_3_7(self):
        """Show ISkO 3.2.16 and SkWO 9.4."""
        passed = deal(1)

        assert passed.passed
        assert booked(passed) == 0
        assert booking(passed) is None

    def test_a_played_deal_is_booked_like_its_line_but_what_a_judge_calls_won_is_won(self):
        played = deal(1, 2, LOST)
        below = line("hearts", 1, bid=50, overbid=True)

        assert not played.passed
        assert booked(played) == -48
        assert booking(played) == book(LOST)
        # Half an entry is no deal passed in.
        assert not deal(1, 2).passed
        assert not deal(1, None, GRAND).passed
        assert booked(deal(1, 2)) == 0
        assert booked(deal(1, 2, below)) == -100
        assert booked(deal(1, 2, below, overruled=True)) == 20
        assert booked(deal(1, 2, lost("hearts", 1, bid=50), overruled=True)) == -100

    @given(lines, st.booleans())
    def test_a_ruling_stands_as_written(self, played, overruled):
        won = booked(deal(1, 2, played, overruled=overruled)) > 0

        assert won is (played.won if overruled else book(played).won)


class TestFindings:
    def test_a_deal_that_does_not_fit_is_named(self):
        """Show ISkO 3.2.7, ISkO 3.2.16 and SkWO 7.1.1."""
        for name, deals, expected in (
            ("3.2.7", [deal(1, 1, GRAND)], {1: Code.DEALER_PLAYED}),
            ("3.2.7 later", [deal(1), deal(2), deal(3, 3, LOST)], {3: Code.DEALER_PLAYED}),
            ("7.1.1 seat 0", [deal(1, 0, GRAND)], {1: Code.UNKNOWN_SEAT}),
            ("7.1.1 seat 5", [deal(1, 5, GRAND)], {1: Code.UNKNOWN_SEAT}),
            ("7.2.1 no game", [deal(1, 2)], {1: Code.HALF_ENTRY}),
            ("7.2.1 no declarer", [deal(1, None, GRAND)], {1: Code.HALF_ENTRY}),
            ("5.5.1 starts late", [deal(2)], {2: Code.WRONG_NUMBER}),
            ("5.5.1 starts early", [deal(0)], {0: Code.WRONG_NUMBER}),
            ("5.5.1 twice", [deal(1), deal(1)], {1: Code.WRONG_NUMBER}),
            ("5.5.1 gap", [deal(1), deal(3), deal(4)], {3: Code.WRONG_NUMBER}),
            ("5.5.1 swapped", [deal(2), deal(1)], {2: Code.WRONG_NUMBER, 1: Code.WRONG_NUMBER}),
        ):
            assert found(at_four(*deals)) == [(at, code, "error") for at, code in expected.items()], name
        assert found(at_four(deal(1, 2, line("clubs", 5)))) == [(1, Code.MANY_MATADORS, "warning")]
        assert findings(at_four(deal(1, 2, GRAND), deal(2), deal(3, 1, LOST))) == ()

    def test_a_series_has_no_more_deals_than_its_rounds(self):
        """Show SkWO 6.2."""
        game_list = at_four(*(deal(number) for number in range(1, 6)), rounds=1)

        assert found(game_list) == [(5, Code.TOO_MANY_DEALS, "error")]
        assert found(replace(game_list, deals=game_list.deals[:4]), final=True) == []

    def test_only_a_finished_list_must_be_complete_4_4(self):
        game_list = at_four(*(deal(number) for number in range(1, 4)), rounds=1)

        assert found(game_list) == []
        assert found(game_list, final=True) == [(None, Code.INCOMPLETE, "error")]

    def test_everything_is_said_at_once(self):
        """Show SkWO 7.2.1."""
        game_list = at_four(deal(2, 2, line("grand", 5, bid=19)), deal(9, 7), rounds=2)
        of_two = [Code.WRONG_NUMBER, Code.DEALER_PLAYED, Code.UNKNOWN_BID, Code.TOO_MANY_MATADORS]
        of_nine = [Code.WRONG_NUMBER, Code.TOO_MANY_DEALS, Code.HALF_ENTRY, Code.UNKNOWN_SEAT]

        said = [*((2, code) for code in of_two), *((9, code) for code in of_nine), (None, Code.INCOMPLETE)]
        assert found(game_list, final=True) == [(*one, "error") for one in said]

    def test_what_a_judge_overrides_stays_visible(self):
        """Show SkWO 7.3.2: a ruling touches no other deal, and even a judge must say who played what."""
        entry = deal(2, 2, line("grand", 5, bid=19), overruled=True)
        ruled = deal(1, 1, GRAND, overruled=True)
        half = at_four(deal(1, 2, overruled=True), deal(2, 6, GRAND, overruled=True))

        codes = [Code.WRONG_NUMBER, Code.DEALER_PLAYED, Code.UNKNOWN_BID, Code.TOO_MANY_MATADORS]
        assert found(at_four(entry)) == [(2, code, "warning") for code in codes]
        beside = [(1, Code.DEALER_PLAYED, "warning"), (2, Code.DEALER_PLAYED, "error")]
        assert found(at_four(ruled, deal(2, 2, GRAND))) == beside
        assert found(half) == [(1, Code.HALF_ENTRY, "error"), (2, Code.UNKNOWN_SEAT, "error")]

    def test_at_three_seat_4_does_not_exist_and_the_dealer_plays_and_a_finding_names_its_clause(self):
        game_list = GameList(seats=3, deals=(deal(1, 1, GRAND), deal(2, 4, GRAND)))
        (of_dealer,) = findings(at_four(deal(1, 1, GRAND)))

        assert found(game_list) == [(2, Code.UNKNOWN_SEAT, "error")]
        assert isinstance(of_dealer, Finding)
        assert (of_dealer.problem.clause, of_dealer.seat) == ("ISkO 3.2.7", None)

    @pytest.mark.slow
    @given(game_lists(whole=True), st.integers(0, 48))
    def test_a_whole_honest_list_can_be_signed(self, game_list, cut):
        """Show SkWO 9.11; its beginning is never refused."""
        assert all(severity == "warning" for _, _, severity in found(game_list, final=True))
        assert all(severity == "warning" for _, _, severity in found(replace(game_list, deals=game_list.deals[:cut])))

    @pytest.mark.slow
    @given(st.data())
    def test_no_list_is_too_wrong_to_be_read(self, data):
        """Show SkWO 9.8."""
        anybody, played = st.none() | st.integers(-1, 6), st.none() | lines
        entries = st.builds(Deal, number=st.integers(-1, 50), declarer=anybody, played=played, overruled=st.booleans())
        deals = tuple(data.draw(st.lists(entries, max_size=6)))
        game_list = GameList(seats=data.draw(st.sampled_from([3, 4])), rounds=1, deals=deals)

        findings(game_list, final=True)

        assert len(running(game_list)) == control_sums(game_list).deals == len(deals)
        assert len(tallies(game_list)) == game_list.seats


def test_a_short_list_is_added_up_by_hand():
    game_list = at_four(deal(1, 2, GRAND), deal(2), deal(3, 4, LOST), deal(4, 2, LOST), rounds=1)
    both_lost = Tally(opponents_lost=2)

    assert running(game_list) == ((0, 72, 0, 0), (0, 72, 0, 0), (0, 72, 0, -48), (0, 24, 0, -48))
    second, fourth = (
        Tally(game_points=24, won=1, lost=1, opponents_lost=1),
        Tally(game_points=-48, lost=1, opponents_lost=1),
    )
    assert tallies(game_list) == (both_lost, second, both_lost, fourth)
    # 60 + (24 + 30) + 60 + (-48 - 50 + 30) = -24 + 50 * (1 - 2) + 90 * 2
    assert control_sums(game_list) == ControlSums(
        deals=4, won=1, lost=2, passed=1, game_points=-24, totals=106, expected=106, agree=True
    )
    # 72 and 50; passed in; 48 and 50 off for the loser, 30 for each of the others, the dealer too.
    course = running_performance(replace(game_list, deals=game_list.deals[:3]))
    assert course == ((0, 122, 0, 0), (0, 122, 0, 0), (30, 152, 30, -98))


def test_at_three_both_others_get_40_and_an_empty_list_adds_up():
    empty = GameList(seats=3)
    game_list = GameList(seats=3, rounds=1, deals=(deal(1, 1, LOST), deal(2), deal(3, 3, GRAND)))

    sums = control_sums(game_list)

    assert tallies(game_list)[1] == Tally(opponents_lost=1)
    assert (sums.totals, sums.expected, sums.agree) == (-48 + 72 + 80, 104, True)
    assert running_performance(game_list)[0] == (-98, 40, 40)
    assert tallies(empty) == (Tally(),) * 3
    assert running(empty) == running_performance(GameList(seats=4)) == ()
    assert control_sums(empty).agree


def test_a_game_of_nobody_at_the_table_changes_no_column_but_the_control_sums_notice():
    for entry in (deal(1, 5, GRAND), deal(1, 2), deal(1, None, GRAND)):
        assert not control_sums(at_four(entry)).agree, entry
    for seat in (-1, 0, 5):
        assert running(at_four(deal(1, seat, LOST))) == ((0, 0, 0, 0),)
        assert tallies(at_four(deal(1, seat, LOST))) == (Tally(),) * 4
    assert running(at_four(deal(1, 2))) == ((0, 0, 0, 0),)
    assert running_performance(GameList(seats=3, rounds=1, deals=(deal(1, 4, GRAND),))) == ((0, 0, 0),)


@pytest.mark.slow
@given(game_lists() | game_lists(changing=True), st.integers(0, 48))
def test_the_last_running_totals_are_the_game_points_8_11(game_list, cut):
    """Show ISkO 5.5.1; what came before stays whatever follows."""
    rows, course, earned = running(game_list), running_performance(game_list), tallies(game_list)

    assert rows[-1:] == (tuple(tally.game_points for tally in earned),)[: len(rows)]
    assert [sum(row) for row in rows] == list(accumulate(booked(deal) for deal in game_list.deals))
    assert running_performance(replace(game_list, deals=game_list.deals[:cut])) == course[:cut]
    assert len(course) == len(game_list.deals)
    assert course[-1:] == (tuple(rating(tally, seats=game_list.seats).performance for tally in earned),)[: len(course)]


@pytest.mark.slow
@given(game_lists())
def test_every_deal_changes_only_its_declarers_column(game_list):
    """Show ISkO 5.5.1."""
    before = (0,) * game_list.seats

    for deal, after in zip(game_list.deals, running(game_list), strict=True):
        changed = {seat for seat, (a, b) in enumerate(zip(before, after, strict=True), start=1) if a != b}
        assert changed == ({deal.declarer} if deal.declarer else set())
        before = after


@pytest.mark.slow
@given(game_lists())
def test_the_control_sums_of_an_honest_list_agree(game_list):
    """Show SkWO 9.4; every loss is somebody's, and everybody else's bonus."""
    sums, all_tallies = control_sums(game_list), tallies(game_list)

    assert sums.agree
    assert sums.totals == sums.expected
    assert sums.deals == sums.won + sums.lost + sums.passed == len(game_list.deals)
    assert all(tally.opponents_lost == sums.lost - tally.lost for tally in all_tallies)


@pytest.mark.slow
@given(game_lists(seats=4, rounds=2, whole=True), st.data(), st.randoms())
def test_the_order_of_correction_does_not_matter(game_list, data, random):
    """Show ISkO 5.5.3; nor does the order of the deals change the tallies."""
    numbers = data.draw(st.lists(st.integers(1, game_list.length), min_size=1, max_size=4, unique=True))
    corrections = [deal(number, game_list.players_of(number)[0], data.draw(honest_lines())) for number in numbers]
    shuffled = list(game_list.deals)
    random.shuffle(shuffled)

    def corrected(order):
        rows = {row.number: row for row in game_list.deals} | {row.number: row for row in order}
        return replace(game_list, deals=tuple(rows[number] for number in sorted(rows)))

    there, back = corrected(corrections), corrected(corrections[::-1])

    assert tallies(there) == tallies(back)
    assert control_sums(there).agree
    assert tallies(replace(game_list, deals=tuple(shuffled))) == tallies(game_list)
