"""What it costs to put someone into a company while a published plan is being kept."""

from collections.abc import Iterable, Sequence

from tables.seating.field import Field, Tally
from tables.seating.model import Policy, Wish
from tables.seating.weights import APART, CLUB, NEVER, REPEAT, UNFAIR, prices_at_three


class Prices:
    """The price of companies in one series, after all the other series of the event.

    ``spent`` counts the prices asked for, so that a search can end after so many steps.
    """

    __slots__ = ("_apart", "_apart_price", "_club", "_club_price", "_met", "_met_price", "_threes", "hardest", "spent")

    def __init__(self, field: Field, others: Tally, policy: Policy) -> None:
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
    return (
        (policy.apart, APART),
        (policy.repeats, REPEAT),
        (policy.clubs, CLUB),
        (policy.threes, UNFAIR),
    )
