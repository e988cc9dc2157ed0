"""What is filed: objections, mistakes in posted results, appeals; until when, and what waits (SkWO 7.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Prefetch, QuerySet

from scoring.disputes.models import Appeal, Objection, ResultQuery, Ruling, Statement
from scoring.lists.models import Call, GameListRow
from scoring.lists.selectors.boards import list_of
from scoring.lists.selectors.sheets import DealLine, Sheet, sheet
from scoring.results.selectors.standings import figures_of
from scoring.rules.deadlines import AFTER_POSTING, appeals_close_at, may_appeal, may_query, queries_close_at
from tables.accounts.models import User
from tables.draw.models import Seat
from tables.draw.selectors import seats_of
from tables.journal.models import JournalEntry
from tables.tournaments.models import Role, Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Until when mistakes in a result may be reported."""

    series: Series | None  # the series whose result it is; None for the final result
    posted_at: datetime | None
    closes: datetime | None  # None while the result is not posted
    is_open: bool
    minutes: int  # how long it is, from the posting on
    would_close: datetime  # when it would close if the result were posted now


def query_window(tournament: Tournament) -> timedelta:
    """Return how long a posted result may be queried."""
    return AFTER_POSTING if tournament.query_window is None else timedelta(minutes=tournament.query_window)


def queries_close_for(tournament: Tournament, series: Series | None) -> datetime | None:
    """Return when queries about a result become too late, or None while it is not posted."""
    posted = tournament.posted_at if series is None else series.posted_at
    return queries_close_at(posted=posted, window=query_window(tournament)) if posted else None


def windows(tournament: Tournament, *, now: datetime) -> list[Window]:
    """Return the window of every closed series, and that of the final result once all are closed."""
    series = list(tournament.series.order_by("number"))
    closed: list[Series | None] = [each_series for each_series in series if each_series.status == Series.Status.CLOSED]
    results = [*closed, None] if series and len(closed) == len(series) else closed
    return [window_of(tournament, result, now=now) for result in results]


def posted_windows(tournament: Tournament, series: Iterable[Series], *, now: datetime) -> list[Window]:
    """Return the windows of posted results that are still open: of these series and the final one; no query."""
    if tournament.released_at:
        return []
    windows = [window_of(tournament, each_series, now=now) for each_series in (*series, None)]
    return [window for window in windows if window.posted_at and window.is_open]


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
    return max((queries_close_at(posted=moment, window=window) for moment in posted if moment), default=None)


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


def appeals_of(tournament: Tournament) -> QuerySet[Appeal]:
    """Return all appeals of a tournament, in the order they came in."""
    return tournament.appeals.select_related(
        "series", "appellant", "game_list__table", "decided_by", "ruling", "decision"
    ).order_by("number")


def open_appeals(tournament: Tournament) -> QuerySet[Appeal]:
    """Return the appeals nobody has decided yet."""
    return appeals_of(tournament).filter(verdict="")


def appeal_of(tournament: Tournament, number: int) -> Appeal | None:
    """Return one appeal by its number, if there is one."""
    appeal = appeals_of(tournament).filter(number=number).first()
    if appeal is not None:
        appeal.series.tournament = tournament
    return appeal


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a ranking that was released: it gives time again to whom it moves, and to nobody else."""

    since: datetime
    closed_at: datetime | None  # when appeals against what was released became too late
    moved: frozenset[int]  # the start numbers of those whose points or place are others than were released


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Until when appeals about a series may come in."""

    series: Series
    closes: datetime | None  # None while the next series has not started, or the end was not stated
    is_open: bool
    following: Series | None = None  # the series whose start ends it; None where it is the end of the event
    review: Review | None = None  # where a released ranking is under review, only whom it moves has time


def deadlines(tournament: Tournament, *, now: datetime) -> list[Deadline]:
    """Return the deadline of every series that has begun, in one query at most (ISkO 4.5.10)."""
    series = _by_number(tournament)
    review = review_of(tournament)
    without_review = [
        _deadline(each_series, tournament, series, now=now) for each_series in series if each_series.started_at
    ]
    return [replace(deadline, review=review) for deadline in without_review] if review else without_review


def deadline_for(series: Series, *, now: datetime) -> Deadline:
    """Return the deadline of one series."""
    deadline = _deadline(series, series.tournament, _by_number(series.tournament), now=now)
    return replace(deadline, review=review_of(series.tournament))


def deadlines_against(rulings: Iterable[Ruling], tournament: Tournament, *, now: datetime) -> dict[int, Deadline]:
    """Return the deadline of decisions, by their numbers, in one query at most."""
    series = _by_number(tournament)
    return {ruling.number: _deadline(ruling.series, tournament, series, now=now, ruling=ruling) for ruling in rulings}


def deadlines_beside(appeals: Iterable[Appeal], tournament: Tournament, *, now: datetime) -> dict[int, Deadline]:
    """Return until when others may appeal against the same, by the numbers of appeals, in one query at most."""
    series = _by_number(tournament)
    return {
        appeal.number: _deadline(appeal.series, tournament, series, now=now, ruling=appeal.ruling) for appeal in appeals
    }


def _deadline(
    about: Series, tournament: Tournament, series: Sequence[Series], *, now: datetime, ruling: Ruling | None = None
) -> Deadline:
    about.tournament = tournament
    following = _ending(about, series, ruling=ruling)
    closes = _closes(following, tournament)
    is_open = not tournament.released_at and may_appeal(now, closes=closes)
    return Deadline(series=about, closes=closes, is_open=is_open, following=following)


def _by_number(tournament: Tournament) -> list[Series]:
    # Whoever prefetched the series asks nothing more.
    return sorted(tournament.series.all(), key=lambda series: series.number)


def review_of(tournament: Tournament) -> Review | None:
    """Return the review of a ranking that was released once; None where there is none."""
    if not tournament.under_review_since:
        return None
    line = tournament.journal.filter(action="ranking.release-withdrawn").order_by("-number").first()
    if line is None or "figures" not in line.data:
        return None
    asked, now = line.data["figures"], figures_of(tournament)
    ended = line.data["ended_at"]
    return Review(
        since=line.at,
        closed_at=appeals_close_at(event_ends=datetime.fromisoformat(ended)) if ended else None,
        moved=frozenset(number for number, figures in now.items() if asked.get(str(number)) != figures),
    )


def appeals_close_at_for(series: Series, entrant: int, *, ruling: Ruling | None) -> datetime | None:
    """Return when an appeal of one entrant becomes too late, or None while that is not fixed (ISkO 4.5.10).

    After a review of what was released, whom it moves may appeal for a quarter of an hour once the end is stated
    anew, whatever series it is about; nobody else gets more time than they had. A decision of since then is new.
    """
    tournament = series.tournament
    review = review_of(tournament)
    if review is None or (ruling and ruling.decided_at >= review.since):
        return appeals_close_for(series, ruling=ruling)
    if entrant in review.moved:
        return appeals_close_at(event_ends=tournament.ended_at)
    following = tournament.series.filter(number=series.number + 1, started_at__isnull=False).first()
    return following.started_at if following else review.closed_at


def appeals_close_for(series: Series, *, ruling: Ruling | None = None) -> datetime | None:
    """Return when appeals about a series, or against a decision about it, become too late (ISkO 4.5.10).

    None while that is not fixed. Of a decision about a series that is long over, it is the start of the series after
    the one that ran when it was made.
    """
    return _closes(_ending(series, _by_number(series.tournament), ruling=ruling), series.tournament)


def _closes(following: Series | None, tournament: Tournament) -> datetime | None:
    return appeals_close_at(
        next_series_starts=following.started_at if following else None,
        event_ends=None if following else tournament.ended_at,
    )


def _ending(about: Series, series: Iterable[Series], *, ruling: Ruling | None) -> Series | None:
    following = [each_series for each_series in series if each_series.number > about.number]
    if ruling is not None:
        following = [
            each_series
            for each_series in following
            if each_series.started_at is None or each_series.started_at > ruling.decided_at
        ]
    return min(following, key=lambda each_series: each_series.number, default=None)


def plays_at_table_of(appeal: Appeal, judge: User) -> bool:
    """Test whether a judge would decide about the table they play at themselves, or about their own appeal."""
    plays_as = Role.objects.filter(tournament=appeal.tournament, user=judge, plays_as__isnull=False)
    entrants = set(plays_as.values_list("plays_as_id", flat=True))
    if appeal.appellant_id in entrants:
        return True
    if appeal.game_list is None:
        return False
    return Seat.objects.filter(table=appeal.game_list.table_id, entrant__in=entrants).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDocument:
    """An appeal as a form on which its decision is written down."""

    appeal: Appeal
    sheet: Sheet | None
    line: DealLine | None  # the deal it is about, as it stands now


def appeal_document(appeal: Appeal) -> AppealDocument:
    """Return an appeal with what it is about; it takes a few queries for the list."""
    found_sheet = sheet(list_of(appeal.game_list.table)) if appeal.game_list else None
    line = next((line for line in found_sheet.lines if line.number == appeal.deal), None) if found_sheet else None
    return AppealDocument(appeal=appeal, sheet=found_sheet, line=line)


RINGS = (Call.Kind.JUDGE, Call.Kind.OBJECTION)  # the calls that are the bell of an objection


def bench_version(tournament: Tournament, *, now: datetime) -> str:
    """Return what names the state of the bench: new with every act and with every minute, which its clocks show."""
    acts = JournalEntry.objects.filter(tournament=tournament).order_by("-number")
    state = [acts.values_list("hash", flat=True).first(), now.replace(second=0, microsecond=0)]
    return sha256(repr(state).encode()).hexdigest()[:16]


def raised_about(row: GameListRow) -> QuerySet[Objection]:
    """Return everything that was raised about a list, the latest first, with what a judge decided about it."""
    objections = objections_of(row.table.series.tournament).filter(game_list=row)
    return objections.select_related("ruling", "taken_by", "ended_by").order_by("-number")


def judges_called(calls: Sequence[Call]) -> list[Objection]:
    """Return the open objections that bring a judge to a table, first those they are on their way to.

    Who only disagrees with the list has called the direction; a judge they have called once one has set out.
    """
    rings = {call.pk: call.kind for call in calls if call.kind in RINGS}
    if not rings:
        return []
    behind = Objection.objects.filter(call__in=rings).select_related("taken_by").order_by("number")
    brings = [
        objection
        for objection in behind
        if objection.taken_at or (objection.call_id and rings[objection.call_id] == Call.Kind.JUDGE)
    ]
    return sorted(brings, key=lambda objection: objection.taken_at is None)


def objection_behind(call: Call) -> Objection | None:
    """Return the objection that a call is the bell of; None for every other call."""
    return Objection.objects.filter(call=call).first()


def seat_of(series: Series, number: int) -> Seat | None:
    """Return where the entrant with this start number sits in a series."""
    return Seat.objects.filter(series=series, entrant__number=number).select_related("table", "entrant").first()


def series_to_object_in(tournament: Tournament) -> Series | None:
    """Return the series that an objection is about unless it says otherwise: the last whose seats are published."""
    hidden = (Series.Status.PLANNED, Series.Status.DRAWN)
    return tournament.series.exclude(status__in=hidden).order_by("number").last()
