"""Seasons: which there are, what belongs to each, who may do what, the calendar, competitions as their rules."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from scoring.rules.fields import Part
from scoring.season.models import (
    Competition,
    PlannedEvening,
    Season,
    SeasonClub,
    SeasonEvent,
    SeasonHelper,
    SeasonRelease,
)
from scoring.season.reading import year_of
from scoring.season.rules.lists import Count as Counting
from scoring.season.rules.lists import Land, Rule, Tie, half_year, holidays, month
from tables.accounts.models import User
from tables.clubs import selectors
from tables.clubs.models import Club, Person
from tables.clubs.rules import slips
from tables.clubs.selectors import by_name
from tables.intake import name_key
from tables.journal.selectors import taken_back_since
from tables.names import in_order
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Tournament
from tables.tournaments.selectors import tournaments
from tables.tournaments.selectors.tournaments import takes_part


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What somebody may do in a season."""

    keeps: bool = False  # whether they change what it is, how it counts, who helps, and take things out
    enters: frozenset[int] = frozenset()  # the clubs whose events and members they add
    releases: bool = False  # whether they release tables

    @property
    def any(self) -> bool:
        """Whether there is anything they may do."""
        return self.keeps or self.releases or bool(self.enters)

    @property
    def removes(self) -> frozenset[int] | None:
        """The clubs whose events and members they take out; None: any."""
        return None if self.keeps else self.enters


def rights_of(season: Season, user: User) -> Rights:
    """Return what a user may do in a season; the site's owner may do all."""
    keeps = selectors.is_kept_by(season.club, user)
    helper = None if keeps else season.helpers.filter(user=user).first()
    further = season.clubs.all() if user.is_superuser else season.clubs.filter(club__keepers__user=user)
    enters = set(further.values_list("club_id", flat=True))
    if keeps or (helper and helper.may == SeasonHelper.May.ENTER):
        enters.add(season.club_id)
    return Rights(keeps=keeps, enters=frozenset(enters), releases=keeps or helper is not None)


def club_keys(season: Season) -> frozenset[int]:
    """Return the clubs whose events and members count in a season."""
    return frozenset({season.club_id, *season.clubs.values_list("club_id", flat=True)})


def further_clubs(season: Season) -> list[SeasonClub]:
    """Return the further clubs of a season, by name."""
    return sorted(season.clubs.select_related("club"), key=lambda club: (club.club.order, club.pk))


def clubs_to_add(season: Season) -> Sequence[Club]:
    """Return the clubs that do not count in a season yet, by name."""
    return sorted(Club.objects.exclude(pk__in=club_keys(season)), key=lambda club: (club.order, club.pk))


def listed() -> list[Season]:
    """Return the seasons that stand in the list of the site, the latest first."""
    public = Season.objects.filter(visibility=Season.Visibility.PUBLIC, forgotten_at=None)
    return in_time(public.select_related("club"))


def kept_by(user: User) -> list[Season]:
    """Return the seasons that a user keeps or helps with, the latest first."""
    has_part = Q(club__keepers__user=user) | Q(clubs__club__keepers__user=user) | Q(helpers__user=user)
    own = Season.objects.filter(has_part).values("pk")
    return in_time(Season.objects.filter(pk__in=own).select_related("club"))


def of_club(club: Club, *, keeps: bool) -> list[Season]:
    """Return the seasons in which a club counts, the latest first; those in no list only to whoever keeps its book."""
    own = Q(club=club) | Q(pk__in=SeasonClub.objects.filter(club=club).values("season"))
    seasons = Season.objects.filter(own)
    return in_time(seasons if keeps else seasons.filter(visibility=Season.Visibility.PUBLIC))


def with_event(tournament: Tournament) -> list[Season]:
    """Return the public seasons in which an event counts."""
    public = Season.objects.filter(entries__tournament=tournament, visibility=Season.Visibility.PUBLIC)
    return in_time(public.filter(forgotten_at=None))


def before(season: Season) -> list[Season]:
    """Return the seasons of the same club that began before one, the latest first."""
    return in_time(Season.objects.filter(club=season.club_id, starts_on__lt=season.starts_on))


def in_time(seasons: Iterable[Season]) -> list[Season]:
    """Return seasons in the order of a list: the latest first, then by name."""
    named = sorted(seasons, key=lambda season: (in_order(season.name), season.pk))
    return sorted(named, key=lambda season: season.starts_on, reverse=True)


def competitions_of(season: Season) -> list[Competition]:
    """Return the competitions of a season, each with ``released``: how often it was released."""
    return list(season.competitions.annotate(released=Count("releases")).order_by("number"))


def outdated_since(release: SeasonRelease) -> datetime | None:
    """Return when a result that a released table was made of was taken back; None while its events stand."""
    season = release.competition.season_id
    return taken_back_since(Tournament.objects.filter(season_entries__season=season), release.released_at)


def events_of(season: Season) -> list[Any]:
    """Return the events of a season in time, each with ``guests``: how many names of it are in no address book."""
    unknown_player = takes_part("tournament__entrants__") & Q(tournament__entrants__person=None)
    guests = Count("tournament__entrants", filter=unknown_player & ~Q(tournament__entrants__name=""), distinct=True)
    return list(season.entries.select_related("tournament").annotate(guests=guests))


def earlier_of(season: Season) -> list[Any]:
    """Return the evenings of which results were entered: the day of each, and of how many."""
    return list(season.earlier.order_by("day").values("day").annotate(results=Count("pk")))


def guests_due(*, on: date) -> list[int]:
    """Return the keys of those in no book whose names go on a day, though a season keeps those of their event."""
    rows = SeasonEvent.objects.filter(tournament__forgotten_at=None)
    over = {
        entry.tournament_id
        for entry in rows.select_related("season", "tournament")
        if tournaments.kept_at_least(entry.tournament) < on
        # Where the direction keeps the names for longer itself, it keeps them all.
        and entry.tournament.kept_until == tournaments.kept_after(entry.season.ends_on)
    }
    guests = Entrant.objects.filter(tournament__in=over, person=None).exclude(name="", pseudonym="")
    return list(guests.order_by("pk").values_list("pk", flat=True))


def events_to_add(season: Season, clubs: Collection[int]) -> list[Tournament]:
    """Return the events of clubs that are not in a season, those within its days first, then the latest."""
    rest = Tournament.objects.filter(club__in=clubs, forgotten_at=None).exclude(season_entries__season=season)
    return sorted(
        rest.order_by(),
        key=lambda event: (not is_within(season, event.starts_on), -event.starts_on.toordinal(), event.pk),
    )


def runs(club: int | None, day: date, *, besides: Collection[int] = ()) -> QuerySet[Season]:
    """Return the seasons that a club runs on a day, with those of its further ones that are said besides."""
    seasons = Season.objects.filter(forgotten_at=None, starts_on__lte=day, ends_on__gte=day)
    return seasons.filter(Q(club=club) | Q(pk__in=besides)).exclude(club=None).order_by("pk")


def is_within(season: Season, day: date) -> bool:
    """Test whether a day belongs to a season."""
    return season.starts_on <= day <= season.ends_on


def member_keys(season: Season) -> frozenset[int]:
    """Return who competes in a season, by number; a double that was merged is whom it became."""
    rows = season.members.order_by().values_list("person_id", "person__merged_into_id")
    return frozenset(became or key for key, became in rows)


def members_of(season: Season, clubs: Collection[int] | None = None) -> list[Person]:
    """Return who competes in a season, by name: all, or those of some clubs."""
    members = Person.objects.filter(pk__in=member_keys(season))
    return by_name(members if clubs is None else members.filter(club__in=clubs))


def probably_same(season: Season) -> list[tuple[Person, Person]]:
    """Return who of a season's own club is probably one person, as one name has a slip of typing; guests too.

    Two who were there on one evening, play for two clubs or were told apart are two people. Whoever stands in the book
    comes first.
    """
    evenings: dict[int, set[object]] = defaultdict(set)
    entrants = Entrant.objects.filter(takes_part(), tournament__season_entries__season=season).order_by()
    for entrant, person, event in entrants.values_list("pk", "person", "tournament").distinct():
        evenings[person or -entrant].add(event)
    earlier = season.earlier.exclude(person=None).annotate(who=Coalesce("person__merged_into_id", "person_id"))
    for person, day in earlier.values_list("who", "day"):
        evenings[person].add(day)
    members = member_keys(season)
    every = [*selectors.people_of(season.club), *selectors.guests_of(season.club)]
    people = {
        each_person.pk: each_person for each_person in every if each_person.pk in members or each_person.pk in evenings
    }
    pairs = [
        sorted((people[number], people[other]), key=lambda person: (person.pk < 0, abs(person.pk)))
        for number, other in slips({key: person.name for key, person in people.items()})
        if not evenings[number] & evenings[other]
    ]
    alike = [
        (this_person, other)
        for this_person, other in pairs
        if not (this_person.plays_for and other.plays_for)
        or name_key(this_person.plays_for) == name_key(other.plays_for)
    ]
    return selectors.not_told_apart(season.club, every, alike)


def people_to_add(season: Season, clubs: Collection[int]) -> list[Person]:
    """Return who is in the books of clubs and no member of the season, by name."""
    people = Person.objects.filter(club__in=clubs, merged_into=None)
    return by_name(people.exclude(pk__in=member_keys(season)))


def classes_in(season: Season) -> list[tuple[str, str]]:
    """Return code and name of the classes of a season's events, and of those that all events have."""
    rows = PlayerClass.objects.filter(Q(tournament=None) | Q(tournament__season_entries__season=season))
    values: dict[str, str] = {
        player_class.code: player_class.called for player_class in rows.order_by("position", "number", "pk")
    }
    return list(values.items())


def for_calendar(season: Season, *, today: date) -> QuerySet[Any]:
    """Return the events of a season that the public may see."""
    return Tournament.objects.filter(tournaments.published(on=today), season_entries__season=season)


A_YEAR = timedelta(weeks=52)  # by so much an evening moves to the next year: its weekday stays


def holidays_of(season: Season) -> dict[date, str]:
    """Return the public holidays within a season; none where it names no Land."""
    if not season.land:
        return {}
    years = range(season.starts_on.year, season.ends_on.year + 1)
    values = {day: text for year in years for day, text in holidays(Land(season.land), year).items()}
    return {day: text for day, text in values.items() if season.starts_on <= day <= season.ends_on}


def planned_of(season: Season) -> list[PlannedEvening]:
    """Return what is planned on days that have no event yet."""
    played = set(season.entries.values_list("tournament__starts_on", flat=True))
    return [evening for evening in season.planned.order_by("day", "name") if evening.day not in played]


def calendar_of(season: Season) -> list[dict[str, Any]]:
    """Return what is on the days of a season in their order: events, plans by their number, and holidays."""
    free = holidays_of(season)
    events = season.entries.values_list("tournament__starts_on", "tournament__name", "tournament__slug")
    rows: list[dict[str, Any]] = [{"day": day, "name": name, "slug": slug} for day, name, slug in events]
    rows += ({"day": evening.day, "name": evening.name, "planned": evening.pk} for evening in planned_of(season))
    taken = {row["day"] for row in rows}
    rows += ({"day": day, "name": ""} for day in free if day not in taken)
    return [
        row | {"holiday": free.get(row["day"], "")} for row in sorted(rows, key=lambda row: (row["day"], row["name"]))
    ]


def days_like(season: Season, before: Season) -> list[tuple[date, str]]:
    """Return what another season had as this one could have it: the same weekdays, whole years of weeks later."""
    had = [
        *before.entries.values_list("tournament__starts_on", "tournament__name"),
        *before.planned.values_list("day", "name"),
    ]
    values: dict[date, str] = {}
    for day, name in had:
        moved = day
        while moved < season.starts_on:
            moved += A_YEAR
        if moved <= season.ends_on and day < season.starts_on:
            values.setdefault(moved, name)
    return sorted(values.items())


GROUPS: dict[str, Callable[[date, str], str]] = {
    Competition.Grouping.NONE: lambda day, kind: "",
    Competition.Grouping.HALF_YEAR: lambda day, kind: half_year(day),
    Competition.Grouping.MONTH: lambda day, kind: month(day),
    Competition.Grouping.KIND: lambda day, kind: kind.casefold(),
}


def to_rule(competition: Competition) -> Rule:
    """Return the rule of a competition, or raise ImpossibleRule if nothing can be counted like this."""
    count = Counting(competition.count)
    return Rule(
        count=count,
        best=competition.best,
        best_of_group=competition.best_of_group if competition.grouping else None,
        quotas=tuple((kind.casefold(), most) for kind, most in competition.quotas),
        points=tuple(competition.points) if count is Counting.PLACES else (),
        last_points=tuple(competition.last_points) if count is Counting.PLACES else (),
        whole_evenings=competition.whole_evenings,
        by_rounds=competition.by_rounds,
        parts=frozenset(competition.parts) or None,
        absent=competition.absent if count is Counting.AVERAGE else None,
        minimum=competition.minimum,
        minimum_evenings=competition.minimum_evenings,
        bonus=tuple((lists, points) for lists, points in competition.bonus),
        guests=competition.guests,
        ties=tuple(map(Tie, competition.ties)),
    )


def group_of(competition: Competition) -> Callable[[date, str], str]:
    """Return by which group of its season a competition counts an event, by day and kind."""
    return GROUPS[competition.grouping]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a competition is called and how it counts. Names are those of the model's fields."""

    name: str
    count: str
    together: str = ""
    of_each: int | None = None
    best: int | None = None
    grouping: str = ""
    best_of_group: int | None = None
    quotas: list[list[Any]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    last_points: list[int] = field(default_factory=list)
    whole_evenings: bool = False
    by_rounds: bool = False
    parts: list[int] = field(default_factory=list)
    absent: int | None = None
    minimum: int = 0
    minimum_evenings: int = 0
    bonus: list[list[int]] = field(default_factory=list)
    guests: bool = False
    ties: list[str] = field(default_factory=list)
    only_class: str = ""


RULE_FIELDS = tuple(field.name for field in fields(Terms) if field.name != "name")


def rule_told(competition: Competition) -> dict[str, Any]:
    """Return the rule of a competition as a release keeps it."""
    values = {name: getattr(competition, name) for name in RULE_FIELDS}
    # Releases of before know nothing of it.
    return {name: value for name, value in values.items() if name != "by_rounds" or value}


def plain_rule(competition: Competition) -> dict[str, Any] | None:
    """Return a rule as ``scoring.season.table`` takes it; None where it is more than that can say."""
    rule = to_rule(competition)
    values = {
        "count": competition.count,
        "n": rule.best,
        "absent": rule.absent,
        "minimum": rule.minimum,
        "bonus": [list(step) for step in rule.bonus],
        "guests": rule.guests,
        **({"by_rounds": True} if rule.by_rounds else {}),
        "points": list(rule.points) or None,
    }
    if competition.together or competition.only_class or competition.grouping:
        return None
    return values if year_of(Part({"rule": values, "evenings": []})).rule == rule else None
