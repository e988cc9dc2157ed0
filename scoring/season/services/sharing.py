"""With whom the work on a season is shared: further clubs with events and members of their own, and helpers."""

from datetime import datetime

from django.db import transaction

from scoring.season.models import SeasonClub, SeasonHelper
from scoring.season.selectors.rights import club_keys
from scoring.season.services.leaving import leave
from scoring.season.services.turns import take_turn
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.clubs.models import Club

MOST_CLUBS = 200
MOST_HELPERS = 50


@transaction.atomic
def add_club(*, season_id: int, club_id: int, now: datetime) -> SeasonClub:
    """Let a further club count in a season. Added twice, it counts once.

    :raises Refused: ``no-such-club``, ``club-keeps-season`` if it is the season's own, ``too-many-clubs`` (most).
    """
    season = take_turn(season_id)
    if known := season.clubs.filter(club=club_id).first():
        return known
    if not Club.objects.filter(pk=club_id).exists():
        raise Refused("no-such-club")
    if club_id == season.club_id:
        raise Refused("club-keeps-season")
    if len(club_keys(season)) >= MOST_CLUBS:
        raise Refused("too-many-clubs", most=MOST_CLUBS)
    return SeasonClub.objects.create(season=season, club_id=club_id, added_at=now)


@transaction.atomic
def remove_club(*, season_id: int, club_id: int, by: User, now: datetime) -> None:
    """Let a further club count in a season no longer: its events leave, and its members. Removed twice, it is out once.

    Nobody of that club could take them out any more.
    """
    season = take_turn(season_id)
    if not season.clubs.filter(club=club_id).exists():
        return
    entries = season.entries.filter(tournament__club=club_id).order_by("tournament_id")
    for key in entries.values_list("tournament_id", flat=True):
        leave(season, tournament_id=key, by=by, now=now)
    season.members.filter(person__club=club_id).delete()
    season.clubs.filter(club=club_id).delete()


@transaction.atomic
def add_helper(*, season_id: int, username: str, may: SeasonHelper.May, now: datetime) -> SeasonHelper:
    """Let an account do a part of a season. Named again, it may do what was said last.

    :raises Refused: ``no-such-user``, ``too-many-helpers`` (most).
    """
    season = take_turn(season_id)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise Refused("no-such-user", username=username)
    if season.helpers.exclude(user=user).count() >= MOST_HELPERS:
        raise Refused("too-many-helpers", most=MOST_HELPERS)
    said = {"may": may, "added_at": now}
    return SeasonHelper.objects.update_or_create(season=season, user=user, defaults=said)[0]


@transaction.atomic
def remove_helper(*, season_id: int, helper_id: int) -> None:
    """Let an account do nothing more in a season. Removed twice, it is gone once."""
    take_turn(season_id).helpers.filter(pk=helper_id).delete()
