"""Levels, their days, divisions and teams: made, changed, taken back, and forgotten with their season (SkWO 7.4.4)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.timezone import localdate

from scoring.league.models import (
    Day,
    Division,
    LeagueMember,
    LeagueTeam,
    Level,
    LineUpPlace,
    Match,
    MatchReport,
    Protest,
    RosterPlace,
)
from scoring.season.models import Season
from scoring.season.rules.matches import Eligible
from scoring.season.selectors.seasons import is_within
from scoring.season.services.competitions import turn_in
from tables.accounts.models import User, new_key
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before, values_of
from tables.clubs.models import Club, Person
from tables.clubs.services import books
from tables.declared import emptying
from tables.journal import chain as journal
from tables.journal.sealing import keys_in
from tables.journal.services import Turn, salts_out_of
from tables.tournaments.services import turns

MOST_DIVISIONS = 400
MOST_DAYS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTerms:
    """What is the same in all divisions of a level. Names are those of the model's fields."""

    number: int
    name: str
    series: int
    ties: Level.Ties = Level.Ties.SHARE
    up: int = 0
    best_next: int = 0
    down: int = 0
    worst_next: int = 0
    binding_days: int = 14


@transaction.atomic
def make_level(*, season_id: int, terms: LevelTerms, by: User, now: datetime) -> Level:
    """Add a level to a season. The same form sent twice makes it once.

    :raises Refused: ``level-exists`` (name) if another has its number or name.
    """
    season, turn = turn_in(season_id, by=by, now=now)
    level = season.levels.filter(number=terms.number).first()
    if level and values_of(level, LevelTerms) == asdict(terms):
        return level
    made = Level(season=season, **asdict(terms))
    _must_be_alone(made)
    made.save()
    turn.tell("level.made", made, season=season.slug, level=made.number)
    return made


@transaction.atomic
def change_level(*, level_id: int, terms: LevelTerms, by: User, now: datetime, seen: Seen | None = None) -> Level:
    """Change a level; the number of its series stays once a match was reported.

    :raises Refused: as ``make_level``; ``series-reported``.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    level, turn = _held(level_id, by=by, now=now)
    must_be_as_seen(seen, now=as_agreed(level), wanted=asdict(terms))
    if terms.series != level.series and level.divisions.filter(matches__reports__isnull=False).exists():
        raise Refused("series-reported")
    for name, value in asdict(terms).items():
        setattr(level, name, value)
    _must_be_alone(level)
    level.save(update_fields=list(asdict(terms)))
    turn.tell("level.changed", level, season=level.season.slug, level=level.number)
    return level


@transaction.atomic
def delete_level(*, level_id: int, by: User, now: datetime) -> str:
    """Delete a level that has no division; return what it was called. Raise Refused: ``level-has-divisions``."""
    level, turn = _held(level_id, by=by, now=now)
    if level.divisions.exists():
        raise Refused("level-has-divisions")
    turn.delete(level.season.levels.filter(pk=level_id))
    turn.tell("level.deleted", season=level.season.slug, level=level.number)
    return level.name


@transaction.atomic
def add_day(*, level_id: int, starts_at: datetime, by: User, now: datetime, place: str = "") -> Day:
    """Add a day of play to a level; all its matches are played at ``place``, or each at its host. Twice is once.

    :raises Refused: ``day-outside-season`` (starts, ends), ``too-many-days`` (most), ``fixtures-drawn`` if a division
        has its matches already.
    """
    level, turn = _held(level_id, by=by, now=now)
    if known_day := level.days.filter(starts_at=starts_at).first():
        return known_day
    season = level.season
    if not is_within(season, localdate(starts_at)):
        raise Refused("day-outside-season", starts=season.starts_on, ends=season.ends_on)
    if level.days.count() >= MOST_DAYS:
        raise Refused("too-many-days", most=MOST_DAYS)
    _must_be_undrawn(level)
    day = Day.objects.create(level=level, starts_at=starts_at, place=place)
    turn.tell("day.added", day, season=season.slug, level=level.number, day=starts_at.isoformat())
    return day


@transaction.atomic
def move_day(*, level_id: int, day_id: int, starts_at: datetime, by: User, now: datetime, place: str = "") -> Day:
    """Move a day of play; its matches stay. Raise Refused: ``day-outside-season`` (starts, ends), ``day-twice``."""
    level, turn = _held(level_id, by=by, now=now)
    day = level.days.get(pk=day_id)
    if not is_within(level.season, localdate(starts_at)):
        raise Refused("day-outside-season", starts=level.season.starts_on, ends=level.season.ends_on)
    if level.days.filter(starts_at=starts_at).exclude(pk=day.pk).exists():
        raise Refused("day-twice")
    day.starts_at, day.place = starts_at, place
    day.save(update_fields=["starts_at", "place"])
    turn.tell("day.moved", day, season=level.season.slug, level=level.number, day=starts_at.isoformat())
    return day


@transaction.atomic
def remove_day(*, level_id: int, day_id: int, by: User, now: datetime) -> None:
    """Take a day of play out again. Removed twice, it is out once. Raise Refused: ``fixtures-drawn``."""
    level, turn = _held(level_id, by=by, now=now)
    day = level.days.filter(pk=day_id)
    if day.exists():
        _must_be_undrawn(level)
        turn.delete(day)
        turn.tell("day.removed", season=level.season.slug, level=level.number)


@transaction.atomic
def make_division(*, level_id: int, name: str, entry_key: UUID, by: User, now: datetime) -> Division:
    """Add a division to a level. The same form sent twice makes it once.

    :raises Refused: ``division-exists`` (name), ``too-many-divisions`` (most).
    """
    level, turn = _held(level_id, by=by, now=now)
    if division := sent_before(level.season.divisions, entry_key):
        return division
    if other := level.season.divisions.filter(name__iexact=name).first():
        raise Refused("division-exists", name=other.name)
    if level.season.divisions.count() >= MOST_DIVISIONS:
        raise Refused("too-many-divisions", most=MOST_DIVISIONS)
    number = turns.next_number(level.season.divisions)
    made = Division.objects.create(level=level, season=level.season, number=number, name=name, entry_key=entry_key)
    turn.tell("division.made", made, **made.facts)
    return made


@transaction.atomic
def delete_division(*, division_id: int, by: User, now: datetime) -> str:
    """Delete a division that has no fixtures, with its teams; return what it was called.

    :raises Refused: ``fixtures-drawn``.
    """
    division = Division.objects.get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if division.matches.exists():
        raise Refused("fixtures-drawn")
    turn.delete(Division.objects.filter(pk=division_id))
    turn.tell("division.deleted", **division.facts)
    return division.name


def as_agreed(level: Level) -> dict[str, object]:
    """Return everything that a level is."""
    return values_of(level, LevelTerms)


def _held(level_id: int, *, by: User, now: datetime) -> tuple[Level, Turn[Club]]:
    season, turn = turn_in(Level.objects.values_list("season_id", flat=True).get(pk=level_id), by=by, now=now)
    level = Level.objects.get(pk=level_id)
    level.season = season
    return level, turn


def _must_be_alone(level: Level) -> None:
    for other in level.season.levels.exclude(pk=level.pk):
        if other.number == level.number or other.name.casefold() == level.name.casefold():
            raise Refused("level-exists", name=other.name)


def _must_be_undrawn(level: Level) -> None:
    if level.divisions.filter(matches__isnull=False).exists():
        raise Refused("fixtures-drawn")


MOST_TEAMS = 40
MOST_PLAYERS = 20

PLAYERS_ADDED: Final = "team.players-added"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDetails:
    """A team as it is entered."""

    name: str
    club: str = ""


@transaction.atomic
def enter_teams(*, division_id: int, teams: Sequence[TeamDetails], by: User, now: datetime) -> list[LeagueTeam]:
    """Add teams to a division, but those that are in it by name; return those that are new.

    :raises Refused: ``fixtures-drawn``, ``too-many-teams`` (most): then none is added.
    """
    division = Division.objects.get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    texts = {name.casefold() for name in division.teams.values_list("name", flat=True)}
    fresh = {team.name.casefold(): team for team in teams if team.name.casefold() not in texts}
    if fresh and division.matches.exists():
        raise Refused("fixtures-drawn")
    if len(texts) + len(fresh) > MOST_TEAMS:
        raise Refused("too-many-teams", most=MOST_TEAMS)
    entered = [
        LeagueTeam.objects.create(division=division, number=number, name=team.name, club=team.club)
        for number, team in enumerate(fresh.values(), start=turns.next_number(division.teams))
    ]
    if entered:
        turn.tell("team.entered", entered, **division.facts, teams=[team.number for team in entered])
    return entered


@transaction.atomic
def remove_team(*, division_id: int, team_id: int, by: User, now: datetime) -> None:
    """Take a team out of a division before its fixtures are drawn. Removed twice, it is out once.

    :raises Refused: ``fixtures-drawn``.
    """
    division = Division.objects.get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if division.matches.exists():
        raise Refused("fixtures-drawn")
    if team := division.teams.filter(pk=team_id).first():
        turn.delete(division.teams.filter(pk=team_id))
        turn.tell("team.removed", **team.facts)


@transaction.atomic
def renew_key(*, division_id: int, team_id: int, by: User, now: datetime) -> LeagueTeam:
    """Give the captain of a team a new key; the old one opens nothing any more. Raise Refused: ``no-such-team``."""
    team = LeagueTeam.objects.filter(division=division_id, pk=team_id).first()
    if team is None:
        raise Refused("no-such-team")
    team, turn = team_held(team_id, by=by, now=now)
    team.key = new_key()
    team.save(update_fields=["key"])
    turn.tell("team.key-renewed", team, **team.facts)
    return team


@transaction.atomic
def add_players(
    *, team_id: int, names: Sequence[str], since: date, by: User, now: datetime, substitute: bool = False
) -> list[RosterPlace]:
    """Let people play for a team from a day on; whoever is in no book yet is added to that of the club that leads.

    :raises Refused: ``player-elsewhere`` (name, team) if one plays for another team of the season then,
        ``too-many-players`` (most), ``book-full``: then nobody is added.
    """
    team, turn = team_held(team_id, by=by, now=now)
    season = team.division.season
    club = team.club or team.name
    wanted = list(dict.fromkeys(names))
    books.add_people(
        club_id=season.club_id,
        people=[books.PersonDetails(name=name, plays_for=club) for name in wanted],
        by=by,
        now=now,
    )
    people = {
        books.key_of(each_person.name, each_person.plays_for): each_person
        for each_person in season.club.people.filter(merged_into=None)
    }
    added = []
    for name in wanted:
        person = people[books.key_of(name, club)]
        member, _ = LeagueMember.objects.get_or_create(season=season, person=person, defaults={"added_at": now})
        places = RosterPlace.objects.filter(member=member).select_related("team")
        clash = next(
            (
                place
                for place in places
                if Eligible(player=place.member_id, since=place.since, until=place.until).overlaps(since, None)
            ),
            None,
        )
        if clash and clash.team_id != team.pk:
            raise Refused("player-elsewhere", name=person.name, team=clash.team.name)
        turn.about(member)
        if clash is None:
            added.append(RosterPlace.objects.create(team=team, member=member, since=since, substitute=substitute))
    if team.roster.count() > MOST_PLAYERS:
        raise Refused("too-many-players", most=MOST_PLAYERS)
    if added:
        turn.tell(PLAYERS_ADDED, added, **team.facts, count=len(added))
    return added


@transaction.atomic
def end_eligibility(*, team_id: int, place_id: int, until: date, by: User, now: datetime) -> RosterPlace:
    """Let somebody play for a team no longer than a day; from the next day on they may play for another.

    :raises Refused: ``ends-before-it-starts``, ``no-such-player``.
    """
    team, turn = team_held(team_id, by=by, now=now)
    place = team.roster.filter(pk=place_id).first()
    if place is None:
        raise Refused("no-such-player")
    if until < place.since:
        raise Refused("ends-before-it-starts")
    place.until = until
    place.save(update_fields=["until"])
    turn.tell("team.player-ended", place, **team.facts, until=until.isoformat())
    return place


@transaction.atomic
def name_captain(*, team_id: int, place_id: int, by: User, now: datetime) -> LeagueTeam:
    """Say who of the roster is captain. Raise Refused: ``no-such-player``."""
    team, turn = team_held(team_id, by=by, now=now)
    place = team.roster.filter(pk=place_id).first()
    if place is None:
        raise Refused("no-such-player")
    team.captain_id = place.member_id
    team.save(update_fields=["captain"])
    turn.tell("team.captain-named", team, **team.facts)
    return team


@transaction.atomic
def rename_team(*, team_id: int, name: str, club: str, by: User, now: datetime, seen: Seen | None = None) -> LeagueTeam:
    """Call a team otherwise, at any time: its matches and results stay its own.

    :raises Refused: ``team-named-so`` if another team of the division has this name.
    :raises Overtaken: if it is not called what was ``seen`` any more.
    """
    team, turn = team_held(team_id, by=by, now=now)
    wanted = {"name": name, "club": club}
    must_be_as_seen(seen, now={"name": team.name, "club": team.club}, wanted=wanted)
    others = team.division.teams.exclude(pk=team.pk).values_list("name", flat=True)
    if name.casefold() in {other.casefold() for other in others}:
        raise Refused("team-named-so", name=name)
    if (team.name, team.club) != (name, club):
        team.name, team.club = name, club
        team.save(update_fields=["name", "club"])
        turn.tell("team.renamed", team, **team.facts)
    return team


def team_held(team_id: int, *, by: User, now: datetime) -> tuple[LeagueTeam, Turn[Club]]:
    """Return a team whose league is held until the transaction ends, and somebody's turn in it."""
    team = LeagueTeam.objects.select_related("division").get(pk=team_id)
    team.division.season, turn = turn_in(team.division.season_id, by=by, now=now)
    return team, turn


NEEDED_BY_A_SEASON = (
    Q(leagues__season__forgotten_at=None, leagues__isnull=False)
    | Q(seasons__isnull=False)
    | Q(strength_consents__isnull=False)
)


def forget_leagues(*, now: datetime) -> None:
    """Take the words out of the leagues of all seasons whose names were taken out; results stay, by numbers alone.

    Rosters, line-ups and captains go with the members of the league, and players of other clubs whom a roster brought
    into the book of the club that led it leave that, unless something else needs them there.
    """
    for season_id in Season.objects.exclude(forgotten_at=None).order_by("pk").values_list("pk", flat=True):
        _forget_league(season_id, now=now)


@transaction.atomic
def _forget_league(season_id: int, *, now: datetime) -> None:
    season, turn = turn_in(season_id, by=None, now=now, even_forgotten=True)
    _forget_members(season, turn)
    in_match = {"match__division__season": season}
    for wordy in (
        *(model._default_manager.filter(division__season=season) for model in (Match, LeagueTeam)),
        *(model._default_manager.filter(**in_match) for model in (MatchReport, Protest)),
    ):
        for rows, left in emptying(wordy):
            turn.about(rows)
            rows.update(**left)
    if turn.touched:
        # Nobody finds out by trying what stood there.
        subjects = {f"{kind} {key[0]}" for kind, keys in turn.touched.items() for key in keys}
        salts_out_of(journal.lines_of(turn.club).filter(data__has_key=journal.SEALS), of=subjects)
        turn.tell("season.league-forgotten", season=season.slug)


def _forget_members(season: Season, turn: Turn[Club]) -> None:
    members = LeagueMember.objects.filter(season=season)
    turn.delete(RosterPlace.objects.filter(member__in=members))
    for rows, left in (
        (LineUpPlace.objects.filter(member__in=members), {"member": None}),
        (LeagueTeam.objects.filter(captain__in=members), {"captain": None}),
    ):
        turn.about(rows)
        rows.update(**left)
    played = {stays or person for person, stays in members.values_list("person", "person__merged_into")}
    if played := played | _left_behind(season):
        played &= _added_on_the_way(season.club, PLAYERS_ADDED)
    people = Person.objects.filter(Q(pk__in=played) | Q(merged_into__in=played))
    needed = {stays or pk for pk, stays in people.filter(NEEDED_BY_A_SEASON).values_list("pk", "merged_into")}
    waiting = books.forget_guests(turn, people=played, needed=needed)
    # Whoever is needed elsewhere for now is known by their row until they are not.
    turn.delete(members.exclude(Q(person__in=waiting) | Q(person__merged_into__in=waiting)))


def _left_behind(season: Season) -> set[int]:
    """Return who may still stand in the book for a league that was forgotten before its players went with it.

    Of them the book says nothing that a roster does not: somebody put the rest in since, and it is the club's to keep.
    """
    bare: dict[str, Any] = {"contact": "", "team": "", "classes": [], "shown_as": "", "leagues": None}
    people = season.club.people.filter(**bare, merged_into=None, doubles=None, added_at__lte=season.forgotten_at)
    return {*people.values_list("pk", flat=True)}


def _added_on_the_way(club: Club, act: str) -> set[int]:
    """Return whom acts of one name added to a club's book: each is told right after the line that says whom.

    Where they came from is known by nothing else. Who was there before the journal began came from nobody knows where.
    """
    numbers: set[int] = set()
    before: Any = None
    for line in journal.lines_of(club).filter(action__in=[books.SEVERAL_ADDED, act]).order_by("number"):
        if line.action == act and before and (before.action, before.number) == (books.SEVERAL_ADDED, line.number - 1):
            numbers |= {int(key) for (key,) in keys_in(before.data.get(journal.SEALS, ())).get("person", ())}
        before = line
    return numbers
