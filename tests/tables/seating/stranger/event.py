"""The draw once more, written from docs/draw-steps.md alone: chance, what is known of everybody, prices and bounds."""

import hashlib
from collections import Counter

REPEAT, CLUB, APART, THREE, UNFAIR = 10**9, 10**4, 10**15, 1, 99 * 10**7
TOGETHER, FIXED = 125 * 10**6, 10**18


def stream(purpose, seed):
    """Yield the words of a stream of chance."""
    key = hashlib.sha256(purpose.encode() + b"\0" + seed.encode()).digest()
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


class Chance:
    def __init__(self, purpose, seed):
        self.words = stream(purpose, seed)

    def below(self, n):
        while (word := next(self.words)) >= 2**32 - 2**32 % n:
            pass
        return word % n

    def one_of(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def up(a, b):
    return -(-a // b)


def even(m, t):
    q, r = divmod(m, t)
    return t * q * (q - 1) // 2 + r * q


class Event:
    """What a record says before its seed: people, wishes, what was played."""

    def __init__(self, record):
        entries = sorted(record["entries"], key=lambda entry: entry["number"])
        self.numbers = [entry["number"] for entry in entries]
        self.n = len(entries)
        self.tables = up(self.n, 4)
        self.sizes = [4] * (self.tables - (4 * self.tables - self.n)) + [3] * (4 * self.tables - self.n)
        self.club = [entry["club"] or ("nobody", p) for p, entry in enumerate(entries)]
        self.groups = [set(entry["apart"]) for entry in entries]
        self.fixed = [None if entry["table"] is None else entry["table"] - 1 for entry in entries]
        self.policy = record["options"]["policy"]
        self.steps = self.policy["steps"]
        self.seed = record["seed"]
        self.met = [Counter() for _ in entries]
        self.threes = [0] * self.n
        self.times = [[0] * 4 for _ in entries]
        self.known = [Counter() for _ in entries]
        self.history = bool(record["history"])
        for series in record["history"]:
            for t, table in enumerate(series):
                self._played(t, table)
        self.played = any(self.met)
        clubs = "clubs_by_standing" if record["method"] == "standing" else "clubs"
        self.repeat, self.mate = self._price("repeats", REPEAT), self._price(clubs, CLUB)
        self.parted, self.unfair = self._price("apart", APART), self._price("threes", UNFAIR)
        self.club_bound = sum(even(m, self.tables) for m in Counter(self.club).values())
        everywhere = Counter(group for groups in self.groups for group in groups)
        self.apart_bound = max((even(m, self.tables) for m in everywhere.values()), default=0)
        self.attracts = False

    def _price(self, wish, price):
        return 0 if self.policy[wish] == "ignored" else price

    def _played(self, t, table):
        here = [(s, self.numbers.index(number)) for s, number in enumerate(table) if number in self.numbers]
        self.count([[p for _s, p in here]], threes=False)
        for s, p in here:
            self.threes[p] += len(table) == 3
            self.times[p][s] += 1
            self.known[p][t] += 1

    def count(self, tables, by=1, threes=True):
        """Add a series to met and threes, or take it out."""
        for table in tables:
            for p in table:
                self.threes[p] += by * (threes and len(table) == 3)
                for other in table:
                    if other != p:
                        self.met[p][other] += by
                        if not self.met[p][other]:
                            del self.met[p][other]

    def are_mates(self, a, b):
        return self.club[a] == self.club[b]

    def are_apart(self, a, b):
        return bool(self.groups[a] & self.groups[b])

    def are_unmet_mates(self, a, b):
        return a != b and self.mate and self.are_mates(a, b) and not self.met[a][b] and not self.are_apart(a, b)

    def pair(self, a, b):
        club = -TOGETHER * bool(self.are_unmet_mates(a, b)) if self.attracts else self.mate * self.are_mates(a, b)
        return self.repeat * self.met[a].get(b, 0) + club + self.parted * self.are_apart(a, b)

    def repeat_bound(self, s):
        over = sum(max(0, len(met) - (self.n - 1 - 3 * s)) for met in self.met)
        return max(0, up(over - s * self.chairs, 2))

    @property
    def chairs(self):
        return 3 * self.sizes.count(3)

    def repeats(self):
        return sum(times - 1 for met in self.met for times in met.values()) // 2
