"""Ramsch and Bock come out the same when they are computed a second time, from the written rules alone."""

from random import Random

import pytest

from scoring.rules.profiles.evening import score
from scoring.rules.profiles.houses import house as house_of
from scoring.rules.profiles.lists import ProfileList
from tests.rules.profiles.asking import ask, errors, ramsch
from tests.rules.profiles.evenings import evening_deals, evening_switches, players, ramsch_deal, switches_of
from tests.rules.profiles.houses import line_of
from tests.support import house_rules_second_way as house
from tests.support.thorough import thorough

DEALS = 36
"""Of an evening."""

SIXTY = {"game": "hearts", "matadors": 2, "has_sixty": True}
"""A game lost with 60 card points: two of them are no 100 in a column."""


@pytest.mark.parametrize(("seed", "evenings"), [(1, 120), *thorough((2, 2800))])
def test_an_evening_with_bock_is_the_same_both_ways(seed, evenings):
    chance = Random(seed)
    for _ in range(evenings):
        seats, switches = chance.choice([3, 4, 5]), evening_switches(chance)
        deals = evening_deals(chance, seats=seats, number=DEALS, switches=switches)

        answer = ask("kneipe", *deals, seats=seats, switches=switches)

        expected = list(house.evening(deals, seats=seats, switches=switches))
        found = [house.Row(deal["points"], deal["factor"]) for deal in answer["deals"]]
        assert found == [row._replace(refused=False) for row in expected], (switches, deals)
        refused = [number for number, row in enumerate(expected, 1) if row.refused]
        assert errors(answer) == [(number, "compulsory-ramsch") for number in refused]


@pytest.mark.parametrize(("seed", "number"), [(3, 3000), *thorough((4, 100_000))])
def test_a_ramsch_is_the_same_both_ways(seed, number):
    chance = Random(seed)
    for _ in range(number // DEALS):
        profile, seats = chance.choice(["ramsch", "schieberamsch", "kneipe"]), chance.choice([3, 4])
        switches, pushes = switches_of(chance), 0 if profile == "ramsch" else 3
        deals = [ramsch_deal(chance, seats, players(at, seats), pushes=pushes) for at in range(1, DEALS + 1)]

        answer = ask(profile, *deals, seats=seats, switches=switches)

        assert errors(answer) == []
        for deal, entered in zip(deals, answer["deals"], strict=True):
            by_seat = house.ramsch(deal["ramsch"], switches)
            assert entered["points"] == [by_seat.get(seat, 0) for seat in range(1, seats + 1)], (switches, deal)


def test_a_gewinner_ramsch_is_the_same_both_ways():
    chance = Random(5)
    deals = [ramsch_deal(chance, 3, [1, 2, 3], pushes=0) for _ in range(36)]

    answer = ask("gewinner-ramsch", *deals)

    for deal, entered in zip(deals, answer["deals"], strict=True):
        assert entered["won"] == house.winners(deal["ramsch"])
        assert entered["points"] == [23 if seat in entered["won"] else 0 for seat in (1, 2, 3)]


@pytest.mark.parametrize("mask", range(256))
def test_every_choice_of_events_queues_the_same_both_ways(mask):
    """A Grand Hand, a Contra lost, 111, 100 and 0 in a column, 72 and 96: all of them in one evening."""
    deals = [
        {"declarer": 1, "game": "grand", "hand": True, "matadors": 1, "won": True},
        {"declarer": 2, "game": "null", "stakes": 1},
        {"declarer": 3, "game": "grand", "matadors": 1, "won": True, "stakes": 2},
        ramsch(0, 120, 0, tricks=(0, 10, 0)),
        {"passed": True},
        ramsch(9, 0, 111, tricks=(3, 0, 7)),
        {"declarer": 1, "game": "hearts", "matadors": 4, "stakes": 1, "won": True},
        {"declarer": 2, "game": "grand", "hand": True, "matadors": 2, "won": True, "schneider": True},
        *[ramsch(20, 50, 50) for _ in range(6)],
        *[{"declarer": seat, "game": "hearts", "matadors": 4, "won": True} for seat in (1, 2, 3) for _ in range(2)],
    ]
    # Beside what the fixed form knows: a game lost with 60 card points, first and last.
    deals = [{**SIXTY, "declarer": 2}, *deals, {**SIXTY, "declarer": 3}, {"passed": True}]
    for switches in ({"bock_events": mask}, {"bock_events": mask, "bock_ramsch": True, "durchmarsch": True}):
        lines = [line_of(deal, seats=3) for deal in deals]
        profile = house_of("kneipe", switches).profile

        found = score(ProfileList(profile=profile, seats=3, deals=tuple(lines)))

        rows = house.evening(deals, seats=3, switches=switches)
        entered = [([deal.points.get(seat, 0) for seat in (1, 2, 3)], deal.factor) for deal in found.deals]
        assert entered == [row[:2] for row in rows]


@pytest.mark.parametrize(("seed", "number"), [(6, 3000), *thorough((7, 100_000))])
def test_a_ramsch_of_a_house_is_the_same_both_ways(seed, number):
    """With knocking, other fixed amounts, and three equals that cost nothing."""
    chance = Random(seed)
    for _ in range(number):
        switches = switches_of(chance) | {
            "klopfen": True,
            "equal_costs": chance.random() < 0.5,
            "ramsch_fixed": chance.choice(["15-15-20", "10-15-20"]),
        }
        deal = ramsch_deal(chance, 3, [1, 2, 3])
        deal["ramsch"]["knocks"] = chance.randrange(4 - deal["ramsch"]["pushes"])
        profile = house_of("schieberamsch", switches).profile

        found = score(ProfileList(profile=profile, seats=3, deals=(line_of(deal, seats=3),)))

        assert (dict(found.deals[0].points), found.control.ramsch) == (house.ramsch(deal["ramsch"], switches), 1)
