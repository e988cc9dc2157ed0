"""ISkO 4.5.10, SkWO 7 and 9.10: decisions, corrections before they are made, two lists compared, deadlines."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.comparison import Cell, compared, difference
from scoring.rules.contract import Contract, Game
from scoring.rules.deadlines import (
    AFTER_POSTING,
    AFTER_THE_EVENT,
    appeals_close_at,
    may_appeal,
    may_query,
    queries_close_at,
)
from scoring.rules.game_list.deals import Deal, GameList, Ruling, booked
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, after_correction, rating, tallies, voided, zeroed
from scoring.rules.rulings import as_it_stands, changes, corrected, ended_by_breach, refused
from scoring.rules.valuation import Played
from tests.support import strategies
from tests.support.strategies import game_lists, line, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)
RULING = Ruling(reason="the opponents revoked in the third trick", clause="ISkO 4.2.3")


def points(earned):
    return [rating(tally, seats=len(earned)).performance for tally in earned]


class TestRuling:
    def test_a_judges_entry_says_why_and_by_which_clause(self):
        """Show ISkO 4.5.10 and SkWO 7.3.2."""
        below = line("hearts", 1, bid=50, overbid=True)
        entry = Deal(number=1, declarer=2, played=below, overruled=True, ruling=RULING)

        assert booked(entry) == 20
        assert {one.problem.severity for one in findings(GameList(seats=4, deals=(entry,)))} == {"warning"}
        assert (entry.ruling.reason, entry.ruling.clause) == (RULING.reason, "ISkO 4.2.3")

    def test_entries_from_before_there_were_reasons_need_none(self):
        assert Deal(number=1, declarer=2, played=GRAND, overruled=True).ruling is None

    @pytest.mark.parametrize("missing", [{"reason": ""}, {"reason": " \n"}, {"clause": ""}, {"clause": " "}])
    def test_a_ruling_explains_itself(self, missing):
        with pytest.raises(ValueError, match="a reason and a clause"):
            Ruling(**{"reason": "revoked", "clause": "ISkO 4.2.3"} | missing)

    def test_a_reason_for_nothing_is_refused(self):
        with pytest.raises(ValueError, match="an entry that is overruled"):
            Deal(number=1, declarer=2, played=GRAND, ruling=RULING)


class TestZeroed:
    def test_whoever_sat_in_a_wrong_place_has_zero_in_every_column_7_1_2(self):
        """Show SkWO 7.1.3."""
        earned = tallies(
            GameList(seats=4, deals=(Deal(number=1, declarer=2, played=LOST), Deal(number=2, declarer=3, played=LOST)))
        )

        assert points(earned) == [60, -68, -68, 60]
        counted = zeroed(earned, seats={2})
        assert counted[1] == Tally()
        # The bonus for his lost game stays with the others.
        assert points(counted) == [60, 0, -68, 60]

    @given(game_lists(), st.sets(st.integers(1, 3)))
    def test_the_others_keep_everything(self, game_list, seats):
        """Show SkWO 7.1.3."""
        earned = tallies(game_list)

        for seat, (before, after) in enumerate(zip(earned, zeroed(earned, seats=seats), strict=True), start=1):
            assert after == (Tally() if seat in seats else before)

    @pytest.mark.parametrize("seat", [0, 4, -1])
    def test_a_seat_must_be_one_of_the_table(self, seat):
        with pytest.raises(ValueError, match=rf"no seats \[{seat}\] at a table of 3"):
            zeroed((Tally(),) * 3, seats={1, seat})

    @given(game_lists())
    def test_a_void_list_counts_for_nobody_7_2_4(self, game_list):
        """Show SkWO 9.11."""
        assert voided(tallies(game_list)) == (Tally(),) * game_list.seats
        assert points(voided(tallies(game_list))) == [0] * game_list.seats


class TestAfterCorrection:
    """SkWO 7.2.5: always the lower score, unless all players testify."""

    BEFORE = tallies(GameList(seats=4, deals=(Deal(number=1, declarer=2, played=line("clubs", 1)),)))
    CORRECTED = tallies(GameList(seats=4, deals=(Deal(number=1, declarer=2, played=LOST),)))

    def test_a_win_that_was_none_is_taken_back_for_no_bonus_7_2_5(self):
        assert points(self.BEFORE) == [0, 74, 0, 0]
        assert points(self.CORRECTED) == [30, -98, 30, 30]
        assert points(after_correction(self.BEFORE, self.CORRECTED)) == [0, -98, 0, 0]

    def test_a_loss_that_was_none_stays_and_takes_the_bonus_back_7_2_5(self):
        assert points(after_correction(self.CORRECTED, self.BEFORE)) == [0, -98, 0, 0]

    def test_with_the_testimony_of_all_the_corrected_list_counts_7_2_5(self):
        assert after_correction(self.CORRECTED, self.BEFORE, testified=True) == self.BEFORE

    @pytest.mark.parametrize(
        ("lower", "higher"),
        [
            pytest.param(Tally(game_points=100), Tally(game_points=101), id="5.2-performance"),
            pytest.param(Tally(game_points=50), Tally(won=1), id="5.2-fewer-won"),
            pytest.param(Tally(game_points=50, won=1, lost=1), Tally(won=1), id="5.2-more-lost"),
            pytest.param(
                Tally(game_points=9, opponents_lost=1),
                Tally(opponents_lost=1, opponents_lost_at_three=1),
                id="5.1-bonus",
            ),
            pytest.param(
                Tally(game_points=-540, lost=2, opponents_lost=3),
                Tally(game_points=-480, lost=2, opponents_lost=1),
                id="5.2-all-equal-fewer-game-points",
            ),
        ],
    )
    def test_the_lower_is_what_ranks_lower(self, lower, higher):
        rest = (Tally(),) * 3

        assert after_correction((lower, *rest), (higher, *rest)) == (lower, *rest)
        assert after_correction((higher, *rest), (lower, *rest)) == (lower, *rest)

    def test_the_bonus_is_that_of_the_table(self):
        # At three 40 beat 35; at four 30 do not.
        bonus, plain = Tally(opponents_lost=1), Tally(game_points=35)
        at_three, at_four = (Tally(),) * 2, (Tally(),) * 3

        assert after_correction((bonus, *at_three), (plain, *at_three))[0] == plain
        assert after_correction((bonus, *at_four), (plain, *at_four))[0] == bonus

    @pytest.mark.parametrize(("before", "after"), [(4, 3), (3, 4)])
    def test_two_lists_of_different_tables_are_not_compared(self, before, after):
        with pytest.raises(ValueError, match=f"a list of {before} seats cannot become one of {after}"):
            after_correction((Tally(),) * before, (Tally(),) * after)

    @given(game_lists(seats=4), game_lists(seats=4))
    def test_nobody_gains_and_the_order_does_not_matter(self, one, other):
        """Show SkWO 7.2.5."""
        before, corrected = tallies(one), tallies(other)

        counted = after_correction(before, corrected)

        assert points(counted) == [min(pair) for pair in zip(points(before), points(corrected), strict=True)]
        assert counted == after_correction(corrected, before)
        assert all(tally in pair for tally, *pair in zip(counted, before, corrected, strict=True))


ONE = GameList(seats=4, deals=(Deal(number=1, declarer=2, played=GRAND),))


def test_a_deal_takes_the_place_of_its_number_or_comes_last():
    other = Deal(number=1, declarer=3, played=GRAND)
    following = Deal(number=2, declarer=3, played=GRAND)

    assert corrected(ONE, other).deals == (other,)
    assert corrected(ONE, following).deals == (*ONE.deals, following)


def test_what_the_rules_refuse_is_named():
    assert [one.problem.code for one in refused(ONE, Deal(number=1, declarer=1, played=GRAND))] == ["dealer-played"]
    assert [one.problem.code for one in refused(ONE, Deal(number=3))] == ["wrong-number"]
    assert refused(ONE, Deal(number=2)) == ()


def test_an_entry_is_overruled_only_where_it_has_to_be():
    below = Deal(number=1, declarer=2, played=line("hearts", 1, bid=50), overruled=True)
    allowed = Deal(number=1, declarer=2, played=lost("clubs", 1), overruled=True)

    assert as_it_stands(ONE, below) == below
    assert as_it_stands(ONE, allowed) == replace(allowed, overruled=False)
    assert as_it_stands(ONE, replace(below, overruled=False)) == replace(below, overruled=False)


@given(game_lists(seats=4), game_lists(seats=4))
def test_the_changes_are_the_difference_of_the_performances(before, after):
    found = changes(before, after)

    performances = [[rating(tally, seats=4).performance for tally in tallies(one)] for one in (before, after)]
    assert [one.change for one in found] == [new - old for old, new in zip(*performances, strict=True)]
    assert [one.seat for one in found] == [1, 2, 3, 4]


@given(game_lists(), st.data())
def test_a_correction_taken_back_changes_nothing(game_list, data):
    if not game_list.deals:
        return
    old = data.draw(st.sampled_from(game_list.deals))
    passed = corrected(game_list, Deal(number=old.number))

    assert corrected(passed, old) == game_list
    assert [one.change for one in changes(passed, game_list)] == [-one.change for one in changes(game_list, passed)]


def test_two_tables_are_not_compared():
    with pytest.raises(ValueError, match="a list of 4 seats cannot become one of 3"):
        changes(ONE, GameList(seats=3))


def test_a_breach_decides_what_was_announced_at_the_simple_level():
    entry = Deal(number=1, declarer=2, played=line("clubs", 1, schneider=True, bid=18), overruled=True)

    assert ended_by_breach(entry, won_by_declarer=True) == Deal(number=1, declarer=2, played=line("clubs", 1, bid=18))
    assert ended_by_breach(entry, won_by_declarer=False).played == lost("clubs", 1, bid=18)
    with pytest.raises(ValueError, match="nobody played"):
        ended_by_breach(Deal(number=1), won_by_declarer=True)


def test_a_level_denied_by_then_is_not_given():
    entry = Deal(number=1, declarer=2, played=line("hearts", 1, "hand", schneider=True, bid=40))

    assert ended_by_breach(entry, won_by_declarer=True, opponents_points=30).played.won
    assert not ended_by_breach(entry, won_by_declarer=True, opponents_points=31).played.won


GRAND_WITH_TWO = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
HEARTS_LOST = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False)


def deals(*plays: tuple[int, Played] | None) -> GameList:
    made = [
        Deal(number=n, declarer=play[0], played=play[1]) if play else Deal(number=n) for n, play in enumerate(plays, 1)
    ]
    return GameList(seats=3, rounds=2, deals=tuple(made))


@given(strategies.game_lists())
def test_a_list_agrees_with_itself(game_list):
    assert compared(game_list, game_list).agree


@given(strategies.game_lists(whole=True, rounds=2), st.data())
def test_whatever_changes_the_points_or_the_declarer_is_a_difference(game_list, data):
    number = data.draw(st.integers(1, game_list.length))
    others = [deal for deal in game_list.deals if deal.number != number]
    changed = Deal(number=number, declarer=game_list.players_of(number)[0], played=data.draw(strategies.honest_lines()))
    second = replace(game_list, deals=tuple(sorted([*others, changed], key=lambda deal: deal.number)))
    before = game_list.deals[number - 1]

    found = compared(game_list, second).differences

    assert {one.number for one in found} <= {number}
    if booked(before) != booked(changed) or (booked(changed) and before.declarer != changed.declarer):
        assert [one.number for one in found] == [number]


def test_every_deal_that_differs_is_named_with_both_entries():
    first, second = (
        deals((1, GRAND_WITH_TWO), None, (2, GRAND_WITH_TWO)),
        deals((1, GRAND_WITH_TWO), (1, GRAND_WITH_TWO), (3, GRAND_WITH_TWO)),
    )

    found = compared(first, second)

    assert [(one.number, one.cells) for one in found.differences] == [
        (2, (Cell.DECLARER, Cell.GAME, Cell.MATADORS, Cell.RESULT, Cell.POINTS)),
        (3, (Cell.DECLARER,)),
    ]
    assert (found.differences[1].first, found.differences[1].second) == (first.deals[2], second.deals[2])


def test_a_list_that_is_behind_does_not_differ_but_does_not_agree_either():
    found = compared(deals((1, GRAND_WITH_TWO), None), deals((1, GRAND_WITH_TWO)))

    assert (found.differences, found.only_first, found.only_second, found.agree) == ((), (2,), (), False)
    assert compared(deals(), deals(None)).only_second == (1,)


@pytest.mark.parametrize(
    ("changes", "cells"),
    [
        ({"matadors": -2}, (Cell.MATADORS,)),
        ({"matadors": 3}, (Cell.MATADORS, Cell.POINTS)),
        ({"won": False}, (Cell.RESULT, Cell.POINTS)),
        ({"schneider": True}, (Cell.LEVEL, Cell.POINTS)),
        ({"contract": Contract(game=Game.GRAND, hand=True)}, (Cell.ANNOUNCED, Cell.POINTS)),
        ({"contract": Contract(game=Game.CLUBS)}, (Cell.GAME, Cell.POINTS)),
        ({"won": False, "bid": 96, "overbid": True}, (Cell.BID, Cell.RESULT, Cell.POINTS)),
    ],
)
def test_the_cells_in_which_two_entries_differ(changes, cells):
    one = Deal(number=1, declarer=1, played=GRAND_WITH_TWO)

    found = difference(one, replace(one, played=replace(GRAND_WITH_TWO, **changes)))

    assert found is not None
    assert found.cells == cells


@pytest.mark.parametrize("changes", [{"played": replace(GRAND_WITH_TWO, bid=48)}, {"overruled": True}])
def test_a_bid_that_was_reached_or_who_wrote_an_entry_makes_no_difference(changes):
    one = Deal(number=1, declarer=1, played=GRAND_WITH_TWO)

    assert difference(one, replace(one, **changes)) is None


def test_the_bids_of_an_overbid_game_have_to_be_the_same():
    def overbid(bid: int) -> Deal:
        return Deal(number=1, declarer=1, played=replace(HEARTS_LOST, bid=bid, overbid=True))

    found = difference(overbid(24), overbid(27))

    assert found is not None
    assert found.cells == (Cell.BID,)


def test_where_the_opponents_level_covers_the_bid_overbid_may_be_ticked_or_not():
    ticked, unticked = (
        Deal(number=1, declarer=1, played=replace(HEARTS_LOST, schneider=True, bid=bid, overbid=tick))
        for bid, tick in ((30, True), (24, False))
    )

    assert difference(ticked, unticked) is None


def test_under_a_missed_announcement_the_tick_of_its_level_says_nothing():
    contract = Contract(game=Game.GRAND, hand=True, schneider_announced=True)
    line = Played(contract=contract, matadors=2, won=False)

    assert (
        difference(*(Deal(number=1, declarer=1, played=replace(line, schneider=tick)) for tick in (True, False)))
        is None
    )


BERLIN = ZoneInfo("Europe/Berlin")
EVENING = datetime(2025, 5, 17, 19, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)

moments = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2035, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC).astimezone(BERLIN)
)


def test_an_appeal_must_come_before_the_next_series_4_5_10():
    """Show SkWO 7.3.3 and SkWO 9.10."""
    closes = appeals_close_at(next_series_starts=EVENING)

    assert closes == EVENING
    assert may_appeal(EVENING - TICK, closes=closes)
    assert not may_appeal(EVENING, closes=closes)


def test_after_the_last_series_there_are_15_minutes_4_5_10():
    """Show SkWO 9.10."""
    closes = appeals_close_at(event_ends=EVENING)

    assert timedelta(minutes=15) == AFTER_THE_EVENT
    assert may_appeal(EVENING + timedelta(minutes=15) - TICK, closes=closes)
    assert not may_appeal(EVENING + timedelta(minutes=15), closes=closes)


def test_the_next_series_counts_before_the_end_of_the_event():
    closes = appeals_close_at(next_series_starts=EVENING, event_ends=EVENING - timedelta(hours=1))

    assert closes == EVENING


def test_while_nothing_is_fixed_everybody_may_appeal():
    assert appeals_close_at() is None
    assert may_appeal(EVENING, closes=None)


def test_a_posted_result_can_be_queried_for_an_hour_or_as_announced():
    closes = queries_close_at(posted=EVENING)
    short = queries_close_at(posted=EVENING, window=timedelta(minutes=30))

    assert timedelta(hours=1) == AFTER_POSTING
    assert closes == EVENING + timedelta(hours=1)
    assert may_query(closes - TICK, closes=closes)
    assert not may_query(closes, closes=closes)
    assert short == EVENING + timedelta(minutes=30)
    assert may_query(EVENING, closes=None)


@pytest.mark.proof("deadlines")
def test_a_quarter_of_an_hour_lasts_15_minutes_when_summer_time_ends(prove):
    ends = datetime(2025, 10, 26, 2, 50, tzinfo=BERLIN)

    closes = appeals_close_at(event_ends=ends)

    assert closes is not None
    assert (closes.hour, closes.minute, closes.fold) == (2, 5, 1)
    assert closes.tzinfo is BERLIN
    assert closes.astimezone(UTC) - ends.astimezone(UTC) == timedelta(minutes=15)
    prove("02:50 CEST + 15 min = 02:05 CET: 0 minutes off")


def test_a_quarter_of_an_hour_lasts_15_minutes_when_summer_time_begins():
    closes = appeals_close_at(event_ends=datetime(2025, 3, 30, 1, 50, tzinfo=BERLIN))

    assert closes == datetime(2025, 3, 30, 3, 5, tzinfo=BERLIN)


def test_the_hour_that_comes_twice_is_told_apart():
    first = datetime(2025, 10, 26, 2, 30, tzinfo=BERLIN)
    second = first.replace(fold=1)

    assert may_appeal(first, closes=second)
    assert not may_appeal(second, closes=first)
    assert not may_appeal(second.replace(minute=0), closes=first)


@pytest.mark.parametrize(
    "ask",
    [
        lambda naive: appeals_close_at(next_series_starts=naive),
        lambda naive: appeals_close_at(event_ends=naive),
        lambda naive: queries_close_at(posted=naive),
        lambda naive: may_appeal(naive, closes=EVENING),
        lambda naive: may_appeal(EVENING, closes=naive),
        lambda naive: may_query(naive, closes=EVENING),
    ],
)
def test_a_moment_needs_a_time_zone(ask):
    with pytest.raises(ValueError, match="time zone"):
        ask(datetime(2025, 5, 17, 19, 0))


@given(moments, moments)
def test_the_window_lasts_exactly_15_minutes_everywhere(ends, now):
    closes = appeals_close_at(event_ends=ends)
    passed = now.astimezone(UTC) - ends.astimezone(UTC)

    assert may_appeal(now, closes=closes) is (passed < AFTER_THE_EVENT)


@given(moments)
def test_a_start_of_series_is_kept_as_it_was_given(starts):
    closes = appeals_close_at(next_series_starts=starts)

    assert closes is not None
    assert (closes, closes.tzinfo, closes.fold) == (starts, starts.tzinfo, starts.fold)
