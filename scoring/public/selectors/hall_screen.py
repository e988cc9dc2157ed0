"""What the screen of a hall shows while a series is played or about to begin, and what is public as files."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from django.db.models import prefetch_related_objects

from scoring.disputes.models import Objection
from scoring.disputes.selectors.complaints import RINGS, Deadline, Window, deadlines, posted_windows
from scoring.lists.models import Call
from scoring.money.models import AwardRow
from scoring.money.selectors.lines import awards_of
from scoring.results.selectors.rankings import ShownRanking, rankings_of, shown_ranking
from scoring.results.selectors.standings import (
    Progress,
    Standings,
    open_results,
    progress_of,
    public_standings,
    shown_series,
    standings,
)
from tables.draw import selectors as draw_seats
from tables.draw.models import Seat, Table
from tables.hall import selectors as hall_announced
from tables.hall.models import Announcement
from tables.hall.selectors import Clock
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import events

SEATS = frozenset({"seats", "tables"})  # the scenes that show who sits where


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCall:
    """A table that waits for somebody."""

    table: int
    judge: bool  # whether it waits for a judge; else for the direction
    coming: bool  # whether they are on their way


@dataclass(frozen=True, slots=True, kw_only=True)
class HallNow:
    """What is to be shown now. What no scene asked for is empty."""

    tournament: Tournament
    latest: Series | None  # the last series whose seats are published
    following: Series | None  # the first whose seats are not
    clock: Clock | None  # of the latest series, while it is played
    progress: Progress | None  # how many of its lists are signed, while it is played
    announced: tuple[Announcement, ...]
    calls: tuple[TableCall, ...]
    deadlines: tuple[Deadline, ...]
    windows: tuple[Window, ...]
    standings: Standings | None  # None before the public may see any result
    rankings: tuple[ShownRanking, ...]
    prizes: tuple[tuple[AwardRow, Entrant], ...]  # the first prize first; empty before the release
    seating: tuple[tuple[Table, tuple[Seat, ...]], ...]  # of the series about to begin, or at play if asked for


def hall_now(tournament: Tournament, *, wanted: Collection[str], chosen: bool, now: datetime) -> HallNow:
    """Return what the screen shows now, in a number of queries that does not grow with the field."""
    shown = shown_series(tournament)
    for series in tournament.series.all():
        series.tournament = tournament
    latest = shown[-1] if shown else None
    playing = latest if latest and latest.status == Series.Status.RUNNING else None
    seated = {Series.Status.PUBLISHED, *([Series.Status.RUNNING] if chosen else [])}
    opened = open_results(tournament)
    return HallNow(
        tournament=tournament,
        latest=latest,
        following=next((each_series for each_series in tournament.series.all() if each_series not in shown), None),
        clock=hall_announced.clock_of(playing, now) if playing else None,
        progress=progress_of([playing]) if playing else None,
        announced=tuple(hall_announced.announced(tournament, now=now)),
        calls=_calls(playing) if playing else (),
        deadlines=_deadlines(tournament, now=now) if "appeals" in wanted else (),
        windows=tuple(posted_windows(tournament, shown, now=now)) if "appeals" in wanted else (),
        standings=public_standings(opened) if opened and "standings" in wanted else None,
        rankings=_rankings(tournament) if opened and "rankings" in wanted else (),
        prizes=prizes_of(tournament) if tournament.released_at and "prizes" in wanted else (),
        seating=(
            tuple((table, tuple(seats)) for table, seats in draw_seats.seating_of(latest))
            if latest and latest.status in seated and SEATS & set(wanted)
            else ()
        ),
    )


def _calls(series: Series) -> tuple[TableCall, ...]:
    open_calls = Call.objects.filter(game_list__table__series=series, settled_at=None)
    rows = list(open_calls.values_list("pk", "game_list__table__number", "kind"))
    behind = Objection.objects.filter(call__in=[pk for pk, _table, _kind in rows])
    coming = set(behind.filter(taken_at__isnull=False).values_list("call", flat=True)) if rows else set()
    table_calls: dict[int, TableCall] = {}
    for pk, table, kind in rows:
        judge = kind in RINGS
        before = table_calls.get(table)
        table_calls[table] = TableCall(
            table=table,
            judge=judge or bool(before and before.judge),
            coming=pk in coming or bool(before and before.coming),
        )
    return tuple(table_calls[table] for table in sorted(table_calls))


def _deadlines(tournament: Tournament, *, now: datetime) -> tuple[Deadline, ...]:
    if tournament.released_at:
        return ()
    known = deadlines(tournament, now=now)
    return tuple(deadline for deadline in known if deadline.is_open and (deadline.closes or deadline is known[-1]))


def prizes_of(tournament: Tournament) -> tuple[tuple[AwardRow, Entrant], ...]:
    """Return what was won and by whom, the first prize first."""
    awards = awards_of(tournament)
    of_winners = tournament.entrants.filter(number__in={row.entrant for row in awards})
    entrants = {entrant.number: entrant for entrant in of_winners}
    return tuple((row, entrants[row.entrant]) for row in awards if row.entrant in entrants)


def _rankings(tournament: Tournament) -> tuple[ShownRanking, ...]:
    shown_rankings = (shown_ranking(ranking) for ranking in rankings_of(tournament))
    return tuple(
        each_shown_ranking
        for each_shown_ranking in shown_rankings
        if each_shown_ranking.lines and each_shown_ranking.series
    )


When = Literal["running", "coming", "past"]


def latest_act_anywhere() -> tuple[str, datetime] | None:
    """Return hash and moment of the line written last on this site: nothing changes without a new one."""
    return JournalEntry.objects.order_by("-pk").values_list("hash", "at").first()


def when(tournament: Tournament, *, today: date) -> When:
    """Return whether a tournament runs, comes or is over; ``events_like`` finds it by the same word."""
    if tournament.starts_on > today:
        return "coming"
    if tournament.ends_on >= today:
        return "running"
    return "past" if tournament.released_at or today - tournament.ends_on >= events.WEEK else "running"


def events_like(wanted: events.Wanted, *, time: When | None, today: date) -> events.Ordered:
    """Return the public events that are wanted, each with its club: those to come the next first, others the latest."""
    tournaments = events.wanted_of(events.published(today), wanted)
    return events.by_time(tournaments.select_related("club").only(*events.ON_CARDS, "club__slug"), today=today)[
        time or "all"
    ]


def closed_lately(*, today: date, most: int) -> list[Series]:
    """Return the series closed last in public events, the latest first, with their tournaments."""
    closed = Series.objects.filter(tournament__in=events.published(today), closed_at__isnull=False)
    return list(closed.select_related("tournament").order_by("-closed_at", "-pk")[:most])


def released_lately(*, today: date, most: int) -> list[Tournament]:
    """Return the public events whose final ranking was released last, the latest first."""
    released = events.published(today).filter(released_at__isnull=False)
    return list(released.order_by("-released_at", "-pk")[:most])


def closed_rankings(tournament: Tournament) -> list[tuple[Series, Standings]]:
    """Return the ranking of each closed series, in their order; the entrants are read once."""
    prefetch_related_objects([tournament], "entrants")
    return [(series, standings(tournament, only=series)) for series in shown_series(tournament) if series.closed_at]
