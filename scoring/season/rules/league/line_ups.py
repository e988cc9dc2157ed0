"""Line-ups: who may play, how many, what is wrong with one, and who sits where after exchanges."""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from scoring.season.rules.league.incomplete import LEAST_PLAYERS
from scoring.season.rules.league.match_seats import PLAYERS

FIRST: Final = 1
"""The series from which the line-up holds; later ones are exchanges."""


class Flaw(enum.StrEnum):
    """What can be wrong with a line-up."""

    TOO_FEW = "line-up-too-few"
    TWICE = "line-up-twice"
    GAP = "line-up-gap"
    NOT_ELIGIBLE = "line-up-not-eligible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligible:
    """From when to when somebody may play for a team; both days are within."""

    player: int
    since: date
    until: date | None = None
    """None: to the end of the season."""

    def on(self, day: date) -> bool:
        """Test whether they may play on a day.

        >>> Eligible(player=1, since=date(2026, 1, 1), until=date(2026, 4, 30)).on(date(2026, 5, 1))
        False
        """
        return self.since <= day and (self.until is None or day <= self.until)

    def overlaps(self, since: date, until: date | None) -> bool:
        """Test whether there is a day on which both this and other days hold."""
        return (until is None or self.since <= until) and (self.until is None or since <= self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Who has a number of a team from a series on."""

    number: int
    player: int
    from_series: int = FIRST


def flaws(players: Sequence[int | None], *, roster: Iterable[Eligible], day: date) -> tuple[tuple[Flaw, int], ...]:
    """Return what is wrong with a line-up, each with the number it is wrong at, 0 for the whole.

    ``players`` stand by their numbers, None where nobody does: the fourth alone may be missing.

    >>> roster = [Eligible(player=player, since=date(2026, 1, 1)) for player in (5, 7)]
    >>> flaws([5, 5, 7, None], roster=roster, day=date(2026, 3, 1))
    ((<Flaw.TWICE: 'line-up-twice'>, 2),)
    """
    eligible = {one.player for one in roster if one.on(day)}
    named = [player for player in players if player is not None]
    found: list[tuple[Flaw, int]] = []
    if len(named) < LEAST_PLAYERS:
        found.append((Flaw.TOO_FEW, 0))
    elif None in players[: len(named)]:
        found.append((Flaw.GAP, players.index(None) + 1))
    for number, player in enumerate(players, start=1):
        if player is None:
            continue
        if player in players[: number - 1]:
            found.append((Flaw.TWICE, number))
        elif player not in eligible:
            found.append((Flaw.NOT_ELIGIBLE, number))
    return tuple(found)


def doubled(places: Iterable[Place], *, series: int) -> bool:
    """Test whether somebody would have two numbers in one of so many series.

    >>> line_up = [Place(number=1, player=5), Place(number=2, player=6)]
    >>> doubled([*line_up, Place(number=2, player=5, from_series=3)], series=3)
    True
    """
    told = list(places)
    tables = [list(at_table(told, series=one).values()) for one in range(FIRST, series + 1)]
    return any(len(set(players)) < len(players) for players in tables)


def at_table(places: Iterable[Place], *, series: int) -> Mapping[int, int]:
    """Return who has each number of a team in a series: whoever took it last."""
    held: dict[int, int] = {}
    for one in sorted(places, key=lambda place: place.from_series):
        if one.from_series <= series:
            held[one.number] = one.player
    return {number: held[number] for number in sorted(held) if number <= PLAYERS}
