"""Standings: who stands where over all series so far or over one, read in as few steps as a thousand need (SkWO 5)."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final, NamedTuple, cast

from django.db import connection
from django.db.models import Count, OuterRef, Prefetch, Q, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils.timezone import is_aware
from django.utils.translation import gettext

from scoring.results.selectors.earned import Sums, lots_of, results_of, sums_of
from scoring.rules.results.ranking import Place, Result, placed, ranked
from tables.journal.models import JournalEntry
from tables.names import told_apart
from tables.people.models import CLUB_IS_SHOWN, Entrant, tell_apart
from tables.tournaments.models import PlayerClass, Series, Shown, Tournament, public_name

HIDDEN = (Series.Status.PLANNED, Series.Status.DRAWN)


def shown_series(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose seats the public knows, prefetched, with ``lists``, ``signed`` and ``open_appeals``
    counted.
    """
    undecided = Series.objects.filter(pk=OuterRef("pk"), appeals__verdict="").order_by().values("pk")
    counted = Series.objects.annotate(
        lists=Count("tables__game_list"),
        signed=Count("tables__game_list", filter=Q(tables__game_list__signed_at__isnull=False)),
        open_appeals=Coalesce(Subquery(undecided.annotate(count=Count("appeals")).values("count")), 0),
    )
    prefetch_related_objects([tournament], Prefetch("series", counted.order_by("number")))
    return tuple(series for series in tournament.series.all() if series.status not in HIDDEN)


def open_results(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose results the public may see: those that have begun, and where ranks are hidden ended."""
    return tuple(series for series in shown_series(tournament) if series.started_at and is_open(tournament, series))


def is_open(tournament: Tournament, series: Series) -> bool:
    """Tell whether what is played in a series counts in public already: hidden ranks wait until it is closed."""
    return not tournament.hides_live or not series.started_at or series.status == Series.Status.CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the series of a ranking are, taken together."""

    lists: int
    signed: int
    open_appeals: int
    is_running: bool


def progress_of(series: Iterable[Series]) -> Progress:
    """Return how far series are that ``shown_series`` returned."""
    counted = [vars(each_series) for each_series in series]
    return Progress(
        lists=sum(values["lists"] for values in counted),
        signed=sum(values["signed"] for values in counted),
        open_appeals=sum(values["open_appeals"] for values in counted),
        is_running=any(values["status"] == Series.Status.RUNNING for values in counted),
    )


LAST_LINE = """
    SELECT j.number, j.hash, j.at, t.unpublish_on, (
        SELECT SUM((SELECT MAX(f.number) FROM tables_journalentry AS f WHERE f.tournament_id = l.id))
        FROM tables_tournament AS l WHERE l.qualified_in_id = t.id
    )
    FROM tables_tournament AS t
    JOIN tables_journalentry AS j ON j.tournament_id = t.id
    WHERE t.slug = %s
    ORDER BY j.number DESC
    LIMIT 1
"""
"""Every phone in the hall asks this every other second: to put it together anew would cost more than the answer.

The standings say who goes on to the finals, so what is done there is a new state too.
"""


class LastLine(NamedTuple):
    """The last line of a tournament's journal, and until when the tournament is shown."""

    version: str  # number and hash, and the lines of finals: the higher number is the later
    at: datetime
    unpublish_on: date | None

    def is_unpublished(self, today: date) -> bool:
        """Tell whether the public no longer sees the tournament."""
        return self.unpublish_on is not None and self.unpublish_on <= today


def last_line(slug: str) -> LastLine | None:
    """Return the last line of a tournament's journal: it names the state of all that anybody sees of it."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_LINE, [slug])
        value = cursor.fetchone()
    if value is None:
        return None
    number, fingerprint, at, unpublish_on, in_finals = value
    # SQLite knows no time zones: Django keeps moments there in UTC.
    version = f"{number}-{fingerprint}" + (f"-{in_finals}" if in_finals else "")
    return LastLine(version, at if is_aware(at) else at.replace(tzinfo=UTC), unpublish_on)


def latest_act(slug: str) -> tuple[str, datetime] | None:
    """Return name and moment of the last state of a tournament: nothing changes without a new line in its journal."""
    last = last_line(slug)
    return (last.version, last.at) if last else None


EVERYDAY: Final = frozenset(
    {
        *("list.deal-entered", "list.entered", "list.totals-entered", "list.confirmed", "list.signed"),
        *("second.deal-entered", "seats.confirmed", "series.seated-by-hand", "table.key-renewed"),
        *("phone.keeps", "phone.took-over", "phone.clock-off", "call.made", "call.settled"),
        *("deal.proposed", "proposal.dismissed", "proposal.withdrawn"),
        *("objection.raised", "objection.taken-on", "objection.completed", "objection.ended"),
    }
)
"""What happens at every table; all else changes something in its list, in what it counts, or in what is shown."""


def last_but_everyday(slug: str) -> int:
    """Return the number of the last line of a tournament's journal that says more than what happens at every table."""
    lines = JournalEntry.objects.filter(tournament__slug=slug).exclude(action__in=EVERYDAY)
    return lines.order_by("-number").values_list("number", flat=True).first() or 0


class Named(NamedTuple):
    """An entrant as a page names them: a thousand are not turned into anything larger than need be."""

    pk: int
    number: int
    public_name: str
    public_club: str
    classes: Sequence[str]  # the codes of their classes
    fills_in: bool = False

    @property
    def unranked_as(self) -> str:
        """Why they have no place, where they have none, in a word."""
        return gettext("fills in") if self.fills_in else gettext("excluded")


class StandingsLine(NamedTuple):
    """One entrant's line in a ranking."""

    entrant: Entrant  # or ``Named``: as much of an entrant as the public sees
    rank: int  # 0 for whoever is excluded or fills in
    shared: bool
    by_lot: bool  # whether a lot decided the place: the result is another's, the place is not (SkWO 5.2)
    moved: int | None  # places won since the ranking before; None where there is none
    lot: int | None
    total: int  # performance over the series shown, in points
    won: int
    lost: int
    others_lost: int
    penalty: int  # penalty points that have come off already
    by_series: tuple[int | None, ...]  # performance in each series shown; None where they were not seated
    counts: tuple[str, ...]  # why what counts is not what was played: ``SeatResult.Counts``
    brought: int = 0  # the points of the event before with which they started; they are in the total

    @property
    def average(self) -> float:
        """Performance a series, without what was brought along."""
        return (self.total - self.brought) / max(1, self.seated)

    @property
    def seated(self) -> int:
        """In how many of the series they have a seat."""
        return len(self.by_series) - self.by_series.count(None)

    @property
    def result(self) -> Result:
        """What counts for the place."""
        return Result(self.entrant.pk, self.total, self.won, self.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking of a tournament, over all series so far or over one."""

    series: tuple[Series, ...]  # the series it is over, in order
    lines: tuple[StandingsLine, ...] = ()
    excluded: tuple[StandingsLine, ...] = ()  # without a place, by start number; shown last (SkWO 4.3)

    @property
    def is_official(self) -> bool:
        """Whether every series in it is closed."""
        return bool(self.series) and all(series.status == Series.Status.CLOSED for series in self.series)

    @property
    def has_brought(self) -> bool:
        """Whether somebody started with points."""
        return any(line.brought for line in (*self.lines, *self.excluded))

    @property
    def has_moves(self) -> bool:
        """Whether there is an earlier ranking to compare with."""
        return len(self.series) > 1


def standings(tournament: Tournament, *, only: Series | None = None, with_hidden: bool = False) -> Standings:
    """Return the ranking over all series so far, or one of them, in four queries; hidden ranks only ``with_hidden``."""
    series = tuple(only_or_shown(tournament, only, with_hidden=with_hidden))
    sums = sums_of(series, is_total=only is None)
    # Not in_bulk: SQLite takes no thousand keys at once, and the query would fall into pieces.
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    tell_apart(entrants[cells.result.entrant] for cells in sums)
    return assembled(series, sums, entrants=entrants)


def public_standings(series: Sequence[Series], *, is_total: bool = True) -> Standings:
    """Return the ranking over these series with everybody as the public sees them, without asking for anything more."""
    sums = sums_of(series, is_total=is_total)
    shown = [
        Named(
            cells.result.entrant,
            number,
            public_name(number=number, name=name, pseudonym=pseudonym, shown=shown_as),
            club if shown_as in CLUB_IS_SHOWN else "",
            codes_of(classes),
            cells.fills_in,
        )
        for cells in sums
        for number, name, club, pseudonym, shown_as, classes in [cells.who]
    ]
    names = told_apart([cells.public_name for cells in shown], numbers=[cells.number for cells in shown])
    entrants = {
        cells.pk: cells if cells.public_name == name else cells._replace(public_name=name)
        for cells, name in zip(shown, names, strict=True)
    }
    return assembled(series, sums, entrants=entrants)


@lru_cache(maxsize=1024)
def codes_of(classes: str) -> tuple[str, ...]:
    """Return the codes in a column as the database stores it."""
    return tuple(json.loads(classes))


def named(entrant: Entrant) -> Named:
    """Return an entrant as the office sees them: with their full name and their club."""
    name = public_name(number=entrant.number, name=entrant.name, pseudonym="", shown=Shown.FULL)
    return Named(entrant.pk, entrant.number, name, entrant.club, tuple(entrant.classes))


def assembled(
    series: Sequence[Series], sums: Sequence[Sums], *, entrants: Mapping[int, Entrant] | Mapping[int, Named]
) -> Standings:
    """Return the ranking over series in which everybody came to so much."""
    people = cast("Mapping[int, Entrant]", entrants)
    by_entrant = {cells.result.entrant: cells for cells in sums}
    lots = {entrant: cells.lot for entrant, cells in by_entrant.items() if cells.lot is not None}
    counting = [cells for cells in sums if not cells.is_out]
    earlier = [cells.before for cells in counting if cells.before] if len(series) > 1 else []
    before = {result.entrant: rank for rank, _shared, result in placed(earlier, lots)}
    lines = [
        _line(
            by_entrant[result.entrant],
            people[result.entrant],
            place=(rank, shared, by_lot),
            before=before.get(result.entrant),
        )
        for rank, shared, by_lot, result in _with_lots(placed([cells.result for cells in counting], lots))
    ]
    out = [
        _line(cells, people[cells.result.entrant], place=(0, False, False), before=None)
        for cells in sums
        if cells.is_out
    ]
    return Standings(
        series=tuple(series), lines=tuple(lines), excluded=tuple(sorted(out, key=lambda line: line.entrant.number))
    )


def of_those(ranking: Standings, belongs: Callable[[Entrant], bool]) -> Standings:
    """Return a ranking of some of its entrants alone, whose places count anew."""
    lines = {line.entrant.pk: line for line in ranking.lines if belongs(line.entrant)}
    lots = {entrant: line.lot for entrant, line in lines.items() if line.lot is not None}
    places = _with_lots(placed([line.result for line in lines.values()], lots))
    return replace(
        ranking,
        lines=tuple(
            lines[result.entrant]._replace(rank=rank, shared=shared, by_lot=by_lot, moved=None)
            for rank, shared, by_lot, result in places
        ),
        excluded=tuple(line for line in ranking.excluded if belongs(line.entrant)),
    )


def _line(sums: Sums, entrant: Entrant, *, place: tuple[int, bool, bool], before: int | None) -> StandingsLine:
    result, _before, others_lost, penalty, by_series, counts, lot, _is_out, _fills_in, brought, _who = sums
    moved = None if before is None else before - place[0]
    return StandingsLine(entrant, *place, moved, lot, *result[1:], others_lost, penalty, by_series, counts, brought)


def _with_lots(places: Iterable[tuple[int, bool, Result]]) -> list[tuple[int, bool, bool, Result]]:
    """Return places, each with whether a lot decided it: of those whose results are equal and whose places are not."""
    rows: list[tuple[int, bool, bool, Result]] = []
    for rank, shared, result in places:
        by_lot = bool(rows) and not shared and rows[-1][3][1:] == result[1:]
        if by_lot:
            rows[-1] = (*rows[-1][:2], True, rows[-1][3])
        rows.append((rank, shared, by_lot, result))
    return rows


def only_or_shown(
    tournament: Tournament, only: Series | None, *, seated: Sequence[Series] | None = None, with_hidden: bool = False
) -> Iterable[Series]:
    """Return the one series asked for, or all that have begun; before any has, the first whose seats are out."""
    if only is not None:
        candidates: Iterable[Series] = [only]
    else:
        shown = shown_series(tournament) if seated is None else seated
        candidates = [series for series in shown if series.started_at] or shown[:1]
    return [series for series in candidates if with_hidden or is_open(tournament, series)]


def places_until(series: Series) -> tuple[Place, ...]:
    """Return the ranking from the first series up to this one, ties broken by the stored lots."""
    until = series.tournament.series.filter(number__lte=series.number).order_by("number")
    return ranked(results_of(list(until)), lots=lots_of(series.tournament))


def of_class(ranking: Standings, player_class: PlayerClass) -> Standings:
    """Return a ranking of those of one class, whose places count anew."""
    return of_those(ranking, lambda entrant: player_class.code in entrant.classes)


def slips_mended(tournament: Tournament) -> list[dict[str, int]]:
    """Return series and table of each list in which a slip of typing was put right since the result is under review."""
    journal_entries = tournament.journal.filter(action="list.slip-mended", at__gte=tournament.under_review_since)
    places = dict.fromkeys((line.data["series"], line.data["table"]) for line in journal_entries.order_by("number"))
    return [{"series": series, "table": table} for series, table in places]


def figures_of(tournament: Tournament) -> dict[int, list[int]]:
    """Return place and points of everybody, by start number."""
    return {line.entrant.number: [line.rank, line.total] for line in standings(tournament, with_hidden=True).lines}
