"""What a correction makes of a list, before it is made: what the rules say to it, what every seat gets (SkWO 7.3.2)."""

from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import Contract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import Tally, rating, tallies
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """What a correction means for one seat."""

    seat: int
    before: Tally
    after: Tally
    performance_before: int
    """In points, with 50 for each game and the bonus (SkWO 5.2)."""

    performance_after: int

    @property
    def change(self) -> int:
        return self.performance_after - self.performance_before


def ended_by_breach(deal: Deal, *, won_by_declarer: bool, opponents_points: int = 0, opponents_tricks: int = 0) -> Deal:
    """Return an entry as a breach decided it: the same announcement, at the simple level (ISkO 4.1.3 to 4.1.5).

    ``opponents_points`` in ``opponents_tricks`` are what the opponents had by then: it may have denied the declarer
    a level they needed.

    :raises ValueError: if nobody played.
    """
    if deal.played is None:
        raise ValueError("nobody played this deal")
    played = decided(
        deal.played.contract,
        matadors=deal.played.matadors,
        bid=deal.played.bid,
        won_by_declarer=won_by_declarer,
        opponents_points=opponents_points,
        opponents_tricks=opponents_tricks,
    )
    # Stakes stand, also in a game that a breach ended; what would have come of it without one was not played.
    house = deal.house and replace(deal.house, schenken=0, has_sixty=False)
    return Deal(number=deal.number, declarer=deal.declarer, played=played, house=house)


def corrected(game_list: GameList, deal: Deal) -> GameList:
    """Return the list with a deal in place of the one of its number, or after the last one where there is none."""
    if any(old.number == deal.number for old in game_list.deals):
        deals = tuple(deal if old.number == deal.number else old for old in game_list.deals)
    else:
        deals = (*game_list.deals, deal)
    return replace(game_list, deals=deals)


def refused(game_list: GameList, deal: Deal) -> tuple[Finding, ...]:
    """Return why the rules refuse a list corrected by a deal; empty where they do not."""
    return tuple(finding for finding in findings(corrected(game_list, deal)) if finding.problem.severity == "error")


def as_it_stands(game_list: GameList, deal: Deal) -> Deal:
    """Return a judge's entry as it is written: overruled only where the rules refuse it otherwise."""
    plain = replace(deal, overruled=False, ruling=None)
    return deal if deal.overruled and refused(game_list, plain) else plain


def changes(before: GameList, after: GameList) -> tuple[SeatChange, ...]:
    """Return what every seat gains or loses, from seat 1 on. Raise ValueError if the lists are not of one table."""
    if before.seats != after.seats:
        raise ValueError(f"a list of {before.seats} seats cannot become one of {after.seats}")
    return tuple(
        SeatChange(
            seat=seat,
            before=tally,
            after=other,
            performance_before=rating(tally, seats=before.seats).performance,
            performance_after=rating(other, seats=after.seats).performance,
        )
        for seat, (tally, other) in enumerate(zip(tallies(before), tallies(after), strict=True), start=1)
    )
