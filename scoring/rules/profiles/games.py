"""A declarer's game by a profile: what is wrong with the line, and what the rule book's own functions make of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.rules.checks import problems
from scoring.rules.codes import PROBLEM, Code, Problem
from scoring.rules.contract import Contract, Game, contradictions
from scoring.rules.profiles import tournee
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode, HouseProblem
from scoring.rules.profiles.lines import DeclarerLine
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.valuation import Booking, Played, book
from scoring.rules.values import Values, with_levels

AnyProblem = Problem | HouseProblem

ANY_PROBLEM: Final[dict[str, AnyProblem]] = {
    **{str(code): problem for code, problem in PROBLEM.items()},
    **{str(code): problem for code, problem in HOUSE_PROBLEM.items()},
}
"""The problem each code stands for, of the rule book and of house rules."""

GIVEN_UP: Final = 1
"""The opponents gave the game up, and the declarer was content: won, and nothing more."""

INSISTED_ON_SCHNEIDER: Final = 2
INSISTED_ON_SCHWARZ: Final = 3

JACKS: Final = 4
"""With all of them nothing is left for the lowest trump of a Grand to be announced for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A line held against its profile."""

    problems: tuple[AnyProblem, ...]
    booking: Booking | None
    """What it is worth before stakes and Bock; None if it is refused."""


class _GameRule(NamedTuple):
    """All of a profile that a declarer's game depends on: two that differ in their Ramsch share what is kept."""

    values: Values
    revolution: Values | None
    spitze: Values | None
    stakes: int
    schenken: bool
    declaring: Declaring


def judged(line: DeclarerLine, profile: Profile) -> Judged:
    """Return what is wrong or odd about a game, and what it is worth if it can stand."""
    rule = _GameRule(
        profile.values, profile.revolution, profile.spitze, profile.stakes, profile.schenken, profile.declaring
    )
    return _judged(line, rule)


# Tables repeat the same lines, and a page asks for the whole list again after every deal.
@lru_cache(maxsize=8192)
def _judged(line: DeclarerLine, rule: _GameRule) -> Judged:
    line_problems: list[AnyProblem] = [HOUSE_PROBLEM[code] for code in _not_of_the_house(line, rule)]
    if rule.declaring is Declaring.BY_KIND:
        line_problems += tournee.problems(line)
        return Judged(problems=tuple(line_problems), booking=None if refused(line_problems) else tournee.book(line))
    if line.game is None:
        return Judged(problems=(*line_problems, PROBLEM[Code.HALF_ENTRY]), booking=None)
    announced = contradictions(
        game=line.game,
        hand=line.hand,
        schneider_announced=line.schneider_announced,
        schwarz_announced=line.schwarz_announced,
        ouvert=line.ouvert,
    )
    if announced:
        return Judged(problems=(*line_problems, *(PROBLEM[code] for code in announced)), booking=None)
    played, values = _as_played(line, line.game), _values(line, rule)
    line_problems += problems(played, values)
    if line.won and _missed_insisting(line):
        line_problems.append(PROBLEM[Code.ANNOUNCED_LEVEL_MISSED])
    return Judged(problems=tuple(line_problems), booking=None if refused(line_problems) else book(played, values))


def refused(line_problems: Iterable[AnyProblem]) -> bool:
    """Test whether one of these keeps a line out of the list."""
    return any(problem.severity == "error" for problem in line_problems)


def _as_played(line: DeclarerLine, game: Game) -> Played:
    # A Revolution is open and from the hand by itself: whatever is ticked says no more.
    is_plain = line.revolution and game is Game.NULL
    return Played(
        contract=Contract(
            game=game,
            hand=line.hand and not is_plain,
            schneider_announced=line.schneider_announced,
            schwarz_announced=line.schwarz_announced,
            ouvert=line.ouvert and not is_plain,
        ),
        matadors=line.matadors,
        won=line.won,
        schneider=line.schneider,
        schwarz=line.schwarz,
        bid=line.bid,
        overbid=line.overbid,
    )


def _values(line: DeclarerLine, rule: _GameRule) -> Values:
    if line.revolution and rule.revolution is not None:
        return rule.revolution
    values = rule.spitze if line.spitze and rule.spitze is not None else rule.values
    return with_levels(values, _insisted(line)) if line.schenken else values


def _insisted(line: DeclarerLine) -> int:
    """Return the levels that count because the declarer insisted, beside those that were reached anyway.

    What is insisted on counts as if it had been announced: reached or not, it is there, and once more.
    """
    if line.schenken not in {INSISTED_ON_SCHNEIDER, INSISTED_ON_SCHWARZ}:
        return 0
    missed = 0 if line.schneider or line.schwarz else 1
    return 1 + missed if line.schenken == INSISTED_ON_SCHNEIDER else 2 + missed + (0 if line.schwarz else 1)


def _not_of_the_house(line: DeclarerLine, rule: _GameRule) -> Iterator[HouseCode]:
    """Yield what the profile does not know."""
    if line.stakes and not rule.stakes:
        yield HouseCode.STAKES_NOT_PLAYED
    elif not 0 <= line.stakes <= rule.stakes:
        yield HouseCode.STAKES_TOO_HIGH
    if line.revolution and (rule.revolution is None or line.game is not Game.NULL):
        yield HouseCode.REVOLUTION_NOT_PLAYED
    if line.kind is not None and rule.declaring is not Declaring.BY_KIND:
        yield HouseCode.NO_KINDS
    if line.spitze:
        yield from _spitze(line, rule)
    yield from _ended_otherwise(line, rule)
    if rule.declaring is not Declaring.AUCTION:
        yield from _without_auction(line, rule)


def _missed_insisting(line: DeclarerLine) -> bool:
    reached = line.schwarz or (line.schneider and line.schenken != INSISTED_ON_SCHWARZ)
    return line.schenken in {INSISTED_ON_SCHNEIDER, INSISTED_ON_SCHWARZ} and not reached


def _spitze(line: DeclarerLine, rule: _GameRule) -> Iterator[HouseCode]:
    if rule.spitze is None:
        yield HouseCode.SPITZE_NOT_PLAYED
    if line.game is Game.NULL:
        yield HouseCode.SPITZE_IN_NULL
    if line.game is Game.GRAND and line.matadors == JACKS:
        yield HouseCode.SPITZE_WITH_FOUR_JACKS


def _ended_otherwise(line: DeclarerLine, rule: _GameRule) -> Iterator[HouseCode]:
    if line.has_sixty and (line.won or line.schneider or line.schwarz or line.game is Game.NULL):
        yield HouseCode.SIXTY_NOT_LOST
    if line.schenken:
        yield from _given_up(line, rule)


def _given_up(line: DeclarerLine, rule: _GameRule) -> Iterator[HouseCode]:
    if not rule.schenken:
        yield HouseCode.SCHENKEN_NOT_PLAYED
    # What is announced has to be reached anyway, and in a Null there is nothing but to win.
    is_announced = line.schneider_announced or line.schwarz_announced or line.ouvert
    if line.game is Game.NULL or is_announced or not GIVEN_UP <= line.schenken <= INSISTED_ON_SCHWARZ:
        yield HouseCode.NOTHING_TO_GIVE_UP
    elif line.schenken == GIVEN_UP:
        if not line.won:
            yield HouseCode.GIVEN_UP_AND_LOST
        if line.schneider or line.schwarz or line.spitze:
            yield HouseCode.GIVEN_UP_AND_PLAYED


def _without_auction(line: DeclarerLine, rule: _GameRule) -> Iterator[HouseCode]:
    if line.bid is not None or line.overbid:
        yield HouseCode.NO_AUCTION
    if line.hand:
        yield HouseCode.NO_HAND
    # In North American Skat levels can be announced, and some games be played open.
    may_announce = rule.declaring is Declaring.BY_KIND
    if not may_announce and (line.schneider_announced or line.schwarz_announced or line.ouvert):
        yield HouseCode.NOTHING_ANNOUNCED
