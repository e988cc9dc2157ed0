"""The people in a club's address book: added, changed, removed, doubles merged."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from tables import intake
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen, values_of
from tables.clubs.models import Person
from tables.clubs.selectors.books import merged, played_twice
from tables.clubs.services.clubs import held
from tables.clubs.services.people_locks import held_with_events, people_held
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.classes import classes_of_club

MOST_PEOPLE = 10_000
"""More than any club has ever seen at its tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonDetails:
    """What a book says of somebody. Names are those of the model's fields."""

    name: str
    plays_for: str = ""
    team: str = ""
    classes: list[str] = field(default_factory=list)
    contact: str = ""
    shown_as: str = ""
    pseudonym: str = ""


@transaction.atomic
def add_person(*, club_id: int, details: PersonDetails, entry_key: UUID, now: datetime) -> Person:
    """Add somebody to a club's book; the same form sent twice adds them once.

    :raises Refused: ``book-full``.
    """
    club = held(club_id)
    if known := Person.objects.filter(club=club, entry_key=entry_key).first():
        return known.merged_into or known
    if club.people.count() >= MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    return Person.objects.create(club=club, entry_key=entry_key, added_at=now, **asdict(details))


@transaction.atomic
def add_people(*, club_id: int, people: Sequence[PersonDetails], now: datetime) -> int:
    """Add a list of people to a club's book, but those who are in it with the same name and club; return how many.

    :raises Refused: ``book-full``: then nobody is added.
    """
    club = held(club_id)
    known = {key_of(person.name, person.plays_for) for person in club.people.filter(merged_into=None)}
    fresh = {key: details for details in people if (key := key_of(details.name, details.plays_for)) not in known}
    if club.people.count() + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    Person.objects.bulk_create(Person(club=club, added_at=now, **asdict(details)) for details in fresh.values())
    return len(fresh)


@transaction.atomic
def change_person(*, person_id: int, details: PersonDetails, seen: Seen | None = None) -> Person:
    """Change what a book says of somebody. Entrants of past events stay as they were registered.

    :raises Refused: ``no-such-person`` if they were merged or removed meanwhile.
    :raises Overtaken: if they are not what was ``seen`` any more.
    """
    person = _there(person_id)
    must_be_as_seen(seen, now=as_booked(person), wanted=asdict(details))
    for name, value in asdict(details).items():
        setattr(person, name, value)
    person.save(update_fields=list(asdict(details)))
    return person


@transaction.atomic
def remove_person(*, club_id: int, person_id: int, by: User, now: datetime, seen: Seen | None = None) -> None:
    """Take somebody out of a club's book for good; what they played stays in its events. Removed twice, they are gone.

    :raises Overtaken: if the book says something else of them than was ``seen``.
    """
    club = held(club_id)
    gone = [*club.people.filter(merged_into=person_id), *club.people.filter(pk=person_id)]
    turns = held_with_events([one.pk for one in gone])
    if person := next((one for one in gone if one.pk == person_id), None):
        must_be_as_seen(seen, now=as_booked(person), wanted=None)
    _tell("book.removed", gone, turns, club=club.slug, by=by, now=now)
    for one in gone:
        one.delete()


@transaction.atomic
def merge(
    *, club_id: int, stays: int, goes: Collection[int], by: User, now: datetime, seen: Seen | None = None
) -> Person:
    """Make several entries of a book one. The entrants of those that go move along; merged twice, it counts once.

    :raises Refused: ``nothing-to-merge``, ``no-such-person``, or ``both-took-part`` if two of them took part in
        one event: then they are two people.
    :raises Overtaken: if one of them is not what was ``seen`` any more.
    """
    club = held(club_id)
    turns = held_with_events(club.people.filter(pk__in={stays, *goes}).values_list("pk", flat=True))
    found = {person.pk: person for person in club.people.filter(pk__in={stays, *goes})}
    others = [found[pk] for pk in sorted({*goes} - {stays}) if pk in found]
    if not others:
        raise Refused("nothing-to-merge")
    if stays not in found or found[stays].merged_into_id or len(others) < len({*goes} - {stays}):
        raise Refused("no-such-person")
    if all(person.merged_into_id == stays for person in others):
        return found[stays]
    if any(person.merged_into_id for person in others):
        raise Refused("no-such-person")
    kept = found[stays]
    must_be_as_seen(seen, now=as_merged([kept, *others]), wanted=None)
    if event := played_twice([kept, *others]):
        raise Refused("both-took-part", event=event)
    _tell("book.merged", others, turns, club=club.slug, by=by, now=now)
    Entrant.objects.filter(person__in=others).update(person=kept)
    becomes = asdict(merged(kept, others, classes_of_club(club_id)))
    for name, value in becomes.items():
        setattr(kept, name, value)
    kept.save(update_fields=list(becomes))
    # Who was merged before points on to the one that stays now.
    club.people.filter(merged_into__in=others).update(merged_into=kept)
    club.people.filter(pk__in=[person.pk for person in others]).update(merged_into=kept)
    return kept


def as_booked(person: Person) -> dict[str, Any]:
    """Return everything that a book says of somebody."""
    return values_of(person, PersonDetails)


def as_merged(people: Iterable[Person]) -> dict[str, Any]:
    """Return everything that a book says of several people, by their numbers in it."""
    return {str(person.pk): as_booked(person) for person in people}


def _tell(
    action: str, people: Sequence[Person], turns: Mapping[int, Tournament], *, club: str, by: User, now: datetime
) -> None:
    """Write into the journal of every event in which these people took part that their entry in the book changes."""
    numbers: dict[int, list[int]] = defaultdict(list)
    rows = Entrant.objects.filter(person__in=people).order_by("tournament_id", "number")
    for tournament_id, number in rows.values_list("tournament_id", "number"):
        numbers[tournament_id].append(number)
    for tournament_id, entrants in numbers.items():
        journal.record(action, tournament=turns[tournament_id], by=by, at=now, entrants=entrants, club=club)


def _there(person_id: int) -> Person:
    person = people_held([person_id]).first()
    if person is None:
        raise Refused("no-such-person")
    return person


def key_of(name: str, club: str) -> tuple[str, str]:
    """Return by what two entries are the same person for a book: name and club, however they are written."""
    return intake.name_key(name), intake.name_key(club)
