"""What tables agree on beside the forms that lists of any origin know, each under the number of its section."""

from scoring.rules.game_list.presence import Presence
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.kitty import Kitty, Payment, payments
from scoring.rules.profiles.lines import ContractKind, PassedLine, RamschLine
from scoring.rules.profiles.naming import house
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Exchange, Goal
from tests.rules.profiles.evenings import codes, columns, game, ramsch, scored


def test_section_17_1_klopfen_doubles_a_ramsch():
    for line, expected in (
        (ramsch(20, 35, 65, knocks=1), -130),
        (ramsch(20, 35, 65, knocks=3), -520),
        (ramsch(20, 35, 65, pushes=1, knocks=2), -520),
        (ramsch(0, 45, 75, tricks=(0, 4, 6), knocks=1), -300),
    ):
        assert columns("schieberamsch", line, klopfen=True) == [0, 0, expected], line
    # Who passed the skat on does not knock.
    assert codes(scored("schieberamsch", ramsch(20, 35, 65, knocks=1))) == ["knocks-not-played"]
    for said in ({"knocks": 4}, {"knocks": -1}, {"pushes": 2, "knocks": 2}):
        found = codes(scored("schieberamsch", ramsch(20, 35, 65, **said), klopfen=True))
        assert found == ["too-many-knocks"], said


def test_section_17_1_schenken():
    made = {"won": True, "schenken": 2, "schneider": True}
    for name, more, expected in (
        ("given up", {"won": True, "schenken": 1}, 30),
        ("insisted and made", made, 50),
        ("insisted and missed", {"schenken": 2}, -100),
        ("the declarer is schneider", {"schenken": 2, "schneider": True}, -100),
        ("insisted on schwarz", {**made, "schenken": 3, "schwarz": True}, 70),
        ("schwarz missed", {"schenken": 3}, -140),
        ("a hand game", {**made, "hand": True}, 60),
        ("with contra", {**made, "stakes": 1}, 100),
        ("it covers the bid", {**made, "bid": 50}, 50),
    ):
        assert columns("contra", game(1, "hearts", 2, **more), schenken=True) == [expected, 0, 0], name
    assert columns("kneipe", game(1, "hearts", 2, **made, spitze=True), schenken=True, spitze=1) == [60, 0, 0]


def test_section_17_1_what_schenken_cannot_be():
    announced = {"won": True, "hand": True, "schneider": True, "schneider_announced": True, "schenken": 2}
    for line, expected in (
        (game(1, "hearts", 2, schenken=1), "given-up-and-lost"),
        (game(1, "hearts", 2, won=True, schneider=True, schenken=1), "given-up-and-played"),
        (game(1, "null", won=True, schenken=1), "nothing-to-give-up"),
        (game(1, "hearts", 2, won=True, schenken=4), "nothing-to-give-up"),
        (game(1, "hearts", 2, **announced), "nothing-to-give-up"),
        (game(1, "hearts", 2, won=True, schenken=2), "won-though-announced-level-missed"),
        (game(1, "hearts", 2, won=True, schenken=3, schneider=True), "won-though-announced-level-missed"),
    ):
        assert codes(scored("contra", line, schenken=True)) == [expected], line
        assert "schenken-not-played" in codes(scored("contra", line))


def test_section_17_1_lost_with_60_is_the_first_of_the_events():
    lost, next_one = game(1, "hearts", 2, has_sixty=True), game(2, "hearts", 2, won=True)

    assert columns("kneipe", lost, next_one, bock_events=1) == [-60, 60, 0]
    assert columns("kneipe", lost, next_one, bock_events=254) == [-60, 30, 0]
    for line in (game(1, "hearts", 2, won=True, has_sixty=True), game(1, "null", has_sixty=True)):
        assert codes(scored("kneipe", line)) == ["sixty-not-lost"], line


def test_section_17_1_three_equals_may_cost_nothing():
    assert columns("ramsch", ramsch(40, 40, 40), equal_costs=False) == [0, 0, 0]
    assert columns("ramsch", ramsch(40, 40, 40)) == [-40, -40, -40]
    assert columns("ramsch", ramsch(20, 50, 50), equal_costs=False) == [0, -50, -50]


def test_section_4_fixed_amounts_are_chosen():
    lines = (ramsch(20, 35, 65), ramsch(0, 45, 75, tricks=(0, 4, 6)), ramsch(0, 0, 120, tricks=(0, 0, 10)))

    assert columns("ramsch", *lines, ramsch_amount="fixed") == [0, 0, -15 - 15 - 20]
    assert columns("ramsch", *lines, ramsch_amount="fixed", ramsch_fixed="10-15-20") == [0, 0, -10 - 15 - 20]


def test_section_4b_where_all_tricks_win_they_win_a_gewinner_ramsch():
    march = ramsch(0, 120, 0, tricks=(0, 10, 0))

    assert columns("gewinner-ramsch", march, tricks_win=True) == [0, 23, 0]
    assert columns("gewinner-ramsch", march) == [23, 0, 23]
    assert codes(scored("gewinner-ramsch", ramsch(20, 35, 65, tricks=None), tricks_win=True)) == ["tricks-missing"]


def test_section_17_1_clubs_reward_the_fewest_card_points_otherwise():
    for reward, alone, tied in (("23-23", 23, 23), ("23-37", 23, 37), ("20-10", 20, 10)):
        assert columns("gewinner-ramsch", ramsch(20, 35, 65), ramsch_reward=reward) == [alone, 0, 0]
        assert columns("gewinner-ramsch", ramsch(30, 30, 60), ramsch_reward=reward) == [tied, tied, 0]


def test_section_5_contra_is_said_by_an_opponent_who_plays():
    """Deal 1 of a table of four: seat 4 sits to the right of the dealer and plays, seat 1 deals."""
    for seat, expected in ((4, []), *((seat, ["contra-by-who-may-not"]) for seat in (1, 2, 7))):
        line = game(2, "hearts", 2, won=True, stakes=1, contra_by=seat)
        assert codes(scored("contra", line, seats=4)) == expected, seat


def test_section_6_which_cards_are_exchanged_changes_no_number():
    line = game(1, "null", won=True, revolution=True)

    assert house("revolution", {"exchange": "two"}).profile.exchange is Exchange.TWO
    assert columns("revolution", line, exchange="two") == columns("revolution", line) == [92, 0, 0]
    assert codes(scored("kneipe", line, revolution=False)) == ["revolution-not-played"]
    assert codes(scored("kneipe", game(1, "hearts", 1, bid=92), revolution=False)) == ["unknown-bid"]


def test_section_7_the_fourth_lost_game_costs_more():
    """Five lost: three times 0.50 and twice 1.00."""
    lines = [game(1, "clubs", 1)] * 5
    found = scored("classic", *lines)

    paid = payments(lines, found.deals, house("classic", {"pinke": "kept", "pinke_further_cents": 100}).profile.kitty)

    assert sum(payment.cents for payment in paid) == 350


def test_section_7_what_is_kept_nobody_takes():
    lines = [game(1, "clubs", 1), game(2, "grand", 1, hand=True, won=True)]
    found = scored("classic", *lines)

    kept = payments(lines, found.deals, Kitty(tiers=((None, 50),), is_taken=False))
    taken = payments(lines, found.deals, Kitty(tiers=((None, 50),)))

    assert list(kept) == [Payment(deal=1, seat=1, cents=50)]
    assert list(taken) == [*kept, Payment(deal=2, seat=2, cents=-50)]


def test_section_17_1_a_grand_hand_lost_and_a_deal_passed_in_pay_too():
    lines = [game(1, "grand", 1, hand=True), PassedLine()]
    found = scored("classic", *lines)
    settings = {"pinke": "grand-hand-takes", "pinke_grand_hand": 2, "pinke_passed_cents": 10}

    paid = payments(lines, found.deals, house("classic", settings).profile.kitty, dealers=(1, 2))

    assert list(paid) == [Payment(deal=1, seat=1, cents=100), Payment(deal=2, seat=2, cents=10)]


def test_section_7_a_kitty_of_one_amount_is_that_amount():
    kitty = house("classic", {"pinke": "kept", "pinke_cents": 20}).profile.kitty

    assert [kitty.charge(number) for number in (1, 3, 4, 9)] == [20] * 4
    assert house("classic", {"pinke_cents": 20}).profile.kitty is None
    assert Kitty(tiers=((2, 50),)).charge(3) == 0


def test_sections_8_and_12_how_many_tricks_they_have():
    assert PROFILES["sechserskat"].tricks == 11
    assert house("sechserskat", {"skat_cards": 6}).profile.tricks == 10
    assert [PROFILES[code].tricks for code in FOR_TWO] == [10, 10, 9, 10, 10, 16]


def test_section_9_the_dealer_pays_or_does_not():
    for pays, expected in ((True, [-30, 0, -30, -30]), (False, [0, 0, -30, -30])):
        assert columns("bierlachs", game(2, "hearts", 2, won=True), seats=4, dealer_pays=pays) == expected


def test_section_10_idiotenskat_counts_as_the_tournament_does():
    lines = (game(1, "grand", 2, won=True), game(2, "null", ouvert=True), game(3, "clubs", 1, hand=True, won=True))

    assert PROFILES["idiotenskat"].is_blind
    assert scored("idiotenskat", *lines).seats == scored("isko-2002", *lines).seats


FOR_TWO = ("oma-skat", "piloten-skat", "strohmann", "skat-en-deux", "schmegegge", "two-officers")


def test_section_12_every_form_for_two_counts_game_points():
    """Deal 1 is dealt by seat 1, deal 2 by seat 2; officers name a game where they did not deal."""
    for code in FOR_TWO:
        won, lost = (2, 1) if code == "two-officers" else (1, 2)
        found = columns(code, game(won, "clubs", 1, won=True), game(lost, "grand", 2))
        assert [found[won - 1], found[lost - 1]] == [24, -144], code


def test_section_12_officers_may_play_to_a_goal():
    lines = (game(2, "clubs", 1, won=True), game(1, "grand", 2, won=True))

    found = scored("two-officers", *lines, goal=50)

    assert (found.complete, found.winners, found.losers) == (True, (1,), ())
    assert not scored("two-officers", *lines, goal=73).complete
    assert codes(scored("two-officers", *lines, game(2, "clubs", 1, won=True), goal=72)) == ["target-reached"]
    assert house("two-officers", {"goal": 72}).profile.course == Goal(points=72)


def test_section_12_schmegegge_has_a_ramsch_for_two_and_leaves_twelve_cards_out():
    for line, expected in (
        (ramsch(30, 50, tricks=(4, 6)), [0, -50]),
        (ramsch(0, 90, tricks=(0, 10)), [0, -180]),
        (ramsch(20, 0, tricks=(10, 0)), [-40, 0]),
    ):
        assert columns("schmegegge", line) == expected, line
    # The rest has 100 at most, and there are 120.
    for card_points in ((9, 10), (60, 61)):
        assert codes(scored("schmegegge", ramsch(*card_points, tricks=(4, 6)))) == ["card-points-do-not-sum"]


def test_section_14b_who_left_has_no_part_in_what_is_lost_later():
    """One game lost by seat 1 in round 1, one in round 3, which seat 4 does not play any more."""
    lines = [PassedLine()] * 11
    lines[1] = lines[8] = game(1, "clubs", 1)
    left = Presence(from_round=3, seats=(1, 2, 3))

    found = score(ProfileList(profile=OFFICIAL, seats=4, rounds=3, presence=(left,), deals=tuple(lines)))

    assert codes(found) == []
    assert [seat.bonus for seat in found.seats] == [0, 30 + 40, 30 + 40, 30]


def test_section_14c_at_five_two_sit_out():
    for dealer, playing in ((1, (2, 3, 5)), (3, (2, 4, 5)), (5, (1, 2, 4))):
        before = [PassedLine()] * (dealer - 1)
        for seat in range(1, 6):
            found = codes(scored("classic", *before, game(seat, "clubs", 1, won=True), seats=5))
            assert (found == []) == (seat in playing), (dealer, seat)


def test_section_13_the_plain_ramsch_is_a_setting():
    line = RamschLine(tricks=(2, 3, 5), kind=ContractKind.RAMSCH)

    assert columns("tournee", line) == [0, 0, -20]
    assert columns("tournee", line, ramsch_units="30-30-50") == [0, 0, -30]
