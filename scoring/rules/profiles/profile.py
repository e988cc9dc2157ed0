"""A list profile: what a deal is worth, whose column gets it, what a list adds up to, how long it is."""

import enum
from dataclasses import dataclass

from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
from scoring.rules.judging import ALL_TRICKS
from scoring.rules.profiles.kitty import Kitty
from scoring.rules.profiles.ramsch_rule import RamschRule
from scoring.rules.results.performance import SKWO, RatingRule
from scoring.rules.values import ISKO, Values


class Columns(enum.Enum):
    """Whose column a declarer's game goes to."""

    DECLARER = "declarer"
    OPPONENTS_MINUS = "opponents-minus"
    """A game won is taken off everybody else, a lost one off the declarer: only minus is written (Bierlachs)."""


class Declaring(enum.Enum):
    """How somebody comes to be declarer."""

    AUCTION = "auction"
    """By bidding; so all may pass."""

    IN_TURN = "in-turn"
    """One after the other, without a word (Räuberskat)."""

    NOT_THE_DEALER = "not-the-dealer"
    """Whoever did not deal names the game (Offiziersskat)."""

    BY_KIND = "by-kind"
    """By kinds of contract instead of numbers; the last one left has to play (Tournee)."""


class WhenAllPass(enum.Enum):
    """What happens to a deal that nobody wants to play."""

    NEXT_DEALER = "next-dealer"
    RAMSCH = "ramsch"
    NOBODY_MAY = "nobody-may"


class ProgrammePart(enum.Enum):
    """What everybody has to play once in a programme."""

    SUIT = "suit"
    GRAND = "grand"
    NULL = "null"
    RAMSCH = "ramsch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """A list of so many rounds as were agreed for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A list that is over when somebody has so many points below zero, and has lost."""

    points: int = 501


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal(Target):
    """A list that is over when somebody has so many points above zero, and has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Programme:
    """A list in which everybody plays each part once, a round for each."""

    parts: tuple[ProgrammePart, ...] = tuple(ProgrammePart)


Course = Rounds | Target | Programme


class Exchange(enum.Enum):
    """Which cards the opponents may exchange in a Revolution."""

    ANY = "any"
    TWO = "two"


@dataclass(frozen=True, slots=True, kw_only=True)
class BockRule:
    """What makes the next deals count double."""

    events: int = 0
    """The events as bits, see ``profiles.bock``."""

    ramsch: bool = False
    """Whether three compulsory Ramsch follow every three deals of Bock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One way to keep a list."""

    code: str
    source: str
    """Where it is described: a chapter of the rule book, or a heading of the encyclopedia."""

    values: Values = ISKO
    columns: Columns = Columns.DECLARER
    idle_pay: bool = True
    """Whether who sat out is one of the others, where a game won is taken off them."""

    rating: RatingRule = SKWO
    course: Course = Rounds()
    declaring: Declaring = Declaring.AUCTION
    when_all_pass: WhenAllPass = WhenAllPass.NEXT_DEALER
    ramsch: RamschRule | None = None
    stakes: int = 0
    """How far stakes go: 1 Contra, 2 Re, 3 Supra, 4 Resupra."""

    revolution: Values | None = None
    """What a Revolution is worth, where one can be played."""

    spitze: Values | None = None
    """What games with a Spitze are worth, where one can be announced."""

    exchange: Exchange = Exchange.ANY
    schenken: bool = False
    """Whether the opponents may give a game up, and the declarer insist on Schneider and Schwarz."""

    bock: BockRule | None = None
    kitty: Kitty | None = None
    seats: tuple[int, ...] = (3, 4)
    """How many can sit at the table."""

    pack: int = 32
    """Cards."""

    tricks: int = ALL_TRICKS
    """How many a deal has."""

    is_blind: bool = False
    """Whether everybody sees all cards but their own (Idiotenskat)."""

    def __hash__(self) -> int:
        """Return a hash of the code: what counts for a rating cannot be hashed."""
        return hash(self.code)

    @property
    def at_least(self) -> int:
        """How many have to be there for a deal."""
        return min(PLAYERS_PER_DEAL, *self.seats)
