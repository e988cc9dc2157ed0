"""What is read for other programs: the events of a site, and what was closed and released in them."""

from datetime import date, datetime
from typing import Literal

from django.db.models import prefetch_related_objects

from scoring.results.selectors.public_state import shown_series
from scoring.results.selectors.standings import Standings, standings
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import events

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
