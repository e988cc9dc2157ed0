"""How a table plays Ramsch: everything the encyclopedia and clubs leave to it (the encyclopedia: Ramsch)."""

import enum
from dataclasses import dataclass


class RamschSkat(enum.Enum):
    """Who gets the card points of the skat; the list has them already where they belong."""

    LAST_TRICK = "last-trick"
    MOST_POINTS = "most-points"
    LEFT_OUT = "left-out"


class RamschWrites(enum.Enum):
    """Whose column a Ramsch goes to."""

    LOSER = "loser"
    EVERYBODY = "everybody"


class RamschAmount(enum.Enum):
    """What a Ramsch costs."""

    POINTS = "points"
    FIXED = "fixed"


class RamschTie(enum.Enum):
    """Who loses where several have most card points."""

    ALL = "all"
    SHARE = "share"
    LAST_TRICK = "last-trick"


class RamschTens(enum.Enum):
    """Where a ten ranks, and what it counts."""

    AS_IN_GRAND = "as-in-grand"
    LOW = "low"
    """Below king and queen, for ten card points still."""

    LOW_FOR_ONE = "low-for-one"


class RamschCount(enum.Enum):
    """What a Ramsch is about."""

    MOST_POINTS_LOSE = "most-points-lose"
    FEWEST_POINTS_WIN = "fewest-points-win"
    """Gewinner-Ramsch: 23 points and a game won."""

    MOST_TRICKS_LOSE = "most-tricks-lose"
    """North American Skat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschRule:
    """How a table plays Ramsch."""

    counts: RamschCount = RamschCount.MOST_POINTS_LOSE
    skat: RamschSkat = RamschSkat.LAST_TRICK
    writes: RamschWrites = RamschWrites.LOSER
    amount: RamschAmount = RamschAmount.POINTS
    fixed: tuple[int, int, int] = (15, 15, 20)
    """What a fixed amount is, by how many took no trick."""

    tens: RamschTens = RamschTens.AS_IN_GRAND
    virgin_doubles: bool = True
    """Whether each player without a trick doubles what the loser loses."""

    durchmarsch: bool = False
    """Whether all tricks win."""

    tie: RamschTie = RamschTie.ALL
    pushes: int = 0
    """How often the skat can be passed on unseen, each time for twice as much."""

    klopfen: bool = False
    """Whether each who did not pass it on may knock for twice as much."""

    equal_costs: bool = True
    """Whether a Ramsch in which all have the same costs anything."""

    by_virgins: tuple[int, int, int] = (20, 30, 50)
    """What a Ramsch by tricks costs, by how many took none."""

    reward: tuple[int, int] = (23, 23)
    """What fewest card points bring, where they win: to one alone, and to each of several; 23 is the value of Null."""

    unplayed: int = 2
    """Cards that are in nobody's tricks, where they are left out."""
