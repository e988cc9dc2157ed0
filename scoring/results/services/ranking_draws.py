"""What is drawn by lot in a ranking: its teams after the last series, and who of equals goes first (SkWO 5.2)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from scoring.results.models import Ranking, Team, TeamMember
from scoring.results.services import lots
from scoring.results.services.ranking_turn import held, held_with_teams, must_be_decided, record
from scoring.rules.results.ranking import blind_teams, mixed_pairs
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.intake.classes import LADIES
from tables.people.models import Entrant
from tables.seating import Chance
from tables.tournaments.selectors.tournaments import is_ranked

NAME_LENGTH = 74


@transaction.atomic
def draw_teams(*, ranking_id: int, seed: str, by: User, now: datetime) -> Ranking:
    """Draw the teams of a ranking by lot among those with a seat in all its series, once the last of them is closed.

    The same seed and the same players give the same teams, and all are equally likely. Mixed pairs are drawn a lady
    and a man each, as many as there can be; else whoever is left over makes a smaller team, or stays without one where
    the ranking is not scaled.

    :raises Refused: ``no-team-ranking``, ``series-open`` (series), ``nothing-to-draw``, ``teams-there-already``.
    """
    ranking = held_with_teams(ranking_id)
    series = must_be_decided(ranking)
    seated = ranking.tournament.entrants.filter(is_ranked(), seats__series__in=series).annotate(played=Count("seats"))
    players = list(seated.filter(played=len(series)).order_by("number"))
    if ranking.teams.exists():
        raise Refused("teams-there-already")
    by_number = {entrant.number: entrant for entrant in players}
    drawn = _drawn(ranking, players, seed=seed)
    if not drawn:
        raise Refused("nothing-to-draw")
    teams = Team.objects.bulk_create(
        Team(ranking=ranking, number=number, name=f"{ranking.name[:NAME_LENGTH]} {number}")
        for number, _members in enumerate(drawn, start=1)
    )
    TeamMember.objects.bulk_create(
        TeamMember(ranking=ranking, team=team, entrant=by_number[number])
        for team, members in zip(teams, drawn, strict=True)
        for number in members
    )
    ranking.drawn_from = seed
    ranking.save(update_fields=["drawn_from"])
    record("ranking.teams-drawn", ranking, by=by, now=now, seed=seed, teams=drawn)
    return ranking


@transaction.atomic
def draw_lots(*, ranking_id: int, seed: str, by: User, now: datetime) -> Ranking:
    """Draw lots for all that are equal in a ranking whose series are all closed; a lot once drawn stays (SkWO 5.2).

    :raises Refused: ``series-open`` (series), ``no-ties``.
    """
    ranking = held(ranking_id)
    must_be_decided(ranking)
    if not lots.draw_in(ranking, seed=seed, by=by, now=now):
        raise Refused("no-ties")
    return ranking


def _drawn(ranking: Ranking, players: Sequence[Entrant], *, seed: str) -> list[list[int]]:
    chance = Chance(seed, purpose=f"teams of ranking {ranking.number}")
    if ranking.kind == Ranking.Kind.MIXED:
        ladies = chance.shuffled(entrant.number for entrant in players if LADIES in entrant.classes)
        pairs = mixed_pairs(
            ladies, chance.shuffled(entrant.number for entrant in players if LADIES not in entrant.classes)
        )
        return [list(pair) for pair in pairs]
    order = chance.shuffled(entrant.number for entrant in players)
    return [list(team) for team in blind_teams(order, size=ranking.size, smaller=ranking.scaled)]
