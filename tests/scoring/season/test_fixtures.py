"""Fixtures are counted, not believed: who meets whom, who is host, how near the bound."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season.rules.league.fixtures import few_matches, fixtures, least_repeats, meetings
from scoring.season.rules.league.hosts import hosts

DAYS = 5
SEEDS = ["2026", "2027", "Oberliga Nord"]


def host_counts(days):
    return Counter(host for day in hosts(days) for host in day)


@pytest.mark.parametrize("seed", SEEDS)
def test_sixteen_teams_meet_each_other_exactly_once_in_five_days(seed):
    plan = fixtures(range(1, 17), days=DAYS, seed=seed)

    met = Counter(pair for day in plan.days for match in day for pair in combinations(sorted(match), 2))
    assert len(met) == 120
    assert set(met.values()) == {1}
    assert all(sorted(team for match in day for team in match) == list(range(1, 17)) for day in plan.days)
    assert all(len(match) == 4 for day in plan.days for match in day)
    assert (plan.repeats, plan.bound, plan.strangers) == (0, 0, ())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("central", range(DAYS))
def test_each_of_sixteen_teams_is_host_once_over_the_four_decentral_days(seed, central):
    plan = fixtures(range(1, 17), days=DAYS, seed=seed)
    decentral = [day for at, day in enumerate(plan.days) if at != central]

    chosen = hosts(decentral)

    assert sorted(host for day in chosen for host in day) == list(range(1, 17))
    for day, of_day in zip(decentral, chosen, strict=True):
        assert all(host in match for match, host in zip(day, of_day, strict=True))


REACHED = [
    # teams, sizes, repeats found, bound
    (5, None, 100, 100),
    (6, None, 20, 20),
    (7, None, 30, 30),
    (8, None, 40, 40),
    (9, None, 9, 9),
    (9, (5, 4), 60, 60),
    (10, None, 15, 15),
    (10, (5, 5), 80, 80),
    (11, None, 21, 20),
    (12, None, 30, 30),
    (13, None, 3, 0),
    (13, (5, 4, 4), 40, 40),
    (14, None, 2, 0),
    (15, None, 0, 0),
    (17, None, 0, 0),
    (17, (5, 4, 4, 4), 10, 10),
    (18, None, 0, 0),
    (20, None, 0, 0),
    (20, (5, 5, 5, 5), 40, 40),
    (24, None, 0, 0),
]


@pytest.mark.thorough(after=4)
@pytest.mark.parametrize(("teams", "sizes", "repeats", "bound"), REACHED)
def test_other_sizes_come_as_near_the_bound_as_was_found(teams, sizes, repeats, bound):
    plan = fixtures(range(1, teams + 1), days=DAYS, seed="2026", sizes=sizes)

    met = meetings(plan.days)
    assert sum(times * (times - 1) // 2 for times in met.values()) == plan.repeats
    assert plan.repeats <= repeats
    assert plan.bound == bound
    assert all(sorted(team for match in day for team in match) == list(range(1, teams + 1)) for day in plan.days)
    assert set(plan.strangers) == set(combinations(range(1, teams + 1), 2)) - set(met)


@pytest.mark.thorough(after=8)
@pytest.mark.parametrize(("teams", "sizes", "repeats", "bound"), REACHED)
def test_nobody_is_host_oftener_than_must_be(teams, sizes, repeats, bound):
    decentral = fixtures(range(1, teams + 1), days=DAYS, seed="2026", sizes=sizes).days[:4]
    matches = sum(map(len, decentral))

    assert max(host_counts(decentral).values()) == -(-matches // teams)


@settings(max_examples=25)
@given(st.integers(3, 9), st.integers(1, 3), st.text(max_size=5))
def test_no_plan_is_below_its_bound(teams, days, seed):
    sizes = few_matches(teams) if min(few_matches(teams)) >= 3 else None

    plan = fixtures(range(teams), days=days, seed=seed, sizes=sizes)

    assert plan.repeats >= plan.bound == least_repeats([len(match) for match in plan.days[0]], days=days)


@given(st.lists(st.lists(st.permutations(range(9)).map(lambda order: order[:3]), min_size=1, max_size=3), max_size=3))
def test_a_host_plays_there_and_is_one_as_rarely_as_can_be(days):
    chosen = hosts(days)

    matches = [match for day in days for match in day]
    found = [host for day in chosen for host in day]
    assert all(host in match for match, host in zip(matches, found, strict=True))
    # Hall: some teams are the only ones of so many matches that one of them must be host so often.
    unavoidable = max(
        (
            -(-len(some) // len({team for match in some for team in match}))
            for number in range(1, len(matches) + 1)
            for some in combinations(matches, number)
        ),
        default=0,
    )
    assert max(Counter(found).values(), default=0) == unavoidable


def test_the_same_seed_gives_the_same_plan_and_another_one_another():
    for sizes in (None, (5, 5, 5, 5)):
        first, again, other = (fixtures(range(20), days=5, seed=seed, sizes=sizes) for seed in ("a", "a", "b"))

        assert first == again
        assert first.days != other.days


@pytest.mark.parametrize(
    ("teams", "how"),
    [
        ([1, 1, 2], {"days": 5}),
        ([1, 2], {"days": 5}),
        ([1, 2, 3], {"days": 0}),
        ([1, 2, 3], {"days": 999}),
        (range(6), {"days": 5, "sizes": (6,)}),
        (range(6), {"days": 5, "sizes": (3, 4)}),
        (range(6), {"days": 5, "sizes": (4, 2)}),
    ],
)
def test_what_fits_no_plan_is_refused(teams, how):
    with pytest.raises(ValueError):  # noqa: PT011, which of several it is does not matter
        fixtures(teams, seed="a", **how)


def test_as_few_matches_as_can_be_have_five_teams():
    assert few_matches(20) == (5, 5, 5, 5)
    assert few_matches(16) == (4, 4, 4, 4)
    assert few_matches(9) == (5, 4)
