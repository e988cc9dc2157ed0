"""Work out the plan that keeps most of another one; the checker does the same from the record."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from tables.seating.chance import Chance
from tables.seating.field import CLUB, OTHER_TABLE, UNFAIR, SeatingField, Tables, Tally, field_of, tally_of
from tables.seating.model import MAX_SERIES, Plan
from tables.seating.records.record import ReplanInputs, finished_plan
from tables.seating.replanning.free_chairs import Prices, Way, gain, put, settle
from tables.seating.sizes import CannotSeat, Refusal

SAMPLE = 40


def relieve(field: SeatingField, way: Way, prices: Prices, chance: Chance, *, spared: Collection[int]) -> None:
    """Let those placed against a hard wish change with someone at a full table, each at most once.

    So do those of ``spared`` who came to a table of three beyond their fair share.
    """
    for at, (person, here) in enumerate(way.placed):
        mates = [other for other in way.companies[here] if other != person]
        price = prices.of_joining(person, mates, chairs=way.chairs[here])
        relief = prices.hardest if price >= prices.hardest else 0
        if person in spared and way.chairs[here] == 3 and prices.at_three(person) >= UNFAIR:
            relief = min(relief, UNFAIR) or UNFAIR
        if relief:
            _change(field, way, prices, chance, at, least=relief // 2)


def _change(field: SeatingField, way: Way, prices: Prices, chance: Chance, at: int, *, least: int) -> None:
    """Make the exchange that helps most, if it helps by ``least`` or more."""
    person, here = way.placed[at]
    touched = {number for _, number in way.placed}
    whole = [number for number, chairs in enumerate(way.chairs) if chairs == 4 and number not in touched]
    best, partner, place = -least, -1, -1
    for _ in range(min(SAMPLE, len(whole))):
        turn = chance.below(len(whole))
        number = whole[turn]
        whole[turn] = whole[-1]
        whole.pop()
        for other in way.companies[number]:
            if field.pin[other] < 0 and (rise := gain(way, prices, person, here, other, number)) < best:
                best, partner, place = rise, other, number
    if partner >= 0:
        way.companies[place] = list(way.companies[place])
        put(way.companies[here], person, partner)
        put(way.companies[place], partner, person)
        way.placed[at] = (person, place)


PLENTY = 400
"""Ways looked at when each of them breaks some wish."""

ENOUGH = 48
"""Ways looked at when one is found that breaks none, for fair turns at three."""


def mend(
    field: SeatingField, tables: Sequence[Sequence[int]], prices: Prices, chance: Chance, *, steps: int, imminent: bool
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


def _claim_fixed_tables(field: SeatingField, seated: Tables, chance: Chance) -> list[int]:
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
    """Which tables are broken up, stay at three, or give someone away: by lot, turn after turn another first."""

    def __init__(self, field: SeatingField, seated: Tables, chance: Chance) -> None:
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
        rows, origins = list(self.seated), list(range(len(self.seated)))
        left = list(waiting)
        for number in broken:
            left += rows[number]
            rows[number], origins[number] = [], -1
        moved = _renumber(rows, origins, tables=len(self.field.sizes))
        chairs = self._chairs(turn // max(1, len(self.equal)), rows, origins)
        for number, (table, size) in enumerate(zip(rows, chairs, strict=True)):
            if len(table) != size:
                rows[number] = list(table)
            if len(table) > size:
                left.append(self.chance.shuffled(person for person in table if self.field.pin[person] < 0)[0])
                rows[number].remove(left[-1])
        return Way(companies=rows, origins=origins, chairs=chairs, waiting=left, cost=OTHER_TABLE * moved)

    def cost_of(self, way: Way, prices: Prices) -> int:
        """Return what the tables cost that ways would change; full tables count by the difference."""
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
        return all(self.field.pin[person] < 0 for person in table)

    def _chairs(self, turn: int, rows: Tables, origins: list[int]) -> list[int]:
        """Return the size of each table: whoever sits at three stays there, if anyone has to."""
        sizes = [len(table) for table in rows]
        full = [number for number, size in enumerate(sizes) if size == 4]
        if len(full) > self.fours:
            pin = self.field.pin
            giving: set[int] = set()
            while len(giving) < len(full) - self.fours:
                number = full[self.chance.below(len(full))]
                if any(pin[person] < 0 for person in rows[number]):
                    giving.add(number)
            return [4 if size == 4 and number not in giving else 3 for number, size in enumerate(sizes)]
        small = self.chance.shuffled(number for number, size in enumerate(sizes) if size < 3)
        at = {origin: number for number, origin in enumerate(origins)}
        threes = [at[origin] for origin in self.threes if origin in at]
        start = turn % max(1, len(threes))
        # Those who sit at three are filled up last, so their company stays if it can.
        chosen = set([*full, *small, *threes[start:], *threes[:start]][: self.fours])
        return [4 if number in chosen else 3 for number in range(len(rows))]


def _renumber(rows: Tables, origins: list[int], *, tables: int) -> int:
    """Bring the companies to tables 1 to ``tables``, the last to the gaps; return how many people that moves."""
    moved = 0
    gaps = iter([number for number, origin in enumerate(origins[:tables]) if origin < 0])
    for number in range(tables, len(rows)):
        if origins[number] >= 0:
            gap = next(gaps)
            rows[gap], origins[gap] = rows[number], origins[number]
            moved += len(rows[gap])
    more = range(len(rows), tables)
    rows.extend([] for _ in more)
    origins.extend(-1 for _ in more)
    del rows[tables:], origins[tables:]
    return moved


MANY = 100_000
"""Companies to be compared beyond which those who leave and those who come are matched by lot alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """What someone who leaves would have had: tables and companies, series by series."""

    tables: set[int] = field(default_factory=set)
    companies: list[list[int]] = field(default_factory=list)


def matched(
    field: SeatingField, places: dict[int, Place], coming: Sequence[int], *, prices: Prices, chance: Chance
) -> dict[int, int]:
    """Return who takes the place of each who leaves: the least unwelcome there, equals by lot.

    Someone with a fixed table only takes a place at it.
    """
    leaving, people = chance.shuffled(sorted(places)), chance.shuffled(sorted(coming))
    if sum(len(place.companies) for place in places.values()) * len(people) <= MANY:
        pairs = [
            (sum(prices.of_joining(person, company, chairs=4) for company in places[place].companies), at, to)
            for at, person in enumerate(people)
            for to, place in enumerate(leaving)
        ]
        pairs.sort()
    else:
        pairs = [(0, at, at) for at in range(min(len(leaving), len(people)))]
    taken: dict[int, int] = {}
    seated: set[int] = set()
    for _, at, to in pairs:
        person, place = people[at], leaving[to]
        fits = field.pin[person] < 0 or places[place].tables <= {field.pin[person]}
        if fits and person not in seated and place not in taken:
            taken[place] = person
            seated.add(person)
    return taken


NOBODY = -1

Chairs = list[list[int]]
"""The tables of a series with their chairs in order of the seats; ``NOBODY`` where one is free."""


def keep_chairs(before: Sequence[Sequence[int]], companies: Tables, origins: Sequence[int]) -> Chairs:
    """Return the tables with everyone on their seat; where a table shrinks to three, only the fourth moves."""
    rows = []
    for company, origin in zip(companies, origins, strict=True):
        # A table opened for somebody who has a fixed one was not there before.
        had = before[origin] if 0 <= origin < len(before) else ()
        chairs = [person if person in company else NOBODY for person in had[: len(company)]]
        rows.append(chairs + [NOBODY] * (len(company) - len(chairs)))
    return rows


def fill_chairs(tally: Tally, series: Sequence[Chairs], companies: Sequence[Tables], chance: Chance) -> list[Tables]:
    """Return the series with the free chairs filled so that seats are as even as ``tally`` allows."""
    counts = [list(seats) for seats in tally.seats]
    for tables in series:
        for table in tables:
            for seat, person in enumerate(table):
                if person != NOBODY:
                    counts[person][seat] += 1
    return [
        [
            _filled(counts, table, company, chance) if NOBODY in table else table
            for table, company in zip(tables, plan, strict=True)
        ]
        for tables, plan in zip(series, companies, strict=True)
    ]


def _filled(counts: list[list[int]], table: list[int], company: Sequence[int], chance: Chance) -> list[int]:
    free = [seat for seat, person in enumerate(table) if person == NOBODY]
    new = chance.shuffled(person for person in company if person not in table)
    # From k to k + 1 visits adds 2 k + 1 to a sum of squares, of which only k tells orders apart.
    order = min(
        permutations(new),
        key=lambda people: sum(counts[person][seat] for person, seat in zip(people, free, strict=True)),
    )
    filled = list(table)
    for seat, person in zip(free, order, strict=True):
        filled[seat] = person
        counts[person][seat] += 1
    return filled


MAX_STEPS_IN_ALL = 200_000
"""Prices looked up in all series together, whatever the policy says: a checker must do it again."""


def kept_plan(inputs: ReplanInputs) -> Plan:
    """Return the plan for the series left. Raise CannotSeat if there is none, or a hard wish was not met."""
    _refuse_what_is_no_plan(inputs.before)
    field = field_of(inputs.entrants)
    return finished_plan(field, _kept(field, inputs, Chance(inputs.seed, purpose="replan")), inputs)


def _refuse_what_is_no_plan(before: Sequence[Sequence[Sequence[int]]]) -> None:
    if not 1 <= len(before) <= MAX_SERIES:
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    for tables in before:
        for at, table in enumerate(tables):
            if len(table) > 4:
                raise CannotSeat(Refusal.IMPOSSIBLE_HISTORY, numbers=table, table=at + 1)
        times = Counter(number for table in tables for number in table)
        if twice := sorted(number for number, count in times.items() if count > 1):
            raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(times), numbers=twice)


def _kept(field: SeatingField, inputs: ReplanInputs, chance: Chance) -> list[Tables]:
    """Return the series as indices: substitutes first, then series by series what sizes demand."""
    tally = tally_of(field, inputs.history)
    chairs = _with_substitutes(field, inputs, Prices(field, tally, inputs.policy), chance)
    companies = [[[person for person in table if person != NOBODY] for table in tables] for tables in chairs]
    for tables in companies:
        tally.add_company(tables)
    steps = min(inputs.policy.steps, MAX_STEPS_IN_ALL // len(chairs))
    rows: list[Chairs] = []
    for at, tables in enumerate(chairs):
        tally.add_company(companies[at], times=-1)
        prices = Prices(field, tally, inputs.policy)
        way = mend(field, companies[at], prices, chance, steps=steps, imminent=at == 0)
        companies[at] = way.companies
        rows.append(keep_chairs(tables, way.companies, way.origins))
        tally.add_company(companies[at])
    return fill_chairs(tally, rows, companies, chance)


def _with_substitutes(field: SeatingField, inputs: ReplanInputs, prices: Prices, chance: Chance) -> list[Chairs]:
    index = {number: at for at, number in enumerate(field.numbers)}
    # A number in both lists is someone who stays with other wishes, as their own substitute.
    leaving = [number for number in inputs.absent if number not in index]
    coming = [index[number] for number in inputs.late if number in index and number not in inputs.absent]
    places = {number: Place() for number in leaving}
    for tables in inputs.before:
        for at, table in enumerate(tables):
            for number in places.keys() & set(table):
                places[number].tables.add(at)
                places[number].companies.append([index[other] for other in table if other in index])
    stand_ins = matched(field, places, coming, prices=prices, chance=chance)
    seats = {**index, **stand_ins}
    return [[[seats.get(number, NOBODY) for number in table] for table in tables] for tables in inputs.before]
