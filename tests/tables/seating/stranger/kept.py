"""A plan that keeps most of another, by docs/draw-steps.md."""

from dataclasses import dataclass, field
from itertools import permutations

from tests.tables.seating.stranger.event import APART, CLUB, REPEAT, UNFAIR, Chance, up


class Prices:
    """What it costs to join a company, in one series beside the others, and how often that was asked."""

    def __init__(self, event):
        self.event = event
        share, fewest = up(sum(event.threes) + event.chairs, event.n), min(event.threes)
        three = 1 if event.unfair else 0
        self.at_three = [three * (v - fewest) + event.unfair * max(0, v + 1 - share) for v in event.threes]
        prices = {"apart": APART, "repeats": REPEAT, "clubs": CLUB, "threes": UNFAIR}
        self.hardest = min((prices[wish] for wish in prices if event.policy[wish] == "hard"), default=10**21)
        self.asked = 0

    def joining(self, p, company, chairs):
        self.asked += 1
        return (self.at_three[p] if chairs == 3 else 0) + sum(self.event.pair(p, other) for other in company)

    def table(self, company, chairs):
        return sum(self.joining(p, company[:at], chairs) for at, p in enumerate(company))


@dataclass
class Way:
    """Companies, the tables they continue, chairs, who waits; who was placed where."""

    companies: list
    origins: list
    chairs: list
    waiting: list
    cost: int
    placed: list = field(default_factory=list)

    def rise(self, prices, a, here, b, there):
        mine = [p for p in self.companies[here] if p != a]
        theirs = [p for p in self.companies[there] if p != b]
        moved = prices.joining(a, theirs, self.chairs[there]) + prices.joining(b, mine, self.chairs[here])
        return moved - prices.joining(a, mine, self.chairs[here]) - prices.joining(b, theirs, self.chairs[there])

    def change(self, a, here, b, there):
        for number, out, into in ((here, a, b), (there, b, a)):
            self.companies[number] = [into if p == out else p for p in self.companies[number]]


def before(record):
    """Return the series as they were planned."""
    series = []
    for tables, changes in zip(record["plan"], record["before"], strict=True):
        old = dict(changes)
        last = max([len(tables), *old])
        whole = [old.get(at, tables[at - 1] if at <= len(tables) else []) for at in range(1, last + 1)]
        while whole and not whole[-1]:
            whole.pop()
        series.append(whole)
    return series


def kept(event, record):
    chance = Chance("replan", event.seed)
    chairs = substituted(event, record, before(record), chance)
    companies = [[[p for p in table if p is not None] for table in tables] for tables in chairs]
    for tables in companies:
        event.count(tables)
    steps = min(event.steps, 200_000 // len(chairs))
    stay = []
    for at, tables in enumerate(companies):
        event.count(tables, by=-1)
        way = mended(event, tables, chance, steps, is_next=at == 0)
        companies[at] = way.companies
        stay.append([stays(chairs[at], *one) for one in zip(way.companies, way.origins, strict=True)])
        event.count(way.companies)
    return filled(event, stay, companies, chance)


def substituted(event, record, series, chance):
    """Return the series with those who came on the chairs of those who left, None where nobody sits."""
    people = {number: p for p, number in enumerate(event.numbers)}
    leaving = chance.shuffled(number for number in sorted(record["absent"]) if number not in people)
    new = sorted(people[n] for n in record["late"] if n in people and n not in record["absent"])
    coming = chance.shuffled(new)
    tables = {n: {at for one in series for at, table in enumerate(one) if n in table} for n in leaving}
    company = {
        n: [[people[o] for o in table if o in people] for one in series for table in one if n in table] for n in leaving
    }
    pairs = [(0, at, at) for at in range(min(len(leaving), len(coming)))]
    if sum(map(len, company.values())) * len(coming) <= 100_000:
        prices = Prices(event)
        pairs = sorted(
            (sum(prices.joining(p, one, 4) for one in company[n]), at, to)
            for at, p in enumerate(coming)
            for to, n in enumerate(leaving)
        )
    taken = {}
    for _cost, at, to in pairs:
        p, n = coming[at], leaving[to]
        fits = event.fixed[p] is None or tables[n] <= {event.fixed[p]}
        if fits and p not in taken.values() and n not in taken:
            taken[n] = p
    seats = {**people, **taken}
    return [[[seats.get(number) for number in table] for table in one] for one in series]


def mended(event, tables, chance, steps, *, is_next):
    prices = Prices(event)
    seated, waiting = at_fixed_tables(event, tables, chance)
    choices = Choices(event, seated, chance)
    best = None
    for turn in range(400):
        way = choices.way(turn, waiting)
        prices.asked += max(len(seated), len(way.companies))
        place(way, prices, chance, steps)
        way.cost += choices.cost(way, prices)
        if best is None or way.cost < best.cost:
            best = way
        enough = best.cost < CLUB and turn + 1 >= min(choices.ways, 48)
        if enough or best.cost <= 0 or prices.asked >= steps or not way.placed:
            break
    relieve(event, best, prices, chance, () if is_next else waiting)
    return best


def at_fixed_tables(event, tables, chance):
    seated = [[p for p in table if event.fixed[p] in (None, at)] for at, table in enumerate(tables)]
    there = {p for table in seated for p in table}
    away = [p for p in range(event.n) if p not in there]
    waiting = [p for p in away if event.fixed[p] is None]
    for p in away:
        if event.fixed[p] is not None:
            seated += [[] for _ in range(event.fixed[p] + 1 - len(seated))]
            table = seated[event.fixed[p]]
            table.append(p)
            if len(table) > 4:
                waiting.append(chance.one_of([other for other in table if event.fixed[other] is None]))
                table.remove(waiting[-1])
    return seated, waiting


class Choices:
    """What the sizes leave open in one series."""

    def __init__(self, event, seated, chance):
        self.event, self.seated, self.chance = event, seated, chance
        self.fours = event.sizes.count(4)
        surplus = max(0, len(seated) - event.tables)
        free = [at for at, table in enumerate(seated) if all(event.fixed[p] is None for p in table)]
        breakable = sorted(chance.shuffled(free if surplus else []), key=lambda at: len(seated[at]))
        largest = len(seated[breakable[surplus - 1]]) if surplus else 0
        self.certain = [at for at in breakable if len(seated[at]) < largest]
        self.equal = [at for at in breakable if len(seated[at]) == largest]
        self.more = surplus - len(self.certain)
        self.threes = chance.shuffled(at for at, table in enumerate(seated) if len(table) == 3)
        gives = sum(len(table) == 4 for table in seated) > self.fours
        self.ways = 48 if gives else max(1, len(self.equal)) * max(1, len(self.threes))

    def way(self, turn, waiting):
        turn, start = divmod(turn, max(1, len(self.equal)))
        broken = {*self.certain, *(self.equal[start:] + self.equal[:start])[: self.more]}
        left = waiting + [p for at in sorted(broken) for p in self.seated[at]]
        tables = [(None, []) if at in broken else (at, table) for at, table in enumerate(self.seated)]
        tables += [(None, [])] * (self.event.tables - len(tables))
        moved = 0
        gaps = iter([at for at, (origin, _table) in enumerate(tables[: self.event.tables]) if origin is None])
        for origin, table in tables[self.event.tables :]:
            if origin is not None:
                tables[next(gaps)] = origin, table
                moved += len(table)
        origins = [origin for origin, _table in tables[: self.event.tables]]
        companies = [list(table) for _origin, table in tables[: self.event.tables]]
        chairs = self.chairs(turn, companies, origins)
        for table, size in zip(companies, chairs, strict=True):
            if len(table) > size:
                left.append(self.chance.shuffled(p for p in table if self.event.fixed[p] is None)[0])
                table.remove(left[-1])
        return Way(companies, origins, chairs, left, 10**6 * moved)

    def chairs(self, turn, companies, origins):
        full = [at for at, table in enumerate(companies) if len(table) == 4]
        if len(full) > self.fours:
            giving = set()
            while len(giving) < len(full) - self.fours:
                at = self.chance.one_of(full)
                if any(self.event.fixed[p] is None for p in companies[at]):
                    giving.add(at)
            return [4 if at in full and at not in giving else 3 for at in range(len(companies))]
        small = self.chance.shuffled(at for at, table in enumerate(companies) if len(table) < 3)
        threes = [origins.index(origin) for origin in self.threes if origin in origins]
        start = turn % max(1, len(threes))
        four = [*full, *small, *threes[start:], *threes[:start]][: self.fours]
        return [4 if at in four else 3 for at in range(len(companies))]

    def cost(self, way, prices):
        full = {at for at, table in enumerate(self.seated) if len(table) == 4}
        total = 0
        for company, origin, chairs in zip(way.companies, way.origins, way.chairs, strict=True):
            if origin in full and company == self.seated[origin]:
                full.remove(origin)
            else:
                total += prices.table(company, chairs)
        return total - sum(prices.table(self.seated[at], 4) for at in full)


def place(way, prices, chance, steps):
    free = [at for at, table in enumerate(way.companies) for _ in range(way.chairs[at] - len(table))]
    free = chance.shuffled(free)
    for p in chance.shuffled(way.waiting):
        choice, least = 0, None
        for i, at in enumerate(free[:40]):
            cost = prices.joining(p, way.companies[at], way.chairs[at])
            if least is None or cost < least:
                choice, least = i, cost
            if not cost or prices.asked >= steps:
                break
        at, free[choice] = free[choice], free[-1]
        free.pop()
        way.companies[at].append(p)
        way.placed.append((p, at))
    while prices.asked < steps and exchanged(way, prices, steps):
        pass


def exchanged(way, prices, steps):
    """Let those who were placed change chairs two by two; return whether that is to be done again."""
    changed = False
    for i in range(len(way.placed)):
        for j in range(i + 1, len(way.placed)):
            (a, here), (b, there) = way.placed[i], way.placed[j]
            if here == there:
                continue
            if prices.asked >= steps:
                return False
            if way.rise(prices, a, here, b, there) < 0:
                way.change(a, here, b, there)
                way.placed[i], way.placed[j] = (b, here), (a, there)
                changed = True
    return changed


def relieve(event, way, prices, chance, spared):
    for i, (p, here) in enumerate(way.placed):
        price = prices.joining(p, [other for other in way.companies[here] if other != p], way.chairs[here])
        reliefs = [prices.hardest] if price >= prices.hardest else []
        if p in spared and way.chairs[here] == 3 and prices.at_three[p] >= UNFAIR:
            reliefs.append(UNFAIR)
        if reliefs:
            change_once(event, way, prices, chance, i, -(min(reliefs) // 2))


def change_once(event, way, prices, chance, i, best):
    p, here = way.placed[i]
    touched = {at for _p, at in way.placed}
    whole = [at for at, chairs in enumerate(way.chairs) if chairs == 4 and at not in touched]
    partner = None
    for _ in range(min(40, len(whole))):
        turn = chance.below(len(whole))
        at, whole[turn] = whole[turn], whole[-1]
        whole.pop()
        for other in way.companies[at]:
            if event.fixed[other] is None and (rise := way.rise(prices, p, here, other, at)) < best:
                best, partner = rise, (other, at)
    if partner is not None:
        way.change(p, here, *partner)
        way.placed[i] = p, partner[1]


def stays(chairs, company, origin):
    had = [] if origin is None or origin >= len(chairs) else chairs[origin][: len(company)]
    seats = [p if p in company else None for p in had]
    return seats + [None] * (len(company) - len(seats))


def filled(event, series, companies, chance):
    for tables in series:
        for table in tables:
            sit(event, enumerate(table))
    for tables, plan in zip(series, companies, strict=True):
        for table, company in zip(tables, plan, strict=True):
            if None in table:
                take(event, table, company, chance)
    return series


def take(event, table, company, chance):
    free = [seat for seat, p in enumerate(table) if p is None]
    new = chance.shuffled(p for p in company if p not in table)
    order = min(
        permutations(new), key=lambda order: sum(event.times[p][seat] for p, seat in zip(order, free, strict=True))
    )
    for seat, p in zip(free, order, strict=True):
        table[seat] = p
    sit(event, zip(free, order, strict=True))


def sit(event, seats):
    for seat, p in seats:
        if p is not None:
            event.times[p][seat] += 1
