"""The lines a list of any profile can have, and what a deal puts into the columns."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.contract import Game
from scoring.rules.valuation import Booking


class ContractKind(enum.StrEnum):
    """The kinds of contract of North American Skat."""

    TOURNEE = "tournee"
    """The card turned from the skat is trump."""

    PASST_MIR_NICHT = "passt-mir-nicht"
    """The first card did not suit, the second one decides."""

    SOLO = "solo"
    """The skat stays where it is."""

    GUCKSER = "guckser"
    """Grand, both cards taken up."""

    NULL = "null"
    RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarerLine:
    """A game as it was written; it may state nonsense."""

    declarer: int
    game: Game | None
    """None only where a kind says it all."""

    matadors: int | None = None
    """Matadors held (+n, "with") or missing (-n, "without")."""

    won: bool = False
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    schneider_announced: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    bid: int | None = None
    overbid: bool = False
    stakes: int = 0
    """0 none, 1 Contra, 2 Re, 3 Supra, 4 Resupra."""

    contra_by: int | None = None
    """Seat that said Contra, if the list states it."""

    schenken: int = 0
    """How a game that the opponents gave up went on: 0 nobody gave up, 1 that was all, 2 the declarer insisted on
    Schneider, 3 on Schwarz."""

    has_sixty: bool = False
    spitze: bool = False
    """The lowest trump was to make the last trick."""

    revolution: bool = False
    """A Null in which the opponents looked at each other's cards."""

    kind: ContractKind | None = None

    @property
    def is_grand_hand(self) -> bool:
        """Whether it is the game that queues Bock, stands in for a Ramsch and takes the kitty."""
        return self.game is Game.GRAND and self.hand


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschLine:
    """A Ramsch as it was written: in columns from seat 1 on, None for a seat that did not play, or in short its losers.

    :raises ValueError: if it is written both ways, or says of losers what it has none for.
    """

    card_points: tuple[int | None, ...] | None = None
    """Card points, those of the skat where they belong."""

    tricks: tuple[int | None, ...] | None = None
    last_trick: int | None = None
    """Seat that took the last trick, if the list states it."""

    pushes: int = 0
    """How many passed the skat on unseen."""

    knocks: int = 0
    """How many of the others knocked."""

    losers: tuple[int, ...] = ()
    lost_with: int | None = None
    """Card points of each of them, where they count."""

    virgins: int = 0
    """How many took no trick, beside the losers."""

    kind: ContractKind | None = None

    def __post_init__(self) -> None:
        in_columns = self.card_points is not None or self.tricks is not None or self.last_trick is not None
        if self.losers and in_columns:
            raise ValueError("columns, and losers all the same")
        if not self.losers and (self.lost_with is not None or self.virgins):
            raise ValueError("nobody lost it")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedLine:
    """A deal nobody wanted to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a list of house rules writes down of a deal, beside the columns that every list has."""

    profile: str
    """Name of the profile that the deal was written down by, see ``profiles.naming``."""

    stakes: int = 0
    contra_by: int | None = None
    schenken: int = 0
    has_sixty: bool = False
    spitze: bool = False
    revolution: bool = False
    kind: ContractKind | None = None
    announced: int = 0
    """What North American Skat announces without Hand: 1 Schneider, 2 Schwarz."""

    opened: bool = False
    ramsch: RamschLine | None = None
    """None where somebody declared a game, or nobody wanted to play."""


Line = DeclarerLine | RamschLine | PassedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """One deal in the columns; a deal passed in, or refused, leaves them as they are."""

    points: Mapping[int, int] = field(default_factory=dict)
    """Game points by seat, with everything that multiplies them; a seat that is not there gets none."""

    won: tuple[int, ...] = ()
    """Seats that won a game of their own."""

    lost: tuple[int, ...] = ()
    passed: bool = False
    """Whether nobody played it."""

    factor: int = 1
    """What stakes and Bock multiplied by."""

    value: int = 0
    """Value of what was won, before stakes and Bock; 0 if nothing was."""

    booking: Booking | None = None
    """How a declarer's game was computed, before stakes and Bock."""


def times(points: Mapping[int, int], factor: int) -> dict[int, int]:
    """Return the points of every seat, multiplied."""
    return {seat: own * factor for seat, own in points.items()}
