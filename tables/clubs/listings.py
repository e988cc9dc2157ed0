"""The people of an address book as lists show them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
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

GROUPS_A_PAGE = 25
MOST_TO_TICK = 1_000
"""More people at once nobody ticks; the search finds the others."""


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


def groups(people: Sequence[tuple[Person, ...]], *, page: str | None) -> tuple[Page[Any], list[list[dict[str, Any]]]]:
    """Return a page of groups that seem to be one person each; of each group the one of most events comes first."""
    shown = Paginator(people, GROUPS_A_PAGE).get_page(page)
    counts = selectors.events_counted(person for group in shown for person in group)
    return shown, [
        [
            {"person": person, "events": counts.get(person.pk, 0)}
            for person in sorted(group, key=lambda person: (-counts.get(person.pk, 0), person.pk))
        ]
        for group in shown
    ]


Numbers = tuple[Mapping[int, int], Mapping[str, int]]
"""The start numbers of those who take part already: by the key of the person, and by that of the name."""


def to_tick(people: Sequence[Person], pair: Numbers, *, search: str, ticked: Collection[str]) -> dict[str, Any]:
    """Return who may be ticked, as many as are shown at once; whoever takes part already says under which number."""
    by_person, by_name = pair
    matching = selectors.matching(people, search)
    rows = []
    for person in matching[:MOST_TO_TICK]:
        number = by_person.get(person.pk, by_name.get(intake.name_key(person.name)))
        is_known = number is None or person.pk in by_person
        is_ticked = str(person.pk) in ticked
        # Who is known by name alone may be somebody else.
        rows.append({"person": person, "number": number, "by_name": not is_known, "is_ticked": is_ticked})
    return {"rows": rows, "more": max(0, len(matching) - MOST_TO_TICK), "search": search}


def as_of_a_book(former: Sequence[selectors.Former], pair: Numbers) -> tuple[list[Person], Numbers, set[str]]:
    """Return who came before as a book would have them, each under the key of their entry of then.

    Besides who of them takes part here already, as ``to_tick`` asks it, and the keys of those who usually come.
    """
    by_person, by_name = pair
    people, numbers, usual = [], {}, set()
    for each_former in former:
        person = selectors.as_person(each_former.entrant, None, now=each_former.entrant.registered_at)
        person.pk = each_former.entrant.pk
        people.append(person)
        if number := by_person.get(each_former.entrant.person_id or 0):
            numbers[person.pk] = number
        elif each_former.is_usual and intake.name_key(person.name) not in by_name:
            usual.add(str(person.pk))
    return people, (numbers, by_name), usual


def merging(people: Sequence[Person], *, stays: int, classes: Classes) -> dict[str, Any]:
    """Return what merging some people into one of them would do: who goes, what the entry becomes, and their events.

    Named ``twice`` is an event in which two of them took part, if there is one: then they are two people.
    """
    kept_person = next(person for person in people if person.pk == stays)
    goes = [person for person in people if person.pk != stays]
    return {
        "stays": kept_person,
        "goes": goes,
        "becomes": Person(name=kept_person.name, **asdict(selectors.merged(kept_person, goes, classes))),
        "events": [entrant for person in people for entrant in selectors.took_part(person)],
        "twice": selectors.played_twice(people),
    }


def known_people(people: Sequence[Person]) -> dict[str, str]:
    """Return for the key of each name in an address book, who that is."""
    return {intake.name_key(person.name): ", ".join(filter(None, (person.name, person.plays_for))) for person in people}
