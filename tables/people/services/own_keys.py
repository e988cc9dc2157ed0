"""The key on a start card: lost or seen by others, it is renewed, and the old one opens nothing any more."""

from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare

from tables.accounts.models import User, new_key
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.services import turns


@transaction.atomic
def renew_own_key(*, entrant_id: int, seen: str, by: User, now: datetime) -> Entrant:
    """Give an entrant a new key; whoever holds the old one is out. The key itself stands in no journal.

    ``seen`` is the mark of the key that the form was made for: sent twice, or by two at once, it is renewed once.
    """
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = turns.take_turn(tournament_id)
    entrant = Entrant.objects.get(pk=entrant_id)
    entrant.tournament = tournament
    if not constant_time_compare(seen, entrant.key_mark):
        return entrant
    entrant.key = new_key()
    entrant.save(update_fields=["key"])
    journal.record("entrant.key-renewed", tournament=tournament, by=by, at=now, entrant=entrant.number)
    return entrant
