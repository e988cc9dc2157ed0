"""ISkO 3.1.2, 3.2.11 to 3.2.13, 4.5.9: players join, leave, deal out of turn, take another chair."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.game_list import sums
from scoring.rules.game_list.deals import Deal, GameList, Redealing, booking, void_deals
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.presence import Presence
from scoring.rules.game_list.sums import Chair, ControlSums, Tally, control_sums, credited, rating, running, tallies
from scoring.rules.results.performance import performance
from tests.support.strategies import changing_tables, game_lists, line, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def present(from_round, *seats):
    return Presence(from_round=from_round, seats=seats)


def at_four(*presence, rounds=3, deals=()):
    return GameList(seats=4, rounds=rounds, deals=deals, presence=presence)


def found(game_list, **how):
    return [(one.deal, one.problem.code, one.problem.severity) for one in findings(game_list, **how)]


def dealers(game_list):
    return [game_list.dealer_of(number) for number in range(1, game_list.length + 1)]


LEFT = at_four(present(2, 1, 2, 4))
"""Seat 3 leaves after the first of three rounds."""


JOINED = at_four(present(1, 1, 2, 3), present(3, 1, 2, 3, 4))
"""A fourth joins for the last of three rounds."""


class TestWhoDeals:
    def test_everybody_is_there_by_default_whoever_leaves_may_come_back_and_with_two_there_are_no_deals(self):
        assert dealers(at_four()) == [1, 2, 3, 4] * 3
        assert dealers(at_four(present(2, 1, 3, 4), present(3, 1, 2, 3, 4))) == [1, 2, 3, 4, 1, 3, 4, 1, 2, 3, 4]
        assert dealers(at_four(present(2, 1, 2), present(3, 1, 2, 3))) == [1, 2, 3, 4, 1, 2, 3]

    def test_deals_before_and_beyond_the_series_go_on_in_order(self):
        for game_list, expected in (
            (LEFT, [1, 2, 4, 1]),
            (at_four(rounds=1), [1, 2, 3, 4]),
            (at_four(present(1, 1, 2), rounds=1), [1, 2, 3, 4]),
        ):
            beyond = range(game_list.length + 1, game_list.length + 5)
            assert [game_list.dealer_of(number) for number in beyond] == expected
        assert [LEFT.dealer_of(number) for number in (0, -1, -10)] == [4, 2, 4]

    def test_a_table_of_four_goes_on_with_three_4_5_9(self):
        assert dealers(LEFT) == [1, 2, 3, 4, 1, 2, 4, 1, 2, 4]
        assert LEFT.length == 10

    def test_a_fourth_joins_to_the_right_of_seat_1_and_deals_last_3_1_2(self):
        assert dealers(JOINED) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 4]

    def test_of_three_everybody_plays_of_four_the_dealer_sits_out_3_2_7(self):
        assert [LEFT.players_of(number) for number in (1, 4, 5, 7)] == [(2, 3, 4), (1, 2, 3), (1, 2, 4), (1, 2, 4)]
        assert JOINED.players_of(10) == (1, 2, 3)
        # The bonus goes to all that are there (5.1).
        assert [LEFT.turn(number).present for number in (4, 5)] == [(1, 2, 3, 4), (1, 2, 4)]

    @given(changing_tables())
    def test_in_a_round_everyone_who_is_there_deals_once_3_2_1(self, table):
        for number in range(1, table.rounds + 1):
            of_round = [turn for turn in table.turns if turn.round == number]
            assert {turn.present for turn in of_round} == {tuple(turn.dealer for turn in of_round)}
        assert all(len(turn.players) == 3 and set(turn.players) <= set(turn.present) for turn in table.turns)


def test_rounds_rise_within_the_series_and_seats_are_those_of_the_table_in_order():
    for rounds in ([0], [4], [2, 2], [3, 2]):
        with pytest.raises(ValueError, match=re.escape(f"presence begins in rounds {rounds} of 3")):
            at_four(*(present(number, 1, 2, 3) for number in rounds))
    for seats in ((1, 2, 5), (0, 1, 2), (1, 1, 2, 3), (2, 1, 3)):
        with pytest.raises(ValueError, match="at a table of 4"):
            at_four(present(1, *seats))
    with pytest.raises(ValueError, match=r"seats \(1, 2, 4\) at a table of 3"):
        GameList(seats=3, presence=(present(1, 1, 2, 4),))
    for first_or_last in (1, 3):
        assert at_four(present(first_or_last, 1, 2, 3)).rounds == 3


class TestFindings:
    def test_whoever_left_plays_no_more_4_5_9_and_the_dealer_of_four_still_sits_out_3_2_7(self):
        deals = [Deal(number=number) for number in range(1, 10)]
        gone = [Deal(number=5, declarer=3, played=GRAND), Deal(number=6, declarer=4, played=GRAND)]
        early = Deal(number=1, declarer=4, played=GRAND, overruled=True)
        dealer = Deal(number=10, declarer=4, played=GRAND)

        assert found(replace(LEFT, deals=(*deals[:4], *gone))) == [(5, Code.ABSENT_DECLARER, "error")]
        assert found(replace(JOINED, deals=(early,))) == [(1, Code.ABSENT_DECLARER, "error")]
        assert found(replace(JOINED, deals=(*deals, dealer))) == [(10, Code.DEALER_PLAYED, "error")]

    def test_skat_needs_three_1_1_1(self):
        too_few = (None, Code.TOO_FEW_PLAYERS, "error")
        for seats in ((), (1,), (1, 4)):
            assert found(at_four(present(2, *seats), present(3, 1, 2, 3))) == [too_few]
        table = at_four(present(2, 1, 2), present(3, 1, 3))
        assert found(table, final=True) == [too_few, (None, Code.INCOMPLETE, "error")]

    def test_a_series_is_as_long_as_its_rounds_were_6_2(self):
        for written, expected in ((9, [Code.INCOMPLETE]), (10, []), (11, [Code.TOO_MANY_DEALS])):
            deals = tuple(Deal(number=number) for number in range(1, written + 1))
            assert [code for _, code, _ in found(replace(LEFT, deals=deals), final=True)] == expected


class TestBonus:
    """40 with three, 30 with four, as many as there were at that deal (SkWO 5.1)."""

    def test_a_loss_before_and_one_after_a_player_left(self):
        passed = (Deal(number=number) for number in range(2, 5))
        deals = (Deal(number=1, declarer=2, played=LOST), *passed, Deal(number=5, declarer=1, played=LOST))
        game_list = replace(LEFT, deals=deals)

        earned = tallies(game_list)

        assert earned == (
            Tally(game_points=-48, lost=1, opponents_lost=1),
            Tally(game_points=-48, lost=1, opponents_lost=1, opponents_lost_at_three=1),
            Tally(opponents_lost=1),
            Tally(opponents_lost=2, opponents_lost_at_three=1),
        )
        assert performances(earned, 4) == [-98 + 30, -98 + 40, 30, 30 + 40]
        # -96 game points, 2 games lost, 3 x 30 and 2 x 40
        assert control_sums(game_list) == ControlSums(
            deals=5, won=0, lost=2, passed=3, game_points=-96, totals=-26, expected=-96 - 100 + 90 + 80, agree=True
        )

    def test_a_loss_before_and_one_after_a_fourth_joined_and_at_three_every_loss_counts_40_anyhow(self):
        first, last = (Deal(number=number, declarer=1, played=LOST) for number in (1, 10))
        deals = (first, *(Deal(number=number) for number in range(2, 10)), last)

        earned = tallies(replace(JOINED, deals=deals))
        of_three = tallies(GameList(seats=3, deals=(first,)))

        assert earned[1] == Tally(opponents_lost=2, opponents_lost_at_three=1)
        assert earned[3] == of_three[1] == Tally(opponents_lost=1)
        assert [rating(tally, seats=4).bonus for tally in earned] == [0, 70, 70, 30]
        assert rating(of_three[1], seats=3).bonus == 40
        assert not control_sums(replace(JOINED, deals=(replace(first, declarer=4),))).agree

    @pytest.mark.slow
    @given(game_lists(changing=True))
    def test_a_table_as_a_whole_earns_what_its_deals_earn(self, game_list):
        """Each deal by itself, with the players there were: 50 for a game won, else 80 or 90 less 50 (SkWO 5.1)."""
        expected = 0
        for deal in game_list.deals:
            entry = booking(deal)
            if entry is not None:
                pays = {3: 80, 4: 90}[len(game_list.turn(deal.number).present)]
                expected += entry.points + 50 if entry.won else entry.points - 50 + pays

        sums = control_sums(game_list)
        assert sum(performances(tallies(game_list), 4)) == expected
        assert (sums.agree, sums.expected) == (True, expected)

    @pytest.mark.slow
    @given(game_lists(changing=True, whole=True), st.integers(0, 48))
    def test_a_series_is_the_sum_of_its_parts(self, game_list, cut):
        """Cut where players change, each part is a table of its own; seat by seat they add up (ISkO 4.5.9).

        The whole list can be signed, its beginning is never refused.
        """
        said = found(game_list, final=True) + found(replace(game_list, deals=game_list.deals[:cut]))
        assert {severity for _deal, _code, severity in said} <= {"warning"}
        parts = {}
        for deal in game_list.deals:
            parts.setdefault(game_list.turn(deal.number).present, []).append(deal)
        total = dict.fromkeys(range(1, 5), 0)
        for present, deals in parts.items():
            # Seats are numbered anew at a table of those who are there.
            anew = {None: None} | {seat: own for own, seat in enumerate(present, start=1)}
            moved = tuple(replace(deal, declarer=anew[deal.declarer]) for deal in deals)
            alone = tallies(GameList(seats=len(present), rounds=len(deals), deals=moved))
            for seat, points in zip(present, performances(alone, len(present)), strict=True):
                total[seat] += points

        assert list(total.values()) == performances(tallies(game_list), 4)

    @pytest.mark.slow
    @given(game_lists(changing=True))
    def test_running_totals_end_in_the_game_points_8_11(self, game_list):
        rows = running(game_list) or ((0, 0, 0, 0),)

        assert rows[-1] == tuple(tally.game_points for tally in tallies(game_list))

    @given(*[st.integers(-500, 500)] * 3, st.integers(0, 9), st.integers(0, 9), st.sampled_from([3, 4]))
    def test_the_parts_of_a_rating_are_the_whole_of_it_5_2(self, points, won, lost, at_four, at_three, seats):
        """Show SkWO 8.12."""
        tally = Tally(
            game_points=points, won=won, lost=lost, opponents_lost=at_four + at_three, opponents_lost_at_three=at_three
        )

        parts = rating(tally, seats=seats)

        assert parts.performance == parts.game_points + parts.own_games + parts.bonus
        assert parts.bonus == at_three * 40 + at_four * {3: 40, 4: 30}[seats]
        bonus = {"opponents_lost": at_four + at_three, "opponents_lost_at_three": at_three}
        assert parts.performance == performance(game_points=points, won=won, lost=lost, seats=seats, **bonus)


def written(until, *, seats=4, rounds=12, presence=()):
    deals = tuple(Deal(number=number) for number in range(1, until + 1))
    return GameList(seats=seats, rounds=rounds, deals=deals, presence=presence)


def again(*void, number, dealer):
    return Redealing(void=void, number=number, dealer=dealer)


class TestWithinARound:
    def test_everything_since_the_mistake_is_void(self):
        """Show ISkO 3.2.11 and ISkO 3.2.12."""
        for name, last, mistake, found, expected in (
            ("3.2.11 in play", 5, 6, 6, again(6, number=6, dealer=2)),
            ("3.2.11 even when finished", 6, 6, 6, again(6, number=6, dealer=2)),
            ("3.2.11 even the last of the round", 7, 8, 8, again(8, number=8, dealer=4)),
            ("3.2.11 the first of all", 0, 1, 1, again(1, number=1, dealer=1)),
            ("3.2.12 all since", 6, 5, 7, again(5, 6, 7, number=5, dealer=1)),
            ("3.2.12 up to the last in play", 7, 6, 8, again(6, 7, 8, number=6, dealer=2)),
            ("3.2.12 at the end of the series", 47, 46, 48, again(46, 47, 48, number=46, dealer=2)),
        ):
            assert void_deals(written(last), mistake=mistake, last_begun=found) == expected, name


class TestFinishedRounds:
    def test_finished_rounds_stay(self):
        """Show ISkO 3.2.13; 3.2.11 where the last of a round is written down."""
        for name, last, mistake, found, expected in (
            ("3.2.13 from an earlier round", 9, 6, 10, again(9, 10, number=9, dealer=1)),
            ("3.2.13 from the last deal of it", 8, 8, 9, again(9, number=9, dealer=1)),
            ("3.2.13 from long ago", 20, 1, 21, again(21, number=21, dealer=1)),
            ("3.2.13 no longer shown", 10, None, 11, again(9, 10, 11, number=9, dealer=1)),
            ("3.2.13 no longer shown in round 1", 1, None, 2, again(1, 2, number=1, dealer=1)),
            ("3.2.11 written down is finished", 8, 6, 8, again(number=9, dealer=1)),
            ("3.2.13 between two rounds", 8, None, 8, again(number=9, dealer=1)),
            ("the last round too", 48, 47, 48, again(number=None, dealer=None)),
        ):
            assert void_deals(written(last), mistake=mistake, last_begun=found) == expected, name

    def test_or_when_the_list_is_signed_3_2_11(self):
        game_list = written(47)

        assert void_deals(game_list, mistake=48, last_begun=48, signed=True) == again(number=None, dealer=None)
        assert void_deals(game_list, mistake=48, last_begun=48) == again(48, number=48, dealer=4)
        # A signature finishes no other round.
        assert void_deals(written(3), mistake=4, last_begun=4, signed=True) == again(4, number=4, dealer=4)
        assert void_deals(written(46), mistake=47, last_begun=47, signed=True) == again(47, number=47, dealer=3)


def test_at_other_tables_a_round_has_as_many_deals_as_there_are_players_and_a_mistake_is_one_of_the_series():
    presence = (Presence(from_round=2, seats=(2, 3, 4)),)

    assert void_deals(written(4, seats=3), mistake=3, last_begun=5) == again(4, 5, number=4, dealer=1)
    # Rounds: 1 to 4, 5 to 7, 8 to 10.
    assert void_deals(written(8, presence=presence), mistake=7, last_begun=9) == again(8, 9, number=8, dealer=2)
    # It is not found before it was made.
    for mistake, found in ((0, 1), (3, 2), (1, 0), (None, 0), (1, 49), (None, 49), (-1, 5), (49, 49)):
        with pytest.raises(ValueError, match=f"deal {mistake} went wrong, found with deal {found} of 48"):
            void_deals(written(4), mistake=mistake, last_begun=found)


@pytest.mark.slow
@given(changing_tables(), st.data())
def test_the_void_deals_are_the_last_ones_of_one_round(table, data):
    """Show ISkO 3.2.13."""
    found = data.draw(st.integers(1, table.length))
    mistake = data.draw(st.none() | st.integers(1, found))
    game_list = written(data.draw(st.integers(0, found)), rounds=table.rounds, presence=table.presence)

    redealing = void_deals(game_list, mistake=mistake, last_begun=found)

    if redealing.void:
        first = redealing.void[0]
        assert redealing.void == tuple(range(first, found + 1))
        assert len({table.turn(number).round for number in redealing.void}) == 1
        assert redealing.number == first
        assert mistake is None or first >= mistake
    else:
        assert redealing.number in (found + 1, None)
        assert redealing.number is None or table.turn(found + 1).round > table.turn(found).round
    assert redealing.dealer == (redealing.number and table.dealer_of(redealing.number))


def listed(seats, *plays):
    """Return a list of one round more than the deals need: seat and game of each."""
    deals = (Deal(number=number, declarer=seat, played=played) for number, (seat, played) in enumerate(plays, start=1))
    return GameList(seats=seats, rounds=12, deals=tuple(deals))


def performances(earned, seats):
    return [rating(tally, seats=seats).performance for tally in earned]


def both(first, second, chairs):
    """Return what the players of two tables have by ``chairs``: own seat and deal, other seat and deal."""
    seat, from_deal, seat_there, from_deal_there = chairs
    at = {1: first, 2: second}
    there = Chair(seat=seat, from_deal=from_deal, table=2, seat_there=seat_there, from_deal_there=from_deal_there)
    back = Chair(seat=seat_there, from_deal=from_deal_there, table=1, seat_there=seat, from_deal_there=from_deal)
    return credited(first, [there], at), credited(second, [back], at)


def test_every_lost_game_counts_as_at_the_table_where_it_was_lost():
    at_four = listed(4, (2, LOST), (3, LOST), (1, GRAND))
    at_three = listed(3, (1, LOST), (2, LOST), (2, LOST))

    mine, theirs = both(at_four, at_three, (1, 2, 3, 2))

    # Seat 1 of the four shared in one lost game at 30, then in two at 40; seat 3 of the three in one at 40 and one
    # at 30, and won the grand of the third deal on the other chair.
    assert performances(mine, 4)[0] == 30 + 2 * 40
    assert performances(theirs, 3)[2] == 40 + 30 + rating(tallies(at_four)[0], seats=4).own_games + 72
    assert (mine[0].opponents_lost, theirs[2].opponents_lost, theirs[2].won) == (3, 2, 1)


@st.composite
def two_tables(draw):
    first, second = draw(game_lists(rounds=2)), draw(game_lists(rounds=2))
    seats = [draw(st.integers(1, each.seats)) for each in (first, second)]
    deals = [draw(st.integers(1, len(each.deals) + 1)) for each in (first, second)]
    return first, second, (seats[0], deals[0], seats[1], deals[1])


@pytest.mark.slow
@given(two_tables())
def test_two_together_earn_what_the_two_chairs_earned(drawn):
    """From the first deal on it is as if they had changed seats."""
    first, second, chairs = drawn
    there = tallies(first), tallies(second)

    mine, theirs = both(first, second, chairs)

    for earned, before, seat in ((mine, there[0], chairs[0]), (theirs, there[1], chairs[2])):
        others = [tally for place, tally in enumerate(earned, start=1) if place != seat]
        assert others == [tally for place, tally in enumerate(before, start=1) if place != seat]
    before = performances(there[0], first.seats), performances(there[1], second.seats)
    after = performances(mine, first.seats), performances(theirs, second.seats)
    assert sum(after[0]) + sum(after[1]) == sum(before[0]) + sum(before[1])
    for name in ("game_points", "won", "lost", "opponents_lost"):
        chair = getattr(there[0][chairs[0] - 1], name) + getattr(there[1][chairs[2] - 1], name)
        assert getattr(mine[chairs[0] - 1], name) + getattr(theirs[chairs[2] - 1], name) == chair
    mine, theirs = both(first, second, (chairs[0], 1, chairs[2], 1))
    assert performances(mine, first.seats)[chairs[0] - 1] == before[1][chairs[2] - 1]
    assert performances(theirs, second.seats)[chairs[2] - 1] == before[0][chairs[0] - 1]


@pytest.mark.slow
@given(game_lists(changing=True), st.data())
def test_at_one_table_with_comings_and_goings_nothing_is_lost(game_list, data):
    seat, other = data.draw(st.sampled_from([(1, 2), (2, 4), (3, 1)]))
    deal = data.draw(st.integers(1, len(game_list.deals) + 1))
    chairs = [
        Chair(seat=seat, from_deal=deal, table=1, seat_there=other, from_deal_there=deal),
        Chair(seat=other, from_deal=deal, table=1, seat_there=seat, from_deal_there=deal),
    ]
    whole, parts = tallies(game_list), (sums.until(game_list, deal), sums.since(game_list, deal))

    earned = credited(game_list, chairs, {1: game_list})

    assert sum(performances(earned, 4)) == sum(performances(whole, 4))
    if deal == 1:
        places = list(range(4))
        places[seat - 1], places[other - 1] = other - 1, seat - 1
        assert earned == tuple(whole[place] for place in places)
    assert credited(game_list, [], {}) == whole
    assert parts[0].deals + parts[1].deals == game_list.deals
    halves = [tallies(part) for part in parts]
    for name in ("game_points", "won", "lost", "opponents_lost", "opponents_lost_at_three"):
        both = [sum(getattr(half[seat], name) for half in halves) for seat in range(game_list.seats)]
        assert [getattr(tally, name) for tally in whole] == both
