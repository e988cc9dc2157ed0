"""Games that a breach of the rules ended before their time (ISkO 4.1.3 to 4.1.5, 5.4.3)."""

from dataclasses import replace
from typing import Final

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import Contract
from scoring.rules.judging import SCHNEIDER
from scoring.rules.valuation import Played, is_overbid

IMPOSSIBLE: Final = frozenset({Code.WON_SCHWARZ_WITHOUT_CLUB_JACK, Code.WON_SCHNEIDER_WITHOUT_SEVEN})
"""Levels that no play can reach: they are not given for a breach either (ISkO 5.4.3)."""


def decided(
    contract: Contract,
    *,
    matadors: int | None,
    bid: int | None,
    won_by_declarer: bool,
    opponents_points: int = 0,
    opponents_tricks: int = 0,
) -> Played:
    """Return the line for a game that a breach decided, at the simple level (ISkO 4.1.4).

    Which side won is the judge's answer: a game already decided stays with
    whoever had won it (ISkO 4.1.3). Announced levels still count, won or lost (ISkO 5.2.5). A level the declarer
    has to reach, because they announced it or because only it covers their bid, is
    theirs when the opponents broke the rules (ISkO 4.1.5), unless they had denied
    it to them by then, with ``opponents_points`` in ``opponents_tricks``, or it was
    impossible from the beginning (ISkO 5.4.3): then they have lost all the same.

    >>> from scoring.rules.contract import Game
    >>> hearts = Contract(game=Game.HEARTS, hand=True)
    >>> decided(hearts, matadors=1, bid=40, won_by_declarer=True).schneider
    True
    >>> decided(hearts, matadors=1, bid=40, won_by_declarer=True, opponents_points=31).won
    False
    """
    simple = Played(contract=contract, matadors=matadors, won=False, bid=bid)
    levels = ((False, False), (True, False), (True, True)) if won_by_declarer else ()
    for schneider, schwarz in levels:
        line = replace(
            simple,
            won=True,
            schneider=schneider or contract.schneider_announced,
            schwarz=schwarz or contract.schwarz_announced,
        )
        if is_overbid(line) or any(problem.code in IMPOSSIBLE for problem in problems(line)):
            continue
        denied = (line.schneider and opponents_points > SCHNEIDER) or (line.schwarz and opponents_tricks > 0)
        if not denied:
            return line
    return replace(simple, overbid=is_overbid(simple))
