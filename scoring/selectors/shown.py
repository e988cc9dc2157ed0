"""What the public sees beside a ranking: the series it is over, how far they are, as of when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Prefetch, Q, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce

from scoring.models import Appeal
from tables.models import JournalEntry, Series, Tournament

HIDDEN = (Series.Status.PLANNED, Series.Status.DRAWN)


def shown_series(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose seats the public knows, each with ``lists``, ``signed`` and ``open_appeals`` counted.

    They are prefetched, so whatever goes through ``tournament.series`` on the same page asks nothing more.
    """
    undecided = Appeal.objects.filter(series=OuterRef("pk"), verdict="").order_by().values("series")
    counted = Series.objects.annotate(
        lists=Count("tables__game_list"),
        signed=Count("tables__game_list", filter=Q(tables__game_list__signed_at__isnull=False)),
        open_appeals=Coalesce(Subquery(undecided.annotate(count=Count("pk")).values("count")), 0),
    )
    prefetch_related_objects([tournament], Prefetch("series", counted.order_by("number")))
    return tuple(series for series in tournament.series.all() if series.status not in HIDDEN)


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


def latest_act(slug: str) -> tuple[str, datetime] | None:
    """Return hash and moment of the last line of a tournament's journal: nothing changes without a new one."""
    lines = JournalEntry.objects.filter(tournament__slug=slug).order_by("-number")
    return lines.values_list("hash", "at").first()
