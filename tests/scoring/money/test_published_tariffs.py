"""Tariffs that clubs publish, and what they come to (design page on money, 1.1)."""

import pytest

from scoring.money.reckon.charges import charged, charges
from scoring.money.reckon.played import Entrant, PlayedList, Seat
from scoring.money.reckon.presets import LOST_GAMES, PLACE_AT_TABLE
from scoring.money.reckon.tariffs import LostGames, PassedIn, PerEntrant, PerList, PlaceAtTable, Tariff


@pytest.mark.parametrize(
    ("preset", "lost", "cents"),
    [
        *(("usual", lost, cents) for lost, cents in {0: 0, 3: 150, 4: 250, 6: 450, 8: 650, 12: 1050}.items()),
        *(("three tiers", lost, cents) for lost, cents in {6: 650, 8: 1250, 12: 2450}.items()),
        *(("dear", lost, cents) for lost, cents in {4: 500, 8: 1300}.items()),
        *(("cheap", lost, cents) for lost, cents in {4: 190, 8: 590}.items()),
        ("half a euro", 7, 350),
        ("one euro", 7, 700),
    ],
    ids=lambda part: f"1.1-{part}",
)
def test_lost_games_cost_what_is_printed(preset, lost, cents):
    assert LOST_GAMES[preset].cents_for(lost) == cents


def test_lost_games_count_per_list_and_never_over_series():
    """Show 1.1: twice three lost games are twice 1.50, six in one list 4.50."""
    one = Entrant(number=1)
    lists = [PlayedList(series=series, seats=[Seat(number=1, lost=3)]) for series in (1, 2)]

    assert owed(one, LOST_GAMES["usual"], lists) == 300
    assert owed(one, LOST_GAMES["usual"], [PlayedList(seats=[Seat(number=1, lost=6)])]) == 450


def test_the_lost_games_of_an_evening_come_to_what_is_expected():
    """Show 1.1: of 48 deals 15 per cent are lost, 1.8 a player; with two for most it is EUR 0.90 to 1.00 each."""
    entrants = [Entrant(number=number) for number in range(1, 101)]
    lists = [
        PlayedList(seats=[Seat(number=4 * table + seat + 1, lost=lost) for seat, lost in enumerate((1, 2, 2, 2))])
        for table in range(25)
    ] * 3
    tariff = Tariff(code="loss", kind=LOST_GAMES["usual"])

    total = sum(charge.cents for charge in charges([tariff], entrants, lists))

    assert total == 100 * 3 * 7 * 50 // 4 == 26250


@pytest.mark.parametrize(("place", "cents"), [(1, 50), (2, 100), (3, 150), (4, 200)])
def test_the_place_at_the_table_costs_what_is_printed(place, cents):
    """Show 1.1: at four the best pays 0.50, the second 1.00, the third 1.50, the fourth 2.00."""
    table = PlayedList(seats=[Seat(number=number, total=1000 - 100 * number) for number in (1, 2, 3, 4)])

    assert owed(Entrant(number=place), PLACE_AT_TABLE, [table]) == cents


def test_passed_in_deals_may_cost_a_fee_too():
    table = PlayedList(passed=3, seats=[Seat(number=number) for number in (1, 2, 3, 4)])

    assert [owed(Entrant(number=n), PassedIn(cents=10), [table]) for n in (1, 2, 3, 4)] == [8, 8, 7, 7]


def test_an_entry_of_several_parts_adds_up():
    """Show 1.1: 23.50 is 15 for the whole, 7.50 for the series, 1 for cards."""
    tariffs = [
        Tariff(code="whole", kind=PerEntrant(cents=1500)),
        Tariff(code="series", kind=PerEntrant(cents=750)),
        Tariff(code="cards", kind=PerEntrant(cents=100)),
    ]
    one = [Entrant(number=1)]

    assert charged(tariffs, one, charges(tariffs, one, []))[1] == {"whole": 1500, "series": 750, "cards": 100}


def test_juniors_pay_nothing_and_who_opts_out_only_list_and_lost_games():
    """Show 1.1: juniors pay nothing; opting out of the prizes leaves list money and loss fees."""
    tariffs = [
        Tariff(code="entry", kind=PerEntrant(cents=500), free=frozenset({"juniors", "without prizes"})),
        Tariff(code="list", kind=PerList(cents=200), free=frozenset({"juniors"})),
        Tariff(code="loss", kind=LOST_GAMES["usual"], free=frozenset({"juniors"})),
    ]
    entrants = [
        Entrant(number=1, classes=frozenset({"juniors"})),
        Entrant(number=2, classes=frozenset({"without prizes"})),
        Entrant(number=3),
    ]
    table = PlayedList(seats=[Seat(number=number, lost=4) for number in (1, 2, 3)])

    assert charged(tariffs, entrants, charges(tariffs, entrants, [table])) == {
        1: {"entry": 0, "list": 0, "loss": 0},
        2: {"entry": 0, "list": 200, "loss": 250},
        3: {"entry": 500, "list": 200, "loss": 250},
    }


def test_a_table_of_another_size_costs_nothing():
    table = PlayedList(seats=[Seat(number=number) for number in (1, 2, 3, 4, 5)])

    assert owed(Entrant(number=1), PlaceAtTable(cents={4: (1, 2, 3, 4)}), [table]) == 0


def test_no_tiers_cost_nothing():
    assert LostGames(tiers=()).cents_for(9) == 0


def owed(entrant, kind, lists):
    return sum(charge.cents for charge in charges([Tariff(code="t", kind=kind)], [entrant], lists))
