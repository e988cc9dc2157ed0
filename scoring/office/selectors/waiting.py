"""What waits for somebody in charge, and who came into the hall last."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from scoring.disputes.models import Appeal, Objection, ResultQuery
from scoring.lists.models import Call, Proposal, SecondDealRow
from scoring.lists.selectors import boards
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.prepared import Prepared
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many acts of an event wait for the direction or its judges."""

    calls: int  # tables' calls for the direction; one that rings for an objection counts as that
    conflicts: int  # entries that wait for somebody to accept them, and lists whose second copy says otherwise
    objections: int
    appeals: int
    queries: int
    unseated: int = 0  # how many are in the hall without a seat in the series that is published or at play
    unseated_in: int = 0  # the number of that series; 0 where nobody is without one
    present: int = 0  # how many are in the hall: by that a page sees that somebody came in

    @property
    def in_hall(self) -> int:
        """How many wait at the tables, and for a seat at one."""
        return self.calls + self.conflicts + self.unseated

    @property
    def in_dispute(self) -> int:
        """How many wait before the judges and the direction."""
        return self.objections + self.appeals + self.queries

    @property
    def version(self) -> str:
        """What names this state."""
        disputes = f"{self.objections}-{self.appeals}-{self.queries}"
        return f"{self.calls}-{self.conflicts}-{disputes}-{self.unseated}-{self.present}"


SEATED: Final = (Series.Status.PUBLISHED, Series.Status.RUNNING)  # then whoever is in the hall needs a seat


def _with_waiting(planned: QuerySet[Series]) -> QuerySet[Series]:
    of_series = {"game_list__table__series": OuterRef("pk"), "settled_at": None}
    of_event = {"tournament": OuterRef("tournament")}
    second = SecondDealRow.objects.filter(
        game_list__table__series=OuterRef("pk"), game_list__signed_at=None, voided_at=None
    )
    sits = Seat.objects.filter(entrant=OuterRef("pk"), series=OuterRef(OuterRef("pk")))
    unseated = Entrant.objects.filter(~Exists(sits), present=True, **of_event)
    rings = Q(objection__outcome=Objection.Outcome.OPEN)
    return planned.annotate(
        open_calls=_count(Call.objects.filter(~rings, **of_series), by="game_list__table__series"),
        open_proposals=_count(Proposal.objects.filter(**of_series), by="game_list__table__series"),
        has_second=Exists(second),
        open_objections=_count(Objection.objects.filter(outcome=Objection.Outcome.OPEN, **of_event), by="tournament"),
        open_appeals=_count(Appeal.objects.filter(verdict="", **of_event), by="tournament"),
        open_queries=_count(ResultQuery.objects.filter(verdict="", **of_event), by="tournament"),
        in_hall=_count(Entrant.objects.filter(present=True, **of_event), by="tournament"),
        unseated=Case(When(status__in=SEATED, then=_count(unseated, by="tournament")), default=0),
    )


# The head of every page of the office asks for it.
WITH_WAITING: Final = Prepared(lambda tournament: _with_waiting(Series.objects.filter(tournament=tournament)))


def series_with_waiting(tournament: Tournament) -> list[Any]:
    """Return the series of an event, each with what waits in it and, the same in each, what waits before the judges."""
    return WITH_WAITING(tournament.pk, belonging_to={"tournament": tournament})


def waiting_in(planned: Sequence[Any]) -> Waiting:
    """Return what waits in series as ``series_with_waiting`` gave them; asks more only where second lists are kept."""
    first = planned[0] if planned else None
    seatless = next((series for series in planned if series.unseated), None)
    differing = sum(len(boards.differences(series)) for series in planned if series.has_second)
    return Waiting(
        calls=sum(series.open_calls for series in planned),
        conflicts=sum(series.open_proposals for series in planned) + differing,
        objections=first.open_objections if first else 0,
        appeals=first.open_appeals if first else 0,
        queries=first.open_queries if first else 0,
        unseated=seatless.unseated if seatless else 0,
        unseated_in=seatless.number if seatless else 0,
        present=first.in_hall if first else 0,
    )


def waiting(tournament: Tournament) -> Waiting:
    """Return what waits in an event."""
    return waiting_in(series_with_waiting(tournament))


def _count(rows: QuerySet[Any], *, by: str) -> Coalesce:
    counted = rows.order_by().values(by).annotate(waiting=Count("pk")).values("waiting")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


LOOKED_AT: Final = 20  # so many of the last marks are looked through for somebody who came in


def came_in_last(tournament: Tournament) -> tuple[Entrant, datetime] | None:
    """Return who was the last to be marked as present alone and still is, and when; None if nobody was."""
    marked = tournament.journal.filter(action="entrants.marked").order_by("-number")
    lines = marked.values_list("data__entrants", "data__marks__present", "at", "number")[:LOOKED_AT]
    alone = [(line, numbers[0], at) for numbers, is_present, at, line in lines if is_present and len(numbers) == 1]
    came = {number: (line, at) for line, number, at in reversed(alone)}
    entrants = tournament.entrants.filter(number__in=came, present=True)
    last = max(entrants, key=lambda entrant: came[entrant.number], default=None)
    return (last, came[last.number][1]) if last else None
