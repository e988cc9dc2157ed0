"""A list profile: what a deal is worth, whose column gets it, what a list adds up to, how long it is."""

import enum
from dataclasses import dataclass

from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
from scoring.rules.judging import ALL_TRICKS
from scoring.rules.profiles.kitty import Kitty
from scoring.rules.results.performance import SKWO, RatingRule
from scoring.rules.values import ISKO, Values


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
    pack: int = 32
    tricks: int = ALL_TRICKS
    is_blind: bool = False
    """Whether everybody sees all cards but their own (Idiotenskat)."""

    def __hash__(self) -> int:
        """Return a hash of the code: what counts for a rating cannot be hashed."""
        return hash(self.code)

    @property
    def at_least(self) -> int:
        """How many have to be there for a deal."""
        return min(PLAYERS_PER_DEAL, *self.seats)
