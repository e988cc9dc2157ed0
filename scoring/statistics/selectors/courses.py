"""Where players stood after each series (SkWO 5.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.results.selectors.earned import Earned, earned_in, lots_of
from scoring.rules.results.ranking import Place, Result, ranked
from tables.tournaments.models import Series, Tournament

NOTHING = Result(0, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a player came through the event."""

    earned: tuple[Earned | None, ...]
    """What they earned in each series; None where they had no seat."""

    places: tuple[Place | None, ...]
    """Their place after each series, over all up to it; None before their first, or when they are excluded."""

    ranked: int
    """How many are in the ranking after the last."""

    @property
    def place(self) -> Place | None:
        """Where they stand now."""
        return self.places[-1] if self.places else None

    @property
    def points(self) -> int:
        """What they have now, penalty points taken off."""
        return sum(earned.performance for earned in self.earned if earned)

    @property
    def played(self) -> int:
        """The series in which they had a seat."""
        return sum(earned is not None for earned in self.earned)

    @property
    def won(self) -> int:
        """Own games won, as they count."""
        return sum(earned.won for earned in self.earned if earned)

    @property
    def lost(self) -> int:
        """Own games lost, as they count."""
        return sum(earned.lost for earned in self.earned if earned)


def course_of(tournament: Tournament, entrant: int, series: Sequence[Series]) -> Course:
    """Return where an entrant stood after each of these series, in three queries whatever the size of the field."""
    out = set(tournament.entrants.exclude(excluded_at=None).order_by().values_list("pk", flat=True))
    lots = lots_of(tournament)
    numbers = [one.number for one in series]
    by_series: dict[int, dict[int, Earned]] = {number: {} for number in numbers}
    for earned in earned_in(tournament, numbers=numbers):
        by_series[earned.series][earned.entrant] = earned
    sums: dict[int, Result] = {}
    places: list[Place | None] = []
    for here in by_series.values():
        for who, earned in here.items():
            if who not in out:
                _who, performance, won, lost = sums.get(who, NOTHING)
                sums[who] = Result(who, performance + earned.performance, won + earned.won, lost + earned.lost)
        places.append(_place(entrant, sums, lots))
    return Course(
        earned=tuple(here.get(entrant) for here in by_series.values()), places=tuple(places), ranked=len(sums)
    )


def _place(entrant: int, sums: Mapping[int, Result], lots: Mapping[int, int]) -> Place | None:
    """Return an entrant's place among those who are not behind by points: the others cannot change it."""
    if entrant not in sums:
        return None
    near = [result for result in sums.values() if result.performance >= sums[entrant].performance]
    return next(place for place in ranked(near, lots=lots) if place.result.entrant == entrant)
