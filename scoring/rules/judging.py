"""From what the declarer took to the line of the list, and what a game was worth, step by step (ISkO 5.2, 5.4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final

from scoring.rules.checks import problems
from scoring.rules.codes import Code, Problem
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.valuation import Booking, Played, Step, StepKind, book, is_overbid

ALL_POINTS: Final = 120
"""Card points in the pack (ISkO 1.2.2)."""

ALL_TRICKS: Final = 10

ENOUGH_TO_WIN: Final = 61
"""Card points with which the declarer wins (ISkO 5.2.2)."""

SCHNEIDER: Final = 30
"""Most card points of a side that stays Schneider (ISkO 5.2.3)."""

MOST_IN_SKAT: Final = 22
"""Card points of two aces: all a declarer can have without a trick."""


def judge(contract: Contract, *, matadors: int | None, bid: int | None, card_points: int, tricks: int) -> Played:
    """Return the line for a game played to its end.

    ``card_points`` and ``tricks`` are the declarer's, the skat's points
    included. Overbid is judged here, after the play: a Schneider made can still
    reach the bid (ISkO 5.4.1).

    :raises ValueError: if no declarer can have taken that.

    >>> clubs = Contract(game=Game.CLUBS)
    >>> judge(clubs, matadors=-1, bid=36, card_points=92, tricks=8).won
    True
    """
    _check_taken(contract, card_points=card_points, tricks=tricks)
    if contract.game is Game.NULL:
        line = Played(contract=contract, matadors=matadors, won=tricks == 0, bid=bid)
    else:
        line = _trump_line(contract, matadors, bid, card_points=card_points, tricks=tricks)
    return against_bid(line)


def against_bid(line: Played) -> Played:
    """Return the line with its bid held against it: lost and ticked as overbid where the value stays below.

    It is done after the play, since a level made then may still reach the bid (ISkO 5.4.1, 5.4.2).
    """
    if not is_overbid(line):
        return line
    # What the declarer made in vain is no level of the side that won.
    lost_anyhow = not line.won
    return replace(
        line, won=False, schneider=line.schneider and lost_anyhow, schwarz=line.schwarz and lost_anyhow, overbid=True
    )


def _trump_line(contract: Contract, matadors: int | None, bid: int | None, *, card_points: int, tricks: int) -> Played:
    made_schneider = card_points >= ALL_POINTS - SCHNEIDER
    made_schwarz = tricks == ALL_TRICKS
    won = (
        card_points >= ENOUGH_TO_WIN
        and (made_schneider or not contract.schneider_announced)
        and (made_schwarz or not contract.schwarz_announced)
    )
    return Played(
        contract=contract,
        matadors=matadors,
        won=won,
        schneider=made_schneider if won else card_points <= SCHNEIDER,
        schwarz=made_schwarz if won else tricks == 0,
        bid=bid,
    )


def _check_taken(contract: Contract, *, card_points: int, tricks: int) -> None:
    if not (0 <= card_points <= ALL_POINTS and 0 <= tricks <= ALL_TRICKS):
        raise ValueError(f"{card_points} card points in {tricks} tricks")
    if contract.game is Game.NULL:
        return
    all_but_not_all = tricks == ALL_TRICKS and card_points < ALL_POINTS
    if all_but_not_all or (tricks == 0 and card_points > MOST_IN_SKAT):
        raise ValueError(f"{card_points} card points in {tricks} tricks")


STILL_COUNTS: Final = frozenset({Code.NULL_BELOW_BID})
"""Refusals under which a line has a value nevertheless: it is charged as another game (ISkO 3.4.4)."""

STEP_CLAUSE: Final = {
    StepKind.WITH: "ISkO 2.4.2",
    StepKind.WITHOUT: "ISkO 2.4.2",
    StepKind.GAME: "ISkO 5.2.1",
    StepKind.HAND: "ISkO 5.2.1",
    StepKind.SCHNEIDER: "ISkO 5.2.3",
    StepKind.SCHNEIDER_ANNOUNCED: "ISkO 5.2.5",
    StepKind.SCHWARZ: "ISkO 5.2.4",
    StepKind.SCHWARZ_ANNOUNCED: "ISkO 5.2.5",
    StepKind.OUVERT: "ISkO 5.2.6",
    StepKind.PRODUCT: "ISkO 5.3.1",
    StepKind.FIXED: "ISkO 5.1.2",
    StepKind.OVERBID: "ISkO 5.4.1",
    StepKind.DOUBLED: "ISkO 5.3.4",
}
"""The clause behind every line of a computation, in the numbers of 2002."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A line as the list would hold it, and what it brings."""

    line: Played
    """The line with its bid held against it: overbid where the value does not reach it."""

    problems: tuple[Problem, ...]
    booking: Booking | None
    """None if the line cannot be true."""


def worth(line: Played) -> Worth:
    """Return what a line brings, and what is wrong or odd about it.

    Nobody has to know beforehand whether a game was overbid: a game won below
    its bid is lost, at the value it is charged with (ISkO 5.4.1, 5.4.2).

    >>> from scoring.rules.contract import Game
    >>> asked = worth(Played(contract=Contract(game=Game.HEARTS), matadors=1, won=True, bid=50))
    >>> asked.booking.points, asked.line.overbid
    (-100, True)
    """
    held = against_bid(line)
    line_problems = problems(held)
    refused = any(problem.severity == "error" and problem.code not in STILL_COUNTS for problem in line_problems)
    return Worth(line=held, problems=line_problems, booking=None if refused else book(held))


def readings(bid: int, matadors: Mapping[Game, int]) -> tuple[Played, ...]:
    """Return the lines as which a game without an announcement to go by can stand, the cheapest first (ISkO 3.4.4).

    An impossible Null, or play without an announcement (ISkO 4.1.1), is lost as a simple suit game or Grand, by the
    bid and by the ``matadors`` in each game. Which of them it is the clauses leave to the table or a judge; the first
    is what ``forfeit`` says.

    >>> cheapest = readings(24, {Game.DIAMONDS: -4, Game.CLUBS: -6})[0]
    >>> cheapest.contract.game.value, cheapest.matadors, book(cheapest).points
    ('diamonds', -4, -90)
    """
    lost = (
        against_bid(Played(contract=Contract(game=game), matadors=count, won=False, bid=bid))
        for game, count in matadors.items()
    )
    return tuple(sorted(lost, key=lambda line: book(line).value))


def clause_of(step: Step, *, contract: Contract) -> str:
    """Return the clause behind a line of a computation, in the numbers of 2002."""
    if step.kind is StepKind.OVERBID:
        if step.game is not None:
            return "ISkO 3.4.4"
        if contract.hand:
            return "ISkO 5.4.2"
    return STEP_CLAUSE[step.kind]


@cache
def different_games() -> tuple[Played, ...]:
    """Return every game that can be won, without its bid: Grand 60, each suit 150, Null 4.

    >>> len(different_games())
    664
    """
    return tuple(played for contract in CONTRACTS for played in _forms(contract) if not _refused(played))


def _forms(contract: Contract) -> list[Played]:
    if contract.game is Game.NULL:
        return [Played(contract=contract, matadors=None, won=True)]
    most = MAX_MATADORS[contract.game]
    counts = [*range(1, most + 1), *range(-1, -most - 1, -1)]
    return [
        Played(contract=contract, matadors=matadors, won=True, schneider=schneider, schwarz=schwarz)
        for matadors, schneider, schwarz in product(counts, (False, True), (False, True))
    ]


def _refused(played: Played) -> bool:
    return any(problem.severity == "error" for problem in problems(played))
