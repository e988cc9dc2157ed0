"""What a player brings into a competition: lists, evenings taken as one, evenings missed with leave."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

FULL = 12
"""The rounds of a whole list: 48 deals at four, 36 at three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonList:
    """What a player earned in one list, or in several taken together."""

    player: int
    """Who played it; the team where lists of a team are taken together."""

    evening: int
    """Number of the evening in the season, by date, from 1 on."""

    series: int
    """Number of the series among all of the season, in the order of play: of two equal lists the earlier counts."""

    performance: int
    """Performance points (SkWO 5.2); points by place where these are counted."""

    won: int = 0
    lost: int = 0
    part: int = 1
    """Which series of its evening it is, from 1 on."""

    group: str = ""
    """What a quota counts by: a half-year, a month, a kind of event."""

    lists: int = 1
    """Lists played in it: more where an evening is taken as one, none where the player was away with leave."""

    rounds: int = FULL
    """Rounds of its series: twelve are a whole list."""

    games_known: bool = True
    """Whether ``won`` and ``lost`` are known; else they are nought."""

    def as_points(self, points: int) -> "SeasonList":
        """Return the same with the points of a place instead of its own."""
        # dataclasses.replace takes twice as long, and a year asks for this a thousand times.
        return SeasonList(
            player=self.player,
            evening=self.evening,
            series=self.series,
            part=self.part,
            group=self.group,
            performance=points,
            won=self.won,
            lost=self.lost,
            lists=self.lists,
            games_known=self.games_known,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """An evening missed with leave (holiday, illness), where the rule has a value for it."""

    player: int
    evening: int
    series: int
    group: str = ""

    def worth(self, value: int) -> SeasonList:
        """Return the list that stands for it: it counts, but was not played."""
        return SeasonList(
            player=self.player,
            evening=self.evening,
            series=self.series,
            performance=value,
            group=self.group,
            lists=0,
        )


def whole_evenings(lists: Iterable[SeasonList]) -> list[SeasonList]:
    """Return the lists with those of one player on one evening taken as one.

    >>> from dataclasses import replace
    >>> first = SeasonList(player=7, evening=1, series=1, performance=900, won=9)
    >>> both = whole_evenings([first, replace(first, series=2, part=2, performance=700)])
    >>> [(one.performance, one.won, one.lists) for one in both]
    [(1600, 18, 2)]
    """

    together: dict[tuple[int, int], list[SeasonList]] = defaultdict(list)
    for one in lists:
        together[one.player, one.evening].append(one)
    return [_as_one(same) if len(same) > 1 else same[0] for same in together.values()]


def _as_one(lists: Sequence[SeasonList]) -> SeasonList:
    first = min(lists, key=lambda one: one.series)
    # One walk for all four sums: a year has thousands of evenings to be added up.
    performance = won = lost = played = 0
    known = True
    for one in lists:
        known &= one.games_known
        performance += one.performance
        won += one.won
        lost += one.lost
        played += one.lists
    return SeasonList(
        player=first.player,
        evening=first.evening,
        series=first.series,
        part=first.part,
        group=first.group,
        performance=performance,
        won=won,
        lost=lost,
        lists=played,
        games_known=known,
    )


def half_year(day: date) -> str:
    """Return the half-year of a day, as a group.

    >>> half_year(date(2026, 7, 1))
    '2026-2'
    """
    return f"{day.year}-{1 if day.month <= 6 else 2}"


def month(day: date) -> str:
    """Return the month of a day, as a group.

    >>> month(date(2026, 7, 1))
    '2026-07'
    """
    return f"{day.year}-{day.month:02}"
