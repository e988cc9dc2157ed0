"""The worked examples of the written rules, each under the number of its section."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.contract import Game, matadors_by_game
from scoring.rules.profiles import games
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.kitty import Kitty, Payment, payments
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, PassedLine, RamschLine
from scoring.rules.profiles.presets import BESIDE_REVOLUTION, GRAND_20, OFFICIAL, PROFILES, SIX_MORE
from scoring.rules.profiles.profile import RamschRule, RamschSkat, RamschTens
from scoring.rules.results.settlement import settle
from scoring.rules.values import BIDS, forfeit
from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, totals, won

THE_LIST = (won(1, "grand", 2, bid=20), lost(2, "null", ouvert=True, bid=30), won(3, "clubs", 1, hand=True), PASSED)
"""The list of sections 1 and 2."""

LEVELS = ("schneider", "schwarz", "schneider_announced", "schwarz_announced")
ALL_OF_THEM = dict.fromkeys(("hand", *LEVELS, "ouvert"), True)


def test_sections_1_and_2_classic_counts_game_points_only_and_the_league_gives_50_and_40_and_takes_nothing():
    answer = ask("classic", *THE_LIST)

    assert [deal["points"] for deal in answer["deals"]] == [[72, 0, 0], [0, -92, 0], [0, 0, 36], [0, 0, 0]]
    assert answer["control"] == {"won": 2, "lost": 1, "passed": 1, "ramsch": 0}
    assert totals(answer) == [72, -92, 36]
    assert totals(ask("league-encyclopedia", *THE_LIST)) == [72 + 50 + 40, -92, 36 + 50 + 40]
    assert totals(ask("isko-2002", *THE_LIST)) == [162, -142, 126]


def test_sections_3a_3b_8_and_13_the_games_hold():
    announced = {"kind": "solo", "schneider_announced": True}
    for section, profile, deal, expected in (
        ("3a", "grand-20", won(1, "grand", 2), 60),
        ("3a", "grand-20", won(1, "grand", 1), 40),
        ("3a", "grand-20", won(1, "grand", 4, **ALL_OF_THEM), 220),
        ("3a", "grand-20", lost(1, "grand", 1, bid=48, overbid=True), -120),
        ("3b", "hand-single", lost(1, "clubs", 1, hand=True), -36),
        ("3b", "hand-single", lost(1, "null", hand=True), -35),
        ("3b", "hand-single", lost(1, "clubs", 1), -48),
        ("3b", "hand-single", lost(1, "hearts", 1, hand=True, bid=36, overbid=True), -40),
        ("3b", "hand-single", lost(1, "diamonds", 3, hand=True, schneider_announced=True), -63),
        ("8", "sechserskat", won(1, "hearts", 12, **ALL_OF_THEM), 190),
        ("13", "tournee", won(1, "hearts", 1, kind="tournee"), 12),
        ("13", "tournee", lost(1, "hearts", 1, kind="tournee"), -12),
        ("13", "tournee", lost(1, "hearts", 1, kind="passt-mir-nicht"), -24),
        ("13", "tournee", won(1, "grand", 2, kind="guckser"), 48),
        ("13", "tournee", lost(1, "grand", 2, kind="guckser"), -96),
        ("13", "tournee", won(1, "clubs", 3, schneider=True, **announced), 72),
        ("13", "tournee", lost(1, "clubs", 3, **announced), -72),
        ("13", "tournee", won(1, "grand", -1, kind="solo"), 40),
        ("13", "tournee", won(1, None, kind="null"), 20),
        ("13", "tournee", lost(1, None, kind="null"), -20),
    ):
        assert points(profile, deal) == [expected, 0, 0], (section, deal)


def test_sections_3a_6_and_8_have_bids_of_their_own():
    assert [len(one.bids) for one in (GRAND_20, BESIDE_REVOLUTION, SIX_MORE)] == [63, 64, 67]
    assert (set(BIDS) - GRAND_20.bids, GRAND_20.bids - set(BIDS)) == ({240, 264}, {200, 220})
    assert SIX_MORE.bids - set(BIDS) == {171, 190, 209, 228}


def test_sections_4_and_4a_ramsch():
    for name, profile, deal, switches, expected in (
        ("4 the loser writes", "ramsch", ramsch(20, 35, 65), {}, [0, 0, -65]),
        ("4 everybody writes", "ramsch", ramsch(20, 35, 65), {"ramsch_writes": "everybody"}, [-20, -35, -65]),
        ("4 a virgin", "ramsch", ramsch(0, 45, 75, tricks=(0, 4, 6)), {}, [0, 0, -150]),
        ("4 fixed", "ramsch", ramsch(20, 35, 65), {"ramsch_amount": "fixed"}, [0, 0, -15]),
        ("4 durchmarsch", "ramsch", ramsch(0, 120, 0, tricks=(0, 10, 0)), {"durchmarsch": True}, [0, 120, 0]),
        ("4 two have most", "ramsch", ramsch(20, 50, 50), {}, [0, -50, -50]),
        ("4a passed on twice", "schieberamsch", ramsch(20, 35, 65, pushes=2), {}, [0, 0, -260]),
        ("4a a virgin too", "schieberamsch", ramsch(40, 0, 80, tricks=(4, 0, 6), pushes=2), {}, [0, 0, -640]),
    ):
        assert points(profile, deal, switches=switches) == expected, name


def test_section_4_a_ramsch_is_no_game_won_or_lost():
    answer = ask("ramsch", ramsch(20, 35, 65))

    assert totals(answer) == [0, 0, -65]
    assert answer["control"] == {"won": 0, "lost": 0, "passed": 0, "ramsch": 1}
    assert refusal("ramsch", ramsch(20, 35, 64)) == ["card-points-do-not-sum"]


def test_section_4_where_a_ten_counts_one_there_are_84_card_points():
    for tens, total, skat, stands in (
        (RamschTens.LOW, 120, RamschSkat.LAST_TRICK, True),
        (RamschTens.LOW_FOR_ONE, 84, RamschSkat.LAST_TRICK, True),
        (RamschTens.LOW_FOR_ONE, 120, RamschSkat.LAST_TRICK, False),
        (RamschTens.LOW_FOR_ONE, 62, RamschSkat.LEFT_OUT, True),
        (RamschTens.LOW_FOR_ONE, 61, RamschSkat.LEFT_OUT, False),
        (RamschTens.LOW_FOR_ONE, 85, RamschSkat.LEFT_OUT, False),
    ):
        house = replace(PROFILES["ramsch"], ramsch=RamschRule(tens=tens, skat=skat))
        line = RamschLine(card_points=(10, 20, total - 30), tricks=(2, 3, 5))
        scored = score(ProfileList(profile=house, seats=3, deals=(line,)))
        assert scored.control.ramsch == stands, (tens, total, skat)
        assert [note.problem.code for note in scored.notes] == ([] if stands else ["card-points-do-not-sum"])


def test_section_4b_gewinner_ramsch():
    for card_points, columns in (((20, 35, 65), [23, 0, 0]), ((30, 30, 60), [23, 23, 0]), ((40, 40, 40), [23, 23, 23])):
        answer = ask("gewinner-ramsch", ramsch(*card_points, tricks=None))
        assert [seat["game_points"] for seat in answer["seats"]] == columns
        assert totals(answer) == [own and 73 for own in columns]
        assert [seat["won"] for seat in answer["seats"]] == [int(bool(own)) for own in columns]


def test_section_5_stakes():
    for deal, expected in (
        (won(1, "hearts", 2, stakes=2), 120),
        (lost(1, "hearts", 2, stakes=2), -240),
        (lost(1, "hearts", 2, stakes=4), -960),
        (lost(1, "hearts", 1, bid=50, overbid=True, stakes=1), -200),
    ):
        assert points("contra", deal) == [expected, 0, 0], deal
        # 50 and 40 are not multiplied.
        assert totals(ask("contra", deal)) == ([expected + 50, 0, 0] if expected > 0 else [expected - 50, 40, 40])


def test_sections_6_and_8_revolution_and_sechserskat_are_played_only_there():
    assert points("revolution", won(1, "revolution"), lost(2, "revolution", bid=92)) == [92, -184, 0]
    assert refusal("isko-2002", won(1, "clubs", 5, hand=True, schneider=True, bid=92)) == ["unknown-bid"]
    assert refusal("sechserskat", won(1, "hearts", 13)) == ["too-many-matadors"]
    assert refusal("isko-2002", won(1, "hearts", 12)) == ["too-many-matadors"]


def test_section_7_the_next_grand_hand_won_takes_the_kitty():
    """A loses deal 3, B deal 7: half a euro each; C plays Grand in deal 9."""
    for hand, won_, taken, column in ((True, True, -100, 72), (False, True, None, 48), (True, False, 50, -144)):
        deals = [PassedLine()] * 9
        deals[2] = DeclarerLine(declarer=1, game=Game.CLUBS, matadors=1)
        # Refused, so it pays nothing.
        deals[4] = DeclarerLine(declarer=1, game=Game.CLUBS)
        deals[6] = DeclarerLine(declarer=2, game=Game.CLUBS, matadors=1)
        deals[8] = DeclarerLine(declarer=3, game=Game.GRAND, matadors=1, hand=hand, won=won_)
        scored = score(ProfileList(profile=OFFICIAL, seats=3, deals=tuple(deals)))

        paid = payments(deals, scored.deals, Kitty(tiers=((None, 50),)))

        last = [] if taken is None else [Payment(deal=9, seat=3, cents=taken)]
        assert list(paid) == [Payment(deal=3, seat=1, cents=50), Payment(deal=7, seat=2, cents=50), *last]
        assert scored.seats[2].game_points == column


BIERLACHS = (
    (won(1, "spades", 2), [0, -33, -33]),
    (lost(2, "clubs", 5), [0, -177, -33]),
    (won(3, "grand", 1), [-48, -225, -33]),
    (won(1, "grand", 4), [-48, -345, -153]),
    (won(2, "null", ouvert=True), [-94, -345, -199]),
    (won(3, "grand", 3), [-190, -441, -199]),
    (won(1, "clubs", 9, hand=True, schneider=True), [-190, -585, -343]),
)


def test_section_9_bierlachs_walks_to_its_target():
    deals = [deal for deal, _columns in BIERLACHS]
    for number in range(1, 8):
        answer = ask("bierlachs", *deals[:number])
        assert [seat["game_points"] for seat in answer["seats"]] == BIERLACHS[number - 1][1]
        assert (answer["complete"], answer["loser"]) == ((True, 2) if number == 7 else (False, None))
    assert refusal("bierlachs", *deals, won(1, "clubs", 1)) == ["target-reached"]


def test_section_11_raeuberskat():
    assert points("raeuberskat", won(1, "grand", 1), ramsch(20, 35, 65), lost(3, "null")) == [48, 0, -111]
    # A contract is played once.
    first = (won(1, "grand", 1), won(2, "grand", 1), won(3, "grand", 1))
    assert refusal("raeuberskat", *first, won(1, "grand", 1)) == ["contract-played-before"]
    # After twelve deals it is over.
    clubs, nulls = ([won(seat, *game) for seat in (1, 2, 3)] for game in (("clubs", 1), ("null",)))
    deals = [*first, *clubs, *nulls, *[ramsch(20, 35, 65)] * 3]
    assert [ask("raeuberskat", *deals[:number])["complete"] for number in (11, 12)] == [False, True]
    assert errors(ask("raeuberskat", *deals)) == []


def test_section_12_two_players():
    answer = ask("two-open", won(1, "clubs", 1), lost(2, "grand", 2), seats=2, stake=1)

    assert totals(answer) == [24, -144]
    assert answer["settlement"] == [168, -168]


def test_section_14a_settlement_in_a_list_every_pair_rounded_up():
    assert ask("classic", *THE_LIST, stake=1)["settlement"] == [200, -292, 92]
    assert settle((196, 33, -12, 85), stake=Fraction(1, 10)) == (50, -18, -36, 4)


def test_section_14d_an_impossible_null_counts_by_bid_and_matadors():
    assert forfeit(24, matadors_by_game(1)).points == -48
    assert forfeit(24, matadors_by_game(-4)).points == -90
    assert forfeit(24, matadors_by_game(-4)).game is Game.DIAMONDS
    assert refusal("isko-2002", lost(1, "null", bid=24)) == ["null-below-bid"]


TABLE = {
    "tournee": {"diamonds": 5, "hearts": 6, "spades": 7, "clubs": 8, "grand": 12},
    "passt-mir-nicht": {"diamonds": 5, "hearts": 6, "spades": 7, "clubs": 8, "grand": 12},
    "solo": {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 20},
    "guckser": {"grand": 16},
}


def test_section_13_the_table_of_units_holds_cell_by_cell():
    for kind, game in product(TABLE, TABLE["solo"]):
        deal = won(1, game, 1, kind=kind)
        if game in TABLE[kind]:
            assert points("tournee", deal) == [2 * TABLE[kind][game], 0, 0], (kind, game)
        else:
            assert refusal("tournee", deal) == ["kind-and-game"], (kind, game)


def test_section_13_multipliers_are_no_part_of_null():
    for more, code in (({"schneider": True}, "level"), ({"schwarz": True}, "level"), ({"matadors": 1}, "matadors")):
        assert refusal("tournee", won(1, None, **{"kind": "null", **more})) == [f"{code}-in-null"], more
    for matadors in (0, 1):
        line = DeclarerLine(declarer=1, game=None, kind=ContractKind.NULL, matadors=matadors)
        assert list(games.tournee_problems(line)) == [PROBLEM[Code.MATADORS_IN_NULL]]


def test_section_13_a_game_shows_how_it_is_computed():
    guckser, solo = ContractKind.GUCKSER, ContractKind.SOLO
    for kind, is_won, matadors, steps in (
        (guckser, True, 2, [("with", 2, None), ("product", 48, 3)]),
        (guckser, False, 2, [("with", 2, None), ("product", 48, 3), ("doubled", -96, None)]),
        (solo, False, -1, [("without", 1, None), ("product", 40, 2)]),
    ):
        line = DeclarerLine(declarer=1, game=Game.GRAND, kind=kind, won=is_won, matadors=matadors)
        assert [(step.kind.value, step.result, step.count) for step in games.book_tournee(line).steps] == steps


def test_a_list_has_twelve_rounds_unless_it_says_otherwise():
    assert ProfileList(profile=OFFICIAL, seats=4).planned == 48
    with pytest.raises(ValueError, match="at least one round"):
        ProfileList(profile=OFFICIAL, seats=4, rounds=0)
    with pytest.raises(ValueError, match="not played at a table of 5"):
        ProfileList(profile=OFFICIAL, seats=5)
