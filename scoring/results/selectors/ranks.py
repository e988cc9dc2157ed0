"""What the standings page shows, read in as few steps as a thousand lines need (SkWO 5).

Lines are tuples here, sums are made by the database; who stands before whom is decided by the rules alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from scoring.lists.models import SeatResult
from scoring.rules.ranking import placed
from tables.names.short import told_apart
from tables.people.models import CLUB_IS_SHOWN
from tables.tournaments.models import Series, public_name


class RankLine(NamedTuple):
    """An entrant's line, as the public sees him."""

    entrant: int
    """His key in the database."""

    number: int
    name: str
    club: str
    marks: tuple[bool, bool, bool]
    """Lady, junior, senior."""

    rank: int
    """0 for whoever is excluded."""

    shared: bool
    by_lot: bool
    moved: int | None
    """Places won since the ranking before the last series; None where there is nothing to compare with."""

    total: int
    by_series: tuple[int | None, ...]
    """Performance in each series; None where he was not seated."""

    won: int
    lost: int
    others_lost: int
    penalty: int
    """Penalty points that have come off already."""

    counts: tuple[str, ...]
    """For each series why what counts is not what was played there: one of ``SeatResult.Counts``."""

    @property
    def seated(self) -> int:
        """In how many of the series he has a seat."""
        return len(self.by_series) - self.by_series.count(None)


class Sums(NamedTuple):
    """What somebody can be ranked by."""

    entrant: int
    performance: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """The ranking over some series."""

    series: tuple[Series, ...]
    lines: tuple[RankLine, ...] = ()
    excluded: tuple[RankLine, ...] = ()
    """Those who have no place any more, by start number."""

    @property
    def is_official(self) -> bool:
        """Whether every series in it is closed."""
        return bool(self.series) and all(one.status == Series.Status.CLOSED for one in self.series)

    @property
    def has_moves(self) -> bool:
        """Whether there is an earlier ranking to compare with."""
        return len(self.series) > 1


def ranks(series: Sequence[Series]) -> Ranks:
    """Return the ranking over these series in one query; in two where something does not count as it was played."""
    if not series:
        return Ranks(series=())
    earned = {row[ENTRANT]: row for row in _rows(series)}
    sums = [_sums(row) for row in earned.values() if not row[EXCLUDED]]
    lots = {entrant: row[LOT] for entrant, row in earned.items() if row[LOT] is not None}
    before = [_before(one, earned[one.entrant]) for one in sums] if len(series) > 1 else []
    then = {one.entrant: rank for rank, _shared, one in placed(filter(None, before), lots)}
    counting = _Counting(series, differs=any(row[COUNTS] for row in earned.values()))
    lines: list[RankLine] = []
    above: tuple[int, ...] = ()
    for rank, shared, one in placed(sums, lots):
        by_lot = not shared and one[1:] == above
        if by_lot:
            # Their results are equal, their places are not.
            lines[-1] = lines[-1]._replace(by_lot=True)
        above = one[1:]
        was = then.get(one.entrant)
        place = rank, shared, by_lot, None if was is None else was - rank
        lines.append(_line(earned[one.entrant], one, place, counting))
    out = [_line(row, _sums(row), (0, False, False, None), counting) for row in earned.values() if row[EXCLUDED]]
    everybody = _told_apart([*lines, *sorted(out, key=lambda line: line.number)])
    return Ranks(series=tuple(series), lines=everybody[: len(lines)], excluded=everybody[len(lines) :])


Row = Sequence[Any]
"""A row as the database gives it: a thousand of them are not turned into anything larger than need be."""

ENTRANT, EXCLUDED, LOT, COUNTS, WON, LOST, OTHERS_LOST, PENALTY, LAST_WON, LAST_LOST, WHO = range(11)
WHO_END = WHO + 8
"""Number, name, club, other name, how he is shown, lady, junior, senior; after them a column for each series."""


def _sums(row: Row) -> Sums:
    return Sums(row[ENTRANT], sum(filter(None, row[WHO_END:])), row[WON] or 0, row[LOST] or 0)


def _before(sums: Sums, row: Row) -> Sums | None:
    """Return what somebody had before the last series; None where he came in with it."""
    last = row[-1]
    if last is None:
        return sums
    if row[WHO_END:].count(None) == len(row) - WHO_END - 1:
        return None
    entrant, total, won, lost = sums
    return Sums(entrant, total - last, won - (row[LAST_WON] or 0), lost - (row[LAST_LOST] or 0))


# Sums first, then names: a thousand lines are joined instead of one for each seat.
ROWS = """
    SELECT e.id, e.excluded_at IS NOT NULL, l.number, counts, won, lost, others_lost, penalty, last_won, last_lost,
           e.number, e.name, e.club, e.pseudonym, e.shown_as, e.lady, e.junior, e.senior{names}
    FROM (
        SELECT s.entrant_id AS entrant, MAX(r.counts) AS counts, SUM(r.won) AS won, SUM(r.lost) AS lost,
               SUM(r.opponents_lost) AS others_lost, SUM(r.penalty) AS penalty,
               SUM(CASE WHEN s.series_id = %s THEN r.won END) AS last_won,
               SUM(CASE WHEN s.series_id = %s THEN r.lost END) AS last_lost{columns}
        FROM tables_seat AS s
        LEFT JOIN scoring_seatresult AS r ON r.seat_id = s.id
        WHERE s.series_id IN ({wanted})
        GROUP BY s.entrant_id
    ) AS earned
    JOIN tables_entrant AS e ON e.id = earned.entrant
    LEFT JOIN scoring_lot AS l ON l.entrant_id = e.id
"""
COLUMN = ", SUM(CASE WHEN s.series_id = %s THEN COALESCE(r.performance - r.penalty, 0) END) AS s{at}"


def _rows(series: Sequence[Series]) -> Sequence[Row]:
    """Return a row an entrant; only places for values are put into the words of the query."""
    keys = [one.pk for one in series]
    query = ROWS.format(
        names="".join(f", s{at}" for at in range(len(keys))),
        columns="".join(COLUMN.format(at=at) for at in range(len(keys))),
        wanted=", ".join(["%s"] * len(keys)),
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [keys[-1], keys[-1], *keys, *keys])
        found: Sequence[Row] = cursor.fetchall()
        return found


class _Counting(dict[int, tuple[str, ...]]):
    """By entrant, for each series why what counts is not what was played; one query where anything is so."""

    def __init__(self, series: Sequence[Series], *, differs: bool) -> None:
        super().__init__()
        self.plain = ("",) * len(series)
        if not differs:
            return
        at = {one.pk: index for index, one in enumerate(series)}
        odd = SeatResult.objects.filter(seat__series__in=list(at)).exclude(counts="")
        for entrant, key, counts in odd.values_list("seat__entrant_id", "seat__series_id", "counts"):
            said = list(self[entrant])
            said[at[key]] = counts
            self[entrant] = tuple(said)

    def __missing__(self, entrant: int) -> tuple[str, ...]:
        return self.plain


def _told_apart(lines: list[RankLine]) -> tuple[RankLine, ...]:
    """Return the lines with the start number behind each name that stands in the column more than once."""
    names = told_apart([line.name for line in lines], numbers=[line.number for line in lines])
    told = zip(lines, names, strict=True)
    return tuple(line if line.name == name else line._replace(name=name) for line, name in told)


def _line(row: Row, sums: Sums, place: tuple[int, bool, bool, int | None], counting: _Counting) -> RankLine:
    entrant, total, won, lost = sums
    number, name, club, pseudonym, shown, lady, junior, senior = row[WHO:WHO_END]
    return RankLine(
        entrant,
        number,
        public_name(number=number, name=name, pseudonym=pseudonym, shown=shown),
        club if shown in CLUB_IS_SHOWN else "",
        (bool(lady), bool(junior), bool(senior)),
        *place,
        total,
        tuple(row[WHO_END:]),
        won,
        lost,
        row[OTHERS_LOST] or 0,
        row[PENALTY] or 0,
        counting[entrant],
    )
