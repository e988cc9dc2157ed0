"""Seats by standing: neighbours in the ranking together, the best four at table 1."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from tables.seating.bounds import least_cost
from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, Tally, field_of, tally_of
from tables.seating.floor import Floor
from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.record import finished_plan
from tables.seating.search import improve
from tables.seating.seats import take_seats
from tables.seating.sizes import CannotSeat, Refusal

REACHES = (2, 6, 20, None)
"""Tables between two who change places while pairs are being parted: as few as possible."""

FIRST_THRESHOLD = 200
"""Worsening of the order let through at first; it falls to nothing over three quarters of the steps."""

STEPS_EACH = 600
"""Steps per entrant that pay for the full threshold; with fewer, disorder would not be mended in time."""


def draw_by_standing(
    entrants: Iterable[Entrant],
    *,
    ranking: Sequence[int],
    seed: str,
    history: History = (),
    policy: Policy = STANDARD,
) -> Plan:
    """Seat one series by a ranking, best first: neighbours together, tables of three last.

    Apart groups, then pairs who met, then fair turns at three come before the ranking; people
    move no farther than that asks. Entrants missing in the ranking follow it by lot; numbers
    in it that are no entrants are passed over.

    :raises CannotSeat: if there is no seating, or a hard wish of the policy was not met.
    """
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    field = field_of(everyone)
    tally = tally_of(field, history)
    chance = Chance(seed, purpose="standing")
    order = _order(field, ranking, chance)
    ranks = {person: rank for rank, person in enumerate(order)}
    wished = replace(policy, clubs=policy.clubs_by_standing)
    floor = Floor(field, tally, wished, _cut(field, order))
    _part(floor, tally, chance, steps=policy.steps)
    _tidy(floor, ranks, chance, steps=policy.steps)
    return finished_plan(
        field,
        take_seats(tally, [floor.tables], chance),
        entrants=everyone,
        seed=seed,
        history=history,
        policy=policy,
        ranking=ranking,
        ranks=ranks,
    )


def _order(field: Field, ranking: Sequence[int], chance: Chance) -> list[int]:
    """Return everybody, best first; newcomers behind the ranking, by lot."""
    if twice := sorted(number for number, times in Counter(ranking).items() if times > 1):
        raise CannotSeat(Refusal.RANKED_TWICE, entrants=field.size, numbers=twice)
    index = {number: person for person, number in enumerate(field.numbers)}
    ranked = [index[number] for number in ranking if number in index]
    known = set(ranked)
    return ranked + chance.shuffled(p for p in range(field.size) if p not in known)


def _cut(field: Field, order: Sequence[int]) -> Tables:
    """Return the order cut into tables, around those who have a fixed one."""
    tables: Tables = [[] for _ in field.sizes]
    for person in order:
        if field.pin[person] >= 0:
            tables[field.pin[person]].append(person)
    waiting = iter([person for person in order if field.pin[person] < 0])
    for table, size in zip(tables, field.sizes, strict=True):
        while len(table) < size:
            table.append(next(waiting))
    return tables


def _part(floor: Floor, tally: Tally, chance: Chance, *, steps: int) -> None:
    """Part those who must not meet, by exchanges over as few tables as possible."""
    goal = least_cost(floor, tally)
    for reach in REACHES:
        if improve(floor, chance, steps=steps // len(REACHES), goal=goal, reach=reach) <= goal:
            return


def _tidy(floor: Floor, ranks: dict[int, int], chance: Chance, *, steps: int) -> None:
    """Bring everyone nearer to his place in the ranking, at no cost to who meets whom.

    Threshold accepting on the sum of squares of the distances between a place and the middle
    of the table; the best order seen is kept.
    """
    middles = _middles(floor.field.sizes)
    free = [person for person, pin in enumerate(floor.field.pin) if pin < 0]
    tables = len(middles)
    highest = min(FIRST_THRESHOLD, FIRST_THRESHOLD * steps // (STEPS_EACH * floor.field.size))
    order = best = 0
    kept = [list(table) for table in floor.tables]
    for step in range(steps if tables > 1 and free else 0):
        person = free[chance.below(len(free))]
        home = floor.at[person]
        away = home + (1 + chance.below(3)) * (1 - 2 * chance.below(2))
        if not 0 <= away < tables:
            continue
        partner = floor.tables[away][chance.below(len(floor.tables[away]))]
        if floor.field.pin[partner] >= 0:
            continue
        worse = 4 * (ranks[person] - ranks[partner]) * (middles[home] - middles[away])
        threshold = highest * max(0, 3 * steps - 4 * step) // (3 * steps)
        if worse > threshold:
            continue
        change = floor.gain(person, partner)
        if change > 0 or (change == 0 and worse == 0):
            continue
        floor.swap(person, partner)
        order += worse
        if change < 0 or order < best:
            best = order
            kept = [list(table) for table in floor.tables]
    floor.lay(kept)


def _middles(sizes: Sequence[int]) -> list[int]:
    """Return twice the mean place of each table when the ranking is cut, so that it is whole."""
    return [2 * end - size - 1 for end, size in zip(accumulate(sizes), sizes, strict=True)]
