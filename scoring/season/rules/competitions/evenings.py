"""Points by place: what an evening's sum is worth among all who were there (practice of clubs)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scoring.rules.results.ranking import Result, ranked
from scoring.season.rules.competitions.lists import SeasonList, whole_evenings
from scoring.season.rules.competitions.rule import Rule


def points_by_place(rule: Rule, lists: Iterable[SeasonList]) -> Iterator[SeasonList]:
    """Yield the evening of each player with the points of its place instead of its own.

    Whoever is equal by the sum, games won and games lost of the evening gets the points of the better place, and the
    next place is counted on after them (SkWO 5.2); by the sum alone where the games of somebody are not known. All who
    were there keep their place, guests too.
    """
    by_evening = defaultdict(list)
    for one in whole_evenings(lists):
        by_evening[one.evening].append(one)
    for evening in by_evening.values():
        of = {one.player: one for one in evening}
        if all(one.games_known for one in evening):
            results = [
                Result(entrant=one.player, performance=one.performance, won=one.won, lost=one.lost) for one in evening
            ]
        else:
            results = [Result(entrant=one.player, performance=one.performance, won=0, lost=0) for one in evening]
        places = ranked(results)
        for place in places:
            points = points_of_place(rule, place.rank, entrants=len(evening))
            yield of[place.result.entrant].as_points(points)


def points_of_place(rule: Rule, place: int, *, entrants: int) -> int:
    """Return the points of a place among so many.

    >>> from scoring.season.rules.competitions.rule import Count
    >>> supercup = Rule(count=Count.PLACES, points=(10, 8, 6), last_points=(3,))
    >>> [points_of_place(supercup, place, entrants=5) for place in range(1, 6)]
    [10, 8, 6, 0, 3]
    """
    return _at(rule.points, place) + _at(rule.last_points, entrants + 1 - place)


def _at(points: tuple[int, ...], place: int) -> int:
    return points[place - 1] if 1 <= place <= len(points) else 0
