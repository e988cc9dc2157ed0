"""What a deal is worth by any profile, asked outside any list."""

from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.codes import Code
from scoring.rules.profiles.bock import Queue
from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.examples import IN_BOCK, counted, seats_of
from scoring.rules.profiles.games import AnyProblem, refused
from scoring.rules.profiles.lines import DeclarerLine, Line
from scoring.rules.profiles.profile import Profile

BELOW_BID: Final = frozenset({Code.WON_BELOW_BID, Code.BELOW_BID_NOT_TICKED})
"""What is said of a game that does not reach its bid, and is not called overbid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWorth:
    """A deal as a list would hold it, and what it puts into the columns."""

    line: Line
    """With its bid held against it: overbid where the value does not reach it."""

    in_bock: bool
    problems: tuple[AnyProblem, ...]
    entered: Entered | None
    """None if the deal cannot be true."""

    columns: tuple[int, ...]
    """Game points by seat; nobody has any of a deal that cannot be true."""


def house_worth(line: Line, profile: Profile, *, in_bock: bool = False) -> HouseWorth:
    """Return what a deal is worth, the first of a list at the smallest usual table.

    Nobody has to know beforehand whether a game was overbid (ISkO 5.4.1, 5.4.2).

    >>> from scoring.rules.contract import Game
    >>> from scoring.rules.profiles.presets import PROFILES
    >>> line = DeclarerLine(declarer=1, game=Game.HEARTS, matadors=2, won=True, stakes=1)
    >>> house_worth(line, PROFILES["kneipe"], in_bock=True).columns
    (120, 0, 0)
    """
    queue = IN_BOCK if in_bock else Queue()
    scored = counted([line], profile, queue=queue)
    if isinstance(line, DeclarerLine) and any(note.problem.code in BELOW_BID for note in scored.notes):
        line = replace(line, won=False, overbid=True)
        scored = counted([line], profile, queue=queue)
    problems = tuple(note.problem for note in scored.notes if note.deal == 1)
    entered = None if refused(problems) else scored.deals[0]
    points = entered.points if entered is not None else {}
    columns = tuple(points.get(seat, 0) for seat in range(1, seats_of(profile) + 1))
    return HouseWorth(line=line, in_bock=in_bock, problems=problems, entered=entered, columns=columns)
