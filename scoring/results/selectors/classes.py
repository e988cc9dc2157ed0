"""Rankings of one class alone: ladies, juniors, seniors (SkWO 1.5)."""

import enum
from dataclasses import replace

from scoring.results.selectors.standings import Standings
from scoring.rules.ranking import ranked


class Class(enum.StrEnum):
    """A class of entrants that has a ranking of its own."""

    LADIES = "ladies"
    JUNIORS = "juniors"
    SENIORS = "seniors"


FIELD = {Class.LADIES: "lady", Class.JUNIORS: "junior", Class.SENIORS: "senior"}
"""What an entrant of a class is marked as."""


def of_class(ranking: Standings, wanted: Class) -> Standings:
    """Return a ranking of those of one class, whose places count anew."""
    lines = {line.entrant.pk: line for line in ranking.lines if getattr(line.entrant, FIELD[wanted])}
    lots = {entrant: line.lot for entrant, line in lines.items() if line.lot is not None}
    places = ranked([line.place.result for line in lines.values()], lots=lots)
    return replace(
        ranking,
        lines=tuple(replace(lines[place.result.entrant], place=place) for place in places),
        excluded=tuple(line for line in ranking.excluded if getattr(line.entrant, FIELD[wanted])),
    )
