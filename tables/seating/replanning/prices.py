"""What it costs to put someone into a company while a published plan is being kept."""

from collections.abc import Iterable, Sequence

from tables.seating.field import Field, Tally
from tables.seating.model import Policy, Wish

AGAIN = 1
"""Weight of a visit to a table of three by which someone is ahead of others."""

CLUB_MATES = 10**4
"""Weight of two club mates at a table."""

ANOTHER_NUMBER = 10**6
"""Weight of someone whose company stays whole, but walks to another table."""

MET_BEFORE = 10**9
"""Weight of two who met before."""

BEYOND_SHARE = MET_BEFORE * 99 // 100
"""Weight of a visit to a table of three beyond the fair share."""

MUST_NOT_MEET = 10**15
"""Weight of two of an apart group. No sum of lower weights outweighs a higher one."""

NEVER = 10**21
"""More than anything costs."""


class Strain:
    """The price of companies in one series, after all the other series of the event.

    ``spent`` counts the prices asked for, so that a search can end after so many steps.
    """

    __slots__ = ("_apart", "_apart_price", "_club", "_club_price", "_met", "_met_price", "_threes", "hardest", "spent")

    def __init__(self, field: Field, others: Tally, policy: Policy) -> None:
        self._met = others.met
        self._club = field.club
        self._apart = field.apart
        self._apart_price = 0 if policy.apart is Wish.IGNORED else MUST_NOT_MEET
        self._met_price = 0 if policy.repeats is Wish.IGNORED else MET_BEFORE
        self._club_price = 0 if policy.clubs is Wish.IGNORED else CLUB_MATES
        self._threes = [0] * field.size if policy.threes is Wish.IGNORED else _at_three(field, others)
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


def _at_three(field: Field, others: Tally) -> list[int]:
    """Return what a place at a table of three costs each: dear beyond the fair share."""
    places = sum(chairs for chairs in field.sizes if chairs == 3)
    share = -(-(sum(others.threes) + places) // field.size)
    fewest = min(others.threes)
    return [AGAIN * (visits - fewest) + BEYOND_SHARE * max(0, visits + 1 - share) for visits in others.threes]


def _prices(policy: Policy) -> tuple[tuple[Wish, int], ...]:
    return (
        (policy.apart, MUST_NOT_MEET),
        (policy.repeats, MET_BEFORE),
        (policy.clubs, CLUB_MATES),
        (policy.threes, BEYOND_SHARE),
    )
