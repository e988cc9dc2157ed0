"""What a league says of people goes with the names of its season (SkWO 7.4.4)."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from scoring.league.models import LeagueMember, LeagueTeam, LineUpPlace, Match, MatchReport, Protest, RosterPlace
from scoring.league.services.levels import PLAYERS_ADDED
from scoring.season.models import Season
from scoring.season.services.competitions import turn_in
from tables.clubs.models import Club, Person
from tables.clubs.services import books
from tables.journal import chain as journal
from tables.journal.sealing import keys_in
from tables.journal.services import Turn, salts_out_of

GONE = "–"
"""What stands where words had to go and something has to stand."""

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
    wordy = (
        (Match.objects.filter(division__season=season).exclude(venue=""), {"venue": ""}),
        (
            LeagueTeam.objects.filter(division__season=season).exclude(sanctioned_because__in=["", GONE]),
            {"sanctioned_because": GONE},
        ),
        (MatchReport.objects.filter(**in_match).exclude(reason=""), {"reason": ""}),
        (Protest.objects.filter(**in_match).exclude(text=GONE), {"text": GONE}),
        (Protest.objects.filter(**in_match).exclude(Q(decision="") | Q(decision=GONE)), {"decision": GONE}),
    )
    for rows, left in wordy:
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
    there = Person.objects.filter(Q(pk__in=played) | Q(merged_into__in=played))
    needed = {stays or pk for pk, stays in there.filter(NEEDED_BY_A_SEASON).values_list("pk", "merged_into")}
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
    found: set[int] = set()
    before: Any = None
    for line in journal.lines_of(club).filter(action__in=[books.SEVERAL_ADDED, act]).order_by("number"):
        if line.action == act and before and (before.action, before.number) == (books.SEVERAL_ADDED, line.number - 1):
            found |= {int(key) for (key,) in keys_in(before.data.get(journal.SEALS, ())).get("person", ())}
        before = line
    return found
