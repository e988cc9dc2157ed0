"""SkWO 1 to 7: purpose, law, organiser, participants, rating, programme, and the order of a tournament."""

from typing import Final

from scoring.rules.register.clause import AIM, CONDUCT, HALL, Clause, clause

GENERAL: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 1.1",
        "Clubs, federations and single patrons hold tournaments to bring players together in peaceful contest.",
        beyond=AIM,
    ),
    clause(
        "SkWO 1.2",
        "Tournaments keep the game free of excesses and of what offends its customs, and foster fellowship.",
        beyond=AIM,
    ),
    clause(
        "SkWO 1.3",
        "At the table neither age nor calling counts; joy and annoyance are shown with tact and in measure.",
        beyond=CONDUCT,
    ),
    clause(
        "SkWO 1.4",
        "A tournament is open to everybody or limited to some: federations, clubs, preliminaries or finals.",
        beyond=HALL,
    ),
    clause(
        "SkWO 1.5",
        "Single players and teams win honours, money or goods, by the announcement and by their performance.",
        beyond=HALL,
    ),
    clause("SkWO 2.1", "Tournaments go by binding rules that are open to everybody.", beyond=HALL),
    clause(
        "SkWO 2.2",
        "A plan settles rights and duties; like a contract it binds the organiser and the participants.",
        beyond=HALL,
    ),
    clause(
        "SkWO 2.3",
        "A tournament is held by an organiser who answers for it, and by the direction that the organiser names.",
        beyond=HALL,
    ),
    clause("SkWO 2.4", "Tournaments go by the statutes of the associations as they are in force.", beyond=HALL),
    clause(
        "SkWO 3.1",
        "The organiser who answers for a tournament is named in programme and plan, and reports it to the tax office "
        "where that is due.",
        beyond=HALL,
    ),
    clause(
        "SkWO 3.2",
        "The organiser may leave the course to a direction; for disputes there may be judges, who master the rules, "
        "decide quickly and rightly, and can be relied upon.",
        beyond=HALL,
    ),
    clause(
        "SkWO 3.3",
        "Organiser and direction see that the rules are kept, set the conditions and prizes, supervise, and render "
        "account; the organiser answers in person for the prizes.",
        beyond=HALL,
    ),
    clause(
        "SkWO 3.4",
        "Where a tournament is broken off or cannot be held, organiser and direction still answer for it: entry fees "
        "and shares of prizes are given back in proportion.",
        beyond=HALL,
    ),
)

PARTICIPANTS: Final[tuple[Clause, ...]] = (
    clause("SkWO 4.1", "Whoever is entered and has paid may take part.", beyond=HALL),
    clause("SkWO 4.2", "Participants keep the rules and the plan.", beyond=CONDUCT),
    clause("SkWO 4.3", "Whoever breaks the rules on purpose can be expelled; entries can be refused.", beyond=HALL),
    clause(
        "SkWO 4.4",
        "Every series is played to its end, in person.",
        held="findings Code.INCOMPLETE",
        shown="test_game_list.TestFindings.test_only_a_finished_list_must_be_complete_4_4",
        beyond="The direction may name a substitute; that is for the site to keep.",
    ),
    clause("SkWO 4.5", "Organisers and directors may play if the supervision is assured.", beyond=HALL),
)

RATING: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 5.1",
        "Game points, 50 for each own game won or off for each lost, 40 or 30 for each game the others lost.",
        held="performance rating tallied tallies control_sums running_performance",
        shown="test_totals.test_each_part_counts_once "
        "test_totals.test_a_table_as_a_whole_earns_what_its_deals_earn "
        "test_presence.TestBonus.test_a_table_as_a_whole_earns_what_its_deals_earn",
        beyond="The number stands twice: the second 5.1 gives the reasons.",
    ),
    clause(
        "SkWO 5.2",
        "The formula; ties go by games won, then fewer lost, then by lot.",
        held="performance placed ranked tied by_lot counting added",
        shown="test_totals.test_the_example_of_skwo_5_2 test_totals.test_each_criterion_decides_before_the_next "
        "test_totals.test_the_lowest_lot_goes_first test_rankings.test_no_other_choice_of_as_many_series_ranks_higher",
    ),
)

PROGRAMME: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 6.1",
        "The programme is short but complete, agrees with the rules, is clear and does not contradict itself.",
        beyond=HALL,
    ),
    clause(
        "SkWO 6.2",
        "The programme names the series, the deals at a table, the stake and who decides disputes.",
        held="GameList.length Code.TOO_MANY_DEALS Code.TOO_MANY_GAMES",
        shown="test_game_list.TestTable.test_a_series_is_counted_in_rounds "
        "test_game_list.TestFindings.test_a_series_has_no_more_deals_than_its_rounds "
        "test_presence.TestFindings.test_a_series_is_as_long_as_its_rounds_were_6_2",
        beyond="What else it names is text.",
    ),
    clause(
        "SkWO 6.3",
        "The plan hangs out during the whole event, where participants can read it at any time.",
        beyond=HALL,
    ),
)

TABLES: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 7.1.1",
        "Seats are drawn or set; tables have four seats, at most three tables three players.",
        held="GameList Code.UNKNOWN_SEAT",
        shown="test_game_list.TestTable.test_other_tables_do_not_exist "
        "test_game_list.TestFindings.test_a_deal_that_does_not_fit_is_named",
        beyond="The draw is tables.seating.",
    ),
    clause(
        "SkWO 7.1.2",
        "Seats may not be swapped, on pain of exclusion.",
        held="zeroed",
        shown="test_decisions.TestZeroed.test_whoever_sat_in_a_wrong_place_has_zero_in_every_column_7_1_2",
        beyond=CONDUCT,
    ),
    clause(
        "SkWO 7.1.3",
        "A seat is kept for the whole series.",
        held="zeroed tallies",
        shown="test_checks.test_a_seat_is_one_column_from_the_first_deal_to_the_last_7_1_3 "
        "test_decisions.TestZeroed.test_whoever_sat_in_a_wrong_place_has_zero_in_every_column_7_1_2 "
        "test_decisions.TestZeroed.test_the_others_keep_everything",
        beyond="That players stay where they sit is for the table to see; a wrong seat costs its series.",
    ),
    clause("SkWO 7.1.4", "A seat card is good for its series only.", beyond=HALL),
    clause("SkWO 7.1.5", "Only the players with the cards of the table sit there.", beyond=CONDUCT),
)

LISTS: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 7.2.1",
        "Entries are right, complete and clear.",
        held="findings totals_findings Code.HALF_ENTRY Code.NEGATIVE_COUNT",
        shown="test_game_list.TestFindings.test_everything_is_said_at_once "
        "test_totals.test_totals_that_cannot_be_are_named",
    ),
    clause(
        "SkWO 7.2.2",
        "Seat 1 keeps the list; everybody at the table answers for it.",
        beyond="A duty of the players, not in the program: any seat may write, a second list can be kept and compared, "
        "and everybody sees every entry.",
    ),
    clause(
        "SkWO 7.2.3",
        "A list becomes a document by the signatures of all its players.",
        beyond="The site: who confirmed is kept with the list.",
    ),
    clause(
        "SkWO 7.2.4",
        "The direction may declare badly kept lists void.",
        held="voided",
        shown="test_decisions.TestZeroed.test_a_void_list_counts_for_nobody_7_2_4",
    ),
    clause(
        "SkWO 7.2.5",
        "The direction corrects lists, and the lower score counts; all players' testimony corrects them outright.",
        held="after_correction",
        shown="test_decisions.TestAfterCorrection.test_a_win_that_was_none_is_taken_back_for_no_bonus_7_2_5 "
        "test_decisions.TestAfterCorrection.test_with_the_testimony_of_all_the_corrected_list_counts_7_2_5 "
        "test_decisions.TestAfterCorrection.test_nobody_gains_and_the_order_does_not_matter",
    ),
)

COURSE: Final[tuple[Clause, ...]] = (
    clause(
        "SkWO 7.3.1",
        "A tournament goes by the two orders.",
        held="problems findings cite",
        shown="test_checks.test_whatever_is_refused_or_asked_rests_on_a_clause_of_the_two_orders_7_3_1",
    ),
    clause(
        "SkWO 7.3.2",
        "Disputes are decided by the direction or its judges.",
        held="Ruling Deal.overruled decided",
        shown="test_decisions.TestRuling.test_a_judges_entry_says_why_and_by_which_clause "
        "test_game_list.TestFindings.test_what_a_judge_overrides_stays_visible",
    ),
    clause(
        "SkWO 7.3.3",
        "Appeals are filed in writing with the tribunal.",
        held="may_appeal",
        shown="test_decisions.test_an_appeal_must_come_before_the_next_series_4_5_10",
        beyond="The site takes the writing and keeps the verdict.",
    ),
)

CLOSE: Final[tuple[Clause, ...]] = (
    clause("SkWO 7.4.1", "At the end the lists are handed in, in order, and the cards.", beyond=HALL),
    clause("SkWO 7.4.2", "Whoever has finished does not watch the others.", beyond=CONDUCT),
    clause(
        "SkWO 7.4.3", "Prizes are given when the results are there; whoever has one sent bears the cost.", beyond=HALL
    ),
    clause("SkWO 7.4.4", "Lists and results are kept for six months.", beyond="The site keeps them; rules forget."),
)
