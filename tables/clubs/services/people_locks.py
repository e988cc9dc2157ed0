"""People of address books under the hand of one act.

Whoever needs several takes them in this order, so that no two acts ever wait for each other: the club, then its events
by age, then people by age.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import QuerySet

from tables.clubs.models import Person
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.services.turns import take_turn


class _OneMore(Exception):
    """Somebody entered one more event before they were held."""


def people_held(people: Iterable[int]) -> QuerySet[Person]:
    """Return those of these people who are still in their book, held until the transaction ends once they are read."""
    return Person.objects.select_for_update(no_key=True).filter(pk__in=people, merged_into=None).order_by("pk")


def held_with_events(people: Collection[int]) -> dict[int, Tournament]:
    """Hold these people and the events in which they took part until the transaction ends; return the events by key."""
    chosen = list(people)
    wanted = _events_of(chosen)
    while True:
        try:
            with transaction.atomic():
                turns = {pk: take_turn(pk) for pk in sorted(wanted)}
                list(Person.objects.select_for_update().filter(pk__in=chosen).order_by("pk").values_list("pk"))
                wanted = _events_of(chosen)
                if wanted - turns.keys():
                    # Gives everything back, to be taken in its order.
                    raise _OneMore
                return turns
        except _OneMore:
            continue


def _events_of(people: Collection[int]) -> set[int]:
    return set(Entrant.objects.filter(person__in=people).order_by().values_list("tournament_id", flat=True))
