"""ISkO 4: the play, following suit, claims, tricks, manners."""

from typing import Final

from scoring.rules.register.clause import CARDS, CONDUCT, Clause, clause

PLAY: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 4.1.1",
        "A game begins with its announcement; the first hand leads, then whoever took the trick. Whoever plays without "
        "the right to loses by the last bid and the matadors held or missing.",
        held="forfeit readings matadors_by_game",
        shown="test_judging.test_the_cheapest_game_by_bid_and_matadors_3_4_4_and_4_1_1",
        beyond="Who led, and whether a game was announced, is seen at the table only.",
    ),
    clause("ISkO 4.1.2", "A card that lies on the table is played and cannot be taken back.", beyond=CARDS),
    clause(
        "ISkO 4.1.3",
        "A breach ends the game; one already decided stays with whoever had won it.",
        held="decided",
        shown="test_checks.test_a_game_already_decided_stays_with_whoever_had_won_it_4_1_3_and_8_4",
        beyond="Whether it was decided, and with how many points, is the judge's finding: a level made by then is "
        "stated in the decision.",
    ),
    clause(
        "ISkO 4.1.4",
        "Before that, the side that broke the rules loses at the simple level.",
        held="decided",
        shown="test_judging.test_a_game_ended_by_a_breach_counts_simple "
        "test_judging.test_by_his_own_breach_the_declarer_gets_no_level_he_still_needed",
    ),
    clause(
        "ISkO 4.1.5",
        "A level the declarer needs counts when the opponents broke the rules, unless they had denied it.",
        held="decided",
        shown="test_judging.test_a_level_he_needs_is_his_unless_it_was_out_of_reach "
        "test_judging.test_the_more_they_had_taken_the_less_he_gets",
    ),
    clause(
        "ISkO 4.1.6",
        "The side that broke the rules plays on if the other side demands it; the breach then does not count.",
        beyond=CARDS,
    ),
    clause("ISkO 4.1.7", "A wrong lead noticed only after the trick is complete stands.", beyond=CARDS),
    clause("ISkO 4.1.8", "Opponents may not keep each other from a wrong lead or another breach.", beyond=CARDS),
    clause(
        "ISkO 4.1.9",
        "Several cards shown, dropped or played at once, or one played out of turn, end the game at once.",
        beyond=CARDS,
    ),
    clause("ISkO 4.1.10", "A wrong lead to the last trick does not matter.", beyond=CARDS),
    clause("ISkO 4.1.11", "Everyone at the table may object to a breach at once.", beyond=CARDS),
    clause("ISkO 4.2.1", "The suit led, or trump, is followed as far as possible.", beyond=CARDS),
    clause("ISkO 4.2.2", "Whoever cannot follow ruffs or plays any other card.", beyond=CARDS),
    clause(
        "ISkO 4.2.3",
        "Not following although one could is a revoke: the game ends at once (4.1.3 to 4.1.6).",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.2.4",
        "A revoke noticed later ends the game with the trick in which it was made (4.1.3 to 4.1.5).",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.2.5",
        "A revoke can no longer be claimed once both sides have put their cards together.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.2.6",
        "With too many or too few cards in play, the side with the right number wins at the simple level.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.2.7",
        "Playing ahead of one's turn or drawing a card to influence the game is a breach.",
        beyond=CARDS,
    ),
    clause("ISkO 4.2.8", "Whoever looks at the skat during the game, or shows it, ends it.", beyond=CARDS),
    clause("ISkO 4.2.9", "Remarks and gestures that betray cards or disturb the game are a breach.", beyond=CARDS),
    clause(
        "ISkO 4.3.1",
        "A game is played to its end; with nine cards or more in hand the declarer may give it up.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.3.2",
        "With fewer than nine cards the declarer may give it up only if an opponent consents.",
        beyond=CARDS,
    ),
    clause("ISkO 4.3.3", "A game is over when an opponent gives it up; both opponents answer for it.", beyond=CARDS),
    clause(
        "ISkO 4.3.4",
        "A declarer who lays the cards open without a word claims all further tricks, in Null "
        "none; otherwise it is over.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.3.5",
        "An opponent may show their cards only if they make all further tricks; otherwise those are the declarer's.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.3.6",
        "Whoever throws their cards down open ends the game for their side with the points it has.",
        beyond=CARDS,
    ),
    clause("ISkO 4.4.1", "A trick is complete with its third card.", beyond=CARDS),
    clause("ISkO 4.4.2", "A trick belongs to whoever took it by the rules.", beyond=CARDS),
    clause(
        "ISkO 4.4.3",
        "The last trick is shown again to whoever has not led or played since and asks for it.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.4.4",
        "Tricks are taken in face down, in order, so that they can be looked through at the end.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.4.5",
        "A declarer who leaves tricks lying claims all further ones; if not, the game ended with the last one taken.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.4.6",
        "Whoever looks through tricks or counts their points before the end ends the game.",
        beyond=CARDS,
    ),
    clause("ISkO 4.5.1", "The rules are kept in every point.", beyond=CONDUCT),
    clause("ISkO 4.5.2", "Everyone behaves fairly and seeks no loopholes.", beyond=CONDUCT),
    clause("ISkO 4.5.3", "Cards are dealt so that nobody sees them, and taken up when all are dealt.", beyond=CARDS),
    clause("ISkO 4.5.4", "Only whoever is entitled to it looks at the skat.", beyond=CARDS),
    clause(
        "ISkO 4.5.5",
        "Everyone holds their cards so that nobody else sees them, and looks at no others.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.5.6",
        "Everyone counts their cards and says before the auction ends if their number is wrong.",
        beyond=CARDS,
    ),
    clause("ISkO 4.5.7", "Every side takes in its own tricks.", beyond=CARDS),
    clause("ISkO 4.5.8", "Nobody counts trumps or points aloud.", beyond=CARDS),
    clause(
        "ISkO 4.5.9",
        "Players leave only after a round, and say so before it begins.",
        held="Presence GameList.turn performance Code.ABSENT_DECLARER",
        shown="test_presence.TestWhoDeals.test_a_table_of_four_goes_on_with_three_4_5_9 "
        "test_presence.TestBonus.test_a_series_is_the_sum_of_its_parts",
    ),
    clause(
        "ISkO 4.5.10",
        "Breaches are named at once; appeals come before the next series, after the last within 15 minutes.",
        held="appeals_close_at may_appeal Ruling",
        shown="test_decisions.test_an_appeal_must_come_before_the_next_series_4_5_10 "
        "test_decisions.test_after_the_last_series_there_are_15_minutes_4_5_10 "
        "test_decisions.TestRuling.test_a_judges_entry_says_why_and_by_which_clause",
        beyond=CONDUCT,
    ),
)
