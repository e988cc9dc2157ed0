"""What belongs to a season: its events by link, its members of the club's book."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from scoring.season.models import SeasonEvent, SeasonMember
from scoring.season.selectors.rights import club_keys
from scoring.season.selectors.seasons import member_keys
from scoring.season.services.keeping import keep_names
from scoring.season.services.leaving import leave
from scoring.season.services.seasons import must_be_within
from scoring.season.services.turns import take_turn
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.clubs.models import Person
from tables.clubs.services.people_locks import people_held
from tables.journal import chain as journal


@transaction.atomic
def add_events(
    *, season_id: int, tournaments: Collection[int], by: User, now: datetime, kind: str = ""
) -> list[SeasonEvent]:
    """Let events of its clubs, of one kind, count in a season; all of them, or none.

    :raises Refused: ``nobody-ticked``, ``event-in-season`` (event) if one is in it already, ``not-of-this-club``,
        ``event-outside-season`` (event, starts, ends).
    :raises EventForgotten: if the names of one were taken out.
    """
    season = take_turn(season_id)
    if not tournaments:
        raise Refused("nobody-ticked")
    added, clubs = [], club_keys(season)
    for key in sorted(set(tournaments)):
        tournament = keep_names(season, tournament_id=key, by=by, now=now)
        if tournament.club_id not in clubs:
            raise Refused("not-of-this-club")
        if season.entries.filter(tournament=tournament).exists():
            raise Refused("event-in-season", event=tournament.name)
        must_be_within(season, tournament)
        added.append(SeasonEvent.objects.create(season=season, tournament=tournament, kind=kind, added_at=now))
        journal.record("season.joined", tournament=tournament, by=by, at=now, season=season.slug)
    return added


@transaction.atomic
def remove_event(
    *, season_id: int, tournament_id: int, by: User, now: datetime, clubs: Collection[int] | None = None
) -> None:
    """Let an event count in a season no longer, if it is of one of these clubs. Removed twice, it is out once."""
    season = take_turn(season_id)
    of = {} if clubs is None else {"tournament__club__in": clubs}
    if season.entries.filter(tournament=tournament_id, **of).exists():
        leave(season, tournament_id=tournament_id, by=by, now=now)


@transaction.atomic
def add_members(*, season_id: int, people: Collection[int], now: datetime) -> list[SeasonMember]:
    """Let people of its clubs' books compete in a season; all of them, or none.

    :raises Refused: ``nobody-ticked``, ``member-already`` (name) if one competes already, ``no-such-person``.
    """
    season = take_turn(season_id)
    if not people:
        raise Refused("nobody-ticked")
    if known := member_keys(season).intersection(people):
        raise Refused("member-already", name=Person.objects.get(pk=min(known)).name)
    clubs = club_keys(season)
    found = [person for person in people_held(people) if person.club_id in clubs]
    if len(found) < len(set(people)):
        raise Refused("no-such-person")
    return SeasonMember.objects.bulk_create(
        SeasonMember(season=season, person=person, added_at=now) for person in found
    )


@transaction.atomic
def remove_member(*, season_id: int, person_id: int, clubs: Collection[int] | None = None) -> None:
    """Let somebody of one of these clubs compete in a season no longer: what they play there, they play as a guest."""
    season = take_turn(season_id)
    of = {} if clubs is None else {"person__club__in": clubs}
    season.members.filter(Q(person=person_id) | Q(person__merged_into=person_id), **of).delete()
