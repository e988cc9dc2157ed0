"""Storing all results of a tournament anew, where they are not what the entries say (SkWO 5)."""

from datetime import datetime

from django.db import transaction

from scoring.lists.models import SeatResult
from scoring.lists.selectors.counting import RESULT
from scoring.results.selectors.recounting import Recount, recount
from tables.accounts.models import User
from tables.journal import chain as journal
from tables.tournaments.services import turns


@transaction.atomic
def recount_results(*, tournament_id: int, by: User | None, now: datetime) -> Recount:
    """Count everything anew from the entries and store what was different; return what that was.

    Nothing is written where all was right, no line in the journal either.
    """
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    found = recount(tournament)
    if not found.wrong:
        return found
    SeatResult.objects.bulk_create(
        [
            SeatResult(seat_id=seat, game_list_id=game_list, **dict(zip(RESULT, result, strict=True)))
            for seat, (game_list, result) in found.wrong.items()
        ],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=RESULT,
    )
    journal.record("results.recounted", tournament=tournament, by=by, at=now, seats=len(found.wrong))
    return found
