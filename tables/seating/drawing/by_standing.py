"""Seats by standing: neighbours in the ranking together, the best four at table 1."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from tables.seating.chance import Chance
from tables.seating.drawing.floor import Floor, improve, least_cost, take_seats
from tables.seating.field import REPEAT, TOGETHER, SeatingField, Tables, field_of, tally_of
from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.record import BY_STANDING, VERSION, Inputs, finished_plan
from tables.seating.sizes import CannotSeat, Refusal

FIRST_THRESHOLD = 200
"""Worsening of squares let through at first; it falls to nothing over three quarters of the steps."""

STEPS_EACH = 600
"""Steps per entrant that pay for the full threshold; with fewer, disorder would not be mended in time."""

UNIT = 1000
"""Parts of a place by which spreads are weighed."""

SMALL = 100
"""Tables up to which twice the steps are taken: there, everybody has met many of their neighbours."""

FAR = 3
"""Part of the mean spread, in tables, that people may move at once."""

REFRESH = 64


def tidy(floor: Floor, ranks: Sequence[int], chance: Chance, *, steps: int) -> None:
    """Bring everyone nearer to their place, then narrow the tables, at no higher cost of who meets whom."""
    if sum(_Narrowing(floor, ranks, chance).spreads) == floor.field.size - len(floor.tables):
        # The ranking cut into tables: it cannot be closer.
        return
    if len(floor.tables) > 1 and any(pin < 0 for pin in floor.field.pin):
        _line_up(floor, ranks, chance, steps=steps)
        _Narrowing(floor, ranks, chance).run(steps=steps if len(floor.tables) > SMALL else 2 * steps)


def _line_up(floor: Floor, ranks: Sequence[int], chance: Chance, *, steps: int) -> None:
    """Lessen the sum of squares of the distances between a place and the middle of the table.

    Threshold accepting; the best order seen is kept.
    """
    sizes = floor.field.sizes
    # Twice the mean place of each table when the ranking is cut, so that it is whole.
    middles = [2 * end - size - 1 for end, size in zip(accumulate(sizes), sizes, strict=True)]
    free = [person for person, pin in enumerate(floor.field.pin) if pin < 0]
    tables = len(middles)
    highest = min(FIRST_THRESHOLD, FIRST_THRESHOLD * steps // (STEPS_EACH * floor.field.size))
    order = best = 0
    since_best: list[tuple[int, int]] = []
    for step in range(steps):
        person = free[chance.below(len(free))]
        home = floor.at[person]
        away = home + (1 + chance.below(3)) * (1 - 2 * chance.below(2))
        if not 0 <= away < tables:
            continue
        partner = floor.tables[away][chance.below(len(floor.tables[away]))]
        if floor.field.pin[partner] >= 0:
            continue
        worse = 4 * (ranks[person] - ranks[partner]) * (middles[home] - middles[away])
        if worse > highest * max(0, 3 * steps - 4 * step) // (3 * steps):
            continue
        change = floor.gain(person, partner)
        if change > 0 or (change == 0 and worse == 0):
            continue
        floor.swap(person, partner)
        since_best.append((person, partner))
        order += worse
        if change < 0 or order < best:
            best = order
            since_best.clear()
    _take_back(floor, since_best)


def _take_back(floor: Floor, swaps: Sequence[tuple[int, int]]) -> None:
    for number, other in reversed(swaps):
        floor.swap(number, other)


class _Narrowing:
    """Annealing on the sum of spreads; a repeat has a price meanwhile, so that the way may lead past some.

    Threshold and price are measured by the mean spread at the beginning. Of all arrangements seen the one that costs
    least is kept, and of those the narrowest.
    """

    __slots__ = ("chance", "cost", "floor", "free", "mean", "ranks", "reach", "spreads")

    def __init__(self, floor: Floor, ranks: Sequence[int], chance: Chance) -> None:
        self.floor = floor
        self.ranks = ranks
        self.chance = chance
        self.free = [person for person, pin in enumerate(floor.field.pin) if pin < 0]
        self.spreads = [self._spread(table) for table in floor.tables]
        self.cost = floor.cost()
        self.mean = max(3, sum(self.spreads) // len(self.spreads))
        self.reach = min(len(floor.tables) - 1, 2 + self.mean // FAR)

    def run(self, *, steps: int) -> None:
        total = sum(self.spreads)
        best = (self.cost, total)
        since_best: list[tuple[int, int]] = []
        highest = price = 0
        for step in range(steps):
            if step % REFRESH == 0:
                highest = self.mean * UNIT * (steps - step) ** 2 // (2 * steps**2)
                price = self.mean * UNIT * (steps + step) // steps
            pair = self._candidates()
            if pair is None:
                continue
            change = self._try(*pair, highest=highest, price=price)
            if change is None:
                continue
            total += change
            since_best.append(pair)
            if (self.cost, total) < best:
                best = (self.cost, total)
                since_best.clear()
        _take_back(self.floor, since_best)

    def _candidates(self) -> tuple[int, int] | None:
        floor, below = self.floor, self.chance.below
        person = self.free[below(len(self.free))]
        turn = below(2 * self.reach)
        away = floor.at[person] + (turn + 1 if turn < self.reach else self.reach - turn - 1)
        if not 0 <= away < len(floor.tables):
            return None
        partner = floor.tables[away][below(len(floor.tables[away]))]
        return None if floor.field.pin[partner] >= 0 else (person, partner)

    def _try(self, person: int, partner: int, *, highest: int, price: int) -> int | None:
        """Exchange two people if a threshold up to ``highest`` lets it through; return the growth of the spreads."""
        floor = self.floor
        home, away = floor.at[person], floor.at[partner]
        spread_home = self._spread(floor.tables[home], without=person, and_with=partner)
        spread_away = self._spread(floor.tables[away], without=partner, and_with=person)
        change = spread_home + spread_away - self.spreads[home] - self.spreads[away]
        if self.cost <= 0 and change * UNIT > highest:
            # Where nothing costs, nothing can be gained but order.
            return None
        rise = floor.gain(person, partner)
        worse = change * UNIT + rise * price // REPEAT
        if worse > 0 and worse > highest * self.chance.below(1024) // 1024:
            return None
        floor.swap(person, partner)
        self.spreads[home], self.spreads[away] = spread_home, spread_away
        self.cost += rise
        return change

    def _spread(self, table: Sequence[int], *, without: int = -1, and_with: int = -1) -> int:
        """Return the places from best to last at a table, one of them exchanged."""
        ranks = self.ranks
        places = [ranks[person] for person in table if person != without]
        if and_with >= 0:
            places.append(ranks[and_with])
        places.sort()
        return places[-1] - places[0]


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
        floor.together = True
    # Those who must not meet are parted by exchanges over as few tables as possible. What is gained by bringing mates
    # together has no known bound.
    goal = -TOGETHER * 6 * len(floor.tables) if floor.together else least_cost(floor, tally)
    for reach in REACHES:
        if improve(floor, chance, steps=policy.steps // len(REACHES), goal=goal, reach=reach) <= goal:
            break
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


def _order(field: SeatingField, ranking: Sequence[int], chance: Chance) -> list[int]:
    """Return everybody, best first; newcomers behind the ranking, by lot."""
    if twice := sorted(number for number, times in Counter(ranking).items() if times > 1):
        raise CannotSeat(Refusal.RANKED_TWICE, entrants=field.size, numbers=twice)
    index = {number: person for person, number in enumerate(field.numbers)}
    ranked = [index[number] for number in ranking if number in index]
    numbers = set(ranked)
    return ranked + chance.shuffled(p for p in range(field.size) if p not in numbers)


def _cut(field: SeatingField, order: Sequence[int]) -> Tables:
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
            if len(block) < 4 and all(floor.are_unmet_mates(other, number) for number in block):
                block.append(other)
        if len(block) > 1 or len(gathered) % 4 == 0:
            gathered += block
        else:
            gathered.append(first)
        for person in block:
            del waiting[person]
    return gathered
