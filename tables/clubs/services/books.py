"""People of a club's address book: added, changed, merged, registered for an event or taken from one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tables import intake
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, is_so_already, must_be_as_seen, sent_before, values_of
from tables.clubs import selectors
from tables.clubs.models import Club, Person
from tables.clubs.services.clubs import held_with_events, people_held, turn_of
from tables.intake.classes import Classes, of_ages
from tables.intake.optional import OPTIONAL
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal.services import Turn, salts_out_of
from tables.people.models import Entrant
from tables.people.selectors import participants
from tables.people.services import naming
from tables.people.services import registration as desk
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import classes_of_club, known_classes
from tables.tournaments.services import turns

MOST_PEOPLE = 10_000
SEVERAL_ADDED: Final = "book.people-added"


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
def add_person(*, club_id: int, details: PersonDetails, entry_key: UUID, by: User, now: datetime) -> Person:
    """Add somebody to a club's book, once for each form. Raise Refused: ``book-full``."""
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    if known_person := sent_before(club.people, entry_key):
        return known_person.merged_into or known_person
    if club.people.count() >= MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    person = Person.objects.create(club=club, entry_key=entry_key, added_at=now, **asdict(details))
    turn.tell("book.person-added", person, person=person.pk)
    return person


@transaction.atomic
def add_people(*, club_id: int, people: Sequence[PersonDetails], by: User | None, now: datetime) -> int:
    """Add whom a club's book does not have yet; return how many. Raise Refused: ``book-full``, then nobody is added."""
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    pairs = {key_of(person.name, person.plays_for) for person in club.people.filter(merged_into=None)}
    fresh = {key: details for details in people if (key := key_of(details.name, details.plays_for)) not in pairs}
    if club.people.count() + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    if fresh:
        turn.about(
            Person.objects.bulk_create(Person(club=club, added_at=now, **asdict(details)) for details in fresh.values())
        )
        turn.tell(SEVERAL_ADDED, count=len(fresh))
    return len(fresh)


@transaction.atomic
def change_person(
    *, person_id: int, details: PersonDetails, by: User, now: datetime, seen: Seen | None = None
) -> Person:
    """Change an entry, not past events. Raise Refused: ``no-such-person``, or Overtaken if not as ``seen``."""
    club_id = Person.objects.filter(pk=person_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise Refused("no-such-person")
    turn = turn_of(club_id, by=by, now=now)
    if (person := people_held([person_id]).first()) is None:
        raise Refused("no-such-person")
    if is_so_already(as_booked(person), asdict(details)):
        return person
    must_be_as_seen(seen, now=as_booked(person), wanted=asdict(details))
    for name, value in asdict(details).items():
        setattr(person, name, value)
    person.save(update_fields=list(asdict(details)))
    turn.tell("book.person-changed", person, person=person.pk)
    return person


@transaction.atomic
def remove_person(*, club_id: int, person_id: int, by: User, now: datetime, seen: Seen | None = None) -> None:
    """Take somebody out of a book for good, not out of events. Raise Overtaken if not as ``seen``."""
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    gone = [*club.people.filter(merged_into=person_id), *club.people.filter(pk=person_id)]
    turns = held_with_events([person.pk for person in gone])
    if person := next((person for person in gone if person.pk == person_id), None):
        must_be_as_seen(seen, now=as_booked(person), wanted=None)
    numbers = _numbers_of(gone)
    if not gone:
        return
    keys = [person.pk for person in gone]
    # First those who point to the other.
    for each_person in gone:
        turn.delete(Person.objects.filter(pk=each_person.pk))
    # Nobody finds out by trying whose seals these were.
    salts_out_of(journal.lines_of(club).filter(data__has_key=journal.SEALS), of={f"person {key}" for key in keys})
    turn.tell("book.person-removed", person=person_id)
    _tell("book.removed", numbers, turns, club=club.slug, by=by, now=now)


@transaction.atomic
def forget_guests(turn: Turn[Club], *, people: Collection[int], needed: Collection[int]) -> set[int]:
    """Take players of other clubs out of the book, unless ``needed`` or in an event with names; return who waits."""
    club = turn.club
    guests = [
        person.pk
        for person in people_held(people).filter(club=club, contact="")
        if key_of("", person.plays_for) not in {key_of("", ""), key_of("", club.name)}
    ]
    doubles = club.people.filter(merged_into__in=guests)
    took_part = Entrant.objects.filter(Q(person__in=guests) | Q(person__in=doubles))
    wanted = {person.merged_into_id or person.pk for person in Person.objects.filter(entrants__in=took_part)}
    waiting = {*guests} & {*needed, *wanted}
    gone = {*guests} - waiting
    turn.delete(club.people.filter(merged_into__in=gone))
    turn.delete(club.people.filter(pk__in=gone))
    return waiting


@transaction.atomic
def merge(
    *, club_id: int, stays: int, goes: Collection[int], by: User, now: datetime, seen: Seen | None = None
) -> Person:
    """Make several entries of a book one, with the entrants of those that go; a guest comes into the book by it.

    :raises Refused: ``nothing-to-merge``, ``no-such-person``, ``both-took-part``: in one event they are two people.
    :raises Overtaken: if one of them is not what was ``seen`` any more.
    """
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    wanted = {stays, *goes}
    turns = held_with_events(club.people.filter(pk__in=wanted).values_list("pk", flat=True), guests=wanted)
    guests = [person for person in selectors.guests_of(club) if person.pk in wanted]
    people = {person.pk: person for person in [*club.people.filter(pk__in=wanted), *guests]}
    others = _to_merge(people, stays, wanted)
    if all(person.merged_into_id == stays for person in others):
        return people[stays]
    kept_person = people[stays]
    must_be_as_seen(seen, now=as_merged([kept_person, *others]), wanted=None)
    if event := selectors.played_twice([kept_person, *others]):
        raise Refused("both-took-part", event=event)
    becomes = asdict(selectors.merged(kept_person, others, classes_of_club(club_id)))
    others = [person for person in others if person.pk > 0]
    came = list(Entrant.objects.filter(pk__in=[-person.pk for person in guests]).order_by("tournament_id", "number"))
    if is_new := kept_person.pk < 0:
        kept_person.pk, kept_person.added_at = None, now
    for name, value in becomes.items():
        setattr(kept_person, name, value)
    kept_person.save()
    numbers = _numbers_of(others)
    _tie([(entrant, kept_person) for entrant in came])
    Entrant.objects.filter(person__in=others).update(person=kept_person)
    # Who was merged before points on to the one that stays now.
    turn.about(kept_person, others, list(club.people.filter(merged_into__in=others)))
    club.people.filter(merged_into__in=others).update(merged_into=kept_person)
    club.people.filter(pk__in=[person.pk for person in others]).update(merged_into=kept_person)
    if others:
        turn.tell("book.people-merged", stays=kept_person.pk, goes=[person.pk for person in others])
    else:
        turn.tell("book.person-added" if is_new else "book.person-changed", person=kept_person.pk)
    _tell("book.merged", numbers, turns, club=club.slug, by=by, now=now)
    _tell("book.taken", _by_event(came), turns, club=club.slug, by=by, now=now)
    return kept_person


def _to_merge(people: Mapping[int, Person], stays: int, wanted: Collection[int]) -> list[Person]:
    others = [people[pk] for pk in sorted(wanted) if pk in people and pk != stays]
    if not others:
        raise Refused("nothing-to-merge")
    is_gone = stays not in people or people[stays].merged_into_id or len(people) < len(wanted)
    if is_gone or {person.merged_into_id for person in others} not in ({None}, {stays}):
        raise Refused("no-such-person")
    return others


def as_booked(person: Person) -> dict[str, Any]:
    """Return everything that a book says of somebody."""
    return values_of(person, PersonDetails)


def as_merged(people: Iterable[Person]) -> dict[str, Any]:
    """Return everything that a book says of several people, by their numbers in it."""
    return {str(person.pk): as_booked(person) for person in people}


def _numbers_of(people: Sequence[Person]) -> dict[int, list[int]]:
    return _by_event(Entrant.objects.filter(person__in=people).order_by("tournament_id", "number"))


def _by_event(entrants: Iterable[Entrant]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for entrant in entrants:
        numbers[entrant.tournament_id].append(entrant.number)
    return numbers


def _tell(
    action: str,
    numbers: Mapping[int, Sequence[int]],
    turns: Mapping[int, Tournament],
    *,
    club: str,
    by: User,
    now: datetime,
) -> None:
    for tournament_id, entrants in numbers.items():
        journal.record(action, tournament=turns[tournament_id], by=by, at=now, entrants=list(entrants), club=club)


def key_of(name: str, club: str) -> tuple[str, str]:
    """Return by what two entries are the same person for a book: name and club, however they are written."""
    return intake.name_key(name), intake.name_key(club)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """What came of taking the entrants of an event into a book."""

    added: int
    in_book: int
    unclear: tuple[int, ...]
    """The start numbers of those whom several people of the book could be."""


@transaction.atomic
def take_over(*, club_id: int, tournament_id: int, by: User, now: datetime) -> TakenOver:
    """Take an event's entrants into the book by their names. Raise Refused: ``not-of-this-club``, ``book-full``."""
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    tournament = turns.take_turn(tournament_id)
    if tournament.club_id != club.pk:
        raise Refused("not-of-this-club")
    people = list(people_held(club.people.filter(merged_into=None).values_list("pk", flat=True)))
    entered = set(tournament.entrants.exclude(person=None).values_list("person_id", flat=True))
    left = list(participants(tournament).filter(person=None).exclude(name=""))
    pairs, fresh, unclear = selectors.who_is_whom(left, [person for person in people if person.pk not in entered])
    if len(people) + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    made = Person.objects.bulk_create(selectors.as_person(entrant, club, now=now) for entrant in fresh)
    if made:
        turn.tell("book.people-added", made, count=len(made), event=tournament.slug)
    matched = [*pairs, *zip(fresh, made, strict=True)]
    _tie(matched)
    if matched:
        numbers = sorted(entrant.number for entrant, _person in matched)
        journal.record("book.taken", tournament=tournament, by=by, at=now, entrants=numbers, club=club.slug)
    return TakenOver(added=len(made), in_book=len(pairs), unclear=tuple(entrant.number for entrant in unclear))


@transaction.atomic
def register_people(
    *, tournament_id: int, people: Collection[int], entry_key: UUID, by: User, now: datetime
) -> list[Entrant]:
    """Register people of the books of ``by`` who do not take part yet. Raise Refused as ``register_many``."""
    tournament = turns.take_turn(tournament_id)
    entrants = participants(tournament).exclude(person=None).values("person")
    offered = selectors.by_name(selectors.offered_to(by).filter(pk__in=people).exclude(pk__in=entrants))
    # Meanwhile somebody may change or remove them: what is tied below has to be there.
    fresh = {person.pk: person for person in people_held([person.pk for person in offered])}
    chosen = [fresh[person.pk] for person in offered if person.pk in fresh]
    return desk.register_many(
        tournament_id=tournament_id,
        registrations=[_as_registration(person) for person in chosen],
        source=Entrant.Source.DESK,
        entry_key=entry_key,
        by=by,
        now=now,
        choices=[_choice(person) for person in chosen],
        people=[person.pk for person in chosen],
    )


@transaction.atomic
def register_former(
    *, tournament_id: int, entrants: Collection[int], entry_key: UUID, by: User, now: datetime
) -> list[Entrant]:
    """Register who took part before, in classes the event has. Raise Refused as ``register_many``."""
    tournament = turns.take_turn(tournament_id)
    codes = frozenset(known_class.code for known_class in known_classes(tournament))
    by_person, by_name_here = selectors.numbers_in(tournament)
    chosen = [
        former.entrant
        for former in selectors.former_entrants(tournament, of=by)
        if former.entrant.pk in entrants
        and former.entrant.person_id not in by_person
        and (former.entrant.person_id or intake.name_key(former.entrant.name) not in by_name_here)
    ]
    people = [selectors.as_person(entrant, None, now=now) for entrant in chosen]
    return desk.register_many(
        tournament_id=tournament_id,
        registrations=[
            replace(
                _as_registration(person),
                classes=codes.intersection(person.classes),
                optional={name: getattr(entrant, name) for name in OPTIONAL},
            )
            for entrant, person in zip(chosen, people, strict=True)
        ],
        source=Entrant.Source.DESK,
        entry_key=entry_key,
        by=by,
        now=now,
        choices=[_choice(person) for person in people],
        people=[entrant.person_id for entrant in chosen],
    )


@transaction.atomic
def register_oneself(*, tournament_id: int, agrees: bool, now: datetime, **stated: Any) -> Entrant:
    """Register somebody who does so themselves, in the club's book too if they agree. Raise Refused as ``register``."""
    club_id = Tournament.objects.values_list("club_id", flat=True).get(pk=tournament_id)
    turn = turn_of(club_id, by=None, now=now) if agrees and club_id else None
    entrant = desk.register(tournament_id=tournament_id, source=Entrant.Source.SELF, by=None, now=now, **stated)
    if turn is None or entrant.person_id or turn.club.people.count() >= MOST_PEOPLE:
        return entrant
    texts = {intake.name_key(name) for name in turn.club.people.values_list("name", flat=True)}
    if intake.name_key(entrant.name) not in texts:
        person = selectors.as_person(entrant, turn.club, now=now)
        person.save()
        _tie([(entrant, person)])
        turn.tell("book.person-added", person, person=person.pk)
        facts = {"entrants": [entrant.number], "club": turn.club.slug}
        journal.record("book.taken", tournament=entrant.tournament, by=None, at=now, **facts)
    return entrant


@transaction.atomic
def register_at_desk(
    *,
    tournament_id: int,
    registration: Registration,
    entry_key: UUID | None,
    by: User,
    now: datetime,
    because: str = "",
) -> Entrant:
    """Register at the desk, filled in from a book of ``by`` if it surely knows them. Raise Refused as ``register``."""
    tournament = turns.take_turn(tournament_id)
    person = _known(tournament, registration, by=by)
    return desk.register(
        tournament_id=tournament_id,
        registration=_filled_in(registration, person, known_classes(tournament)) if person else registration,
        source=Entrant.Source.DESK,
        entry_key=entry_key,
        by=by,
        now=now,
        choice=naming.possible(tournament, _choice(person)) if person else NameChoice(),
        person_id=person.pk if person else None,
        because=because,
    )


def _known(tournament: Tournament, registration: Registration, *, by: User) -> Person | None:
    """Return the one person of the books who has this name, and this club where one was typed; None if not sure."""
    key, club = intake.name_key(registration.name), intake.name_key(registration.club)
    if not key:
        return None
    entrants = participants(tournament).exclude(person=None).values("person")
    people = selectors.offered_to(by).exclude(pk__in=entrants)
    namesakes = [
        person
        for person in people
        if intake.name_key(person.name) == key and (not club or intake.name_key(person.plays_for) == club)
    ]
    return people_held([namesakes[0].pk]).first() if len(namesakes) == 1 else None


def _filled_in(registration: Registration, person: Person, classes: Classes) -> Registration:
    of_book = _as_registration(person)
    is_aged = of_ages(registration.classes, classes)
    of_age = {player_class.code for player_class in of_ages(of_book.classes, classes)}
    return replace(
        registration,
        name=of_book.name,
        club=registration.club or of_book.club,
        team=registration.team or of_book.team,
        classes=registration.classes | (of_book.classes - (of_age if is_aged else set())),
    )


def _as_registration(person: Person) -> Registration:
    return Registration(name=person.name, club=person.plays_for, team=person.team, classes=frozenset(person.classes))


def _choice(person: Person) -> NameChoice:
    return NameChoice(shown_as=person.shown_as, pseudonym=person.pseudonym if person.shown_as else "")


def _tie(pairs: Iterable[tuple[Entrant, Person]]) -> None:
    tied = list(pairs)
    for entrant, person in tied:
        entrant.person = person
    Entrant.objects.bulk_update([entrant for entrant, _person in tied], ["person"], batch_size=500)
