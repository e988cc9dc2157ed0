"""The rankings a simulated event has beside the individual one: ladies, clubs, and the teams that registered."""

from collections import defaultdict
from datetime import datetime

from scoring.results.models import Ranking
from scoring.results.services.ranking_teams import Assigned, assign_teams
from scoring.results.services.rankings import Terms, switch_on
from simulation.cast import Cast
from simulation.people import TEAM
from simulation.scenario import REGISTRATION
from tables.intake.classes import LADIES

TERMS = (
    Terms(kind=LADIES, name="Damen"),
    Terms(kind=Ranking.Kind.CLUB, name="Vereine, die besten vier", size=TEAM),
)
TEAMS = Terms(kind=Ranking.Kind.TEAM, name="Mannschaften", size=TEAM, scaled=True)


def switch_rankings_on(cast: Cast) -> None:
    """Switch the rankings on when everybody is there; a field too small for teams has none."""
    teams = _registered_teams(cast)
    switched_on = [_switch_on(cast, terms) for terms in (*TERMS, *([TEAMS] if teams else []))]
    if teams:
        assign_teams(ranking_id=switched_on[-1].pk, teams=teams, by=cast.director, now=_when(cast))


def _switch_on(cast: Cast, terms: Terms) -> Ranking:
    return switch_on(
        tournament_id=cast.tournament.pk,
        terms=terms,
        entry_key=cast.key(f"ranking {terms.kind}"),
        by=cast.director,
        now=_when(cast),
    )


def _when(cast: Cast) -> datetime:
    return cast.scenario.begins + REGISTRATION * 0.78


def _registered_teams(cast: Cast) -> list[Assigned]:
    """Return the teams as their players named them when they registered."""
    players: dict[str, list[int]] = defaultdict(list)
    for number, team in cast.tournament.entrants.exclude(team="").order_by("number").values_list("number", "team"):
        players[team].append(number)
    return [Assigned(name=team, members=tuple(numbers[:TEAM])) for team, numbers in sorted(players.items())]
