"""Who is there in each round: players join or leave when one begins (ISkO 3.1.2, 4.5.9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from scoring.rules.codes import Code

PLAYERS_PER_DEAL: Final = 3
"""Players who get cards; at a table of four the dealer sits out (ISkO 3.2.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Who is there from the start of a round on, until another presence begins."""

    from_round: int
    """Number of the round, from 1 on."""

    seats: tuple[int, ...]
    """Seats that are taken, rising. A fourth player takes seat 4, to the right of seat 1 (ISkO 3.1.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One deal of a series before it is dealt."""

    round: int
    dealer: int
    present: tuple[int, ...]
    """Seats that share in the deal, the dealer's included (SkWO 5.1)."""

    players: tuple[int, ...]
    """Seats that may be declarer (ISkO 3.2.7)."""


def check_presence(presence: tuple[Presence, ...], *, seats: int, rounds: int) -> None:
    """Refuse what cannot describe who is at a table. Raise ValueError if rounds or seats are out of order."""
    starts = [0, *(part.from_round for part in presence), rounds + 1]
    if starts != sorted(set(starts)):
        raise ValueError(f"presence begins in rounds {starts[1:-1]} of {rounds}")
    for part in presence:
        if part.seats != tuple(sorted(set(part.seats) & set(range(1, seats + 1)))):
            raise ValueError(f"seats {part.seats} at a table of {seats}")


# A hall has tables of four and of three, and few of them change within a series.
@lru_cache(maxsize=256)
def turns(*, seats: int, rounds: int, presence: tuple[Presence, ...]) -> tuple[Turn, ...]:
    """Return the deals of a series in order: in a round everyone who is there deals once (ISkO 3.2.1).

    A round for which fewer than three are there has no deals.
    """
    return tuple(turn for span in spans(seats=seats, rounds=rounds, presence=presence) for turn in span.turns())


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Rounds in which the same seats are taken."""

    rounds: range
    present: tuple[int, ...]

    @property
    def deals(self) -> int:
        return (self.rounds.stop - self.rounds.start) * len(self.present)

    def turns(self) -> Iterator[Turn]:
        return (
            Turn(round=number, dealer=dealer, present=self.present, players=players_beside(dealer, self.present))
            for number in self.rounds
            for dealer in self.present
        )


def spans(
    *, seats: int, rounds: int, presence: tuple[Presence, ...], at_least: int = PLAYERS_PER_DEAL
) -> Iterator[Span]:
    """Yield the rounds of a series in which deals are dealt, by who is there: ``at_least`` so many."""
    starts = [(1, tuple(range(1, seats + 1))), *((part.from_round, part.seats) for part in presence)]
    for (first, present), (following, _) in pairwise([*starts, (rounds + 1, ())]):
        if first < following and len(present) >= at_least:
            yield Span(rounds=range(first, following), present=present)


@lru_cache(maxsize=256)
def players_beside(dealer: int, present: tuple[int, ...]) -> tuple[int, ...]:
    """Return who plays where a seat deals, rising: the two to its left and the one to its right (ISkO 3.2.7).

    >>> players_beside(2, (1, 2, 3, 4, 5))
    (1, 3, 4)
    """
    if len(present) <= PLAYERS_PER_DEAL:
        return present
    at = present.index(dealer)
    return tuple(sorted(present[(at + step) % len(present)] for step in (1, 2, -1)))


def not_at_the_table(declarer: int, turn: Turn, *, seats: int) -> Iterator[Code]:
    """Yield why a seat cannot be declarer in a deal, if it cannot."""
    if not 1 <= declarer <= seats:
        yield Code.UNKNOWN_SEAT
    elif declarer not in turn.present:
        yield Code.ABSENT_DECLARER
    elif declarer not in turn.players:
        yield Code.DEALER_PLAYED


def with_seat(
    presence: tuple[Presence, ...], *, seat: int, from_round: int, is_there: bool, seats: int, rounds: int
) -> tuple[Presence, ...]:
    """Return who is there if one seat is taken, or free, from a round on; everybody else comes and goes as before.

    >>> with_seat((), seat=3, from_round=2, is_there=False, seats=4, rounds=12)
    (Presence(from_round=2, seats=(1, 2, 4)),)
    """
    starts = {part.from_round: frozenset(part.seats) for part in presence}
    now = before = frozenset(range(1, seats + 1))
    parts = []
    for number in range(1, rounds + 1):
        now = starts.get(number, now)
        numbers = now if number < from_round else now | {seat} if is_there else now - {seat}
        if numbers != before:
            parts.append(Presence(from_round=number, seats=tuple(sorted(numbers))))
        before = numbers
    return tuple(parts)


def next_round(planned: tuple[Turn, ...], *, dealt: int) -> int | None:
    """Return the first round of which nothing is dealt yet, the only one that can begin with others (ISkO 4.5.9).

    None after the last round has begun.
    """
    last = planned[dealt - 1].round if 0 < dealt <= len(planned) else 0
    return next((turn.round for turn in planned[dealt:] if turn.round > last), None)
