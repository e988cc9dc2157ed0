"""A game list: which deals a table wrote down, who dealt, who could play (ISkO 3.2, 5.5)."""

from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.performance import OPPONENT_LOST
from scoring.rules.valuation import Booking, Played, book

PLAYERS_PER_DEAL: Final = 3
"""Players who get cards; at a table of four the dealer sits out (ISkO 3.2.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A row of the list. Without declarer and line it was passed in (ISkO 3.3.7)."""

    number: int
    """Number in the series, from 1 on."""

    declarer: int | None = None
    """Seat of the declarer, from 1 on."""

    played: Played | None = None
    overruled: bool = False
    """A judge's entry: it stands as he wrote it, even against the rules."""

    @property
    def passed(self) -> bool:
        """Whether nobody wanted to play; such a deal counts as a deal (SkWO 9.4)."""
        return self.declarer is None and self.played is None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameList:
    """The valid deals of one table in one series, in the order of play.

    :raises ValueError: if there are not three or four seats, or no rounds.
    """

    seats: int
    rounds: int = 12
    """Rounds of the series; in a round every seat deals once (ISkO 3.2.1)."""

    deals: tuple[Deal, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a table that cannot be."""
        check_table(seats=self.seats, rounds=self.rounds)

    @property
    def length(self) -> int:
        """Deals of the whole series: 48 or 36 in twelve rounds."""
        return self.seats * self.rounds

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals deal ``number`` (ISkO 3.2.1)."""
        return (number - 1) % self.seats + 1

    def players_of(self, number: int) -> tuple[int, ...]:
        """Return the seats that may be declarer in deal ``number``, rising (ISkO 3.2.7)."""
        seats = range(1, self.seats + 1)
        if self.seats == PLAYERS_PER_DEAL:
            return tuple(seats)
        return tuple(seat for seat in seats if seat != self.dealer_of(number))


def check_table(*, seats: int, rounds: int) -> None:
    """Refuse a table that no series can have (SkWO 7.1.1).

    :raises ValueError: if there are not three or four seats, or no rounds.
    """
    if seats not in OPPONENT_LOST:
        raise ValueError(f"a table has 3 or 4 seats, not {seats}")
    if rounds < 1:
        raise ValueError(f"a series has at least one round, not {rounds}")


def booking(deal: Deal) -> Booking | None:
    """Return how a deal is booked, or None if nothing was played.

    A game that a judge's entry calls won stands as won, even below its bid.
    """
    played = deal.played
    if played is None:
        return None
    if deal.overruled and played.won:
        played = replace(played, bid=None, overbid=False)
    return book(played)


def booked(deal: Deal) -> int:
    """Return the game points for the declarer's column; 0 when passed in (ISkO 5.5.1)."""
    found = booking(deal)
    return 0 if found is None else found.points
