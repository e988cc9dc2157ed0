"""Where clubs let the money go, and the jackpots that were paid (design page on money, 1.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.reckon.faults import Fault, Impossible
from scoring.money.reckon.jackpots import rolled_over
from scoring.money.reckon.pots import GoesTo, divided, filled, paid_out


def shares(*of, fixed=None):
    entries = [GoesTo(pot=f"pot-{index}", share=share) for index, share in enumerate(of)]
    return [*entries, GoesTo(pot="fixed", cents=fixed)] if fixed is not None else entries


def test_an_entry_goes_to_the_month_and_the_year():
    """Show 1.2: 80 % month, 10 % year, 10 % year by series."""
    assert divided(4405, shares(80, 10, 10)) == (3524, 440, 441)


def test_lost_games_go_to_four_pots_and_a_fixed_sum_for_the_jackpot():
    """Show 1.2: 40 % month, 10 % table points, 10 % year, 10 % by series, EUR 5 to the jackpot; the rest stays."""
    entries = [GoesTo(pot="jackpot", cents=500), *shares(40, 10, 10, 10), GoesTo(pot="club", share=0)]

    assert divided(2500, entries) == (500, 800, 200, 200, 200, 600)


def test_lost_games_of_the_online_club_are_divided_without_a_rest():
    """Show 1.2: 60 % organiser, 15 % special event, 10 % bonus, 15 % month."""
    assert divided(999, shares(60, 15, 10, 15)) == (599, 149, 99, 152)


def test_a_serious_event_pays_out_everything():
    """Show 1.2: the rate on the page is reckoned, and rounded down."""
    assert [paid_out(given, 10000) for given in (10000, 9999, 8000, 0)] == [100, 99, 80, 0]
    assert paid_out(0, 0) == 0


@pytest.mark.parametrize(
    ("players", "paid"),
    [
        pytest.param(83, {2: 16600, 5: 24900, 9: 33200}, id="1.2-83-players"),
        pytest.param(84, {1: 8400, 7: 50400, 10: 25200}, id="1.2-84-players"),
        pytest.param(73, {3: 21900}, id="1.2-73-players"),
    ],
)
def test_the_jackpot_of_the_marathon_paid_what_was_printed(players, paid):
    assert rolled_over(players * 1000, series=10, won_in=paid) == paid


def test_a_jackpot_is_not_won_in_a_series_there_is_not():
    with pytest.raises(Impossible) as refused:
        rolled_over(1000, series=3, won_in=[4])

    assert refused.value.fault is Fault.NOT_FROM_ONE


def test_a_pot_of_two_tariffs_adds_up():
    goes_to = {"entry": shares(100), "loss": shares(50, 50)}

    assert filled({"entry": 1000, "loss": 301, "cards": 99}, goes_to) == {"pot-0": 1150, "pot-1": 151}


@given(st.integers(0, 10**7), st.integers(1, 60), st.data())
def test_no_cent_of_a_pot_is_lost_or_made_wherever_it_is_won(pot, series, data):
    """Won in the last series it has paid all of it; won before, what was paid and what waits are the whole pot."""
    won_in = data.draw(st.sets(st.integers(1, series)))
    paid = rolled_over(pot, series=series, won_in=won_in)

    assert paid.keys() == won_in
    assert sum(paid.values()) == pot * max(won_in, default=0) // series
    assert sum(rolled_over(pot, series=series, won_in=won_in | {series}).values()) == pot
    assert all(cents >= 0 for cents in paid.values())
