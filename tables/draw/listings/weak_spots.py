"""After a draw: what the seats fall short of, and what a swap would change (SkWO 7.1)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeAlias

from tables import seating
from tables.acts.services.refusals import Refused
from tables.draw.wording import plans
from tables.draw.wording import seats as draw_seats
from tables.people.models import Entrant
from tables.people.wording import entrants as people_entrants
from tables.tournaments.models import Tournament

Plan: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""Series by series who sits with whom, as start numbers from seat 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """What it would mean to let two change seats, in words."""

    numbers: tuple[int, int]
    names: tuple[str, str]
    comes: tuple[str, ...]
    """Weak spots there would be and are not now."""

    goes: tuple[str, ...]
    """Weak spots there are and would not be any more."""

    concerned: tuple[str, ...]
    """What changes for whom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats of all series of one draw or plan, with all that their weak spots depend on."""

    numbers: Sequence[int]
    """The series, each with its tables in ``plan``."""

    plan: Plan
    history: Plan
    entrants: Mapping[int, Entrant]
    seated: Sequence[seating.Entrant] = field(repr=False)
    teams_apart: bool

    def who(self, number: int) -> str:
        """Return the name of an entrant with the start number."""
        return people_entrants.who(number, self.entrants[number].name if number in self.entrants else "")

    def weak_spots(self) -> list[str]:
        """Return what the seats fall short of, worst first."""
        report = seating.report_of(self.seated, series=self.plan, history=self.history)
        return [*draw_seats.bounds(report), *self._said(report, self.plan), *self._not_at_fixed_tables(self.plan)]

    def swap(self, series: int, first: int, second: int) -> Swap:
        """Return what changes when two change seats in a series.

        :raises Refused: ``nothing-to-swap``, ``not-seated``.
        """
        at = list(self.numbers).index(series)
        if first == second:
            raise Refused("nothing-to-swap")
        seated = {number for table in self.plan[at] for number in table}
        if missing := sorted({first, second} - seated):
            raise Refused("not-seated", numbers=missing, series=series)
        effect = seating.effect_of_swap(
            self.seated, series=self.plan, number=at + 1, first=first, second=second, history=self.history
        )
        fixed_before, fixed_after = map(self._not_at_fixed_tables, (self.plan, effect.series))
        return Swap(
            numbers=(first, second),
            names=(self.who(first), self.who(second)),
            comes=(
                *self._said(_without(effect.after, effect.before), effect.series),
                *(said for said in fixed_after if said not in fixed_before),
            ),
            goes=(
                *self._said(_without(effect.before, effect.after), self.plan),
                *(said for said in fixed_before if said not in fixed_after),
            ),
            concerned=tuple(plans.disturbances_said(effect.disturbed, self.who)),
        )

    def _said(self, report: seating.Report, plan: Plan) -> list[str]:
        meetings: dict[tuple[int, int], list[int]] = defaultdict(list)
        if len(plan) > 1:
            for number, tables in zip(self.numbers, plan, strict=True):
                for table in tables:
                    for pair in combinations(sorted(table), 2):
                        meetings[pair].append(number)
        return draw_seats.weak_spots(
            report, self.who, team=self._team, where=lambda first, second: meetings.get((first, second), [])
        )

    def _team(self, number: int) -> str:
        return self.entrants[number].team if self.teams_apart and number in self.entrants else ""

    def _not_at_fixed_tables(self, plan: Plan) -> list[str]:
        return [
            draw_seats.not_at_fixed_table(self.who(number), series=series, table=wanted)
            for series, tables in zip(self.numbers, plan, strict=True)
            for at, company in enumerate(tables, start=1)
            for number in company
            if number in self.entrants and (wanted := self.entrants[number].fixed_table) and wanted != at
        ]


def seats(
    tournament: Tournament,
    numbers: Sequence[int],
    *,
    plan: Plan,
    history: Plan,
    entrants: Iterable[Entrant],
    seated: Iterable[seating.Entrant],
    by_standing: bool = False,
) -> Seats:
    """Return the seats of series of one draw; clubs count only where the draw was to keep them apart."""
    clubs = tournament.clubs_apart and not by_standing
    here = {number for tables in plan for table in tables for number in table}
    return Seats(
        numbers=numbers,
        plan=plan,
        history=history,
        entrants={entrant.number: entrant for entrant in entrants},
        seated=[entrant if clubs else replace(entrant, club=None) for entrant in seated if entrant.number in here],
        teams_apart=tournament.teams == Tournament.Teams.APART,
    )


def _without(report: seating.Report, other: seating.Report) -> seating.Report:
    """Return what falls short in one report and not in the other."""
    return replace(
        report,
        apart_pairs=tuple(meeting for meeting in report.apart_pairs if meeting not in other.apart_pairs),
        repeats=tuple(meeting for meeting in report.repeats if meeting not in other.repeats),
        club_pairs=tuple(meeting for meeting in report.club_pairs if meeting not in other.club_pairs),
        twice_at_three=tuple(one for one in report.twice_at_three if one not in other.twice_at_three),
    )
