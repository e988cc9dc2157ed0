"""Between a club's address book and an event: people of the book become entrants, entrants come into the book."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tables import intake
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.clubs.models import Person
from tables.clubs.selectors.books import by_name, offered_to
from tables.clubs.services.books import MOST_PEOPLE
from tables.clubs.services.clubs import held
from tables.clubs.services.people_locks import people_held
from tables.intake.classes import Classes, of_ages
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.people.services import naming
from tables.people.services import registration as desk
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """What came of taking the entrants of an event into a book."""

    added: int
    known: int
    unclear: tuple[int, ...]
    """The start numbers of those whom several people of the book could be."""


@transaction.atomic
def take_over(*, club_id: int, tournament_id: int, by: User, now: datetime) -> TakenOver:
    """Take the named entrants of a club's event into its book; whom the book has by that name is that person.

    Two entrants of one event are never one person. What an entrant chose about their name comes along.

    :raises Refused: ``not-of-this-club`` if the event is not the club's, ``book-full``.
    """
    club = held(club_id)
    tournament = turns.take_turn(tournament_id)
    if tournament.club_id != club.pk:
        raise Refused("not-of-this-club")
    people = list(people_held(club.people.filter(merged_into=None).values_list("pk", flat=True)))
    there = set(tournament.entrants.exclude(person=None).values_list("person_id", flat=True))
    left = list(tournament.entrants.filter(person=None, withdrawn_at=None).exclude(name="").order_by("number"))
    pairs, fresh, unclear = _told_apart(left, [person for person in people if person.pk not in there])
    if len(people) + len(fresh) > MOST_PEOPLE:
        raise Refused("book-full", most=MOST_PEOPLE)
    made = Person.objects.bulk_create(_as_person(entrant, club.pk, now) for entrant in fresh)
    matched = [*pairs, *zip(fresh, made, strict=True)]
    _tie(matched)
    if matched:
        numbers = sorted(entrant.number for entrant, _person in matched)
        journal.record("book.taken", tournament=tournament, by=by, at=now, entrants=numbers, club=club.slug)
    return TakenOver(added=len(made), known=len(pairs), unclear=tuple(entrant.number for entrant in unclear))


@transaction.atomic
def register_people(
    *, tournament_id: int, people: Collection[int], entry_key: UUID, by: User, now: datetime
) -> list[Entrant]:
    """Register people of the books that ``by`` keeps, in the order of their names; who takes part already is left out.

    :raises Refused: as ``register_many`` does.
    """
    tournament = turns.take_turn(tournament_id)
    there = tournament.entrants.filter(withdrawn_at=None).exclude(person=None).values("person")
    offered = by_name(offered_to(by).filter(pk__in=people).exclude(pk__in=there))
    # Meanwhile somebody may change or remove them: what is tied below has to be there.
    fresh = {person.pk: person for person in people_held([person.pk for person in offered])}
    chosen = [fresh[person.pk] for person in offered if person.pk in fresh]
    entrants = desk.register_many(
        tournament_id=tournament_id,
        registrations=[_as_registration(person) for person in chosen],
        source=Entrant.Source.DESK,
        entry_key=entry_key,
        by=by,
        now=now,
        choices=[_choice(person) for person in chosen],
    )
    _tie(zip(entrants, chosen, strict=True))
    return entrants


@transaction.atomic
def register_at_desk(
    *, tournament_id: int, registration: Registration, entry_key: UUID | None, by: User, now: datetime
) -> Entrant:
    """Register an entrant at the desk; whom one of the books of ``by`` knows for sure is filled in from there.

    :raises Refused: as ``register`` does.
    """
    tournament = turns.take_turn(tournament_id)
    person = _known(tournament, registration, by=by)
    entrant = desk.register(
        tournament_id=tournament_id,
        registration=_filled_in(registration, person, known_classes(tournament)) if person else registration,
        source=Entrant.Source.DESK,
        entry_key=entry_key,
        by=by,
        now=now,
        choice=_possible(tournament, _choice(person)) if person else NameChoice(),
    )
    if person and entrant.person_id is None:
        _tie([(entrant, person)])
    return entrant


def _told_apart(
    entrants: Sequence[Entrant], people: Sequence[Person]
) -> tuple[list[tuple[Entrant, Person]], list[Entrant], list[Entrant]]:
    """Return who is whom, who is new, and who could be several."""
    by_name: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        by_name[intake.name_key(person.name)].append(person)
    pairs: list[tuple[Entrant, Person]] = []
    open_: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in entrants:
        key = intake.name_key(entrant.name)
        same = [one for one in by_name[key] if intake.name_key(one.plays_for) == intake.name_key(entrant.club)]
        if len(same) == 1:
            pairs.append((entrant, same[0]))
            by_name[key].remove(same[0])
        else:
            open_[key].append(entrant)
    fresh: list[Entrant] = []
    unclear: list[Entrant] = []
    for key, group in open_.items():
        candidates = by_name[key]
        if not candidates:
            fresh += group
        elif len(group) == len(candidates) == 1:
            # Somebody of that name who changed their club, or whose club was not written down.
            pairs.append((group[0], candidates[0]))
        else:
            unclear += group
    return pairs, fresh, unclear


def _known(tournament: Tournament, registration: Registration, *, by: User) -> Person | None:
    """Return the one person of the books who has this name, and this club where one was typed; None if not sure."""
    key, club = intake.name_key(registration.name), intake.name_key(registration.club)
    if not key:
        return None
    there = tournament.entrants.filter(withdrawn_at=None).exclude(person=None).values("person")
    people = offered_to(by).exclude(pk__in=there)
    found = [
        person
        for person in people
        if intake.name_key(person.name) == key and (not club or intake.name_key(person.plays_for) == club)
    ]
    return people_held([found[0].pk]).first() if len(found) == 1 else None


def _filled_in(registration: Registration, person: Person, classes: Classes) -> Registration:
    """Return the registration with the name as the book spells it, and what was left open at the desk."""
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
    return Registration(
        name=person.name,
        club=person.plays_for,
        team=person.team,
        classes=frozenset(person.classes),
    )


def _as_person(entrant: Entrant, club_id: int, now: datetime) -> Person:
    return Person(
        club_id=club_id,
        name=entrant.name,
        plays_for=entrant.club,
        team=entrant.team,
        classes=entrant.classes,
        shown_as=entrant.shown_as if entrant.chose_name else "",
        pseudonym=entrant.pseudonym if entrant.chose_name else "",
        added_at=now,
    )


def _choice(person: Person) -> NameChoice:
    return NameChoice(shown_as=person.shown_as, pseudonym=person.pseudonym if person.shown_as else "")


def _possible(tournament: Tournament, choice: NameChoice) -> NameChoice:
    """Return a choice as far as it can be had in this event: where somebody is called so, the number says less."""
    try:
        naming.check(tournament, choice)
    except Refused:
        return NameChoice(shown_as=Shown.NUMBER if choice.shown_as == Shown.PSEUDONYM else choice.shown_as)
    return choice


def _tie(pairs: Iterable[tuple[Entrant, Person]]) -> None:
    """Note of entrants who they are in the book."""
    tied = list(pairs)
    for entrant, person in tied:
        entrant.person = person
    Entrant.objects.bulk_update([entrant for entrant, _person in tied], ["person"], batch_size=500)
