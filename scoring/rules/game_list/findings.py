"""What is wrong or odd in a game list, all of it at once (ISkO 5.5, SkWO 4.4, 7.2)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.checks import problems
from scoring.rules.codes import PROBLEM, Code, Problem
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.house import house_findings, scored
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL, not_at_the_table
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode
from scoring.rules.profiles.games import AnyProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A problem and where it is; neither deal nor seat means the list as a whole."""

    deal: int | None = None
    problem: AnyProblem
    seat: int | None = None


NO_RULING: Final = frozenset({Code.HALF_ENTRY, Code.UNKNOWN_SEAT, Code.ABSENT_DECLARER})
"""Refusals that even a judge's entry cannot override: nobody could be credited."""


def findings(game_list: GameList, *, final: bool = False, after: int = 0) -> tuple[Finding, ...]:
    """Return the problems of every deal and of the list, in order of the deals.

    ``final`` also demands that the series was played to its end (SkWO 4.4). Where it is kept by the book, ``deals`` may
    be those ``after`` a deal. What a judge's entry overrides stays visible as a warning.
    """
    if game_list.is_of_a_house:
        return tuple(_of_a_house(game_list, final=final))
    values = []
    for deal in game_list.deals:
        if deal.house is not None:
            values.append(Finding(deal=deal.number, problem=HOUSE_PROBLEM[HouseCode.OTHER_PROFILE]))
        for problem in _of_deal(game_list, deal, before=after):
            is_ruled = deal.overruled and problem.code not in NO_RULING
            values.append(
                Finding(deal=deal.number, problem=replace(problem, severity="warning") if is_ruled else problem)
            )
        after = deal.number
    if any(len(part.seats) < PLAYERS_PER_DEAL for part in game_list.presence):
        values.append(Finding(problem=PROBLEM[Code.TOO_FEW_PLAYERS]))
    if final and len(game_list.deals) < game_list.length:
        values.append(Finding(problem=PROBLEM[Code.INCOMPLETE]))
    return tuple(values)


def _of_a_house(game_list: GameList, *, final: bool) -> Iterator[Finding]:
    for number, problem in house_findings(game_list):
        yield Finding(deal=number, problem=problem)
    if final and not scored(game_list).complete:
        yield Finding(problem=PROBLEM[Code.INCOMPLETE])


def _of_deal(game_list: GameList, deal: Deal, *, before: int) -> Iterator[Problem]:
    if deal.number != before + 1:
        yield PROBLEM[Code.WRONG_NUMBER]
    if deal.number > len(game_list.turns):
        yield PROBLEM[Code.TOO_MANY_DEALS]
    if (deal.declarer is None) != (deal.played is None):
        yield PROBLEM[Code.HALF_ENTRY]
    if deal.declarer is not None:
        turn = game_list.turn(deal.number)
        yield from (PROBLEM[code] for code in not_at_the_table(deal.declarer, turn, seats=game_list.seats))
    if deal.played is not None:
        yield from problems(deal.played)
