"""A plan that was not computed: drawn by hand at the door, or uploaded (SkWO 7.1.1)."""

from collections import Counter
from collections.abc import Iterable

from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.record import BY_HAND, VERSION, Inputs, recorded_plan
from tables.seating.report import check_seating, report_of
from tables.seating.sizes import CannotSeat, Refusal


def plan_by_hand(
    entrants: Iterable[Entrant],
    *,
    series: History,
    history: History = (),
    policy: Policy = STANDARD,
    version: int = VERSION,
) -> Plan:
    """Return the plan that seats everybody as given, with its report and a record.

    The record shows what was played and what it achieves, not where it came from: there is no
    seed. The policy is kept for those who come or leave later; nothing is refused by it.

    :raises CannotSeat: if a series breaks the law; ``check_seating`` names all that is wrong.
    """
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    numbers = [entrant.number for entrant in everyone]
    if twice := sorted(number for number, times in Counter(numbers).items() if times > 1):
        raise CannotSeat(Refusal.NUMBER_TWICE, entrants=len(numbers), numbers=twice)
    if problems := check_seating(numbers, series):
        first = problems[0]
        table = first.tables[0] if first.tables else None
        raise CannotSeat(Refusal.IMPOSSIBLE_PLAN, entrants=len(numbers), numbers=first.numbers, table=table)
    plan = tuple(tuple(map(tuple, tables)) for tables in series)
    report = report_of(everyone, series=plan, history=history)
    inputs = Inputs(
        method=BY_HAND, entrants=everyone, series=len(plan), history=history, policy=policy, version=version
    )
    return recorded_plan(plan, report, inputs)
