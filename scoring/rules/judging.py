"""From what the declarer took to the line of the list (ISkO 5.2, 5.4)."""

from dataclasses import replace
from typing import Final

from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played, is_overbid

ALL_POINTS: Final = 120
"""Card points in the pack (ISkO 1.2.2)."""


ALL_TRICKS: Final = 10


ENOUGH_TO_WIN: Final = 61
"""Card points with which the declarer wins (ISkO 5.2.2)."""


SCHNEIDER: Final = 30
"""Most card points of a side that stays Schneider (ISkO 5.2.3)."""


MOST_IN_SKAT: Final = 22
"""Card points of two aces: all a declarer can have without a trick."""


def judge(
    contract: Contract,
    *,
    matadors: int | None,
    bid: int | None,
    card_points: int,
    tricks: int,
) -> Played:
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
        line,
        won=False,
        schneider=line.schneider and lost_anyhow,
        schwarz=line.schwarz and lost_anyhow,
        overbid=True,
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
