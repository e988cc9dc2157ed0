"""ISkO 4.5.10, SkWO 7 and 9.10: decisions, corrections before they are made, two lists compared, deadlines."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import deadlines
from scoring.rules.comparison import Cell, compared, difference
from scoring.rules.contract import Contract, Game
from scoring.rules.deadlines import AFTER_THE_EVENT, appeals_close_at, may_appeal, may_query, queries_close_at
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

    def test_a_ruling_explains_itself_but_entries_from_before_there_were_reasons_need_none(self):
        assert Deal(number=1, declarer=2, played=GRAND, overruled=True).ruling is None
        for missing in ({"reason": ""}, {"reason": " \n"}, {"clause": ""}, {"clause": " "}):
            with pytest.raises(ValueError, match="a reason and a clause"):
                Ruling(**{"reason": "revoked", "clause": "ISkO 4.2.3"} | missing)
        with pytest.raises(ValueError, match="an entry that is overruled"):
            Deal(number=1, declarer=2, played=GRAND, ruling=RULING)


class TestZeroed:
    def test_whoever_sat_in_a_wrong_place_has_zero_in_every_column_7_1_2(self):
        """Show SkWO 7.1.3."""
        lost_by = (Deal(number=1, declarer=2, played=LOST), Deal(number=2, declarer=3, played=LOST))
        earned = tallies(GameList(seats=4, deals=lost_by))

        assert points(earned) == [60, -68, -68, 60]
        counted = zeroed(earned, seats={2})
        assert counted[1] == Tally()
        # The bonus for his lost game stays with the others.
        assert points(counted) == [60, 0, -68, 60]

    def test_the_others_keep_everything(self):
        """Show SkWO 7.1.3."""
        earned = tuple(Tally(game_points=points, won=1, opponents_lost=2) for points in (18, 20, 22))

        for seats in ({1}, {2, 3}, {1, 2, 3}, set()):
            kept = [Tally() if seat in seats else own for seat, own in enumerate(earned, start=1)]
            assert list(zeroed(earned, seats=seats)) == kept
        for seat in (0, 4, -1):
            with pytest.raises(ValueError, match=rf"no seats \[{seat}\] at a table of 3"):
                zeroed(earned, seats={1, seat})

    def test_a_void_list_counts_for_nobody_7_2_4(self):
        """Show SkWO 9.11."""
        for seats in (3, 4):
            game_list = GameList(seats=seats, deals=(Deal(number=1, declarer=2, played=LOST),))
            assert voided(tallies(game_list)) == (Tally(),) * seats
            assert points(voided(tallies(game_list))) == [0] * seats


class TestAfterCorrection:
    """SkWO 7.2.5: always the lower score, unless all players testify."""

    BEFORE = tallies(GameList(seats=4, deals=(Deal(number=1, declarer=2, played=line("clubs", 1)),)))
    CORRECTED = tallies(GameList(seats=4, deals=(Deal(number=1, declarer=2, played=LOST),)))

    def test_a_win_that_was_none_is_taken_back_for_no_bonus_7_2_5(self):
        assert points(self.BEFORE) == [0, 74, 0, 0]
        assert points(self.CORRECTED) == [30, -98, 30, 30]
        assert points(after_correction(self.BEFORE, self.CORRECTED)) == [0, -98, 0, 0]
        # A loss that was none stays, and takes the bonus back.
        assert points(after_correction(self.CORRECTED, self.BEFORE)) == [0, -98, 0, 0]

    def test_with_the_testimony_of_all_the_corrected_list_counts_7_2_5(self):
        assert after_correction(self.CORRECTED, self.BEFORE, testified=True) == self.BEFORE

    def test_the_lower_is_what_ranks_lower(self):
        at_four, at_three = Tally(opponents_lost=1), Tally(opponents_lost=1, opponents_lost_at_three=1)
        less = Tally(game_points=-540, lost=2, opponents_lost=3)
        more = Tally(game_points=-480, lost=2, opponents_lost=1)
        for name, rest, lower, higher in (
            ("5.2 performance", 3, Tally(game_points=100), Tally(game_points=101)),
            ("5.2 fewer won", 3, Tally(game_points=50), Tally(won=1)),
            ("5.2 more lost", 3, Tally(game_points=50, won=1, lost=1), Tally(won=1)),
            ("5.1 at three 40 beat 35", 2, Tally(game_points=35), at_four),
            ("5.1 at four 30 do not", 3, at_four, Tally(game_points=35)),
            ("5.1 bonus", 3, replace(at_four, game_points=9), at_three),
            ("5.2 all equal: fewer game points", 3, less, more),
        ):
            others = (Tally(),) * rest
            assert after_correction((lower, *others), (higher, *others)) == (lower, *others), name
            assert after_correction((higher, *others), (lower, *others)) == (lower, *others), name
        for before, after in ((4, 3), (3, 4)):
            with pytest.raises(ValueError, match=f"a list of {before} seats cannot become one of {after}"):
                after_correction((Tally(),) * before, (Tally(),) * after)

    @pytest.mark.slow
    @given(game_lists(seats=4), game_lists(seats=4))
    def test_nobody_gains_and_the_order_does_not_matter(self, one, other):
        """Show SkWO 7.2.5."""
        before, corrected = tallies(one), tallies(other)

        counted = after_correction(before, corrected)

        assert points(counted) == [min(pair) for pair in zip(points(before), points(corrected), strict=True)]
        assert counted == after_correction(corrected, before)
        assert all(tally in pair for tally, *pair in zip(counted, before, corrected, strict=True))


ONE = GameList(seats=4, deals=(Deal(number=1, declarer=2, played=GRAND),))


def test_a_deal_takes_the_place_of_its_number_or_comes_last_and_what_the_rules_refuse_is_named():
    other, following = (Deal(number=number, declarer=3, played=GRAND) for number in (1, 2))

    assert corrected(ONE, other).deals == (other,)
    assert corrected(ONE, following).deals == (*ONE.deals, following)
    for deal, codes in ((replace(other, declarer=1), ["dealer-played"]), (Deal(number=3), ["wrong-number"])):
        assert [one.problem.code for one in refused(ONE, deal)] == codes
    assert refused(ONE, Deal(number=2)) == ()


def test_an_entry_is_overruled_only_where_it_has_to_be():
    below = Deal(number=1, declarer=2, played=line("hearts", 1, bid=50), overruled=True)
    allowed, unruled = replace(below, played=LOST), replace(below, overruled=False)

    assert [as_it_stands(ONE, one) for one in (below, unruled)] == [below, unruled]
    assert as_it_stands(ONE, allowed) == replace(allowed, overruled=False)


@pytest.mark.slow
@given(game_lists(seats=4), st.data())
def test_the_changes_are_the_difference_of_the_performances_and_taken_back_they_are_none(before, data):
    number = data.draw(st.integers(1, max(1, len(before.deals))))
    passed = corrected(before, Deal(number=number))

    found, back = changes(before, passed), changes(passed, before)

    performances = [[rating(tally, seats=4).performance for tally in tallies(one)] for one in (before, passed)]
    assert [one.change for one in found] == [new - old for old, new in zip(*performances, strict=True)]
    assert [one.seat for one in found] == [1, 2, 3, 4]
    assert [one.change for one in back] == [-one.change for one in found]
    assert not before.deals or corrected(passed, before.deals[number - 1]) == before
    with pytest.raises(ValueError, match="a list of 4 seats cannot become one of 3"):
        changes(ONE, GameList(seats=3))


def test_a_breach_decides_what_was_announced_at_the_simple_level():
    entry = Deal(number=1, declarer=2, played=line("clubs", 1, schneider=True, bid=18), overruled=True)
    hearts = Deal(number=1, declarer=2, played=line("hearts", 1, "hand", schneider=True, bid=40))

    assert ended_by_breach(entry, won_by_declarer=True) == Deal(number=1, declarer=2, played=line("clubs", 1, bid=18))
    assert ended_by_breach(entry, won_by_declarer=False).played == lost("clubs", 1, bid=18)
    with pytest.raises(ValueError, match="nobody played"):
        ended_by_breach(Deal(number=1), won_by_declarer=True)
    # A level denied by then is not given.
    assert ended_by_breach(hearts, won_by_declarer=True, opponents_points=30).played.won
    assert not ended_by_breach(hearts, won_by_declarer=True, opponents_points=31).played.won


HEARTS_LOST = lost("hearts", 1)


def deals(*plays: tuple[int, Played] | None) -> GameList:
    made = (Deal(number=n, declarer=play and play[0], played=play and play[1]) for n, play in enumerate(plays, 1))
    return GameList(seats=3, rounds=2, deals=tuple(made))


@pytest.mark.slow
@given(strategies.game_lists(whole=True, rounds=2), st.data())
def test_whatever_changes_the_points_or_the_declarer_is_a_difference(game_list, data):
    number = data.draw(st.integers(1, game_list.length))
    others = [deal for deal in game_list.deals if deal.number != number]
    changed = Deal(number=number, declarer=game_list.players_of(number)[0], played=data.draw(strategies.honest_lines()))
    second = replace(game_list, deals=tuple(sorted([*others, changed], key=lambda deal: deal.number)))
    before = game_list.deals[number - 1]

    found = compared(game_list, second).differences

    assert compared(game_list, game_list).agree
    assert {one.number for one in found} <= {number}
    if booked(before) != booked(changed) or (booked(changed) and before.declarer != changed.declarer):
        assert [one.number for one in found] == [number]


def test_every_deal_that_differs_is_named_with_both_entries_and_one_that_is_behind_does_not_differ():
    one, two, three = ((seat, GRAND) for seat in (1, 2, 3))
    first, second = deals(one, None, two), deals(one, one, three)

    differing, other = compared(first, second).differences

    everything = (Cell.DECLARER, Cell.GAME, Cell.MATADORS, Cell.RESULT, Cell.POINTS)
    assert (differing.number, differing.cells) == (2, everything)
    assert (other.number, other.cells) == (3, (Cell.DECLARER,))
    assert (other.first, other.second) == (first.deals[2], second.deals[2])
    behind = compared(deals(one, None), deals(one))
    assert (behind.differences, behind.only_first, behind.only_second, behind.agree) == ((), (2,), (), False)
    assert compared(deals(), deals(None)).only_second == (1,)


def test_the_cells_in_which_two_entries_differ():
    contract = Contract(game=Game.GRAND, hand=True, schneider_announced=True)
    missed, covered = Played(contract=contract, matadors=2, won=False), replace(HEARTS_LOST, schneider=True)
    overbid = {"bid": 24, "overbid": True}
    for name, one, changed, expected in (
        ("without, not with", GRAND, {"matadors": -2}, (Cell.MATADORS,)),
        ("one more", GRAND, {"matadors": 3}, (Cell.MATADORS, Cell.POINTS)),
        ("lost", GRAND, {"won": False}, (Cell.RESULT, Cell.POINTS)),
        ("a level", GRAND, {"schneider": True}, (Cell.LEVEL, Cell.POINTS)),
        ("hand", GRAND, {"contract": Contract(game=Game.GRAND, hand=True)}, (Cell.ANNOUNCED, Cell.POINTS)),
        ("another game", GRAND, {"contract": Contract(game=Game.CLUBS)}, (Cell.GAME, Cell.POINTS)),
        ("overbid", GRAND, {"won": False, "bid": 96, "overbid": True}, (Cell.BID, Cell.RESULT, Cell.POINTS)),
        ("a bid that was reached", GRAND, {"bid": 48}, ()),
        ("bids of an overbid game", replace(HEARTS_LOST, **overbid), {"bid": 27}, (Cell.BID,)),
        ("a tick of what was covered", replace(covered, bid=30, overbid=True), {"bid": 24, "overbid": False}, ()),
        ("a level announced in vain", missed, {"schneider": True}, ()),
    ):
        found = difference(*(Deal(number=1, declarer=1, played=played) for played in (one, replace(one, **changed))))
        assert (found.cells if found else ()) == expected, name
    entry = Deal(number=1, declarer=1, played=GRAND)
    assert difference(entry, replace(entry, overruled=True)) is None


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
    assert [may_appeal(when, closes=closes) for when in (EVENING - TICK, EVENING)] == [True, False]


def test_after_the_last_series_there_are_15_minutes_4_5_10():
    """Show SkWO 9.10."""
    closes = appeals_close_at(event_ends=EVENING)

    assert timedelta(minutes=15) == AFTER_THE_EVENT
    assert may_appeal(EVENING + timedelta(minutes=15) - TICK, closes=closes)
    assert not may_appeal(EVENING + timedelta(minutes=15), closes=closes)
    assert appeals_close_at(next_series_starts=EVENING, event_ends=EVENING - timedelta(hours=1)) == EVENING
    # While nothing is fixed everybody may appeal.
    assert appeals_close_at() is None
    assert may_appeal(EVENING, closes=None)


def test_a_posted_result_can_be_queried_for_an_hour_or_as_announced():
    closes = queries_close_at(posted=EVENING)

    assert timedelta(hours=1) == deadlines.AFTER_POSTING
    assert closes == EVENING + timedelta(hours=1)
    assert [may_query(when, closes=closes) for when in (closes - TICK, closes)] == [True, False]
    assert queries_close_at(posted=EVENING, window=timedelta(minutes=30)) == EVENING + timedelta(minutes=30)
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


def test_a_quarter_of_an_hour_lasts_15_minutes_when_summer_time_begins_and_the_hour_that_comes_twice_is_told_apart():
    closes = appeals_close_at(event_ends=datetime(2025, 3, 30, 1, 50, tzinfo=BERLIN))
    first = datetime(2025, 10, 26, 2, 30, tzinfo=BERLIN)
    second = first.replace(fold=1)

    assert closes == datetime(2025, 3, 30, 3, 5, tzinfo=BERLIN)
    assert may_appeal(first, closes=second)
    assert not may_appeal(second, closes=first)
    assert not may_appeal(second.replace(minute=0), closes=first)


def test_a_moment_needs_a_time_zone():
    naive = datetime(2025, 5, 17, 19, 0)
    for ask in (
        lambda: appeals_close_at(next_series_starts=naive),
        lambda: appeals_close_at(event_ends=naive),
        lambda: queries_close_at(posted=naive),
        lambda: may_appeal(naive, closes=EVENING),
        lambda: may_appeal(EVENING, closes=naive),
        lambda: may_query(naive, closes=EVENING),
    ):
        with pytest.raises(ValueError, match="time zone"):
            ask()


@given(moments, moments)
def test_the_window_lasts_exactly_15_minutes_everywhere_and_a_start_is_kept_as_it_was_given(ends, now):
    closes = appeals_close_at(event_ends=ends)
    starts = appeals_close_at(next_series_starts=ends)

    assert may_appeal(now, closes=closes) is (now.astimezone(UTC) - ends.astimezone(UTC) < AFTER_THE_EVENT)
    assert starts is not None
    assert (starts, starts.tzinfo, starts.fold) == (ends, ends.tzinfo, ends.fold)
