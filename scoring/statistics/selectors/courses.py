"""Where players stood after each series (SkWO 5.2)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.results.selectors.earned import lots_of
from scoring.rules.ranking import Place, Result, ranked
from tables.draw.models import Seat
from tables.tournaments.models import Series, Tournament


class Brought(NamedTuple):
    """What a player brings from one series, or has after several."""

    performance: int
    """Penalty points are off."""

    won: int
    lost: int


NOTHING = Brought(0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a player came through the event."""

    earned: tuple[Brought | None, ...]
    """What he earned in each series; None where he had no seat."""

    places: tuple[Place | None, ...]
    """His place after each series, over all up to it; None before his first, or when he is excluded."""

    ranked: int
    """How many are in the ranking after the last."""

    @property
    def place(self) -> Place | None:
        """Where he stands now."""
        return self.places[-1] if self.places else None

    @property
    def points(self) -> int:
        """What he has now, penalty points taken off."""
        return sum(one.performance for one in self.earned if one)

    @property
    def played(self) -> int:
        """The series in which he had a seat."""
        return sum(one is not None for one in self.earned)

    @property
    def won(self) -> int:
        """Own games won, as they count."""
        return sum(one.won for one in self.earned if one)

    @property
    def lost(self) -> int:
        """Own games lost, as they count."""
        return sum(one.lost for one in self.earned if one)


def course_of(tournament: Tournament, entrant: int, series: Sequence[Series]) -> Course:
    """Return where an entrant stood after each of these series, in three queries whatever the size of the field."""
    out = set(tournament.entrants.exclude(excluded_at=None).order_by().values_list("pk", flat=True))
    lots = lots_of(tournament)
    by_series: dict[int, dict[int, Brought]] = defaultdict(dict)
    for at, who, brought in _brought(series):
        by_series[at][who] = brought
    sums: dict[int, Brought] = {}
    places: list[Place | None] = []
    for one in series:
        for who, brought in by_series[one.pk].items():
            if who not in out:
                sums[who] = _added(sums.get(who, NOTHING), brought)
        places.append(_place(entrant, sums, lots))
    return Course(
        earned=tuple(by_series[one.pk].get(entrant) for one in series), places=tuple(places), ranked=len(sums)
    )


def _brought(series: Sequence[Series]) -> Iterator[tuple[int, int, Brought]]:
    seats = Seat.objects.filter(series__in=[one.pk for one in series]).order_by()
    columns = ("result__performance", "result__penalty", "result__won", "result__lost")
    for at, who, performance, penalty, won, lost in seats.values_list("series_id", "entrant_id", *columns):
        # Nothing is stored of a seat at which nothing is written down yet.
        yield at, who, Brought((performance or 0) - (penalty or 0), won or 0, lost or 0)


def _added(one: Brought, other: Brought) -> Brought:
    return Brought(one.performance + other.performance, one.won + other.won, one.lost + other.lost)


def _place(entrant: int, sums: Mapping[int, Brought], lots: Mapping[int, int]) -> Place | None:
    """Return an entrant's place among those who are not behind him by points: the others cannot change it."""
    if entrant not in sums:
        return None
    mine = sums[entrant].performance
    near = [
        Result(entrant=who, performance=one.performance, won=one.won, lost=one.lost)
        for who, one in sums.items()
        if one.performance >= mine
    ]
    return next(place for place in ranked(near, lots=lots) if place.result.entrant == entrant)
