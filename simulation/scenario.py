"""What is to be simulated, and how long such a day takes."""

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from tables.accounts.models import User
from tables.tournaments.models import Tournament

DEAL_TAKES = timedelta(seconds=162)
"""A deal from the first card to the entry: two hours and ten minutes for 48."""

REGISTRATION = timedelta(minutes=60)
"""From the opening of the desk to the start of the first series."""

BREAK = timedelta(minutes=30)
"""From the end of one series to the start of the next: closing, drawing, finding the seats."""

MOST_PLAYERS = 5_000
MOST_SERIES = 12


class EntryWay(enum.StrEnum):
    """How the lists come in."""

    DEALS = "deals"
    """Every table enters deal by deal, as at a real event; some lists come from paper."""

    LISTS = "lists"
    """The office types each list whole: a tenth of the time, for large fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """An event to be played: the same scenario, the same event but for table keys. Raise ValueError if impossible."""

    players: int = 43
    series: int = 3
    rounds: int = 12
    seed: str = "1"
    played: tuple[float, ...] = (1.0, 0.5)
    """How much of each series is played: 1 is closed, something between is running, 0 or nothing is planned."""

    entry: EntryWay = EntryWay.DEALS
    begins: datetime

    def __post_init__(self) -> None:
        if not 6 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"6 to {MOST_PLAYERS} players")
        if not 1 <= self.series <= MOST_SERIES:
            raise ValueError(f"1 to {MOST_SERIES} series")
        if not 1 <= self.rounds <= 24:
            raise ValueError("1 to 24 rounds")
        if len(self.played) > self.series:
            raise ValueError("more series played than there are")
        if not all(0 <= share <= 1 for share in self.played):
            raise ValueError("each series is played from 0 (not at all) to 1 (closed)")
        if any(later and earlier < 1 for earlier, later in zip(self.played, self.played[1:], strict=False)):
            raise ValueError("a series begins when the one before is closed")

    @property
    def deals(self) -> int:
        return round(sum(self.played) * self.players * self.rounds)

    @property
    def starts(self) -> tuple[datetime, ...]:
        return tuple(self._starts())

    @property
    def ends(self) -> datetime:
        """When the last thing has happened that is simulated."""
        starts = self.starts
        if not starts:
            return self.begins + REGISTRATION
        return starts[-1] + self.elapsed(len(starts)) + (BREAK if self.share(len(starts)) == 1 else timedelta())

    def share(self, number: int) -> float:
        return self.played[number - 1] if number <= len(self.played) else 0.0

    def elapsed(self, number: int) -> timedelta:
        """Return for how long a series has been played: when half of all is played, the quickest tables are done."""
        full = DEAL_TAKES * 4 * self.rounds
        return full * min(1.0, 0.35 + self.share(number))

    def _starts(self) -> Iterator[datetime]:
        start = self.begins + REGISTRATION
        for share in self.played:
            if share:
                yield start
            start += DEAL_TAKES * 4 * self.rounds + BREAK


NAMESPACE = UUID("6f0f4c52-1d0b-4c43-9f0a-3f8f0f6f5a61")
"""Where the keys of the simulated forms come from."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """An event on its way."""

    scenario: Scenario
    tournament: Tournament
    director: User
    judge: User
    progress: Progress

    def key(self, form: str) -> UUID:
        return uuid5(NAMESPACE, f"{self.tournament.pk} {form}")
