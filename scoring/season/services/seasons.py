"""Seasons of a club: made, changed, deleted; told in its chain, and in those of events what that does to them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils import timezone

from scoring.season.models import (
    PlannedEvening,
    Season,
    SeasonClub,
    SeasonEvent,
    SeasonHelper,
    SeasonMember,
    SeasonRelease,
)
from scoring.season.rules.lists import Land
from scoring.season.selectors.seasons import Terms, club_keys, days_like, is_within, member_keys, runs
from scoring.season.services.competitions import make_competition, turn_in
from tables.accounts.models import User, new_key
from tables.accounts.services.accounts import account_named
from tables.acts.services import Refused, Seen, alone_with, is_so_already, must_be_as_seen, sent_before, values_of
from tables.clubs.models import Club, Person
from tables.clubs.services.clubs import free_slug, people_held, turn_of
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.journal.services import Turn
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.selectors.tournaments import keep_until, kept_after
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
    """Take members and helpers out of a season whose time is over; what was released stays, by numbers alone."""
    season, turn = turn_in(season_id, by=None, now=now, even_forgotten=True)
    if season.forgotten_at is None:
        for gone in (season.members, season.helpers, season.consents, season.earlier):
            turn.delete(gone.all())
        season.forgotten_at = now
        season.save(update_fields=["forgotten_at"])
        turn.tell("season.forgotten", season, season=season.slug)
    return season


def forget_seasons_due(*, now: datetime) -> list[Season]:
    """Forget every season that ended more than six months ago; return those."""
    today = timezone.localdate(now)
    due = [
        season
        for season in Season.objects.filter(forgotten_at=None, ends_on__lt=today)
        if kept_after(season.ends_on) < today
    ]
    return [forget_season(season_id=season.pk, now=now) for season in due]


def leave(season: Season, turn: Turn[Club], *, tournament_id: int) -> Tournament:
    """Take an event out of a season in its turn; its own journal tells too, unless its names were taken out."""
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    turn.delete(season.entries.filter(tournament=tournament))
    if tournament.forgotten_at is None:
        journal.record("season.left", tournament=tournament, by=turn.by, at=turn.now, season=season.slug)
    return tournament


NAMES = "names of seasons"  # what nobody else may change while it is looked whether a name is free
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
    *,
    club_id: int,
    details: SeasonDetails,
    entry_key: UUID,
    by: User,
    now: datetime,
    like: Season | None = None,
    terms: Terms | None = None,
) -> Season:
    """Begin a season of a club, with a competition of such ``terms``. The same form sent twice begins it once.

    :raises Refused: ``season-exists`` (name), ``season-ends-first``, ``too-many-seasons`` (most), and as
        ``make_competition``.
    """
    alone_with(NAMES)
    turn = turn_of(club_id, by=by, now=now)
    club = turn.club
    if season := sent_before(club.seasons, entry_key):
        return season
    _checked(club.pk, details)
    if club.seasons.count() >= MOST_SEASONS:
        raise Refused("too-many-seasons", most=MOST_SEASONS)
    slug = free_slug(details.name, Season, otherwise="season")
    made = Season.objects.create(club=club, slug=slug, entry_key=entry_key, created_at=now, **asdict(details))
    turn.about(made)
    if like:
        _take_over(made, like, turn)
    turn.tell("season.begun", season=made.slug, like=like.slug if like else "")
    if terms:
        make_competition(season_id=made.pk, terms=terms, entry_key=uuid4(), by=by, now=now)
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
    season, turn = turn_in(season_id, by=by, now=now)
    if is_so_already(as_described(season), asdict(details)):
        return season
    must_be_as_seen(seen, now=as_described(season), wanted=asdict(details))
    _checked(season.club_id, details, besides=season)
    for name, value in asdict(details).items():
        setattr(season, name, value)
    entries = season.entries.select_related("tournament").order_by("tournament_id")
    for entry in entries:
        must_be_within(season, entry.tournament)
    season.save(update_fields=list(asdict(details)))
    turn.tell("season.changed", season, season=season.slug)
    for entry in entries:
        keep_names(season, tournament_id=entry.tournament_id, by=by, now=now)
    return season


@transaction.atomic
def delete_season(*, season_id: int, by: User, now: datetime) -> str:
    """Delete a season with its competitions; its events stay, and leave it first. Return what it was called.

    :raises Refused: ``season-released`` where a table was released, ``season-has-fixtures`` where a league has some.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    if SeasonRelease.objects.filter(competition__season=season).exists():
        raise Refused("season-released")
    for entry in season.entries.order_by("tournament_id"):
        leave(season, turn, tournament_id=entry.tournament_id)
    try:
        turn.delete(Season.objects.filter(pk=season_id))
    except ProtectedError as error:
        raise Refused("season-has-fixtures") from error
    turn.tell("season.deleted", season=season.slug)
    return season.name


@transaction.atomic
def renew_key(*, season_id: int, by: User, now: datetime) -> Season:
    """Give the members of a season a new key; the old one opens nothing any more."""
    season, turn = turn_in(season_id, by=by, now=now)
    season.key = new_key()
    season.save(update_fields=["key"])
    turn.tell("season.key-renewed", season, season=season.slug)
    return season


def as_described(season: Season) -> dict[str, Any]:
    """Return everything that a season is."""
    return values_of(season, SeasonDetails)


def must_be_within(season: Season, tournament: Any) -> None:
    """Refuse an event outside the days of a season. Raise Refused: ``event-outside-season``."""
    if not season.starts_on <= tournament.starts_on <= season.ends_on:
        raise Refused("event-outside-season", event=tournament.name, starts=season.starts_on, ends=season.ends_on)


def _take_over(made: Season, like: Season, turn: Turn[Club]) -> None:
    clubs = SeasonClub.objects.bulk_create(
        SeasonClub(season=made, club_id=club, added_at=turn.now)
        for club in like.clubs.values_list("club_id", flat=True)
    )
    members = SeasonMember.objects.bulk_create(
        SeasonMember(season=made, person_id=person, added_at=turn.now)
        for person in like.members.order_by("pk").values_list("person_id", flat=True)
    )
    turn.about(clubs, members)
    for competition in like.competitions.order_by("number"):
        competition.pk, competition.season, competition.entry_key, competition.made_at = None, made, uuid4(), turn.now
        competition.save(force_insert=True)
        turn.about(competition)


def _checked(club_id: int, details: SeasonDetails, *, besides: Season | None = None) -> None:
    if details.ends_on < details.starts_on:
        raise Refused("season-ends-first")
    other = Season.objects.filter(club=club_id, name__iexact=details.name).first()
    if other and other != besides:
        raise Refused("season-exists", name=other.name)


@transaction.atomic
def add_events(
    *, season_id: int, tournaments: Collection[int], by: User, now: datetime, kind: str = ""
) -> list[SeasonEvent]:
    """Let events of its clubs, of one kind, count in a season; all of them, or none.

    :raises Refused: ``nobody-ticked``, ``event-in-season`` (name) if one is in it already, ``not-of-this-club``,
        ``event-outside-season`` (event, starts, ends).
    :raises EventForgotten: if the names of one were taken out.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    if not tournaments:
        raise Refused("nobody-ticked")
    added, clubs = [], club_keys(season)
    for key in sorted(set(tournaments)):
        tournament = keep_names(season, tournament_id=key, by=by, now=now)
        if tournament.club_id not in clubs:
            raise Refused("not-of-this-club")
        if season.entries.filter(tournament=tournament).exists():
            raise Refused("event-in-season", name=tournament.name)
        must_be_within(season, tournament)
        added.append(SeasonEvent.objects.create(season=season, tournament=tournament, kind=kind, added_at=now))
        journal.record("season.joined", tournament=tournament, by=by, at=now, season=season.slug)
    turn.tell("season.events-added", added, season=season.slug, events=[event.tournament.slug for event in added])
    return added


PLANNED: Final = frozenset({"tournament.created", "tournament.changed"})  # then an event counts in seasons of its club


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Let an event that is new, or new to its club, count in the club's seasons of its day, as the one it is like."""
    facts = {name: value for _action, values in done for name, value in values.items()}
    if by is None or facts.get("outside_seasons") or "club_id" not in facts.get("changed", ("club_id",)):
        return
    like = SeasonEvent.objects.filter(tournament__slug=facts.get("like", ""), tournament__club=tournament.club_id)
    kinds = dict(like.values_list("season_id", "kind"))
    for season in runs(tournament.club_id, tournament.starts_on, besides=kinds).exclude(entries__tournament=tournament):
        add_events(season_id=season.pk, tournaments=[tournament.pk], kind=kinds.get(season.pk, ""), by=by, now=at)


@transaction.atomic
def remove_event(
    *, season_id: int, tournament_id: int, by: User, now: datetime, clubs: Collection[int] | None = None
) -> None:
    """Let an event count in a season no longer, if it is of one of these clubs. Removed twice, it is out once."""
    season, turn = turn_in(season_id, by=by, now=now)
    of = {} if clubs is None else {"tournament__club__in": clubs}
    if season.entries.filter(tournament=tournament_id, **of).exists():
        left = leave(season, turn, tournament_id=tournament_id)
        turn.tell("season.event-removed", season=season.slug, event=left.slug)


@transaction.atomic
def add_members(*, season_id: int, people: Collection[int], by: User, now: datetime) -> list[SeasonMember]:
    """Let people of its clubs' books compete in a season; all of them, or none.

    :raises Refused: ``nobody-ticked``, ``member-already`` (name) if one competes already, ``no-such-person``.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    if not people:
        raise Refused("nobody-ticked")
    if numbers := member_keys(season).intersection(people):
        raise Refused("member-already", name=Person.objects.get(pk=min(numbers)).name)
    clubs = club_keys(season)
    new_members = [person for person in people_held(people) if person.club_id in clubs]
    if len(new_members) < len(set(people)):
        raise Refused("no-such-person")
    members = SeasonMember.objects.bulk_create(
        SeasonMember(season=season, person=person, added_at=now) for person in new_members
    )
    turn.tell("season.members-added", members, season=season.slug, people=[person.pk for person in new_members])
    return members


@transaction.atomic
def remove_member(
    *, season_id: int, person_id: int, by: User, now: datetime, clubs: Collection[int] | None = None
) -> None:
    """Let somebody of one of these clubs compete in a season no longer: what they play there, they play as a guest."""
    season, turn = turn_in(season_id, by=by, now=now)
    of = {} if clubs is None else {"person__club__in": clubs}
    gone = season.members.filter(Q(person=person_id) | Q(person__merged_into=person_id), **of)
    if gone:
        turn.delete(gone)
        turn.tell("season.member-removed", season=season.slug, person=person_id)


MOST_PLANNED = 400


@transaction.atomic
def choose_land(*, season_id: int, land: Land | None, by: User, now: datetime) -> Season:
    """Let the calendar of a season show the public holidays of a Land, or none."""
    season, turn = turn_in(season_id, by=by, now=now)
    season.land = land or ""
    season.save(update_fields=["land"])
    turn.tell("season.land-chosen", season, season=season.slug, land=season.land)
    return season


@transaction.atomic
def plan_evenings(*, season_id: int, days: Iterable[tuple[date, str]], by: User, now: datetime) -> list[PlannedEvening]:
    """Plan evenings, but those that are planned already; return those that are new.

    :raises Refused: ``day-outside-season`` (starts, ends), ``too-many-planned`` (most): then none is planned.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    pairs = set(season.planned.values_list("day", "name"))
    fresh = [pair for pair in dict.fromkeys(days) if pair not in pairs]
    if not all(is_within(season, day) for day, _name in fresh):
        raise Refused("day-outside-season", starts=season.starts_on, ends=season.ends_on)
    if len(pairs) + len(fresh) > MOST_PLANNED:
        raise Refused("too-many-planned", most=MOST_PLANNED)
    planned = PlannedEvening.objects.bulk_create(
        PlannedEvening(season=season, day=day, name=name, planned_at=now) for day, name in fresh
    )
    if planned:
        turn.tell(
            "season.evenings-planned",
            planned,
            season=season.slug,
            days=[evening.day.isoformat() for evening in planned],
        )
    return planned


@transaction.atomic
def plan_like(*, season_id: int, before_id: int, by: User, now: datetime) -> list[PlannedEvening]:
    """Plan what another season had, a year later. Raises what ``plan_evenings`` raises, and ``nothing-to-copy``."""
    season, _turn = turn_in(season_id, by=by, now=now)
    days = days_like(season, Season.objects.get(pk=before_id, club=season.club_id))
    if not days:
        raise Refused("nothing-to-copy")
    return plan_evenings(season_id=season_id, days=days, by=by, now=now)


@transaction.atomic
def cancel_evening(*, season_id: int, planned_id: int, by: User, now: datetime) -> None:
    """Take an evening out of the plan. Twice is once."""
    season, turn = turn_in(season_id, by=by, now=now)
    if planned := season.planned.filter(pk=planned_id).first():
        turn.delete(season.planned.filter(pk=planned_id))
        turn.tell("season.evening-cancelled", season=season.slug, day=planned.day.isoformat())


MOST_CLUBS = 200
MOST_HELPERS = 50


@transaction.atomic
def add_club(*, season_id: int, club_id: int, by: User, now: datetime) -> SeasonClub:
    """Let a further club count in a season. Added twice, it counts once.

    :raises Refused: ``no-such-club``, ``club-keeps-season`` if it is the season's own, ``too-many-clubs`` (most).
    """
    season, turn = turn_in(season_id, by=by, now=now)
    if season_club := season.clubs.filter(club=club_id).first():
        return season_club
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise Refused("no-such-club")
    if club_id == season.club_id:
        raise Refused("club-keeps-season")
    if len(club_keys(season)) >= MOST_CLUBS:
        raise Refused("too-many-clubs", most=MOST_CLUBS)
    further = SeasonClub.objects.create(season=season, club_id=club_id, added_at=now)
    turn.tell("season.club-added", further, season=season.slug, further=club.slug)
    return further


@transaction.atomic
def remove_club(*, season_id: int, club_id: int, by: User, now: datetime) -> None:
    """Let a further club count in a season no longer: its events leave, and its members. Removing twice is no error."""
    season, turn = turn_in(season_id, by=by, now=now)
    further = season.clubs.filter(club=club_id).select_related("club").first()
    if further is None:
        return
    for entry in season.entries.filter(tournament__club=club_id).order_by("tournament_id"):
        leave(season, turn, tournament_id=entry.tournament_id)
    turn.delete(season.members.filter(person__club=club_id))
    turn.delete(season.clubs.filter(club=club_id))
    turn.tell("season.club-removed", season=season.slug, further=further.club.slug)


def add_helper(*, season_id: int, username: str, may: SeasonHelper.May, by: User, now: datetime) -> SeasonHelper:
    """Let an account do a part of a season. Named again, it may do what was said last.

    :raises Refused: ``too-many-helpers`` (most), and as ``account_named`` does.
    """
    return _helper_added(season_id, account_named(username, by=by, now=now), may=may, by=by, now=now)


@transaction.atomic
def _helper_added(season_id: int, user: User, *, may: SeasonHelper.May, by: User, now: datetime) -> SeasonHelper:
    season, turn = turn_in(season_id, by=by, now=now)
    if season.helpers.exclude(user=user).count() >= MOST_HELPERS:
        raise Refused("too-many-helpers", most=MOST_HELPERS)
    values = {"may": may, "added_at": now}
    helper = SeasonHelper.objects.update_or_create(season=season, user=user, defaults=values)[0]
    turn.tell("season.helper-added", helper, season=season.slug, user=user.pk, may=str(may))
    return helper


@transaction.atomic
def remove_helper(*, season_id: int, helper_id: int, by: User, now: datetime) -> None:
    """Let an account do nothing more in a season. Removed twice, it is gone once."""
    season, turn = turn_in(season_id, by=by, now=now)
    if helper := season.helpers.filter(pk=helper_id).first():
        turn.delete(season.helpers.filter(pk=helper_id))
        turn.tell("season.helper-removed", season=season.slug, user=helper.user_id)
