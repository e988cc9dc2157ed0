"""Who is in no ranking: whoever fills in (SkWO 7.1.5), and whoever the direction excluded."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services.naming import held
from tables.people.services.registration import FILLS_IN
from tables.tournaments.models import Series, Tournament


@transaction.atomic
def fill_in(*, entrant_id: int, fills_in: bool, by: User, now: datetime) -> Entrant:
    """Let an entrant fill in so that no table is short, or take that back. Done twice, it counts once.

    Whoever fills in plays and signs as everybody (SkWO 7.1.5), but is in no ranking, pays nothing and takes no place.

    :raises Refused: ``waiting``, ``withdrawn``, ``excluded``; ``ranked-already`` (number, series) once a series in
        which they have a seat is closed.
    """
    entrant = held(entrant_id)
    if entrant.fills_in == fills_in:
        return entrant
    for field, code in selectors.OUT.items():
        if getattr(entrant, field):
            raise Refused(code, number=entrant.number)
    closed = entrant.seats.filter(series__status=Series.Status.CLOSED).order_by("series__number")
    if seat := closed.select_related("series").first():
        raise Refused("ranked-already", number=entrant.number, series=seat.series.number)
    entrant.fills_in = fills_in
    entrant.save(update_fields=["fills_in"])
    values = {"entrant": entrant.number, "fills_in": fills_in}
    journal.record(FILLS_IN, tournament=entrant.tournament, by=by, at=now, **values)
    return entrant


def exclude(tournament: Tournament, entrants: Collection[int], *, now: datetime) -> None:
    """Exclude entrants, in the caller's transaction and turn; who is excluded already stays so since then."""
    tournament.entrants.filter(pk__in=entrants, excluded_at=None).update(excluded_at=now, present=False)


def readmit(tournament: Tournament, entrants: Collection[int]) -> None:
    """Let entrants take part again, in the caller's transaction and turn; they are absent until marked present."""
    tournament.entrants.filter(pk__in=entrants).update(excluded_at=None)
