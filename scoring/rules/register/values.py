"""ISkO 5: what games are worth, and the list they are written into."""

from typing import Final

from scoring.rules.register.clause import Clause, clause

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
        held="decided breaches.IMPOSSIBLE Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK",
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
