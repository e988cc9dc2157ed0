"""The swap search: make one series cheaper, counted in steps and never in seconds."""

from collections.abc import Sequence

from tables.seating.chance import Chance
from tables.seating.drawing.floor import Floor

SAMPLE = 40
"""Partners tried for one exchange in a large field; up to half as many again, all are."""

BAN = 3
"""Moves for which nobody may go back to the table they left, at least; at most ``BAN + 5``."""


def improve(floor: Floor, chance: Chance, *, steps: int, goal: int = 0, reach: int | None = None) -> int:
    """Swap people until the floor costs ``goal`` or ``steps`` swaps were tried; return the cost.

    Tabu search: someone who costs something takes the best exchange even if it is a bad one,
    and may not go back at once. With a ``reach`` nobody moves by more tables than that in one
    exchange. The floor is left at the cheapest arrangement seen, of equal ones at the latest.
    """
    return _Search(floor, chance, reach).run(steps=steps, goal=goal)


class _Search:
    """The state of one search: what hurts, what is banned, how to return to the best."""

    __slots__ = ("banned", "best", "chance", "cost", "floor", "free", "hurt", "moves", "reach", "since_best", "tried")

    def __init__(self, floor: Floor, chance: Chance, reach: int | None) -> None:
        self.floor = floor
        self.chance = chance
        self.reach = reach
        self.free = [person for person, pin in enumerate(floor.field.pin) if pin < 0]
        self.hurt = _Hurt(floor)
        self.cost = self.best = sum(self.hurt.costs)
        self.banned: dict[tuple[int, int], int] = {}
        self.since_best: list[tuple[int, int]] = []
        self.moves = self.tried = 0

    def run(self, *, steps: int, goal: int) -> int:
        while self.best > goal and self.tried < steps and self.free and self.hurt.tables:
            self.tried += 1
            person = self._sufferer()
            if person is not None:
                self.moves += 1
                self._move(person)
        for one, other in reversed(self.since_best):
            self.floor.swap(one, other)
        return self.best

    def _sufferer(self) -> int | None:
        """Return someone who costs something and may move, at a table drawn from those that hurt."""
        floor = self.floor
        table = self.hurt.tables[self.chance.below(len(self.hurt.tables))]
        pin = floor.field.pin
        able = [person for person in floor.tables[table] if pin[person] < 0 and floor.here(person)]
        return able[self.chance.below(len(able))] if able else None

    def _partners(self, person: int) -> Sequence[int]:
        floor, free, below = self.floor, self.free, self.chance.below
        if self.reach is not None:
            home = floor.at[person]
            near = floor.tables[max(0, home - self.reach) : home + self.reach + 1]
            return [other for table in near for other in table if floor.field.pin[other] < 0]
        if len(free) <= SAMPLE * 3 // 2:
            return free
        return [free[below(len(free))] for _ in range(SAMPLE)]

    def _move(self, person: int) -> None:
        """Make the best exchange for ``person`` that is not banned; ties by lot."""
        floor = self.floor
        home = floor.at[person]
        relief = -floor.here(person)
        choice, least, ties = -1, 0, 0
        for partner in self._partners(person):
            if floor.at[partner] == home:
                continue
            self.tried += 1
            rise = floor.gain(person, partner)
            if (choice >= 0 and rise > least) or self._is_banned(person, partner, rise):
                continue
            ties = ties + 1 if choice >= 0 and rise == least else 1
            if not self.chance.below(ties):
                choice, least = partner, rise
            if rise <= relief and len(self.free) > SAMPLE * 3 // 2:
                break
        if choice >= 0:
            self._exchange(person, choice, least)

    def _is_banned(self, person: int, partner: int, rise: int) -> bool:
        # What would be the best arrangement so far is never banned.
        if self.cost + rise < self.best:
            return False
        at, until = self.floor.at, self.banned.get
        return until((person, at[partner]), 0) > self.moves or until((partner, at[person]), 0) > self.moves

    def _exchange(self, person: int, partner: int, rise: int) -> None:
        home, away = self.floor.at[person], self.floor.at[partner]
        self.floor.swap(person, partner)
        for one, left in ((person, home), (partner, away)):
            self.banned[one, left] = self.moves + BAN + self.chance.below(6)
            self.hurt.refresh(left)
        self.cost += rise
        self.since_best.append((person, partner))
        # An equal arrangement is kept too: it drifts on where the old one was stuck.
        if self.cost <= self.best:
            self.best = self.cost
            self.since_best.clear()


class _Hurt:
    """The tables that cost something, to draw one from in no time."""

    __slots__ = ("costs", "floor", "place", "tables")

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.costs = [floor.table_cost(table) for table in range(len(floor.tables))]
        self.tables = [table for table, cost in enumerate(self.costs) if cost]
        self.place = {table: at for at, table in enumerate(self.tables)}

    def refresh(self, table: int) -> None:
        cost = self.costs[table] = self.floor.table_cost(table)
        if cost and table not in self.place:
            self.place[table] = len(self.tables)
            self.tables.append(table)
        elif not cost and table in self.place:
            gap, last = self.place.pop(table), self.tables.pop()
            if last != table:
                self.tables[gap] = last
                self.place[last] = gap
