"""What is reported: objections at tables, and mistakes in posted results, with until when (SkWO 7.3.2, 7.4.3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from scoring.disputes.models import Objection, ResultQuery, Statement
from scoring.lists.models import GameListRow
from scoring.rules.deadlines import AFTER_POSTING, may_query, queries_close_at
from tables.draw.models import Seat
from tables.draw.selectors import seats_of
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Until when mistakes in a result may be reported."""

    series: Series | None
    """The series whose result it is; None for the final result."""

    posted_at: datetime | None
    closes: datetime | None
    """None while the result is not posted."""

    is_open: bool
    minutes: int
    """How long it is, from the posting on."""

    would_close: datetime
    """When it would close if the result were posted now."""


def query_window(tournament: Tournament) -> timedelta:
    """Return how long a posted result may be queried."""
    return AFTER_POSTING if tournament.query_window is None else timedelta(minutes=tournament.query_window)


def queries_close_for(tournament: Tournament, series: Series | None) -> datetime | None:
    """Return when queries about a result become too late, or None while it is not posted."""
    posted = tournament.posted_at if series is None else series.posted_at
    return queries_close_at(posted=posted, window=query_window(tournament)) if posted else None


def closes_of(result: Tournament | Series) -> datetime | None:
    """Return when queries about a result become too late, or None while it is not posted."""
    if isinstance(result, Series):
        return queries_close_for(result.tournament, result)
    return queries_close_for(result, None)


def windows(tournament: Tournament, *, now: datetime) -> list[Window]:
    """Return the window of every closed series, and that of the final result once all are closed."""
    series = list(tournament.series.order_by("number"))
    closed: list[Series | None] = [one for one in series if one.status == Series.Status.CLOSED]
    results = [*closed, None] if series and len(closed) == len(series) else closed
    return [window_of(tournament, one, now=now) for one in results]


def posted_windows(tournament: Tournament, series: Iterable[Series], *, now: datetime) -> list[Window]:
    """Return the windows of posted results that are still open: of these series and the final one; no query."""
    if tournament.released_at:
        return []
    found = [window_of(tournament, one, now=now) for one in (*series, None)]
    return [window for window in found if window.posted_at and window.is_open]


def window_of(tournament: Tournament, series: Series | None, *, now: datetime) -> Window:
    """Return the window of the result of a series, or with None that of the final result, without a query."""
    closes = queries_close_for(tournament, series)
    posted = tournament.posted_at if series is None else series.posted_at
    return Window(
        series=series,
        posted_at=posted,
        closes=closes,
        is_open=may_query(now, closes=closes),
        minutes=query_window(tournament) // timedelta(minutes=1),
        would_close=queries_close_at(posted=now, window=query_window(tournament)),
    )


def queries_may_come_until(tournament: Tournament) -> datetime | None:
    """Return when the last window of a posted result closes, or None if nothing is posted."""
    posted = [tournament.posted_at, *tournament.series.values_list("posted_at", flat=True)]
    window = query_window(tournament)
    return max((queries_close_at(posted=one, window=window) for one in posted if one), default=None)


def queries_of(tournament: Tournament) -> QuerySet[ResultQuery]:
    """Return all queries about results, in the order they came in."""
    queries = tournament.queries.select_related(
        "series", "entrant", "correction__game_list__table", "counts_from", "raised_by", "answered_by"
    )
    return queries.order_by("number")


def open_queries(tournament: Tournament) -> QuerySet[ResultQuery]:
    """Return the queries nobody has answered yet."""
    return queries_of(tournament).filter(verdict="")


def seats_meant(query: ResultQuery) -> list[Seat]:
    """Return where whoever asks sat in the series that the query is about, or in all, each with its ``result``."""
    seats = seats_of(query.entrant).select_related("result")
    return list(seats.filter(series=query.series) if query.series else seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What an objection is about, as far as it is known: the judge's last statement before the player's words."""

    kind: str
    deal: int | None
    place: int | None
    facts: str
    claim: str
    answer: str


def objections_of(tournament: Tournament) -> QuerySet[Objection]:
    """Return all objections of a tournament, in the order they were raised, with their statements at hand."""
    objections = tournament.objections.select_related("series", "game_list__table", "raised_by", "taken_by", "ended_by")
    return objections.prefetch_related(Prefetch("statements", Statement.objects.order_by("number"))).order_by("number")


def open_objections(tournament: Tournament) -> QuerySet[Objection]:
    """Return the objections that nobody has ended yet."""
    return objections_of(tournament).filter(outcome=Objection.Outcome.OPEN)


def objection_of(tournament: Tournament, number: int) -> Objection | None:
    """Return one objection by its number, if there is one."""
    return objections_of(tournament).filter(number=number).first()


def objections_by(tournament: Tournament, entrant: int) -> QuerySet[Objection]:
    """Return what was raised at the tables of the entrant with this start number while they sat there."""
    seated = GameListRow.objects.filter(table__seats__entrant__tournament=tournament)
    return objections_of(tournament).filter(game_list__in=seated.filter(table__seats__entrant__number=entrant))


def case_of(objection: Objection) -> Case:
    """Return what an objection is about as it is known now."""
    last = next(reversed(objection.statements.all()), None) or Statement()
    return Case(
        kind=last.kind or objection.kind,
        deal=objection.deal if last.deal is None else last.deal,
        place=objection.place if last.place is None else last.place,
        facts=last.facts,
        claim=last.claim or objection.text,
        answer=last.answer,
    )
