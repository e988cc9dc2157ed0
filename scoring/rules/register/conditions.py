"""SkWO 8 and 9: the extract of the rules, and the conditions of play."""

from typing import Final

from scoring.rules.register.clause import CARDS, CONDUCT, HALL, Clause, clause

EXTRACT: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 8.1",
        "Play goes strictly by the ISkO.",
        held="problems",
        shown="test_checks.test_what_is_refused_of_a_line_is_refused_by_the_isko_8_1",
        beyond="What happens with the cards is for the table and the judge.",
    ),
    clause("SkWO 8.2", "Cards are dealt three, skat, four, three.", beyond=CARDS),
    clause("SkWO 8.3", "The cut leaves or lifts at least four cards.", beyond=CARDS),
    clause(
        "SkWO 8.4",
        "A wrong lead or a revoke ends the game for the other side, unless it was decided.",
        held="decided",
        shown="test_checks.test_a_game_already_decided_stays_with_whoever_had_won_it_4_1_3_and_8_4 "
        "test_checks.test_a_breach_ends_the_game_for_the_other_side_8_4",
        beyond="That it happened, and whether the game was decided, is the judge's finding.",
    ),
    clause("SkWO 8.5", "The dealer does not look at the skat, nor at both neighbours' cards.", beyond=CARDS),
    clause("SkWO 8.6", "Tricks are not looked at again or mixed; every trick is taken up.", beyond=CARDS),
    clause(
        "SkWO 8.7",
        "Null 23, 35, 46, 59; Grand has base value 24, from 48 to 264.",
        held="BASE_VALUE values.NULL_VALUE book",
        shown="test_valuation.test_the_worked_numbers_hold",
    ),
    clause(
        "SkWO 8.8",
        "Thirty points are Schneider, for both sides.",
        held="judge judging.SCHNEIDER",
        shown="test_judging.test_levels_follow_from_points_and_tricks",
    ),
    clause(
        "SkWO 8.9",
        "Ouvert is played open; all tricks, in Null none, are the declarer's.",
        held="judge contradictions",
        shown="test_judging.test_an_announced_level_must_be_made test_judging.test_null_is_won_without_a_trick_5_2_7",
        beyond=CARDS,
    ),
    clause(
        "SkWO 8.10",
        "Three levels with the skat, seven in Hand games; a lost game counts twice.",
        held="Contract book",
        shown="test_games.test_with_matadors_a_game_has_the_ten_printed_forms "
        "test_valuation.test_lost_is_minus_twice_the_value",
    ),
    clause(
        "SkWO 8.11",
        "Points are added up after every deal.",
        held="running",
        shown="test_game_list.test_the_last_running_totals_are_the_game_points_8_11 "
        "test_presence.TestBonus.test_running_totals_end_in_the_game_points_8_11",
    ),
    clause(
        "SkWO 8.12",
        "At the end of a series 50 for won, less 50 for lost games, and the bonus.",
        held="rating performance tallies",
        shown="test_totals.test_the_example_of_skwo_5_2 "
        "test_presence.TestBonus.test_the_parts_of_a_rating_are_the_whole_of_it_5_2",
    ),
)

CONDITIONS: Final[tuple[Clause, ...]] = (
    clause("SkWO 9.1", "The new cards of the table are used.", beyond=CARDS),
    clause(
        "SkWO 9.2",
        "Without agreement on a stake there is none.",
        held="settle paid_per_game",
        shown="test_checks.test_without_a_stake_nobody_pays_9_2",
        beyond="Whether they agreed is the table's word: a stake of 0 settles nothing.",
    ),
    clause("SkWO 9.3", "Seat 1 keeps the list, or another by agreement.", beyond="The site: any seat may write."),
    clause(
        "SkWO 9.4",
        "A deal that nobody plays is written down; the next dealer deals, never the same again; no Ramsch.",
        held="Deal.passed GameList.dealer_of Code.WRONG_NUMBER ControlSums.passed",
        shown="test_game_list.TestBooking.test_a_deal_passed_in_is_written_down_and_earns_nothing_3_3_7 "
        "test_checks.test_after_a_deal_passed_in_the_next_player_deals_3_3_7_and_9_4 "
        "test_game_list.test_the_control_sums_of_an_honest_list_agree",
        beyond="Excluding a table that deals again is the direction's act.",
    ),
    clause(
        "SkWO 9.5",
        "Every game is played; none is given away.",
        beyond="Cut games are announced and conceded at the table (ISkO 4.3); the list gets the result.",
    ),
    clause(
        "SkWO 9.6",
        "The dealer checks the entries.",
        beyond="A duty of the players, not in the program: it shows every entry and the totals after it (SkWO 8.11).",
    ),
    clause("SkWO 9.7", "Nobody plays in another's place.", beyond=CONDUCT),
    clause(
        "SkWO 9.8",
        "The direction and the judges may check lists at any time.",
        held="findings control_sums",
        shown="test_game_list.TestFindings.test_no_list_is_too_wrong_to_be_read",
    ),
    clause("SkWO 9.9", "Watching other tables is forbidden.", beyond=CONDUCT),
    clause(
        "SkWO 9.10",
        "Appeals before the next series, after the last within 15 minutes; the tribunal decides finally.",
        held="appeals_close_at may_appeal",
        shown="test_decisions.test_an_appeal_must_come_before_the_next_series_4_5_10 "
        "test_decisions.test_after_the_last_series_there_are_15_minutes_4_5_10",
    ),
    clause(
        "SkWO 9.11",
        "All players sign at the end; bad lists may be declared void.",
        held="findings voided",
        shown="test_game_list.TestFindings.test_a_whole_honest_list_can_be_signed "
        "test_checks.test_a_list_with_deals_missing_is_not_ready_to_be_signed_9_11 "
        "test_decisions.TestZeroed.test_a_void_list_counts_for_nobody_7_2_4",
        beyond="That every player signs is kept by the site, not by these functions (SkWO 7.2.3).",
    ),
    clause("SkWO 9.12", "Whoever keeps the list gets the cards.", beyond=HALL),
    clause("SkWO 9.13", "Start cards are handed in; without them no prize.", beyond=HALL),
)
