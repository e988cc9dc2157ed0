"""Keep a published plan when people leave or come late: as few as possible are disturbed."""

from collections.abc import Iterable
from dataclasses import replace

from tables.seating.model import Entrant, History, Plan, Policy
from tables.seating.records.inputs import inputs_of
from tables.seating.records.record import BY_STANDING, KEPT, ReplanInputs, record_hash
from tables.seating.replanning.kept_plan import kept_plan
from tables.seating.sizes import CannotSeat, Refusal


def replan(
    plan: Plan,
    *,
    played: int | History,
    absent: Iterable[int | Entrant] = (),
    late: Iterable[int | Entrant] = (),
    seed: str,
    policy: Policy | None = None,
) -> Plan:
    """Return the plan for the series that are left, after some left and others came.

    Whoever leaves becomes the empty chair at their table, whoever comes takes one: the places
    of those who leave, chair by chair, then free chairs at tables of three. Only where the
    sizes of the tables demand it (SkWO 7.1.1) is a table broken up or opened. Between ways that
    disturb equally few decide apart groups, meetings, clubs and fair turns at three, then the
    lot. Two may ask one more to move: a latecomer, so as not to sit at three in every series
    after the next one, and anybody placed against a hard wish.

    Clubs, apart groups and fixed tables of the others, and the policy if none is given, are those
    of the plan's record. Tables of three may have any number.

    ``played`` is how many series of the plan were played as planned, or these series as they
    really were. Who leaves and comes at once, with other wishes, may be given in both ways.

    :raises CannotSeat: if nothing is left to play, someone absent is not in the plan, someone
        late is in it already, there is no seating, or a hard wish of the policy was not met.
    :raises Unreadable: if the plan's record is not one of this version.
    """
    inputs = inputs_of_replan(plan, played=played, absent=absent, late=late, policy=policy)
    return kept_plan(replace(inputs, seed=seed))


def inputs_of_replan(
    plan: Plan,
    *,
    played: int | History,
    absent: Iterable[int | Entrant] = (),
    late: Iterable[int | Entrant] = (),
    policy: Policy | None = None,
) -> ReplanInputs:
    """Return what ``replan`` needs but the seed. Raise CannotSeat if nothing is left to play, or a number is wrong."""
    made_from = inputs_of(plan.record)
    if policy is None:
        policy = made_from.policy
        if made_from.method == BY_STANDING:
            policy = replace(policy, clubs=policy.clubs_by_standing)
    done = plan.series[:played] if isinstance(played, int) else played
    if isinstance(played, int) and not 0 <= played <= len(plan.series):
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    leaving = {entrant.number if isinstance(entrant, Entrant) else entrant for entrant in absent}
    coming = [entrant if isinstance(entrant, Entrant) else Entrant(number=entrant) for entrant in late]
    left = [[list(table) for table in tables] for tables in plan.series[len(done) :]]
    for tables in left:
        while tables and not tables[-1]:
            tables.pop()
    if unknown := leaving - {entrant.number for entrant in made_from.entrants}:
        raise CannotSeat(Refusal.NOT_IN_PLAN, entrants=len(made_from.entrants), numbers=sorted(unknown))
    staying = [entrant for entrant in made_from.entrants if entrant.number not in leaving]
    return ReplanInputs(
        method=KEPT,
        series=len(left),
        entrants=sorted([*staying, *coming], key=lambda entrant: entrant.number),
        history=[*made_from.history, *done],
        before=left,
        absent=sorted(leaving),
        late=sorted(entrant.number for entrant in coming),
        policy=policy,
        base=record_hash(plan.record),
    )
