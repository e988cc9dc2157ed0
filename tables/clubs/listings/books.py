"""The people of an address book as lists show them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from tables import intake
from tables.clubs.models import Person
from tables.clubs.selectors import books
from tables.intake.classes import Classes
from tables.people.models import Entrant

PEOPLE_A_PAGE = 100
GROUPS_A_PAGE = 25
MOST_TO_TICK = 1_000
"""More people at once nobody ticks; the search finds the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Somebody in a book."""

    person: Person
    events: int
    """In how many events they took part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book as asked for: one page of it."""

    count: int
    doubles: int
    """How many groups of entries seem to be one person each."""

    page: Page[Person]
    lines: tuple[Line, ...]
    search: str


def book(people: Sequence[Person], *, search: str, page: str | None) -> Book:
    """Return a page of a book, or of what a search finds in it."""
    shown = Paginator(books.matching(people, search), PEOPLE_A_PAGE).get_page(page)
    return Book(
        count=len(people), doubles=len(books.doubles_in(people)), page=shown, lines=lines(list(shown)), search=search
    )


def lines(people: Sequence[Person]) -> tuple[Line, ...]:
    """Return people with the number of their events, in one query."""
    counts = books.events_counted(people)
    return tuple(Line(person=one, events=counts.get(one.pk, 0)) for one in people)


def groups(found: Sequence[tuple[Person, ...]], *, page: str | None) -> tuple[Page[Any], tuple[tuple[Line, ...], ...]]:
    """Return a page of groups that seem to be one person each; of each group the one of most events comes first."""
    shown = Paginator(found, GROUPS_A_PAGE).get_page(page)
    counts = books.events_counted(one for group in shown for one in group)
    return shown, tuple(
        tuple(
            Line(person=one, events=counts.get(one.pk, 0))
            for one in sorted(group, key=lambda one: (-counts.get(one.pk, 0), one.pk))
        )
        for group in shown
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """Somebody of a book who may be ticked to take part; ``number`` is their start number if they do already."""

    person: Person
    number: int | None
    by_name: bool
    """Whether that is known by their name only."""

    is_ticked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToTick:
    """Those of the books who may come to an event, as many as are shown at once."""

    rows: tuple[Coming, ...]
    more: int
    search: str


def to_tick(
    people: Sequence[Person],
    there: tuple[Mapping[int, int], Mapping[str, int]],
    *,
    search: str,
    ticked: Collection[str],
) -> ToTick:
    """Return who may be ticked; whoever takes part already says under which number."""
    by_person, by_name = there
    found = books.matching(people, search)
    rows = []
    for one in found[:MOST_TO_TICK]:
        same_name = by_name.get(intake.name_key(one.name))
        number = by_person.get(one.pk, same_name)
        is_known = one.pk in by_person
        row = Coming(
            person=one, number=number, by_name=number is not None and not is_known, is_ticked=str(one.pk) in ticked
        )
        rows.append(row)
    return ToTick(rows=tuple(rows), more=max(0, len(found) - MOST_TO_TICK), search=search)


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """What merging would do, before it does anything."""

    stays: Person
    goes: tuple[Person, ...]
    becomes: Person
    """The entry as it would be; it is not stored."""

    events: tuple[Entrant, ...]
    """Who they were in events: all are one person then."""

    twice: str
    """An event in which two of them took part, or nothing: then they are two people."""


def merging(people: Sequence[Person], *, stays: int, classes: Classes) -> Merging:
    """Return what merging some people into one of them would do."""
    kept = next(one for one in people if one.pk == stays)
    goes = tuple(one for one in people if one.pk != stays)
    made = books.merged(kept, goes, classes)
    becomes = Person(name=kept.name, **{name: getattr(made, name) for name in books.Merged.__dataclass_fields__})
    return Merging(
        stays=kept,
        goes=goes,
        becomes=becomes,
        events=tuple(entrant for one in people for entrant in books.took_part(one)),
        twice=books.played_twice(people),
    )


def known_people(people: Sequence[Person]) -> dict[str, str]:
    """Return for the key of each name in an address book, who that is."""
    return {intake.name_key(one.name): ", ".join(filter(None, (one.name, one.plays_for))) for one in people}
