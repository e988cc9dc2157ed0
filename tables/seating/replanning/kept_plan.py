"""Work out the plan that keeps most of another one; the checker does the same from the record."""

from collections import Counter
from collections.abc import Sequence

from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, field_of, tally_of
from tables.seating.model import MAX_SERIES, Plan
from tables.seating.records.record import ReplanInputs, finished_plan
from tables.seating.replanning.chairs import NOBODY, Chairs, fill_chairs, keep_chairs, people_at
from tables.seating.replanning.prices import Prices
from tables.seating.replanning.substitutes import Place, matched
from tables.seating.replanning.tables_changed import mend
from tables.seating.sizes import CannotSeat, Refusal

MAX_STEPS_IN_ALL = 200_000
"""Prices looked up in all series together, whatever the policy says: a checker must do it again."""


def kept_plan(inputs: ReplanInputs) -> Plan:
    """Return the plan for the series left, its report and its record.

    :raises CannotSeat: if there is no seating, or a hard wish of the policy was not met.
    """
    _refuse_what_is_no_plan(inputs.before)
    field = field_of(inputs.entrants)
    return finished_plan(field, _kept(field, inputs, Chance(inputs.seed, purpose="replan")), inputs)


def _refuse_what_is_no_plan(before: Sequence[Sequence[Sequence[int]]]) -> None:
    if not 1 <= len(before) <= MAX_SERIES:
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    for tables in before:
        for at, table in enumerate(tables):
            if len(table) > 4:
                raise CannotSeat(Refusal.IMPOSSIBLE_HISTORY, numbers=table, table=at + 1)
        times = Counter(number for table in tables for number in table)
        if twice := sorted(number for number, count in times.items() if count > 1):
            raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(times), numbers=twice)


def _kept(field: Field, inputs: ReplanInputs, chance: Chance) -> list[Tables]:
    """Return the series as indices: substitutes first, then series by series what sizes demand."""
    tally = tally_of(field, inputs.history)
    chairs = _with_substitutes(field, inputs, Prices(field, tally, inputs.policy), chance)
    companies = [people_at(tables) for tables in chairs]
    for tables in companies:
        tally.add_company(tables)
    steps = min(inputs.policy.steps, MAX_STEPS_IN_ALL // len(chairs))
    kept: list[Chairs] = []
    for at, tables in enumerate(chairs):
        tally.add_company(companies[at], times=-1)
        prices = Prices(field, tally, inputs.policy)
        way = mend(field, companies[at], prices, chance, steps=steps, imminent=at == 0)
        companies[at] = way.companies
        kept.append(keep_chairs(tables, way.companies, way.origins))
        tally.add_company(companies[at])
    return fill_chairs(tally, kept, companies, chance)


def _with_substitutes(field: Field, inputs: ReplanInputs, prices: Prices, chance: Chance) -> list[Chairs]:
    """Return the plan before as chairs, with those who came on the chairs of those who left."""
    index = {number: at for at, number in enumerate(field.numbers)}
    # A number in both lists is someone who stays with other wishes, as their own substitute.
    leaving = [number for number in inputs.absent if number not in index]
    coming = [index[number] for number in inputs.late if number in index and number not in inputs.absent]
    places = {number: Place() for number in leaving}
    for tables in inputs.before:
        for at, table in enumerate(tables):
            for number in places.keys() & set(table):
                places[number].tables.add(at)
                places[number].companies.append([index[other] for other in table if other in index])
    stand_ins = matched(field, places, coming, prices=prices, chance=chance)
    seats = {**index, **stand_ins}
    return [[[seats.get(number, NOBODY) for number in table] for table in tables] for tables in inputs.before]
