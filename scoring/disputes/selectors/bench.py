"""The bench of judges: what waits for them, who they are, what was done before (SkWO 4.5, 7.3.2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring.disputes.models import Appeal, Objection, Ruling, TribunalMember
from scoring.disputes.selectors.appeals import appeals_of, closes_for
from scoring.disputes.selectors.queries import open_objections
from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import where_readable
from scoring.rules.deadlines import may_appeal
from tables.accounts.models import User
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.journal.selectors import (
    lines_of_numbered,
    lines_of_table,
)
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament


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


def known_name(user: User | None, tournament: Tournament) -> str:
    """Return the name of somebody who holds an office at an event.

    It is that of the account; else the one in the tribunal or, of an official who plays, in the list of entrants. The
    user name is the last resort. Nobody has no name.
    """
    if user is None:
        return ""
    if name := user.get_full_name():
        return name
    member = TribunalMember.objects.filter(tournament=tournament, user=user).order_by("-number").first()
    if member and member.name != user.get_username():
        return member.name
    plays = Role.objects.filter(tournament=tournament, user=user).exclude(plays_as__name="").exclude(plays_as=None)
    role = plays.select_related("plays_as").first()
    return role.plays_as.name if role and role.plays_as else user.get_username()


def judges_of(tournament: Tournament) -> list[str]:
    """Return the names of those named as judges of an event."""
    named = User.objects.filter(roles__tournament=tournament, roles__kind=Role.Kind.JUDGE)
    return [user.get_full_name() or user.get_username() for user in named.order_by("pk")]


CORRECTING = ("list.deal-corrected", "list.frozen-anew")
"""What a decision does to a list, before its own line."""


TO_A_LIST = ("list.", "second.")


@where_readable
def history_of_appeal(appeal: Appeal) -> list[JournalEntry]:
    """Return how an appeal was filed and decided, and what its decision did to the list."""
    own = list(lines_of_numbered(appeal.tournament, "appeal", appeal.number))
    if appeal.game_list is None or not appeal.decided_at or not own:
        return own
    # What an act does to a list stands before its own line, by the same hand and at the same moment.
    at_table = lines_of_table(
        appeal.tournament, series=appeal.series.number, table=appeal.game_list.table.number
    ).filter(action__in=CORRECTING, at=appeal.decided_at, by=appeal.decided_by)
    done = [line for line in at_table if own[0].number < line.number < own[-1].number]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)


@where_readable
def history_of_objection(objection: Objection) -> list[JournalEntry]:
    """Return how an objection was raised, taken on and ended, and what its decision did to the list."""
    own = list(lines_of_numbered(objection.tournament, "objection", objection.number))
    return with_consequences(own, objection.game_list)


@where_readable
def history_of_ruling(ruling: Ruling) -> list[JournalEntry]:
    """Return what a decision did to the list, its own line, and the appeals filed against it."""
    own = list(lines_of_numbered(ruling.tournament, "ruling", ruling.number))
    return with_consequences(own, ruling.game_list)


def with_consequences(own: list[JournalEntry], row: GameListRow | None) -> list[JournalEntry]:
    """Return lines with what the decision among them did to the list, in order.

    What an act does to a list stands right before its own line, by the same hand and at the same moment.
    """
    made = next((line for line in own if line.action == "ruling.made" and line.by_id is not None), None)
    if made is None or row is None or not made.data.get("corrected"):
        return own
    series = row.table.series
    at_table = lines_of_table(series.tournament, series=series.number, table=row.table.number).filter(
        at=made.at, by=made.by_id, number__lt=made.number
    )
    done = [line for line in at_table if line.action.startswith(TO_A_LIST)]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)
