"""A game list: which deals a table wrote down, who dealt, who could play, what is dealt again (ISkO 3.2, 5.5)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from scoring.rules.game_list.presence import Presence, Turn, check_presence, turns
from scoring.rules.profiles.evening import ProfileList
from scoring.rules.profiles.games import judged
from scoring.rules.profiles.lines import Beside, DeclarerLine, Line, PassedLine
from scoring.rules.profiles.naming import BY_THE_BOOK, named
from scoring.rules.results.performance import OPPONENT_LOST
from scoring.rules.valuation import Booking, Played, book


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Why an entry stands as a judge wrote it (ISkO 4.5.10, SkWO 7.3.2).

    :raises ValueError: without a reason or without a clause.
    """

    reason: str
    clause: str

    def __post_init__(self) -> None:
        if not (self.reason.strip() and self.clause.strip()):
            raise ValueError("a ruling has a reason and a clause")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A row of the list. Without declarer and line it was passed in (ISkO 3.3.7).

    :raises ValueError: if there is a ruling that overrules nothing.
    """

    number: int
    """Number in the series, from 1 on."""

    declarer: int | None = None
    """Seat of the declarer, from 1 on."""

    played: Played | None = None
    overruled: bool = False
    """A judge's entry: it stands as they wrote it, even against the rules."""

    ruling: Ruling | None = None
    house: Beside | None = None
    """What house rules add to it; None in a list that is kept by the book."""

    def __post_init__(self) -> None:
        if self.ruling is not None and not self.overruled:
            raise ValueError("a ruling belongs to an entry that is overruled")

    @property
    def passed(self) -> bool:
        """Whether nobody wanted to play; such a deal counts as a deal (SkWO 9.4)."""
        return self.declarer is None and self.played is None and (self.house is None or self.house.ramsch is None)

    @property
    def line(self) -> Line:
        house, played = self.house, self.played
        if house is not None and house.ramsch is not None:
            return house.ramsch
        if played is None or self.declarer is None:
            return PassedLine()
        contract, beside = played.contract, house or _NOTHING_BESIDE
        return DeclarerLine(
            declarer=self.declarer,
            game=contract.game,
            matadors=played.matadors,
            won=played.won,
            hand=contract.hand,
            schneider=played.schneider,
            schwarz=played.schwarz,
            schneider_announced=contract.schneider_announced or beside.announced > 0,
            schwarz_announced=contract.schwarz_announced or beside.announced > 1,
            ouvert=contract.ouvert or beside.opened,
            bid=played.bid,
            overbid=played.overbid,
            stakes=beside.stakes,
            contra_by=beside.contra_by,
            schenken=beside.schenken,
            has_sixty=beside.has_sixty,
            spitze=beside.spitze,
            revolution=beside.revolution,
            kind=beside.kind,
        )


_NOTHING_BESIDE: Final = Beside(profile=BY_THE_BOOK)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameList:
    """The valid deals of one table in one series, in the order of play.

    :raises ValueError: if there are not three or four seats, or no rounds, or ``presence`` fits neither.
    """

    seats: int
    rounds: int = 12
    """Rounds of the series; in a round every seat deals once (ISkO 3.2.1)."""

    deals: tuple[Deal, ...] = ()
    presence: tuple[Presence, ...] = ()
    """Who joined or left, by rounds (ISkO 3.1.2, 4.5.9); until the first of them all seats are taken."""

    profile: str = BY_THE_BOOK
    """Name of the profile the list is kept by, see ``profiles.naming``."""

    def __post_init__(self) -> None:
        """Refuse a table that cannot be; that of a house refuses itself."""
        if self.is_of_a_house:
            _ = self.listed
            return
        check_table(seats=self.seats, rounds=self.rounds)
        if self.presence:
            check_presence(self.presence, seats=self.seats, rounds=self.rounds)

    @property
    def is_of_a_house(self) -> bool:
        """Whether it is kept by house rules, not by the book."""
        return self.profile != BY_THE_BOOK

    @property
    def listed(self) -> ProfileList:
        """The list as those of any profile are added up."""
        return ProfileList(
            profile=named(self.profile),
            seats=self.seats,
            rounds=self.rounds,
            presence=self.presence,
            deals=tuple(deal.line for deal in self.deals),
        )

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The deals of the series as they are to be dealt; of a list to a target, one more than there are."""
        if self.is_of_a_house:
            dealt = len(self.deals)
            return house_turns(self.profile, self.seats, self.rounds, self.presence, dealt)
        return turns(seats=self.seats, rounds=self.rounds, presence=self.presence)

    @property
    def length(self) -> int:
        """Deals of the whole series: 48 or 36 in twelve rounds, if nobody joins or leaves."""
        return len(self.turns)

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals deal ``number`` (ISkO 3.2.1)."""
        return self.turn(number).dealer

    def players_of(self, number: int) -> tuple[int, ...]:
        """Return the seats that may be declarer in deal ``number``, rising (ISkO 3.2.7)."""
        return self.turn(number).players

    def turn(self, number: int) -> Turn:
        """Return who deals deal ``number``, who is there and who may play, in the same order beyond the series."""
        planned = self.turns or turns(seats=self.seats, rounds=1, presence=())
        if number > len(planned) and self.is_of_a_house:
            # To a target it may be dealt: then its turn is told by the deals before it alone.
            planned = house_turns(self.profile, self.seats, self.rounds, self.presence, number - 1) or planned
        if number > len(planned):
            last = planned[-len(planned[-1].present) :]
            return last[(number - len(planned) - 1) % len(last)]
        return planned[(number - 1) % len(planned)]


@lru_cache(maxsize=256)
def house_turns(profile: str, seats: int, rounds: int, presence: tuple[Presence, ...], dealt: int) -> tuple[Turn, ...]:
    """Return the deals of a list of house rules in order, if so many were dealt already."""
    blank = ProfileList(profile=named(profile), seats=seats, rounds=rounds, presence=presence)
    if blank.planned is not None:
        return tuple(blank.turns())
    # Nobody knows how long it takes to the target: there is always a deal more.
    more = replace(blank, deals=(PassedLine(),) * dealt)
    return tuple(islice(more.turns(), dealt + 1))


def check_table(*, seats: int, rounds: int) -> None:
    """Refuse a table that no series can have (SkWO 7.1.1). Raise ValueError if seats or rounds are wrong."""
    if seats not in OPPONENT_LOST:
        raise ValueError(f"a table has 3 or 4 seats, not {seats}")
    if rounds < 1:
        raise ValueError(f"a series has at least one round, not {rounds}")


def booking(deal: Deal) -> Booking | None:
    """Return how a deal is booked, or None if nothing was played.

    A game that a judge's entry calls won stands as won, even below its bid.
    """
    played = deal.played
    if played is None:
        return None
    if deal.house is not None:
        line = deal.line
        return judged(line, named(deal.house.profile)).booking if isinstance(line, DeclarerLine) else None
    if deal.overruled and played.won:
        played = replace(played, bid=None, overbid=False)
    return book(played)


def booked(deal: Deal) -> int:
    """Return the game points for the declarer's column; 0 when passed in (ISkO 5.5.1).

    By house rules it is what the game is worth with its stakes: whose column it goes to, and whether it counts double
    by what happened before, the whole list says.
    """
    found_booking = booking(deal)
    if found_booking is None:
        return 0
    return found_booking.points if deal.house is None else found_booking.points * 2**deal.house.stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class Redealing:
    """How a table goes on after deals out of turn."""

    void: tuple[int, ...]
    """Numbers of the deals that do not count, finished or not, rising."""

    number: int | None
    """The deal to be dealt next; None when the series is over."""

    dealer: int | None


def void_deals(game_list: GameList, *, mistake: int | None, last_begun: int, signed: bool = False) -> Redealing:
    """Return what is void after a player dealt out of turn (ISkO 3.2.11 to 3.2.13).

    ``mistake`` is the deal with which the order went wrong, or None if that can
    no longer be shown; ``last_begun`` the last deal that had begun, by its announcement
    (ISkO 4.1.1), when it was noticed. Within a round all deals since the mistake
    are void. From an earlier round, or from nobody knows where, the rounds that
    are finished stay and the one in hand begins again with its first dealer.

    A round is finished when its last deal is written down, which ``game_list``
    shows; the last one of a series also when the list is signed.

    :raises ValueError: if the series has no such deals, or the mistake was made after it was found.
    """
    if not 1 <= (last_begun if mistake is None else mistake) <= last_begun <= game_list.length:
        raise ValueError(f"deal {mistake} went wrong, found with deal {last_begun} of {game_list.length}")
    this = game_list.turn(last_begun).round
    numbers = [at for at, turn in enumerate(game_list.turns, start=1) if turn.round == this]
    in_hand = range(numbers[0], numbers[-1] + 1)
    last = in_hand[-1]
    written = any(deal.number == last for deal in game_list.deals)
    if last_begun == last and (written or (signed and last == game_list.length)):
        return _from(game_list, last + 1, void=range(0))
    first = max(in_hand[0], mistake or 0)
    return _from(game_list, first, void=range(first, last_begun + 1))


def _from(game_list: GameList, number: int, *, void: range) -> Redealing:
    over = number > game_list.length
    return Redealing(
        void=tuple(void), number=None if over else number, dealer=None if over else game_list.dealer_of(number)
    )
