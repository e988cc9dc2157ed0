"""Clubs, who keeps their book, and who stands in it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations
from typing import TypeVar

from django.db.models import Count, Q, QuerySet

from tables import intake
from tables.accounts.models import User
from tables.clubs.models import Club, ClubKeeper, Person
from tables.intake.classes import Classes, of_ages
from tables.intake.names import plain
from tables.names import in_order, sort_key
from tables.people.models import Entrant
from tables.people.selectors import participants
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import events as events_of_site
from tables.tournaments.selectors.tournaments import takes_part

MOST_OFFERED = 2_000
"""More names than a browser offers while one is typed."""

Named = TypeVar("Named", Club, Person)


def people_of(club: Club) -> list[Person]:
    """Return the people of a book by name; doubles that were merged are gone."""
    return by_name(club.people.filter(merged_into=None))


def by_name(rows: Iterable[Named]) -> list[Named]:
    """Return people, or clubs, as one looks for them in a list."""
    return sorted(rows, key=lambda row: (row.order, row.pk))


def matching(people: Iterable[Person], search: str) -> list[Person]:
    """Return those of whom every word typed is part of the name, club or team."""
    words = plain(search).split()
    if not words:
        return list(people)
    texts = ((person, plain(f"{person.name} {person.plays_for} {person.team}")) for person in people)
    return [person for person, text in texts if all(word in text for word in words)]


def as_person(entrant: Entrant, club: Club | None, *, now: datetime) -> Person:
    """Return an entrant as a book would have them; it is not stored."""
    return Person(
        club=club,
        name=entrant.name,
        plays_for=entrant.club,
        team=entrant.team,
        classes=entrant.classes,
        shown_as=entrant.shown_as if entrant.chose_name else "",
        pseudonym=entrant.pseudonym if entrant.chose_name else "",
        added_at=now,
    )


def guests_of(club: Club) -> list[Person]:
    """Return the club's entrants who are in no book, unstored, with the numbers of their entries below nought."""
    entrants = Entrant.objects.filter(takes_part(), tournament__club=club, tournament__forgotten_at=None, person=None)
    guests = []
    for entrant in entrants.exclude(name="").select_related("tournament").order_by("pk").distinct():
        guest = as_person(entrant, club, now=entrant.registered_at)
        guest.pk = -entrant.pk
        guests.append(guest)
    return guests


def doubles_in(club: Club, people: Iterable[Person]) -> list[tuple[Person, ...]]:
    """Return the groups of people of a club who seem to be the same, by their names; who was told apart is not."""
    by_pk = {person.pk: person for person in people}
    groups = intake.doubles({pk: person.name for pk, person in by_pk.items()})
    return not_told_apart(club, by_pk.values(), [tuple(by_pk[pk] for pk in group) for group in groups])


def pairs_apart(club: Club) -> list[tuple[list[int], list[int]]]:
    """Return the pairs a keeper told apart, by the numbers that merged doubles and guests have today."""
    if not club.told_apart:
        return []
    numbers = {number for pair in club.told_apart for number in pair}
    came = Entrant.objects.filter(pk__in=[-number for number in numbers if number < 0]).exclude(person=None)
    became = {-entrant: person for entrant, person in came.values_list("pk", "person")}
    merged_here = club.people.filter(pk__in={*numbers, *became.values()}).exclude(merged_into=None)
    stays = dict(merged_here.values_list("pk", "merged_into"))
    today = {number: stays.get(became.get(number, number), became.get(number, number)) for number in numbers}
    return [(pair, sorted(today[number] for number in pair)) for pair in club.told_apart]


def told_apart(club: Club, people: Iterable[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs among these people of a club whom a keeper told apart."""
    by_pk = {person.pk: person for person in people}
    return [(by_pk[a], by_pk[b]) for _then, (a, b) in pairs_apart(club) if a != b and a in by_pk and b in by_pk]


Group = TypeVar("Group", bound=Sequence[Person])


def not_told_apart(club: Club, people: Iterable[Person], groups: Iterable[Group]) -> list[Group]:
    """Return the groups in which two might be one person; guests told apart by their names stay so."""
    apart: set[frozenset[object]] = set()
    for pair in told_apart(club, people):
        names = frozenset(intake.name_key(person.name) for person in pair)
        apart |= {frozenset(person.pk for person in pair), *([names] if len(names) > 1 else [])}
    return [
        group
        for group in groups
        if any(
            apart.isdisjoint(
                {frozenset({person.pk, other.pk}), frozenset(map(intake.name_key, (person.name, other.name)))}
            )
            for person, other in combinations(group, 2)
        )
    ]


def events_counted(people: Iterable[Person]) -> dict[int, int]:
    """Return for each of some people in how many events they took part, in one query."""
    keys = [person.pk for person in people]
    rows = Entrant.objects.filter(person__in=keys).order_by()
    return {key: 1 for key in keys if key < 0} | dict(rows.values_list("person").annotate(Count("pk")))


def took_part(person: Person) -> QuerySet[Entrant]:
    """Return a person or guest as the entrant they were in each event, the latest first."""
    return _entrants_of([person]).select_related("tournament").order_by("-tournament__starts_on", "-tournament__pk")


def events_to_take_over(club: Club) -> list[tuple[Tournament, int]]:
    """Return the events of a club with named entrants who are in no book yet, and how many those are; latest first."""
    left = Entrant.objects.filter(tournament__club=club, person=None).exclude(name="").order_by()
    counts = dict(left.values_list("tournament").annotate(Count("pk")))
    events = Tournament.objects.filter(pk__in=counts).order_by()
    latest = sorted(
        events, key=lambda tournament: (-tournament.starts_on.toordinal(), in_order(tournament.name), tournament.pk)
    )
    return [(event, counts[event.pk]) for event in latest]


def offered_to(user: User) -> QuerySet[Person]:
    """Return the people in all books that a user keeps."""
    return Person.objects.filter(club__keepers__user=user, merged_into=None).distinct()


def names_offered_to(user: User) -> list[tuple[str, str]]:
    """Return the names in all books that a user keeps, each with the club; what the desk offers while one is typed."""
    offered = offered_to(user).values_list("name", "plays_for")
    return sorted(offered, key=lambda pair: (sort_key(pair[0]), pair[1]))[:MOST_OFFERED]


def numbers_in(tournament: Tournament) -> tuple[Mapping[int, int], Mapping[str, int]]:
    """Return the start numbers of those who take part: by person of a book, and by the key of the name."""
    rows = list(participants(tournament).values_list("number", "person", "name"))
    by_name = {intake.name_key(name): number for number, _person, name in rows if name}
    return {person: number for number, person, _name in rows if person}, by_name


EVENINGS = 4
"""So many events of before say who usually comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Former:
    """Somebody who took part in events of before."""

    entrant: Entrant
    is_usual: bool


def former_entrants(tournament: Tournament, *, of: User) -> list[Former]:
    """Return who took part in the last events before one that ``of`` directs, by name, each once."""
    before = events_of_site.events_before(tournament, of=of, most=EVENINGS)
    latest = {event.pk: place for place, event in enumerate(before)}
    rows = Entrant.objects.filter(takes_part(), tournament__in=latest, excluded_at=None).exclude(name="").distinct()
    people: dict[tuple[str, ...], list[Entrant]] = defaultdict(list)
    of_book: dict[int, tuple[str, ...]] = {}
    for entrant in sorted(rows, key=lambda row: (latest[row.tournament_id], row.number)):
        named = (intake.name_key(entrant.name), intake.name_key(entrant.club))
        key = of_book.setdefault(entrant.person_id, named) if entrant.person_id else named
        people[key].append(entrant)
    former = [
        Former(entrant=same[0], is_usual=2 * len({each_entrant.tournament_id for each_entrant in same}) >= len(before))
        for same in people.values()
    ]
    return sorted(former, key=lambda each_former: (sort_key(each_former.entrant.name), each_former.entrant.pk))


def _entrants_of(people: Iterable[Person]) -> QuerySet[Entrant]:
    keys = [person.pk for person in people]
    return Entrant.objects.filter(Q(person__in=keys) | Q(pk__in=[-key for key in keys if key < 0]))


def played_twice(people: Iterable[Person]) -> str:
    """Return the name of an event in which two of these took part, or nothing."""
    here = _entrants_of(people).filter(takes_part()).order_by("tournament")
    seen: set[int] = set()
    for tournament, name, _entrant in here.values_list("tournament", "tournament__name", "pk").distinct():
        if tournament in seen:
            return str(name)
        seen.add(tournament)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What several entries of a book become as one: what the one that stays leaves open is filled from the others."""

    plays_for: str
    team: str
    classes: list[str]
    contact: str
    shown_as: str
    pseudonym: str


def merged(stays: Person, others: Sequence[Person], classes: Classes) -> Merged:
    """Return what an entry becomes when others are merged into it."""
    everyone = [stays, *others]
    # Somebody is of one age; into everything else they come by any of the entries.
    aged = next((person for person in everyone if of_ages(person.classes, classes)), stays)
    of_age = {player_class.code for player_class in classes if player_class.is_by_age}
    others_in = {code for person in everyone for code in person.classes} - of_age
    choice = next((person for person in everyone if person.shown_as), stays)
    return Merged(
        plays_for=_first(person.plays_for for person in everyone),
        team=_first(person.team for person in everyone),
        classes=sorted(others_in | of_age.intersection(aged.classes)),
        contact=_first(person.contact for person in everyone),
        shown_as=choice.shown_as,
        pseudonym=choice.pseudonym,
    )


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")


def clubs_like(words: Sequence[str], *, today: date) -> list[Club]:
    """Return the clubs with all these words in name or place, each with ``events``: how many the public may see."""
    asked = Q()
    for word in words:
        asked &= events_of_site.has_text("name", word) | events_of_site.has_text("place", word)
    shown = Q(tournaments__in=events_of_site.published(today).values("pk"))
    return by_name(Club.objects.filter(asked).annotate(events=Count("tournaments", filter=shown)))


def kept_by(user: User) -> list[Club]:
    """Return the clubs whose book a user keeps."""
    return by_name(Club.objects.filter(keepers__user=user))


def is_kept_by(club: Club, user: User) -> bool:
    """Test whether a user keeps a club's book; the site's owner keeps all."""
    return user.is_superuser or club.keepers.filter(user=user).exists()


def keepers_of(club: Club) -> list[ClubKeeper]:
    """Return who keeps a club's book."""
    keepers = club.keepers.select_related("user").order_by()
    return sorted(keepers, key=lambda keeper: (in_order(keeper.user.username), keeper.pk))


def events_of(club: Club, *, today: date) -> QuerySet[Tournament]:
    """Return the events of a club that the public may see."""
    return events_of_site.published(today).filter(club=club)


def who_is_whom(
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
        same = [
            namesake
            for namesake in by_name[key]
            if intake.name_key(namesake.plays_for) == intake.name_key(entrant.club)
        ]
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
