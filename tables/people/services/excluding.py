"""Letting the hall know who is excluded: nobody draws them a seat any more (SkWO 4.3, 7.1.2, 9.4)."""

from collections.abc import Collection
from datetime import datetime

from tables.tournaments.models import Tournament


def exclude(tournament: Tournament, entrants: Collection[int], *, now: datetime) -> None:
    """Exclude entrants, in the caller's transaction and turn; who is excluded already stays so since then."""
    tournament.entrants.filter(pk__in=entrants, excluded_at=None).update(excluded_at=now, present=False)


def readmit(tournament: Tournament, entrants: Collection[int]) -> None:
    """Let entrants take part again, in the caller's transaction and turn; they are absent until marked present."""
    tournament.entrants.filter(pk__in=entrants).update(excluded_at=None)
