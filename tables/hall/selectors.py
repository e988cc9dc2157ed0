"""The clock of a series, how long it may still be played, what was announced, and what can be mailed (SkWO 6.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tables.draw.models import Seat
from tables.hall.models import Announcement, Mailing
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How the clock of a series stands, as of one moment. Before the start there is nothing to tell."""

    ends_at: datetime | None
    """When the time is over or was; while the clock stands still, when it would be if it went on now. None without a
    limit, before the start, and as long as nobody called the time of a series without a limit."""

    paused: bool
    over: bool
    """Whether the time is over: the limit has passed, or the direction called it."""

    called: bool
    """Whether the direction called the time: from then on deals not begun are struck where the plan says so."""

    left: timedelta | None
    """How long may still be played, never less than nothing; None without a limit."""


def clock_of(series: Series, now: datetime) -> Clock:
    """Return how the clock of a series stands; ``series.tournament`` is read for the limit."""
    limit = series.time_limit
    if series.time_over_at:
        return Clock(ends_at=series.time_over_at, paused=False, over=True, called=True, left=timedelta())
    if series.started_at is None or limit is None:
        return Clock(ends_at=None, paused=series.paused_at is not None, over=False, called=False, left=None)
    ends_at = series.started_at + timedelta(minutes=limit) + series.paused_for
    if series.paused_at:
        # What was left when it was stopped is left still.
        ends_at += max(timedelta(), now - series.paused_at)
    left = max(timedelta(), ends_at - now)
    return Clock(ends_at=ends_at, paused=series.paused_at is not None, over=not left, called=False, left=left)


SERIES, ANNOUNCEMENT = "series", "announcement"
"""What can be mailed, by its number."""

BROKEN_OFF: Final = timedelta(minutes=30)
"""After which nobody waits for a mailing any more: the site was stopped. Whom it had in hand gets nothing twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail."""

    number: int
    address: str
    what: str
    """By which it is known whether this was sent: table and seat, or nothing more where all get the same."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """How far the mail about one thing is."""

    waiting: Sequence[Letter]
    """What can be sent now."""

    mailing: Mailing | None

    @property
    def is_going(self) -> bool:
        begun = self.mailing.begun_at if self.mailing and not self.mailing.ended_at else None
        return begun is not None and timezone.now() - begun < BROKEN_OFF


def post_of(tournament: Tournament, kind: str, number: int, *, link: str = "") -> Post:
    """Return the mail about a published series or an announcement; nothing where the site sends none."""
    if not settings.MAIL:
        return Post(waiting=[], mailing=None)
    mailing = tournament.mailings.filter(about=f"{kind} {number}").first()
    sent, letters = mailing.sent if mailing else {}, _letters(tournament, kind, number, link)
    return Post(waiting=[letter for letter in letters if sent.get(str(letter.number)) != letter.what], mailing=mailing)


def _letters(tournament: Tournament, kind: str, number: int, link: str) -> list[Letter]:
    # Who left has had enough of it, also where they played.
    people = tournament.entrants.filter(withdrawn_at=None).exclude(email="").order_by("number")
    farewell = gettext(
        "You get this mail because you gave your address when you registered. Tell the direction if you want none."
    )
    if kind == ANNOUNCEMENT:
        announcement = tournament.announcements.filter(number=number, taken_down_at=None).first()
        text = "\n\n".join(filter(None, [announcement.text, link, farewell])) if announcement else ""
        return [
            Letter(number=person.number, address=person.email, what="", subject=tournament.name, text=text)
            for person in (people if announcement else ())
        ]
    shown = (Series.Status.PUBLISHED, Series.Status.RUNNING)
    series = tournament.series.filter(number=number, status__in=shown).first()
    seats = Seat.objects.filter(series=series, entrant__in=people).select_related("entrant", "table")
    letters = []
    for seat in seats.order_by("entrant__number") if series else ():
        facts = {"name": tournament.name, "series": number, "table": seat.table.number, "place": seat.place}
        lines = [gettext("Series %(series)s: table %(table)s, seat %(place)s") % facts]
        if series and series.begins_at:
            begin = date_format(timezone.localtime(series.begins_at), "SHORT_DATETIME_FORMAT")
            lines.append(gettext("Begin: %(begin)s") % {"begin": begin})
        letters.append(
            Letter(
                number=seat.entrant.number,
                address=seat.entrant.email,
                what=f"{seat.table.number}/{seat.place}",
                subject=gettext("%(name)s: series %(series)s, table %(table)s") % facts,
                text="\n\n".join(["\n".join(lines), *([link] if link else []), farewell]),
            )
        )
    return letters
