"""Results and standings over the stored results of the seats (SkWO 5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from scoring.models import Lot
from scoring.rules import Place, Result, ranked
from scoring.selectors.shown import shown_series
from tables.models import Entrant, Seat, Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One entrant's line in a ranking."""

    place: Place
    entrant: Entrant
    by_series: tuple[int | None, ...]
    """Performance in each series shown; None where he was not seated."""

    opponents_lost: int
    lot: int | None

    @property
    def total(self) -> int:
        """Performance over the series shown, in points."""
        return self.place.result.performance


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking of a tournament, over all series so far or over one."""

    lines: tuple[StandingsLine, ...]
    series: tuple[Series, ...]
    """The series it is over, in order."""

    is_official: bool
    """Whether every series in it is closed."""


@dataclass(frozen=True, slots=True)
class _Earned:
    """What an entrant earned in one series."""

    series: int
    entrant: int
    performance: int
    won: int
    lost: int
    opponents_lost: int


def standings(tournament: Tournament, *, only: Series | None = None) -> Standings:
    """Return the ranking over all series so far, or over one of them, in four queries."""
    series = tuple(only_or_shown(tournament, only))
    earned = list(_earned(tournament, numbers=[one.number for one in series]))
    by_entrant: dict[int, dict[int, _Earned]] = defaultdict(dict)
    for one in earned:
        by_entrant[one.entrant][one.series] = one
    # Not in_bulk: SQLite takes no thousand keys at once, and the query would fall into pieces.
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    lots = lots_of(tournament)
    return Standings(
        lines=tuple(
            StandingsLine(
                place=place,
                entrant=entrants[place.result.entrant],
                by_series=tuple(mine[one.number].performance if one.number in mine else None for one in series),
                opponents_lost=sum(one.opponents_lost for one in mine.values()),
                lot=lots.get(place.result.entrant),
            )
            for place in ranked(_summed(earned), lots=lots)
            for mine in [by_entrant[place.result.entrant]]
        ),
        series=series,
        is_official=bool(series) and all(one.status == Series.Status.CLOSED for one in series),
    )


def decided_by_lot(ranking: Standings) -> frozenset[int]:
    """Return the entrants whose place a lot decided: their result is another's, their place is not (SkWO 5.2)."""
    places = [line.place for line in ranking.lines]
    merits = [(place.result.performance, place.result.won, place.result.lost) for place in places]
    return frozenset(
        place.result.entrant
        for at, place in enumerate(places)
        if not place.shared and merits[at] in (*merits[at - 1 : at], *merits[at + 1 : at + 2])
    )


def only_or_shown(tournament: Tournament, only: Series | None) -> Iterable[Series]:
    """Return the one series asked for, or all that have begun; before any has, the first whose seats are out."""
    if only is not None:
        return [only]
    shown = shown_series(tournament)
    return [one for one in shown if one.started_at] or shown[:1]


def results_of_series(series: Series) -> tuple[Result, ...]:
    """Return what everyone seated in a series earned in it."""
    return _summed(_earned(series.tournament, numbers=[series.number]))


def results_until(series: Series) -> tuple[Result, ...]:
    """Return what everyone earned from the first series up to this one."""
    return _summed(_earned(series.tournament, numbers=range(1, series.number + 1)))


def places_until(series: Series) -> tuple[Place, ...]:
    """Return the ranking from the first series up to this one, ties broken by the stored lots."""
    return ranked(results_until(series), lots=lots_of(series.tournament))


def lots_of(tournament: Tournament) -> Mapping[int, int]:
    """Return the lots drawn so far, by entrant."""
    return dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))


def _earned(tournament: Tournament, *, numbers: Iterable[int]) -> Iterable[_Earned]:
    seats = Seat.objects.filter(series__tournament=tournament, series__number__in=list(numbers)).order_by()
    rows = seats.values_list(
        "series__number",
        "entrant_id",
        Coalesce("result__performance", 0),
        Coalesce("result__won", 0),
        Coalesce("result__lost", 0),
        Coalesce("result__opponents_lost", 0),
    )
    return (_Earned(*row) for row in rows)


def _summed(earned: Iterable[_Earned]) -> tuple[Result, ...]:
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in earned:
        total = sums[one.entrant]
        total[0] += one.performance
        total[1] += one.won
        total[2] += one.lost
    return tuple(
        Result(entrant=entrant, performance=performance, won=won, lost=lost)
        for entrant, (performance, won, lost) in sums.items()
    )
