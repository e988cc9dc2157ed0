"""Events for calendars (RFC 5545): days as whole days, series as times, each under an identity that stays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from tables.tournaments.models import Series, Tournament

OF_EVENTS = UUID("6f6a1f0e-6d1c-4f8a-9a53-0d7f5b0f4d5e")
"""The space of the identities: the same event has the same one in every calendar it stands in."""

MINUTES_A_ROUND = 10
"""So long a round takes where no time limit is set: 12 rounds are played in two hours."""

ASKED_AGAIN = timedelta(hours=1)
"""How often a calendar may look for changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDay:
    """A day on which something is planned of which there is no event yet."""

    identity: str
    day: date
    name: str
    changed_at: datetime
    address: str


def calendar_of(
    events: Iterable[Tournament],
    *,
    name: str,
    site: str,
    addresses: dict[int, str],
    planned: Iterable[WholeDay] = (),
) -> bytes:
    """Return events as a calendar; each has ``changes`` and ``changed_at``, and an address on the site."""
    made = _calendar(name)
    for event in events:
        made.add_component(_days(event, link=f"{site}{addresses[event.pk]}"))
    for one in planned:
        made.add_component(_planned(one, link=f"{site}{one.address}"))
    return bytes(made.to_ical())


def calendar_of_one(event: Tournament, series: Sequence[Series], *, link: str) -> bytes:
    """Return one event as a calendar: its series at the times announced; its days unless every series has one."""
    made = _calendar(event.name)
    timed = [one for one in series if one.begins_at]
    if len(timed) < len(series) or not timed:
        made.add_component(_days(event, link=link))
    for one in timed:
        made.add_component(_series(event, one, link=link))
    return bytes(made.to_ical())


def _calendar(name: str) -> Calendar:
    made = Calendar()
    made.add("prodid", "-//Skatturnier//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", "PT1H")
    return made


def _days(event: Tournament, *, link: str) -> Event:
    made = _entry(event, "days", link=link)
    made.add("summary", event.name)
    made.add("dtstart", event.starts_on)
    # The end of whole days is the first one that is free again.
    made.add("dtend", event.ends_on + timedelta(days=1))
    made.add("transp", "TRANSPARENT")
    return made


def _planned(one: WholeDay, *, link: str) -> Event:
    made = Event()
    changed = one.changed_at.astimezone(UTC).replace(microsecond=0)
    made.add("uid", str(uuid5(OF_EVENTS, one.identity)))
    made.add("dtstamp", changed)
    made.add("last-modified", changed)
    made.add("sequence", 0)
    made.add("summary", one.name)
    made.add("description", _("planned") + f"\n{link}")
    made.add("url", link)
    made.add("dtstart", one.day)
    made.add("dtend", one.day + timedelta(days=1))
    made.add("transp", "TRANSPARENT")
    return made


def _series(event: Tournament, series: Series, *, link: str) -> Event:
    made = _entry(event, f"series {series.number}", link=link)
    begins = (series.begins_at or event.created_at).astimezone(UTC)
    minutes = event.time_limit or event.rounds * MINUTES_A_ROUND
    made.add("summary", _("%(event)s: series %(number)s") % {"event": event.name, "number": series.number})
    made.add("dtstart", begins)
    made.add("dtend", begins + timedelta(minutes=minutes))
    return made


def _entry(event: Any, part: str, *, link: str) -> Event:
    """Return what every entry of an event has. It changes with the journal, and never with the hour it is asked for."""
    made = Event()
    changed: datetime = (event.changed_at or event.created_at).astimezone(UTC).replace(microsecond=0)
    made.add("uid", str(uuid5(OF_EVENTS, f"{event.slug} {event.created_at.astimezone(UTC).isoformat()} {part}")))
    made.add("dtstamp", changed)
    made.add("last-modified", changed)
    made.add("sequence", event.changes or 0)
    made.add("location", event.place)
    made.add("description", _("Organiser: %(organiser)s") % {"organiser": event.organiser} + f"\n{link}")
    made.add("url", link)
    return made
