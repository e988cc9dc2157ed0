"""How long names are kept where an event counts in a season: six months from the end of that (SkWO 7.4.4)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.season.models import Season, SeasonMember
from tables.accounts.models import User
from tables.clubs.services.clubs import held
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.retention import keep_until, kept_after
from tables.tournaments.services import turns


def keep_names(season: Season, *, tournament_id: int, by: User, now: datetime) -> Tournament:
    """Let the names of an event be kept as long as a season needs them; return the event, held from now on."""
    tournament = turns.take_turn(tournament_id)
    until = kept_after(season.ends_on)
    if keep_until(tournament) < until:
        tournament.kept_until = until
        tournament.save(update_fields=["kept_until"])
        journal.record(
            "season.kept", tournament=tournament, by=by, at=now, season=season.slug, kept_until=until.isoformat()
        )
    return tournament


@transaction.atomic
def forget_season(*, season_id: int, now: datetime) -> Season:
    """Take members and helpers out of a season whose time is over; what was released stays, by numbers alone.

    Names stand in the club's book and in the events, which are forgotten by themselves.
    """
    held(Season.objects.values_list("club_id", flat=True).get(pk=season_id))
    season = Season.objects.get(pk=season_id)
    if season.forgotten_at is None:
        SeasonMember.objects.filter(season=season).delete()
        season.helpers.all().delete()
        season.consents.all().delete()
        season.forgotten_at = now
        season.save(update_fields=["forgotten_at"])
    return season


def forget_seasons_due(*, now: datetime) -> list[Season]:
    """Forget every season that ended more than six months ago; return those."""
    today = timezone.localdate(now)
    due = [
        one for one in Season.objects.filter(forgotten_at=None, ends_on__lt=today) if kept_after(one.ends_on) < today
    ]
    return [forget_season(season_id=one.pk, now=now) for one in due]
