"""Taking an entrant out again who was entered by mistake; the start number is not given to anybody else (SkWO 4.1)."""

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.people.services.registration import REMOVED, held
from tables.tournaments.models import Tournament


@transaction.atomic
def remove(*, entrant_id: int, by: User, now: datetime) -> Tournament:
    """Remove an entrant on whom nothing depends; whoever plays or is named anywhere can only be withdrawn.

    :raises Refused: ``has-a-seat`` with series and table, ``named-elsewhere``.
    """
    entrant = held(entrant_id)
    if seat := entrant.seats.select_related("series", "table").order_by("series__number").first():
        raise Refused("has-a-seat", number=entrant.number, series=seat.series.number, table=seat.table.number)
    tournament, number = entrant.tournament, entrant.number
    try:
        entrant.delete()
    except ProtectedError:
        raise Refused("named-elsewhere", number=number) from None
    gone = {"entrant": [(number,)]}
    journal.record(REMOVED, tournament=tournament, by=by, at=now, sealing=gone, entrant=number)
    return tournament
