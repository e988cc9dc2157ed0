"""The events of the site as the public finds them, and presets for the next one."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from itertools import count, pairwise
from operator import and_, or_
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils.translation import get_language

from skatturnier.machine import places as machine_places
from tables.accounts.models import User
from tables.journal.models import JournalEntry
from tables.names import in_order
from tables.tournaments.models import Role, Tournament
from tables.tournaments.selectors import tournaments as publishing
from tables.tournaments.selectors.tournaments import takes_part

KEPT = timedelta(days=180)
"""So long an event stays in calendars that ask for no date."""

MOST_IN_CALENDAR = 500
WEEK = timedelta(days=7)

MOST_PLACES = 200
"""More places than anybody looks through while typing."""

ON_CARDS = (
    "slug",
    "name",
    "place",
    "organiser",
    "starts_on",
    "ends_on",
    "ended_at",
    "released_at",
    "registration_open",
)
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
        return bool(self.words or self.place or self.club or self.since or self.until)


@dataclass(frozen=True, slots=True)
class Ordered:
    """Events in the order of a list; only those of a page are read."""

    rows: QuerySet[Tournament]
    keys: Sequence[int]

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, asked: slice) -> list[Tournament]:
        """Return a page of them, in one query."""
        page = self.keys[asked]
        tournaments = {tournament.pk: tournament for tournament in self.rows.filter(pk__in=page)}
        return [tournaments[key] for key in page if key in tournaments]


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


def by_time(events: QuerySet[Tournament], *, today: date) -> dict[str, Ordered]:
    """Return the events that run, those to come, the next first, and those past and ``all``, the latest first."""
    times = Case(*(When(condition, then=Value(name)) for name, condition in _times(today).items()))
    rows = events.order_by().annotate(time=times).values_list("time", "starts_on", "name", "pk")
    named = sorted(rows, key=lambda row: (in_order(row[2]), row[2], row[3]))
    coming, latest = (sorted(named, key=lambda row: row[1], reverse=falls) for falls in (False, True))
    values = {"running": named, "coming": coming, "past": latest, "all": latest}
    return {
        name: Ordered(events, [pk for time, _day, _name, pk in listed if name in (time, "all")])
        for name, listed in values.items()
    }


def own(user: User, *, today: date) -> QuerySet[Tournament]:
    """Return a user's events, each with ``is_hidden``, ``is_at_door`` and ``is_treasured``."""
    hidden = Case(When(publishing.published(on=today), then=Value(False)), default=Value(True))
    roles = Role.objects.filter(user=user, tournament=OuterRef("pk"))
    more_than_door = roles.exclude(kind=Role.Kind.DOOR)
    more_than_money = more_than_door.exclude(kind=Role.Kind.TREASURER)
    return Tournament.objects.filter(pk__in=Role.objects.filter(user=user).values("tournament")).annotate(
        is_hidden=hidden, is_at_door=~Exists(more_than_door), is_treasured=~Exists(more_than_money)
    )


def but_own(events: QuerySet[Tournament], user: User) -> QuerySet[Tournament]:
    """Return the events in which a user holds no office."""
    return events.exclude(pk__in=Role.objects.filter(user=user).values("tournament"))


def entrant_counts(tournaments: Iterable[int]) -> dict[int, int]:
    """Return for each of some tournaments how many take part, in one query; those without anybody are left out."""
    taking_part = Tournament.objects.filter(takes_part("entrants__"), pk__in=list(tournaments), entrants__isnull=False)
    return dict(taking_part.order_by().values_list("pk").annotate(Count("entrants", distinct=True)))


def places(today: date) -> list[str]:
    """Return the places of published events, those of the most events first."""
    named = published(today).order_by().values_list("place").annotate(Count("pk"))
    return [place for place, _events in sorted(named, key=lambda row: (-row[1], in_order(row[0])))[:MOST_PLACES]]


def clubs_with_events(today: date) -> list[tuple[str, str]]:
    """Return the clubs with published events: part of the address and name, in the order of the names."""
    tournaments = published(today).exclude(club=None).order_by().values_list("club__slug", "club__name").distinct()
    return sorted(tournaments, key=lambda row: (in_order(row[1]), row))


def for_calendar(events: QuerySet[Tournament], *, ended_since: date | None = None) -> QuerySet[Tournament]:
    """Return the events of a calendar, each with ``changes`` and ``changed_at``: number and moment of its last act."""
    last = JournalEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    dated = events.annotate(changes=Subquery(last.values("number")[:1]), changed_at=Subquery(last.values("at")[:1]))
    tournaments = dated.filter(ends_on__gte=ended_since) if ended_since else dated
    return tournaments.order_by("-starts_on", "pk").only(*IN_CALENDARS)[:MOST_IN_CALENDAR]


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
    return reduce(or_, (Q(**{f"{field}__icontains": spelling}) for spelling in sorted(spellings)))


SHIPPED = machine_places.BESIDE / "fixtures" / "presets.json"
MOST_COPIED = 12


class UnreadablePresets(ValueError):
    """The file of presets is not what it should be; says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A plan with a name."""

    key: str
    name: str
    says: str
    plan: Mapping[str, Any]
    """What it sets of the form of a plan, by field."""


def presets() -> tuple[Preset, ...]:
    """Return the presets in the language of the page. Raise UnreadablePresets if the file is no such list."""
    own = Path(settings.DATA_DIR) / "presets.json"
    file = own if own.exists() else SHIPPED
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        return tuple(
            Preset(
                key=str(row["key"]), name=_said(row["name"]), says=_said(row.get("says", "")), plan=dict(row["plan"])
            )
            for row in rows
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadablePresets(f"{file.name}: {error}") from None


def _said(text: str | Mapping[str, str]) -> str:
    """Return a text in the language of the page; one that is not there in it in English, or in any."""
    if isinstance(text, str):
        return text
    language = (get_language() or "en").partition("-")[0]
    return str(text.get(language) or text.get("en") or next(iter(text.values()), ""))


def events_to_copy(user: User) -> list[Tournament]:
    """Return the events that a user directs, the latest first."""
    directed = Tournament.objects.filter(is_pub_table=False).order_by("-starts_on", "-pk")
    if not user.is_superuser:
        directed = directed.filter(roles__user=user, roles__kind=Role.Kind.DIRECTOR)
    return list(directed[:MOST_COPIED])


def event_to_copy(user: User, slug: str) -> Tournament | None:
    """Return the event with this address if a user directs it."""
    tournament = Tournament.objects.filter(is_pub_table=False, slug=slug).first()
    if tournament is None or user.is_superuser:
        return tournament
    return tournament if tournament.roles.filter(user=user, kind=Role.Kind.DIRECTOR).exists() else None


MONTHLY = range(27, 37)
"""Days between two evenings of which there is one a month, on the same day of the week."""

DAY_IN_NAME = re.compile(r"\b\d{1,2}\.\d{1,2}\.(\d{4})\b")
YEAR_IN_NAME = re.compile(r"\b(?:19|20)\d\d\b")
NUMBER_IN_NAME = re.compile(r"\d+")


def events_before(event: Tournament, *, of: User, most: int) -> list[Tournament]:
    """Return the club's earlier events that ``of`` directs, the latest first, but those that lost their names."""
    earlier = _beside(event, of).filter(forgotten_at=None, starts_on__lte=event.starts_on)
    return list(earlier.order_by("-starts_on", "-pk")[:most])


def same_day(event: Tournament, *, of: User) -> Tournament | None:
    """Return another event of the same club, or of none, that ``of`` directs and that begins on the same day."""
    return _beside(event, of).filter(starts_on=event.starts_on).order_by("pk").first()


def _beside(event: Tournament, of: User) -> "QuerySet[Tournament]":
    directed = Tournament.objects.filter(is_pub_table=False, club=event.club_id).exclude(pk=event.pk)
    return directed if of.is_superuser else directed.filter(roles__user=of, roles__kind=Role.Kind.DIRECTOR)


def next_of(event: Tournament, *, of: User, today: date) -> tuple[str, date]:
    """Return what the next event is called if the evenings go on as they did, and the first day without one yet."""
    days = [tournament.starts_on for tournament in (event, *events_before(event, of=of, most=3))]
    gaps = [(later - earlier).days for later, earlier in pairwise(days) if later > earlier]
    taken = set(_beside(event, of).filter(starts_on__gt=event.starts_on).values_list("starts_on", flat=True))
    name = event.name
    for day in _going_on(event.starts_on, gap=min(gaps, default=7)):
        if day in taken or day >= today:
            name = next_name(name, day=day)
        if day not in taken and day >= today:
            break
    return name, day


def _going_on(day: date, *, gap: int) -> Iterator[date]:
    """Yield the days after one: every so many days, or on the same day of the week in the same week of each month."""
    week = (day.day - 1) // 7
    for times in count(1):
        if gap not in MONTHLY:
            yield day + timedelta(days=times * gap)
            continue
        years, month = divmod(day.month - 1 + times, 12)
        first = date(day.year + years, month + 1, 1)
        on = first + timedelta(days=(day.weekday() - first.weekday()) % 7 + 7 * week)
        # Where a month has no fifth one, it is the last.
        yield on if on.month == first.month else on - timedelta(days=7)


def next_name(name: str, *, day: date) -> str:
    """Return the name of the event after this one: with its day, its year and the next number."""
    if DAY_IN_NAME.search(name):
        return DAY_IN_NAME.sub(f"{day:%d.%m.%Y}", name)
    dated = YEAR_IN_NAME.sub(str(day.year), name)
    for match in NUMBER_IN_NAME.finditer(dated):
        if not YEAR_IN_NAME.fullmatch(match.group()):
            number = str(int(match.group()) + 1).zfill(len(match.group()))
            return f"{dated[: match.start()]}{number}{dated[match.end() :]}"
    return dated
