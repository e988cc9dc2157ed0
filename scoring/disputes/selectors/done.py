"""What was settled last of everything that is disputed, whatever it is called: the second half of the inbox."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery, Ruling
from tables.tournaments.models import Tournament

LATEST: Final = 8
"""So many are shown; everything stands under decisions, appeals, queries and measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One thing that is settled."""

    dispute: Objection | Ruling | Appeal | ResultQuery | Measure
    kind: str
    """What it is: "objection", "decision", "appeal", "query" or "measure"; also the name of its page."""

    at: datetime
    text: str
    """What was decided or why, in somebody's own words; empty where nothing was said."""

    @property
    def number(self) -> int:
        """Its number."""
        return self.dispute.number


def latest_done(tournament: Tournament) -> list[Done]:
    """Return what was settled last, the latest first, in five queries."""
    return sorted(_done(tournament), key=lambda done: (done.at, done.kind, done.number), reverse=True)[:LATEST]


def _done(tournament: Tournament) -> Iterator[Done]:
    # What a judge ruled stands there as the decision.
    settled = tournament.objections.exclude(outcome__in=(Objection.Outcome.OPEN, Objection.Outcome.RULED))
    kinds: tuple[tuple[str, QuerySet[Any], str, str], ...] = (
        ("objection", settled, "ended_at", "text"),
        ("decision", tournament.rulings.filter(stage=Ruling.Stage.JUDGE), "decided_at", "sentence"),
        ("appeal", tournament.appeals.exclude(verdict=""), "decided_at", "reasons"),
        ("query", tournament.queries.exclude(verdict=""), "answered_at", "reasons"),
        ("measure", tournament.measures.all(), "ordered_at", "reason"),
    )
    for kind, rows, moment, text in kinds:
        for row in rows.order_by(f"-{moment}")[:LATEST]:
            yield Done(dispute=row, kind=kind, at=getattr(row, moment), text=getattr(row, text))
