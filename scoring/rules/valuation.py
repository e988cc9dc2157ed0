"""What a game is worth, and what goes into the declarer's column (ISkO 5.1 to 5.4)."""

import enum
from dataclasses import dataclass
from functools import lru_cache

from scoring.rules.contract import MAX_MATADORS, Contract, Game, matadors_by_game
from scoring.rules.values import BASE_VALUE, ISKO, LOST, Values, cover, forfeit


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A line of the list as it was written; it may state nonsense, see ``problems``."""

    contract: Contract
    matadors: int | None
    """Matadors held (+n, "with") or missing (-n, "without"); None in Null (ISkO 2.4.2).

    A Null below its bid may state them, since it is lost as another game (ISkO 3.4.4).
    """

    won: bool
    """Won by the declarer. An overbid game is lost (ISkO 5.4.2)."""

    schneider: bool = False
    """The winning side kept the other at 30 card points or fewer (ISkO 5.2.3).

    In a lost game it is the declarer who stayed Schneider.
    """

    schwarz: bool = False
    """The winning side took every trick (ISkO 5.2.4)."""

    bid: int | None = None
    """Value the declarer bid or held; None if the list does not state it."""

    overbid: bool = False
    """The list says "overbid" (ISkO 5.4.1)."""


class StepKind(enum.StrEnum):
    """What a line of the computation adds."""

    WITH = "with"
    WITHOUT = "without"
    GAME = "game"
    HAND = "hand"
    SCHNEIDER = "schneider"
    SCHNEIDER_ANNOUNCED = "schneider-announced"
    SCHWARZ = "schwarz"
    SCHWARZ_ANNOUNCED = "schwarz-announced"
    OUVERT = "ouvert"
    PRODUCT = "product"
    FIXED = "fixed"
    OVERBID = "overbid"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a computation: "Hand 4", "5 x 12 = 60", "lost, doubled: -120"."""

    kind: StepKind
    result: int
    """Multiples counted so far; from the product on, game points."""

    count: int | None = None
    """Multiples of a product or of an overbid game."""

    base: int | None = None
    """Base value of a product or of an overbid game, in game points."""

    bid: int | None = None
    """The bid that an overbid game had to reach, if it is known."""

    game: Game | None = None
    """The game an impossible Null is charged as (ISkO 3.4.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """What a line is worth, and why."""

    points: int
    """Game points for the declarer's column: the value, or minus twice it (ISkO 5.3.4)."""

    value: int
    """Value of the game in game points; if overbid, the value it is charged at."""

    won: bool
    overbid: bool
    """Lost to the bid: the value stays below it (ISkO 5.4), and the list says so or nothing else covers the bid."""

    covered_by_loss: bool
    """Lost in Schneider or Schwarz, and only that level, which is the opponents', makes the value reach the bid.

    What is charged is the same whether the list calls it overbid or not.
    """

    steps: tuple[Step, ...]
    """The computation line by line. OVERBID appears only where it raises the value."""


def own_value(played: Played, values: Values = ISKO) -> int:
    """Return the value the declarer can set against their bid, in game points (ISkO 5.4).

    Levels count that they announced or won. A level their opponents reached makes
    a lost game dearer, but it cannot justify their bid.
    """
    won = played.won
    steps = _computed(played.contract, played.matadors, played.schneider and won, played.schwarz and won, values)
    return steps[-1].result


def full_value(played: Played, values: Values = ISKO) -> int:
    """Return the value with every level that counts, before any overbid, in game points."""
    return _computed(played.contract, played.matadors, played.schneider, played.schwarz, values)[-1].result


def is_overbid(played: Played, values: Values = ISKO) -> bool:
    """Test whether the value stays below the bid; without a bid the tick decides (ISkO 5.4)."""
    if played.bid is None:
        return played.overbid
    return own_value(played, values) < played.bid


# Tournaments repeat the same few hundred lines.
@lru_cache(maxsize=8192)
def book(played: Played, values: Values = ISKO) -> Booking:
    """Return what a line puts into the declarer's column (ISkO 5.3, 5.4), by the official values or those of a house.

    Never fails: a line that ``problems`` refuses is booked by the same rules as
    far as they carry. Schwarz includes Schneider, missing matadors count as
    none, and an impossible Null is charged at its cheapest reading: with the matadors
    it states, or with one. If the overbid is ticked but the bid is not known, the least
    is charged that an overbid game can cost: one multiple above the declarer's own
    value (Null: its value).

    >>> book(Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False, bid=50)).points
    -100
    """
    steps = _computed(played.contract, played.matadors, played.schneider, played.schwarz, values)
    value = steps[-1].result
    is_below = is_overbid(played, values)
    if is_below:
        charged = _charged(played, values)
        if charged is not None and charged.result > value:
            steps = (*steps, charged)
            value = charged.result
    if played.won and not is_below:
        return Booking(points=value, value=value, won=True, overbid=False, covered_by_loss=False, steps=steps)
    times = values.lost_hand if played.contract.hand else LOST
    is_covered = is_below and played.bid is not None and full_value(played, values) >= played.bid
    return Booking(
        points=-times * value,
        value=value,
        won=False,
        overbid=is_below and (played.overbid or not is_covered),
        covered_by_loss=is_covered,
        # What is lost once has no line of its own: nothing is doubled.
        steps=steps if times < LOST else (*steps, _doubled(value)),
    )


# A few hundred different ones: making them anew would cost more than all the rest.
@lru_cache(maxsize=1024)
def _doubled(value: int) -> Step:
    return Step(kind=StepKind.DOUBLED, result=-LOST * value)


def _charged(played: Played, values: Values) -> Step | None:
    """Return the multiple an overbid game is charged at, or None if nothing is known of it."""
    game, bid = played.contract.game, played.bid
    if game is Game.NULL:
        return None if bid is None else _forfeited(bid, played.matadors or 1)
    if bid is not None:
        return _multiple(game, bid, values, stated=True)
    return _multiple(game, own_value(played, values) + 1, values, stated=False)


@lru_cache(maxsize=1024)
def _multiple(game: Game, bid: int, values: Values, *, stated: bool) -> Step:
    """Return the smallest multiple of a game that reaches a bid (ISkO 5.4.1)."""
    found_cover = cover(game, bid=bid, values=values)
    base = values.base[game]
    kind = StepKind.OVERBID
    return Step(
        kind=kind, result=found_cover.value, count=found_cover.multiples, base=base, bid=bid if stated else None
    )


@lru_cache(maxsize=1024)
def _forfeited(bid: int, matadors: int) -> Step:
    """Return what a Null below its bid is charged at: the cheapest game of such matadors (ISkO 3.4.4)."""
    most = max(MAX_MATADORS.values())
    found_cover = forfeit(bid, matadors_by_game(max(-most, min(matadors, most))))
    return Step(
        kind=StepKind.OVERBID,
        result=found_cover.value,
        count=found_cover.multiples,
        base=BASE_VALUE[found_cover.game],
        bid=bid,
        game=found_cover.game,
    )


# There are about 2,500 different ones, and most of the work is here.
@lru_cache(maxsize=4096)
def _computed(
    contract: Contract, matadors: int | None, schneider: bool, schwarz: bool, values: Values
) -> tuple[Step, ...]:
    """Return the computation of a game's value; the last step has the value."""
    if contract.game is Game.NULL:
        value = values.null[contract.hand, contract.ouvert]
        return (Step(kind=StepKind.FIXED, result=value),)
    kind = StepKind.WITHOUT if (matadors or 0) < 0 else StepKind.WITH
    multiples = abs(matadors or 0)
    steps = [Step(kind=kind, result=multiples)]
    for level in _levels(contract, schneider or schwarz, schwarz):
        multiples += 1
        steps.append(Step(kind=level, result=multiples))
    multiples += values.further
    base = values.base[contract.game]
    value = multiples * base
    return (*steps, Step(kind=StepKind.PRODUCT, result=value, count=multiples, base=base))


def _levels(contract: Contract, schneider: bool, schwarz: bool) -> list[StepKind]:
    """Return the levels that count in a suit game or Grand (ISkO 5.2.1).

    An announced level counts even when it was missed (ISkO 5.2.5). A level that
    was announced by one side and reached by the other counts once.
    """
    counted = [
        (StepKind.GAME, True),
        (StepKind.HAND, contract.hand),
        (StepKind.SCHNEIDER, contract.schneider_announced or schneider),
        (StepKind.SCHNEIDER_ANNOUNCED, contract.schneider_announced),
        (StepKind.SCHWARZ, contract.schwarz_announced or schwarz),
        (StepKind.SCHWARZ_ANNOUNCED, contract.schwarz_announced),
        (StepKind.OUVERT, contract.ouvert),
    ]
    return [level for level, counts in counted if counts]
