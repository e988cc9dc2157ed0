"""Teams and clubs in a competition: the best of a team in each series, or the best members over the year."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.rules.results.ranking import placed
from scoring.rules.results.teams import TeamResult
from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.standings import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubStanding:
    """A row of the table of clubs."""

    place: int
    shared: bool
    result: TeamResult
    members: tuple[int, ...]
    """Those whose results are in it, the best first."""


def team_lists(lists: Iterable[SeasonList], teams: Mapping[int, int], *, size: int) -> list[SeasonList]:
    """Return one list for each team and series: the sum of its ``size`` best; a team counts as a player from then on.

    >>> one = SeasonList(player=1, evening=1, series=1, performance=900)
    >>> from dataclasses import replace
    >>> others = [replace(one, player=2, performance=700), replace(one, player=3, performance=500)]
    >>> [(team.player, team.performance) for team in team_lists([one, *others], {1: 10, 2: 10, 3: 10}, size=2)]
    [(10, 1600)]
    """
    together = defaultdict(list)
    for one in lists:
        if one.player in teams:
            together[teams[one.player], one.evening, one.part].append(one)
    found = []
    for (team, evening, part), of_team in sorted(together.items()):
        best = sorted(of_team, key=lambda one: (-one.performance, -one.won, one.lost, one.player))[:size]
        found.append(
            SeasonList(
                player=team,
                evening=evening,
                series=min(one.series for one in of_team),
                performance=sum(one.performance for one in best),
                won=sum(one.won for one in best),
                lost=sum(one.lost for one in best),
                part=part,
                group=best[0].group,
                rounds=best[0].rounds,
                games_known=all(one.games_known for one in best),
            )
        )
    return found


def club_standings(rows: Iterable[Standing], clubs: Mapping[int, int], *, size: int) -> tuple[ClubStanding, ...]:
    """Return the table of clubs: what the ``size`` best of their ranked members come to together (SkWO 5.2)."""
    of_club = defaultdict(list)
    for row in rows:
        if row.account.ranked and row.account.entrant in clubs:
            of_club[clubs[row.account.entrant]].append(row.account)
    best = {club: accounts[:size] for club, accounts in of_club.items()}
    results = (
        TeamResult(
            entrant=club,
            performance=sum((Fraction(one.performance) for one in accounts), Fraction()),
            won=Fraction(sum(one.won for one in accounts)),
            lost=Fraction(sum(one.lost for one in accounts)),
        )
        for club, accounts in best.items()
    )
    return tuple(
        ClubStanding(
            place=rank,
            shared=shared,
            result=result,
            members=tuple(one.entrant for one in best[result.entrant]),
        )
        for rank, shared, result in placed(results, None)
    )
