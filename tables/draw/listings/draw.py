"""A draw as it is looked at: what stands in its way, the seats, and its weak spots (SkWO 7.1)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeAlias

from django.utils.translation import gettext

from tables import seating
from tables.acts.services import Refused
from tables.draw import wording
from tables.draw.models import Seat, Table
from tables.people import wording as people_entrants
from tables.people.listings import matching_in_public
from tables.people.models import Entrant
from tables.people.selectors import Namesakes
from tables.tournaments.models import Series, Tournament


def hints(entrants: Iterable[Entrant], namesakes: Sequence[Namesakes]) -> list[str]:
    """Return what a director may want to look at before the draw, though nothing forbids it."""
    everybody = [entrant for entrant in entrants if not entrant.withdrawn_at]
    takes_money = any(entrant.paid or entrant.tournament.entry_fee for entrant in everybody)
    excluded = sum(entrant.excluded_at is not None for entrant in everybody)
    absent = sum(not entrant.present and entrant.excluded_at is None for entrant in everybody)
    unpaid = sum(takes_money and not entrant.paid and not entrant.unranked_as for entrant in everybody)
    twice = sum(not group.are_told_apart for group in namesakes)
    nameless = sum(entrant.present and not entrant.name for entrant in everybody)
    counted = {
        gettext("Absent"): absent,
        gettext("Not paid"): unpaid,
        gettext("Excluded"): excluded,
        gettext("Perhaps twice"): twice,
        gettext("Without name"): nameless,
    }
    return [f"{label}: {count}" for label, count in counted.items() if count]


def drawable_after(series: Series, everything: Iterable[Series]) -> int:
    """Return how many series after a planned one can be drawn by lot together with it."""
    if series.status != Series.Status.PLANNED or series.seating == Series.Seating.BY_STANDING:
        return 0
    count = 0
    for each_series in everything:
        if each_series.number <= series.number:
            continue
        if each_series.status != Series.Status.PLANNED or each_series.seating != Series.Seating.DRAWN:
            break
        count += 1
    return count


Seating = Sequence[tuple[Table, Sequence[Seat]]]

MOST_FOUND = 12
"""More would be no answer to "where do I sit"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Whom a search in the seats found."""

    seats: tuple[tuple[Table, Seat], ...]
    more: int
    """How many fit beyond those shown."""

    marked: frozenset[int]
    """The start numbers of all that fit."""


def find_seats(plan: Seating, search: str) -> Found:
    """Return the seats of those whose start number, or what the public sees of name and club, fits what was typed."""
    if not search.strip():
        return Found(seats=(), more=0, marked=frozenset())
    at = {seat.entrant.number: (table, seat) for table, seats in plan for seat in seats}
    entrants = matching_in_public([seat.entrant for _table, seat in at.values()], search)
    # Who types a number means the start number, even if a name has the number in it.
    exact = [entrant for entrant in entrants if str(entrant.number) == search.strip()]
    chosen = exact or entrants
    return Found(
        seats=tuple(at[entrant.number] for entrant in chosen[:MOST_FOUND]),
        more=max(0, len(chosen) - MOST_FOUND),
        marked=frozenset(entrant.number for entrant in chosen),
    )


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
        return [*wording.bounds(report), *self._said(report, self.plan), *self._not_at_fixed_tables(self.plan)]

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
                *(text for text in fixed_after if text not in fixed_before),
            ),
            goes=(
                *self._said(_without(effect.before, effect.after), self.plan),
                *(text for text in fixed_before if text not in fixed_after),
            ),
            concerned=tuple(wording.disturbances_said(effect.disturbed, self.who)),
        )

    def _said(self, report: seating.Report, plan: Plan) -> list[str]:
        meetings: dict[tuple[int, int], list[int]] = defaultdict(list)
        if len(plan) > 1:
            for number, tables in zip(self.numbers, plan, strict=True):
                for table in tables:
                    for pair in combinations(sorted(table), 2):
                        meetings[pair].append(number)
        return wording.weak_spots(
            report, self.who, team=self._team, where=lambda first, second: meetings.get((first, second), [])
        )

    def _team(self, number: int) -> str:
        return self.entrants[number].team if self.teams_apart and number in self.entrants else ""

    def _not_at_fixed_tables(self, plan: Plan) -> list[str]:
        return [
            wording.not_at_fixed_table(self.who(number), series=series, table=wanted)
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
        twice_at_three=tuple(number for number in report.twice_at_three if number not in other.twice_at_three),
    )
