"""Seasons of a club with evenings that were played, for tests."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from scoring.season.models import Competition, Season
from scoring.season.services import competitions, seasons
from scoring.season.services.competitions import Terms
from scoring.season.services.seasons import SeasonDetails
from tables.clubs.models import Club, Person
from tables.clubs.services import books
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step
from tests.tables.clubs import club_books

PAGE = "/seasons/klubmeisterschaft-2026/"
OFFICE = f"{PAGE}office/"
"""The addresses of the season below."""

NAMES = ("Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn")
YEAR = SeasonDetails(name="Klubmeisterschaft 2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))


@remembered_step
def season(of: Club | None = None, **details: Any) -> Season:
    """Return a season of a club, of a new one if none is given."""
    given = {name: getattr(YEAR, name) for name in SeasonDetails.__dataclass_fields__} | details
    club = of or club_books.club()
    return seasons.begin_season(
        club_id=club.pk, details=SeasonDetails(**given), entry_key=uuid4(), now=EVENING, by=factories.user()
    )


@remembered_step
def evening(
    of: Club, slug: str, *names: str, day: date = date(2026, 1, 14), series: int = 1, closed: int | None = None
) -> Tournament:
    """Return an evening of a club whose entrants are in its book, with some of its series closed: all, if not said."""
    made = factories.tournament(slug=slug, name=f"Abend {slug}", club=of, starts_on=day, ends_on=day, series=series)
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=number, name=name, present=True, registered_at=EVENING)
        for number, name in enumerate(names or NAMES, start=1)
    )
    books.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)
    for number in range(1, (series if closed is None else closed) + 1):
        factories.close_series(factories.running_series(made, number))
    return made


@remembered_step
def competition(of: Season, name: str = "Summe", count: str = "sum", **terms: Any) -> Competition:
    """Return a competition of a season."""
    wanted = Terms(name=name, count=count, **terms)
    return competitions.make_competition(
        season_id=of.pk, terms=wanted, entry_key=uuid4(), now=EVENING, by=factories.user()
    )


@remembered_step
def with_events(of: Season, *tournaments: Tournament) -> Season:
    """Let events count in a season."""
    keys = [one.pk for one in tournaments]
    seasons.add_events(season_id=of.pk, tournaments=keys, by=factories.user(), now=EVENING)
    return of


@remembered_step
def played(*, evenings: int = 2, series: int = 1, names: tuple[str, ...] = NAMES, **details: Any) -> Season:
    """Return a season with a week between its evenings, all played."""
    made = season(**details)
    days = [date(2026, 1, 14) + timedelta(weeks=at) for at in range(evenings)]
    events = [evening(made.club, f"abend-{at}", *names, day=day, series=series) for at, day in enumerate(days, 1)]
    return with_events(made, *events)


def person(name: str) -> Person:
    """Return somebody by their name in the book."""
    return Person.objects.get(name=name)


def today() -> date:
    """Return the day it is."""
    return timezone.localdate()


def sent(act: str, **more: object) -> dict[str, object]:
    """Return a form as it is sent."""
    return {"act": act, "entry_key": str(uuid4()), **more}


def counted(name: str = "Summe", count: str = "sum", **more: object) -> dict[str, object]:
    """Return the form of a competition as it is sent."""
    return sent("change", name=name, count=count, **more)
