"""The draws with a seed by lots: the inputs are hashed before the seed is known."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.record import BY_LOT, BY_STANDING, Inputs, inputs_hash
from tables.seating.records.seals import Lots, sealed
from tables.seating.replanning.kept_plan import kept_plan
from tables.seating.replanning.replan import inputs_of_replan


def inputs_of_draw(
    entrants: Iterable[Entrant],
    *,
    series: int = 1,
    ranking: Sequence[int] | None = None,
    history: History = (),
    policy: Policy = STANDARD,
) -> str:
    """Return the hash of all that goes into a draw but its seed; with a ranking, of one by standing.

    It can be published before the dice are thrown.
    """
    method = BY_LOT if ranking is None else BY_STANDING
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    inputs = Inputs(method=method, entrants=everyone, series=series, history=history, policy=policy, ranking=ranking)
    return inputs_hash(inputs.parts())


def draw_with_lots(
    entrants: Iterable[Entrant], *, series: int, lots: Lots, history: History = (), policy: Policy = STANDARD
) -> Plan:
    """Draw as ``draw`` does, with the seed that follows from inputs, secret and public part.

    :raises CannotSeat: as ``draw`` does.
    """
    everyone = list(entrants)
    seed = lots.seed(inputs_of_draw(everyone, series=series, history=history, policy=policy))
    return _with_lots(draw(everyone, series=series, seed=seed, history=history, policy=policy), lots)


def draw_by_standing_with_lots(
    entrants: Iterable[Entrant],
    *,
    ranking: Sequence[int],
    lots: Lots,
    history: History = (),
    policy: Policy = STANDARD,
) -> Plan:
    """Seat as ``draw_by_standing`` does, with the seed that follows from inputs, secret and public part.

    :raises CannotSeat: as ``draw_by_standing`` does.
    """
    everyone = list(entrants)
    seed = lots.seed(inputs_of_draw(everyone, ranking=ranking, history=history, policy=policy))
    plan = draw_by_standing(everyone, ranking=ranking, seed=seed, history=history, policy=policy)
    return _with_lots(plan, lots)


def replan_with_lots(
    plan: Plan,
    *,
    played: int | History,
    absent: Iterable[int | Entrant] = (),
    late: Iterable[int | Entrant] = (),
    lots: Lots,
    policy: Policy | None = None,
) -> Plan:
    """Keep a plan as ``replan`` does, with the seed that follows from inputs, secret and public part.

    :raises CannotSeat: as ``replan`` does.
    """
    inputs = inputs_of_replan(plan, played=played, absent=absent, late=late, policy=policy)
    return _with_lots(kept_plan(replace(inputs, seed=lots.seed(inputs_hash(inputs.parts())))), lots)


def _with_lots(plan: Plan, lots: Lots) -> Plan:
    return replace(plan, record=sealed(plan.record, lots=lots))
