"""What is paid back where an event is called off or cut short, and who forfeits (SkWO 3.4, 4.3)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative
from scoring.money.reckon.played import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShort:
    """An event that ended before its time."""

    series_played: int
    series_planned: int
    rounds: tuple[int, ...] = ()
    """How many rounds each series was planned with, so that it goes by deals; empty: all had as many."""

    def __post_init__(self) -> None:
        refuse_negative(self.series_played, "series_played")
        if self.series_planned < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "series_planned")
        if self.series_played > self.series_planned:
            raise Impossible(Fault.MORE_PLAYED, "series_played")
        if self.rounds and len(self.rounds) != self.series_planned:
            raise Impossible(Fault.ROUNDS_MISSING, "rounds")
        if any(rounds < 1 for rounds in self.rounds):
            raise Impossible(Fault.NOT_FROM_ONE, "rounds")


def refund(entrant: Entrant, cut_short: CutShort) -> int:
    """Return what an entrant gets back, in cents, rounded down: by the planned deals that were not played (SkWO 3.4).

    Who is expelled forfeits it (SkWO 4.3).
    """
    if entrant.expelled:
        return 0
    rounds = cut_short.rounds or (1,) * cut_short.series_planned
    return entrant.paid * sum(rounds[cut_short.series_played :]) // sum(rounds)


def forfeited(entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return what the expelled have paid and lose, in cents, by number (SkWO 4.3)."""
    return {entrant.number: entrant.paid for entrant in entrants if entrant.expelled}
