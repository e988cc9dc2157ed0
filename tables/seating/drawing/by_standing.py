"""Seats by standing: neighbours in the ranking together, the best four at table 1."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tables.seating.chance import Chance
from tables.seating.drawing.exchanges import improve
from tables.seating.drawing.floor import Floor, least_cost
from tables.seating.drawing.neighbours import tidy
from tables.seating.drawing.seats import take_seats
from tables.seating.field import Field, Tables, Tally, field_of, tally_of
from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.record import BY_STANDING, VERSION, Inputs, finished_plan
from tables.seating.sizes import CannotSeat, Refusal
from tables.seating.weights import TOGETHER

REACHES = (2, 6, 20, None)
"""Tables between two who change places while pairs are being parted: as few as possible."""


def draw_by_standing(
    entrants: Iterable[Entrant],
    *,
    ranking: Sequence[int],
    seed: str,
    history: History = (),
    policy: Policy = STANDARD,
    version: int = VERSION,
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
    if policy.together_by_standing:
        floor.lay(_cut(field, _gathered(floor, order)))
        floor.attract()
    _part(floor, tally, chance, steps=policy.steps)
    tidy(floor, [ranks[person] for person in range(field.size)], chance, steps=policy.steps)
    inputs = Inputs(
        method=BY_STANDING,
        entrants=everyone,
        seed=seed,
        history=history,
        policy=policy,
        ranking=ranking,
        version=version,
    )
    return finished_plan(field, take_seats(tally, [floor.tables], chance), inputs, ranks=ranks)


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


def _gathered(floor: Floor, order: Sequence[int]) -> list[int]:
    """Return the order with mates who have not met behind the best of them, up to four at a time."""
    gathered: list[int] = []
    waiting = dict.fromkeys(order)
    for first in order:
        if first not in waiting:
            continue
        block = [first]
        for other in waiting:
            if len(block) < 4 and all(floor.are_unmet_mates(other, one) for one in block):
                block.append(other)
        if len(block) > 1 or len(gathered) % 4 == 0:
            gathered += block
        else:
            gathered.append(first)
        for person in block:
            del waiting[person]
    return gathered


def _part(floor: Floor, tally: Tally, chance: Chance, *, steps: int) -> None:
    """Part those who must not meet, by exchanges over as few tables as possible."""
    # What is gained by bringing mates together has no known bound.
    goal = -TOGETHER * 6 * len(floor.tables) if floor.together else least_cost(floor, tally)
    for reach in REACHES:
        if improve(floor, chance, steps=steps // len(REACHES), goal=goal, reach=reach) <= goal:
            return
