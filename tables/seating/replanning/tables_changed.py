"""Mend one series of a plan after people left or came, moving as few as possible (SkWO 7.1.1).

Those who keep their company are never asked. Who must move, and how many, follows from the
sizes of the tables alone; whom they meet decides between ways that disturb equally few.
"""

from collections.abc import Sequence

from tables.seating.chance import Chance
from tables.seating.field import Field, Tables
from tables.seating.replanning.exchange_with_others import relieve
from tables.seating.replanning.free_chairs import Way, settle
from tables.seating.replanning.prices import Prices
from tables.seating.weights import CLUB, OTHER_TABLE

PLENTY = 400
"""Ways looked at when each of them breaks some wish."""

ENOUGH = 48
"""Ways looked at when one is found that breaks none, for fair turns at three."""


def mend(
    field: Field, tables: Sequence[Sequence[int]], prices: Prices, chance: Chance, *, steps: int, imminent: bool
) -> Way:
    """Return the best way found to seat the whole field, given who still sits where.

    ``tables`` are the companies of the plan without those who left, at most four each. Unless
    the series is ``imminent``, latecomers who would sit at three beyond their fair share change
    with one more: every table that is opened for them would have them at three.
    """
    seated = [list(table) for table in tables]
    waiting = _claim_fixed_tables(field, seated, chance)
    choices = _Choices(field, seated, chance)
    best: Way | None = None
    for turn in range(PLENTY):
        way = choices.way(turn, waiting)
        prices.spent += max(len(seated), len(way.companies))
        settle(way, prices, chance, steps=steps)
        way.cost += choices.cost_of(way, prices)
        if best is None or way.cost < best.cost:
            best = way
        enough = best.cost < CLUB and turn + 1 >= min(choices.ways, ENOUGH)
        if enough or best.cost <= 0 or prices.spent >= steps or not way.placed:
            break
    assert best is not None  # noqa: S101 - PLENTY is not 0
    relieve(field, best, prices, chance, spared=() if imminent else waiting)
    return best


def _claim_fixed_tables(field: Field, seated: Tables, chance: Chance) -> list[int]:
    """Seat those with a fixed table at it; return who waits for a chair then."""
    at_home = set()
    for number, table in enumerate(seated):
        table[:] = [person for person in table if field.pin[person] in (-1, number)]
        at_home.update(table)
    absent = [person for person in range(field.size) if person not in at_home]
    waiting = [person for person in absent if field.pin[person] < 0]
    for person in absent:
        if field.pin[person] >= 0:
            while len(seated) <= field.pin[person]:
                seated.append([])
            table = seated[field.pin[person]]
            table.append(person)
            if len(table) > 4:
                free = [other for other in table if field.pin[other] < 0]
                waiting.append(free[chance.below(len(free))])
                table.remove(waiting[-1])
    return waiting


class _Choices:
    """What the sizes leave open: which tables are broken up, stay at three, or give someone away.

    The order within each choice is by lot; turn after turn another comes first.
    """

    def __init__(self, field: Field, seated: Tables, chance: Chance) -> None:
        self.field = field
        self.seated = seated
        self.chance = chance
        self.fours = field.sizes.count(4)
        surplus = max(0, len(seated) - len(field.sizes))
        breakable = chance.shuffled(number for number, table in enumerate(seated) if surplus and self._free(table))
        # Moving people is what disturbs, so the smallest tables are broken up.
        breakable.sort(key=lambda number: len(seated[number]))
        largest = len(seated[breakable[surplus - 1]]) if surplus else 0
        self.certain = [number for number in breakable if len(seated[number]) < largest]
        self.equal = [number for number in breakable if len(seated[number]) == largest]
        self.broken_of_equal = surplus - len(self.certain)
        self.threes = chance.shuffled(number for number, table in enumerate(seated) if len(table) == 3)
        giving = sum(len(table) == 4 for table in seated) > self.fours
        self.ways = ENOUGH if giving else max(1, len(self.equal)) * max(1, len(self.threes))

    def way(self, turn: int, waiting: Sequence[int]) -> Way:
        """Return one way: tables, their sizes, and who is without a chair then."""
        start = turn % max(1, len(self.equal))
        order = self.equal[start:] + self.equal[:start]
        broken = sorted([*self.certain, *order[: self.broken_of_equal]])
        kept, origins = list(self.seated), list(range(len(self.seated)))
        left = list(waiting)
        for number in broken:
            left += kept[number]
            kept[number], origins[number] = [], -1
        moved = _renumber(kept, origins, tables=len(self.field.sizes))
        chairs = self._chairs(turn // max(1, len(self.equal)), kept, origins)
        for number, (table, size) in enumerate(zip(kept, chairs, strict=True)):
            if len(table) != size:
                kept[number] = list(table)
            if len(table) > size:
                left.append(self.chance.shuffled(person for person in table if self.field.pin[person] < 0)[0])
                kept[number].remove(left[-1])
        return Way(companies=kept, origins=origins, chairs=chairs, waiting=left, cost=OTHER_TABLE * moved)

    def cost_of(self, way: Way, prices: Prices) -> int:
        """Return what the tables cost that this or another way would change.

        Full tables count by the difference: most of them are the same in every way.
        """
        total = 0
        whole = {number for number, table in enumerate(self.seated) if len(table) == 4}
        for number, company in enumerate(way.companies):
            origin = way.origins[number]
            if origin in whole and company is self.seated[origin]:
                whole.remove(origin)
            else:
                total += prices.of_table(company, chairs=way.chairs[number])
        return total - sum(prices.of_table(self.seated[number], chairs=4) for number in sorted(whole))

    def _free(self, table: Sequence[int]) -> bool:
        """Tell whether nobody at this table is bound to it."""
        return all(self.field.pin[person] < 0 for person in table)

    def _chairs(self, turn: int, kept: Tables, origins: list[int]) -> list[int]:
        """Return the size of each table: whoever sits at three stays there, if anyone has to."""
        sizes = [len(table) for table in kept]
        full = [number for number, size in enumerate(sizes) if size == 4]
        if len(full) > self.fours:
            pin = self.field.pin
            giving: set[int] = set()
            while len(giving) < len(full) - self.fours:
                number = full[self.chance.below(len(full))]
                if any(pin[person] < 0 for person in kept[number]):
                    giving.add(number)
            return [4 if size == 4 and number not in giving else 3 for number, size in enumerate(sizes)]
        small = self.chance.shuffled(number for number, size in enumerate(sizes) if size < 3)
        at = {origin: number for number, origin in enumerate(origins)}
        threes = [at[origin] for origin in self.threes if origin in at]
        start = turn % max(1, len(threes))
        # Those who sit at three are filled up last, so their company stays if it can.
        chosen = set([*full, *small, *threes[start:], *threes[:start]][: self.fours])
        return [4 if number in chosen else 3 for number in range(len(kept))]


def _renumber(kept: Tables, origins: list[int], *, tables: int) -> int:
    """Bring the companies to tables 1 to ``tables``, the last to the gaps; return how many people that moves."""
    moved = 0
    gaps = iter([number for number, origin in enumerate(origins[:tables]) if origin < 0])
    for number in range(tables, len(kept)):
        if origins[number] >= 0:
            gap = next(gaps)
            kept[gap], origins[gap] = kept[number], origins[number]
            moved += len(kept[gap])
    more = range(len(kept), tables)
    kept.extend([] for _ in more)
    origins.extend(-1 for _ in more)
    del kept[tables:], origins[tables:]
    return moved
