"""What tables agree on beside the forms that lists of any origin know, each under the number of its section."""

from dataclasses import replace

from scoring.rules.game_list.presence import Presence
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.kitty import Kitty, payments
from scoring.rules.profiles.lines import ContractKind, PassedLine, RamschLine
from scoring.rules.profiles.naming import house
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Exchange, Goal
from tests.rules.profiles.evenings import codes, columns, game, ramsch, scored

PLAIN, VIRGIN = ramsch(20, 35, 65), ramsch(0, 45, 75, tricks=(0, 4, 6))
THREE = (PLAIN, VIRGIN, ramsch(0, 0, 120, tricks=(0, 0, 10)))
MARCH = ramsch(0, 120, 0, tricks=(0, 10, 0))
OF_TRICKS = RamschLine(tricks=(2, 3, 5), kind=ContractKind.RAMSCH)
KLOPFEN, SCHENKEN = {"klopfen": True}, {"schenken": True}


def hearts(**more):
    return game(1, "hearts", 2, **more)


def test_what_a_table_agrees_on_shows_in_the_columns():
    fixed, made = {"ramsch_amount": "fixed"}, {"won": True, "schenken": 2, "schneider": True}
    for name, code, lines, settings, expected in (
        ("4 fixed amounts", "ramsch", THREE, fixed, [0, 0, -15 - 15 - 20]),
        ("4 they are chosen", "ramsch", THREE, {**fixed, "ramsch_fixed": "10-15-20"}, [0, 0, -10 - 15 - 20]),
        ("4b all tricks win", "gewinner-ramsch", (MARCH,), {"tricks_win": True}, [0, 23, 0]),
        ("4b or do not", "gewinner-ramsch", (MARCH,), {}, [23, 0, 23]),
        ("9 the dealer pays", "bierlachs", (game(2, "hearts", 2, won=True),), {"seats": 4}, [-30, 0, -30, -30]),
        ("13 the plain Ramsch", "tournee", (OF_TRICKS,), {}, [0, 0, -20]),
        ("13 is a setting", "tournee", (OF_TRICKS,), {"ramsch_units": "30-30-50"}, [0, 0, -30]),
        ("17.1 klopfen doubles", "schieberamsch", (ramsch(20, 35, 65, knocks=1),), KLOPFEN, [0, 0, -130]),
        ("17.1 each time", "schieberamsch", (ramsch(20, 35, 65, knocks=3),), KLOPFEN, [0, 0, -520]),
        ("17.1 beside pushes", "schieberamsch", (ramsch(20, 35, 65, pushes=1, knocks=2),), KLOPFEN, [0, 0, -520]),
        ("17.1 and a virgin", "schieberamsch", (replace(VIRGIN, knocks=1),), KLOPFEN, [0, 0, -300]),
        ("17.1 given up", "contra", (hearts(won=True, schenken=1),), SCHENKEN, [30, 0, 0]),
        ("17.1 insisted and made", "contra", (hearts(**made),), SCHENKEN, [50, 0, 0]),
        ("17.1 insisted and missed", "contra", (hearts(schenken=2),), SCHENKEN, [-100, 0, 0]),
        ("17.1 his own schneider", "contra", (hearts(schenken=2, schneider=True),), SCHENKEN, [-100, 0, 0]),
        ("17.1 on schwarz", "contra", (hearts(**{**made, "schenken": 3}, schwarz=True),), SCHENKEN, [70, 0, 0]),
        ("17.1 schwarz missed", "contra", (hearts(schenken=3),), SCHENKEN, [-140, 0, 0]),
        ("17.1 a hand game", "contra", (hearts(**made, hand=True),), SCHENKEN, [60, 0, 0]),
        ("17.1 with contra", "contra", (hearts(**made, stakes=1),), SCHENKEN, [100, 0, 0]),
        ("17.1 it covers the bid", "contra", (hearts(**made, bid=50),), SCHENKEN, [50, 0, 0]),
        ("17.1 with a Spitze", "kneipe", (hearts(**made, spitze=True),), {**SCHENKEN, "spitze": 1}, [60, 0, 0]),
        ("17.1 equals cost", "ramsch", (ramsch(40, 40, 40),), {}, [-40, -40, -40]),
        ("17.1 or nothing", "ramsch", (ramsch(40, 40, 40),), {"equal_costs": False}, [0, 0, 0]),
        ("17.1 two of them do", "ramsch", (ramsch(20, 50, 50),), {"equal_costs": False}, [0, -50, -50]),
    ):
        assert columns(code, *lines, **settings) == expected, name
    free = columns("bierlachs", game(2, "hearts", 2, won=True), seats=4, dealer_pays=False)
    assert free == [0, 0, -30, -30]
    for reward, alone, tied in (("23-23", 23, 23), ("23-37", 23, 37), ("20-10", 20, 10)):
        assert columns("gewinner-ramsch", PLAIN, ramsch_reward=reward) == [alone, 0, 0]
        assert columns("gewinner-ramsch", ramsch(30, 30, 60), ramsch_reward=reward) == [tied, tied, 0]


def test_section_17_1_what_klopfen_and_schenken_cannot_be():
    announced = {"won": True, "hand": True, "schneider": True, "schneider_announced": True, "schenken": 2}
    # Who passed the skat on does not knock.
    for said in ({"knocks": 4}, {"knocks": -1}, {"pushes": 2, "knocks": 2}):
        found = codes(scored("schieberamsch", ramsch(20, 35, 65, **said), **KLOPFEN))
        assert found == ["too-many-knocks"], said
    assert codes(scored("schieberamsch", ramsch(20, 35, 65, knocks=1))) == ["knocks-not-played"]
    for line, expected in (
        (hearts(schenken=1), "given-up-and-lost"),
        (hearts(won=True, schneider=True, schenken=1), "given-up-and-played"),
        (game(1, "null", won=True, schenken=1), "nothing-to-give-up"),
        (hearts(won=True, schenken=4), "nothing-to-give-up"),
        (hearts(**announced), "nothing-to-give-up"),
        (hearts(won=True, schenken=2), "won-though-announced-level-missed"),
        (hearts(won=True, schenken=3, schneider=True), "won-though-announced-level-missed"),
    ):
        assert codes(scored("contra", line, **SCHENKEN)) == [expected], line
        assert "schenken-not-played" in codes(scored("contra", line))
    assert codes(scored("gewinner-ramsch", ramsch(20, 35, 65, tricks=None), tricks_win=True)) == ["tricks-missing"]


def test_section_17_1_lost_with_60_is_the_first_of_the_events():
    lost, next_one = game(1, "hearts", 2, has_sixty=True), game(2, "hearts", 2, won=True)

    assert columns("kneipe", lost, next_one, bock_events=1) == [-60, 60, 0]
    assert columns("kneipe", lost, next_one, bock_events=254) == [-60, 30, 0]
    for line in (game(1, "hearts", 2, won=True, has_sixty=True), game(1, "null", has_sixty=True)):
        assert codes(scored("kneipe", line)) == ["sixty-not-lost"], line


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


def paid(lines, kitty, **how):
    """Return who pays or takes how much in which deal."""
    found = payments(lines, scored("classic", *lines).deals, kitty, **how)
    return [(payment.deal, payment.seat, payment.cents) for payment in found]


def test_section_7_the_fourth_lost_game_costs_more_and_what_is_kept_nobody_takes():
    lines = [game(1, "clubs", 1), game(2, "grand", 1, hand=True, won=True)]
    dearer = house("classic", {"pinke": "kept", "pinke_further_cents": 100}).profile.kitty
    of_one_amount = house("classic", {"pinke": "kept", "pinke_cents": 20}).profile.kitty

    assert [cents for *_who, cents in paid([game(1, "clubs", 1)] * 5, dearer)] == [50, 50, 50, 100, 100]
    assert paid(lines, Kitty(tiers=((None, 50),), is_taken=False)) == [(1, 1, 50)]
    assert paid(lines, Kitty(tiers=((None, 50),))) == [(1, 1, 50), (2, 2, -50)]
    assert [of_one_amount.charge(number) for number in (1, 3, 4, 9)] == [20] * 4
    assert house("classic", {"pinke_cents": 20}).profile.kitty is None
    assert Kitty(tiers=((2, 50),)).charge(3) == 0


def test_section_17_1_a_grand_hand_lost_and_a_deal_passed_in_pay_too():
    settings = {"pinke": "grand-hand-takes", "pinke_grand_hand": 2, "pinke_passed_cents": 10}
    kitty, lines = house("classic", settings).profile.kitty, [game(1, "grand", 1, hand=True), PassedLine()]

    assert paid(lines, kitty, dealers=(1, 2)) == [(1, 1, 100), (2, 2, 10)]


def test_sections_8_and_12_how_many_tricks_they_have():
    assert PROFILES["sechserskat"].tricks == 11
    assert house("sechserskat", {"skat_cards": 6}).profile.tricks == 10
    assert [PROFILES[code].tricks for code in FOR_TWO] == [10, 10, 9, 10, 10, 16]


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
    """The dealer and the third to his left (ISkO 3.2.7)."""
    for dealer in range(1, 6):
        before, third = [PassedLine()] * (dealer - 1), (dealer + 2) % 5 + 1
        for seat in range(1, 6):
            found = codes(scored("classic", *before, game(seat, "clubs", 1, won=True), seats=5))
            assert found == {dealer: ["dealer-played"], third: ["sits-out"]}.get(seat, []), (dealer, seat)
