"""Work out the plan that keeps most of another one; the checker does the same from the record."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tables.seating.chance import Chance
from tables.seating.field import Field, Tables, field_of, tally_of
from tables.seating.model import MAX_SERIES, Entrant, History, Plan, Policy, Series
from tables.seating.records.record import (
    KEPT,
    fingerprint,
    inputs_known,
    parts_of,
    refuse_unmet,
    series_by_number,
    with_hashes,
)
from tables.seating.replanning.chairs import NOBODY, Chairs, fill_chairs, keep_chairs, people_at
from tables.seating.replanning.prices import Strain
from tables.seating.replanning.substitutes import Place, matched
from tables.seating.replanning.tables_changed import mend
from tables.seating.reports.report import report_on
from tables.seating.sizes import CannotSeat, Refusal

MAX_STEPS_IN_ALL = 200_000
"""Prices looked up in all series together, whatever the policy says: a checker must do it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """All that goes into keeping a plan, but for the lot."""

    entrants: list[Entrant]
    """Everybody who plays on, those who came included."""

    history: History
    before: list[list[list[int]]]
    """The series still to be played as they were planned, in the form of ``Plan.series``."""

    absent: list[int]
    late: list[int]
    policy: Policy
    base: str
    """The hash of the record of the plan before."""


def kept_plan(keeping: Keeping, *, seed: str) -> Plan:
    """Return the plan for the series left, its report and its record.

    :raises CannotSeat: if there is no seating, or a hard wish of the policy was not met.
    """
    _refuse_what_is_no_plan(keeping.before)
    field = field_of(keeping.entrants)
    plan = _kept(field, keeping, Chance(seed, purpose="replan"))
    report = report_on(field, tally_of(field, keeping.history), plan)
    refuse_unmet(report, keeping.policy, by_standing=False, entrants=field.size)
    series = series_by_number(field, plan)
    parts = parts_of(KEPT, keeping.entrants, series, report, seed=seed, history=keeping.history, policy=keeping.policy)
    record = with_hashes({**parts, **more_inputs(keeping), "before": differences(series, keeping.before)})
    return Plan(series=series, report=report, record=record)


def inputs_of_keeping(keeping: Keeping) -> dict[str, Any]:
    """Return the parts of the record that are known before the seed is."""
    known = inputs_known(
        KEPT, keeping.entrants, series=len(keeping.before), history=keeping.history, policy=keeping.policy
    )
    return {**known, **more_inputs(keeping)}


def more_inputs(keeping: Keeping) -> dict[str, Any]:
    """Return the parts of the record that only a plan kept from another has."""
    return {
        "base": {"record": keeping.base, "series": fingerprint(keeping.before)},
        "absent": keeping.absent,
        "late": keeping.late,
    }


def differences(series: Sequence[Series], before: Sequence[Sequence[Sequence[int]]]) -> list[list[list[Any]]]:
    """Return the tables of the plan before that are others now: their numbers, from 1, and companies.

    With the plan itself they say all of the plan before; ``undone`` puts them together.
    """
    return [
        [
            [number, list(old)]
            for number, (new, old) in enumerate(zip_longest(tables, tables_before, fillvalue=()), start=1)
            if list(new) != list(old)
        ]
        for tables, tables_before in zip(series, before, strict=True)
    ]


def undone(series: Sequence[list[list[int]]], differences: Sequence[dict[int, list[int]]]) -> list[list[list[int]]]:
    """Return the plan before from the plan and its ``differences``, by table number."""
    before = []
    for tables, others in zip(series, differences, strict=True):
        count = max(len(tables), *others) if others else len(tables)
        old = [others.get(at + 1, tables[at] if at < len(tables) else []) for at in range(count)]
        while old and not old[-1] and len(old) in others:
            old.pop()
        before.append(old)
    return before


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


def _kept(field: Field, keeping: Keeping, chance: Chance) -> list[Tables]:
    """Return the series as indices: substitutes first, then series by series what sizes demand."""
    tally = tally_of(field, keeping.history)
    chairs = _with_substitutes(field, keeping, Strain(field, tally, keeping.policy), chance)
    companies = [people_at(tables) for tables in chairs]
    for tables in companies:
        tally.add_company(tables)
    steps = min(keeping.policy.steps, MAX_STEPS_IN_ALL // len(chairs))
    kept: list[Chairs] = []
    for at, tables in enumerate(chairs):
        tally.add_company(companies[at], times=-1)
        strain = Strain(field, tally, keeping.policy)
        way = mend(field, companies[at], strain, chance, steps=steps, imminent=at == 0)
        companies[at] = way.companies
        kept.append(keep_chairs(tables, way.companies, way.origins))
        tally.add_company(companies[at])
    return fill_chairs(tally, kept, companies, chance)


def _with_substitutes(field: Field, keeping: Keeping, strain: Strain, chance: Chance) -> list[Chairs]:
    """Return the plan before as chairs, with those who came on the chairs of those who left."""
    index = {number: at for at, number in enumerate(field.numbers)}
    # A number in both lists is someone who stays with other wishes: he is his own substitute.
    leaving = [number for number in keeping.absent if number not in index]
    coming = [index[number] for number in keeping.late if number in index and number not in keeping.absent]
    places = {number: Place() for number in leaving}
    for tables in keeping.before:
        for at, table in enumerate(tables):
            for number in places.keys() & set(table):
                places[number].tables.add(at)
                places[number].companies.append([index[other] for other in table if other in index])
    stand_ins = matched(field, places, coming, strain=strain, chance=chance)
    seats = {**index, **stand_ins}
    return [[[seats.get(number, NOBODY) for number in table] for table in tables] for tables in keeping.before]
