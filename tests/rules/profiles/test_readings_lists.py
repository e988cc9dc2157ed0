"""What the program decides about lists: ratings, order of dealers, ends, settlement, presence."""

import pytest

from scoring.rules.score.reading import PROFILES
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
