"""Deals in the mix of real lists; every one of them is legal by the rules (ISkO 2 to 5).

Real lists show 2 to 5 % passed in, and of the games 63 % suit, 30 % Grand, 7 % Null, 13 % Hand, 15 to 18 % lost,
23 % Schneider, 1.4 % Schwarz. The shares below are per thousand and give that mix.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from scoring.rules.checks import problems
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from tables.seating import Chance

T = TypeVar("T")

PASSED: Final = 35
GAMES: Final = (
    (Game.CLUBS, 200),
    (Game.SPADES, 170),
    (Game.HEARTS, 140),
    (Game.DIAMONDS, 120),
    (Game.GRAND, 300),
    (Game.NULL, 70),
)
HAND: Final = {Game.GRAND: 140, Game.NULL: 180}
HAND_IN_SUIT: Final = 125
LOST: Final = {Game.GRAND: 100, Game.NULL: 250}
LOST_IN_SUIT: Final = 185
NULL_OUVERT: Final = 330
OVERBID_OF_LOST: Final = 35
"""Of the lost games that are not Null."""

SCHNEIDER: Final = {True: 285, False: 70}
"""Of the games won and of those lost."""

SCHWARZ: Final = {True: 78, False: 15}
"""Of the games that ended with Schneider."""

ANNOUNCED: Final = (
    ((), 940),
    (("schneider_announced",), 48),
    (("schneider_announced", "schwarz_announced"), 9),
    (("schneider_announced", "schwarz_announced", "ouvert"), 3),
)
"""Of the Hand games that are not Null."""

MATADORS: Final = (
    (1, 390), (2, 150), (3, 55), (4, 32), (5, 6), (6, 2),
    (-1, 260), (-2, 70), (-3, 25), (-4, 8), (-5, 2),
)  # fmt: skip
MATADORS_OF_GRAND: Final = ((1, 330), (2, 320), (3, 140), (4, 70), (-1, 100), (-2, 35), (-3, 5))


def play(blank: GameList, *, until: int, skills: Mapping[int, int], chance: Chance) -> tuple[Deal, ...]:
    """Return a table's deals up to ``until``; ``skills`` from -50 to 50 say how well each seat plays."""
    return tuple(_deal(blank, number, skills, chance) for number in range(1, until + 1))


def chosen(options: Sequence[tuple[T, int]], chance: Chance) -> T:
    """Return one of the options, each as likely as its weight says."""
    left = chance.below(sum(weight for _, weight in options))
    for option, weight in options:
        left -= weight
        if left < 0:
            return option
    raise AssertionError("the weights are positive")


def _deal(blank: GameList, number: int, skills: Mapping[int, int], chance: Chance) -> Deal:
    if chance.below(1000) < PASSED:
        return Deal(number=number)
    declarer = chosen([(seat, 100 + skills[seat]) for seat in blank.players_of(number)], chance)
    while True:
        played = _line(skills[declarer], chance)
        if not any(problem.severity == "error" for problem in problems(played)):
            return Deal(number=number, declarer=declarer, played=played)


def _line(skill: int, chance: Chance) -> Played:
    """Return a line as it might be written; now and then the rules refuse it."""
    game = chosen(GAMES, chance)
    hand = chance.below(1000) < HAND.get(game, HAND_IN_SUIT)
    # Who plays without picking up has the better cards.
    risk = LOST.get(game, LOST_IN_SUIT) * (100 - skill) // (130 if hand else 98)
    won = chance.below(1000) >= risk
    if game is Game.NULL:
        contract = Contract(game=game, hand=hand, ouvert=chance.below(1000) < NULL_OUVERT)
        return Played(contract=contract, matadors=None, won=won)
    return _trumps(game, hand=hand, won=won, chance=chance)


def _trumps(game: Game, *, hand: bool, won: bool, chance: Chance) -> Played:
    announced = chosen(ANNOUNCED, chance) if hand else ()
    schneider = (won and bool(announced)) or chance.below(1000) < SCHNEIDER[won]
    schwarz = (won and "schwarz_announced" in announced) or (schneider and chance.below(1000) < SCHWARZ[won])
    contract = Contract(game=game, hand=hand, **dict.fromkeys(announced, True))
    matadors = chosen(MATADORS_OF_GRAND if game is Game.GRAND else MATADORS, chance)
    overbid = not (won or schneider) and chance.below(1000) < OVERBID_OF_LOST
    line = Played(contract=contract, matadors=matadors, won=won, schneider=schneider, schwarz=schwarz)
    if not overbid:
        return line
    bid = next(bid for bid in BIDS if bid > book(line).value)
    return Played(contract=contract, matadors=matadors, won=False, bid=bid, overbid=True)
