"""How an event stops counting in a season: it is taken out of it, or the season is deleted."""

from datetime import datetime

from scoring.season.models import Season
from tables.accounts.models import User
from tables.journal import chain as journal
from tables.tournaments.services import turns


def leave(season: Season, *, tournament_id: int, by: User, now: datetime) -> None:
    """Take an event out of a season whose turn was taken; its journal tells, unless its names were taken out."""
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    season.entries.filter(tournament=tournament).delete()
    if tournament.forgotten_at is None:
        journal.record("season.left", tournament=tournament, by=by, at=now, season=season.slug)
