"""What a player needs to reach a place, if the others stand still."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scoring.season.rules.competitions.accounts import Account, Shortfall, account
from scoring.season.rules.competitions.evenings import points_of_place
from scoring.season.rules.competitions.lists import Absence, SeasonList
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import as_counted, standings

LEAST: Final = -10_000
MOST: Final = 10_000
"""Performance points below and above those of any list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """A list that is still to be played."""

    evening: int
    series: int
    part: int = 1
    group: str = ""

    def with_points(self, player: int, points: int) -> SeasonList:
        """Return it as played with so many points, without a game won."""
        return SeasonList(
            player=player,
            evening=self.evening,
            series=self.series,
            part=self.part,
            group=self.group,
            performance=points,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What is enough for a place; nothing is where neither points nor a place stand here."""

    short: Shortfall
    """What is missing to the minimum even after the lists ahead; then no points help."""

    points: int | None = None
    """The least performance points in each list ahead that are enough; ``LEAST``: any are."""

    place: int | None = None
    """With points by place: the worst place in each evening ahead that is enough."""


def needed(
    rule: Rule,
    lists: Sequence[SeasonList],
    *,
    player: int,
    aim: int,
    ahead: Sequence[Ahead],
    entrants: int,
    members: Collection[int] | None = None,
    absences: Sequence[Absence] = (),
) -> Need:
    """Return what a player needs in each list ahead to stand at place ``aim`` or before it.

    The others stand still, and no game won in the lists ahead is counted on: with some it may take a point less.
    ``entrants`` is how many are reckoned with on an evening where places give points.
    """
    table = standings(rule, lists, members=members, absences=absences)
    others = [row.account for row in table if row.account.entrant != player and row.account.ranked]
    away = [] if rule.absent is None else [one.worth(rule.absent) for one in absences if one.player == player]

    def enough(found: Account) -> bool:
        return found.ranked and sum(_merit(one) < _merit(found) for one in others) < aim

    if rule.count is Count.PLACES:
        return _by_place(rule, lists, away, player=player, ahead=ahead, entrants=entrants, enough=enough)
    own = [one for one in lists if one.player == player]

    def after(points: int) -> Account:
        brought = as_counted(rule, [*own, *(one.with_points(player, points) for one in ahead)])
        return account(rule, player, [*brought.get(player, ()), *away])

    at = bisect_left(range(LEAST, MOST + 1), True, key=lambda points: enough(after(points)))
    points = LEAST + at
    return Need(short=after(MOST).short, points=points if points <= MOST else None)


def _by_place(
    rule: Rule,
    lists: Sequence[SeasonList],
    away: Sequence[SeasonList],
    *,
    player: int,
    ahead: Sequence[Ahead],
    entrants: int,
    enough: Callable[[Account], bool],
) -> Need:
    """Return the worst place that is enough; places need not be worth less the later they are."""
    evenings = {one.evening: one for one in ahead}
    before = [one for one in as_counted(rule, lists).get(player, ()) if one.evening not in evenings]
    played = [
        replace(one.with_points(player, 0), lists=sum(each.evening == evening for each in ahead))
        for evening, one in evenings.items()
    ]

    def after(place: int) -> Account:
        worth = points_of_place(rule, place, entrants=entrants)
        return account(rule, player, [*before, *(one.as_points(worth) for one in played), *away])

    places = [place for place in range(1, entrants + 1) if enough(after(place))]
    return Need(short=after(1).short, place=max(places, default=None))


def _merit(one: Account) -> tuple[int | Fraction, int, int]:
    return -one.performance, -one.won, one.lost
