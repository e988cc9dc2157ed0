"""Rankings of one class alone: ladies, juniors, seniors (SkWO 1.5)."""

import enum

from scoring.results.selectors.standings import Standings, of_those


class Class(enum.StrEnum):
    """A class of entrants that has a ranking of its own."""

    LADIES = "ladies"
    JUNIORS = "juniors"
    SENIORS = "seniors"


FIELD = {Class.LADIES: "lady", Class.JUNIORS: "junior", Class.SENIORS: "senior"}
"""What an entrant of a class is marked as."""


def of_class(ranking: Standings, wanted: Class) -> Standings:
    """Return a ranking of those of one class, whose places count anew."""
    return of_those(ranking, lambda entrant: bool(getattr(entrant, FIELD[wanted])))
