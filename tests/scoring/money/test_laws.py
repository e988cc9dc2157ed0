"""What holds of every event, whatever is charged and won."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.money.reckon.played import Entrant
from scoring.money.reckon.pots import GoesTo, divided
from scoring.money.reckon.refunds import CutShort, refund
from scoring.money.reckon.sharing import Sharing, rounded, shared
from scoring.money.reckon.tariffs import LostGames
from tests.scoring.money.another_way import reckoned
from tests.scoring.money.any_event import bent_events, events
from tests.scoring.money.asked import answered, asked

slow = settings(
    max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)
amounts = st.lists(st.integers(0, 10**6), min_size=1, max_size=8)


@pytest.mark.thorough
@slow
@given(events())
def test_an_event_comes_to_the_same_another_way(event):
    assert answered(event) == reckoned(event)


@slow
@given(events())
def test_the_pots_hold_exactly_what_is_charged_by_the_tariffs_that_go_somewhere(event):
    answer = answered(event)

    placed = sum(sums[code] for sums in answer["charges"].values() for code in event["goes_to"])

    assert sum(answer["pots"].values()) == placed


@pytest.mark.thorough
@slow
@given(events())
def test_nobody_wins_twice_in_a_group_and_nobody_wins_nothing(event):
    answer = answered(event)

    winners = [(prize["group"], prize["number"]) for prize in answer["prizes"]]

    assert len(winners) == len(set(winners))
    assert all(prize["cents"] > 0 for prize in answer["prizes"])


@pytest.mark.thorough
@slow
@given(events())
def test_prizes_of_fixed_amounts_never_come_to_more_than_the_plan(event):
    answer = answered({**event, "prizes": [one for one in event["prizes"] if one["plan"]["kind"] == "fixed"]})

    planned = sum(sum(one["plan"]["cents"]) for one in event["prizes"] if one["plan"]["kind"] == "fixed")

    assert sum(prize["cents"] for prize in answer["prizes"]) <= planned


@slow
@given(events())
def test_one_list_of_shares_never_gives_more_than_its_pot_holds(event):
    lists = [one for one in event["prizes"] if one["plan"]["kind"] == "share"][:1]

    answer = answered({**event, "prizes": lists})

    assert all(cents <= 0 for cents in answer["over"].values())


@pytest.mark.thorough
@slow
@given(events())
def test_nobody_gets_back_more_than_was_paid(event):
    answer = answered(event)

    for entrant in event["entrants"]:
        assert 0 <= answer["refunds"][str(entrant["number"])] <= entrant.get("paid", 0)


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_the_less_was_played_the_more_comes_back(paid, planned):
    back = [
        refund(Entrant(number=1, paid=paid), CutShort(series_played=played, series_planned=planned))
        for played in range(planned + 1)
    ]

    assert back == sorted(back, reverse=True)
    assert (back[0], back[-1]) == (paid, 0)


@given(st.integers(0, 10**7), st.lists(st.integers(0, 12), min_size=1, max_size=8))
def test_what_is_divided_comes_to_the_whole(cents, shares):
    parts = divided(cents, [GoesTo(pot="p", share=share) for share in shares])

    assert sum(parts) == cents
    assert all(part == cents * share // 100 for part, share in zip(parts[:-1], shares, strict=False))


@given(amounts, st.lists(st.integers(1, 4), max_size=4), st.sampled_from(Sharing))
def test_sharing_leaves_the_sum_of_the_prizes(prizes, levels, sharing):
    places = [range(level) for level in levels]

    assert sum(shared(prizes, places, sharing)) == sum(prizes)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=6))
def test_half_and_half_lies_between_the_own_prize_and_the_average(prizes):
    prizes = sorted(prizes, reverse=True)
    tied = [range(len(prizes))]

    halves = shared(prizes, tied, Sharing.HORT)
    average = sum(prizes) // len(prizes)

    assert list(halves) == sorted(halves, reverse=True)
    for own, half in zip(prizes[1:], halves[1:], strict=True):
        assert min(own, average) <= half <= max(own, average + 1)


@given(amounts, st.integers(1, 1000), st.integers(0, 10**5))
def test_rounding_and_floor_leave_the_sum_and_give_nothing_small(prizes, unit, floor):
    given_out = rounded(prizes, round_to=unit, floor=floor)

    assert sum(given_out) == sum(prizes)
    assert all(cents % unit == 0 and (cents == 0 or cents >= floor) for cents in given_out[1:])


@given(st.integers(0, 30), st.integers(0, 10), st.integers(0, 500), st.integers(0, 500))
def test_each_lost_game_costs_what_its_tier_says(lost, reach, first, then):
    tiers = LostGames(tiers=((reach, first), (None, then)))

    assert tiers.cents_for(lost + 1) - tiers.cents_for(lost) == (first if lost < reach else then)


@pytest.mark.thorough
@settings(slow, max_examples=5000)
@given(events())
def test_thousands_of_events_come_to_the_same_another_way(event):
    assert answered(event) == reckoned(event)


@slow
@given(bent_events())
def test_a_bent_event_is_answered_or_refused_and_never_fails(event):
    answer, code = asked(event)

    assert code in (0, 2)
    assert (code == 2) == (answer.keys() == {"error", "at"})
    json.dumps(answer)


@given(st.binary(max_size=60))
def test_any_bytes_are_answered_or_refused(sent):
    assert asked(sent)[1] in (0, 2)
