"""Saying that an event is played at several venues."""

from datetime import datetime

from django.db import transaction

from tables.accounts.models import User
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


@transaction.atomic
def spread(*, tournament_id: int, is_spread: bool, by: User, now: datetime) -> Tournament:
    """Let each venue of an event play on by itself, series after series, or no longer. Said twice, it is said once."""
    tournament = turns.take_turn(tournament_id)
    if tournament.is_spread != is_spread:
        tournament.is_spread = is_spread
        tournament.save(update_fields=["is_spread"])
        journal.record("venues.set", tournament=tournament, by=by, at=now, is_spread=is_spread)
    return tournament
