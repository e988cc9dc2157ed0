"""Protests against matches: made until the result is binding, decided once by whoever leads the league."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.mapping import binding_from
from scoring.league.models import MatchTeam, Protest
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused


@transaction.atomic
def protest(*, side_id: int, text: str, entry_key: UUID, now: datetime) -> Protest:
    """Object to a match in the name of a team. The same form sent twice is one protest.

    :raises Refused: ``match-not-begun`` (at), ``binding`` (day) once the result is binding.
    """
    side = MatchTeam.objects.select_related("match__division__level", "match__day").get(pk=side_id)
    take_turn(side.match.division.season_id)
    match = side.match
    if known := match.protests.filter(entry_key=entry_key).first():
        return known
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    if now >= (binding := binding_from(match.day, match.division.level)):
        raise Refused("binding", day=localdate(binding))
    return Protest.objects.create(match=match, team_id=side.team_id, text=text, made_at=now, entry_key=entry_key)


@transaction.atomic
def decide(*, match_id: int, protest_id: int, upheld: bool, decision: str, now: datetime) -> Protest:
    """Decide a protest. What follows from it for the result is another report.

    :raises Refused: ``protest-decided`` if it is decided otherwise already.
    """
    found = Protest.objects.select_related("match__division").get(pk=protest_id, match_id=match_id)
    take_turn(found.match.division.season_id)
    found.refresh_from_db(fields=["decided_at", "upheld", "decision"])
    if found.decided_at is not None:
        if (found.upheld, found.decision) == (upheld, decision):
            return found
        raise Refused("protest-decided")
    found.upheld, found.decision, found.decided_at = upheld, decision, now
    found.save(update_fields=["upheld", "decision", "decided_at"])
    return found
