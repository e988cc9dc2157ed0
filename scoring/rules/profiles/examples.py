"""Deals that show what a way to play does: small ones, each put through the rules that count it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.codes import Code
from scoring.rules.contract import Game
from scoring.rules.profiles.bock import Queue
from scoring.rules.profiles.evening import ProfileList, Scored, score, soloist
from scoring.rules.profiles.games import AnyProblem, refused
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, Entered, Line, RamschLine
from scoring.rules.profiles.profile import Declaring, Profile

AT_THE_TABLE: Final = 3
"""Players of an example, where there can be so many."""

IN_BOCK: Final = Queue(bock=1)


def seats_of(profile: Profile) -> int:
    """Return how many sit there in an example."""
    return AT_THE_TABLE if AT_THE_TABLE in profile.seats else profile.seats[0]


def declarers_of(profile: Profile, deals: int) -> tuple[int, ...]:
    """Return who plays alone in so many deals, one after the other, from the first deal on."""
    listed = ProfileList(profile=profile, seats=seats_of(profile))
    turns = [turn for turn, _deal in zip(listed.turns(), range(deals), strict=False)]
    if profile.declaring is Declaring.NOT_THE_DEALER or profile.declaring is Declaring.IN_TURN:
        return tuple(soloist(turn) for turn in turns)
    return tuple(at % listed.seats + 1 for at in range(deals))


def counted(lines: Sequence[Line], profile: Profile, *, queue: Queue | None = None) -> Scored:
    """Return what deals come to by themselves; ``queue`` is the Bock they are played in."""
    listed = ProfileList(profile=profile, seats=seats_of(profile), deals=tuple(lines))
    return score(listed, queue or Queue())


def game(profile: Profile, which: Game, matadors: int | None = None, *, deal: int = 1, **more: bool | int) -> Line:
    """Return a game of whoever can play alone in a deal, as plain as the way to play has it."""
    is_by_kind = profile.declaring is Declaring.BY_KIND
    kind = (ContractKind.NULL if which is Game.NULL else ContractKind.SOLO) if is_by_kind else None
    seat = declarers_of(profile, deal)[-1]
    # Every name is a field of the line; what a keyword can be is for the line to say.
    return DeclarerLine(declarer=seat, game=which, matadors=matadors, kind=kind, **more)  # type: ignore[arg-type]


def ramsch(profile: Profile, card_points: tuple[int, ...], tricks: tuple[int, ...], **more: int) -> RamschLine:
    """Return a Ramsch of as many as play an example; of two the last two."""
    seats = seats_of(profile)
    is_by_kind = profile.declaring is Declaring.BY_KIND
    return RamschLine(
        card_points=None if is_by_kind else card_points[-seats:],
        tricks=_of(seats, tricks),
        kind=ContractKind.RAMSCH if is_by_kind else None,
        **more,  # type: ignore[arg-type]
    )


def _of(seats: int, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Return tricks that add up still where fewer play."""
    return (sum(tricks[:-1]), tricks[-1]) if seats < len(tricks) else tricks


def evening(profile: Profile) -> tuple[Line, ...]:
    """Return a short list: the one of the encyclopedia's scoring, as far as the way to play has such games."""
    can_announce = profile.declaring is Declaring.AUCTION
    seats = seats_of(profile)
    first = game(profile, Game.GRAND, 2, won=True)
    if profile.declaring is Declaring.IN_TURN:
        return (game(profile, Game.GRAND, 1, won=True), RAEUBER_RAMSCH, game(profile, Game.NULL, deal=3))
    second = game(profile, Game.NULL, deal=2, ouvert=can_announce)
    third = game(profile, Game.CLUBS, 1, deal=3, won=True, hand=can_announce)
    return (first, second) if seats < AT_THE_TABLE else (first, second, third)


RAEUBER_RAMSCH: Final = RamschLine(card_points=(20, 35, 65), tricks=(2, 3, 5))

BELOW_BID: Final = frozenset({Code.WON_BELOW_BID, Code.BELOW_BID_NOT_TICKED})
"""What is said of a game that does not reach its bid, and is not called overbid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWorth:
    """A deal as a list would hold it, and what it puts into the columns."""

    line: Line
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
