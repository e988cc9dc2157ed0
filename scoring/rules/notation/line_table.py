"""Every line of a list, written out to be looked up: what it is worth, why, and what is refused or asked about it.

A page at the table has no rules of its own. It finds each state of its ticks in this table, which is made of what
:func:`scoring.rules.book` and :func:`scoring.rules.problems` say; ``table/lines.js`` reads it.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Any, Final, Generic, TypeVar

from scoring.rules.checks import problems
from scoring.rules.codes import ASKED, Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL, Presence, turns
from scoring.rules.results.performance import OPPONENT_LOST, OWN_GAME
from scoring.rules.valuation import Played, Step, StepKind, book, is_overbid
from scoring.rules.values import BIDS

T = TypeVar("T", bound=Hashable)

ANNOUNCED: Final = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
"""What a declarer can promise, in rising order."""

REACHED: Final = ("schneider", "schwarz")
"""What a side can reach, in rising order."""

IN_NULL: Final = tuple(
    level
    for level in ANNOUNCED
    if any(getattr(contract, level) for contract in CONTRACTS if contract.game is Game.NULL)
)
"""What a Null can have besides."""


def _brought_along(level: str) -> tuple[str, ...]:
    if level in REACHED:
        return REACHED[: REACHED.index(level)]
    having = [contract for contract in CONTRACTS if getattr(contract, level) and contract.game is not Game.NULL]
    return tuple(
        other for other in ANNOUNCED if other != level and all(getattr(contract, other) for contract in having)
    )


BROUGHT_ALONG: Final = {level: _brought_along(level) for level in (*ANNOUNCED, *REACHED)}
"""What every suit game or Grand with a level has too, so that ticking it can tick that along."""

_PRESENT: Final = ((1, 2, 3, 4), *combinations((1, 2, 3, 4), PLAYERS_PER_DEAL))
"""The seats that can be taken at a table (ISkO 3.1.2, 4.5.9)."""

_GAMES: Final = tuple(Game)
_KINDS: Final = tuple(StepKind)
_LEVELS: Final = ((), REACHED[:1], REACHED)
"""Levels as they can be ticked: who is Schwarz is Schneider too (ISkO 5.2.4)."""


def line_table() -> dict[str, Any]:
    """Return every line that can be ticked, with every bid that overbids it, ready for JSON.

    - ``games``, ``most``, ``bids``, ``kinds`` and ``codes`` say what the numbers stand for, ``asked`` which codes are
      questions.
    - ``brings`` is what a tick brings along, ``in_null`` what a Null can have.
    - ``rating``: what a game counts for whoever played it, and a lost one for each other, by how many are there.
    - ``turns``: by the seats that are taken, for each deal of a round its dealer and who can be declarer.
    - ``contracts``: by game the announcements there are, each as its ticks and the number of levels a win has by it.
    - ``lines``: by game, announcement and number of levels reached ``[computation, won, lost]``. Won and lost are
      ``[points, codes, first bid above the value, codes if overbid is ticked above it, codes if it is ticked below]``,
      lost has the first bid that makes it dearer besides.
    - ``charges``: by game what overbidding costs, as ``[first bid, count, base, value, points]``. A Null has none: it
      is lost as the cheapest line of another game, with its matadors (ISkO 3.4.4), and that line is in the table.

    A bid is its place in ``bids``. Whatever changes with the matadors is a row of ``rows``: first with 1, 2, ..., then
    without 1, 2, ...; in a Null there is one entry. Rows are written as runs of a value, a change and a length.
    The codes of a line are a row of numbers of ``sets``. A computation is a list of numbers of ``steps``, each one
    ``[kind, result]`` or ``[kind, result, count, base]``, of rows but for the base.
    """
    pools = _Pools()
    lines = [[_by_levels(contract, pools) for contract in _contracts(game)] for game in _GAMES]
    return {
        "games": [game.value for game in _GAMES],
        "most": [MAX_MATADORS[game] for game in _GAMES],
        "bids": list(BIDS),
        "kinds": [kind.value for kind in _KINDS],
        "codes": [code.value for code in pools.codes.all],
        "asked": [number for number, code in enumerate(pools.codes.all) if code in ASKED],
        "brings": {level: list(brought) for level, brought in BROUGHT_ALONG.items()},
        "in_null": list(IN_NULL),
        "rating": {"own": OWN_GAME, "others": {str(players): points for players, points in OPPONENT_LOST.items()}},
        "turns": {"".join(map(str, present)): _turns(present) for present in _PRESENT},
        "contracts": [
            [[_ticks(contract), levels_by_winning(contract)] for contract in _contracts(game)] for game in _GAMES
        ],
        "lines": lines,
        "charges": [_charges(game) for game in _GAMES],
        "computations": pools.computations.all,
        "steps": pools.steps.all,
        "sets": pools.sets.all,
        "rows": pools.rows.all,
    }


class _Pool(Generic[T]):
    """Values that come up again and again, each kept once under its number."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def number(self, value: T) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def all(self) -> list[T]:
        return list(self._numbers)


class _Pools:
    """Everything the lines of the table share."""

    def __init__(self) -> None:
        self.codes: _Pool[Code] = _Pool()
        self.sets: _Pool[tuple[int, ...]] = _Pool()
        self.rows: _Pool[tuple[int, ...]] = _Pool()
        self.steps: _Pool[tuple[int, ...]] = _Pool()
        self.computations: _Pool[tuple[int, ...]] = _Pool()

    def row(self, values: Sequence[int]) -> int:
        return self.rows.number(runs(values))

    def refused_or_asked(self, lines: Sequence[Played]) -> int:
        rows = ([self.codes.number(problem.code) for problem in problems(line)] for line in lines)
        return self.row([self.sets.number(tuple(codes)) for codes in rows])

    def computation(self, lines: Sequence[Played]) -> int:
        columns = zip(*(_written(line) for line in lines), strict=True)
        return self.computations.number(tuple(self.steps.number(self._step(column)) for column in columns))

    def _step(self, column: Sequence[Step]) -> tuple[int, ...]:
        kind_and_result = (
            self.row([_KINDS.index(step.kind) for step in column]),
            self.row([step.result for step in column]),
        )
        counts = [step.count for step in column if step.count is not None]
        if not counts or column[0].base is None:
            return kind_and_result
        return (*kind_and_result, self.row(counts), column[0].base)


def runs(values: Sequence[int]) -> tuple[int, ...]:
    """Return numbers as runs of a first value, what each next one adds, and how many there are.

    >>> runs([24, 36, 48, 24, 5])
    (24, 12, 3, 24, -19, 2)
    """
    numbers: list[int] = []
    start = 0
    while start < len(values):
        change = values[start + 1] - values[start] if start + 1 < len(values) else 0
        end = start + 1
        while end < len(values) and values[end] - values[end - 1] == change:
            end += 1
        numbers += [values[start], change, end - start]
        start = end
    return tuple(numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bids:
    """The same line with every bid, by their place in the order of bids."""

    above: int
    """First bid above the declarer's own value; the number of all bids if there is none."""

    dearer: int
    overbid: Played
    """The line ticked as overbid, with a bid above the value."""

    covered: Played
    """The line ticked as overbid though the value covers the bid."""


def _with_bids(line: Played) -> _Bids:
    def ticked(bid: int) -> Played:
        return replace(line, bid=bid, overbid=True)

    return _Bids(
        # Whatever a bid makes overbid or dearer, every higher one does too.
        above=bisect_left(BIDS, True, key=lambda bid: is_overbid(ticked(bid))),
        dearer=bisect_left(BIDS, True, key=lambda bid: _charge(ticked(bid)) is not None),
        overbid=ticked(BIDS[-1]),
        covered=ticked(BIDS[0]),
    )


def _by_levels(contract: Contract, pools: _Pools) -> list[list[Any]]:
    by_winning = levels_by_winning(contract)
    rows = []
    for number in range(1 if contract.game is Game.NULL else len(_LEVELS)):
        lost = _lines(contract, number, won=False)
        won = _lines(contract, max(number, by_winning), won=True)
        rows.append([pools.computation(lost), _outcome(won, pools), _outcome(lost, pools)])
    return rows


def _outcome(lines: Sequence[Played], pools: _Pools) -> list[int]:
    bids = [_with_bids(line) for line in lines]
    numbers = [
        pools.row([book(line).points for line in lines]),
        pools.refused_or_asked(lines),
        pools.row([bid.above for bid in bids]),
        pools.refused_or_asked([bid.overbid for bid in bids]),
        pools.refused_or_asked([bid.covered for bid in bids]),
    ]
    return numbers if lines[0].won else [*numbers, pools.row([bid.dearer for bid in bids])]


def _charges(game: Game) -> list[list[int]]:
    """Return what overbidding a game costs, from the first bid above its least value on."""
    if game is Game.NULL:
        return []
    least = _lines(_contracts(game)[0], 0, won=False)[0]
    rows = []
    for place, bid in enumerate(BIDS):
        overbid = book(replace(least, bid=bid, overbid=True))
        step = _charge(replace(least, bid=bid, overbid=True))
        if step is not None and step.count is not None and step.base is not None:
            rows.append([place, step.count, step.base, step.result, overbid.points])
    return [next(same) for _, same in groupby(rows, key=lambda numbers: numbers[1:])]


def _charge(line: Played) -> Step | None:
    return next((step for step in book(line).steps if step.kind is StepKind.OVERBID), None)


def _written(line: Played) -> tuple[Step, ...]:
    """Return the computation as far as it is the same for a game won and lost."""
    return tuple(step for step in book(line).steps if step.kind is not StepKind.DOUBLED)


def _lines(contract: Contract, levels: int, *, won: bool) -> list[Played]:
    """Return a line for every count of matadors, none of them with a bid."""
    reached = dict.fromkeys(_LEVELS[levels], True)
    return [Played(contract=contract, matadors=count, won=won, **reached) for count in _matadors(contract.game)]


def _matadors(game: Game) -> list[int | None]:
    most = MAX_MATADORS[game]
    return [*range(1, most + 1), *range(-1, -most - 1, -1)] or [None]


def _contracts(game: Game) -> list[Contract]:
    return [contract for contract in CONTRACTS if contract.game is game]


def _ticks(contract: Contract) -> list[str]:
    return [level for level in ANNOUNCED if getattr(contract, level)]


def levels_by_winning(contract: Contract) -> int:
    """Return how many levels whoever wins has reached by that, because they were announced (ISkO 5.2.5).

    >>> levels_by_winning(Contract(game=Game.CLUBS, hand=True, schneider_announced=True))
    1
    """
    if contract.game is Game.NULL:
        return 0
    for number in range(len(_LEVELS)):
        line_problems = problems(_lines(contract, number, won=True)[0])
        if all(problem.code is not Code.ANNOUNCED_LEVEL_MISSED for problem in line_problems):
            return number
    raise AssertionError("every announcement can be won")


def _turns(present: tuple[int, ...]) -> list[tuple[int, list[int]]]:
    """Return the dealer of each deal of a round, and who can be declarer then (ISkO 3.2.1, 3.2.7)."""
    cells = (Presence(from_round=1, seats=present),)
    return [(turn.dealer, list(turn.players)) for turn in turns(seats=max(present), rounds=1, presence=cells)]
