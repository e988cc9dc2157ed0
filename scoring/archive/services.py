"""The journal knows every archive that was made (SkWO 7.4.4)."""

from datetime import datetime

from django.db import transaction

from tables.accounts.models import User
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.services import turns

MADE = "archive.made"


@transaction.atomic
def note_archive(*, tournament_id: int, sha256: str, by: User | None, now: datetime) -> JournalEntry:
    """Note the hash of an archive, so that it can be told from any other later."""
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    return journal.record(MADE, tournament=tournament, by=by, at=now, sha256=sha256)
