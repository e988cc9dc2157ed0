"""The bench of judges: what waits for them (SkWO 4.5, 7.3.2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring.disputes.models import Appeal, Objection
from scoring.disputes.selectors.appeals import appeals_of, closes_for
from scoring.disputes.selectors.objections import open_objections
from scoring.rules.deadlines import may_appeal
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenObjection:
    """An objection that waits for a judge, with its clock."""

    objection: Objection
    seats: tuple[Seat, ...]
    """Who sits at its table; empty where it is about no table."""

    since: datetime
    """When it was raised; after a judge has set out, when they did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAppeal:
    """An appeal that waits for the tribunal."""

    appeal: Appeal
    closes: datetime | None
    """Until when others may appeal against the same; None while that is not fixed."""

    is_closing: bool
    """Whether that moment is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Everything that waits for the judges of an event."""

    objections: tuple[OpenObjection, ...]
    """Those nobody has taken on first, the oldest first."""

    appeals: tuple[OpenAppeal, ...]


def bench(tournament: Tournament, *, now: datetime) -> Bench:
    """Return what waits for the judges; the number of queries does not grow with the tables."""
    objections = list(open_objections(tournament))
    tables = [objection.game_list.table_id for objection in objections if objection.game_list]
    seats = list(Seat.objects.filter(table__in=tables).select_related("entrant").order_by("place"))
    return Bench(
        objections=tuple(
            OpenObjection(
                objection=objection,
                seats=tuple(
                    seat for seat in seats if objection.game_list and seat.table_id == objection.game_list.table_id
                ),
                since=objection.taken_at or objection.raised_at,
            )
            for objection in sorted(
                objections, key=lambda objection: (objection.taken_at is not None, objection.number)
            )
        ),
        appeals=tuple(_open_appeals(tournament, now=now)),
    )


def _open_appeals(tournament: Tournament, *, now: datetime) -> Iterable[OpenAppeal]:
    series = list(tournament.series.order_by("number"))
    for appeal in appeals_of(tournament).filter(verdict=""):
        closes = closes_for(appeal.series, tournament=tournament, series=series, ruling=appeal.ruling)
        is_closing = closes is None or may_appeal(now, closes=closes)
        yield OpenAppeal(appeal=appeal, closes=closes, is_closing=is_closing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked:
    """An objection or an appeal in a list in which one ticks, with the table it is about."""

    dispute: Objection | Appeal
    table: int | None
    is_ticked: bool


def of_tables(found: Iterable[Objection | Appeal], table: int | None, numbers: Iterable[str] = ()) -> list[Ticked]:
    """Return disputes for a list in which one ticks: those sent by ``numbers`` are, and those about a ``table``."""
    sent = set(numbers)
    made = []
    for one in found:
        at = one.game_list.table.number if one.game_list else None
        is_ticked = str(one.number) in sent or (table is not None and at == table)
        made.append(Ticked(dispute=one, table=at, is_ticked=is_ticked))
    return made


def players_at(table_id: int) -> list[Entrant]:
    """Return the entrants at a table, by their seats."""
    return list(Entrant.objects.filter(seats__table=table_id).order_by("seats__place"))
