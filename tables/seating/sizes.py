"""How many sit at each table, and when nobody can be seated (SkWO 7.1.1)."""

import enum
from collections.abc import Iterable


class Refusal(enum.StrEnum):
    """Everything that makes a seating impossible; worded for people elsewhere."""

    TOO_FEW_ENTRANTS = "too-few-entrants"
    NUMBER_TWICE = "number-twice"
    SERIES_OUT_OF_RANGE = "series-out-of-range"
    NO_SUCH_TABLE = "no-such-table"
    FIXED_TABLE_FULL = "fixed-table-full"
    IMPOSSIBLE_HISTORY = "impossible-history"
    IMPOSSIBLE_PLAN = "impossible-plan"
    NOT_IN_PLAN = "not-in-plan"
    RANKED_TWICE = "ranked-twice"
    APART_GROUPS_MEET = "apart-groups-meet"
    PAIRS_REPEAT = "pairs-repeat"
    CLUB_MATES_MEET = "club-mates-meet"
    UNFAIR_AT_THREE = "unfair-at-three"


class CannotSeat(ValueError):
    """The entrants cannot be seated as demanded. ``code`` names the reason.

    ``entrants`` is how many were to be seated, ``numbers`` whom the reason is about,
    ``pairs`` the pairs it is about, ``table`` the table it is about, counted from 1.
    """

    def __init__(
        self,
        code: Refusal,
        *,
        entrants: int | None = None,
        numbers: Iterable[int] = (),
        pairs: Iterable[tuple[int, int]] = (),
        table: int | None = None,
    ) -> None:
        super().__init__(str(code))
        self.code = code
        self.entrants = entrants
        self.numbers = tuple(numbers)
        self.pairs = tuple(pairs)
        self.table = table


def table_sizes(n: int) -> list[int]:
    """Return the chairs of each table for ``n`` entrants, fours first, at most three of three (SkWO 7.1.1).

    :raises CannotSeat: for fewer than three entrants and for five.
    """
    threes = -n % 4
    fours = (n - 3 * threes) // 4
    if n < 1 or fours < 0:
        raise CannotSeat(Refusal.TOO_FEW_ENTRANTS, entrants=n)
    return [4] * fours + [3] * threes
