"""One exchange more for those who were placed where they must not, or not fairly, sit."""

from collections.abc import Collection

from tables.seating.chance import Chance
from tables.seating.field import Field
from tables.seating.replanning.free_chairs import Way, gain, put
from tables.seating.replanning.prices import Prices
from tables.seating.weights import UNFAIR

SAMPLE = 40
"""Tables looked at for someone to change with."""


def relieve(field: Field, way: Way, prices: Prices, chance: Chance, *, spared: Collection[int]) -> None:
    """Let those placed against a hard wish change with someone at a full table, each at most once.

    So do those of ``spared`` who came to a table of three beyond their fair share.
    """
    for at, (person, here) in enumerate(way.placed):
        mates = [other for other in way.companies[here] if other != person]
        price = prices.of_joining(person, mates, chairs=way.chairs[here])
        relief = prices.hardest if price >= prices.hardest else 0
        if person in spared and way.chairs[here] == 3 and prices.at_three(person) >= UNFAIR:
            relief = min(relief, UNFAIR) or UNFAIR
        if relief:
            _change(field, way, prices, chance, at, least=relief // 2)


def _change(field: Field, way: Way, prices: Prices, chance: Chance, at: int, *, least: int) -> None:
    """Make the exchange that helps most, if it helps by ``least`` or more."""
    person, here = way.placed[at]
    touched = {number for _, number in way.placed}
    whole = [number for number, chairs in enumerate(way.chairs) if chairs == 4 and number not in touched]
    best, partner, there = -least, -1, -1
    for _ in range(min(SAMPLE, len(whole))):
        turn = chance.below(len(whole))
        number = whole[turn]
        whole[turn] = whole[-1]
        whole.pop()
        for other in way.companies[number]:
            if field.pin[other] < 0 and (rise := gain(way, prices, person, here, other, number)) < best:
                best, partner, there = rise, other, number
    if partner >= 0:
        way.companies[there] = list(way.companies[there])
        put(way.companies[here], person, partner)
        put(way.companies[there], partner, person)
        way.placed[at] = (person, there)
