"""The strength figure of a season: turned on and off, agreed to and taken back."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from scoring.season.models import Season, StrengthConsent
from scoring.season.selectors.seasons import member_keys
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused
from tables.clubs.services.people_locks import people_held


@transaction.atomic
def turn_strength(*, season_id: int, start: int | None) -> Season:
    """Let a season have strength figures that begin with so many points, or none at all. Who agreed stays noted."""
    season = take_turn(season_id)
    season.strength_start = start
    season.save(update_fields=["strength_start"])
    return season


@transaction.atomic
def note_consents(*, season_id: int, people: Collection[int], now: datetime) -> Season:
    """Note who wants a figure: those named and nobody else. Whoever took it back has none from now on.

    :raises Refused: ``no-such-person``.
    """
    season = take_turn(season_id)
    wanted = set(people)
    members = member_keys(season)
    found = [one for one in people_held(sorted(wanted)) if one.club_id == season.club_id or one.pk in members]
    if len(found) < len(wanted):
        raise Refused("no-such-person")
    season.consents.exclude(person__in=wanted).delete()
    known = set(season.consents.values_list("person_id", flat=True))
    StrengthConsent.objects.bulk_create(
        StrengthConsent(season=season, person=one, given_at=now) for one in found if one.pk not in known
    )
    return season
