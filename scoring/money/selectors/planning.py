"""What a plan of prizes is made of: pots, rankings and series; and what it is above its pot (SkWO 1.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.money.models import PrizeListRow
from scoring.money.selectors.played import tariff_rows
from scoring.money.selectors.pots import pot_names
from scoring.money.selectors.previews import Ahead, ahead_of
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import rankings_of
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """What a plan of prizes is made of."""

    pots: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    series: tuple[int, ...]
    ahead: Ahead

    def missing(self, others: Sequence[PrizeListRow], columns: Mapping[str, Any]) -> int:
        """Return how much a list of prizes, beside the others, is above its pot in cents.

        With the entrants for whom it is announced, or those there are; before there is anybody nothing is known.
        """
        pot = columns["plan"].get("pot")
        entrants = max(self.ahead.size.entrants, columns["plan"].get("announced_for", 0))
        if pot is None or not entrants:
            return 0
        row = PrizeListRow(**{**columns, "ranking": None})
        return self.ahead.with_entrants([*others, row], entrants).over[pot]


def planning_of(tournament: Tournament) -> Planning:
    """Return what a plan of prizes of an event is made of."""
    return Planning(
        pots=tuple(pot_names(tariff_rows(tournament))),
        rankings=rankings_of(tournament),
        series=tuple(tournament.series.values_list("number", flat=True)),
        ahead=ahead_of(tournament),
    )
