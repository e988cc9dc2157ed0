"""The tournaments of the site by the time they take place."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tables.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Tournaments that run, come and are over; the next and the latest first."""

    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


def calendar(tournaments: Iterable[Tournament], *, today: date) -> Calendar:
    """Return tournaments by time. What its director has not released runs on past its last day, but no week."""
    everything = list(tournaments)
    coming = [one for one in everything if one.starts_on > today]
    running = [one for one in everything if one.starts_on <= today and _runs(one, today)]
    past = [one for one in everything if one.starts_on <= today and not _runs(one, today)]
    return Calendar(
        running=tuple(sorted(running, key=lambda one: one.name)),
        coming=tuple(sorted(coming, key=lambda one: (one.starts_on, one.name))),
        past=tuple(sorted(past, key=lambda one: (one.starts_on, one.name), reverse=True)),
    )


def _runs(tournament: Tournament, today: date) -> bool:
    days_over = (today - tournament.ends_on).days
    return days_over <= 0 or (tournament.released_at is None and days_over < 7)
