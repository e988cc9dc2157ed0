"""A line of a list as it is typed from paper: ``3g2h-`` is seat 3, Grand with 2, Hand, lost.

One short line a deal, in this order: the seat of the declarer, a letter for the game, the matadors (``-2`` is
without 2), then levels, bid and result in any order. What is not said was won at the simple level. A letter means
the same whatever the language of the page; suits have an English and a German one, which never collide.
"""

import enum
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played


class Slip(enum.StrEnum):
    """Why a typed line cannot be read."""

    NO_SEAT = "no-seat"
    NO_GAME = "no-game"
    NOT_READABLE = "not-readable"
    SAID_TWICE = "said-twice"


class Illegible(ValueError):
    """A typed line cannot be read. ``slip`` says why, ``part`` where."""

    def __init__(self, slip: Slip, part: str = "") -> None:
        super().__init__(slip)
        self.slip = slip
        self.part = part


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What a typed line says."""

    deal: Deal
    sure: bool
    """Whether it was typed with ``!``: a rare line that stands so on the paper."""


LETTERS: Final = {
    Game.CLUBS: "cx♣",
    Game.SPADES: "sp♠",
    Game.HEARTS: "h♥",
    Game.DIAMONDS: "dk♦",
    Game.GRAND: "g",
    Game.NULL: "n",
}
"""The letters of each game: the English one first, then the German one (Kreuz as a cross, Pik, Herz, Karo)."""

PASSED: Final = "-p"
"""What stands alone for a deal that was passed in; the first is the usual one."""

SURE: Final = "!"
WON: Final = "+"
LOST: Final = "-"
HAND: Final = "h"
SCHNEIDER: Final = "s"
SCHNEIDER_ANNOUNCED: Final = "sa"
SCHWARZ: Final = "w"
SCHWARZ_ANNOUNCED: Final = "wa"
OUVERT: Final = "o"
BID: Final = "b"
"""Leads the bid of an overbid game."""

_GAME: Final = {letter: game for game, letters in LETTERS.items() for letter in letters}
_LINE: Final = re.compile(r"([0-9]?)([^0-9+!-]?)([+-]?[0-9]{1,2})?(.*)")
_PARTS: Final = re.compile(r"sa|wa|[hswo+!-]|[br][0-9]{1,3}")
_MINUS: Final = str.maketrans("−–—", "---")


def read(text: str, *, number: int) -> Typed | None:
    """Return what a line says about deal ``number``, or None if nothing was typed.

    Whether it can be true is for ``findings`` to say.

    :raises Illegible: if it says nothing, or the same thing twice.
    :raises IllegalContract: if such a game cannot be announced: Null with Schneider.

    >>> read("3g2h-", number=1).deal.played.won
    False
    """
    line = "".join(unicodedata.normalize("NFKC", text).translate(_MINUS).lower().split())
    if not line:
        return None
    if line.removesuffix(SURE) in set(PASSED):
        return Typed(deal=Deal(number=number), sure=line.endswith(SURE))
    seat, letter, matadors, rest = _split(line)
    parts = _parts(rest)
    return Typed(
        deal=Deal(
            number=number, declarer=int(seat), played=_played(_GAME[letter], int(matadors) if matadors else None, parts)
        ),
        sure=SURE in parts,
    )


def shortest(deal: Deal) -> str:
    """Return the shortest line that says a deal, as ``read`` takes it; a bid is said only where it was overbid.

    >>> shortest(Deal(number=1))
    '-'
    """
    played = deal.played
    if played is None:
        return PASSED[0]
    matadors = "" if played.matadors is None else str(played.matadors)
    line = f"{deal.declarer}{LETTERS[played.contract.game][0]}{matadors}{_levels(played)}"
    if played.overbid and played.bid is not None:
        return f"{line}{BID}{played.bid}{WON if played.won else ''}"
    return line if played.won else f"{line}{LOST}"


def _split(line: str) -> tuple[str, str, str | None, str]:
    """Return seat, letter, matadors and the rest of a line. Raise Illegible if it begins with anything else."""
    match = _LINE.fullmatch(line)
    if match is None or not match[1]:
        raise Illegible(Slip.NO_SEAT)
    seat, letter, matadors, rest = match.groups()
    if letter not in _GAME:
        raise Illegible(Slip.NO_GAME, letter)
    return seat, letter, matadors, rest


def _parts(rest: str) -> frozenset[str]:
    """Return the levels, bid and result behind the matadors. Raise Illegible for anything else, or one twice."""
    parts = _PARTS.findall(rest)
    if "".join(parts) != rest:
        raise Illegible(Slip.NOT_READABLE, _PARTS.sub("", rest) or rest)
    texts = [_kind(part) for part in parts]
    for kind, part in zip(texts, parts, strict=True):
        if texts.count(kind) > 1:
            raise Illegible(Slip.SAID_TWICE, part)
    return frozenset(parts)


def _kind(part: str) -> str:
    """Return what a part is about: of a result and of a bid there can be only one."""
    if part in {WON, LOST}:
        return WON
    return BID if part[-1].isdigit() else part


def _played(game: Game, matadors: int | None, parts: frozenset[str]) -> Played:
    """Return the line that was typed; an announcement brings along what it includes. Raise IllegalContract."""
    is_null = game is Game.NULL
    bids = [int(part[1:]) for part in parts if part[-1].isdigit()]
    won = WON in parts or not (LOST in parts or bids)
    ouvert = OUVERT in parts
    schwarz_announced = SCHWARZ_ANNOUNCED in parts or (ouvert and not is_null)
    schneider_announced = SCHNEIDER_ANNOUNCED in parts or schwarz_announced
    schwarz = SCHWARZ in parts or (won and schwarz_announced)
    return Played(
        contract=Contract(
            game=game,
            hand=HAND in parts or schneider_announced,
            schneider_announced=schneider_announced,
            schwarz_announced=schwarz_announced,
            ouvert=ouvert,
        ),
        matadors=matadors,
        won=won,
        schneider=SCHNEIDER in parts or schwarz or (won and schneider_announced),
        schwarz=schwarz,
        bid=bids[0] if bids else None,
        overbid=bool(bids),
    )


def _levels(played: Played) -> str:
    """Return the levels of a line, without those that others bring along."""
    contract = played.contract
    schwarz = played.schwarz and not (played.won and contract.schwarz_announced)
    schneider = played.schneider and not (played.schwarz or (played.won and contract.schneider_announced))
    values = {
        HAND: contract.hand and not contract.schneider_announced,
        SCHNEIDER_ANNOUNCED: contract.schneider_announced and not contract.schwarz_announced,
        SCHWARZ_ANNOUNCED: contract.schwarz_announced and not contract.ouvert,
        OUVERT: contract.ouvert,
        SCHNEIDER: schneider,
        SCHWARZ: schwarz,
    }
    return "".join(part for part, is_said in values.items() if is_said)
