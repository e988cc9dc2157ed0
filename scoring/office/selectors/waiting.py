"""What waits for somebody in charge, and where: calls and conflicts at the tables, disputes before the judges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.disputes.models import Appeal, Objection, ResultQuery
from scoring.lists.models import Call, Proposal, SecondDealRow
from scoring.lists.selectors import boards
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """How many acts of an event wait for the direction or its judges."""

    calls: int
    """Tables' calls for the direction; one that rings for an objection counts as that."""

    conflicts: int
    """Entries that wait for somebody to accept them, and lists whose second copy says otherwise."""

    objections: int
    appeals: int
    queries: int

    @property
    def in_hall(self) -> int:
        """How many wait at the tables."""
        return self.calls + self.conflicts

    @property
    def in_dispute(self) -> int:
        """How many wait before the judges and the direction."""
        return self.objections + self.appeals + self.queries

    @property
    def version(self) -> str:
        """What names this state."""
        return f"{self.calls}-{self.conflicts}-{self.objections}-{self.appeals}-{self.queries}"


def series_with_waiting(tournament: Tournament) -> QuerySet[Series]:
    """Return the series of an event, each with what waits in it and, the same in each, what waits before the judges."""
    of_series = {"game_list__table__series": OuterRef("pk"), "settled_at": None}
    of_event = {"tournament": OuterRef("tournament")}
    second = SecondDealRow.objects.filter(
        game_list__table__series=OuterRef("pk"), game_list__signed_at=None, voided_at=None
    )
    rings = Q(objection__outcome=Objection.Outcome.OPEN)
    return tournament.series.annotate(
        open_calls=_count(Call.objects.filter(~rings, **of_series), by="game_list__table__series"),
        open_proposals=_count(Proposal.objects.filter(**of_series), by="game_list__table__series"),
        has_second=Exists(second),
        open_objections=_count(Objection.objects.filter(outcome=Objection.Outcome.OPEN, **of_event), by="tournament"),
        open_appeals=_count(Appeal.objects.filter(verdict="", **of_event), by="tournament"),
        open_queries=_count(ResultQuery.objects.filter(verdict="", **of_event), by="tournament"),
    )


def waiting_in(planned: Sequence[Any]) -> Waiting:
    """Return what waits in series as ``series_with_waiting`` gave them; asks more only where second lists are kept."""
    first = planned[0] if planned else None
    differing = sum(len(boards.differences(series)) for series in planned if series.has_second)
    return Waiting(
        calls=sum(series.open_calls for series in planned),
        conflicts=sum(series.open_proposals for series in planned) + differing,
        objections=first.open_objections if first else 0,
        appeals=first.open_appeals if first else 0,
        queries=first.open_queries if first else 0,
    )


def waiting(tournament: Tournament) -> Waiting:
    """Return what waits in an event."""
    return waiting_in(list(series_with_waiting(tournament)))


def _count(rows: QuerySet[Any], *, by: str) -> Coalesce:
    counted = rows.order_by().values(by).annotate(waiting=Count("pk")).values("waiting")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
