"""Results and standings over the stored results of the seats (SkWO 5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from django.db.models import Value
from django.db.models.functions import Coalesce

from scoring.lists.models import SeatResult
from scoring.results.models import Lot
from scoring.results.selectors.shown import is_open, shown_series
from scoring.rules.ranking import Place, Result, ranked
from tables.draw.models import Seat
from tables.people.models import Entrant, tell_apart
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One entrant's line in a ranking."""

    place: Place
    entrant: Entrant
    by_series: tuple[int | None, ...]
    """Performance in each series shown; None where he was not seated."""

    opponents_lost: int
    lot: int | None
    penalty: int = 0
    """Penalty points that have come off already."""

    counts: tuple[str, ...] = ()
    """For each series shown why what counts is not what was played: one of ``SeatResult.Counts``."""

    @property
    def total(self) -> int:
        """Performance over the series shown, in points."""
        return self.place.result.performance


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedLine:
    """What an entrant earned before he was excluded. He has no place (SkWO 4.3)."""

    entrant: Entrant
    result: Result
    by_series: tuple[int | None, ...]
    opponents_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking of a tournament, over all series so far or over one."""

    lines: tuple[StandingsLine, ...]
    series: tuple[Series, ...]
    """The series it is over, in order."""

    is_official: bool
    """Whether every series in it is closed."""

    excluded: tuple[ExcludedLine, ...] = ()
    """Those who have no place any more, by start number; a ranking shows them last."""


@dataclass(frozen=True, slots=True)
class Earned:
    """What an entrant earned in one series."""

    series: int
    entrant: int
    performance: int
    """What comes into the ranking: penalty points are off."""

    won: int
    lost: int
    opponents_lost: int
    counts: str = SeatResult.Counts.AS_PLAYED
    penalty: int = 0


def standings(tournament: Tournament, *, only: Series | None = None, with_hidden: bool = False) -> Standings:
    """Return the ranking over all series so far, or over one of them, in four queries.

    It is what the public may see: of ranks that are hidden only the office asks, by ``with_hidden``.
    """
    series = tuple(only_or_shown(tournament, only, with_hidden=with_hidden))
    # Not in_bulk: SQLite takes no thousand keys at once, and the query would fall into pieces.
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    return assembled(
        series,
        list(earned_in(tournament, numbers=[one.number for one in series])),
        entrants=entrants,
        out={pk for pk, entrant in entrants.items() if entrant.excluded_at},
        lots=lots_of(tournament),
    )


def assembled(
    series: tuple[Series, ...],
    earned: Sequence[Earned],
    *,
    entrants: Mapping[int, Entrant],
    out: AbstractSet[int],
    lots: Mapping[int, int],
) -> Standings:
    """Return the ranking over series in which so much was earned; the entrants ``out`` are excluded."""
    by_entrant: dict[int, dict[int, Earned]] = defaultdict(dict)
    for one in earned:
        by_entrant[one.entrant][one.series] = one
    tell_apart(entrants[pk] for pk in by_entrant)
    return Standings(
        lines=tuple(
            StandingsLine(
                place=place,
                entrant=entrants[place.result.entrant],
                by_series=_by_series(mine, series),
                opponents_lost=sum(one.opponents_lost for one in mine.values()),
                lot=lots.get(place.result.entrant),
                penalty=sum(one.penalty for one in mine.values()),
                counts=tuple(mine[one.number].counts if one.number in mine else "" for one in series),
            )
            for place in ranked(summed(one for one in earned if one.entrant not in out), lots=lots)
            for mine in [by_entrant[place.result.entrant]]
        ),
        series=series,
        is_official=bool(series) and all(one.status == Series.Status.CLOSED for one in series),
        excluded=tuple(
            ExcludedLine(
                entrant=entrants[result.entrant],
                result=result,
                by_series=_by_series(mine, series),
                opponents_lost=sum(one.opponents_lost for one in mine.values()),
            )
            for result in sorted(
                summed(one for one in earned if one.entrant in out), key=lambda result: entrants[result.entrant].number
            )
            for mine in [by_entrant[result.entrant]]
        ),
    )


def _by_series(mine: Mapping[int, Earned], series: Iterable[Series]) -> tuple[int | None, ...]:
    return tuple(mine[one.number].performance if one.number in mine else None for one in series)


def decided_by_lot(ranking: Standings) -> frozenset[int]:
    """Return the entrants whose place a lot decided: their result is another's, their place is not (SkWO 5.2)."""
    places = [line.place for line in ranking.lines]
    merits = [(place.result.performance, place.result.won, place.result.lost) for place in places]
    return frozenset(
        place.result.entrant
        for at, place in enumerate(places)
        if not place.shared and merits[at] in (*merits[at - 1 : at], *merits[at + 1 : at + 2])
    )


def only_or_shown(tournament: Tournament, only: Series | None, *, with_hidden: bool = False) -> Iterable[Series]:
    """Return the one series asked for, or all that have begun; before any has, the first whose seats are out.

    Those whose ranks are hidden from the public are left out unless ``with_hidden``.
    """
    if only is not None:
        candidates: Iterable[Series] = [only]
    else:
        shown = shown_series(tournament)
        candidates = [one for one in shown if one.started_at] or shown[:1]
    return [one for one in candidates if with_hidden or is_open(tournament, one)]


def results_of_series(series: Series) -> tuple[Result, ...]:
    """Return what everyone seated in a series earned in it, but those who are excluded."""
    return summed(earned_in(series.tournament, numbers=[series.number], ranked_only=True))


def results_until(series: Series) -> tuple[Result, ...]:
    """Return what everyone earned from the first series up to this one, but those who are excluded."""
    return summed(earned_in(series.tournament, numbers=range(1, series.number + 1), ranked_only=True))


def places_until(series: Series) -> tuple[Place, ...]:
    """Return the ranking from the first series up to this one, ties broken by the stored lots."""
    return ranked(results_until(series), lots=lots_of(series.tournament))


def lots_of(tournament: Tournament) -> Mapping[int, int]:
    """Return the lots drawn so far, by entrant."""
    return dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))


def earned_in(tournament: Tournament, *, numbers: Iterable[int], ranked_only: bool = False) -> Iterable[Earned]:
    """Return what everybody seated earned in each of these series; ``ranked_only`` leaves out the excluded."""
    seats = Seat.objects.filter(series__tournament=tournament, series__number__in=list(numbers)).order_by()
    if ranked_only:
        seats = seats.filter(entrant__excluded_at=None)
    rows = seats.values_list(
        "series__number",
        "entrant_id",
        Coalesce("result__performance", 0) - Coalesce("result__penalty", 0),
        Coalesce("result__won", 0),
        Coalesce("result__lost", 0),
        Coalesce("result__opponents_lost", 0),
        Coalesce("result__counts", Value("")),
        Coalesce("result__penalty", 0),
    )
    return (Earned(*row) for row in rows)


def summed(earned: Iterable[Earned]) -> tuple[Result, ...]:
    """Return what everybody comes to over the series there are."""
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
