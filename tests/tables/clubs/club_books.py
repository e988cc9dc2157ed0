"""Clubs with an address book, for tests."""

from datetime import date
from typing import Any
from uuid import uuid4

from tables.clubs.models import Club, Person
from tables.clubs.services import books, clubs
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step


@remembered_step
def club(name: str = "SC Herz Dame", *, keeper: str = "direktor") -> Club:
    """Return a club whose book an account keeps."""
    return clubs.found_club(details=ClubDetails(name=name, place="Altenburg"), by=factories.user(keeper), now=EVENING)


@remembered_step
def person(of: Club, name: str = "Erna Schulz", **more: Any) -> Person:
    """Return somebody of a club's book."""
    details = PersonDetails(name=name, **more)
    return books.add_person(club_id=of.pk, details=details, entry_key=uuid4(), now=EVENING, by=factories.user())


@remembered_step
def event(of: Club | None, *names: str, slug: str = "cup", clubs: str = "", **more: Any) -> Tournament:
    """Return an event of a club with entrants of these names."""
    made = factories.tournament(slug=slug, name=slug, club=of, **{"starts_on": date(2026, 5, 16), **more})
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=number, name=name, club=clubs, registered_at=EVENING)
        for number, name in enumerate(names, start=1)
    )
    return made
