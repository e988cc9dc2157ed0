"""What the public sees beside a ranking: the series it is over, how far they are, as of when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, OuterRef, Prefetch, Q, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils.timezone import is_aware

from tables.tournaments.models import Series, Tournament

HIDDEN = (Series.Status.PLANNED, Series.Status.DRAWN)


def shown_series(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose seats the public knows, each with ``lists``, ``signed`` and ``open_appeals`` counted.

    They are prefetched, so whatever goes through ``tournament.series`` on the same page asks nothing more.
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
    counted = [vars(one) for one in series]
    return Progress(
        lists=sum(one["lists"] for one in counted),
        signed=sum(one["signed"] for one in counted),
        open_appeals=sum(one["open_appeals"] for one in counted),
        is_running=any(one["status"] == Series.Status.RUNNING for one in counted),
    )


LAST_LINE = """
    SELECT j.number, j.hash, j.at, t.unpublish_on
    FROM tables_tournament AS t
    JOIN tables_journalentry AS j ON j.tournament_id = t.id
    WHERE t.slug = %s
    ORDER BY j.number DESC
    LIMIT 1
"""
"""Every phone in the hall asks this every other second: to put it together anew would cost more than the answer."""


class LastLine(NamedTuple):
    """The last line of a tournament's journal, and until when the tournament is shown."""

    version: str
    """Number and hash: of two versions of a tournament the one with the higher number is the later."""

    at: datetime
    unpublish_on: date | None

    def is_unpublished(self, today: date) -> bool:
        """Tell whether the public no longer sees the tournament."""
        return self.unpublish_on is not None and self.unpublish_on <= today


def last_line(slug: str) -> LastLine | None:
    """Return the last line of a tournament's journal: it names the state of all that anybody sees of it."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_LINE, [slug])
        found = cursor.fetchone()
    if found is None:
        return None
    number, fingerprint, at, unpublish_on = found
    # SQLite knows no time zones: Django keeps moments there in UTC.
    return LastLine(f"{number}-{fingerprint}", at if is_aware(at) else at.replace(tzinfo=UTC), unpublish_on)


def latest_act(slug: str) -> tuple[str, datetime] | None:
    """Return name and moment of the last state of a tournament: nothing changes without a new line in its journal."""
    last = last_line(slug)
    return (last.version, last.at) if last else None
