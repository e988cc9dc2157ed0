"""Which company gets which table of the hall: new ones for as many as possible."""

from collections.abc import Sequence

from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, Tally

TRIES = 30
"""Exchanges tried for a company that comes to a known table, on average."""


def vary_tables(field: Field, tally: Tally, tables: Tables, chance: Chance) -> Tables:
    """Return the same companies at tables that are new to as many of their people as possible.

    Companies with a fixed table stay; tables of three stay behind those of four.
    """
    placed = [list(table) for table in tables]
    for size in (4, 3):
        movable = [
            at
            for at, table in enumerate(tables)
            if len(table) == size and all(field.pin[person] < 0 for person in table)
        ]
        companies = [tables[at] for at in chance.shuffled(movable)]
        _settle(tally, movable, companies, chance)
        for at, company in zip(movable, companies, strict=True):
            placed[at] = company
    return placed


def _settle(tally: Tally, places: Sequence[int], companies: Tables, chance: Chance) -> None:
    """Exchange companies as long as that brings no more people to tables they know."""

    def known(company: Sequence[int], place: int) -> int:
        return sum(tally.tables[person].get(place, 0) for person in company)

    unhappy = [at for at, place in enumerate(places) if known(companies[at], place)]
    for _ in range(TRIES * len(unhappy)):
        if not unhappy:
            return
        turn = chance.below(len(unhappy))
        one, other = unhappy[turn], chance.below(len(places))
        here, there = companies[one], companies[other]
        before = known(here, places[one]) + known(there, places[other])
        after = known(here, places[other]) + known(there, places[one])
        if after <= before and before:
            companies[one], companies[other] = there, here
        if not known(companies[one], places[one]):
            unhappy[turn] = unhappy[-1]
            unhappy.pop()
        if other not in unhappy and known(companies[other], places[other]):
            unhappy.append(other)
