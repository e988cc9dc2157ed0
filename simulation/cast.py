"""Who acts in a simulated event, and with which keys."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid5

from simulation.scenario import Scenario
from tables.accounts.models import User
from tables.tournaments.models import Tournament

NAMESPACE = UUID("6f0f4c52-1d0b-4c43-9f0a-3f8f0f6f5a61")
"""Where the keys of the simulated forms come from."""

Progress = Callable[[int], None]
"""Is told how many deals were entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """An event on its way."""

    scenario: Scenario
    tournament: Tournament
    director: User
    judge: User
    progress: Progress

    def key(self, form: str) -> UUID:
        """Return the key of a form, another one in every event."""
        return uuid5(NAMESPACE, f"{self.tournament.pk} {form}")
