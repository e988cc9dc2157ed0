"""How score sheets are printed: what stands on them, on which paper, in which columns."""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from scoring.money.selectors.lines import Costs
from tables.draw.models import Table

Link = Callable[[Table], str]
Verification = Callable[[str], str]


class Fill(enum.StrEnum):
    """What stands on score sheets."""

    ENTERED = "entered"
    """Everything there is: the players, and what is entered so far."""

    PLAYERS = "players"
    """The players alone, whatever is entered."""

    NOTHING = "nothing"
    """The table's number alone."""


class Leaf(enum.StrEnum):
    """The paper of score sheets."""

    A4 = "a4"
    A5 = "a5"
    """As a pad has it: rows as high as on A4, so that a long list goes on on its back."""

    TWO = "two"
    """Two such sheets side by side on A4, to be cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How the sheets of one document are ruled."""

    leaf: Leaf = Leaf.A4
    has_signs: bool = False
    """Whether with and without, plus and minus have a column each."""


PLAIN: Final = Ruling()
"""On A4, as it is printed if nobody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How score sheets are printed."""

    now: datetime
    link: Link | None = None
    """Returns the address of a table's list with its key, for the code on a blank sheet."""

    verification: Verification | None = None
    """Returns the address at which a signed list with a hash is verified."""

    fill: Fill = Fill.ENTERED
    ruling: Ruling = PLAIN

    costs: Costs = field(default_factory=dict)
    """What each list costs each of its players, where lists cost anything."""
