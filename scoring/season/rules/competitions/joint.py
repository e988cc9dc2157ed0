"""Teams and clubs in a competition: the best of each in each series."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from scoring.season.rules.competitions.lists import SeasonList


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
