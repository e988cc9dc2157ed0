"""The events of the site as the public finds them: by time, words, place, club and date; everything counted in SQL."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from operator import and_, or_

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When

from tables.models import Club, Entrant, JournalEntry, Role, Tournament, User
from tables.models.stored import Spelled
from tables.selectors import publishing

KEPT = timedelta(days=180)
"""So long an event stays in calendars that ask for no date."""

MOST_IN_CALENDAR = 500
"""Events of one calendar, those farthest ahead first."""

WEEK = timedelta(days=7)
"""So long an event that its director has not released runs on past its last day."""

MOST_PLACES = 200
"""More places than anybody looks through while typing."""

ON_CARDS = ("slug", "name", "place", "organiser", "starts_on", "ends_on", "released_at", "registration_open")
IN_CALENDARS = (*ON_CARDS, "created_at", "rounds", "time_limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which events are asked for; what is empty is not asked."""

    words: tuple[str, ...] = ()
    place: str = ""
    club: str = ""
    """The club's part of an address."""

    since: date | None = None
    until: date | None = None

    def __bool__(self) -> bool:
        """Whether anything is asked at all."""
        return bool(self.words or self.place or self.club or self.since or self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many events there are of each time."""

    running: int
    coming: int
    past: int


def published(today: date) -> QuerySet[Tournament]:
    """Return the events that the public may see on a day."""
    return Tournament.objects.filter(publishing.published(on=today))


def wanted_of(events: QuerySet[Tournament], wanted: Wanted) -> QuerySet[Tournament]:
    """Return those of the events that are asked for: every word stands in name, place, organiser or club."""
    fields = ("name", "place", "organiser", "club__name")
    asked = [reduce(or_, (has_text(field, word) for field in fields)) for word in wanted.words]
    asked += [has_text("place", wanted.place)] if wanted.place else []
    asked += [Q(club__slug=wanted.club)] if wanted.club else []
    asked += [Q(ends_on__gte=wanted.since)] if wanted.since else []
    asked += [Q(starts_on__lte=wanted.until)] if wanted.until else []
    return events.filter(reduce(and_, asked, Q()))


def counted(events: QuerySet[Tournament], *, today: date) -> Counted:
    """Return how many of the events run, come and are over, in one query."""
    times = {name: Count("pk", filter=condition) for name, condition in _times(today).items()}
    return Counted(**events.aggregate(**times))


def running(events: QuerySet[Tournament], *, today: date) -> QuerySet[Tournament]:
    """Return the events that run. What is not released runs on past its last day, but no week."""
    return events.filter(_times(today)["running"]).order_by(Spelled("name"), "pk").only(*ON_CARDS)


def coming(events: QuerySet[Tournament], *, today: date) -> QuerySet[Tournament]:
    """Return the events that come, the next first."""
    return events.filter(_times(today)["coming"]).order_by("starts_on", Spelled("name"), "pk").only(*ON_CARDS)


def past(events: QuerySet[Tournament], *, today: date) -> QuerySet[Tournament]:
    """Return the events that are over, the latest first."""
    return events.filter(_times(today)["past"]).order_by("-starts_on", Spelled("name"), "pk").only(*ON_CARDS)


def own(user: User, *, today: date) -> QuerySet[Tournament]:
    """Return the events in which a user holds an office: those that run, come and are over.

    Those the public no longer sees are among them; each says so as ``is_hidden``.
    """
    times = _times(today)
    order = Case(When(times["running"], then=Value(0)), When(times["coming"], then=Value(1)), default=Value(2))
    soon = Case(When(times["coming"], then=F("starts_on")))
    held = Tournament.objects.filter(pk__in=Role.objects.filter(user=user).values("tournament"))
    hidden = Case(When(publishing.published(on=today), then=Value(False)), default=Value(True))
    sorted_by = ("order", "soon", "-starts_on", Spelled("name"), "pk")
    return held.alias(order=order, soon=soon).annotate(is_hidden=hidden).order_by(*sorted_by)


def but_own(events: QuerySet[Tournament], user: User) -> QuerySet[Tournament]:
    """Return the events in which a user holds no office."""
    return events.exclude(pk__in=Role.objects.filter(user=user).values("tournament"))


def entrant_counts(tournaments: Iterable[int]) -> dict[int, int]:
    """Return for each of some tournaments how many take part, in one query; those without anybody are left out."""
    chosen = Entrant.objects.filter(tournament__in=list(tournaments), withdrawn_at=None)
    return dict(chosen.order_by().values_list("tournament").annotate(Count("pk")))


def places(today: date) -> list[str]:
    """Return the places of published events, those of the most events first."""
    named = (
        published(today).order_by().values("place").annotate(events=Count("pk")).order_by("-events", Spelled("place"))
    )
    return [row["place"] for row in named[:MOST_PLACES]]


def clubs_with_events(today: date) -> list[tuple[str, str]]:
    """Return the clubs with published events: part of the address and name, in the order of the names."""
    shown = Club.objects.filter(pk__in=published(today).exclude(club=None).values("club"))
    return list(shown.order_by(Spelled("name")).values_list("slug", "name"))


def for_calendar(events: QuerySet[Tournament], *, ended_since: date | None = None) -> QuerySet[Tournament]:
    """Return the events of a calendar, each with ``changes`` and ``changed_at``: number and moment of its last act."""
    last = JournalEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    dated = events.annotate(changes=Subquery(last.values("number")[:1]), changed_at=Subquery(last.values("at")[:1]))
    shown = dated.filter(ends_on__gte=ended_since) if ended_since else dated
    return shown.order_by("-starts_on", "pk").only(*IN_CALENDARS)[:MOST_IN_CALENDAR]


def one_for_calendar(tournament: Tournament) -> Tournament:
    """Return an event as ``for_calendar`` does."""
    return for_calendar(Tournament.objects.filter(pk=tournament.pk)).get()


def _times(today: date) -> dict[str, Q]:
    runs_on = Q(ends_on__gte=today) | Q(released_at=None, ends_on__gt=today - WEEK)
    is_over = Q(ends_on__lt=today) & (Q(released_at__isnull=False) | Q(ends_on__lte=today - WEEK))
    return {
        "running": Q(starts_on__lte=today) & runs_on,
        "coming": Q(starts_on__gt=today),
        "past": Q(starts_on__lte=today) & is_over,
    }


def has_text(field: str, text: str) -> Q:
    """Return the condition that a field has a text in it, in small or large letters."""
    # SQLite knows small and large of the 26 letters only.
    spellings = {text} if text.isascii() else {text, text.lower(), text.upper(), text.title()}
    return reduce(or_, (Q(**{f"{field}__icontains": one}) for one in sorted(spellings)))
