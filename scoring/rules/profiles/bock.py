"""Rounds of Bock: what queues them, when a deal counts double, and the compulsory Ramsch after them.

One event queues three deals, whatever the size of the table. However many are queued, a deal counts double once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.profiles.lines import DeclarerLine, Entered, Line, RamschLine
from scoring.rules.profiles.profile import BockRule

ROUND: Final = 3
"""Deals that one event queues, and Ramsch that follow them."""

LOST_WITH_60: Final = 1
"""An event as a bit; that the declarer had 60 card points a list shows only where it is asked for."""

GRAND_HAND_WON: Final = 2
CONTRA_LOST: Final = 4
RE: Final = 8
THREE_EQUAL_DIGITS: Final = 16
"""A column ends in them; zero does too."""

FULL_HUNDRED: Final = 32
WORTH_72: Final = 64
WORTH_96: Final = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What is to come: deals of Bock, and before them any Ramsch that is due."""

    bock: int = 0
    ramsch: int = 0

    @property
    def factor(self) -> int:
        return 2 if self.bock and not self.ramsch else 1

    def allows(self, line: Line) -> bool:
        """Test whether a line can be the next: while Ramsch is due, only that or a Grand Hand."""
        if not self.ramsch or isinstance(line, RamschLine):
            return True
        return isinstance(line, DeclarerLine) and line.is_grand_hand

    def after(self, line: Line, rule: BockRule, *, events: int) -> "Queue":
        """Return what is to come after a deal: its own events count from the next one on."""
        bock, ramsch = self.bock, self.ramsch
        if ramsch:
            # A Grand Hand instead does not use one up.
            ramsch -= isinstance(line, RamschLine)
        elif bock:
            bock -= 1
            ramsch = ROUND if rule.ramsch and bock % ROUND == 0 else 0
        return Queue(bock=bock + ROUND * events, ramsch=ramsch)


NOTHING_QUEUED: Final = Queue()


def events(line: Line, entered: Entered, columns: Mapping[int, int], rule: BockRule) -> int:
    """Return how many rounds a deal queues; ``columns`` are the game points after it, by seat.

    Contra lost and Re are one event of a deal, so are both values; the digits and the hundred are one of each seat.
    """
    if not rule.events:
        return 0
    happened = (WORTH_72 if entered.value >= 72 else 0) | (WORTH_96 if entered.value >= 96 else 0)
    if isinstance(line, DeclarerLine):
        happened |= _of_game(line, is_won=bool(entered.won))
    counted = happened & rule.events
    return (
        bool(counted & LOST_WITH_60)
        + bool(counted & GRAND_HAND_WON)
        + bool(counted & (CONTRA_LOST | RE))
        + bool(counted & (WORTH_72 | WORTH_96))
        + sum(bool(_of_column(columns[seat]) & rule.events) for seat, points in entered.points.items() if points)
    )


def _of_game(line: DeclarerLine, *, is_won: bool) -> int:
    if is_won:
        return (RE if line.stakes >= 2 else 0) | (GRAND_HAND_WON if line.is_grand_hand else 0)
    stakes = (CONTRA_LOST if line.stakes else 0) | (RE if line.stakes >= 2 else 0)
    return stakes | (LOST_WITH_60 if line.has_sixty else 0)


def _of_column(points: int) -> int:
    digits = THREE_EQUAL_DIGITS if abs(points) % 1000 % 111 == 0 else 0
    return digits | (FULL_HUNDRED if points % 100 == 0 else 0)
