"""What the cells of a list allow, found by asking the rules about every line there is (ISkO 2 to 5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.paper_desk.workbooks.words import Flags, flags_of
from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.valuation import Played

LEVELS: Final = ("", "schneider", "schwarz")

ASKED_LATER: Final = frozenset({Code.OVERBID_WITHOUT_BID})
"""What an overbid line lacks before the bid is in its cell, which stands last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the first cells of a line say."""

    game: Game
    matadors: int | None
    announced: Flags

    @property
    def contract(self) -> Contract:
        """The game with what is announced."""
        return next(one for one in CONTRACTS if one.game is self.game and flags_of(one) == self.announced)

    def played(self, *, won: bool, level: str, overbid: bool = False, bid: int | None = None) -> Played:
        """Return the line with its result and the level that was reached."""
        return Played(
            contract=self.contract,
            matadors=self.matadors,
            won=won,
            schneider=level != "",
            schwarz=level == "schwarz",
            bid=bid,
            overbid=overbid and self.game is not Game.NULL,
        )

    @property
    def levels(self) -> dict[bool, tuple[str, ...]]:
        """The levels that can stand beside "won" and "lost"; a result that cannot be is left out."""
        found = {won: tuple(level for level in LEVELS if self._holds(won, level)) for won in (True, False)}
        return {won: levels for won, levels in found.items() if levels}

    def _holds(self, won: bool, level: str) -> bool:
        # A lost game may be an overbid one, to which other levels can belong.
        return any(self._is_possible(won, level, overbid) for overbid in {False, not won})

    def _is_possible(self, won: bool, level: str, overbid: bool) -> bool:
        played = self.played(won=won, level=level, overbid=overbid)
        return all(problem.severity != "error" or problem.code in ASKED_LATER for problem in problems(played))


def matadors(game: Game) -> tuple[int, ...]:
    """Return the matadors a game can have: with 1, 2, ..., then without."""
    most = MAX_MATADORS[game]
    return (*range(1, most + 1), *range(-1, -most - 1, -1))


def choices(game: Game) -> Iterator[Choice]:
    """Yield what the first cells of a line can say of a game."""
    for contract in CONTRACTS:
        if contract.game is game:
            for count in matadors(game) or (None,):
                yield Choice(game=game, matadors=count, announced=flags_of(contract))
