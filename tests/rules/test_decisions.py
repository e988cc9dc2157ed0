"""SkWO 7.1, 7.2.4, 7.2.5 and rulings on single entries: what counts after a decision."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList, Ruling, booked
from scoring.rules.game_list.decisions import after_correction, voided, zeroed
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, rating, tallies
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
            GameList(
                seats=4,
                deals=(Deal(number=1, declarer=2, played=LOST), Deal(number=2, declarer=3, played=LOST)),
            )
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
