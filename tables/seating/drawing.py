"""The draw by lot: as many series as wished, planned together (SkWO 7.1.1)."""

from collections.abc import Iterable, Sequence

from tables.seating.bounds import least_cost
from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, Tally, field_of, tally_of
from tables.seating.floor import Floor, deal
from tables.seating.hall import vary_tables
from tables.seating.model import MAX_SERIES, STANDARD, Entrant, History, Plan, Policy
from tables.seating.record import finished_plan
from tables.seating.search import improve
from tables.seating.seats import take_seats
from tables.seating.sizes import CannotSeat, Refusal

FIRST_PASS = 6
"""Part of the steps spent on a series before the later ones are known: one in so many."""

ROUND = 1500
"""Swaps tried in one series before another has its turn; in a large field four per entrant."""

MAX_WORK = 3_000_000
"""Swaps tried in all series together, whatever the policy says: a checker must do them again."""


def draw(
    entrants: Iterable[Entrant],
    *,
    series: int,
    seed: str,
    history: History = (),
    policy: Policy = STANDARD,
) -> Plan:
    """Draw the next ``series`` series by lot, after the ``history`` already played.

    Keeps apart, in this order: apart groups, pairs who met, club mates; then lets tables of
    three go round, and evens out seats and tables of the hall. The plan depends on the
    arguments alone, not on the order of the entrants.

    :raises CannotSeat: if there is no seating, or a hard wish of the policy was not met.
    """
    if not 1 <= series <= MAX_SERIES:
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    field = field_of(everyone)
    company = _companies(field, tally_of(field, history), policy, series=series, seed=seed)
    plan = _placed(field, tally_of(field, history), policy, company, seed=seed)
    return finished_plan(field, plan, entrants=everyone, seed=seed, history=history, policy=policy)


def _companies(field: Field, tally: Tally, policy: Policy, *, series: int, seed: str) -> list[Tables]:
    """Return who shares a table in each series: one after the other, then all in turn."""
    chance = Chance(seed, purpose="company")
    steps = min(policy.steps, MAX_WORK // series)
    plan: list[Tables] = []
    lacking: list[int] = []
    for _ in range(series):
        floor = Floor(field, tally, policy, deal(field, chance))
        goal = least_cost(floor, tally)
        cost = improve(floor, chance, steps=steps // FIRST_PASS, goal=goal)
        plan.append(floor.tables)
        lacking.append(cost - goal)
        tally.add_company(floor.tables)
    if any(lacking):
        _replan(field, tally, policy, plan, chance, steps=steps - steps // FIRST_PASS)
    return plan


def _replan(field: Field, tally: Tally, policy: Policy, plan: list[Tables], chance: Chance, *, steps: int) -> None:
    """Let the series give way to each other in turn, until nothing is lacking or steps end."""
    turn = max(ROUND, 4 * field.size)
    for _ in range(steps // turn):
        lacking = False
        for at in chance.shuffled(range(len(plan))):
            tally.add_company(plan[at], times=-1)
            floor = Floor(field, tally, policy, plan[at])
            goal = least_cost(floor, tally)
            cost = improve(floor, chance, steps=turn, goal=goal)
            lacking |= cost > goal
            plan[at] = floor.tables
            tally.add_company(plan[at])
        if not lacking:
            return


def _placed(field: Field, tally: Tally, policy: Policy, company: Sequence[Tables], *, seed: str) -> list[Tables]:
    """Return the series with tables of the hall and seats given out."""
    chance = Chance(seed, purpose="places")
    plan: list[Tables] = []
    for tables in company:
        placed = vary_tables(field, tally, tables, chance) if policy.vary_tables else tables
        tally.add_places(placed, seats=False)
        plan.append(placed)
    return take_seats(tally, plan, chance)
