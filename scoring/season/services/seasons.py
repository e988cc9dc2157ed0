"""Seasons of a club: made, changed, deleted. Journals tell only what that does to events."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.text import slugify

from scoring.season.models import Season, SeasonClub, SeasonMember, SeasonRelease
from scoring.season.services.keeping import keep_names
from scoring.season.services.leaving import leave
from scoring.season.services.turns import take_turn
from tables.accounts.models import User, new_key
from tables.acts.services.alone import alone_with
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen, values_of
from tables.clubs.services.clubs import held
from tables.tournaments.models import Shown
from tables.tournaments.services.tournaments import WITHOUT_UMLAUTS

NAMES = "names of seasons"
"""What nobody else may change while it is looked whether a name is free."""

MOST_SEASONS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDetails:
    """What a season is. Names are those of the model's fields."""

    name: str
    starts_on: date
    ends_on: date
    visibility: Season.Visibility = Season.Visibility.PUBLIC
    names_shown: Shown = Shown.FULL


@transaction.atomic
def begin_season(
    *, club_id: int, details: SeasonDetails, entry_key: UUID, now: datetime, like: Season | None = None
) -> Season:
    """Begin a season of a club. The same form sent twice begins it once.

    It takes the further clubs, the members and the ways of counting of the season that it is ``like``; what was
    released stays there.

    :raises Refused: ``season-exists`` (name), ``season-ends-first``, ``too-many-seasons`` (most).
    """
    alone_with(NAMES)
    club = held(club_id)
    if known := Season.objects.filter(entry_key=entry_key, club=club).first():
        return known
    _checked(club.pk, details)
    if club.seasons.count() >= MOST_SEASONS:
        raise Refused("too-many-seasons", most=MOST_SEASONS)
    made = Season.objects.create(
        club=club, slug=_free_slug(details.name), entry_key=entry_key, created_at=now, **asdict(details)
    )
    if like:
        _take_over(made, like, now=now)
    return made


@transaction.atomic
def change_season(
    *, season_id: int, details: SeasonDetails, by: User, now: datetime, seen: Seen | None = None
) -> Season:
    """Change what a season is; its address stays. If it ends later, the names of its events are kept longer.

    :raises Refused: as ``begin_season``; ``event-outside-season`` (event, starts, ends) if an event would be outside.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    alone_with(NAMES)
    season = take_turn(season_id)
    must_be_as_seen(seen, now=as_described(season), wanted=asdict(details))
    _checked(season.club_id, details, besides=season)
    for name, value in asdict(details).items():
        setattr(season, name, value)
    for entry in season.entries.select_related("tournament").order_by("tournament_id"):
        must_be_within(season, entry.tournament)
    season.save(update_fields=list(asdict(details)))
    for key in season.entries.order_by("tournament_id").values_list("tournament_id", flat=True):
        keep_names(season, tournament_id=key, by=by, now=now)
    return season


@transaction.atomic
def delete_season(*, season_id: int, by: User, now: datetime) -> str:
    """Delete a season with its competitions; its events stay, and leave it first. Return what it was called.

    :raises Refused: ``season-released`` where a table was released, ``season-has-fixtures`` where a league has some.
    """
    season = take_turn(season_id)
    if SeasonRelease.objects.filter(competition__season=season).exists():
        raise Refused("season-released")
    for key in season.entries.order_by("tournament_id").values_list("tournament_id", flat=True):
        leave(season, tournament_id=key, by=by, now=now)
    try:
        season.delete()
    except ProtectedError as error:
        raise Refused("season-has-fixtures") from error
    return season.name


@transaction.atomic
def renew_key(*, season_id: int) -> Season:
    """Give the members of a season a new key; the old one opens nothing any more."""
    season = take_turn(season_id)
    season.key = new_key()
    season.save(update_fields=["key"])
    return season


def as_described(season: Season) -> dict[str, Any]:
    """Return everything that a season is."""
    return values_of(season, SeasonDetails)


def must_be_within(season: Season, tournament: Any) -> None:
    """Refuse an event outside the days of a season.

    :raises Refused: ``event-outside-season``.
    """
    if not season.starts_on <= tournament.starts_on <= season.ends_on:
        raise Refused("event-outside-season", event=tournament.name, starts=season.starts_on, ends=season.ends_on)


def _take_over(made: Season, like: Season, *, now: datetime) -> None:
    """Let a new season count as another one does, and have its clubs and members."""
    SeasonClub.objects.bulk_create(
        SeasonClub(season=made, club_id=club, added_at=now) for club in like.clubs.values_list("club_id", flat=True)
    )
    SeasonMember.objects.bulk_create(
        SeasonMember(season=made, person_id=person, added_at=now)
        for person in like.members.order_by("pk").values_list("person_id", flat=True)
    )
    for competition in like.competitions.order_by("number"):
        competition.pk, competition.season, competition.entry_key, competition.made_at = None, made, uuid4(), now
        competition.save(force_insert=True)


def _checked(club_id: int, details: SeasonDetails, *, besides: Season | None = None) -> None:
    if details.ends_on < details.starts_on:
        raise Refused("season-ends-first")
    other = Season.objects.filter(club=club_id, name__iexact=details.name).first()
    if other and other != besides:
        raise Refused("season-exists", name=other.name)


def _free_slug(name: str) -> str:
    stem = slugify(name.translate(WITHOUT_UMLAUTS))[:60] or "season"
    taken = {*Season.objects.filter(slug__startswith=stem).values_list("slug", flat=True)}
    candidates = (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3)))
    return next(slug for slug in candidates if slug not in taken)
