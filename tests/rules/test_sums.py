"""SkWO 5, 8.11, 8.12: running totals, tallies and control sums of a list."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList, booked
from scoring.rules.game_list.sums import ControlSums, Tally, control_sums, running, tallies
from tests.support.strategies import game_lists, honest_lines, line, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def deal(number, declarer=None, played=None):
    return Deal(number=number, declarer=declarer, played=played)


def at_four(*deals, rounds=12):
    return GameList(seats=4, rounds=rounds, deals=deals)


def test_a_short_list_is_added_up_by_hand():
    game_list = at_four(deal(1, 2, GRAND), deal(2), deal(3, 4, LOST), deal(4, 2, LOST), rounds=1)

    assert running(game_list) == ((0, 72, 0, 0), (0, 72, 0, 0), (0, 72, 0, -48), (0, 24, 0, -48))
    assert tallies(game_list) == (
        Tally(game_points=0, won=0, lost=0, opponents_lost=2),
        Tally(game_points=24, won=1, lost=1, opponents_lost=1),
        Tally(game_points=0, won=0, lost=0, opponents_lost=2),
        Tally(game_points=-48, won=0, lost=1, opponents_lost=1),
    )
    # 60 + (24 + 30) + 60 + (-48 - 50 + 30) = -24 + 50 * (1 - 2) + 90 * 2
    assert control_sums(game_list) == ControlSums(
        deals=4, won=1, lost=2, passed=1, game_points=-24, totals=106, expected=106, agree=True
    )


def test_at_three_both_others_get_40():
    game_list = GameList(seats=3, rounds=1, deals=(deal(1, 1, LOST), deal(2), deal(3, 3, GRAND)))

    sums = control_sums(game_list)

    assert tallies(game_list)[1] == Tally(opponents_lost=1)
    assert (sums.totals, sums.expected, sums.agree) == (-48 + 72 + 80, 104, True)


def test_an_empty_list_adds_up():
    assert tallies(GameList(seats=3)) == (Tally(),) * 3
    assert running(GameList(seats=3)) == ()
    assert control_sums(GameList(seats=3)).agree


@pytest.mark.parametrize("entry", [deal(1, 5, GRAND), deal(1, 2), deal(1, None, GRAND)])
def test_the_control_sums_notice_an_entry_for_nobody(entry):
    assert not control_sums(at_four(entry)).agree


@pytest.mark.parametrize("seat", [-1, 0, 5])
def test_a_game_of_nobody_at_the_table_changes_no_column(seat):
    game_list = at_four(deal(1, seat, LOST))

    assert running(game_list) == ((0, 0, 0, 0),)
    assert tallies(game_list) == (Tally(),) * 4


def test_a_declarer_without_a_game_changes_no_column():
    assert running(at_four(deal(1, 2))) == ((0, 0, 0, 0),)


@given(game_lists())
def test_the_last_running_totals_are_the_game_points_8_11(game_list):
    """Show ISkO 5.5.1."""
    rows = running(game_list)

    if rows:
        assert rows[-1] == tuple(tally.game_points for tally in tallies(game_list))
    assert [sum(row) for row in rows] == list(accumulate(booked(deal) for deal in game_list.deals))


@given(game_lists())
def test_every_deal_changes_only_its_declarers_column(game_list):
    """Show ISkO 5.5.1."""
    before = (0,) * game_list.seats

    for deal, after in zip(game_list.deals, running(game_list), strict=True):
        changed = {seat for seat, (a, b) in enumerate(zip(before, after, strict=True), start=1) if a != b}
        assert changed == ({deal.declarer} if deal.declarer else set())
        before = after


@given(game_lists())
def test_the_control_sums_of_an_honest_list_agree(game_list):
    """Show SkWO 9.4."""
    sums = control_sums(game_list)

    assert sums.agree
    assert sums.totals == sums.expected
    assert sums.deals == sums.won + sums.lost + sums.passed == len(game_list.deals)


@given(game_lists())
def test_every_loss_is_somebodys_and_everybody_elses_bonus(game_list):
    all_tallies = tallies(game_list)
    losses = sum(tally.lost for tally in all_tallies)

    assert all(tally.opponents_lost == losses - tally.lost for tally in all_tallies)


@given(game_lists(seats=4, rounds=2, whole=True), st.data())
def test_the_order_of_correction_does_not_matter(game_list, data):
    """Show ISkO 5.5.3."""
    numbers = data.draw(st.lists(st.integers(1, game_list.length), min_size=1, max_size=4, unique=True))
    corrections = [deal(number, game_list.players_of(number)[0], data.draw(honest_lines())) for number in numbers]

    def corrected(order):
        rows = {row.number: row for row in game_list.deals} | {row.number: row for row in order}
        return replace(game_list, deals=tuple(rows[number] for number in sorted(rows)))

    there, back = corrected(corrections), corrected(corrections[::-1])

    assert tallies(there) == tallies(back)
    assert control_sums(there).agree


@given(game_lists(seats=3, rounds=2, whole=True), st.randoms())
def test_the_order_of_the_deals_does_not_change_the_tallies(game_list, random):
    shuffled = list(game_list.deals)
    random.shuffle(shuffled)

    assert tallies(replace(game_list, deals=tuple(shuffled))) == tallies(game_list)
