"""A declarer's game by a profile: what is wrong with the line, and what the rule book's own functions make of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.rules import checks
from scoring.rules.checks import problems
from scoring.rules.codes import PROBLEM, Code, Problem
from scoring.rules.contract import Contract, Game, contradictions
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode, HouseProblem
from scoring.rules.profiles.lines import ContractKind, DeclarerLine
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.valuation import Booking, Played, Step, StepKind, book
from scoring.rules.values import Values, with_levels

_TURNED: Final = {Game.DIAMONDS: 5, Game.HEARTS: 6, Game.SPADES: 7, Game.CLUBS: 8, Game.GRAND: 12}

BASE: Final = {
    ContractKind.TOURNEE: _TURNED,
    ContractKind.PASST_MIR_NICHT: _TURNED,
    ContractKind.SOLO: {Game.DIAMONDS: 9, Game.HEARTS: 10, Game.SPADES: 11, Game.CLUBS: 12, Game.GRAND: 20},
    ContractKind.GUCKSER: {Game.GRAND: 16},
}

GRAND_OUVERT: Final = 24

NULL: Final = {False: 20, True: 40}
"""Value of Null, closed and open."""

LOST_TWICE: Final = frozenset({ContractKind.PASST_MIR_NICHT, ContractKind.GUCKSER})
"""Kinds that cost twice their value where they are lost; the others cost it once."""


def tournee_problems(line: DeclarerLine) -> Iterator[Problem | HouseProblem]:
    """Yield what is wrong or odd about a contract."""
    kind = line.kind
    if kind is None:
        yield HOUSE_PROBLEM[HouseCode.KIND_MISSING]
    elif kind is ContractKind.NULL:
        yield from _null(line)
    elif kind is ContractKind.RAMSCH or line.game not in BASE[kind]:
        yield HOUSE_PROBLEM[HouseCode.KIND_AND_GAME]
    else:
        if line.ouvert and not (kind is ContractKind.SOLO and line.game is Game.GRAND):
            yield HOUSE_PROBLEM[HouseCode.OUVERT_NOT_PLAYED]
        yield from checks.problems(_tournee_as_played(line, line.game))


def book_tournee(line: DeclarerLine) -> Booking:
    """Return what a contract brings that nothing refuses.

    >>> book_tournee(DeclarerLine(declarer=1, game=Game.GRAND, kind=ContractKind.GUCKSER, matadors=2)).points
    -96
    """
    steps = _steps(line)
    value = steps[-1].result
    times = 2 if line.kind in LOST_TWICE else 1
    doubled = () if line.won or times == 1 else (Step(kind=StepKind.DOUBLED, result=-times * value),)
    return Booking(
        points=value if line.won else -times * value,
        value=value,
        won=line.won,
        overbid=False,
        covered_by_loss=False,
        steps=(*steps, *doubled),
    )


def level(line: DeclarerLine) -> int:
    """Return the multiple of how a game ended: what was announced counts, and what either side reached."""
    if line.schwarz_announced:
        return 5
    if line.schneider_announced:
        return 4 if line.schwarz else 3
    if line.schwarz:
        return 3
    return 2 if line.schneider else 1


def _steps(line: DeclarerLine) -> tuple[Step, ...]:
    if line.kind is ContractKind.NULL or line.kind is None or line.game is None:
        return (Step(kind=StepKind.FIXED, result=NULL[line.ouvert]),)
    matadors = line.matadors or 0
    count = abs(matadors) + level(line)
    base = GRAND_OUVERT if line.ouvert else BASE[line.kind][line.game]
    return (
        Step(kind=StepKind.WITHOUT if matadors < 0 else StepKind.WITH, result=abs(matadors)),
        Step(kind=StepKind.PRODUCT, result=count * base, count=count, base=base),
    )


def _null(line: DeclarerLine) -> Iterator[Problem | HouseProblem]:
    if line.game not in {None, Game.NULL}:
        yield HOUSE_PROBLEM[HouseCode.KIND_AND_GAME]
    if line.matadors is not None:
        yield PROBLEM[Code.MATADORS_IN_NULL]
    if line.schneider or line.schwarz:
        yield PROBLEM[Code.LEVEL_IN_NULL]
    if line.schneider_announced or line.schwarz_announced:
        yield PROBLEM[Code.LEVEL_ANNOUNCED_IN_NULL]


def _tournee_as_played(line: DeclarerLine, game: Game | None) -> Played:
    """Return the line as the rule book would have it: the same cards take the same tricks.

    Here a level can be announced without Hand, and Schwarz without Schneider.
    """
    announced = line.schneider_announced or line.schwarz_announced
    return Played(
        contract=Contract(
            game=game or Game.NULL,
            hand=announced,
            schneider_announced=announced,
            schwarz_announced=line.schwarz_announced,
        ),
        matadors=line.matadors,
        won=line.won,
        schneider=line.schneider,
        schwarz=line.schwarz,
    )


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
        line_problems += tournee_problems(line)
        return Judged(problems=tuple(line_problems), booking=None if refused(line_problems) else book_tournee(line))
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
