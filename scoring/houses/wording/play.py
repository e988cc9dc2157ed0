"""Who plays, for how long, and what happens when nobody wants to."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from scoring.houses.wording import names
from scoring.houses.wording.names import Said, reading, rule
from scoring.lists.wording import games
from scoring.lists.wording.house import GIVEN_UP, KIND, STAKE, before_a_ramsch, ramsch
from scoring.rules.contract import Game
from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.examples import seats_of
from scoring.rules.profiles.lines import DeclarerLine, Kind, Line, PassedLine, RamschLine
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.profile import Declaring, Goal, Profile, Programme, Target, WhenAllPass
from scoring.rules.valuation import Step, StepKind


def table(profile: Profile) -> Iterator[Said]:
    """Say how many play with which cards, how it is played, and who may declare."""
    seats = (_("%(few)s or %(many)s") % {"few": _listed(profile.seats[:-1]), "many": profile.seats[-1]},)
    yield rule(_("Players: %(seats)s.") % {"seats": seats[0] if len(profile.seats) > 1 else profile.seats[0]})
    if max(profile.seats) > 4:
        yield rule(_("Two to the dealer’s left and one to the right play, the others sit out (ISkO 3.2.7)."))
    elif max(profile.seats) > 3:
        yield rule(_("At four the dealer sits out (ISkO 3.2.7)."))
    facts = {"cards": profile.pack, "tricks": profile.tricks}
    yield rule(_("%(cards)s cards, %(tricks)s tricks.") % facts)
    yield from map(rule, names.NOTES.get(profile.code, ()))
    yield from _declaring(profile)


def all_pass(profile: Profile) -> Iterator[Said]:
    """Say what happens when nobody wants to play."""
    if profile.when_all_pass is WhenAllPass.RAMSCH:
        yield rule(_("Ramsch is played."))
        yield reading(_("The table may agree to pass a deal in all the same."))
    elif profile.when_all_pass is WhenAllPass.NEXT_DEALER:
        yield rule(_("The deal is passed in: nobody writes anything, the next one deals (ISkO 3.3.7)."))
    elif profile.declaring is Declaring.BY_KIND:
        yield rule(_("If the two others pass, forehand has to play, and may call Ramsch."))
    else:
        yield rule(_("Nobody can pass."))


def course(profile: Profile) -> Iterator[Said]:
    """Say when a list is over."""
    found = profile.course
    if isinstance(found, Goal):
        yield rule(_("Whoever first has %(points)s game points or more wins; then the list is over.") % _points(found))
    elif isinstance(found, Target):
        yield rule(
            _("Whoever first has %(points)s points of minus or more loses; then the list is over.") % _points(found)
        )
        yield reading(
            _("If two get there in the same deal, the one with more minus loses; if they are equal, both do.")
        )
    elif isinstance(found, Programme):
        yield rule(
            _("The list is over when everybody has played everything: after %(deals)s deals at a table of %(seats)s.")
            % _deals(profile)
        )
    elif max(profile.seats) == 2:
        yield rule(_("As many rounds as the table agrees on; a round is two deals."))
    else:
        yield rule(
            _("As many rounds as the table agrees on, usually %(rounds)s: %(deals)s deals at a table of %(seats)s.")
            % _deals(profile)
        )


def _declaring(profile: Profile) -> Iterator[Said]:
    if profile.declaring is Declaring.AUCTION:
        facts = {"lowest": min(profile.values.bids), "highest": max(profile.values.bids)}
        yield rule(_("Whoever bids highest plays alone; bids go from %(lowest)s to %(highest)s.") % facts)
    elif profile.declaring is Declaring.IN_TURN:
        yield rule(_("Nobody bids: one after the other plays alone, and names the game after the first five cards."))
        yield reading(_("Nothing is announced, no game is played from the hand, so nothing is overbid."))
        if max(profile.seats) > seats_of(profile):
            yield reading(_("At four the player before the one whose turn it is deals and sits out."))
    elif profile.declaring is Declaring.NOT_THE_DEALER:
        yield rule(_("Nobody bids: whoever did not deal names the game and plays it."))
    else:
        yield rule(_("Bids are kinds of contract, not numbers."))


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def _points(found: Target) -> dict[str, int]:
    return {"points": found.points}


def _deals(profile: Profile) -> dict[str, int]:
    listed = ProfileList(profile=profile, seats=seats_of(profile))
    return {"deals": listed.planned or 0, "rounds": listed.rounds, "seats": listed.seats}


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
    if line.losers:
        yield ramsch(line)
        return
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
