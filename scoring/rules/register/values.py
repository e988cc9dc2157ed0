"""ISkO 5, SkWO 8 and 9: what games are worth, the list, the extract of the rules, the conditions of play."""

from typing import Final

from scoring.rules.register.clause import CARDS, CONDUCT, HALL, Clause, clause

BASE_VALUES: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.1.1",
        "Diamonds 9, hearts 10, spades 11, clubs 12, Grand 24.",
        held="BASE_VALUE",
        shown="test_games.test_the_table_of_values_holds_cell_by_cell",
    ),
    clause(
        "ISkO 5.1.2",
        "Null 23, Hand 35, ouvert 46, ouvert Hand 59.",
        held="values.NULL_VALUE Code.LEVEL_ANNOUNCED_IN_NULL Code.LEVEL_IN_NULL",
        shown="test_games.test_null_has_four_games test_valuation.test_the_worked_numbers_hold "
        "test_games.test_null_announces_no_level",
    ),
)

LEVELS: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.2.1",
        "The ladder of levels, three with the skat and seven in Hand games, won or lost.",
        held="Contract book Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER",
        shown="test_games.test_with_matadors_a_game_has_the_ten_printed_forms "
        "test_games.test_without_matadors_a_game_has_the_five_printed_forms "
        "test_valuation.test_the_steps_count_up_one_by_one",
    ),
    clause(
        "ISkO 5.2.2",
        "The declarer wins with 61 card points, the skat's included.",
        held="judge judging.ENOUGH_TO_WIN Code.SIMPLE_LOSS_WITH_ELEVEN",
        shown="test_judging.test_levels_follow_from_points_and_tricks",
    ),
    clause(
        "ISkO 5.2.3",
        "A side with 30 card points or fewer is Schneider.",
        held="judge judging.SCHNEIDER Code.WON_SCHNEIDER_WITHOUT_SEVEN Code.LOST_SCHNEIDER_WITH_SEVEN",
        shown="test_judging.test_levels_follow_from_points_and_tricks test_checks.test_a_line_gets_its_code "
        "test_played_out.test_what_was_really_played_is_never_refused",
    ),
    clause(
        "ISkO 5.2.4",
        "A side without a trick is Schwarz; one empty trick makes it Schneider.",
        held="judge Code.SCHWARZ_WITHOUT_SCHNEIDER Code.WON_SCHWARZ_WITHOUT_CLUB_JACK Code.LOST_SCHWARZ_WITH_THREE "
        "Code.LOST_SCHWARZ_WITH_ONE_OR_TWO",
        shown="test_judging.test_levels_follow_from_points_and_tricks test_checks.test_a_line_gets_its_code "
        "test_played_out.test_what_was_really_played_is_never_refused",
    ),
    clause(
        "ISkO 5.2.5",
        "Levels are announced in Hand games only; missed they lose and count; there is no Eigenschneider.",
        held="contradictions book judge decided Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND Code.ANNOUNCED_LEVEL_MISSED "
        "Code.SCHWARZ_ANNOUNCED",
        shown="test_judging.test_an_announced_level_must_be_made test_valuation.test_the_worked_numbers_hold "
        "test_judging.test_a_game_ended_by_a_breach_counts_simple",
    ),
    clause(
        "ISkO 5.2.6",
        "Ouvert includes Schwarz announced; no trick may be lost.",
        held="contradictions Code.OUVERT_WITHOUT_ANNOUNCEMENTS",
        shown="test_games.test_a_contradiction_names_its_reason_3_4_4 "
        "test_valuation.test_grand_ouvert_is_counted_as_the_rule_book_counts_it",
    ),
    clause(
        "ISkO 5.2.7",
        "Null is won without a trick.",
        held="judge",
        shown="test_judging.test_null_is_won_without_a_trick_5_2_7",
    ),
    clause(
        "ISkO 5.2.8",
        "In doubt each side shows its tricks: the declarer for the levels, the opponents for the loss.",
        beyond="Evidence is weighed at the table; the list gets the result.",
    ),
)

VALUE: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.3.1",
        "Values are points, from base value, levels and matadors; Null has its fixed ones.",
        held="book Code.MATADORS_IN_NULL",
        shown="test_games.test_the_table_of_values_holds_cell_by_cell "
        "test_checks.test_null_never_gets_a_problem_of_trumps",
    ),
    clause(
        "ISkO 5.3.2",
        "Matadors and levels are added and multiply the base value: 2 to 14 with the skat, 3 to 18 in Hand games.",
        held="book Booking.steps",
        shown="test_games.test_no_game_falls_outside_the_table test_valuation.test_the_steps_count_up_one_by_one",
    ),
    clause(
        "ISkO 5.3.3",
        "With and without the same number of matadors a game is worth the same.",
        held="book",
        shown="test_valuation.test_with_and_without_score_alike",
    ),
    clause(
        "ISkO 5.3.4",
        "A lost game counts twice.",
        held="book",
        shown="test_valuation.test_lost_is_minus_twice_the_value",
    ),
)

OVERBID: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.4.1",
        "An overbid game with the skat is charged the multiple that reaches the bid, and marked.",
        held="book against_bid worth Played.overbid Code.WON_BELOW_BID Code.OVERBID_THOUGH_COVERED "
        "Code.OVERBID_WITHOUT_BID Code.BELOW_BID_NOT_TICKED",
        shown="test_valuation.test_an_overbid_game_is_charged_the_nearest_multiple "
        "test_valuation.test_the_bid_is_held_against_the_line "
        "test_judging.test_overbid_is_judged_after_the_play",
    ),
    clause(
        "ISkO 5.4.2",
        "An overbid Hand game is lost, whatever points were made.",
        held="judge book",
        shown="test_judging.test_overbid_is_judged_after_the_play test_valuation.test_the_worked_numbers_hold",
    ),
    clause(
        "ISkO 5.4.3",
        "What was impossible before the first trick is not won by the opponents' breach (the paragraph after 5.4.2).",
        held="decided rulings.IMPOSSIBLE Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK",
        shown="test_judging.test_a_level_he_needs_is_his_unless_it_was_out_of_reach",
    ),
)

LIST: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.5.1",
        "Every game is written down at once, won or lost, and added up.",
        held="running booked Code.WRONG_NUMBER",
        shown="test_game_list.test_the_last_running_totals_are_the_game_points_8_11 "
        "test_game_list.test_every_deal_changes_only_its_declarers_column",
    ),
    clause(
        "ISkO 5.5.2",
        "The list names base value, matadors and levels.",
        held="Played problems",
        shown="test_checks.test_a_line_names_base_value_matadors_and_levels_or_is_a_null_5_5_2",
    ),
    clause(
        "ISkO 5.5.3",
        "Mistakes are corrected until the end of the series, if all players of the game consent.",
        held="tallies",
        shown="test_game_list.test_the_order_of_correction_does_not_matter",
        beyond="Who consented is for the site to ask; afterwards see SkWO 7.2.5.",
    ),
    clause(
        "ISkO 5.5.4",
        "The stake is agreed before; fractions are rounded up, a lost game is doubled after that.",
        held="settle paid_per_game results.settlement.MOST_OFFICIAL",
        shown="test_totals.test_fractions_are_rounded_upwards_between_two_players test_totals.test_a_game_in_cash",
        beyond="A table without a tournament agrees on what it likes.",
    ),
    clause(
        "ISkO 5.5.5",
        "At the end everybody settles with everybody, by cross sums or by differences.",
        held="settle cross_sum",
        shown="test_totals.test_the_printed_settlements_hold_both_ways test_totals.test_all_variants_agree "
        "test_totals.test_a_settlement_sums_to_zero_at_any_stake",
    ),
)

TABLE: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 5.6",
        "The table of all values.",
        held="BIDS different_games possible_points Code.IMPOSSIBLE_POINTS",
        shown="test_games.test_the_table_of_values_holds_cell_by_cell "
        "test_totals.test_one_or_two_games_are_possible_exactly_as_the_values_allow",
    ),
)

EXTRACT: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 8.1",
        "Play goes strictly by the ISkO.",
        held="problems",
        shown="test_checks.test_what_is_refused_of_a_line_is_refused_by_the_isko_8_1",
        beyond="What happens with the cards is for the table and the judge.",
    ),
    clause("SkWO 8.2", "Cards are dealt three, skat, four, three.", beyond=CARDS),
    clause("SkWO 8.3", "The cut is compulsory: at least four cards are lifted or left.", beyond=CARDS),
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
        "A side with 30 card points or fewer is Schneider.",
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
