"""The people of an address book as lists show them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as dt2
from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from tables import intake
from tables.acts.listings import NAME, NUMBER, WIDE_TEXT, ActionColumn, CellColumn
from tables.clubs import selectors
from tables.clubs.models import Person
from tables.intake.classes import Classes
from tables.people.models import Entrant

GROUPS_A_PAGE = 25
MOST_TO_TICK = 1_000
"""More people at once nobody ticks; the search finds the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Somebody in a book."""

    person: Person
    events: int
    """In how many events they took part."""


class BookListing(dt2.Table):  # type: ignore[misc]
    """People of a book to look for and to tick; of those of a page it is counted in how many events they took part."""

    same = ActionColumn(
        "tables/clubs/books/_same.html",
        verbose_name=gettext_lazy("The same person"),
        attrs={"cell": {"class": "book-tick"}},
    )
    name = CellColumn("tables/clubs/books/_name.html", order_by="order", verbose_name=gettext_lazy("Name"), attrs=NAME)
    plays_for = dt2.Column(verbose_name=gettext_lazy("Club"), default="", attrs=WIDE_TEXT)
    team = dt2.Column(verbose_name=gettext_lazy("Team"), default="", attrs=WIDE_TEXT)
    events = dt2.Column(verbose_name=gettext_lazy("Events"), empty_values=(), orderable=False, attrs=NUMBER)

    class Meta:
        attrs = {"class": "listing desk-list"}

    @cached_property
    def counts(self) -> dict[int, int]:
        """In how many events each of those on this page took part."""
        return selectors.events_counted(row.record for row in self.paginated_rows)

    def render_events(self, record: Person) -> int:
        """Return in how many events somebody took part."""
        return self.counts.get(record.pk, 0)


def lines(people: Sequence[Person]) -> tuple[Line, ...]:
    """Return people with the number of their events, in one query."""
    counts = selectors.events_counted(people)
    return tuple(Line(person=person, events=counts.get(person.pk, 0)) for person in people)


def groups(people: Sequence[tuple[Person, ...]], *, page: str | None) -> tuple[Page[Any], tuple[tuple[Line, ...], ...]]:
    """Return a page of groups that seem to be one person each; of each group the one of most events comes first."""
    shown = Paginator(people, GROUPS_A_PAGE).get_page(page)
    counts = selectors.events_counted(person for group in shown for person in group)
    return shown, tuple(
        tuple(
            Line(person=person, events=counts.get(person.pk, 0))
            for person in sorted(group, key=lambda person: (-counts.get(person.pk, 0), person.pk))
        )
        for group in shown
    )


Numbers = tuple[Mapping[int, int], Mapping[str, int]]
"""The start numbers of those who take part already: by the key of the person, and by that of the name."""


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
    there: Numbers,
    *,
    search: str,
    ticked: Collection[str],
) -> ToTick:
    """Return who may be ticked; whoever takes part already says under which number."""
    by_person, by_name = there
    found = selectors.matching(people, search)
    rows = []
    for person in found[:MOST_TO_TICK]:
        same_name = by_name.get(intake.name_key(person.name))
        number = by_person.get(person.pk, same_name)
        is_known = person.pk in by_person
        row = Coming(
            person=person,
            number=number,
            by_name=number is not None and not is_known,
            is_ticked=str(person.pk) in ticked,
        )
        rows.append(row)
    return ToTick(rows=tuple(rows), more=max(0, len(found) - MOST_TO_TICK), search=search)


def as_of_a_book(former: Sequence[selectors.Former], there: Numbers) -> tuple[list[Person], Numbers, set[str]]:
    """Return who came before as a book would have them, each under the key of their entry of then.

    Besides who of them takes part here already, as ``to_tick`` asks it, and the keys of those who usually come.
    """
    by_person, by_name = there
    people, numbers, usual = [], {}, set()
    for one in former:
        person = selectors.as_person(one.entrant, None, now=one.entrant.registered_at)
        person.pk = one.entrant.pk
        people.append(person)
        if number := by_person.get(one.entrant.person_id or 0):
            numbers[person.pk] = number
        elif one.is_usual and intake.name_key(person.name) not in by_name:
            usual.add(str(person.pk))
    return people, (numbers, by_name), usual


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
    kept = next(person for person in people if person.pk == stays)
    goes = tuple(person for person in people if person.pk != stays)
    made = selectors.merged(kept, goes, classes)
    becomes = Person(name=kept.name, **{name: getattr(made, name) for name in selectors.Merged.__dataclass_fields__})
    return Merging(
        stays=kept,
        goes=goes,
        becomes=becomes,
        events=tuple(entrant for person in people for entrant in selectors.took_part(person)),
        twice=selectors.played_twice(people),
    )


def known_people(people: Sequence[Person]) -> dict[str, str]:
    """Return for the key of each name in an address book, who that is."""
    return {intake.name_key(person.name): ", ".join(filter(None, (person.name, person.plays_for))) for person in people}
