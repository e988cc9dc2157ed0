"""Give free chairs to those who wait for one, so that as few as possible meet again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tables.seating.chance import Chance
from tables.seating.field import APART, CLUB, NEVER, REPEAT, UNFAIR, SeatingField, Tables, Tally, prices_at_three
from tables.seating.model import Policy, Wish


class Prices:
    """The price of companies in one series after all others; ``spent`` counts those asked, to end a search."""

    __slots__ = ("_apart", "_apart_price", "_club", "_club_price", "_met", "_met_price", "_threes", "hardest", "spent")

    def __init__(self, field: SeatingField, others: Tally, policy: Policy) -> None:
        self._met = others.met
        self._club = field.club
        self._apart = field.apart
        self._apart_price = 0 if policy.apart is Wish.IGNORED else APART
        self._met_price = 0 if policy.repeats is Wish.IGNORED else REPEAT
        self._club_price = 0 if policy.clubs is Wish.IGNORED else CLUB
        self._threes = [0] * field.size if policy.threes is Wish.IGNORED else prices_at_three(field, others)
        self.hardest = min((price for wish, price in _prices(policy) if wish is Wish.HARD), default=NEVER)
        """The price from which on a hard wish may be broken."""
        self.spent = 0

    def at_three(self, person: int) -> int:
        """Return what a place at a table of three costs someone."""
        return self._threes[person]

    def of_joining(self, person: int, company: Iterable[int], *, chairs: int) -> int:
        """Return what ``person`` costs in a company at a table of so many chairs."""
        self.spent += 1
        met, club, groups = self._met[person], self._club[person], self._apart[person]
        total = self._threes[person] if chairs == 3 else 0
        for other in company:
            if other in met:
                total += self._met_price * met[other]
            if self._club[other] == club:
                total += self._club_price
            if groups & self._apart[other]:
                total += self._apart_price
        return total

    def of_table(self, company: Sequence[int], *, chairs: int) -> int:
        """Return what a whole table costs, each pair counted once."""
        return sum(self.of_joining(person, company[:at], chairs=chairs) for at, person in enumerate(company))


def _prices(policy: Policy) -> tuple[tuple[Wish, int], ...]:
    return ((policy.apart, APART), (policy.repeats, REPEAT), (policy.clubs, CLUB), (policy.threes, UNFAIR))


SAMPLE = 40


@dataclass(slots=True, kw_only=True)
class Way:
    """One way to mend a series: companies by table, and which table each of them comes from."""

    companies: Tables
    origins: list[int]
    """For each table the table of the plan before that it continues, or -1 for a new one."""

    chairs: list[int]
    waiting: list[int]
    cost: int = 0
    placed: list[tuple[int, int]] = field(default_factory=list)


def settle(way: Way, prices: Prices, chance: Chance, *, steps: int) -> None:
    """Give everyone who waits a free chair, then let them change while that helps."""
    free = [number for number, table in enumerate(way.companies) for _ in range(way.chairs[number] - len(table))]
    free = chance.shuffled(free)
    for person in chance.shuffled(way.waiting):
        choice, least = 0, -1
        for at in range(min(len(free), SAMPLE)):
            number = free[at]
            cost = prices.of_joining(person, way.companies[number], chairs=way.chairs[number])
            if least < 0 or cost < least:
                choice, least = at, cost
            if not cost or prices.spent >= steps:
                break
        number = free[choice]
        free[choice] = free[-1]
        free.pop()
        way.companies[number].append(person)
        way.placed.append((person, number))
    changing = True
    while changing and prices.spent < steps:
        changing = _exchange(way, prices, steps=steps)


def _exchange(way: Way, prices: Prices, *, steps: int) -> bool:
    """Let any two of those who were placed change chairs if that is better; return whether any did."""
    changed = False
    for at, (number, here) in enumerate(way.placed):
        for to in range(at + 1, len(way.placed)):
            other, place = way.placed[to]
            if here == place:
                continue
            if prices.spent >= steps:
                return False
            if gain(way, prices, number, here, other, place) < 0:
                put(way.companies[here], number, other)
                put(way.companies[place], other, number)
                way.placed[at], way.placed[to] = (other, here), (number, place)
                changed = True
                number = other
    return changed


def gain(way: Way, prices: Prices, number: int, here: int, other: int, place: int) -> int:
    """Return by how much the cost rises when two people at two tables change places."""
    mine = [person for person in way.companies[here] if person != number]
    theirs = [person for person in way.companies[place] if person != other]
    chairs_here, chairs_there = way.chairs[here], way.chairs[place]
    return (
        prices.of_joining(number, theirs, chairs=chairs_there)
        + prices.of_joining(other, mine, chairs=chairs_here)
        - prices.of_joining(number, mine, chairs=chairs_here)
        - prices.of_joining(other, theirs, chairs=chairs_there)
    )


def put(company: list[int], out: int, into: int) -> None:
    """Seat someone in the place of another."""
    company[company.index(out)] = into
