"""The two searches by docs/draw-steps.md: people at the tables of one series, and on the points of a design."""

from collections import Counter, defaultdict
from math import gcd

from tests.tables.seating.stranger.event import APART, FIXED, REPEAT, THREE, UNFAIR, up


class Search:
    """What the two searches have in common: the best, what is banned, the choice of a partner."""

    def __init__(self, chance, cost):
        self.chance = chance
        self.cost = self.best = cost
        self.until = defaultdict(int)
        self.since = []
        self.tried = self.moves = 0

    def is_banned(self, p, other, rise):
        if self.cost + rise < self.best:
            return False
        return max(self.until[p, self.at[other]], self.until[other, self.at[p]]) > self.moves

    def choose(self, p, partners, enough):
        choice = least = None
        k = 0
        for other in partners:
            self.tried += 1
            rise = self.rise(p, other)
            if (choice is not None and rise > least) or self.is_banned(p, other, rise):
                continue
            k = k + 1 if rise == least else 1
            if self.chance.below(k) == 0:
                choice, least = other, rise
            if enough is not None and rise <= enough:
                break
        if choice is None:
            return
        places = self.at[p], self.at[choice]
        self.swap(p, choice)
        for one, left in zip((p, choice), places, strict=True):
            self.until[one, left] = self.moves + 3 + self.chance.below(6)
            self.has_left(one, left)
        self.cost += least
        self.since.append((p, choice))
        if self.cost <= self.best:
            self.best = self.cost
            self.since = []

    def ended(self):
        for a, b in reversed(self.since):
            self.swap(a, b)
        return self.best


class Floor(Search):
    """One series: tables as lists of people."""

    def __init__(self, event, tables, chance):
        self.event, self.tables = event, tables
        self.free = [p for p in range(event.n) if event.fixed[p] is None]
        self.at = {p: t for t, table in enumerate(tables) for p in table}
        share = up(sum(event.threes) + event.chairs, event.n)
        fewest = min(event.threes)
        three = THREE if event.unfair else 0
        self.at_three = [three * (v - fewest) + event.unfair * max(0, v + 1 - share) for v in event.threes]
        self.hurting = [t for t in range(len(tables)) if self.table_cost(t)]
        super().__init__(chance, sum(map(self.table_cost, range(len(tables)))))

    def price(self, p, t, without=None):
        table = self.tables[t]
        three = self.at_three[p] if len(table) == 3 else 0
        return three + sum(self.event.pair(p, other) for other in table if other not in (p, without))

    def here(self, p):
        return self.price(p, self.at[p])

    def rise(self, a, b):
        there = self.price(a, self.at[b], b) + self.price(b, self.at[a], a)
        return there - self.here(a) - self.here(b)

    def table_cost(self, t):
        table = self.tables[t]
        threes = sum(self.at_three[p] for p in table) if len(table) == 3 else 0
        return (sum(self.price(p, t) for p in table) + threes) // 2

    def swap(self, a, b):
        one, other = self.tables[self.at[a]], self.tables[self.at[b]]
        one[one.index(a)], other[other.index(b)] = b, a
        self.at[a], self.at[b] = self.at[b], self.at[a]

    def least(self):
        event = self.event
        bound = event.mate * event.club_bound + event.parted * event.apart_bound
        bound += event.repeat * event.repeat_bound(1)
        tied = [p for p in range(event.n) if event.fixed[p] is not None and event.sizes[event.fixed[p]] == 3]
        cheapest = sorted(self.at_three[p] for p in self.free)[: event.chairs - len(tied)]
        return bound + sum(self.at_three[p] for p in tied) + sum(cheapest)

    def has_left(self, _one, t):
        if self.table_cost(t):
            if t not in self.hurting:
                self.hurting.append(t)
        elif t in self.hurting:
            last = self.hurting.pop()
            if last != t:
                self.hurting[self.hurting.index(t)] = last

    def partners(self, p, reach):
        if reach is not None:
            near = self.tables[max(0, self.at[p] - reach) : self.at[p] + reach + 1]
            return [other for table in near for other in table if self.event.fixed[other] is None]
        if len(self.free) <= 60:
            return self.free
        return [self.chance.one_of(self.free) for _ in range(40)]

    def search(self, steps, goal, reach=None):
        while self.best > goal and self.tried < steps and self.free and self.hurting:
            self.tried += 1
            t = self.chance.one_of(self.hurting)
            able = [p for p in self.tables[t] if self.event.fixed[p] is None and self.here(p)]
            if able:
                p = self.chance.one_of(able)
                self.moves += 1
                others = [other for other in self.partners(p, reach) if self.at[other] != t]
                self.choose(p, others, -self.here(p) if len(self.free) > 60 else None)
        return self.ended()


class Points(Search):
    """People on the points of a design."""

    def __init__(self, event, design, who, chance):
        self.event, self.design, self.who = event, design, who
        self.at = {p: point for point, p in enumerate(who) if p is not None}
        gaps = [point for point, p in enumerate(who) if p is None]
        self.visits = Counter(point for gap in gaps for point in design.company[gap])
        self.share = up(sum(event.threes) + 3 * len(design.series) * len(gaps), event.n)
        self.hurting = [p for p in range(event.n) if self.price(p, self.at[p])]
        pairs = sum(self.pair(p, other) for p in self.at for other in self.near(self.at[p]) if other > p)
        super().__init__(chance, pairs + sum(self.alone(p, self.at[p]) for p in self.at))

    def near(self, point):
        return [self.who[other] for other in self.design.company[point] if self.who[other] is not None]

    def pair(self, a, b):
        both = self.event.fixed[a] is not None and self.event.fixed[b] is not None
        return self.event.pair(a, b) + FIXED * both

    def alone(self, p, point):
        if not self.visits[point]:
            return 0
        beyond = max(0, self.event.threes[p] + self.visits[point] - self.share)
        return self.event.unfair * beyond + FIXED * (self.event.fixed[p] is not None)

    def price(self, p, point, without=None):
        pairs = sum(self.pair(p, other) for other in self.near(point) if other not in (p, without))
        return pairs + self.alone(p, point)

    def rise(self, a, b):
        at_a, at_b = self.at[a], self.at[b]
        there = self.price(a, at_b, b) + self.price(b, at_a, a)
        return there - self.price(a, at_a, b) - self.price(b, at_b, a)

    def swap(self, a, b):
        self.at[a], self.at[b] = self.at[b], self.at[a]
        self.who[self.at[a]], self.who[self.at[b]] = a, b

    def has_left(self, one, _point):
        costly = [other for other in self.near(self.at[one]) if self.pair(one, other)]
        for p in (one, *costly):
            if p not in self.hurting:
                self.hurting.append(p)

    def partners(self, p):
        few = self.event.n <= 60
        drawn = range(self.event.n) if few else (self.chance.below(self.event.n) for _ in range(40))
        return (other for other in drawn if other != p)

    def least(self):
        many = sorted((self.visits[point] for point in self.at.values()), reverse=True)
        before = sorted(self.event.threes)
        least = sum(max(0, v + more - self.share) for v, more in zip(before, many, strict=True))
        return self.event.unfair * least

    def exchange(self, steps, goal):
        goal = max(goal, self.least()) if self.cost else 0
        while self.best > goal and self.tried < steps and self.hurting:
            self.tried += 1
            i = self.chance.below(len(self.hurting))
            p = self.hurting[i]
            price = self.price(p, self.at[p])
            if price:
                self.moves += 1
                self.choose(p, self.partners(p), -price if self.event.n > 60 else None)
            else:
                self.hurting[i] = self.hurting[-1]
                self.hurting.pop()
        return self.ended()


class Design:
    def __init__(self, series, columns, empty=()):
        self.series, self.columns, self.empty = series, columns, list(empty)
        self.company = defaultdict(list)
        for tables in series:
            for table in tables:
                for point in table:
                    self.company[point] += [other for other in table if other != point]


def shifts(tables, stored, s):
    rings, triples = [tables], [(r, 2 * r % tables, 3 * r % tables) for r in range(s)]
    if s > multiples(tables):
        rings, triples = stored["rings"], stored["triples"]
    return [
        [[t, *((c + 1) * tables + plus(t, more, rings) for c, more in enumerate(triple))] for t in range(tables)]
        for triple in triples
    ]


def multiples(tables):
    return tables // max(gcd(tables, 2), gcd(tables, 3))


def plus(a, b, rings):
    total, worth = 0, 1
    for ring in reversed(rings):
        total += worth * ((a + b) % ring)
        a, b, worth = a // ring, b // ring, worth * ring
    return total


def designs(tables, s, stored, chance):
    shift, starter = stored["shifts"].get(str(tables)), stored["starters"].get(str(tables))
    k = min(s, max(multiples(tables), len(shift["triples"]) if shift else 0))
    for _ in range(3):
        if k == s or (k and starter is None):
            chosen = chance.shuffled(shifts(tables, shift, k))[:k]
            yield Design(chosen, [list(range(c * tables, (c + 1) * tables)) for c in range(4)])
        if starter is not None:
            every = chance.shuffled(starter["series"])
            yield Design(every[:s], every[s] if s < len(every) else strangers(every[:s]))


def strangers(series):
    met = Design(series, []).company
    groups = []
    for point in range(4 * len(series[0])):
        group = next((group for group in groups if not set(group) & set(met[point])), None)
        if group is None:
            groups.append([point])
        else:
            group.append(point)
    return groups


def outline(event, series, stored, chance):
    """Return series and cost of the outline, or nothing."""
    nothing = [], 0
    text = stored["written"].get(f"{event.n} {series}")
    if text and not event.history and not is_tied_up(event):
        every = chance.shuffled(text["series"])
        found = on_design(event, Design(every, strangers(every), range(event.n, 4 * event.tables)), chance)
        if found and found[1] < UNFAIR:
            return found
    if series < 2 or is_tied_up(event):
        return nothing
    for s in range(series, max(1, series - 3), -1):
        best = best_of(event, designs(event.tables, s, stored, chance), chance)
        if best is not None:
            return nothing if best[1] >= too_much(event) else best
    return nothing


def too_much(event):
    return REPEAT if event.played else APART


def best_of(event, tried, chance):
    """Return the best outline, the first that costs nothing, or the first that costs too much."""
    best = None
    for design in tried:
        found = on_design(event, design, chance)
        if found is None:
            continue
        if found[1] >= too_much(event):
            return found
        if best is None or (-len(found[0]), found[1]) < (-len(best[0]), best[1]):
            best = found
        if best[1] == 0:
            break
    return best


def is_tied_up(event):
    tied = [t for t in event.fixed if t is not None]
    return len(set(tied)) < len(tied) or any(event.sizes[t] == 3 for t in tied)


def on_design(event, design, chance):
    who = packed(event, design, groups_of(event, chance), chance)
    if who is None:
        return None
    people = Points(event, design, who, chance)
    goal = len(design.series) * (event.mate * event.club_bound + event.parted * event.apart_bound)
    if design.empty:
        goal += people.least()
    cost = people.exchange(event.steps // 8, goal)
    if cost >= FIXED:
        return None
    series = [arranged(event, tables, people.who) for tables in design.series]
    if not event.policy["vary_tables"]:
        series = [chance.shuffled(tables) for tables in series]
    return series, cost - goal


def arranged(event, tables, who):
    given, others = {}, []
    for table in tables:
        people = [who[point] for point in table if who[point] is not None]
        tied = [event.fixed[p] for p in people if event.fixed[p] is not None]
        if tied:
            given[tied[0]] = people
        else:
            others.append(people)
    others = iter(sorted(others, key=len, reverse=True))
    return [given[t] if t in given else next(others) for t in range(event.tables)]


def groups_of(event, chance):
    groups, many = defaultdict(list), Counter(event.club)
    for p in chance.shuffled(range(event.n)):
        if event.fixed[p] is not None:
            groups["fixed"].append(p)
        elif event.mate and many[event.club[p]] > 1:
            groups["club", event.club[p]].append(p)
        elif event.parted and event.groups[p]:
            groups["apart", min(event.groups[p])].append(p)
    return [group for group in groups.values() if len(group) > 1]


def packed(event, design, groups, chance):
    """Return who is on each point, None where nobody is; None if there is no packing."""
    empty = 4 * event.tables - event.n
    share = up(3 * empty * len(design.series), event.n)
    empty -= len(design.empty)
    best = None
    for reserved in [0] * 4 + [empty] * 4:
        columns = [
            chance.shuffled([point for point in column if point not in design.empty])
            for column in chance.shuffled(design.columns)
        ]
        members, empties = rooms_given(columns, groups, empty, reserved)
        gaps = gaps_drawn(design, columns, empties, share, chance)
        if gaps is None:
            continue
        gaps = gaps + design.empty
        over = excess(design, gaps, share)
        if best is None or over < best[0]:
            best = over, columns, members, gaps
        if not over:
            break
    return None if best is None else filled(event, *best[1:], chance)


def rooms_given(columns, groups, empty, reserved):
    rooms = [len(column) for column in columns]
    empties, members = [0] * len(columns), [[] for _ in columns]

    def leave(many):
        while many:
            at = rooms.index(max(rooms))
            take = min(many, rooms[at])
            empties[at] += take
            rooms[at] -= take
            many -= take

    leave(reserved)
    for group in sorted(groups, key=len, reverse=True):
        rest = list(group)
        while rest:
            holding = [room for room in rooms if room >= len(rest)]
            at = rooms.index(min(holding) if holding else max(rooms))
            take = min(rooms[at], len(rest))
            members[at] += rest[:take]
            rest = rest[take:]
            rooms[at] -= take
    leave(empty - reserved)
    return members, empties


def gaps_drawn(design, columns, empties, share, chance):
    if not any(empties):
        return []
    best = None
    for _ in range(60):
        gaps = []
        for column, many in zip(columns, empties, strict=True):
            rest = list(column)
            gaps += [rest.pop(chance.below(len(rest))) for _ in range(many)]
        if any(set(design.company[gap]) & set(gaps) for gap in gaps):
            continue
        over = excess(design, gaps, share)
        if best is None or over < best[0]:
            best = over, gaps
        if not over:
            break
    return best and best[1]


def excess(design, gaps, share):
    visits = Counter(point for gap in gaps for point in design.company[gap])
    return sum(max(0, times - share) for times in visits.values())


def filled(event, columns, members, gaps, chance):
    grouped = {p for group in members for p in group}
    others = iter(chance.shuffled(p for p in range(event.n) if p not in grouped))
    who = [None] * (4 * event.tables)
    for column, group in zip(columns, members, strict=True):
        group = iter(group)
        for point in column:
            if point not in gaps:
                p = next(group, None)
                who[point] = next(others) if p is None else p
    return who
