"""What ways to play are about; who plays, for how long, and what happens when nobody wants to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording import games, house, refusals
from scoring.lists.wording.house import GIVEN_UP, KIND, STAKE, before_a_ramsch, chosen_as, ramsch
from scoring.rules.contract import Game
from scoring.rules.profiles.codes import HouseProblem
from scoring.rules.profiles.evening import ProfileList
from scoring.rules.profiles.examples import seats_of
from scoring.rules.profiles.games import AnyProblem
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, Entered, Line, PassedLine, RamschLine
from scoring.rules.profiles.naming import House
from scoring.rules.profiles.profile import Declaring, Goal, Profile, Programme, Target, WhenAllPass
from scoring.rules.valuation import Step, StepKind

ABOUT: Final[dict[str, Promise]] = {
    "isko-2002": gettext_lazy("The official game: bidding, and a rating of games won and lost."),
    "classic": gettext_lazy("The official game without the rating: as lists were kept before there was one."),
    "league-encyclopedia": gettext_lazy(
        "Games won and games lost by others count, one’s own lost games cost nothing more."
    ),
    "grand-20": gettext_lazy("As it was until 1932: a Grand is cheaper than a Null ouvert."),
    "hand-single": gettext_lazy("As it was until 1998: playing Hand is no great risk."),
    "ramsch": gettext_lazy("The official game, but when all pass everybody plays for themselves."),
    "schieberamsch": gettext_lazy("Ramsch in which the skat is passed on, each time for twice as much."),
    "gewinner-ramsch": gettext_lazy("When all pass, fewest card points win, and nobody loses anything."),
    "contra": gettext_lazy("The official game, with stakes that the other side can double."),
    "revolution": gettext_lazy("The official game and a Null that the opponents may exchange cards against."),
    "sechserskat": gettext_lazy("The official game with 36 cards."),
    "bierlachs": gettext_lazy("Only minus is written, and whoever has too much of it pays the round."),
    "raeuberskat": gettext_lazy("No bidding: everybody plays a suit, a Grand, a Null and a Ramsch."),
    "two-officers": gettext_lazy("For two, with half of the cards on the table face down."),
    "two-open": gettext_lazy("A list for any form of Skat for two."),
    "tournee": gettext_lazy("North American Skat: kinds of contract are bid instead of numbers."),
    "kneipe": gettext_lazy("Ramsch, Contra, Revolution, Bock: whatever the table wants, up to five at it."),
    "idiotenskat": gettext_lazy("The official game, with everybody’s cards facing the others."),
    "oma-skat": gettext_lazy("For two, the third hand is a pile."),
    "piloten-skat": gettext_lazy("For two, the third hand is opened."),
    "strohmann": gettext_lazy("For two, with nine cards and a straw man."),
    "skat-en-deux": gettext_lazy("For two, and good for learning."),
    "schmegegge": gettext_lazy("For two, against a half dummy, with Ramsch."),
}
CHOSEN_ABOUT: Final[dict[str, Promise]] = {
    "club-with-ramsch": gettext_lazy("The official game and its rating, but when all pass Ramsch is played."),
    "pub": gettext_lazy("Ramsch when all pass, Contra and Re; the number of game points decides."),
    "bock": gettext_lazy("Everything at once: Bock after eight events, compulsory Ramsch, Contra to Resupra."),
    "for-two": gettext_lazy("Nobody else there? The third hand is opened to the declarer."),
}
NOTES: Final[dict[str, Sequence[Promise]]] = {
    "sechserskat": (gettext_lazy("The sixes are the lowest cards and have no card points."),),
    "idiotenskat": (
        gettext_lazy("Everybody holds their cards with the faces to the others, and sees all but their own."),
    ),
    "two-officers": (
        gettext_lazy(
            "Each has 16 cards in two rows, eight face down and eight face up on them. Who plays an open card turns "
            "up the one below."
        ),
        gettext_lazy(
            "The declarer wins with more than half of the card points; matadors are counted at the end. There is no "
            "skat and no Hand."
        ),
    ),
    "two-open": (gettext_lazy("How the third hand is played, the table agrees on before."),),
    "oma-skat": (
        gettext_lazy("The third hand lies face down. Its top card is played to each trick, whatever suit was led."),
    ),
    "piloten-skat": (
        gettext_lazy(
            "Bidding is as with three. After the first card is led the third hand is opened and played by the opponent."
        ),
        gettext_lazy(
            "In its second form only two play: the third hand is dealt, but lies unused. Which form holds, the table "
            "agrees on before."
        ),
    ),
    "strohmann": (
        gettext_lazy(
            "Each has nine cards, the straw man too; a second skat of three cards is not played with, and goes to "
            "whoever has most card points at the end."
        ),
        gettext_lazy("After the first trick the straw man is opened and played by the opponent."),
    ),
    "skat-en-deux": (
        gettext_lazy("The spare hand is always to the dealer’s right. The dealer bids to the other one."),
        gettext_lazy("After the announcement the opponent opens the third hand to the declarer."),
    ),
    "schmegegge": (
        gettext_lazy("The opponent plays a half dummy that always shows five cards, a new one after each trick."),
        gettext_lazy(
            "If both pass, two of its cards are shown; if both pass again, each exchanges two cards unseen and "
            "Ramsch is played, with tricks of two cards."
        ),
    ),
    "tournee": (
        gettext_lazy(
            "Tournee: the declarer looks at one card of the skat and may show it as trumps, or turns the other one, "
            "which decides (Passt mir nicht). A jack lets them choose Grand."
        ),
        gettext_lazy(
            "Solo: the skat stays where it is. Guckser: the declarer takes it up and plays Grand. Null: no trick, "
            "without the skat."
        ),
    ),
}
GROUPS: Final = (
    (gettext_lazy("As it was counted before"), ("classic", "league-encyclopedia", "grand-20", "hand-single")),
    (
        gettext_lazy("With more than the book has"),
        ("ramsch", "schieberamsch", "gewinner-ramsch", "contra", "revolution", "kneipe"),
    ),
    (gettext_lazy("Other games"), ("bierlachs", "raeuberskat", "tournee", "sechserskat", "idiotenskat")),
    (
        gettext_lazy("For two"),
        ("two-officers", "oma-skat", "piloten-skat", "strohmann", "skat-en-deux", "schmegegge", "two-open"),
    ),
)


def about(house: House) -> str:
    """Return in one sentence what a way to play is about."""
    return str(CHOSEN_ABOUT.get(chosen_as(house) or "", ABOUT[house.profile.code]))


def sentence(problem: AnyProblem) -> str:
    """Return a problem's sentence alone."""
    return house.sentence(problem) if isinstance(problem, HouseProblem) else refusals.sentence(problem)


def clause(problem: AnyProblem) -> str:
    """Return where the rule behind a problem stands."""
    return house.section(problem) if isinstance(problem, HouseProblem) else problem.clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence."""

    text: str
    is_reading: bool = False  # no source says it: it is our reading, and the table may agree otherwise
    is_example: bool = False


def rule(text: object) -> Said:
    """Return a rule that a source has, or that the table chose."""
    return Said(text=str(text))


def reading(text: object) -> Said:
    """Return a rule that no source has."""
    return Said(text=str(text), is_reading=True)


def example(what: object, figures: object) -> Said:
    """Return a deal and what it comes to."""
    return Said(text=f"{what}: {figures}", is_example=True)


def table(profile: Profile) -> Iterator[Said]:
    """Say how many play with which cards, how it is played, and who may declare."""
    *few, many = profile.seats
    seats = _("%(few)s or %(many)s") % {"few": ", ".join(map(str, few)), "many": many} if few else many
    yield rule(_("Players: %(seats)s.") % {"seats": seats})
    if max(profile.seats) > 4:
        yield rule(_("Two to the dealer’s left and one to the right play, the others sit out (ISkO 3.2.7)."))
    elif max(profile.seats) > 3:
        yield rule(_("At four the dealer sits out (ISkO 3.2.7)."))
    facts = {"cards": profile.pack, "tricks": profile.tricks}
    yield rule(_("%(cards)s cards, %(tricks)s tricks.") % facts)
    yield from map(rule, NOTES.get(profile.code, ()))
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
    length = profile.course
    if isinstance(length, Goal):
        yield rule(
            _("Whoever first has %(points)s game points or more wins; then the list is over.")
            % {"points": length.points}
        )
    elif isinstance(length, Target):
        yield rule(
            _("Whoever first has %(points)s points of minus or more loses; then the list is over.")
            % {"points": length.points}
        )
        yield reading(
            _("If two get there in the same deal, the one with more minus loses; if they are equal, both do.")
        )
    elif isinstance(length, Programme):
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
    if isinstance(line, RamschLine):
        # What multiplies it.
        words = [*before_a_ramsch(line), *([_("Bock")] if in_bock else [])]
        return f"{', '.join(words)}: × {2 ** (line.pushes + line.knocks + in_bock)}" if words else ""
    if booking is None or not isinstance(line, DeclarerLine):
        return ""
    counted = ", ".join(
        _("in all %(count)s") % {"count": step} if isinstance(step, int) else games.step_line(step)
        for step in _with_further(booking.steps)
    )
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
    last = 0
    for step in steps:
        if step.kind is StepKind.PRODUCT and step.count is not None and step.count > last:
            yield step.count
        if step.kind not in _WHOLE:
            last = step.result
            yield step


def _game_words(line: DeclarerLine) -> Iterator[str]:
    name = _("Revolution") if line.revolution else games.game_name(line.game or Game.NULL)
    if line.kind is not None and line.kind is not ContractKind.NULL:
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
