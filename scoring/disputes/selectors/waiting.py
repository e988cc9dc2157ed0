"""What waits for a judge: at the bench, at one table, in one series (ISkO 4.5.10, SkWO 7.3.2)."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.selectors.objections import objections_of
from scoring.lists.models import Call, GameListRow
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament

RINGS = (Call.Kind.JUDGE, Call.Kind.OBJECTION)
"""The calls that are the bell of an objection."""


def bench_version(tournament: Tournament, *, now: datetime) -> str:
    """Return what names the state of the bench: new with every act and with every minute, which its clocks show."""
    acts = JournalEntry.objects.filter(tournament=tournament).order_by("-number")
    state = [acts.values_list("hash", flat=True).first(), now.replace(second=0, microsecond=0)]
    return sha256(repr(state).encode()).hexdigest()[:16]


def raised_about(row: GameListRow) -> QuerySet[Objection]:
    """Return everything that was raised about a list, the latest first, with what a judge decided about it."""
    objections = objections_of(row.table.series.tournament).filter(game_list=row)
    return objections.select_related("ruling", "taken_by", "ended_by").order_by("-number")


def judge_called(calls: Sequence[Call]) -> Objection | None:
    """Return the open objection that brings a judge to a table, first the one they are on their way to.

    Who only disagrees with the list has called the direction; a judge they have called once one has set out.
    """
    rings = {call.pk: call.kind for call in calls if call.kind in RINGS}
    if not rings:
        return None
    behind = list(Objection.objects.filter(call__in=rings).select_related("taken_by").order_by("number"))
    coming = [objection for objection in behind if objection.taken_at]
    objections = [
        objection for objection in behind if objection.call_id and rings[objection.call_id] == Call.Kind.JUDGE
    ]
    return next(iter([*coming, *objections]), None)


def objection_behind(call: Call) -> Objection | None:
    """Return the objection that a call is the bell of; None for every other call."""
    return Objection.objects.filter(call=call).first()


def seat_of(series: Series, number: int) -> Seat | None:
    """Return where the entrant with this start number sits in a series."""
    return Seat.objects.filter(series=series, entrant__number=number).select_related("table", "entrant").first()


def series_to_object_in(tournament: Tournament) -> Series | None:
    """Return the series that an objection is about unless it says otherwise: the last whose seats are published."""
    hidden = (Series.Status.PLANNED, Series.Status.DRAWN)
    return tournament.series.exclude(status__in=hidden).order_by("number").last()


def ruling_on(objection: Objection) -> Ruling | None:
    """Return what a judge decided about an objection."""
    return Ruling.objects.filter(objection=objection).select_related("decided_by").first()
