"""ISkO 1 to 4: the cards, the deal, the auction, the announcement, the sides, the play, claims, manners."""

from typing import Final

from scoring.rules.register.clause import AIM, CARDS, CONDUCT, Clause, clause

BASICS: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 1.1.1",
        "Skat is a game for three or more.",
        held="Code.TOO_FEW_PLAYERS findings",
        shown="test_presence.TestFindings.test_skat_needs_three_1_1_1",
    ),
    clause(
        "ISkO 1.1.2",
        "Skat arose in Altenburg, Germany, around 1820, out of parts of several older card games.",
        beyond=AIM,
    ),
    clause("ISkO 1.1.3", "The two cards laid aside face down, the skat, gave the game its name.", beyond=AIM),
    clause(
        "ISkO 1.2.1",
        "The pack has 32 cards, eight in each suit; the suits rank clubs, spades, hearts, diamonds.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 1.2.2",
        "The pack has 120 card points.",
        held="judge judging.ALL_POINTS",
        shown="test_played_out.test_the_pack_has_120_points_and_32_cards "
        "test_judging.test_what_nobody_can_have_taken_is_refused",
    ),
    clause(
        "ISkO 2.1.1",
        "Games are played with the skat or without taking it up (Hand).",
        held="Contract",
        shown="test_games.test_there_are_29_announcements",
    ),
    clause(
        "ISkO 2.1.2",
        "There are four suits, Grand and Null, each in its forms.",
        held="Game CONTRACTS",
        shown="test_games.test_there_are_29_announcements test_games.test_the_29_are_all_that_can_be_constructed",
    ),
    clause("ISkO 2.2.1", "The skat belongs to the declarer alone.", beyond=CARDS),
    clause(
        "ISkO 2.2.2", "Whoever takes up the skat puts away two cards for it and then announces the game.", beyond=CARDS
    ),
    clause(
        "ISkO 2.2.3",
        "In a Hand game the skat stays unseen: only the ten cards in hand are there for the announcement.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 2.2.4",
        "The declarer makes a suit trump or chooses Grand or Null, with the skat or without taking it up.",
        held="Contract CONTRACTS",
        shown="test_games.test_there_are_29_announcements",
    ),
    clause(
        "ISkO 2.2.5",
        "In an ouvert game the declarer lays the hand open before play begins, sorted and easy to see; the opponents "
        "must demand it and may put the cards in order.",
        beyond=CARDS,
    ),
    clause("ISkO 2.3.1", "In a suit game one suit is trump; the others are equal to each other.", beyond=CARDS),
    clause(
        "ISkO 2.3.2",
        "The jacks are the highest trumps of a suit game, in the order of their suits; the seven cards of the trump "
        "suit follow.",
        held="matadors_by_game",
        shown="test_judging.test_without_the_four_jacks_every_suit_counts_on_by_itself_2_3_2",
        beyond=CARDS,
    ),
    clause(
        "ISkO 2.3.3",
        "In Grand only the jacks are trumps, in the order of their suits.",
        held="matadors_by_game MAX_MATADORS",
        shown="test_judging.test_grand_has_four_at_most_2_3_3_and_2_4_3",
        beyond=CARDS,
    ),
    clause(
        "ISkO 2.3.4",
        "In Null the jacks belong to their suits, which rank ace, king, queen, jack, ten, nine, eight, seven.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 2.4.1",
        "The trumps in unbroken order from the jack of clubs on are called matadors.",
        held="Played.matadors",
        shown="test_played_out.test_matadors_are_counted_from_the_club_jack",
    ),
    clause(
        "ISkO 2.4.2",
        "Matadors are held or missing from the club jack on; the skat counts.",
        held="Played.matadors Code.MATADORS_MISSING",
        shown="test_played_out.test_matadors_are_counted_from_the_club_jack test_checks.test_a_line_gets_its_code",
    ),
    clause(
        "ISkO 2.4.3",
        "At most eleven matadors in a suit, four in Grand.",
        held="MAX_MATADORS matadors_by_game Code.TOO_MANY_MATADORS Code.MANY_MATADORS",
        shown="test_checks.test_a_line_gets_its_code test_checks.test_the_line_next_to_it_does_not "
        "test_judging.test_grand_has_four_at_most_2_3_3_and_2_4_3",
    ),
    clause(
        "ISkO 3.1.1",
        "Places are drawn or assigned; the first player chooses a seat, the others follow clockwise.",
        beyond="The draw is tables.seating; who sits down where is for the hall.",
    ),
    clause(
        "ISkO 3.1.2",
        "A new player may join at the start of a round, to the right of seat 1 unless somebody is replaced.",
        held="Presence GameList.dealer_of",
        shown="test_presence.TestWhoDeals.test_a_fourth_joins_to_the_right_of_seat_1_and_deals_last_3_1_2",
        beyond="That all agree, and who sits in a seat taken over, is for the site to keep.",
    ),
)

DEALING: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 3.2.1",
        "Seat 1 deals first, the player to its right last in every round.",
        held="GameList.dealer_of GameList.length",
        shown="test_game_list.TestTable.test_seat_1_deals_first_and_then_in_turn_3_2_1 "
        "test_presence.TestWhoDeals.test_in_a_round_everyone_who_is_there_deals_once_3_2_1",
    ),
    clause("ISkO 3.2.2", "The dealer shuffles well, has the pack cut once, and deals from the top.", beyond=CARDS),
    clause("ISkO 3.2.3", "A pack that was looked through is shuffled again before the cut.", beyond=CARDS),
    clause("ISkO 3.2.4", "The cut is compulsory: at least four cards are lifted or left.", beyond=CARDS),
    clause(
        "ISkO 3.2.5",
        "If the player who is to cut is away, the next one may; long absence is for the judge.",
        beyond=CARDS,
    ),
    clause("ISkO 3.2.6", "Cards are dealt three, skat, four, three.", beyond=CARDS),
    clause(
        "ISkO 3.2.7",
        "At a table of four the dealer gets no cards.",
        held="GameList.players_of Code.DEALER_PLAYED Code.TOO_MANY_OWN_GAMES",
        shown="test_game_list.TestTable.test_at_four_the_dealer_sits_out_3_2_7 "
        "test_game_list.TestFindings.test_a_deal_that_does_not_fit_is_named "
        "test_presence.TestWhoDeals.test_of_three_everybody_plays_of_four_the_dealer_sits_out_3_2_7 "
        "test_totals.test_a_seat_can_play_three_deals_in_a_round",
        beyond="Tournaments have no tables of more than four (SkWO 7.1.1).",
    ),
    clause("ISkO 3.2.8", "If a card is turned over in dealing, the cards are dealt again.", beyond=CARDS),
    clause(
        "ISkO 3.2.9",
        "A wrong number of cards is dealt again only before the auction ends, or if both sides have it.",
        beyond=CARDS,
    ),
    clause("ISkO 3.2.10", "Complaints about shuffle, cut and deal come before the cards are taken up.", beyond=CARDS),
    clause(
        "ISkO 3.2.11",
        "A deal out of turn is void, even when finished; a round is finished when its last deal is written down, "
        "the last round with the signature.",
        held="void_deals",
        shown="test_presence.TestWithinARound.test_everything_since_the_mistake_is_void "
        "test_presence.TestFinishedRounds.test_or_when_the_list_is_signed_3_2_11",
        beyond="Whether an entry was regular is the judge's answer: a list without it is passed in.",
    ),
    clause(
        "ISkO 3.2.12",
        "Within a round all deals since the mistake are dealt again.",
        held="void_deals",
        shown="test_presence.TestWithinARound.test_everything_since_the_mistake_is_void",
    ),
    clause(
        "ISkO 3.2.13",
        "From earlier rounds, or if the cause cannot be shown, finished rounds stay; the one in hand begins again.",
        held="void_deals",
        shown="test_presence.TestFinishedRounds.test_finished_rounds_stay "
        "test_presence.test_the_void_deals_are_the_last_ones_of_one_round",
    ),
    clause("ISkO 3.2.14", "Whoever looks at the skat or shows it may not bid.", beyond=CARDS),
    clause(
        "ISkO 3.2.15",
        "Whoever takes up the skat may not bid; it is drawn again from the twelve cards of that player.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 3.2.16",
        "After a regular deal there is a valid game; passed in is one too.",
        held="Deal.passed Code.HALF_ENTRY Code.WRONG_NUMBER",
        shown="test_game_list.TestBooking.test_a_deal_passed_in_is_written_down_and_earns_nothing_3_3_7 "
        "test_game_list.TestFindings.test_a_deal_that_does_not_fit_is_named",
    ),
)

AUCTION: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 3.3.1",
        "Bids are values of games, from 18 on.",
        held="BIDS Code.UNKNOWN_BID",
        shown="test_games.test_the_values_of_all_games_are_exactly_the_63_bids "
        "test_checks.test_every_legal_bid_is_known",
    ),
    clause(
        "ISkO 3.3.2",
        "The first hand is bid to by its left neighbour, who names values; none may be made up.",
        beyond=CARDS,
    ),
    clause("ISkO 3.3.3", "Whoever cannot hold a bid passes; then the third hand bids.", beyond=CARDS),
    clause("ISkO 3.3.4", "Whoever will not bid higher passes; then the third hand bids or passes.", beyond=CARDS),
    clause("ISkO 3.3.5", "Declarer is whoever bid or held the highest value.", beyond=CARDS),
    clause(
        "ISkO 3.3.6",
        "If the others bid nothing the first hand may play; before it passes it waits for a bid.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 3.3.7",
        "If nobody plays, the next player deals; nobody ever deals twice in a row.",
        held="Deal.passed GameList.dealer_of",
        shown="test_game_list.TestBooking.test_a_deal_passed_in_is_written_down_and_earns_nothing_3_3_7 "
        "test_checks.test_after_a_deal_passed_in_the_next_player_deals_3_3_7_and_9_4",
    ),
    clause("ISkO 3.3.8", "A pass and a bid cannot be taken back.", beyond=CARDS),
    clause(
        "ISkO 3.3.9",
        "Whoever looks at the skat or at cards of others before the auction ends is out of it; the others bid again.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 3.3.10",
        "A skat taken up too early is drawn again from the twelve cards of whoever took it.",
        beyond=CARDS,
    ),
)

ANNOUNCEMENT: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 3.4.1",
        "The declarer announces a valid game, whole: Hand and ouvert too.",
        held="Contract contradictions",
        shown="test_checks.test_hand_and_ouvert_count_only_where_they_were_announced_3_4_1 "
        "test_games.test_the_29_are_all_that_can_be_constructed",
        beyond="What was not said at the table cannot be seen from the list, nor that an announcement was changed.",
    ),
    clause(
        "ISkO 3.4.2",
        "The declarer may announce a game of the value of the bid or a higher one.",
        held="problems Code.WON_BELOW_BID",
        shown="test_checks.test_a_line_gets_its_code test_valuation.test_a_bid_just_reached_is_not_overbid",
    ),
    clause(
        "ISkO 3.4.3",
        "If the skat spoils the game, the declarer may announce one that equals the bid and give it up.",
        held="book Code.OVERBID_THOUGH_COVERED",
        shown="test_valuation.test_the_worked_numbers_hold",
    ),
    clause(
        "ISkO 3.4.4",
        "Contradictory announcements are invalid; an impossible Null is lost as a suit game or Grand, by the bid and "
        "the matadors held or missing.",
        held="contradictions Code.NULL_BELOW_BID forfeit readings matadors_by_game book",
        shown="test_games.test_a_contradiction_names_its_reason_3_4_4 "
        "test_judging.test_the_cheapest_game_by_bid_and_matadors_3_4_4_and_4_1_1 "
        "test_judging.test_a_null_below_its_bid_is_booked_by_its_matadors_3_4_4",
        beyond="The clause names no suit: the cheapest is proposed, the table or a judge may choose another.",
    ),
    clause(
        "ISkO 3.4.5",
        "An invalid announcement is corrected without penalty, within its kind of game.",
        held="IllegalContract",
        shown="test_games.test_a_contradiction_names_its_reason_3_4_4",
        beyond="That the kind of game stays the same is seen at the table only.",
    ),
    clause(
        "ISkO 3.4.6",
        "An announcement with a wrong number of cards loses at the simple level.",
        held="decided",
        shown="test_judging.test_a_game_ended_by_a_breach_counts_simple",
        beyond="How many cards there were is the judge's finding.",
    ),
    clause("ISkO 3.4.7", "A valid announcement cannot be changed.", beyond=CARDS),
    clause(
        "ISkO 3.4.8",
        "Whoever touches the skat after the announcement loses at the simple level.",
        held="decided",
        shown="test_judging.test_a_game_ended_by_a_breach_counts_simple",
        beyond="That they did is the judge's finding.",
    ),
)

SIDES: Final[tuple[Clause, ...]] = (
    clause("ISkO 3.5.1", "The declarer is one side, all others at the table are the other.", beyond=CARDS),
    clause("ISkO 3.5.2", "Opponents win and lose together; each answers for a breach of the other.", beyond=CARDS),
    clause(
        "ISkO 3.5.3",
        "A won game is paid by every opponent, a lost one to every opponent.",
        beyond="The list books the declarer alone; the settlement pays each (ISkO 5.5.5).",
    ),
    clause("ISkO 3.5.4", "Whoever sits out may look at the cards of one player.", beyond=CARDS),
)

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
        "ISkO 4.2.5", "A revoke can no longer be claimed once both sides have put their cards together.", beyond=CARDS
    ),
    clause(
        "ISkO 4.2.6",
        "With too many or too few cards in play, the side with the right number wins at the simple level.",
        beyond=CARDS,
    ),
    clause(
        "ISkO 4.2.7", "Playing ahead of one's turn or drawing a card to influence the game is a breach.", beyond=CARDS
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
        "ISkO 4.4.6", "Whoever looks through tricks or counts their points before the end ends the game.", beyond=CARDS
    ),
    clause("ISkO 4.5.1", "The rules are kept in every point.", beyond=CONDUCT),
    clause("ISkO 4.5.2", "Everyone behaves fairly and seeks no loopholes.", beyond=CONDUCT),
    clause("ISkO 4.5.3", "Cards are dealt so that nobody sees them, and taken up when all are dealt.", beyond=CARDS),
    clause("ISkO 4.5.4", "Only whoever is entitled to it looks at the skat.", beyond=CARDS),
    clause(
        "ISkO 4.5.5", "Everyone holds their cards so that nobody else sees them, and looks at no others.", beyond=CARDS
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
