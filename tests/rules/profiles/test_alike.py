"""By the official profile a list is what it always was: the same problems, columns, bonuses and sums."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList, booked
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.presence import turns
from scoring.rules.game_list.sums import control_sums, rating, running, tallies
from scoring.rules.profiles.evening import score
from scoring.rules.profiles.games import judged
from scoring.rules.profiles.lines import DeclarerLine, PassedLine
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.sums import places
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.results.settlement import settle
from tests.support.strategies import changing_tables, game_lists, lines


def line_of(deal):
    """Return a deal of the official list as a line of any."""
    if deal.played is None or deal.declarer is None:
        return PassedLine()
    played, contract = deal.played, deal.played.contract
    return DeclarerLine(
        declarer=deal.declarer,
        game=contract.game,
        hand=contract.hand,
        schneider_announced=contract.schneider_announced,
        schwarz_announced=contract.schwarz_announced,
        ouvert=contract.ouvert,
        matadors=played.matadors,
        won=played.won,
        schneider=played.schneider,
        schwarz=played.schwarz,
        bid=played.bid,
        overbid=played.overbid,
    )


def by_profile(game_list, profile=OFFICIAL):
    """Return the same list by a profile."""
    return ProfileList(
        profile=profile,
        seats=game_list.seats,
        rounds=game_list.rounds,
        presence=game_list.presence,
        deals=tuple(map(line_of, game_list.deals)),
    )


@given(st.one_of(game_lists(), game_lists(changing=True)))
def test_an_honest_list_comes_out_as_it_always_did(game_list):
    scored = score(by_profile(game_list))
    earned, control = tallies(game_list), control_sums(game_list)

    assert [seat.game_points for seat in scored.seats] == [own.game_points for own in earned]
    assert [seat.others_lost for seat in scored.seats] == [own.opponents_lost for own in earned]
    assert [seat.total for seat in scored.seats] == [rating(own, seats=game_list.seats).performance for own in earned]
    assert sum(seat.total for seat in scored.seats) == control.totals == control.expected
    assert (scored.control.won, scored.control.lost, scored.control.passed) == (
        control.won,
        control.lost,
        control.passed,
    )
    assert [sum(entered.points.values()) for entered in scored.deals] == [booked(deal) for deal in game_list.deals]
    assert scored.complete == (len(game_list.deals) == game_list.length)
    assert [(note.deal, note.problem) for note in scored.notes] == [
        (found.deal, found.problem) for found in findings(game_list)
    ]


@given(game_lists())
def test_columns_grow_as_they_always_did_and_places_follow_the_official_order(game_list):
    rows = running(game_list)
    for number in range(len(game_list.deals)):
        scored = score(by_profile(replace(game_list, deals=game_list.deals[: number + 1])))
        assert tuple(seat.game_points for seat in scored.seats) == rows[number]
    scored = score(by_profile(game_list))
    order = ranked(
        Result(seat, rating(own, seats=game_list.seats).performance, own.won, own.lost)
        for seat, own in enumerate(tallies(game_list), 1)
    )
    assert places(scored.seats, OFFICIAL.rating) == tuple(
        place.rank for place in sorted(order, key=lambda place: place.result.entrant)
    )


@given(lines, st.integers(-1, 6), st.sampled_from([3, 4]))
def test_nonsense_is_refused_as_it_always_was(played, declarer, seats):
    deal = Deal(number=1, declarer=declarer, played=played)
    game_list = GameList(seats=seats, deals=(deal,))

    scored = score(by_profile(game_list))

    found = findings(game_list)
    assert [note.problem for note in scored.notes] == [one.problem for one in found]
    is_refused = any(one.problem.severity == "error" for one in found)
    assert dict(scored.deals[0].points) == ({} if is_refused else {declarer: booked(deal)})


@given(changing_tables())
def test_deals_are_dealt_in_the_same_order(game_list):
    official = turns(seats=4, rounds=game_list.rounds, presence=game_list.presence)

    assert tuple(by_profile(game_list).turns()) == official == game_list.turns


@given(game_lists())
def test_classic_differs_in_the_rating_only(game_list):
    official, classic = score(by_profile(game_list)), score(by_profile(game_list, PROFILES["classic"]))

    assert official.deals == classic.deals
    assert [seat.total for seat in classic.seats] == [seat.game_points for seat in official.seats]


@given(game_lists(), st.integers(0, 5))
def test_a_list_settles_its_game_points(game_list, stake):
    points = [seat.game_points for seat in score(by_profile(game_list)).seats]

    assert settle(points, stake=stake) == tuple(stake * (game_list.seats * own - sum(points)) for own in points)


@pytest.mark.parametrize("profile", sorted(set(PROFILES) - {"tournee"}))
def test_a_line_without_a_game_is_half_an_entry(profile):
    found = judged(DeclarerLine(declarer=1, game=None), PROFILES[profile])

    assert "half-entry" in [problem.code for problem in found.problems]
    assert found.booking is None


def test_profiles_are_equal_by_what_they_are():
    again = replace(OFFICIAL, seats=(3, 4))

    assert again == OFFICIAL
    assert hash(again) == hash(OFFICIAL)
    assert replace(OFFICIAL, stakes=1) != OFFICIAL
    assert judged(DeclarerLine(declarer=1, game=Game.CLUBS, matadors=1), again).booking.points == -48
