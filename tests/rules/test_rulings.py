"""SkWO 7.3.2: what a correction makes of a list before it is made."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.rulings import as_it_stands, changes, corrected, ended_by_breach, refused
from tests.support.strategies import game_lists, line, lost

GRAND = line("grand", 2)
ONE = GameList(seats=4, deals=(Deal(number=1, declarer=2, played=GRAND),))


def test_a_deal_takes_the_place_of_its_number_or_comes_last():
    other = Deal(number=1, declarer=3, played=GRAND)
    following = Deal(number=2, declarer=3, played=GRAND)

    assert corrected(ONE, other).deals == (other,)
    assert corrected(ONE, following).deals == (*ONE.deals, following)


def test_what_the_rules_refuse_is_named():
    assert [one.problem.code for one in refused(ONE, Deal(number=1, declarer=1, played=GRAND))] == ["dealer-played"]
    assert [one.problem.code for one in refused(ONE, Deal(number=3))] == ["wrong-number"]
    assert refused(ONE, Deal(number=2)) == ()


def test_an_entry_is_overruled_only_where_it_has_to_be():
    below = Deal(number=1, declarer=2, played=line("hearts", 1, bid=50), overruled=True)
    allowed = Deal(number=1, declarer=2, played=lost("clubs", 1), overruled=True)

    assert as_it_stands(ONE, below) == below
    assert as_it_stands(ONE, allowed) == replace(allowed, overruled=False)
    assert as_it_stands(ONE, replace(below, overruled=False)) == replace(below, overruled=False)


@given(game_lists(seats=4), game_lists(seats=4))
def test_the_changes_are_the_difference_of_the_performances(before, after):
    found = changes(before, after)

    performances = [[rating(tally, seats=4).performance for tally in tallies(one)] for one in (before, after)]
    assert [one.change for one in found] == [new - old for old, new in zip(*performances, strict=True)]
    assert [one.seat for one in found] == [1, 2, 3, 4]


@given(game_lists(), st.data())
def test_a_correction_taken_back_changes_nothing(game_list, data):
    if not game_list.deals:
        return
    old = data.draw(st.sampled_from(game_list.deals))
    passed = corrected(game_list, Deal(number=old.number))

    assert corrected(passed, old) == game_list
    assert [one.change for one in changes(passed, game_list)] == [-one.change for one in changes(game_list, passed)]


def test_two_tables_are_not_compared():
    with pytest.raises(ValueError, match="a list of 4 seats cannot become one of 3"):
        changes(ONE, GameList(seats=3))


def test_a_breach_decides_what_was_announced_at_the_simple_level():
    entry = Deal(number=1, declarer=2, played=line("clubs", 1, schneider=True, bid=18), overruled=True)

    assert ended_by_breach(entry, won_by_declarer=True) == Deal(number=1, declarer=2, played=line("clubs", 1, bid=18))
    assert ended_by_breach(entry, won_by_declarer=False).played == lost("clubs", 1, bid=18)
    with pytest.raises(ValueError, match="nobody played"):
        ended_by_breach(Deal(number=1), won_by_declarer=True)


def test_a_level_denied_by_then_is_not_given():
    entry = Deal(number=1, declarer=2, played=line("hearts", 1, "hand", schneider=True, bid=40))

    assert ended_by_breach(entry, won_by_declarer=True, opponents_points=30).played.won
    assert not ended_by_breach(entry, won_by_declarer=True, opponents_points=31).played.won
