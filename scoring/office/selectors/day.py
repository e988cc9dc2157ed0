"""The direction's day: what is next, and who is here."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q

from scoring.disputes.selectors.complaints import (
    Window,
    appeals_close_for,
    open_appeals,
    open_objections,
    open_queries,
    window_of,
)
from scoring.lists.models import GameListRow
from scoring.rules.deadlines import appeals_close_at, may_appeal, may_query
from scoring.season.models import SeasonRelease
from tables import seating
from tables.draw import selectors
from tables.draw.models import Seat, Table
from tables.hall import selectors as hall_clock
from tables.hall.selectors import Clock
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments
from tables.tournaments.selectors.tournaments import takes_part

THREE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Everybody registered, with the seat they have in a series, in the order of the start numbers."""

    seats: dict[int, Seat]  # who sits, by start number
    unseated: dict[int, Entrant]  # who does not, those who withdrew included

    @property
    def missing(self) -> list[Seat]:
        """The seats of those who are not marked as present."""
        return [seat for seat in self.seats.values() if not seat.entrant.present]

    @property
    def late(self) -> list[Entrant]:
        """Those who are present without a seat."""
        return [entrant for entrant in self.unseated.values() if entrant.present]

    @property
    def has_free_chair(self) -> bool:
        """Whether somebody can be the fourth at a table of three where nothing is played yet."""
        return any(seat.table.size == THREE and not seat.table.play_began_at for seat in self.seats.values())

    @property
    def entrants(self) -> dict[int, Entrant]:
        """Everybody, by start number."""
        return {**self.unseated, **{number: seat.entrant for number, seat in self.seats.items()}}


def attendance(series: Series) -> Attendance:
    """Return who sits in a series and who does not, in two queries."""
    taken = Seat.objects.filter(series=series).select_related("table").order_by()
    seats = {seat.entrant_id: seat for seat in taken}
    everybody = list(series.tournament.entrants.order_by("number"))
    for entrant in everybody:
        if entrant.pk in seats:
            seats[entrant.pk].entrant = entrant
    return Attendance(
        seats={entrant.number: seats[entrant.pk] for entrant in everybody if entrant.pk in seats},
        unseated={entrant.number: entrant for entrant in everybody if entrant.pk not in seats},
    )


def seatings_of(several: Sequence[Series]) -> list[list[list[int]]]:
    """Return who sits where in each of several series, as start numbers from table 1, seat 1 on, in one query."""
    rows = Seat.objects.filter(series__in=several).order_by("table__number", "place")
    seatings: dict[int, list[list[int]]] = {series.pk: [] for series in several}
    for pk, table, entrant in rows.values_list("series", "table__number", "entrant__number"):
        tables = seatings[pk]
        tables.extend([] for _ in range(table - len(tables)))
        tables[table - 1].append(entrant)
    return list(seatings.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """How many are in the hall without a seat, and how many seats wait for somebody who is not there."""

    late: int
    missing: int

    def __bool__(self) -> bool:
        return bool(self.late or self.missing)


def mismatch(series: Series) -> Mismatch:
    """Return how far the marks of presence and the seats of a series differ, in one query."""
    sits = Exists(Seat.objects.filter(series=series, entrant=OuterRef("pk")))
    counted = series.tournament.entrants.annotate(sits=sits).aggregate(
        late=Count("pk", filter=Q(sits=False, present=True)), missing=Count("pk", filter=Q(sits=True, present=False))
    )
    return Mismatch(**counted)


class Step(enum.StrEnum):
    """What the direction has to do next."""

    PLAN = "plan"  # the tournament has no series yet
    GATHER = "gather"  # those present do not make tables of four and three
    DRAW = "draw"
    SEAT = "seat"  # the seats are being drawn by hand
    PUBLISH = "publish"
    START = "start"
    PLAY = "play"  # lists are being kept; not all are signed
    CLOSE = "close"
    END = "end"  # every series is closed; the end of the event has to be stated
    DECIDE = "decide"  # an appeal, an objection or a query about a result keeps the final ranking back
    WAIT = "wait"  # appeals or queries may still come in
    RELEASE = "release"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many are registered, present and have paid; those withdrawn are not counted."""

    entrants: int
    present: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """How far a series is."""

    series: Series
    lists: int
    signed: int
    appeals_close_at: datetime | None  # when appeals about it become too late; None while that is not fixed
    appeals_open: bool  # whether appeals about it may come in now
    clock: Clock  # how long it may still be played
    window: Window  # until when mistakes in its result may be reported


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """How far a tournament is, as of one moment."""

    tournament: Tournament
    step: Step
    current: SeriesLine | None  # the series the next step is about; None when all are closed
    series: tuple[SeriesLine, ...]
    counts: Counts
    open_appeals: tuple[int, ...]  # the numbers of the appeals nobody has decided
    appeals_close_at: datetime | None  # of the last appeals of the event; None until its end is stated
    appeals_are_late: bool  # whether that moment has passed
    open_objections: tuple[int, ...]  # the numbers of the objections that no judge has settled
    open_queries: tuple[int, ...]  # the numbers of the queries about results that nobody has answered
    result: Window | None  # that is to be posted: of the last series closed, or the final one; None before any
    queries_close_at: datetime | None  # of the last queries about posted results; None while none is posted
    queries_are_late: bool  # whether nothing posted can be queried any more

    @property
    def is_undecided(self) -> bool:
        """Whether anything is open that has to be decided before the final ranking."""
        return bool(self.open_appeals or self.open_objections or self.open_queries)

    @property
    def may_be_unopposed(self) -> bool:
        """Whether only the time for appeals may still stand between now and the final ranking."""
        waits_for_queries = self.queries_close_at is not None and not self.queries_are_late
        return self.step in {Step.END, Step.WAIT} and not self.is_undecided and not waits_for_queries

    @property
    def waits_until(self) -> datetime | None:
        """When the last time runs out in which something may come in; None while the end is not stated."""
        closing = [self.appeals_close_at, self.queries_close_at]
        return max(moment for moment in closing if moment) if self.appeals_close_at else None

    @property
    def latest(self) -> SeriesLine | None:
        """The last series that has begun."""
        return next((line for line in reversed(self.series) if line.series.started_at), None)

    @property
    def previews(self) -> tuple[int, ...]:
        """The series drawn together with the current one, itself included, that are not published yet."""
        drawn = [line.series for line in self.series if line.series.status == Series.Status.DRAWN]
        return tuple(
            series.number for series in drawn if self.current and series.draw_id == self.current.series.draw_id
        )


def day(tournament: Tournament, *, now: datetime) -> Day:
    """Return how far a tournament is; the number of queries depends on its series alone, not on its size."""
    lines = tuple(_lines(tournament, now=now))
    current = next((line for line in lines if line.series.status != Series.Status.CLOSED), None)
    counts = counts_of(tournament)
    closes = appeals_close_at(event_ends=tournament.ended_at)
    final = window_of(tournament, None, now=now)
    posted = [window.closes for window in (final, *(line.window for line in lines)) if window.closes]
    found_day = Day(
        tournament=tournament,
        step=Step.PLAN,
        current=current,
        series=lines,
        counts=counts,
        open_appeals=tuple(open_appeals(tournament).values_list("number", flat=True)),
        appeals_close_at=closes,
        appeals_are_late=not may_appeal(now, closes=closes),
        open_objections=tuple(open_objections(tournament).values_list("number", flat=True)),
        open_queries=tuple(open_queries(tournament).values_list("number", flat=True)),
        result=_to_post(lines, final),
        queries_close_at=max(posted, default=None),
        queries_are_late=not (posted and may_query(now, closes=max(posted))),
    )
    return replace(found_day, step=_step(found_day))


def series_line(series: Series, *, now: datetime) -> SeriesLine:
    """Return how far one series is."""
    lists = GameListRow.objects.filter(table__series=series)
    counted = lists.aggregate(lists=Count("pk"), signed=Count("pk", filter=Q(signed_at__isnull=False)))
    return _line(series, lists=counted["lists"], signed=counted["signed"], now=now)


AT_ONCE = timedelta(minutes=10)  # for so long a closing that nothing rests on is taken back with one click


@dataclass(frozen=True, slots=True, kw_only=True)
class Rests:
    """What rests on a closed series."""

    begun: Table | None  # a table of a later series at which a deal is played: then it stays closed
    later: tuple[Series, ...]
    papers: tuple[tuple[str, datetime], ...]  # what was made of the result since, and when
    is_fresh: bool  # whether it was closed a short while ago, and nothing rests on it


def rests_on(series: Series, *, now: datetime) -> Rests:
    """Return what rests on a closed series."""
    closed_at = series.closed_at or now
    later, begun = selectors.resting_on(series), selectors.begun_after(series)
    papers = papers_since(series.tournament, closed_at)
    return Rests(
        begun=begun,
        later=tuple(later),
        papers=papers,
        is_fresh=now - closed_at <= AT_ONCE and not (later or begun or papers or series.posted_at),
    )


def papers_since(tournament: Tournament, moment: datetime) -> tuple[tuple[str, datetime], ...]:
    """Return what was made of a result since a moment, and when: archives have no name, tables of the year have."""
    made = tournament.journal.filter(action="archive.made", at__gte=moment).order_by("number")
    years = SeasonRelease.objects.filter(
        competition__season__entries__tournament=tournament, released_at__gte=moment
    ).order_by("released_at")
    return *(("", at) for at in made.values_list("at", flat=True)), *years.values_list(
        "competition__name", "released_at"
    )


def following(series: Series) -> Series | None:
    """Return the series after this one, if the plan has one."""
    return series.tournament.series.filter(number=series.number + 1).first()


def previews_together(series: Series) -> tuple[int, ...]:
    """Return the numbers of the series of the same draw, this one included, that are not published yet."""
    drawn = selectors.drawn_together(series).filter(status=Series.Status.DRAWN)
    return tuple(drawn.values_list("number", flat=True))


def unplayed(tournament: Tournament) -> list[Series]:
    """Return the series, from the end on, in which no deal is played, each with ``seated``: how many sit."""
    played = Q(status=Series.Status.CLOSED) | Q(tables__play_began_at__isnull=False)
    last = tournament.series.filter(played).order_by("number").last()
    rows = tournament.series.filter(number__gt=last.number if last else 0).order_by("number")
    return list(rows.select_related("draw").annotate(seated=Count("seats")))


def given_up_last(tournament: Tournament) -> Sequence[Mapping[str, Any]]:
    """Return how the series were seated that were given up last and would come next on the plan; else nothing."""
    cuts = tournament.journal.filter(action="tournament.changed", data__has_key="given_up").order_by("-number")
    following = tournament.series.count() + 1
    values = (line.data["given_up"] for line in cuts)
    return next((given_up for given_up in values if given_up[0]["series"] == following), ())


def counts_of(tournament: Tournament) -> Counts:
    """Return how many are registered, present and have paid."""
    counted = tournament.entrants.filter(takes_part()).aggregate(
        entrants=Count("pk", distinct=True),
        present=Count("pk", filter=Q(present=True), distinct=True),
        paid=Count("pk", filter=Q(paid=True), distinct=True),
    )
    return Counts(**counted)


def _lines(tournament: Tournament, *, now: datetime) -> list[SeriesLine]:
    rows = GameListRow.objects.filter(table__series__tournament=tournament).order_by()
    counted = {
        series: (lists, signed)
        for series, lists, signed in rows.values_list("table__series").annotate(
            lists=Count("pk"), signed=Count("pk", filter=Q(signed_at__isnull=False))
        )
    }
    return [
        _line(series, lists=lists, signed=signed, now=now)
        for series in tournaments.series_of(tournament)
        for lists, signed in [counted.get(series.pk, (0, 0))]
    ]


def _line(series: Series, *, lists: int, signed: int, now: datetime) -> SeriesLine:
    begun = series.status in {Series.Status.RUNNING, Series.Status.CLOSED}
    closes = appeals_close_for(series) if begun else None
    return SeriesLine(
        series=series,
        lists=lists,
        signed=signed,
        appeals_close_at=closes,
        appeals_open=begun and not series.tournament.released_at and may_appeal(now, closes=closes),
        clock=hall_clock.clock_of(series, now),
        window=window_of(series.tournament, series, now=now),
    )


def _to_post(lines: tuple[SeriesLine, ...], final: Window) -> Window | None:
    closed = [line for line in lines if line.series.status == Series.Status.CLOSED]
    if not closed:
        return None
    return final if len(closed) == len(lines) else closed[-1].window


def _step(day: Day) -> Step:
    # A plan that lost its series was called off.
    if not day.series and not tournaments.series_promised(day.tournament):
        return Step.PLAN
    return _step_of_series(day.current, present=day.counts.present) if day.current else _step_of_the_end(day)


def _step_of_series(line: SeriesLine, *, present: int) -> Step:
    match line.series.status:
        case Series.Status.PLANNED:
            return Step.DRAW if _can_be_seated(present) else Step.GATHER
        case Series.Status.DRAWN:
            return Step.PUBLISH if line.series.draw_id else Step.SEAT
        case Series.Status.PUBLISHED:
            return Step.START
        case _:
            return Step.CLOSE if line.signed == line.lists else Step.PLAY


def _step_of_the_end(day: Day) -> Step:
    if day.tournament.released_at:
        return Step.DONE
    if day.tournament.ended_at is None:
        return Step.END
    if day.is_undecided:
        return Step.DECIDE
    return Step.RELEASE if day.appeals_are_late and day.queries_are_late else Step.WAIT


def _can_be_seated(present: int) -> bool:
    try:
        seating.table_sizes(present)
    except seating.CannotSeat:
        return False
    return True
