"""Which of an entrant's series count, and what they come to (SkWO 5.2, as the event announces it)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scoring.rules.results.ranking import Earned, Result


class InOneSeries(Earned, Protocol):
    """What was earned in one series."""

    @property
    def series(self) -> int:
        """Number of the series, from 1 on."""


Counted = TypeVar("Counted", bound=InOneSeries)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesResult:
    """What an entrant earned in one series."""

    series: int
    """Number of the series, from 1 on."""

    performance: int
    """Performance points (SkWO 5.2)."""

    won: int
    lost: int


def counting(
    results: Iterable[Counted], *, series: Collection[int] | None = None, best: int | None = None
) -> tuple[Counted, ...]:
    """Return the results that count, in the order of their series.

    ``series`` leaves only those series in; of them the ``best`` ones count, by
    the criteria of the ranking (SkWO 5.2). A series that was not played is no
    result: it neither counts nor replaces a bad one. Of two equal ones the earlier counts.

    :raises ValueError: if less than one series is to count.
    """
    if best is not None and best < 1:
        raise ValueError(f"at least one series counts, not {best}")
    chosen = sorted(
        (result for result in results if series is None or result.series in series), key=lambda result: result.series
    )
    if best is None or best >= len(chosen):
        return tuple(chosen)
    best_results = sorted(chosen, key=lambda result: (-result.performance, -result.won, result.lost))[:best]
    return tuple(sorted(best_results, key=lambda result: result.series))


def added(entrant: int, results: Iterable[SeriesResult]) -> Result:
    """Return what series come to for the ranking (SkWO 5.1).

    >>> added(7, counting([SeriesResult(series=1, performance=900, won=9, lost=1)], best=1)).performance
    900
    """
    counted = tuple(results)
    return Result(
        entrant=entrant,
        performance=sum(series_result.performance for series_result in counted),
        won=sum(series_result.won for series_result in counted),
        lost=sum(series_result.lost for series_result in counted),
    )
