"""The teams of a ranking: who plays for which, and who counts for whom in one series."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from scoring.results.models import Ranking, Substitution, Team, TeamMember
from scoring.results.selectors.rankings import is_over
from scoring.results.services.ranking_turn import held, held_with_teams, record
from scoring.rules.results.ranking import is_mixed
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before
from tables.intake.classes import LADIES
from tables.people.models import Entrant

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A team as it is assigned: its name and the start numbers of its players, substitutes apart."""

    name: str
    members: tuple[int, ...]
    substitutes: tuple[int, ...] = ()


@transaction.atomic
def assign_teams(
    *, ranking_id: int, teams: Sequence[Assigned], by: User, now: datetime, seen: Seen | None = None
) -> Ranking:
    """Make these the teams of a ranking, in place of those before; teams named again keep number and substitutions.

    :raises Refused: ``no-team-ranking``, ``team-member-unknown`` (numbers), ``team-member-twice`` (numbers),
        ``team-name-missing``, ``team-name-twice`` (name), ``team-too-large`` (name, size), ``pair-not-mixed`` (name),
        ``nothing-to-assign``.
    :raises Overtaken: if the teams are not what was ``seen`` any more.
    """
    ranking = held_with_teams(ranking_id)
    assigneds = [
        Assigned(name=as_named(assigned.name), members=assigned.members, substitutes=assigned.substitutes)
        for assigned in teams
    ]
    must_be_as_seen(seen, now=as_assigned(ranking), wanted=_by_name(assigneds))
    entrants = _checked(ranking, assigneds)
    before = _as_they_are(ranking)
    _make_room(ranking, assigneds)
    _put_together(ranking, assigneds, entrants)
    odd = Q(out__substitute=True) | Q(substitute__substitute=False)
    Substitution.objects.filter(odd, out__ranking=ranking).delete()
    after = _as_they_are(ranking)
    if after != before:
        if ranking.drawn_from:
            ranking.drawn_from = ""
            ranking.save(update_fields=["drawn_from"])
        rows = [[number, members, substitutes] for number, _name, members, substitutes in after]
        record("ranking.teams-assigned", ranking, by=by, now=now, teams=rows)
    return ranking


def as_assigned(ranking: Ranking) -> dict[str, str]:
    """Return the start numbers of each team by its name, substitutes behind a semicolon."""
    return _by_name(
        Assigned(name=name, members=(*of,), substitutes=(*more,)) for _n, name, of, more in _as_they_are(ranking)
    )


def _by_name(teams: Iterable[Assigned]) -> dict[str, str]:
    return {
        assigned.name: "; ".join(
            ", ".join(map(str, sorted(part))) for part in (assigned.members, assigned.substitutes) if part
        )
        for assigned in teams
    }


@transaction.atomic
def rename_team(*, ranking_id: int, number: int, name: str, by: User, now: datetime, seen: Seen | None = None) -> Team:
    """Call a team otherwise, at any time: it keeps its number, its players and what they earned.

    :raises Team.DoesNotExist: if the ranking has none of this number.
    :raises Refused: ``team-name-missing``, ``team-name-twice`` (name).
    :raises Overtaken: if the teams are not called what was ``seen`` any more.
    """
    ranking = held(ranking_id)
    team, wanted = ranking.teams.get(number=number), as_named(name)
    names = names_of(ranking.teams.all())
    must_be_as_seen(seen, now=names, wanted={**names, str(number): wanted})
    others = [called for at, called in names.items() if at != str(number)]
    _must_be_named_apart([*others, wanted])
    if team.name != wanted:
        team.name = wanted
        team.save(update_fields=["name"])
        record("ranking.team-renamed", ranking, by=by, now=now, team=number)
    return team


def names_of(teams: Iterable[Team]) -> dict[str, str]:
    """Return what teams are called, by their numbers."""
    return {str(team.number): team.name for team in teams}


@transaction.atomic
def substitute(
    *, ranking_id: int, series_id: int, out: int, by_whom: int, entry_key: UUID, by: User, now: datetime
) -> Substitution:
    """Let a substitute count in one series for another member of the same team; start numbers say who.

    :raises KeyReused: if the key came with another substitution before.
    :raises Refused: ``no-team-ranking``, ``ranking-series-unknown`` (series), ``no-such-member`` (number),
        ``not-a-substitute`` (number), ``replaced-already`` (number), ``substitutes-already`` (number).
    """
    ranking = held_with_teams(ranking_id)
    whom = {"out__ranking_id": ranking.pk, "out__entrant__number": out, "substitute__entrant__number": by_whom}
    substitutions = Substitution.objects.select_related("out__entrant")
    if substitution := sent_before(substitutions, entry_key, series_id=series_id, **whom):
        return substitution
    series = ranking.tournament.series.filter(pk=series_id).first()
    if series is None or not is_over(ranking, series):
        raise Refused("ranking-series-unknown", series=[series.number] if series else [])
    members = {member.entrant.number: member for member in ranking.members.select_related("entrant")}
    goes, comes = members.get(out), members.get(by_whom)
    if goes is None or goes.substitute:
        raise Refused("no-such-member", number=out)
    if comes is None or not comes.substitute or comes.team_id != goes.team_id:
        raise Refused("not-a-substitute", number=by_whom)
    if goes.replaced_in.filter(series=series).exists():
        raise Refused("replaced-already", number=out)
    if comes.plays_in.filter(series=series).exists():
        raise Refused("substitutes-already", number=by_whom)
    made = Substitution.objects.create(
        series=series, out=goes, substitute=comes, entry_key=entry_key, reported_at=now, reported_by=by
    )
    record("ranking.substituted", ranking, by=by, now=now, series=series.number, out=out, substitute=by_whom)
    return made


@transaction.atomic
def take_back_substitution(*, substitution_id: int, by: User, now: datetime) -> Ranking:
    """Take a substitution back, or raise Substitution.DoesNotExist if there is none any more."""
    ranking = held(Substitution.objects.values_list("out__ranking_id", flat=True).get(pk=substitution_id))
    gone = Substitution.objects.select_related("series", "out__entrant", "substitute__entrant").get(pk=substitution_id)
    numbers = {"out": gone.out.entrant.number, "substitute": gone.substitute.entrant.number}
    gone.delete()
    record("ranking.substitution-taken-back", ranking, by=by, now=now, series=gone.series.number, **numbers)
    return ranking


def as_named(name: str) -> str:
    """Return the name of a team without the signs that would end it where teams are written a line each.

    >>> as_named("Buben:  die Ersten; Ulm")
    'Buben die Ersten Ulm'
    """
    return " ".join(re.sub(r"[:;|]", " ", name).split())[:LONGEST_NAME]


def _checked(ranking: Ranking, teams: Sequence[Assigned]) -> dict[int, Entrant]:
    numbers = [number for assigned in teams for number in (*assigned.members, *assigned.substitutes)]
    if not numbers:
        raise Refused("nothing-to-assign")
    if twice := sorted(number for number, count in Counter(numbers).items() if count > 1):
        raise Refused("team-member-twice", numbers=twice)
    entrants = {entrant.number: entrant for entrant in ranking.tournament.entrants.all()}
    if unknown := sorted(set(numbers) - entrants.keys()):
        raise Refused("team-member-unknown", numbers=unknown)
    _must_be_named_apart([assigned.name for assigned in teams])
    for team in teams:
        if len(team.members) > ranking.size:
            raise Refused("team-too-large", name=team.name, size=ranking.size)
        ladies = [LADIES in entrants[number].classes for number in team.members]
        if ranking.kind == Ranking.Kind.MIXED and not is_mixed(ladies):
            raise Refused("pair-not-mixed", name=team.name)
    return {number: entrants[number] for number in numbers}


def _must_be_named_apart(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not name:
            raise Refused("team-name-missing")
        if name.casefold() in seen:
            raise Refused("team-name-twice", name=name)
        seen.add(name.casefold())


def _make_room(ranking: Ranking, teams: Sequence[Assigned]) -> None:
    by_name = {assigned.name.casefold(): assigned for assigned in teams}
    for team in ranking.teams.all():
        again = by_name.get(team.name.casefold())
        if again is None:
            team.delete()
            continue
        stays = {*again.members, *again.substitutes}
        team.members.exclude(entrant__number__in=stays).delete()


def _put_together(ranking: Ranking, teams: Sequence[Assigned], entrants: Mapping[int, Entrant]) -> None:
    values = {team.name.casefold(): team for team in ranking.teams.all()}
    team_members = {team_member.entrant_id: team_member for team_member in ranking.members.all()}
    # The numbers of teams that drew lots and went are given to no other.
    codes = ranking.lots.filter(competitor__startswith="team:").values_list("competitor", flat=True)
    drew = [int(code.removeprefix("team:")) for code in codes]
    number = max([0, *drew, *ranking.teams.values_list("number", flat=True)])
    for assigned in teams:
        team = values.get(assigned.name.casefold())
        if team is None:
            number += 1
            team = Team.objects.create(ranking=ranking, number=number, name=assigned.name)
        elif team.name != assigned.name:
            team.name = assigned.name
            team.save(update_fields=["name"])
        for start_number in (*assigned.members, *assigned.substitutes):
            entrant, is_substitute = entrants[start_number], start_number in assigned.substitutes
            member = team_members.get(entrant.pk)
            if member is None:
                TeamMember.objects.create(ranking=ranking, team=team, entrant=entrant, substitute=is_substitute)
            elif member.substitute != is_substitute:
                member.substitute = is_substitute
                member.save(update_fields=["substitute"])


def _as_they_are(ranking: Ranking) -> list[tuple[int, str, list[int], list[int]]]:
    company: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    members = ranking.members.order_by("entrant__number").values_list("team_id", "substitute", "entrant__number")
    for team, is_substitute, number in members:
        company[team][is_substitute].append(number)
    return [(team.number, team.name, *company[team.pk]) for team in ranking.teams.all()]
