"""The 664 different games that can be won (the rule book's "Milagro de Números")."""

from functools import cache
from itertools import product

from scoring.rules.checks import problems
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.valuation import Played


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
