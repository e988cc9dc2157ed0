"""Who takes whose place when some leave and others come."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tables.seating.chance import Chance
from tables.seating.field import Field
from tables.seating.replanning.prices import Prices

MANY = 100_000
"""Companies to be compared beyond which those who leave and those who come are matched by lot alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """What someone who leaves would have had: tables and companies, series by series."""

    tables: set[int] = field(default_factory=set)
    companies: list[list[int]] = field(default_factory=list)


def matched(
    field: Field, places: dict[int, Place], coming: Sequence[int], *, prices: Prices, chance: Chance
) -> dict[int, int]:
    """Return for those who leave the one who takes their place in every series, as far as there is one.

    Whose company would be least unwelcome to whom decides, equals by lot. Someone with a fixed
    table only takes a place at it.
    """
    leaving, people = chance.shuffled(sorted(places)), chance.shuffled(sorted(coming))
    if sum(len(place.companies) for place in places.values()) * len(people) <= MANY:
        pairs = [
            (_cost(person, places[place], prices), at, to)
            for at, person in enumerate(people)
            for to, place in enumerate(leaving)
        ]
        pairs.sort()
    else:
        pairs = [(0, at, at) for at in range(min(len(leaving), len(people)))]
    taken: dict[int, int] = {}
    seated: set[int] = set()
    for _, at, to in pairs:
        person, place = people[at], leaving[to]
        fits = field.pin[person] < 0 or places[place].tables <= {field.pin[person]}
        if fits and person not in seated and place not in taken:
            taken[place] = person
            seated.add(person)
    return taken


def _cost(person: int, place: Place, prices: Prices) -> int:
    return sum(prices.of_joining(person, company, chairs=4) for company in place.companies)
