"""Games, deals and their computation, as people at the table say them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording import house_rules
from scoring.rules.contract import MAX_MATADORS, Contract, Game
from scoring.rules.game_list.deals import Deal, booked, booking
from scoring.rules.matadors import matadors_by_game
from scoring.rules.valuation import Booking, Played, Step, StepKind, book
from scoring.rules.worth import readings

GAME = {
    Game.DIAMONDS: gettext_lazy("Diamonds"),
    Game.HEARTS: gettext_lazy("Hearts"),
    Game.SPADES: gettext_lazy("Spades"),
    Game.CLUBS: gettext_lazy("Clubs"),
    Game.GRAND: gettext_lazy("Grand"),
    Game.NULL: gettext_lazy("Null"),
}

LEVEL = {
    StepKind.GAME: gettext_lazy("game"),
    StepKind.HAND: gettext_lazy("Hand"),
    StepKind.SCHNEIDER: gettext_lazy("Schneider"),
    StepKind.SCHNEIDER_ANNOUNCED: gettext_lazy("announced"),
    StepKind.SCHWARZ: gettext_lazy("Schwarz"),
    StepKind.SCHWARZ_ANNOUNCED: gettext_lazy("announced"),
    StepKind.OUVERT: gettext_lazy("ouvert"),
}

PHRASE = {
    "passed": gettext_lazy("passed in"),
    "name.ouvert": gettext_lazy("%(game)s ouvert"),
    "name.schwarz-announced": gettext_lazy("%(game)s, Schwarz announced"),
    "name.schneider-announced": gettext_lazy("%(game)s, Schneider announced"),
    "name.with": gettext_lazy("%(game)s with %(count)s"),
    "name.without": gettext_lazy("%(game)s without %(count)s"),
    "sentence.overbids": gettext_lazy("%(declarer)s overbids %(game)s: %(points)s"),
    "sentence.wins": gettext_lazy("%(declarer)s wins %(game)s: %(points)s"),
    "sentence.loses": gettext_lazy("%(declarer)s loses %(game)s: %(points)s"),
    "entry": gettext_lazy("%(declarer)s: %(game)s"),
    "entry.overbid": gettext_lazy("%(declarer)s: %(game)s, overbid"),
    "step.with": gettext_lazy("with %(count)s"),
    "step.without": gettext_lazy("without %(count)s"),
    "step.fixed": gettext_lazy("fixed value %(value)s"),
    "step.overbid": gettext_lazy("overbid, bid %(bid)s: %(product)s"),
    "step.doubled": gettext_lazy("lost, doubled: %(points)s"),
    "step.charged-as": gettext_lazy("%(step)s (as %(game)s)"),
}
"""The sentences into which a deal and its computation are filled, here and on the page at the table."""

MINUS = "\N{MINUS SIGN}"


def points(number: int) -> str:
    """Return points with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def game_name(game: Game) -> str:
    """Return the name of a game."""
    return str(GAME[game])


def contract_name(contract: Contract) -> str:
    """Return an announcement: "Spades Hand, Schneider announced"."""
    if contract.game is Game.NULL:
        words = [game_name(contract.game), *_named(contract.hand, _("Hand")), *_named(contract.ouvert, _("ouvert"))]
        return " ".join(words)
    if contract.ouvert:
        return _filled("name.ouvert", game=game_name(contract.game))
    name = " ".join([game_name(contract.game), *_named(contract.hand, _("Hand"))])
    if contract.schwarz_announced:
        return _filled("name.schwarz-announced", game=name)
    if contract.schneider_announced:
        return _filled("name.schneider-announced", game=name)
    return name


def played_name(played: Played) -> str:
    """Return a line as it is read out: "Spades Hand with 2, Schneider"."""
    words = contract_name(played.contract)
    if played.matadors:
        phrase = "name.without" if played.matadors < 0 else "name.with"
        words = _filled(phrase, game=words, count=abs(played.matadors))
    level = _level(played)
    return f"{words}, {level}" if level else words


def reading(played: Played) -> str:
    """Return a line as it is offered for a game that has no value of its own: "Diamonds without 4: −90"."""
    return _("%(game)s: %(points)s") % {"game": played_name(played), "points": points(book(played).points)}


ASK_MATADORS = gettext_lazy("With or without how many? The loss is counted by the matadors too.")


def lost_as(null: Played) -> str:
    """Return as which game a Null below its bid is lost, or the question for its matadors (ISkO 3.4.4)."""
    most = max(MAX_MATADORS.values())
    if null.bid is None or not 1 <= abs(null.matadors or 0) <= most:
        return str(ASK_MATADORS)
    cheapest = readings(null.bid, matadors_by_game(null.matadors or 1))[0]
    return _("The cheapest line it can be lost as: %(line)s.") % {"line": reading(cheapest)}


def called(deal: Deal, names: Sequence[str]) -> str:
    """Return the declarer's name by the seats; the seat where nobody has it, nothing where nobody plays."""
    if deal.declarer is None:
        return ""
    return names[deal.declarer - 1] if deal.declarer <= len(names) else _("Seat %(place)s") % {"place": deal.declarer}


def deal_line(deal: Deal, names: Sequence[str]) -> str:
    """Return a deal as a sentence: "Bernd wins Grand Hand with 2: 120"; ``names`` are those of the seats."""
    found = booking(deal)
    if deal.played is None or found is None:
        return _undeclared(deal, names)
    facts = {"declarer": called(deal, names), "game": game_of(deal), "points": points(booked(deal))}
    if found.overbid:
        return _filled("sentence.overbids", **facts)
    return _filled("sentence.wins" if found.won else "sentence.loses", **facts)


def deal_entry(deal: Deal, names: Sequence[str]) -> str:
    """Return a deal as it stands in the list: "Bernd: Grand Hand with 2"; ``names`` are those of the seats."""
    if deal.played is None:
        return _undeclared(deal, names)
    facts = {"declarer": called(deal, names), "game": game_of(deal)}
    return _filled("entry.overbid" if deal.played.overbid else "entry", **facts)


def game_of(deal: Deal) -> str:
    """Return the game of a deal with what house rules add to it: "Hearts with 2, Contra"; empty where nobody played."""
    if deal.played is None:
        return ""
    name = played_name(deal.played)
    if deal.house is None:
        return name
    # A Revolution is a Null, and named by itself.
    first = [] if deal.house.revolution else [name]
    return ", ".join([*first, *house_rules.added(deal.house)])


def _undeclared(deal: Deal, names: Sequence[str]) -> str:
    if deal.house is not None and deal.house.ramsch is not None:
        return house_rules.ramsch(deal.house.ramsch, names)
    return str(PHRASE["passed"])


def earned(columns: Sequence[int], booking: Booking | None) -> str:
    """Return what a deal put into the columns; by house rules one number where it is one player's, else one a seat."""
    if not columns:
        return points(booking.points) if booking else ""
    changed = [own for own in columns if own]
    return points(changed[0]) if len(changed) == 1 else " · ".join(points(own) for own in columns) if changed else ""


def computation(booking: Booking) -> str:
    """Return the whole computation in one line: "with 2, game 3, Hand 4; 4 × 24 = 96"."""
    counted = [step_line(step) for step in booking.steps if step.kind in LEVEL or step.kind in _MATADORS]
    rest = [step_line(step) for step in booking.steps if step.kind not in LEVEL and step.kind not in _MATADORS]
    return "; ".join(part for part in [", ".join(counted), *rest] if part)


def computation_lines(booking: Booking) -> Sequence[str]:
    """Return the computation line by line, as it is explained to someone who doubts it."""
    return tuple(step_line(step) for step in booking.steps)


def sum_line(*, game_points: int, own_games: int, bonus: int, performance: int) -> str:
    """Return a player's computation under the list: "937 + 750 + 420 = 2107" (SkWO 5.2)."""
    parts = "".join(f" {MINUS if part < 0 else '+'} {abs(part)}" for part in (own_games, bonus))
    return f"{points(game_points)}{parts} = {points(performance)}"


_MATADORS = {StepKind.WITH: "step.with", StepKind.WITHOUT: "step.without"}


def step_line(step: Step) -> str:
    """Return one line of a computation: "Hand 3"."""
    if step.kind in _MATADORS:
        return _filled(_MATADORS[step.kind], count=step.result)
    if step.kind in LEVEL:
        return f"{LEVEL[step.kind]} {step.result}"
    if step.kind is StepKind.PRODUCT:
        return f"{step.count} × {step.base} = {step.result}"
    if step.kind is StepKind.FIXED:
        return _filled("step.fixed", value=step.result)
    if step.kind is StepKind.OVERBID:
        return _overbid(step)
    return _filled("step.doubled", points=points(step.result))


def _overbid(step: Step) -> str:
    product = f"{step.count} × {step.base} = {step.result}"
    if step.bid is None:
        return _("overbid: %(product)s") % {"product": product}
    words = _filled("step.overbid", product=product, bid=step.bid)
    return words if step.game is None else _filled("step.charged-as", step=words, game=game_name(step.game))


def _level(played: Played) -> str:
    """Return the level reached, where it was not announced already."""
    if played.schwarz and not played.contract.schwarz_announced:
        return _("Schwarz")
    if played.schneider and not played.schwarz and not played.contract.schneider_announced:
        return _("Schneider")
    return ""


def _named(is_so: bool, word: str) -> list[str]:
    return [word] if is_so else []


def _filled(phrase: str, **facts: object) -> str:
    return str(PHRASE[phrase]) % facts
