"""Whether a line of the list can be true: every refusal and question at once (ISkO 2 to 5)."""

from collections.abc import Iterator
from typing import Final

from scoring.rules.codes import PROBLEM, Code, Problem, Severity
from scoring.rules.contract import MAX_MATADORS, Game
from scoring.rules.valuation import Played, full_value, is_overbid, own_value
from scoring.rules.values import ISKO, Values

__all__ = ["Code", "Problem", "Severity", "problems"]

SURE_POINTS: Final = 7
"""Matadors from which a suit game holds 33 card points: jacks, ace, ten and king of trumps."""

SURE_TRICK: Final = 3
"""Matadors of which one must be in hand, since the skat holds two."""

RARE_MATADORS: Final = 5
"""Matadors from which the list asks again."""

MAX_IN_A_SUIT: Final = max(MAX_MATADORS.values())


def problems(played: Played, values: Values = ISKO) -> tuple[Problem, ...]:
    """Return all that is wrong or odd about a line, refusals and questions alike. Never raises."""
    trumps = _null(played, values) if played.contract.game is Game.NULL else _trumps(played, values)
    return tuple(PROBLEM[code] for codes in (_line(played, values), trumps) for code in codes)


def _line(played: Played, values: Values) -> Iterator[Code]:
    if played.bid is not None and played.bid not in values.bids:
        yield Code.UNKNOWN_BID
    if played.overbid:
        if played.bid is None:
            yield Code.OVERBID_WITHOUT_BID
        # The value before the opponents' levels: with them the tick may go either way,
        # since the larger of both values is doubled anyhow (ISkO 5.4.1, 5.2.1).
        elif own_value(played, values) >= played.bid:
            yield Code.OVERBID_THOUGH_COVERED


def _null(played: Played, values: Values) -> Iterator[Code]:
    is_below = is_overbid(played, values)
    # Won or lost: a Null below its bid is charged as another game, and then its matadors count (ISkO 3.4.4).
    counts = is_below and played.bid is not None and 1 <= abs(played.matadors or 0) <= MAX_IN_A_SUIT
    if played.matadors is not None and not counts:
        yield Code.MATADORS_IN_NULL
    if played.schneider or played.schwarz:
        yield Code.LEVEL_IN_NULL
    if is_below:
        yield Code.NULL_BELOW_BID


def _trumps(played: Played, values: Values) -> Iterator[Code]:
    contract, matadors = played.contract, played.matadors or 0
    most = values.most[contract.game]
    if not matadors:
        yield Code.MATADORS_MISSING
    elif abs(matadors) > most:
        yield Code.TOO_MANY_MATADORS
    elif abs(matadors) >= RARE_MATADORS:
        yield Code.MANY_MATADORS
    if played.schwarz and not played.schneider:
        yield Code.SCHWARZ_WITHOUT_SCHNEIDER
    if contract.schwarz_announced:
        yield Code.SCHWARZ_ANNOUNCED
        if matadors < 0:
            yield Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK
    yield from _won(played, matadors, values) if played.won else _lost(played, matadors, values)


def _won(played: Played, matadors: int, values: Values) -> Iterator[Code]:
    contract = played.contract
    schneider = played.schneider or played.schwarz
    if (contract.schneider_announced and not schneider) or (contract.schwarz_announced and not played.schwarz):
        yield Code.ANNOUNCED_LEVEL_MISSED
    # The opponents' club jack takes a trick; their seven highest trumps take 33 points.
    if matadors < 0 and (played.schwarz or contract.schwarz_announced):
        yield Code.WON_SCHWARZ_WITHOUT_CLUB_JACK
    if matadors <= -SURE_POINTS and contract.game is not Game.GRAND and (schneider or contract.schneider_announced):
        yield Code.WON_SCHNEIDER_WITHOUT_SEVEN
    if is_overbid(played, values):
        yield Code.WON_BELOW_BID


def _lost(played: Played, matadors: int, values: Values) -> Iterator[Code]:
    contract, overbid = played.contract, played.overbid
    schneider = played.schneider or played.schwarz
    # In a missed announcement, or where the list says "overbid", the tick may mean the level the declarer promised or
    # made, not one they suffered. A bid above the value says nothing of the kind while overbid is not ticked.
    suffered_schneider = schneider and not (contract.schneider_announced or overbid)
    suffered_schwarz = played.schwarz and not (contract.schwarz_announced or overbid)
    if suffered_schneider and matadors >= SURE_POINTS and contract.game is not Game.GRAND:
        yield Code.LOST_SCHNEIDER_WITH_SEVEN
    if suffered_schwarz and matadors >= SURE_TRICK:
        yield Code.LOST_SCHWARZ_WITH_THREE
    elif suffered_schwarz and matadors > 0:
        yield Code.LOST_SCHWARZ_WITH_ONE_OR_TWO
    if (
        matadors == values.most[contract.game]
        and contract.game is not Game.GRAND
        and not (schneider or contract.schneider_announced or overbid)
    ):
        yield Code.SIMPLE_LOSS_WITH_ELEVEN
    if played.bid is not None and full_value(played, values) < played.bid and not played.overbid:
        yield Code.BELOW_BID_NOT_TICKED
