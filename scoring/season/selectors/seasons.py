"""Seasons of the site and of a club: which there are, what belongs to each, what could still be added."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet

from scoring.season.models import Competition, Season, SeasonClub, SeasonEvent
from scoring.season.selectors.rights import has_part
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.clubs.selectors.books import by_name
from tables.names.order import in_order
from tables.tournaments.models import PlayerClass, Tournament
from tables.tournaments.selectors import publishing


def listed() -> list[Season]:
    """Return the seasons that stand in the list of the site, the latest first."""
    public = Season.objects.filter(visibility=Season.Visibility.PUBLIC, forgotten_at=None)
    return in_time(public.select_related("club"))


def kept_by(user: User) -> list[Season]:
    """Return the seasons that a user keeps or helps with, the latest first."""
    own = Season.objects.filter(has_part(user)).values("pk")
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


def with_releases(season: Season) -> list[Competition]:
    """Return the competitions of a season with what was released of them."""
    return list(season.competitions.prefetch_related("releases"))


def events_of(season: Season) -> list[SeasonEvent]:
    """Return the events of a season in time, each with ``unknown``: how many of it are in no address book."""
    unknown = Count(
        "tournament__entrants",
        filter=Q(tournament__entrants__person=None, tournament__entrants__withdrawn_at=None)
        & ~Q(tournament__entrants__name=""),
    )
    return list(season.entries.select_related("tournament").annotate(unknown=unknown))


def events_to_add(season: Season, clubs: Collection[int]) -> list[Tournament]:
    """Return the events of clubs that are not in a season, those within its days first, then the latest."""
    rest = Tournament.objects.filter(club__in=clubs, forgotten_at=None).exclude(season_entries__season=season)
    return sorted(
        rest.order_by(),
        key=lambda event: (not is_within(season, event.starts_on), -event.starts_on.toordinal(), event.pk),
    )


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


def people_to_add(season: Season, clubs: Collection[int]) -> list[Person]:
    """Return who is in the books of clubs and no member of the season, by name."""
    people = Person.objects.filter(club__in=clubs, merged_into=None)
    return by_name(people.exclude(pk__in=member_keys(season)))


def classes_in(season: Season) -> list[tuple[str, str]]:
    """Return code and name of the classes of a season's events, and of those that all events have."""
    rows = PlayerClass.objects.filter(Q(tournament=None) | Q(tournament__season_entries__season=season))
    found: dict[str, str] = {one.code: one.called for one in rows.order_by("position", "number", "pk")}
    return list(found.items())


def for_calendar(season: Season, *, today: date) -> QuerySet[Any]:
    """Return the events of a season that the public may see."""
    return Tournament.objects.filter(publishing.published(on=today), season_entries__season=season)
