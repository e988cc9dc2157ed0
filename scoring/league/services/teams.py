"""Teams of a division and who may play for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from scoring.league.models import Division, LeagueMember, LeagueTeam, RosterPlace
from scoring.season.rules.league.line_ups import Eligible
from scoring.season.services.turns import take_turn
from tables.accounts.models import new_key
from tables.acts.services.refusals import Refused
from tables.clubs.services import books

MOST_TEAMS = 40
MOST_PLAYERS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDetails:
    """A team as it is entered."""

    name: str
    club: str = ""


@transaction.atomic
def enter_teams(*, division_id: int, teams: Sequence[TeamDetails]) -> list[LeagueTeam]:
    """Add teams to a division, but those that are in it by name; return those that are new.

    :raises Refused: ``fixtures-drawn``, ``too-many-teams`` (most): then none is added.
    """
    division = Division.objects.get(pk=division_id)
    take_turn(division.season_id)
    known = {name.casefold() for name in division.teams.values_list("name", flat=True)}
    fresh = {one.name.casefold(): one for one in teams if one.name.casefold() not in known}
    if fresh and division.matches.exists():
        raise Refused("fixtures-drawn")
    if len(known) + len(fresh) > MOST_TEAMS:
        raise Refused("too-many-teams", most=MOST_TEAMS)
    last = division.teams.aggregate(last=Max("number"))["last"] or 0
    return [
        LeagueTeam.objects.create(division=division, number=number, name=one.name, club=one.club)
        for number, one in enumerate(fresh.values(), start=last + 1)
    ]


@transaction.atomic
def remove_team(*, division_id: int, team_id: int) -> None:
    """Take a team out of a division before its fixtures are drawn. Removed twice, it is out once.

    :raises Refused: ``fixtures-drawn``.
    """
    division = Division.objects.get(pk=division_id)
    take_turn(division.season_id)
    if division.matches.exists():
        raise Refused("fixtures-drawn")
    division.teams.filter(pk=team_id).delete()


@transaction.atomic
def renew_key(*, division_id: int, team_id: int) -> LeagueTeam:
    """Give the captain of a team a new key; the old one opens nothing any more.

    :raises Refused: ``no-such-team``.
    """
    team = LeagueTeam.objects.filter(division=division_id, pk=team_id).first()
    if team is None:
        raise Refused("no-such-team")
    team = _held(team_id)
    team.key = new_key()
    team.save(update_fields=["key"])
    return team


@transaction.atomic
def add_players(
    *, team_id: int, names: Sequence[str], since: date, substitute: bool = False, now: datetime
) -> list[RosterPlace]:
    """Let people play for a team from a day on; whoever is in no book yet is added to that of the club that leads.

    People of one name and club are one. Whoever may play for the team then already stays as they are.

    :raises Refused: ``player-elsewhere`` (name, team) if one plays for another team of the season then,
        ``too-many-players`` (most), ``book-full``: then nobody is added.
    """
    team = _held(team_id)
    season = team.division.season
    club = team.club or team.name
    wanted = list(dict.fromkeys(names))
    books.add_people(
        club_id=season.club_id,
        people=[books.PersonDetails(name=name, plays_for=club) for name in wanted],
        now=now,
    )
    people = {books.key_of(one.name, one.plays_for): one for one in season.club.people.filter(merged_into=None)}
    added = []
    for name in wanted:
        person = people[books.key_of(name, club)]
        member, _ = LeagueMember.objects.get_or_create(season=season, person=person, defaults={"added_at": now})
        places = RosterPlace.objects.filter(member=member).select_related("team")
        clash = next((one for one in places if _eligible(one).overlaps(since, None)), None)
        if clash and clash.team_id != team.pk:
            raise Refused("player-elsewhere", name=person.name, team=clash.team.name)
        if clash is None:
            added.append(RosterPlace.objects.create(team=team, member=member, since=since, substitute=substitute))
    if team.roster.count() > MOST_PLAYERS:
        raise Refused("too-many-players", most=MOST_PLAYERS)
    return added


@transaction.atomic
def end_eligibility(*, team_id: int, place_id: int, until: date) -> RosterPlace:
    """Let somebody play for a team no longer than a day; from the next day on they may play for another.

    :raises Refused: ``ends-before-it-starts``, ``no-such-player``.
    """
    team = _held(team_id)
    place = team.roster.filter(pk=place_id).first()
    if place is None:
        raise Refused("no-such-player")
    if until < place.since:
        raise Refused("ends-before-it-starts")
    place.until = until
    place.save(update_fields=["until"])
    return place


@transaction.atomic
def name_captain(*, team_id: int, place_id: int) -> LeagueTeam:
    """Say who of the roster is captain.

    :raises Refused: ``no-such-player``.
    """
    team = _held(team_id)
    place = team.roster.filter(pk=place_id).first()
    if place is None:
        raise Refused("no-such-player")
    team.captain_id = place.member_id
    team.save(update_fields=["captain"])
    return team


def _eligible(place: RosterPlace) -> Eligible:
    return Eligible(player=place.member_id, since=place.since, until=place.until)


def _held(team_id: int) -> LeagueTeam:
    team = LeagueTeam.objects.select_related("division").get(pk=team_id)
    team.division.season = take_turn(team.division.season_id)
    return team
