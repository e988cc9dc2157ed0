"""What everybody earned in each series, as the seats' results say, and what that comes to (SkWO 5).

``sums_of`` lets the database add up what is stored: it is what every page asks. ``added`` adds up what is not stored,
or not so: as it was, as it would be. A test compares the two.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Value
from django.db.models.functions import Coalesce

from scoring.lists.models import SeatResult
from scoring.results.models import Lot
from scoring.rules.results.ranking import Result
from tables.draw.models import Seat
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked


class Earned(NamedTuple):
    """What an entrant earned in one series."""

    series: int  # the number of the series
    entrant: int
    performance: int  # what comes into the ranking: penalty points are off
    won: int
    lost: int
    others_lost: int
    counts: str = SeatResult.Counts.AS_PLAYED.value  # why what counts is not what was played
    penalty: int = 0


class Sums(NamedTuple):
    """What an entrant comes to over some series."""

    result: Result
    before: Result | None  # what they had before the last series; None where they came in with it
    others_lost: int
    penalty: int  # penalty points that have come off already
    by_series: tuple[int | None, ...]  # performance in each series; None where they had no seat
    counts: tuple[str, ...]  # why what counts is not what was played: ``SeatResult.Counts``
    lot: int | None
    is_out: bool  # whether they are excluded (SkWO 4.3) or fill in, so that they have no place
    fills_in: bool = False  # whether that is for filling in; not told where the sums are not stored
    brought: int = 0  # the points with which they started; they are in ``result`` and ``before``
    who: Sequence[Any] = ()  # number, names, club, classes; empty where the sums are not stored


def earned_in(tournament: Tournament, *, numbers: Iterable[int], ranked_only: bool = False) -> Iterable[Earned]:
    """Return what everybody seated earned in each of these series; ``ranked_only`` leaves out whoever has no place."""
    seats = Seat.objects.filter(series__tournament=tournament, series__number__in=list(numbers)).order_by()
    if ranked_only:
        seats = seats.filter(is_ranked("entrant__"))
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
    return map(Earned._make, rows)


def lots_of(tournament: Tournament) -> Mapping[int, int]:
    """Return the lots drawn so far, by entrant."""
    return dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))


def added(
    earned: Iterable[Earned],
    *,
    numbers: Sequence[int],
    lots: Mapping[int, int],
    out: AbstractSet[int],
    brought: Mapping[int, int],
) -> list[Sums]:
    """Return what everybody comes to over the series of these numbers with what they ``brought`` along."""
    by_entrant: dict[int, dict[int, Earned]] = defaultdict(dict)
    for cells in earned:
        by_entrant[cells.entrant][cells.series] = cells
    return [
        Sums(
            result=_total(entrant, list(mine.values()), brought.get(entrant, 0)),
            before=_total(entrant, earlier, brought.get(entrant, 0)) if earlier else None,
            others_lost=sum(one.others_lost for one in mine.values()),
            penalty=sum(one.penalty for one in mine.values()),
            by_series=tuple(mine[number].performance if number in mine else None for number in numbers),
            counts=tuple(mine[number].counts if number in mine else "" for number in numbers),
            lot=lots.get(entrant),
            is_out=entrant in out,
            brought=brought.get(entrant, 0),
        )
        for entrant, mine in by_entrant.items()
        for earlier in [[one for one in mine.values() if one.series != numbers[-1]]]
    ]


def _total(entrant: int, earned: Sequence[Earned], brought: int) -> Result:
    return Result(
        entrant,
        performance=brought + sum(cells.performance for cells in earned),
        won=sum(cells.won for cells in earned),
        lost=sum(cells.lost for cells in earned),
    )


# Sums first, then names: a thousand lines are joined instead of one for each seat.
SUMS = """
    SELECT earned.*, l.number, e.excluded_at IS NOT NULL, e.fills_in, e.brought,
           e.number, e.name, e.club, e.pseudonym, e.shown_as, e.classes
    FROM (
        SELECT s.entrant_id, SUM(r.won), SUM(r.lost), SUM(r.opponents_lost), SUM(r.penalty), MAX(r.counts),
               SUM(CASE WHEN s.series_id = %s THEN r.won END),
               SUM(CASE WHEN s.series_id = %s THEN r.lost END){columns}
        FROM tables_seat AS s
        LEFT JOIN scoring_seatresult AS r ON r.seat_id = s.id
        WHERE s.series_id IN ({wanted})
        GROUP BY s.entrant_id
    ) AS earned
    JOIN tables_entrant AS e ON e.id = earned.entrant_id
    LEFT JOIN scoring_lot AS l ON l.entrant_id = e.id
"""
COLUMN = ", SUM(CASE WHEN s.series_id = %s THEN COALESCE(r.performance - r.penalty, 0) END) AS s{at}"


def sums_of(series: Sequence[Series], *, is_total: bool = True) -> list[Sums]:
    """Return what everybody comes to over these series in one query; in two where not all counts as it was played.

    What they brought along counts in a total alone, not in the ranking of one series.
    """
    if not series:
        return []
    keys = [each_series.pk for each_series in series]
    # Only places for values are put into the words of the query.
    columns = "".join(COLUMN.format(at=at) for at in range(len(keys)))
    with connection.cursor() as cursor:
        query = SUMS.format(columns=columns, wanted=", ".join(["%s"] * len(keys)))
        cursor.execute(query, [keys[-1], keys[-1], *keys, *keys])
        rows = cursor.fetchall()
    counts = _counts(keys) if any(row[5] for row in rows) else {}
    plain = ("",) * len(keys)
    end = 8 + len(keys)
    return [_sums(row[:end], row[end:], counts.get(row[0], plain), is_total=is_total) for row in rows]


def _sums(earned: Sequence[Any], about: Sequence[Any], counts: tuple[str, ...], *, is_total: bool) -> Sums:
    entrant, won, lost, others_lost, penalty, _differs, last_won, last_lost, *by_series = earned
    lot, is_excluded, fills_in, brought, *who = about
    brought = brought if is_total else 0
    is_out, is_filling = bool(is_excluded or fills_in), bool(fills_in and not is_excluded)
    last = by_series[-1]
    result = Result(entrant, brought + sum(filter(None, by_series)), won or 0, lost or 0)
    before: Result | None = result
    if last is not None:
        came_in = by_series.count(None) == len(by_series) - 1
        _entrant, total, won, lost = result
        before = None if came_in else Result(entrant, total - last, won - (last_won or 0), lost - (last_lost or 0))
    figures = (result, before, others_lost or 0, penalty or 0, tuple(by_series), counts)
    return Sums(*figures, lot, is_out, is_filling, brought, who)


def _counts(keys: Sequence[int]) -> dict[int, tuple[str, ...]]:
    values: dict[int, dict[int, str]] = defaultdict(dict)
    odd = SeatResult.objects.filter(seat__series__in=keys).exclude(counts="")
    for entrant, key, counts in odd.values_list("seat__entrant_id", "seat__series_id", "counts"):
        values[entrant][key] = counts
    return {entrant: tuple(mine.get(key, "") for key in keys) for entrant, mine in values.items()}


def results_of(series: Sequence[Series], *, is_total: bool = True) -> tuple[Result, ...]:
    """Return what everyone comes to over these series, but those who have no place."""
    return tuple(sums.result for sums in sums_of(series, is_total=is_total) if not sums.is_out)
