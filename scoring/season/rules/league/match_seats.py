"""Seats in a match of three to five teams of four: nobody meets an opponent twice a day, nor ever a team-mate.

In a match of four teams each meets each of the twelve opponents at most once in up to four series, and exactly once in
four: 96 meetings of 96. A player's number in the team says where they sit. Those with number four meet in the last of
four series alone, so that teams that lack their fourth player never leave a table with two in the first three.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from scoring.season.rules.league.matches import FIELDS
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant, Policy, Wish

PLAYERS: Final = 4
"""Players of a team at the tables."""

MOST_SERIES: Final = 4
"""More series would make somebody meet an opponent again."""

_APART = Policy(apart=Wish.HARD)
_MISSING = "missing"


class Seat(NamedTuple):
    """Who sits there: the team, and the player's number in it, from 1 on."""

    team: int
    player: int


Tables = tuple[tuple[Seat, ...], ...]
"""The tables of a series, each from seat 1 on."""


def match_seats(teams: Sequence[int], *, series: int, seed: str, missing: Collection[Seat] = ()) -> tuple[Tables, ...]:
    """Return the tables of each series, the same for the same arguments.

    The chairs of ``missing`` players stay empty, and no table lacks two of them: they may step in at any round. With
    more than one of them the fourth series repeats meetings, which are as few as were found.

    :raises ValueError: if there are not three to five teams or one to four series, or if others are missing than
        number four of some of four teams.
    """
    if len(set(teams)) < len(teams) or len(teams) not in FIELDS or not 1 <= series <= MOST_SERIES:
        raise ValueError(f"{series} series of teams {list(teams)}")
    if missing and (len(teams) != PLAYERS or not {Seat(team, PLAYERS) for team in teams}.issuperset(missing)):
        raise ValueError("who is missing is number four of one of four teams")
    # A match of three is one of four in which nobody of the fourth team is there.
    shape = max(len(teams), PLAYERS)
    plan = _numbered(_drawn(shape, seed=seed))[:series]
    gone = {Seat(teams.index(seat.team), seat.player) for seat in missing}
    if len(gone) > 1 and series == MOST_SERIES:
        plan = [*plan[:-1], _drawn_apart(shape, plan[:-1], gone, seed=seed)]
    return tuple(
        tuple(
            tuple(Seat(teams[at], player) for at, player in table if at < len(teams) and Seat(at, player) not in gone)
            for table in tables
        )
        for tables in plan
    )


Plan = list[list[list[Seat]]]


def _drawn(teams: int, *, seed: str) -> Plan:
    """Return four series in which nobody meets anybody twice, with the numbers as they come."""
    return seated(draw(entrants_of(teams), series=MOST_SERIES, seed=seed, policy=_APART).series)


def _drawn_apart(teams: int, before: Plan, gone: Collection[Seat], *, seed: str) -> list[list[Seat]]:
    """Return a last series in which those who are missing do not meet."""
    history = [[[_number(seat) for seat in table] for table in tables] for tables in before]
    drawn = draw(entrants_of(teams, gone), series=1, seed=seed, history=history, policy=_APART)
    return seated(drawn.series)[0]


def _numbered(plan: Plan) -> Plan:
    """Return the plan with the players numbered anew: one table of the last series has all who are number four."""
    together = set(plan[-1][0])
    numbers = {}
    for team in {seat.team for table in plan[-1] for seat in table}:
        others = [Seat(team, player) for player in range(1, PLAYERS + 1) if Seat(team, player) not in together]
        for number, seat in enumerate([*others, *(seat for seat in together if seat.team == team)], start=1):
            numbers[seat] = Seat(team, number)
    return [[[numbers[seat] for seat in table] for table in tables] for tables in plan]


def entrants_of(teams: int, gone: Collection[Seat] = (), *, players: int = PLAYERS) -> list[Entrant]:
    """Return the players of so many teams for a draw in which no two of a team meet, nor two of those ``gone``."""
    return [
        Entrant(number=_number(seat), apart=frozenset({str(seat.team), *([_MISSING] if seat in gone else [])}))
        for seat in (Seat(team, player) for team in range(teams) for player in range(1, players + 1))
    ]


def seated(series: Iterable[Iterable[Iterable[int]]]) -> Plan:
    """Return what was drawn of ``entrants_of``, with the teams counted from 0."""
    return [
        [[Seat((number - 1) // PLAYERS, (number - 1) % PLAYERS + 1) for number in table] for table in tables]
        for tables in series
    ]


def _number(seat: Seat) -> int:
    return seat.team * PLAYERS + seat.player
