"""The preview of a plan made elsewhere: who would sit where, what is wrong with it, what it falls short of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables import seating
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal
from tables.draw.listings.weak_spots import Plan, seats
from tables.draw.wording.plans import breach, plan_problem
from tables.intake.plans import ReadPlan
from tables.people.models import Entrant
from tables.people.wording.entrants import called
from tables.tournaments.models import Tournament

TABLES_SHOWN = 100
PROBLEMS_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table as it would be: for each seat from 1 on the start number and the name."""

    number: int
    seats: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeries:
    """A series as it would be, of very many tables the first."""

    number: int
    count: int
    tables: tuple[PlannedTable, ...]

    @property
    def more(self) -> int:
        """Return how many tables are not shown."""
        return self.count - len(self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPreview:
    """What a plan would do, before it does anything."""

    series: tuple[PlannedSeries, ...]
    problems: tuple[str, ...]
    """Why it cannot be taken over, the first of very many; nothing, if it can."""

    more_problems: int
    weak_spots: tuple[str, ...]


def preview(
    tournament: Tournament,
    read: ReadPlan,
    *,
    left: Sequence[int],
    entrants: Iterable[Entrant],
    seated: Sequence[seating.Entrant],
    history: Plan,
) -> PlanPreview:
    """Return what a plan would do for the series that are ``left``, the first of which it begins with."""
    registered = {entrant.number: entrant for entrant in entrants}
    numbers = range(left[0], left[0] + len(read.series))
    found = seats(tournament, numbers, plan=read.series, history=history, entrants=registered.values(), seated=seated)
    problems = [plan_problem(problem, first=left[0]) for problem in read.problems]
    if len(read.series) > len(left):
        problems.append(refusal(Refused("too-many-series", series=len(read.series), left=len(left))))
    breaches = seating.check_seating([entrant.number for entrant in seated], read.series)
    problems += [breach(problem, found.who, first=left[0], known=registered.__contains__) for problem in breaches]

    def name(number: int) -> str:
        return called(number, registered[number].name if number in registered else "")

    return PlanPreview(
        series=tuple(
            PlannedSeries(
                number=at,
                count=len(tables),
                tables=tuple(
                    PlannedTable(number=table, seats=tuple((number, name(number)) for number in company))
                    for table, company in enumerate(tables[:TABLES_SHOWN], start=1)
                ),
            )
            for at, tables in zip(numbers, read.series, strict=True)
        ),
        problems=tuple(problems[:PROBLEMS_SHOWN]),
        more_problems=max(0, len(problems) - PROBLEMS_SHOWN),
        weak_spots=tuple(found.weak_spots()) if read.series and not breaches else (),
    )
