"""What people do with clubs, their address books and the events they plan, each a single act."""

from collections.abc import Callable

from tables.clubs.models import Club, Person
from tables.clubs.services import books, clubs
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.intake.registration import Registration
from tables.tournaments.services import tournaments
from tests.concurrency.somebody import Somebody
from tests.support import factories
from tests.support.factories import EVENING


def founds(me: Somebody) -> None:
    """Put a club on the site, of a name that others choose too, or rename one."""
    name = f"Club {me.dice.randrange(30)}"
    club = clubs.found_club(details=ClubDetails(name=name), **me.by)
    clubs.change_club(
        club_id=club.pk, details=ClubDetails(name=name, place="Altenburg"), by=factories.user(), now=EVENING
    )


def plans(me: Somebody) -> None:
    """Create an event, sometimes sent twice; or change whose an event is."""
    if me.dice.random() < 0.3:
        key = me.key()
        details = _details(f"Preisskat {me.dice.randrange(3)}", None)
        made = [
            tournaments.create_tournament(details=details, seatings=["drawn"], entry_key=key, **me.by) for _ in range(2)
        ]
        assert made[0] == made[1]
    else:
        event = me.event()
        owner = me.dice.choice([*Club.objects.order_by("pk").values_list("pk", flat=True)[:2], None])
        tournaments.change_tournament(
            tournament_id=event.pk,
            details=_details(event.name, owner),
            seatings=list(event.series.order_by("number").values_list("seating", flat=True)),
            **me.by,
        )


def club_of(me: Somebody) -> Club:
    """Return one of the two clubs."""
    return me.dice.choice(list(Club.objects.order_by("pk")[:2]))


def person_of(me: Somebody) -> Person:
    """Return somebody of a book; a new one where it is nearly empty."""
    keys = list(Person.objects.filter(merged_into=None).values_list("pk", flat=True))
    if len(keys) < 20:
        details = PersonDetails(name=f"Neu {me.dice.random()}")
        return books.add_person(
            club_id=club_of(me).pk, details=details, entry_key=me.key(), now=me.now, by=factories.user()
        )
    return Person.objects.get(pk=me.dice.choice(keys))


def registers(me: Somebody) -> None:
    """Register somebody of a book, from the list of the book or at the desk."""
    person, event = person_of(me), me.event()
    if me.dice.random() < 0.5:
        books.register_people(tournament_id=event.pk, people=[person.pk], entry_key=me.key(), **me.by)
    else:
        books.register_at_desk(
            tournament_id=event.pk, registration=Registration(name=person.name), entry_key=me.key(), **me.by
        )


def takes_over(me: Somebody) -> None:
    """Take the entrants of an event into the book of the club whose it is."""
    club, event = club_of(me), me.event()
    books.take_over(club_id=club.pk, tournament_id=event.pk, **me.by)


def merges(me: Somebody) -> None:
    """Make two of a book one."""
    club = club_of(me)
    keys = list(club.people.filter(merged_into=None).values_list("pk", flat=True))
    stays, goes = me.dice.sample(keys, 2)
    books.merge(club_id=club.pk, stays=stays, goes=[goes], **me.by)


def changes(me: Somebody) -> None:
    """Change what a book says of somebody."""
    person = person_of(me)
    books.change_person(
        person_id=person.pk, details=PersonDetails(name=person.name, team="Erste"), by=factories.user(), now=EVENING
    )


def removes(me: Somebody) -> None:
    """Take somebody out of a book."""
    person = person_of(me)
    books.remove_person(club_id=person.club_id, person_id=person.pk, **me.by)


def _details(name: str, club: int | None) -> tournaments.Details:
    day = factories.EVENING.date()
    return tournaments.Details(
        name=name, place="Altenburg", starts_on=day, ends_on=day, organiser="SC", rounds=12, club_id=club
    )


DOES: dict[Callable[[Somebody], None], int] = {
    **dict.fromkeys((founds, merges, changes, removes), 3),
    **dict.fromkeys((plans, registers, takes_over), 5),
}
"""What anybody does, and how often beside the rest."""
