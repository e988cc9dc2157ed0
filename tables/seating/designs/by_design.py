"""The outline of a draw: as many of its series as a design gives, with everybody put where wishes are kept best."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tables.seating.chance import Chance
from tables.seating.designs.design import EMPTY, Design, designs, packed, strangers
from tables.seating.field import APART, CLUB, REPEAT, UNFAIR, SeatingField, Tables, Tally
from tables.seating.model import Policy, Wish
from tables.seating.report import least_apart_pairs, least_club_pairs
from tables.seating.sizes import table_sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An event with all its tables."""

    people: int
    repeats: int
    """Meetings of two who met before: no search has found fewer with tables of three shared out as here."""

    most_at_three: int
    """Visits to tables of three of whoever sits there most often."""

    text: tuple[str, ...]

    def series(self) -> list[Tables]:
        """Return all series, with an empty point at each table of three."""
        first_of_three = table_sizes(self.people).count(4)
        return [
            [
                [int(point) for point in table.split()] + [self.people + at - first_of_three] * (at >= first_of_three)
                for at, table in enumerate(tables.split(","))
            ]
            for tables in self.text
        ]

    def design(self, chance: Chance) -> Design:
        """Return the event as a design, its series in an order of chance."""
        series = chance.shuffled(self.series())
        return Design(series, strangers(series), empty=range(self.people, 4 * len(series[0])))


WRITTEN: Mapping[tuple[int, int], Written] = MappingProxyType(
    {
        (written.people, len(written.text)): written
        for written in (
            Written(
                people=11,
                repeats=5,
                most_at_three=2,
                text=("0 1 3 6, 4 5 7 9, 2 8 10", "0 5 7 8, 3 6 9 10, 1 2 4", "2 3 6 7, 0 4 5 10, 1 8 9"),
            ),
            Written(
                people=17,
                repeats=2,
                most_at_three=4,
                text=(
                    "1 3 5 6, 2 9 15 16, 7 8 12, 11 13 14, 0 4 10",
                    "3 11 12 16, 1 8 10 15, 5 9 14, 4 6 13, 0 2 7",
                    "2 3 8 13, 0 6 12 14, 9 10 11, 1 7 16, 4 5 15",
                    "3 4 7 9, 0 5 8 11, 6 10 16, 12 13 15, 1 2 14",
                    "2 4 5 12, 0 1 13 16, 3 10 14, 6 8 9, 7 11 15",
                    "5 7 10 13, 4 8 14 16, 2 6 11, 1 9 12, 0 3 15",
                ),
            ),
            Written(
                people=18,
                repeats=2,
                most_at_three=4,
                text=(
                    "4 7 8 13, 3 11 12 15, 0 2 10 17, 1 6 14, 5 9 16",
                    "1 2 4 9, 0 3 5 14, 6 11 13 16, 8 15 17, 7 10 12",
                    "7 14 16 17, 0 4 6 12, 2 5 13 15, 1 10 11, 3 8 9",
                    "1 3 13 17, 5 6 8 10, 0 7 9 11, 4 14 15, 2 12 16",
                    "2 8 11 14, 3 4 10 16, 1 5 7 15, 6 9 17, 0 12 13",
                    "9 10 13 14, 2 3 6 7, 4 5 11 17, 1 8 12, 0 15 16",
                ),
            ),
        )
    }
)
"""The events by entrants and series."""

SAMPLE = 40
"""Partners tried for one exchange in a large field; up to half as many again, all are."""

BAN = 3
"""Moves for which nobody may go back to the point they left, at least; at most ``BAN + 5``."""

FIXED = 1000 * APART
"""Weight of a meeting that a fixed table makes impossible."""


class Labels:
    """Everybody on a point of a design, and what that costs over all its series.

    Costs are those of ``Floor``, added up over the series: pairs who met in the history, club mates, apart groups,
    tables of three beyond the fair share. Nobody meets twice within the design itself.
    """

    def __init__(self, field: SeatingField, tally: Tally, policy: Policy, design: Design, who: list[int]) -> None:
        self.field = field
        self.design = design
        self.who = who
        self.at = [0] * field.size
        for point, person in enumerate(who):
            if person != EMPTY:
                self.at[person] = point
        self._near: list[list[int]] = []
        self.visits = [0] * design.points
        for gap in (point for point, person in enumerate(who) if person == EMPTY):
            for point in design.company(gap):
                self.visits[point] += 1
        self.met = tally.met
        self.threes = tally.threes
        total = sum(tally.threes) + 3 * len(design.series) * who.count(EMPTY)
        self.share = -(-total // field.size)
        self.repeat_price = 0 if policy.repeats is Wish.IGNORED else REPEAT
        self.three_price = 0 if policy.threes is Wish.IGNORED else UNFAIR
        self.club_price = 0 if policy.clubs is Wish.IGNORED else CLUB
        self.apart_price = 0 if policy.apart is Wish.IGNORED else APART

    @property
    def near(self) -> list[list[int]]:
        if not self._near:
            self._near = [self.design.company(point) for point in range(self.design.points)]
        return self._near

    @property
    def carefree(self) -> bool:
        field = self.field
        return len(set(field.club)) == field.size and not any(field.apart) and max(field.pin) < 0 and not any(self.met)

    def company(self) -> list[Tables]:
        """Return who shares a table in each series, tables of three last, fixed tables kept."""
        return [self._arranged(tables) for tables in self.design.series]

    def _arranged(self, tables: Tables) -> Tables:
        who, pin = self.who, self.field.pin
        arranged: Tables = [[] for _ in tables]
        loose: Tables = []
        for table in tables:
            people = [who[point] for point in table if who[point] != EMPTY]
            fixed = next((pin[person] for person in people if pin[person] >= 0), EMPTY)
            if fixed == EMPTY:
                loose.append(people)
            else:
                arranged[fixed] = people
        rest = iter(sorted(loose, key=len, reverse=True))
        return [people or next(rest) for people in arranged]

    def pair(self, number: int, other: int) -> int:
        """Return what it costs if two share a table."""
        total = self.repeat_price * self.met[number].get(other, 0)
        field = self.field
        if field.club[number] == field.club[other]:
            total += self.club_price
        if field.apart[number] & field.apart[other]:
            total += self.apart_price
        if field.pin[number] >= 0 and field.pin[other] >= 0:
            total += FIXED
        return total

    def price(self, person: int, point: int, *, without: int = EMPTY) -> int:
        """Return what ``person`` costs on a point, not counting one other."""
        total = 0
        who, met, club, apart = self.who, self.met[person], self.field.club, self.field.apart
        mine, groups, pinned = club[person], apart[person], self.field.pin[person] >= 0
        for other_point in self.near[point]:
            other = who[other_point]
            # Most have nothing to do with each other; the test is many times cheaper than the price.
            related = other in met or club[other] == mine or groups & apart[other] or pinned
            if related and other not in (EMPTY, without, person):
                total += self.pair(person, other)
        if visits := self.visits[point]:
            total += self.three_price * max(0, self.threes[person] + visits - self.share)
            if self.field.pin[person] >= 0:
                total += FIXED
        return total

    def gain(self, number: int, other: int) -> int:
        at_one, at_other = self.at[number], self.at[other]
        return (
            self.price(number, at_other, without=other)
            + self.price(other, at_one, without=number)
            - self.price(number, at_one, without=other)
            - self.price(other, at_other, without=number)
        )

    def swap(self, number: int, other: int) -> None:
        at = self.at
        at[number], at[other] = at[other], at[number]
        self.who[at[number]], self.who[at[other]] = number, other

    def least(self) -> int:
        """Return what the tables of three cost in any case: those with the fewest visits on the points with most."""
        visits = sorted((self.visits[point] for point in self.at), reverse=True)
        return sum(
            self.three_price * max(0, before + more - self.share)
            for before, more in zip(sorted(self.threes), visits, strict=True)
        )

    def cost(self) -> int:
        alone = sum(
            self.three_price * max(0, self.threes[person] + self.visits[point] - self.share)
            + FIXED * (self.field.pin[person] >= 0)
            for person, point in enumerate(self.at)
            if self.visits[point]
        )
        return alone if self.carefree else alone + sum(map(self._pairs, range(self.field.size)))

    def _pairs(self, person: int) -> int:
        others = [self.who[point] for point in self.near[self.at[person]]]
        return sum(self.pair(person, other) for other in others if other > person)


def exchange(labels: Labels, chance: Chance, *, steps: int, goal: int = 0) -> int:
    """Exchange people by tabu search until ``goal`` or ``steps`` is reached; return the least cost."""
    return _Exchanges(labels, chance).run(steps=steps, goal=goal)


class _Exchanges:
    """The state of one search: what hurts, what is banned, how to return to the best."""

    def __init__(self, labels: Labels, chance: Chance) -> None:
        self.labels = labels
        self.chance = chance
        self.cost = self.best = labels.cost()
        self.hurt = (
            [person for person, point in enumerate(labels.at) if labels.price(person, point)] if self.cost else []
        )
        self.banned: dict[tuple[int, int], int] = {}
        self.since_best: list[tuple[int, int]] = []
        self.moves = self.tried = 0

    def run(self, *, steps: int, goal: int) -> int:
        labels = self.labels
        goal = max(goal, labels.least()) if self.best else 0
        while self.best > goal and self.tried < steps and self.hurt:
            self.tried += 1
            turn = self.chance.below(len(self.hurt))
            person = self.hurt[turn]
            price = labels.price(person, labels.at[person])
            if price:
                self._move(person, price)
            else:
                self.hurt[turn] = self.hurt[-1]
                self.hurt.pop()
        for number, other in reversed(self.since_best):
            labels.swap(number, other)
        return self.best

    def _move(self, person: int, price: int) -> None:
        self.moves += 1
        everyone = len(self.labels.at)
        few = everyone <= SAMPLE * 3 // 2
        choice, least, ties = EMPTY, 0, 0
        for turn in range(everyone if few else SAMPLE):
            partner = turn if few else self.chance.below(everyone)
            if partner == person:
                continue
            self.tried += 1
            rise = self.labels.gain(person, partner)
            if (choice != EMPTY and rise > least) or self._is_banned(person, partner, rise):
                continue
            ties = ties + 1 if choice != EMPTY and rise == least else 1
            if not self.chance.below(ties):
                choice, least = partner, rise
            if not few and rise <= -price:
                break
        if choice != EMPTY:
            self._exchange(person, choice, least)

    def _is_banned(self, person: int, partner: int, rise: int) -> bool:
        # What would be the best labels so far is never banned.
        if self.cost + rise < self.best:
            return False
        at, until = self.labels.at, self.banned.get
        return until((person, at[partner]), 0) > self.moves or until((partner, at[person]), 0) > self.moves

    def _exchange(self, person: int, partner: int, rise: int) -> None:
        labels = self.labels
        left, other_left = labels.at[person], labels.at[partner]
        labels.swap(person, partner)
        for number, point in ((person, left), (partner, other_left)):
            self.banned[number, point] = self.moves + BAN + self.chance.below(6)
            self._note(number)
        self.cost += rise
        self.since_best.append((person, partner))
        # Equal labels are kept too: they drift on where the old ones were stuck.
        if self.cost <= self.best:
            self.best = self.cost
            self.since_best.clear()

    def _note(self, person: int) -> None:
        """Remember whom it hurts that ``person`` came: with few exceptions nobody."""
        labels = self.labels
        others = [labels.who[point] for point in labels.near[labels.at[person]]]
        hurt = [other for other in others if other != EMPTY and labels.pair(person, other)]
        for number in (person, *hurt):
            if number not in self.hurt:
                self.hurt.append(number)


FEWER = 3
"""Series by which a design may stop early: with tables of three, full ones have too few points that never meet."""

PART = 8
"""Part of a series' steps spent on each design: one in so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The first series of a draw, and what they cost more than they must; at 0 there are no better ones."""

    series: list[Tables]
    cost: int


def written_out(
    field: SeatingField, tally: Tally, policy: Policy, written: Written, *, chance: Chance
) -> Outline | None:
    """Return a written event; None where it cannot be, or where wishes would cost more than club mates who meet."""
    outline = _put_on(field, tally, policy, written.design(chance), chance) if _suits(field) else None
    return outline if outline is not None and outline.cost < UNFAIR else None


def outlined(field: SeatingField, tally: Tally, policy: Policy, *, series: int, chance: Chance) -> Outline:
    """Return as many series as a design gives, up to ``series``; none where nothing suits."""
    best = Outline(series=[], cost=0)
    if series < 2 or not _suits(field):
        return best
    played = any(tally.met)
    for many in range(series, max(1, series - FEWER), -1):
        for design in designs(len(field.sizes), many, chance):
            outline = _put_on(field, tally, policy, design, chance)
            if outline is not None and outline.cost >= (REPEAT if played else APART):
                # Wishes as dense as these are met better one series after the other.
                return Outline(series=[], cost=0)
            if outline is not None and _key(outline) < _key(best):
                best = outline
            if best.series and not best.cost:
                return best
        if best.series:
            return best
    return best


def _key(outline: Outline) -> tuple[int, int]:
    return -len(outline.series), outline.cost


def _suits(field: SeatingField) -> bool:
    """Test whether fixed tables leave everybody free: each has its own, and none is a table of three."""
    fixed = [pin for pin in field.pin if pin >= 0]
    return len(set(fixed)) == len(fixed) and all(field.sizes[pin] == 4 for pin in fixed)


def _put_on(field: SeatingField, tally: Tally, policy: Policy, design: Design, chance: Chance) -> Outline | None:
    who = packed(design, _mates(field, policy, chance), people=field.size, chance=chance)
    if who is None:
        return None
    labels = Labels(field, tally, policy, design, who)
    goal = len(design.series) * (
        labels.club_price * least_club_pairs(field) + labels.apart_price * least_apart_pairs(field)
    )
    if design.empty:
        # Nobody can share out the tables of three of a written event more evenly than it does.
        goal += labels.least()
    cost = exchange(labels, chance, steps=policy.steps // PART, goal=goal)
    if cost >= FIXED:
        return None
    company = labels.company()
    if not policy.vary_tables:
        # Else the tables of the hall are drawn later.
        company = [chance.shuffled(tables) for tables in company]
    return Outline(series=company, cost=cost - goal)


def _mates(field: SeatingField, policy: Policy, chance: Chance) -> list[list[int]]:
    """Return groups to pack into columns: those at fixed tables, clubs, and apart groups of people without a club."""
    groups: dict[tuple[str, int], list[int]] = {}
    clubs = Counter(field.club)
    for person in chance.shuffled(range(field.size)):
        if field.pin[person] >= 0:
            key = ("", 0)
        elif policy.clubs is not Wish.IGNORED and clubs[field.club[person]] > 1:
            key = ("club", field.club[person])
        elif policy.apart is not Wish.IGNORED and field.apart[person]:
            key = ("apart", field.apart[person] & -field.apart[person])
        else:
            continue
        groups.setdefault(key, []).append(person)
    return [group for group in groups.values() if len(group) > 1]
