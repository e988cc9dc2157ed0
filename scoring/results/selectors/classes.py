"""Rankings of one class alone (SkWO 1.5)."""

from scoring.results.selectors.standings import Standings, of_those
from tables.tournaments.models import PlayerClass


def of_class(ranking: Standings, player_class: PlayerClass) -> Standings:
    """Return a ranking of those of one class, whose places count anew."""
    return of_those(ranking, lambda entrant: player_class.code in entrant.classes)
