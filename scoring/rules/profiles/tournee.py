"""North American Skat: contracts by kind, and their values (the encyclopedia; the numbers are those of 1897)."""

from collections.abc import Iterator
from typing import Final

from scoring.rules import checks
from scoring.rules.codes import PROBLEM, Code, Problem
from scoring.rules.contract import Contract, Game
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode, HouseProblem
from scoring.rules.profiles.lines import ContractKind, DeclarerLine
from scoring.rules.valuation import Booking, Played, Step, StepKind

_TURNED: Final = {Game.DIAMONDS: 5, Game.HEARTS: 6, Game.SPADES: 7, Game.CLUBS: 8, Game.GRAND: 12}

BASE: Final = {
    ContractKind.TOURNEE: _TURNED,
    ContractKind.PASST_MIR_NICHT: _TURNED,
    ContractKind.SOLO: {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 20},
    ContractKind.GUCKSER: {Game.GRAND: 16},
}
"""Base values by kind and game."""

GRAND_OUVERT: Final = 24
"""Base value of an open solo Grand."""

NULL: Final = {False: 20, True: 40}
"""Value of Null, closed and open."""

LOST_TWICE: Final = frozenset({ContractKind.PASST_MIR_NICHT, ContractKind.GUCKSER})
"""Kinds that cost twice their value where they are lost; the others cost it once."""


def problems(line: DeclarerLine) -> Iterator[Problem | HouseProblem]:
    """Yield what is wrong or odd about a contract."""
    kind = line.kind
    if kind is None:
        yield HOUSE_PROBLEM[HouseCode.KIND_MISSING]
    elif kind is ContractKind.NULL:
        yield from _null(line)
    elif kind is ContractKind.RAMSCH or line.game not in BASE[kind]:
        yield HOUSE_PROBLEM[HouseCode.KIND_AND_GAME]
    else:
        if line.ouvert and not (kind is ContractKind.SOLO and line.game is Game.GRAND):
            yield HOUSE_PROBLEM[HouseCode.OUVERT_NOT_PLAYED]
        yield from checks.problems(_as_played(line, line.game))


def book(line: DeclarerLine) -> Booking:
    """Return what a contract brings that nothing refuses.

    >>> book(DeclarerLine(declarer=1, game=Game.GRAND, kind=ContractKind.GUCKSER, matadors=2)).points
    -96
    """
    steps = _steps(line)
    value = steps[-1].result
    times = 2 if line.kind in LOST_TWICE else 1
    doubled = () if line.won or times == 1 else (Step(kind=StepKind.DOUBLED, result=-times * value),)
    return Booking(
        points=value if line.won else -times * value,
        value=value,
        won=line.won,
        overbid=False,
        covered_by_loss=False,
        steps=(*steps, *doubled),
    )


def level(line: DeclarerLine) -> int:
    """Return the multiple of how a game ended: what was announced counts, and what either side reached."""
    if line.schwarz_announced:
        return 5
    if line.schneider_announced:
        return 4 if line.schwarz else 3
    if line.schwarz:
        return 3
    return 2 if line.schneider else 1


def _steps(line: DeclarerLine) -> tuple[Step, ...]:
    if line.kind is ContractKind.NULL or line.kind is None or line.game is None:
        return (Step(kind=StepKind.FIXED, result=NULL[line.ouvert]),)
    matadors = line.matadors or 0
    count = abs(matadors) + level(line)
    base = GRAND_OUVERT if line.ouvert else BASE[line.kind][line.game]
    return (
        Step(kind=StepKind.WITHOUT if matadors < 0 else StepKind.WITH, result=abs(matadors)),
        Step(kind=StepKind.PRODUCT, result=count * base, count=count, base=base),
    )


def _null(line: DeclarerLine) -> Iterator[Problem | HouseProblem]:
    if line.game not in {None, Game.NULL}:
        yield HOUSE_PROBLEM[HouseCode.KIND_AND_GAME]
    if line.matadors is not None:
        yield PROBLEM[Code.MATADORS_IN_NULL]
    if line.schneider or line.schwarz:
        yield PROBLEM[Code.LEVEL_IN_NULL]
    if line.schneider_announced or line.schwarz_announced:
        yield PROBLEM[Code.LEVEL_ANNOUNCED_IN_NULL]


def _as_played(line: DeclarerLine, game: Game | None) -> Played:
    """Return the line as the rule book would have it: the same cards take the same tricks.

    Here a level can be announced without Hand, and Schwarz without Schneider.
    """
    announced = line.schneider_announced or line.schwarz_announced
    return Played(
        contract=Contract(
            game=game or Game.NULL,
            hand=announced,
            schneider_announced=announced,
            schwarz_announced=line.schwarz_announced,
        ),
        matadors=line.matadors,
        won=line.won,
        schneider=line.schneider,
        schwarz=line.schwarz,
    )
