"""The two searches by docs/draw-steps.md: people at the tables of one series, and on the points of a design."""

from collections import Counter, defaultdict

from tests.tables.seating.stranger.event import FIXED, THREE, up


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
