"""The worked examples of whole lists, of Tournee and of settlement, each under the number of its section."""

from fractions import Fraction

import pytest

from scoring.rules.contract import Game
from scoring.rules.matadors import matadors_by_game
from scoring.rules.profiles import tournee
from scoring.rules.profiles.evening import score
from scoring.rules.profiles.kitty import Kitty, Payment, payments
from scoring.rules.profiles.lines import DeclarerLine, Kind, PassedLine
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.presets import OFFICIAL
from scoring.rules.results.settlement import settle
from scoring.rules.values import forfeit
from tests.rules.profiles.asking import ask, errors, lost, points, ramsch, refusal, totals, won
from tests.rules.profiles.test_worked_examples import THE_LIST


@pytest.mark.parametrize(("hand", "won"), [(True, True), (False, True), (True, False)], ids=["hand", "skat", "lost"])
def test_section_7_the_next_grand_hand_won_takes_the_kitty(hand, won):
    """A loses deal 3, B deal 7: half a euro each; C plays Grand in deal 9."""
    deals = [PassedLine()] * 9
    deals[2] = DeclarerLine(declarer=1, game=Game.CLUBS, matadors=1)
    # Refused, so it pays nothing.
    deals[4] = DeclarerLine(declarer=1, game=Game.CLUBS)
    deals[6] = DeclarerLine(declarer=2, game=Game.CLUBS, matadors=1)
    deals[8] = DeclarerLine(declarer=3, game=Game.GRAND, matadors=1, hand=hand, won=won)
    scored = score(ProfileList(profile=OFFICIAL, seats=3, deals=tuple(deals)))

    paid = payments(deals, scored.deals, Kitty(tiers=((None, 50),)))

    last = [Payment(deal=9, seat=3, cents=-100 if won else 50)] if hand else []
    assert list(paid) == [Payment(deal=3, seat=1, cents=50), Payment(deal=7, seat=2, cents=50), *last]
    assert scored.seats[2].game_points == (72 if hand else 48) * (1 if won else -2)


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
    for number in range(1, 8):
        answer = ask("bierlachs", *(deal for deal, _columns in BIERLACHS[:number]))
        assert [seat["game_points"] for seat in answer["seats"]] == BIERLACHS[number - 1][1]
        assert (answer["complete"], answer["loser"]) == ((True, 2) if number == 7 else (False, None))


def test_section_9_a_deal_after_the_target_is_refused():
    assert refusal("bierlachs", *(deal for deal, _columns in BIERLACHS), won(1, "clubs", 1)) == ["target-reached"]


def test_section_11_raeuberskat():
    assert points("raeuberskat", won(1, "grand", 1), ramsch(20, 35, 65), lost(3, "null")) == [48, 0, -111]


def test_section_11_a_contract_is_played_once():
    first = (won(1, "grand", 1), won(2, "grand", 1), won(3, "grand", 1))

    assert refusal("raeuberskat", *first, won(1, "grand", 1)) == ["contract-played-before"]


def test_section_11_after_twelve_deals_it_is_over():
    deals = [
        deal
        for game in ("grand", "clubs", "null", None)
        for seat in (1, 2, 3)
        for deal in [ramsch(20, 35, 65) if game is None else won(seat, game, None if game == "null" else 1)]
    ]

    assert [ask("raeuberskat", *deals[:number])["complete"] for number in (11, 12)] == [False, True]
    assert errors(ask("raeuberskat", *deals)) == []


def test_section_12_two_players():
    answer = ask("two-open", won(1, "clubs", 1), lost(2, "grand", 2), seats=2, stake=1)

    assert totals(answer) == [24, -144]
    assert answer["settlement"] == [168, -168]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        pytest.param(won(1, "hearts", 1, kind="tournee"), 12, id="13-tournee"),
        pytest.param(lost(1, "hearts", 1, kind="tournee"), -12, id="13-tournee-lost"),
        pytest.param(lost(1, "hearts", 1, kind="passt-mir-nicht"), -24, id="13-passt-mir-nicht-lost"),
        pytest.param(won(1, "grand", 2, kind="guckser"), 48, id="13-guckser"),
        pytest.param(lost(1, "grand", 2, kind="guckser"), -96, id="13-guckser-lost"),
        pytest.param(
            won(1, "clubs", 3, kind="solo", schneider_announced=True, schneider=True), 72, id="13-announced-and-made"
        ),
        pytest.param(lost(1, "clubs", 3, kind="solo", schneider_announced=True), -72, id="13-announced-and-missed"),
        pytest.param(won(1, "grand", -1, kind="solo"), 40, id="13-solo-grand"),
        pytest.param(won(1, None, kind="null"), 20, id="13-null"),
        pytest.param(lost(1, None, kind="null"), -20, id="13-null-lost"),
    ],
)
def test_section_13_tournee(deal, expected):
    assert points("tournee", deal) == [expected, 0, 0]


def test_section_14a_settlement_in_a_list():
    answer = ask("classic", *THE_LIST, stake=1)

    assert answer["settlement"] == [200, -292, 92]


def test_section_14a_every_pair_is_rounded_up():
    assert settle((196, 33, -12, 85), stake=Fraction(1, 10)) == (50, -18, -36, 4)


@pytest.mark.parametrize(
    ("bid", "count", "costs"),
    [pytest.param(24, 1, -48, id="14d-with-1"), pytest.param(24, -4, -90, id="14d-without-4")],
)
def test_section_14d_an_impossible_null_counts_by_bid_and_matadors(bid, count, costs):
    assert forfeit(bid, matadors_by_game(count)).points == costs
    assert refusal("isko-2002", lost(1, "null", bid=bid)) == ["null-below-bid"]


def test_section_14d_diamonds_is_the_cheapest_without_4():
    assert forfeit(24, matadors_by_game(-4)).game is Game.DIAMONDS


TABLE = {
    "tournee": {"diamonds": 5, "hearts": 6, "spades": 7, "clubs": 8, "grand": 12},
    "passt-mir-nicht": {"diamonds": 5, "hearts": 6, "spades": 7, "clubs": 8, "grand": 12},
    "solo": {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 20},
    "guckser": {"grand": 16},
}


@pytest.mark.parametrize("kind", TABLE)
@pytest.mark.parametrize("game", ["diamonds", "hearts", "spades", "clubs", "grand"])
def test_section_13_the_table_of_units_holds_cell_by_cell(kind, game):
    unit = TABLE[kind].get(game)

    if unit is None:
        assert refusal("tournee", won(1, game, 1, kind=kind)) == ["kind-and-game"]
    else:
        assert points("tournee", won(1, game, 1, kind=kind)) == [2 * unit, 0, 0]


@pytest.mark.parametrize("level", ["schneider", "schwarz"])
def test_section_13_multipliers_are_no_part_of_null(level):
    assert refusal("tournee", won(1, None, kind="null", **{level: True})) == ["level-in-null"]
    assert refusal("tournee", won(1, None, 1, kind="null")) == ["matadors-in-null"]


@pytest.mark.parametrize(
    ("kind", "won", "matadors", "steps"),
    [
        (Kind.GUCKSER, True, 2, [("with", 2, None), ("product", 48, 3)]),
        (Kind.GUCKSER, False, 2, [("with", 2, None), ("product", 48, 3), ("doubled", -96, None)]),
        (Kind.SOLO, False, -1, [("without", 1, None), ("product", 40, 2)]),
    ],
)
def test_section_13_a_game_shows_how_it_is_computed(kind, won, matadors, steps):
    line = DeclarerLine(declarer=1, game=Game.GRAND, kind=kind, won=won, matadors=matadors)

    assert [(step.kind.value, step.result, step.count) for step in tournee.book(line).steps] == steps


def test_a_list_has_twelve_rounds_unless_it_says_otherwise():
    assert ProfileList(profile=OFFICIAL, seats=4).planned == 48
    with pytest.raises(ValueError, match="at least one round"):
        ProfileList(profile=OFFICIAL, seats=4, rounds=0)
    with pytest.raises(ValueError, match="not played at a table of 5"):
        ProfileList(profile=OFFICIAL, seats=5)
