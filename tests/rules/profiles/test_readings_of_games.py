"""What the program decides about lists and a declarer's game: ratings, dealers, ends, what a profile does not know."""

import pytest

from scoring.rules.score.answer import PROFILES
from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, totals, won

SKWO = [
    "isko-2002",
    "grand-20",
    "hand-single",
    "ramsch",
    "schieberamsch",
    "gewinner-ramsch",
    "contra",
    "revolution",
    "sechserskat",
]
CLUBS = won(1, "clubs", 1)


@pytest.mark.parametrize("profile", SKWO)
def test_these_profiles_have_the_official_rating(profile):
    assert totals(ask(profile, CLUBS, lost(2, "clubs", 1))) == [24 + 50 + 40, -48 - 50, 40]
    assert totals(ask(profile, won(2, "clubs", 1), lost(3, "clubs", 1), seats=4)) == [30, 24 + 50 + 30, -98, 30]


@pytest.mark.parametrize("profile", ["classic", "kneipe", "two-open"])
def test_these_profiles_count_game_points_only(profile):
    seats = PROFILES[profile].seats[0]

    assert totals(ask(profile, CLUBS, lost(2, "clubs", 1), seats=seats))[:2] == [24, -48]


def test_bierlachs_raeuberskat_officers_and_tournee_count_game_points_only():
    assert totals(ask("bierlachs", CLUBS, lost(2, "clubs", 1))) == [0, -72, -24]
    assert totals(ask("raeuberskat", CLUBS, lost(2, "clubs", 1))) == [24, -48, 0]
    assert totals(ask("two-officers", won(2, "clubs", 1), lost(1, "clubs", 1), seats=2)) == [-48, 24]
    assert totals(ask("tournee", won(1, "clubs", 1, kind="solo"), lost(2, "clubs", 1, kind="solo"))) == [24, -24, 0]


def test_the_settlement_compares_game_points_of_every_seat_in_pairs():
    answer = ask("isko-2002", CLUBS, lost(2, "clubs", 1), stake="1/7")

    assert answer["settlement"] == [11 + 4, -11 - 7, 7 - 4]
    assert not answer["complete"]


@pytest.mark.parametrize("stake", [None, 0, "0", "0.0", "0/3"])
def test_without_a_stake_there_is_no_settlement(stake):
    assert "settlement" not in ask("classic", CLUBS, stake=stake)


def test_a_refused_deal_counts_nowhere_but_keeps_its_place():
    answer = ask("isko-2002", lost(1, "clubs", 1), won(1, "grand", 1), won(2, "grand", 1), seats=4)

    # The first dealer cannot play; deal 2 is dealt by seat 2, deal 3 by seat 3.
    assert errors(answer) == [(1, "dealer-is-declarer")]
    assert answer["deals"][0] == {"points": [0] * 4, "won": [], "lost": [], "factor": 1}
    assert answer["control"] == {"won": 2, "lost": 0, "passed": 0, "ramsch": 0}
    assert [seat["others_lost"] for seat in answer["seats"]] == [0] * 4
    assert errors(ask("isko-2002", lost(1, "clubs", 0), won(2, "grand", 1), seats=4)) == [
        (1, "dealer-is-declarer"),
        (1, "matadors-missing"),
        (2, "dealer-is-declarer"),
    ]


def test_a_list_of_rounds_is_complete_with_all_its_deals_and_none_of_them_refused():
    whole = [CLUBS, CLUBS, PASSED]

    assert ask("isko-2002", *whole, rounds=1)["complete"]
    assert not ask("isko-2002", *whole[:2], rounds=1)["complete"]
    assert not ask("isko-2002", CLUBS, won(1, "clubs"), PASSED, rounds=1)["complete"]


def test_a_deal_beyond_the_end_is_refused_and_does_not_undo_it():
    answer = ask("isko-2002", CLUBS, CLUBS, CLUBS, CLUBS, rounds=1)

    assert errors(answer) == [(4, "too-many-deals")]
    assert answer["complete"]
    assert answer["seats"][0]["won"] == 3


@pytest.mark.parametrize("profile", sorted(set(PROFILES) - {"raeuberskat", "tournee", "two-officers"}))
def test_a_deal_may_be_passed_in_where_there_is_an_auction(profile):
    answer = ask(profile, PASSED, seats=PROFILES[profile].seats[0])

    assert errors(answer) == []
    assert answer["control"]["passed"] == 1


@pytest.mark.parametrize("profile", ["raeuberskat", "tournee", "two-officers"])
def test_nobody_passes_where_there_is_none(profile):
    assert refusal(profile, PASSED, seats=PROFILES[profile].seats[0]) == ["nobody-passes"]


def test_bierlachs_takes_a_game_won_off_everybody_who_is_there_the_dealer_too():
    assert points("bierlachs", won(2, "clubs", 1), seats=4) == [-24, 0, -24, -24]
    presence = [{"from_round": 1, "seats": [1, 2, 4]}]
    assert points("bierlachs", won(2, "clubs", 1), seats=4, presence=presence) == [-24, 0, 0, -24]


def test_bierlachs_can_have_two_losers():
    answer = ask("bierlachs", CLUBS, switches={"target": 24})

    assert (answer["loser"], answer["complete"]) == ([2, 3], True)
    assert ask("bierlachs", CLUBS, switches={"target": 25})["loser"] is None


def test_after_the_target_even_a_deal_passed_in_is_refused():
    assert refusal("bierlachs", CLUBS, PASSED, switches={"target": 24}) == ["target-reached"]


def test_a_refused_deal_does_not_reach_the_target():
    answer = ask("bierlachs", lost(1, "clubs"), switches={"target": 1})

    assert (answer["loser"], answer["complete"]) == (None, False)


def test_bierlachs_goes_on_beyond_its_rounds():
    assert errors(ask("bierlachs", *[CLUBS] * 9, rounds=1)) == []


def test_in_raeuberskat_of_four_the_dealer_is_the_seat_before_the_soloist():
    answer = ask("raeuberskat", won(1, "grand", 1), ramsch(None, 35, 65, 20, tricks=(None, 3, 5, 2)), seats=4)

    assert errors(answer) == []
    assert refusal("raeuberskat", won(2, "grand", 1), seats=4) == ["not-in-turn"]
    assert refusal("raeuberskat", won(4, "grand", 1), seats=4) == ["dealer-is-declarer", "not-in-turn"]


def test_in_raeuberskat_of_four_everybody_plays_four():
    games = ("grand", "clubs", "null")
    three = [won(seat, game, None if game == "null" else 1) for game in games for seat in (1, 2, 3, 4)]
    last = []
    for dealer in (4, 1, 2, 3):
        row = iter((20, 35, 65))
        tricks = iter((2, 3, 5))
        last.append(
            ramsch(
                *(None if seat == dealer else next(row) for seat in (1, 2, 3, 4)),
                tricks=[None if seat == dealer else next(tricks) for seat in (1, 2, 3, 4)],
            )
        )

    answer = ask("raeuberskat", *three, *last, seats=4, rounds=1)

    assert errors(answer) == []
    assert answer["complete"]
    assert not ask("raeuberskat", *three, *last[:3], seats=4)["complete"]
    assert refusal("raeuberskat", *three, *last, won(1, "clubs", 1), seats=4) == ["too-many-deals"]


def test_a_refused_deal_ticks_nothing_off_a_programme():
    again = [won(1, "grand"), won(2, "grand", 1), won(3, "grand", 1), won(1, "grand", 1)]

    assert errors(ask("raeuberskat", *again)) == [(1, "matadors-missing")]


def test_others_lost_counts_for_whoever_is_there_and_the_league_pays_its_dealer_what_it_likes():
    deals = [PASSED, lost(3, "clubs", 1)]

    for bonus in (0, 30, 40):
        answer = ask("league-encyclopedia", *deals, seats=4, switches={"dealer_bonus": bonus})
        assert [seat["others_lost"] for seat in answer["seats"]] == [1, 1, 0, 1]
        assert totals(answer) == [40, bonus, -48, 40]
    assert totals(ask("league-encyclopedia", *deals, seats=4)) == [40, 0, -48, 40]
    assert totals(ask("league-encyclopedia", *deals, seats=3, switches={"dealer_bonus": 30})) == [40, 40, -48]


def test_the_bonus_is_that_of_who_is_there():
    presence = [{"from_round": 3, "seats": [1, 2, 3]}]
    early, late = (
        ask("isko-2002", *[PASSED] * before, lost(1, "clubs", 1), seats=4, presence=presence) for before in (1, 8)
    )

    assert totals(early) == [-98, 30, 30, 30]
    assert totals(late) == [-98, 40, 40, 0]
    assert refusal("isko-2002", *[PASSED] * 8, won(4, "clubs", 1), seats=4, presence=presence) == ["absent-declarer"]


def test_a_round_for_too_few_has_no_deals():
    presence = [{"from_round": 1, "seats": [1, 2]}, {"from_round": 2, "seats": [1, 2, 3]}]

    answer = ask("isko-2002", PASSED, PASSED, PASSED, PASSED, rounds=2, presence=presence)

    assert answer["problems"] == [
        {"deal": 4, "code": "too-many-deals", "severity": "error"},
        {"deal": None, "code": "too-few-players", "severity": "error"},
    ]
    assert answer["complete"]


def test_at_a_table_of_five_two_sit_out():
    """ISkO 3.2.7: the dealer and the third to his left."""
    for dealer in (1, 2, 3, 4, 5):
        before = [PASSED] * (dealer - 1)
        third = (dealer + 2) % 5 + 1
        assert refusal("classic", *before, won(dealer, "clubs", 1), seats=5) == ["dealer-is-declarer"]
        assert refusal("classic", *before, won(third, "clubs", 1), seats=5) == ["sits-out"]
        for seat in {1, 2, 3, 4, 5} - {dealer, third}:
            assert refusal("classic", *before, won(seat, "clubs", 1), seats=5) == []


def test_two_officers_name_a_game_where_they_did_not_deal():
    assert refusal("two-officers", won(1, "clubs", 1), seats=2) == ["dealer-is-declarer"]
    assert refusal("two-open", won(1, "clubs", 1), seats=2) == []
    officers = [won(2, "clubs", 1), won(1, "clubs", 1)]
    assert ask("two-officers", *officers, seats=2, rounds=1)["complete"]


def test_a_list_of_twelve_rounds_is_the_usual_one():
    assert ask("isko-2002", *[PASSED] * 36)["complete"]
    assert refusal("isko-2002", *[PASSED] * 37) == ["too-many-deals"]


NO_AUCTION = ["raeuberskat", "two-officers"]


def seats_of(profile):
    return PROFILES[profile].seats[0]


def first_declarer(profile):
    return 2 if profile == "two-officers" else 1


@pytest.mark.parametrize("matadors", [0, None])
def test_a_trump_game_states_its_matadors(matadors):
    assert refusal("isko-2002", won(1, "clubs", matadors)) == ["matadors-missing"]


@pytest.mark.parametrize("bid", [0, None])
def test_a_bid_that_is_not_stated_is_none(bid):
    assert refusal("isko-2002", won(1, "clubs", 1, bid=bid)) == []
    assert refusal("isko-2002", lost(1, "clubs", 1, bid=bid, overbid=True)) == ["overbid-without-bid"]


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (won(1, "clubs", 1, schneider_announced=True, schneider=True), "schneider-announced-without-hand"),
        (
            won(1, "clubs", 1, hand=True, schwarz_announced=True, schwarz=True, schneider=True),
            "schwarz-announced-without-schneider-announced",
        ),
        (won(1, "clubs", 1, hand=True, ouvert=True), "ouvert-without-announcements"),
        (won(1, "null", schneider_announced=True), "level-announced-in-null"),
        (won(1, "null", schneider=True), "level-in-null"),
        (won(1, "null", 1), "matadors-in-null"),
        (won(4, "clubs", 1), "unknown-seat"),
        (won(-1, "clubs", 1), "unknown-seat"),
        (won(1, "clubs", 1, bid=19), "unknown-bid"),
        (won(1, "clubs", 1, bid=-18), "unknown-bid"),
        (won(1, "null", bid=24), "null-below-bid"),
        (lost(1, "null", bid=24), "null-below-bid"),
        (won(1, "clubs", 1, stakes=1), "stakes-not-played"),
        (won(1, "revolution"), "revolution-not-played"),
        (won(1, "clubs", 1, kind="solo"), "no-kinds"),
        (won(1, "clubs", 1, spitze=True), "spitze-not-played"),
        (ramsch(20, 35, 65), "ramsch-not-played"),
        (ramsch(20, 35, 65) | {"kind": "ramsch"}, "ramsch-not-played"),
    ],
)
def test_the_official_list_refuses_a_deal_and_reads_on(deal, code):
    assert code in refusal("isko-2002", deal)


def test_a_tick_is_judged_by_the_levels_the_declarer_had_himself():
    # With the Schneider he suffered the value would be 30; what counts is his own 20.
    deal = lost(1, "hearts", 1, schneider=True, bid=30, overbid=True)

    assert points("isko-2002", deal) == [-60, 0, 0]
    assert refusal("isko-2002", lost(1, "hearts", 2, bid=30, overbid=True)) == ["overbid-though-covered"]


@pytest.mark.parametrize("profile", NO_AUCTION)
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"bid": 18}, "no-auction"),
        ({"hand": True}, "no-hand"),
        ({"hand": True, "schneider_announced": True, "schneider": True}, "nothing-announced"),
    ],
)
def test_without_an_auction_nothing_is_bid_or_announced(profile, more, code):
    deal = won(first_declarer(profile), "clubs", 1, **more)

    assert code in refusal(profile, deal, seats=seats_of(profile))


@pytest.mark.parametrize("profile", NO_AUCTION)
def test_without_an_auction_no_null_is_open_and_nothing_overbid(profile):
    declarer, seats = first_declarer(profile), seats_of(profile)

    assert refusal(profile, won(declarer, "null", ouvert=True), seats=seats) == ["nothing-announced"]
    assert "no-auction" in refusal(profile, lost(declarer, "clubs", 1, overbid=True), seats=seats)
    assert refusal(profile, won(declarer, "null"), seats=seats) == []


@pytest.mark.parametrize(
    ("switches", "stakes", "codes"),
    [
        ({}, 4, []),
        ({}, 5, ["stakes-too-high"]),
        ({}, -1, ["stakes-too-high"]),
        ({"contra_at_most": 2}, 2, []),
        ({"contra_at_most": 2}, 3, ["stakes-too-high"]),
        ({"contra_at_most": 0}, 1, ["stakes-not-played"]),
    ],
)
@pytest.mark.parametrize("profile", ["contra", "kneipe"])
def test_stakes_go_as_far_as_the_table_lets_them(profile, switches, stakes, codes):
    assert refusal(profile, won(1, "clubs", 1, stakes=stakes), switches=switches) == codes


@pytest.mark.parametrize("stakes", range(5))
def test_the_factor_is_that_of_the_stakes(stakes):
    answer = ask("kneipe", won(1, "clubs", 1, stakes=stakes))

    assert answer["deals"][0]["factor"] == 2**stakes
    assert answer["deals"][0]["points"] == [24 * 2**stakes, 0, 0]


@pytest.mark.parametrize("profile", ["revolution", "kneipe"])
@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({"hand": True, "ouvert": True}, []),
        ({"hand": True}, []),
        ({"bid": 92}, []),
        ({"bid": 96}, ["null-below-bid"]),
        ({"bid": 96, "overbid": True}, ["null-below-bid"]),
        ({"matadors": 1}, ["matadors-in-null"]),
        ({"schneider": True}, ["level-in-null"]),
        ({"schwarz": True}, ["level-in-null"]),
        ({"schneider_announced": True}, ["level-announced-in-null"]),
        ({"bid": 92, "overbid": True}, ["overbid-though-covered"]),
    ],
)
def test_a_revolution_is_open_and_from_the_hand_by_itself(profile, more, codes):
    assert refusal(profile, lost(1, "revolution", **more)) == codes
    if not codes:
        assert points(profile, lost(1, "revolution", **more)) == [-184, 0, 0]


@pytest.mark.parametrize("profile", ["revolution", "kneipe"])
def test_where_revolution_is_played_92_can_be_bid(profile):
    assert refusal(profile, lost(1, "grand", 3, bid=92)) == []
    assert refusal(profile, won(1, "null", hand=True, ouvert=True, bid=92)) == ["null-below-bid"]


@pytest.mark.parametrize("levels", [1, 2])
def test_a_spitze_adds_its_levels_won_or_lost(levels):
    switches = {"spitze": levels}

    assert points("kneipe", won(1, "hearts", 2, spitze=True), switches=switches) == [10 * (3 + levels), 0, 0]
    assert points("kneipe", lost(1, "hearts", 2, spitze=True), switches=switches) == [-20 * (3 + levels), 0, 0]
    assert points("kneipe", won(1, "grand", 3, spitze=True), switches=switches) == [24 * (4 + levels), 0, 0]
    assert points("kneipe", won(1, "hearts", 2), switches=switches) == [30, 0, 0]


def test_a_spitze_counts_against_the_bid():
    assert refusal("kneipe", won(1, "hearts", 1, spitze=True, bid=30), switches={"spitze": 1}) == []
    assert refusal("kneipe", won(1, "hearts", 1, spitze=True, bid=33), switches={"spitze": 1}) == ["won-below-bid"]


@pytest.mark.parametrize(
    ("deal", "spitze", "codes"),
    [
        (won(1, "null", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "revolution", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "grand", 4, spitze=True), 1, ["spitze-with-four-jacks"]),
        (won(1, "clubs", 4, spitze=True), 1, []),
        (won(1, "clubs", 1, spitze=True), 0, ["spitze-not-played"]),
    ],
)
def test_a_spitze_needs_a_lowest_trump_to_be_announced(deal, spitze, codes):
    assert refusal("kneipe", deal, switches={"spitze": spitze}) == codes


def test_sechserskat_keeps_the_official_refusals():
    assert refusal("sechserskat", lost(1, "clubs", 3, schneider=True, schwarz=True)) == ["lost-schwarz-with-three"]
    assert refusal("sechserskat", won(1, "clubs", -12)) == []
    assert refusal("sechserskat", won(1, "grand", 5)) == ["too-many-matadors"]


@pytest.mark.parametrize(
    ("more", "multiple"),
    [
        ({}, 1),
        ({"schneider": True}, 2),
        ({"schneider": True, "schwarz": True}, 3),
        ({"schneider": True, "schneider_announced": True}, 3),
        ({"schneider": True, "schneider_announced": True, "schwarz": True}, 4),
        ({"schneider": True, "schwarz": True, "schwarz_announced": True}, 5),
        ({"schneider": True, "schwarz": True, "schneider_announced": True, "schwarz_announced": True}, 5),
    ],
)
def test_tournee_counts_how_a_game_ended(more, multiple):
    assert points("tournee", won(1, "clubs", 1, kind="solo", **more)) == [12 * (1 + multiple), 0, 0]


def test_tournee_counts_the_levels_of_a_lost_game_alike():
    suffered = {"schneider": True, "schwarz": True}

    assert points("tournee", lost(1, "clubs", -1, kind="solo", schneider=True)) == [-36, 0, 0]
    assert points("tournee", lost(1, "clubs", -1, kind="passt-mir-nicht", **suffered)) == [-64, 0, 0]


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (won(1, "grand", 1, kind="tournee"), 24),
        (won(1, "diamonds", 1, kind="passt-mir-nicht"), 10),
        (won(1, "grand", 1, kind="solo", ouvert=True), 48),
        (won(1, "null", kind="null", ouvert=True), 40),
        (lost(1, None, kind="null", ouvert=True), -40),
    ],
)
def test_tournee_has_its_own_base_values(deal, expected):
    assert points("tournee", deal) == [expected, 0, 0]


@pytest.mark.parametrize(
    ("deal", "codes"),
    [
        (won(1, "clubs", 1), ["kind-missing"]),
        (won(1, "clubs", 1, kind="solo", bid=18), ["no-auction"]),
        (won(1, "clubs", 1, kind="solo", hand=True), ["no-hand"]),
        (won(1, "clubs", 1, kind="guckser"), ["kind-and-game"]),
        (won(1, "null", kind="solo"), ["kind-and-game"]),
        (won(1, "clubs", 1, kind="null"), ["kind-and-game", "matadors-in-null"]),
        (won(1, "clubs", 1, kind="ramsch"), ["kind-and-game"]),
        (won(1, "clubs", 1, kind="solo", ouvert=True), ["ouvert-not-played"]),
        (won(1, "grand", 1, kind="tournee", ouvert=True), ["ouvert-not-played"]),
        (won(1, "grand", 1, kind="guckser", ouvert=True), ["ouvert-not-played"]),
        (won(1, "clubs", kind="solo"), ["matadors-missing"]),
        (won(1, "grand", 5, kind="solo"), ["too-many-matadors"]),
        (won(1, None, kind="null", schneider_announced=True), ["level-announced-in-null"]),
        (won(1, "clubs", 1, kind="solo", schneider_announced=True), ["won-though-announced-level-missed"]),
        (won(1, "clubs", 1, kind="solo", stakes=1), ["stakes-not-played"]),
        (ramsch(20, 35, 65), ["kind-missing"]),
        (ramsch(20, 35, 65) | {"kind": "solo"}, ["kind-and-game"]),
    ],
)
def test_tournee_refuses_what_it_does_not_know(deal, codes):
    assert refusal("tournee", deal) == codes
