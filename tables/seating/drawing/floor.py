"""One series while it is being arranged: who shares a table, and what that costs."""

from collections.abc import Sequence
from itertools import permutations

from tables.seating.chance import Chance
from tables.seating.field import APART, CLUB, REPEAT, TOGETHER, SeatingField, Tables, Tally, prices_at_three
from tables.seating.model import Policy, Wish
from tables.seating.report import least_apart_pairs, least_club_pairs, least_repeats

PASSES, PASSES_FEW = 4, 12
"""Times every table is looked at again in the light of all others, and of few."""

FAIR = 2
"""Gap between someone's most and least frequent seat that tables of three may bring about."""

AGAIN, FEW = 8, 500
"""Times the seats of up to so many tables are given out again while the gap is larger."""

_ORDERS = {size: tuple(permutations(range(size))) for size in (3, 4)}

Edge = tuple[int, int]
"""Someone, and the number of the table they sit at, counted through all series."""


def take_seats(tally: Tally, plan: Sequence[Tables], chance: Chance) -> list[Tables]:
    """Return the plan with everyone at a table on the seat that evens out their seats.

    Two even splits of who sits where give each seat to everyone equally often, give or take
    one; then what the history and tables of three have left uneven is mended table by table.
    Seat 1 keeps the list (SkWO 7.2.2).
    """
    people = [table for series in plan for table in series]
    tables, gap = _given_out(tally, people, chance)
    for _ in range(AGAIN if gap > FAIR and len(people) <= FEW else 0):
        other, other_gap = _given_out(tally, people, chance)
        if other_gap < gap:
            tables, gap = other, other_gap
        if gap <= FAIR:
            break
    seated = iter(tables)
    return [[next(seated) for _ in series] for series in plan]


def _given_out(tally: Tally, people: Tables, chance: Chance) -> tuple[Tables, int]:
    """Return the tables with seats given out, and the largest gap between anyone's most and least frequent seat."""
    tables = []
    for table in people:
        orders = _ORDERS[len(table)]
        tables.append([table[seat] for seat in orders[chance.below(len(orders))]])
    edges = [(person, at) for at, table in enumerate(tables) for person in table]
    quarters = [quarter for half in even_split(edges) for quarter in even_split(half)]
    for table in tables:
        table.clear()
    for quarter in chance.shuffled(quarters):
        for person, at in quarter:
            tables[at].append(person)
    counts = _mend(tally, tables, chance)
    return tables, max(max(seats) - min(seats) for seats in counts)


def _mend(tally: Tally, tables: Tables, chance: Chance) -> list[list[int]]:
    """Reseat table by table while that makes anyone's seats more even; return everyone's times on each seat."""
    counts = [list(seats) for seats in tally.seats]
    for table in tables:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    for _ in range(PASSES_FEW if len(tables) <= FEW else PASSES):
        mended = False
        for table in tables:
            uneven = any(max(counts[person]) - min(counts[person]) > 1 for person in table)
            mended |= uneven and _reseat(counts, table, chance)
        if not mended:
            break
    return counts


def _reseat(counts: list[list[int]], table: list[int], chance: Chance) -> bool:
    for seat, person in enumerate(table):
        counts[person][seat] -= 1
    before = list(table)
    company = chance.shuffled(table)
    seats = [counts[person] for person in company]
    # Squares even out: going from k to k + 1 costs 2 k + 1, of which only k tells orders apart.
    best = min(_ORDERS[len(company)], key=lambda order: sum(seats[who][seat] for seat, who in enumerate(order)))
    table[:] = [company[who] for who in best]
    for seat, person in enumerate(table):
        counts[person][seat] += 1
    return table != before


def even_split(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Return the edges in two halves: everyone's and every table's number halved, up to one.

    Couples the edges of each person, and those of each table, two by two; whoever walks from couple to couple passes
    people and tables in turn, so the edges of every walk go to the halves in turn, and a closed walk is even (Euler).
    """
    coupled = _couples([person for person, _ in edges]), _couples([table for _, table in edges])
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    half = [-1] * len(edges)
    for start in range(len(edges)):
        if half[start] >= 0:
            continue
        half[start] = 0
        # An open walk has two ends: follow it both ways from where it is met.
        for first in (0, 1):
            at, side, put = start, first, 1
            while (at := coupled[side][at]) >= 0 and half[at] < 0:
                half[at] = put
                side, put = 1 - side, 1 - put
    for edge, which in zip(edges, half, strict=True):
        halves[which].append(edge)
    return halves


def _couples(ends: Sequence[int]) -> list[int]:
    """Return for each edge the one it is coupled with where both end, or -1."""
    couple = [-1] * len(ends)
    waiting: dict[int, int] = {}
    for edge, end in enumerate(ends):
        other = waiting.pop(end, -1)
        if other < 0:
            waiting[end] = edge
        else:
            couple[edge], couple[other] = other, edge
    return couple


SAMPLE = 40
"""Partners tried for one exchange in a large field; up to half as many again, all are."""

BAN = 3
"""Moves for which nobody may go back to the table they left, at least; at most ``BAN + 5``."""


class Floor:
    """A series of the hall: its tables, and the price of everyone's place.

    A pair costs what it breaks; meeting for the third time costs twice the second. Whoever has
    had their fair share of tables of three meets an old acquaintance there, the empty chair.
    """

    __slots__ = (
        "apart",
        "apart_price",
        "at",
        "club",
        "club_price",
        "field",
        "met",
        "repeat_price",
        "tables",
        "threes",
        "together",
    )

    def __init__(self, field: SeatingField, tally: Tally, policy: Policy, tables: Tables) -> None:
        self.field = field
        self.at = [0] * field.size
        self.lay(tables)
        self.met = tally.met
        self.club = field.club
        self.apart = field.apart
        self.apart_price = 0 if policy.apart is Wish.IGNORED else APART
        self.repeat_price = 0 if policy.repeats is Wish.IGNORED else REPEAT
        self.club_price = 0 if policy.clubs is Wish.IGNORED or max(field.club) < 0 else CLUB
        self.together = False
        self.threes = [0] * field.size if policy.threes is Wish.IGNORED else prices_at_three(field, tally)

    def lay(self, tables: Tables) -> None:
        """Seat everybody at these tables."""
        self.tables = tables
        for at, table in enumerate(tables):
            for person in table:
                self.at[person] = at

    def price(self, person: int, table: int, *, without: int) -> int:
        """Return what ``person`` costs at a table that ``without`` has left."""
        met = self.met[person]
        company = self.tables[table]
        total = self.threes[person] if len(company) == 3 else 0
        for other in company:
            if other in met and other != without:
                total += self.repeat_price * met[other]
        if self.club_price or self.apart[person]:
            total += self._kinship(person, [other for other in company if other not in (without, person)])
        return total

    def are_unmet_mates(self, number: int, other: int) -> bool:
        """Test whether two are of one club where clubs count, may meet and have not met."""
        if number == other or other in self.met[number] or self.apart[number] & self.apart[other]:
            return False
        return bool(self.club_price and self.club[number] == self.club[other])

    def _kinship(self, person: int, company: list[int]) -> int:
        total = 0
        if self.together:
            total -= TOGETHER * sum(self.are_unmet_mates(person, other) for other in company)
        elif self.club_price:
            club = self.club[person]
            for other in company:
                if self.club[other] == club:
                    total += self.club_price
        if groups := self.apart[person]:
            for other in company:
                if groups & self.apart[other]:
                    total += self.apart_price
        return total

    def here(self, person: int) -> int:
        return self.price(person, self.at[person], without=person)

    def gain(self, number: int, other: int) -> int:
        at_one, at_other = self.at[number], self.at[other]
        return (
            self.price(number, at_other, without=other)
            + self.price(other, at_one, without=number)
            - self.price(number, at_one, without=number)
            - self.price(other, at_other, without=other)
        )

    def swap(self, number: int, other: int) -> None:
        at_one, at_other = self.at[number], self.at[other]
        table_one, table_other = self.tables[at_one], self.tables[at_other]
        table_one[table_one.index(number)] = other
        table_other[table_other.index(other)] = number
        self.at[number], self.at[other] = at_other, at_one

    def table_cost(self, table: int) -> int:
        company = self.tables[table]
        prices = sum(self.price(person, table, without=person) for person in company)
        if len(company) == 3:
            # Pairs are seen from both sides, a place only from its own.
            prices += sum(self.threes[person] for person in company)
        return prices // 2

    def cost(self) -> int:
        return sum(self.table_cost(table) for table in range(len(self.tables)))


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
        for number, other in reversed(self.since_best):
            self.floor.swap(number, other)
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
        for number, left in ((person, home), (partner, away)):
            self.banned[number, left] = self.moves + BAN + self.chance.below(6)
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


def least_cost(floor: Floor, tally: Tally) -> int:
    """Return a cost that no arrangement of the floor goes below."""
    field = floor.field
    cost = _least_at_three(floor)
    if floor.repeat_price:
        cost += REPEAT * least_repeats(field, tally, series=1)
    if floor.club_price:
        cost += CLUB * least_club_pairs(field)
    if floor.apart_price:
        cost += APART * least_apart_pairs(field)
    return cost


def _least_at_three(floor: Floor) -> int:
    """Return what the tables of three cost when those with the fewest visits sit there."""
    field = floor.field
    chairs = sum(size for size in field.sizes if size == 3)
    fixed = [person for person, pin in enumerate(field.pin) if pin >= 0 and field.sizes[pin] == 3]
    free = sorted(floor.threes[person] for person, pin in enumerate(field.pin) if pin < 0)
    return sum(floor.threes[person] for person in fixed) + sum(free[: chairs - len(fixed)])


def deal(field: SeatingField, chance: Chance) -> Tables:
    """Return a first arrangement: fixed tables kept, club mates dealt out one by one, else chance."""
    clubs: dict[int, list[int]] = {}
    tables: Tables = [[] for _ in field.sizes]
    for person in chance.shuffled(range(field.size)):
        if field.pin[person] < 0:
            clubs.setdefault(field.club[person], []).append(person)
        else:
            tables[field.pin[person]].append(person)
    order = [person for club in chance.shuffled(clubs.values()) for person in club]
    waiting = iter(order)
    for row in range(4):
        for table, size in zip(tables, field.sizes, strict=True):
            if len(table) == row and row < size:
                table.append(next(waiting))
    return tables
