"""The draw by lot: as many series as wished, planned together (SkWO 7.1.1)."""

from collections.abc import Iterable, Sequence

from tables.seating.chance import Chance
from tables.seating.designs.by_design import WRITTEN, Written, outlined, written_out
from tables.seating.drawing.floor import Floor, deal, improve, least_cost, take_seats
from tables.seating.field import APART, CLUB, REPEAT, SeatingField, Tables, Tally, field_of, tally_of
from tables.seating.model import MAX_SERIES, STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.record import BY_LOT, VERSION, Inputs, finished_plan
from tables.seating.report import FEWEST_FOUND, least_repeats
from tables.seating.sizes import CannotSeat, Refusal

TRIES = 30
"""Exchanges tried for a company that comes to a known table, on average."""


def vary_tables(field: SeatingField, tally: Tally, tables: Tables, chance: Chance) -> Tables:
    """Return the companies at tables new to most of their people; fixed tables and tables of three stay."""
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

    def acquaintance(company: Sequence[int], place: int) -> int:
        return sum(tally.tables[person].get(place, 0) for person in company)

    unhappy = [at for at, place in enumerate(places) if acquaintance(companies[at], place)]
    for _ in range(TRIES * len(unhappy)):
        if not unhappy:
            return
        turn = chance.below(len(unhappy))
        number, other = unhappy[turn], chance.below(len(places))
        here, numbers = companies[number], companies[other]
        before = acquaintance(here, places[number]) + acquaintance(numbers, places[other])
        after = acquaintance(here, places[other]) + acquaintance(numbers, places[number])
        if after <= before and before:
            companies[number], companies[other] = numbers, here
        if not acquaintance(companies[number], places[number]):
            unhappy[turn] = unhappy[-1]
            unhappy.pop()
        if other not in unhappy and acquaintance(companies[other], places[other]):
            unhappy.append(other)


BEFORE_WRITTEN = 2
"""The last version that searched for every event without a design."""

FIRST_PASS = 8
"""Part of the steps spent on a series before the later ones are known: one in so many."""

ROUND = 1500
"""Swaps tried in one series before another has its turn; in a large field four per entrant."""

PATIENCE = 4
"""Rounds of all series without any gain before what was found is taken."""

MAX_WORK = 3_000_000
"""Swaps tried in all series together, whatever the policy says: a checker must do them again."""


def draw(
    entrants: Iterable[Entrant],
    *,
    series: int,
    seed: str,
    history: History = (),
    policy: Policy = STANDARD,
    version: int = VERSION,
) -> Plan:
    """Draw the next ``series`` series by lot, after the ``history`` already played.

    Keeps apart, in this order: apart groups, pairs who met, club mates; then lets tables of
    three go round, and evens out seats and tables of the hall. The plan depends on the
    arguments alone, not on the order of the entrants. ``version`` draws as an earlier one did (``REPEATABLE``).

    :raises CannotSeat: if there is no seating, or a hard wish of the policy was not met.
    """
    if not 1 <= series <= MAX_SERIES:
        raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    field = field_of(everyone)
    written = WRITTEN.get((field.size, series)) if version > BEFORE_WRITTEN and not history else None
    company = _companies(field, tally_of(field, history), policy, written, series=series, seed=seed)
    plan = _placed(field, tally_of(field, history), policy, company, seed=seed)
    inputs = Inputs(
        method=BY_LOT, entrants=everyone, series=series, seed=seed, history=history, policy=policy, version=version
    )
    return finished_plan(field, plan, inputs)


def _companies(
    field: SeatingField, tally: Tally, policy: Policy, written: Written | None, *, series: int, seed: str
) -> list[Tables]:
    """Return who shares a table in each series: by a design, then one after the other, then all in turn."""
    chance = Chance(seed, purpose="company")
    outline = written_out(field, tally, policy, written, chance=chance) if written else None
    if outline is None:
        outline = outlined(field, tally, policy, series=series, chance=chance)
    plan = outline.series
    lacking = outline.cost
    if len(plan) == series and not lacking:
        return plan
    steps = min(policy.steps, MAX_WORK // series)
    fewest = written.repeats if written else FEWEST_FOUND.get((field.size, series), 0)
    bound = fewest if not any(tally.met) else 0
    bound = max(bound, least_repeats(field, tally, series=series))
    before = _repeats(tally)
    for tables in plan:
        tally.add_company(tables)
    while len(plan) < series:
        floor = Floor(field, tally, policy, deal(field, chance))
        goal = least_cost(floor, tally)
        lacking += improve(floor, chance, steps=steps // FIRST_PASS, goal=goal) - goal
        plan.append(floor.tables)
        tally.add_company(floor.tables)
    if lacking and not _is_settled(tally, lacking, repeats=before + bound):
        _replan(field, tally, policy, plan, chance, steps=steps - steps // FIRST_PASS, repeats=before + bound)
    return plan


def _repeats(tally: Tally) -> int:
    return sum(times - 1 for met in tally.met for times in met.values()) // 2


def _is_settled(tally: Tally, lacking: int, *, repeats: int) -> bool:
    """Test whether nothing but repeats is lacking, of which there are no more than must be."""
    return lacking % REPEAT < CLUB and lacking < APART and _repeats(tally) <= repeats


def _replan(
    field: SeatingField, tally: Tally, policy: Policy, plan: list[Tables], chance: Chance, *, steps: int, repeats: int
) -> None:
    """Let the series give way to each other in turn, until nothing is lacking, nothing moves, or steps end."""
    turn = max(ROUND, 4 * field.size)
    least, patience = -1, PATIENCE
    for _ in range(steps // turn):
        lacking = 0
        for at in chance.shuffled(range(len(plan))):
            tally.add_company(plan[at], times=-1)
            floor = Floor(field, tally, policy, plan[at])
            goal = least_cost(floor, tally)
            lacking += improve(floor, chance, steps=turn, goal=goal) - goal
            plan[at] = floor.tables
            tally.add_company(plan[at])
        if lacking < (CLUB if len(plan) > 1 else 1):
            # In an event, whose second visit to a table of three it is need not be mended to the last.
            return
        if len(plan) > 1 and _is_settled(tally, lacking, repeats=repeats):
            return
        patience = PATIENCE if least < 0 or lacking < least else patience - 1
        least = lacking if least < 0 else min(least, lacking)
        if not patience:
            return


def _placed(field: SeatingField, tally: Tally, policy: Policy, company: Sequence[Tables], *, seed: str) -> list[Tables]:
    chance = Chance(seed, purpose="places")
    plan: list[Tables] = []
    for tables in company:
        placed = vary_tables(field, tally, tables, chance) if policy.vary_tables else tables
        tally.add_places(placed, seats=False)
        plan.append(placed)
    return take_seats(tally, plan, chance)
