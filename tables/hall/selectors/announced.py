"""What the direction lets the hall know."""

from datetime import datetime

from django.db.models import Q, QuerySet

from tables.hall.models import Announcement
from tables.tournaments.models import Series, Tournament


def announced(tournament: Tournament, *, now: datetime) -> QuerySet[Announcement]:
    """Return what is announced now, the latest first."""
    announcements = tournament.announcements.filter(Q(until=None) | Q(until__gt=now), taken_down_at=None)
    return announcements.order_by("-number")


def announced_before(tournament: Tournament, *, now: datetime) -> QuerySet[Announcement]:
    """Return what was announced and is not any more, the latest first."""
    gone = tournament.announcements.filter(Q(until__lte=now) | Q(taken_down_at__isnull=False))
    return gone.select_related("made_by").order_by("-number")


def tables_known(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the tables at which somebody sits in any series."""
    return frozenset(
        Series.objects.filter(tournament=tournament, tables__isnull=False).values_list("tables__number", flat=True)
    )
