"""One series while it is being arranged: who shares a table, and what that costs."""

from collections.abc import Sequence

from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, Tally
from tables.seating.model import Policy, Wish
from tables.seating.reports.bounds import least_apart_pairs, least_club_pairs, least_repeats
from tables.seating.weights import APART, CLUB, REPEAT, TOGETHER, prices_at_three


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

    def __init__(self, field: Field, tally: Tally, policy: Policy, tables: Tables) -> None:
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

    def attract(self) -> None:
        """Bring club mates together as long as they have not met, instead of keeping them apart."""
        self.together = True

    def are_unmet_mates(self, one: int, other: int) -> bool:
        """Test whether two are of one club where clubs count, may meet and have not met."""
        if one == other or other in self.met[one] or self.apart[one] & self.apart[other]:
            return False
        return bool(self.club_price and self.club[one] == self.club[other])

    def _kinship(self, person: int, company: list[int]) -> int:
        """Return what club and apart groups cost ``person`` in a company."""
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
        """Return what ``person`` costs where they sit."""
        return self.price(person, self.at[person], without=person)

    def gain(self, one: int, other: int) -> int:
        """Return by how much the cost rises when two people change places."""
        at_one, at_other = self.at[one], self.at[other]
        return (
            self.price(one, at_other, without=other)
            + self.price(other, at_one, without=one)
            - self.price(one, at_one, without=one)
            - self.price(other, at_other, without=other)
        )

    def swap(self, one: int, other: int) -> None:
        """Let two people change places."""
        at_one, at_other = self.at[one], self.at[other]
        table_one, table_other = self.tables[at_one], self.tables[at_other]
        table_one[table_one.index(one)] = other
        table_other[table_other.index(other)] = one
        self.at[one], self.at[other] = at_other, at_one

    def table_cost(self, table: int) -> int:
        """Return what one table costs, each pair counted once."""
        company = self.tables[table]
        prices = sum(self.price(person, table, without=person) for person in company)
        if len(company) == 3:
            # Pairs are seen from both sides, a place only from its own.
            prices += sum(self.threes[person] for person in company)
        return prices // 2

    def cost(self) -> int:
        """Return what the whole series costs."""
        return sum(self.table_cost(table) for table in range(len(self.tables)))


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


def deal(field: Field, chance: Chance) -> Tables:
    """Return a first arrangement: fixed tables kept, clubs dealt out one by one.

    Club mates follow each other in the order of dealing, so they fall to as many tables as
    there are. Without clubs the order is even chance.
    """
    clubs: dict[int, list[int]] = {}
    tables: Tables = [[] for _ in field.sizes]
    for person in chance.shuffled(range(field.size)):
        if field.pin[person] < 0:
            clubs.setdefault(field.club[person], []).append(person)
        else:
            tables[field.pin[person]].append(person)
    order = [person for club in chance.shuffled(clubs.values()) for person in club]
    return _fill(tables, field.sizes, order)


def _fill(tables: Tables, sizes: Sequence[int], order: Sequence[int]) -> Tables:
    waiting = iter(order)
    for row in range(4):
        for table, size in zip(tables, sizes, strict=True):
            if len(table) == row and row < size:
                table.append(next(waiting))
    return tables
