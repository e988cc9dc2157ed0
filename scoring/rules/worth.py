"""What a game was worth, asked outside any list: the line, its bid held against it, and the clause of every step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.checks import problems
from scoring.rules.codes import Code, Problem
from scoring.rules.contract import Contract, Game
from scoring.rules.judging import against_bid
from scoring.rules.valuation import Booking, Played, Step, StepKind, book

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
