"""Deals by any way to play in words: what was played, how it is counted, what it puts into the columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from scoring.lists.wording import games
from scoring.lists.wording.house_names import GIVEN_UP, KIND, STAKE
from scoring.lists.wording.house_rules import before_a_ramsch
from scoring.rules.contract import Game
from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.examples import seats_of
from scoring.rules.profiles.lines import DeclarerLine, Kind, Line, PassedLine, RamschLine
from scoring.rules.profiles.profile import Profile
from scoring.rules.valuation import Step, StepKind

TIMES: Final = " × "
BESIDE: Final = "\N{NO-BREAK SPACE}/ "


def line_words(line: Line) -> str:
    """Return a deal as it is read out: "Hearts with 2, Contra"."""
    if isinstance(line, PassedLine):
        return _("passed in")
    return ", ".join(_ramsch_words(line) if isinstance(line, RamschLine) else _game_words(line))


def computation(line: Line, entered: Entered, *, in_bock: bool) -> str:
    """Return how a deal is counted: "with 2, game 3; 3 × 10 = 30; 30 × 2 × 2 = 120"."""
    booking = entered.booking
    if booking is None or not isinstance(line, DeclarerLine):
        return _ramsch_computation(line, in_bock=in_bock) if isinstance(line, RamschLine) else ""
    counted = ", ".join(_level(step) for step in _with_further(booking.steps))
    rest = [games.step_line(step) for step in booking.steps if step.kind in _WHOLE]
    if entered.factor > 1:
        factors = TIMES.join([games.points(booking.points), *(["2"] * (line.stakes + in_bock))])
        names = [*(str(STAKE[at]) for at in range(1, line.stakes + 1)), *([_("Bock")] if in_bock else [])]
        rest.append(f"{', '.join(names)}: {factors} = {games.points(booking.points * entered.factor)}")
    return "; ".join(part for part in [counted, *rest] if part)


def figures(entered: Entered, profile: Profile) -> str:
    """Return what a deal puts into the columns: one number where it is one player's, else one for each seat."""
    if len(entered.points) == 1 and (entered.won or entered.lost):
        return games.points(next(iter(entered.points.values())))
    return columns([entered.points.get(seat, 0) for seat in range(1, seats_of(profile) + 1)])


def columns(numbers: Sequence[int]) -> str:
    """Return the numbers of all seats beside one another."""
    return BESIDE.join(map(games.points, numbers))


_WHOLE: Final = frozenset({StepKind.PRODUCT, StepKind.FIXED, StepKind.OVERBID, StepKind.DOUBLED})


def _with_further(steps: Sequence[Step]) -> Iterator[Step | int]:
    """Yield the steps that count multiples, and last how many there are with those that have no step of their own."""
    last = 0
    for step in steps:
        if step.kind is StepKind.PRODUCT and step.count is not None and step.count > last:
            yield step.count
        if step.kind not in _WHOLE:
            last = step.result
            yield step


def _level(step: Step | int) -> str:
    return _("in all %(count)s") % {"count": step} if isinstance(step, int) else games.step_line(step)


def _game_words(line: DeclarerLine) -> Iterator[str]:
    name = _("Revolution") if line.revolution else games.game_name(line.game or Game.NULL)
    if line.kind is not None and line.kind is not Kind.NULL:
        name = f"{KIND[line.kind]} {name}"
    # A Revolution is open and from the hand by itself.
    announced = [*([_("Hand")] if line.hand else []), *([_("ouvert")] if line.ouvert else [])]
    words = [name, *([] if line.revolution else announced)]
    if line.matadors:
        phrase = _("%(game)s without %(count)s") if line.matadors < 0 else _("%(game)s with %(count)s")
        yield phrase % {"game": " ".join(words), "count": abs(line.matadors)}
    else:
        yield " ".join(words)
    yield from (_("Schneider announced"),) if line.schneider_announced else ()
    yield from (_("Schwarz announced"),) if line.schwarz_announced else ()
    yield from (_("Schneider"),) if line.schneider and not line.schwarz else ()
    yield from (_("Schwarz"),) if line.schwarz else ()
    yield from (_("Spitze"),) if line.spitze else ()
    yield from (str(GIVEN_UP[line.schenken]),) if 0 < line.schenken < len(GIVEN_UP) else ()
    yield from (str(STAKE[line.stakes]),) if 0 < line.stakes < len(STAKE) else ()


def _ramsch_words(line: RamschLine) -> Iterator[str]:
    tricks = ", ".join(str(own) for own in line.tricks or () if own is not None)
    if line.card_points is None:
        yield _("Ramsch, tricks %(tricks)s") % {"tricks": tricks}
    else:
        points = ", ".join(str(own) for own in line.card_points if own is not None)
        yield _("Ramsch, card points %(points)s") % {"points": points}
        # Who took no trick has no card points, but not the other way round.
        yield from (_("tricks %(tricks)s") % {"tricks": tricks},) if 0 in (line.tricks or ()) else ()
    yield from before_a_ramsch(line)


def _ramsch_computation(line: RamschLine, *, in_bock: bool) -> str:
    """Return what multiplies a Ramsch."""
    said = [*before_a_ramsch(line), *([_("Bock")] if in_bock else [])]
    factor = 2 ** (line.pushes + line.knocks + in_bock)
    return f"{', '.join(said)}: × {factor}" if said else ""
