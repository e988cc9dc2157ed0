"""What the program decides about lists and a declarer's game: ratings, dealers, ends, what a profile does not know."""

from itertools import product

from scoring.rules.score.answer import PROFILES
from tests.rules.profiles.asking import PASSED, ask, errors, lost, points, ramsch, refusal, totals, won

SKWO = "isko-2002 grand-20 hand-single ramsch schieberamsch gewinner-ramsch contra revolution sechserskat"
CLUBS = won(1, "clubs", 1)


def test_these_profiles_have_the_official_rating_and_those_count_game_points_only():
    for profile in SKWO.split():
        three = totals(ask(profile, CLUBS, lost(2, "clubs", 1)))
        four = totals(ask(profile, won(2, "clubs", 1), lost(3, "clubs", 1), seats=4))
        assert (three, four) == ([24 + 50 + 40, -48 - 50, 40], [30, 24 + 50 + 30, -98, 30]), profile
    for profile in ("classic", "kneipe", "two-open"):
        assert totals(ask(profile, CLUBS, lost(2, "clubs", 1), seats=seats_of(profile)))[:2] == [24, -48], profile
    assert totals(ask("bierlachs", CLUBS, lost(2, "clubs", 1))) == [0, -72, -24]
    assert totals(ask("raeuberskat", CLUBS, lost(2, "clubs", 1))) == [24, -48, 0]
    assert totals(ask("two-officers", won(2, "clubs", 1), lost(1, "clubs", 1), seats=2)) == [-48, 24]
    assert totals(ask("tournee", won(1, "clubs", 1, kind="solo"), lost(2, "clubs", 1, kind="solo"))) == [24, -24, 0]


def test_the_settlement_compares_game_points_of_every_seat_in_pairs_where_there_is_a_stake():
    answer = ask("isko-2002", CLUBS, lost(2, "clubs", 1), stake="1/7")

    assert answer["settlement"] == [11 + 4, -11 - 7, 7 - 4]
    assert not answer["complete"]
    for stake in (None, 0, "0", "0.0", "0/3"):
        assert "settlement" not in ask("classic", CLUBS, stake=stake), stake


def test_a_refused_deal_counts_nowhere_but_keeps_its_place():
    answer = ask("isko-2002", lost(1, "clubs", 1), won(1, "grand", 1), won(2, "grand", 1), seats=4)

    # The first dealer cannot play; deal 2 is dealt by seat 2, deal 3 by seat 3.
    assert errors(answer) == [(1, "dealer-is-declarer")]
    assert answer["deals"][0] == {"points": [0] * 4, "won": [], "lost": [], "factor": 1}
    assert answer["control"] == {"won": 2, "lost": 0, "passed": 0, "ramsch": 0}
    assert [seat["others_lost"] for seat in answer["seats"]] == [0] * 4
    both = errors(ask("isko-2002", lost(1, "clubs", 0), won(2, "grand", 1), seats=4))
    assert both == [(1, "dealer-is-declarer"), (1, "matadors-missing"), (2, "dealer-is-declarer")]


def test_a_list_of_rounds_is_complete_with_all_its_deals_and_none_of_them_refused():
    whole = [CLUBS, CLUBS, PASSED]

    assert ask("isko-2002", *whole, rounds=1)["complete"]
    assert not ask("isko-2002", *whole[:2], rounds=1)["complete"]
    assert not ask("isko-2002", CLUBS, won(1, "clubs"), PASSED, rounds=1)["complete"]
    # A deal beyond the end is refused and does not undo it.
    answer = ask("isko-2002", CLUBS, CLUBS, CLUBS, CLUBS, rounds=1)
    assert errors(answer) == [(4, "too-many-deals")]
    assert answer["complete"]
    assert answer["seats"][0]["won"] == 3
    assert ask("isko-2002", *[PASSED] * 36)["complete"]
    assert refusal("isko-2002", *[PASSED] * 37) == ["too-many-deals"]


def test_a_deal_may_be_passed_in_where_there_is_an_auction():
    for profile in PROFILES:
        answer = ask(profile, PASSED, seats=seats_of(profile))
        is_possible = profile not in {"raeuberskat", "tournee", "two-officers"}
        assert errors(answer) == ([] if is_possible else [(1, "nobody-passes")]), profile
        assert answer["control"]["passed"] == is_possible, profile


def test_bierlachs_takes_a_game_won_off_everybody_who_is_there_the_dealer_too():
    three = [{"from_round": 1, "seats": [1, 2, 4]}]
    for presence, expected in (([], [-24, 0, -24, -24]), (three, [-24, 0, 0, -24])):
        assert points("bierlachs", won(2, "clubs", 1), seats=4, presence=presence) == expected


def test_bierlachs_ends_at_its_target_can_have_two_losers_and_goes_on_beyond_its_rounds():
    # A refused deal does not reach the target.
    for deal, target, ends in (
        (CLUBS, 24, ([2, 3], True)),
        (CLUBS, 25, (None, False)),
        (lost(1, "clubs"), 1, (None, False)),
    ):
        answer = ask("bierlachs", deal, switches={"target": target})
        assert (answer["loser"], answer["complete"]) == ends
    assert refusal("bierlachs", CLUBS, PASSED, switches={"target": 24}) == ["target-reached"]
    assert errors(ask("bierlachs", *[CLUBS] * 9, rounds=1)) == []


def test_in_raeuberskat_of_four_the_dealer_is_the_seat_before_the_soloist():
    answer = ask("raeuberskat", won(1, "grand", 1), ramsch(None, 35, 65, 20, tricks=(None, 3, 5, 2)), seats=4)

    assert errors(answer) == []
    assert refusal("raeuberskat", won(2, "grand", 1), seats=4) == ["not-in-turn"]
    assert refusal("raeuberskat", won(4, "grand", 1), seats=4) == ["dealer-is-declarer", "not-in-turn"]


def test_in_raeuberskat_of_four_everybody_plays_four_and_a_refused_deal_ticks_nothing_off():
    games = ("grand", "clubs", "null")
    three = [won(seat, game, None if game == "null" else 1) for game in games for seat in (1, 2, 3, 4)]
    points, tricks = [20, 35, 65], [2, 3, 5]
    # The dealer of each Ramsch, who has none of it, is the seat before: first 4, then 1, 2, 3.
    last = [ramsch(*points[:at], None, *points[at:], tricks=[*tricks[:at], None, *tricks[at:]]) for at in (3, 0, 1, 2)]

    answer = ask("raeuberskat", *three, *last, seats=4, rounds=1)

    assert (errors(answer), answer["complete"]) == ([], True)
    assert not ask("raeuberskat", *three, *last[:3], seats=4)["complete"]
    assert refusal("raeuberskat", *three, *last, won(1, "clubs", 1), seats=4) == ["too-many-deals"]
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

    answer = ask("isko-2002", *[PASSED] * 4, rounds=2, presence=presence)

    assert errors(answer) == [(4, "too-many-deals"), (None, "too-few-players")]
    assert answer["complete"]


def test_two_officers_name_a_game_where_they_did_not_deal():
    assert refusal("two-officers", won(1, "clubs", 1), seats=2) == ["dealer-is-declarer"]
    assert refusal("two-open", won(1, "clubs", 1), seats=2) == []
    assert ask("two-officers", won(2, "clubs", 1), won(1, "clubs", 1), seats=2, rounds=1)["complete"]


def seats_of(profile):
    return PROFILES[profile].seats[0]


def test_a_trump_game_states_its_matadors_a_bid_may_be_none_and_a_tick_is_judged_by_the_declarers_own_levels():
    for nothing in (0, None):
        assert refusal("isko-2002", won(1, "clubs", nothing)) == ["matadors-missing"]
        assert refusal("isko-2002", won(1, "clubs", 1, bid=nothing)) == []
        assert refusal("isko-2002", lost(1, "clubs", 1, bid=nothing, overbid=True)) == ["overbid-without-bid"]
    # With the Schneider he suffered the value would be 30; what counts is his own 20.
    assert points("isko-2002", lost(1, "hearts", 1, schneider=True, bid=30, overbid=True)) == [-60, 0, 0]
    assert refusal("isko-2002", lost(1, "hearts", 2, bid=30, overbid=True)) == ["overbid-though-covered"]


def test_the_official_list_refuses_a_deal_and_reads_on():
    schwarz = {"hand": True, "schwarz_announced": True, "schwarz": True, "schneider": True}
    for deal, code in (
        (won(1, "clubs", 1, schneider_announced=True, schneider=True), "schneider-announced-without-hand"),
        (won(1, "clubs", 1, **schwarz), "schwarz-announced-without-schneider-announced"),
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
    ):
        assert code in refusal("isko-2002", deal), deal


def test_without_an_auction_nothing_is_bid_or_announced():
    for profile, declarer in (("raeuberskat", 1), ("two-officers", 2)):
        seats = seats_of(profile)
        for more, code in (
            ({"bid": 18}, "no-auction"),
            ({"hand": True}, "no-hand"),
            ({"hand": True, "schneider_announced": True, "schneider": True}, "nothing-announced"),
        ):
            assert code in refusal(profile, won(declarer, "clubs", 1, **more), seats=seats), (profile, more)
        assert refusal(profile, won(declarer, "null", ouvert=True), seats=seats) == ["nothing-announced"]
        assert "no-auction" in refusal(profile, lost(declarer, "clubs", 1, overbid=True), seats=seats)
        assert refusal(profile, won(declarer, "null"), seats=seats) == []


def test_stakes_go_as_far_as_the_table_lets_them_and_are_the_factor():
    for profile, (at_most, stakes, codes) in product(
        ("contra", "kneipe"),
        (
            (4, 4, []),
            (4, 5, ["stakes-too-high"]),
            (4, -1, ["stakes-too-high"]),
            (2, 2, []),
            (2, 3, ["stakes-too-high"]),
            (0, 1, ["stakes-not-played"]),
        ),
    ):
        switches = {"contra_at_most": at_most} if at_most != 4 else {}
        assert refusal(profile, won(1, "clubs", 1, stakes=stakes), switches=switches) == codes, (at_most, stakes)
    for stakes in range(5):
        (deal,) = ask("kneipe", won(1, "clubs", 1, stakes=stakes))["deals"]
        assert (deal["factor"], deal["points"]) == (2**stakes, [24 * 2**stakes, 0, 0])


def test_a_revolution_is_open_and_from_the_hand_by_itself():
    for profile in ("revolution", "kneipe"):
        for more, codes in (
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
        ):
            assert refusal(profile, lost(1, "revolution", **more)) == codes, (profile, more)
            if not codes:
                assert points(profile, lost(1, "revolution", **more)) == [-184, 0, 0]
        # Where it is played 92 can be bid.
        assert refusal(profile, lost(1, "grand", 3, bid=92)) == []
        assert refusal(profile, won(1, "null", hand=True, ouvert=True, bid=92)) == ["null-below-bid"]


def test_a_spitze_adds_its_levels_won_or_lost_and_counts_against_the_bid():
    for levels in (1, 2):
        for deal, expected in (
            (won(1, "hearts", 2, spitze=True), 10 * (3 + levels)),
            (lost(1, "hearts", 2, spitze=True), -20 * (3 + levels)),
            (won(1, "grand", 3, spitze=True), 24 * (4 + levels)),
            (won(1, "hearts", 2), 30),
        ):
            assert points("kneipe", deal, switches={"spitze": levels}) == [expected, 0, 0], deal
    # It needs a lowest trump to be announced.
    for deal, spitze, codes in (
        (won(1, "hearts", 1, spitze=True, bid=30), 1, []),
        (won(1, "hearts", 1, spitze=True, bid=33), 1, ["won-below-bid"]),
        (won(1, "null", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "revolution", spitze=True), 1, ["spitze-in-null"]),
        (won(1, "grand", 4, spitze=True), 1, ["spitze-with-four-jacks"]),
        (won(1, "clubs", 4, spitze=True), 1, []),
        (won(1, "clubs", 1, spitze=True), 0, ["spitze-not-played"]),
    ):
        assert refusal("kneipe", deal, switches={"spitze": spitze}) == codes, deal


def test_sechserskat_keeps_the_official_refusals():
    assert refusal("sechserskat", lost(1, "clubs", 3, schneider=True, schwarz=True)) == ["lost-schwarz-with-three"]
    assert refusal("sechserskat", won(1, "clubs", -12)) == []
    assert refusal("sechserskat", won(1, "grand", 5)) == ["too-many-matadors"]


def test_tournee_counts_how_a_game_ended_won_or_lost_and_has_its_own_base_values():
    schneider, schwarz = {"schneider": True}, {"schneider": True, "schwarz": True}
    said_schneider, said_schwarz = {"schneider_announced": True}, {"schwarz_announced": True}
    for deal, expected in (
        (won(1, "clubs", 1, kind="solo"), 12 * 2),
        (won(1, "clubs", 1, kind="solo", **schneider), 12 * 3),
        (won(1, "clubs", 1, kind="solo", **schwarz), 12 * 4),
        (won(1, "clubs", 1, kind="solo", **schneider, **said_schneider), 12 * 4),
        (won(1, "clubs", 1, kind="solo", **schwarz, **said_schneider), 12 * 5),
        (won(1, "clubs", 1, kind="solo", **schwarz, **said_schwarz), 12 * 6),
        (won(1, "clubs", 1, kind="solo", **schwarz, **said_schneider, **said_schwarz), 12 * 6),
        (lost(1, "clubs", -1, kind="solo", **schneider), -36),
        (lost(1, "clubs", -1, kind="passt-mir-nicht", **schwarz), -64),
        (won(1, "grand", 1, kind="tournee"), 24),
        (won(1, "diamonds", 1, kind="passt-mir-nicht"), 10),
        (won(1, "grand", 1, kind="solo", ouvert=True), 48),
        (won(1, "null", kind="null", ouvert=True), 40),
        (lost(1, None, kind="null", ouvert=True), -40),
    ):
        assert points("tournee", deal) == [expected, 0, 0], deal


def test_tournee_refuses_what_it_does_not_know():
    for deal, codes in (
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
    ):
        assert refusal("tournee", deal) == codes, deal
