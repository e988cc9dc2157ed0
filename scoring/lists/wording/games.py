"""Games, deals, their computation, players, signatures and who pays whom, as people at the table say them."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.lists.models import Confirmation
from scoring.lists.selectors.sheets import Settlement, Sheet
from scoring.lists.wording import house
from scoring.rules.contract import MAX_MATADORS, Contract, Game, matadors_by_game
from scoring.rules.game_list.deals import Deal, booked, booking
from scoring.rules.judging import readings
from scoring.rules.profiles import kitty
from scoring.rules.profiles.kitty import Pot
from scoring.rules.results.settlement import Payment, stake_of
from scoring.rules.valuation import Booking, Played, Step, StepKind, book
from tables.acts.wording.moments import moment
from tables.draw.models import Seat
from tables.names import short_names
from tables.people.models import Entrant

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
    return f"{played_name(played)}: {points(book(played).points)}"


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
    found_booking = booking(deal)
    if deal.played is None or found_booking is None:
        return _undeclared(deal, names)
    facts = {"declarer": called(deal, names), "game": game_of(deal), "points": points(booked(deal))}
    if found_booking.overbid:
        return _filled("sentence.overbids", **facts)
    return _filled("sentence.wins" if found_booking.won else "sentence.loses", **facts)


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
    return ", ".join([*first, *house.added(deal.house)])


def _undeclared(deal: Deal, names: Sequence[str]) -> str:
    if deal.house is not None and deal.house.ramsch is not None:
        return house.ramsch(deal.house.ramsch, names)
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


def short_names_at(seats: Sequence[Seat], *, deal: int | None = None) -> list[str]:
    """Return what those at a table call each other, from seat 1 on, or in a deal; no two alike."""
    entrants = {entrant.number: entrant.called for seat in seats for entrant in _on_chair(seat)}
    short = dict(zip(entrants, short_names(list(entrants.values()), numbers=list(entrants)), strict=True))
    return [CHANGED.join(short[entrant.number] for entrant in _on_chair(seat, deal)) for seat in seats]


def names_at(seats: Sequence[Seat], *, deal: int | None = None) -> list[str]:
    """Return what those at a table are called, from seat 1 on, or in a deal."""
    return [CHANGED.join(entrant.called for entrant in _on_chair(seat, deal)) for seat in seats]


CHANGED: Final = " / "
"""Between the names of two who sat on a chair one after the other."""


def _on_chair(seat: Seat, deal: int | None = None) -> list[Entrant]:
    """Return the player of a seat and who sat on it from some deal on, or who of them did in a deal."""
    if seat.other is None:
        return [seat.entrant]
    from_deal, other = seat.other
    both = [seat.entrant, other.entrant]
    return both if deal is None else both[deal >= from_deal :][:1]


def on_other_chairs(seats: Sequence[Seat]) -> list[str]:
    """Return a sentence for each chair of a table on which another sat from some deal on (SkWO 7.1.2)."""
    texts = []
    for seat in seats:
        if seat.other:
            from_deal, other = seat.other
            facts = {"deal": from_deal, "name": other.entrant.called, "place": seat.place, "table": other.table.number}
            if other.table_id == seat.table_id:
                texts.append(_("From deal %(deal)s on %(name)s sat on chair %(place)s.") % facts)
            else:
                texts.append(_("From deal %(deal)s on %(name)s of table %(table)s sat on chair %(place)s.") % facts)
    return texts


def how_signed(sheet: Sheet, place: int, names: Sequence[str]) -> str:
    """Return how the player at a seat signed a list; nothing where they did not."""
    return next((signed_how(given, names) for given in sheet.confirmations if given.place == place), "")


def signed_how(given: Confirmation, names: Sequence[str]) -> str:
    """Return how a signature was given: "said aloud, heard by Berta"; ``names`` are those of the seats."""
    match given.way:
        case Confirmation.Way.DRAWN:
            return pgettext("signature", "drawn")
        case Confirmation.Way.ALOUD if given.heard_by:
            return _("said aloud, heard by %(name)s") % {"name": names[given.heard_by - 1]}
        case Confirmation.Way.PHONE:
            return _("on a phone of their own")
    return pgettext("signature", "by name")


def signed(given: Confirmation, names: Sequence[str]) -> str:
    """Return who signed a list, when and how."""
    facts = {"name": given.name, "at": moment(given.at), "how": signed_how(given, names)}
    return _("Signed by %(name)s at %(at)s: %(how)s") % facts


def money(cents: int) -> str:
    """Return an amount in euros that no line parts, with its sign only where it is negative: "4.82 €"."""
    shown = number_format(Decimal(abs(cents)) / 100, decimal_pos=2)
    text = _("%(amount)s €") % {"amount": f"−{shown}" if cents < 0 else shown}
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def balance(cents: int) -> str:
    """Return what somebody gets or pays, always with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def stake_in_words(stake: str | Fraction) -> str:
    """Return what a point is worth: "½ cent a point"; that of nothing says so."""
    share = stake_of(stake) if isinstance(stake, str) else stake
    if not share:
        return _("no stake")
    if share == 1:
        return _("1 cent a point")
    return _("%(stake)s cents a point") % {"stake": share}


def payment(paid: Payment, names: Sequence[str]) -> str:
    """Return who pays whom how much; ``names`` are those of all seats."""
    return _("%(payer)s pays %(payee)s %(amount)s") % {
        "payer": names[paid.payer - 1],
        "payee": names[paid.payee - 1],
        "amount": money(paid.amount),
    }


def kitty_payment(paid: kitty.Payment, names: Sequence[str]) -> str:
    """Return what a deal put into the kitty, or who took it; ``names`` are those of all seats."""
    text = (
        _("Deal %(deal)s: %(name)s takes %(amount)s")
        if paid.cents < 0
        else _("Deal %(deal)s: %(name)s pays %(amount)s")
    )
    return text % {"deal": paid.deal, "name": names[paid.seat - 1], "amount": money(abs(paid.cents))}


def kitty_in_brief(pot: Pot, names: Sequence[str]) -> str:
    """Return what the kitty gave and took, in a line."""
    shares = ", ".join(f"{name} {balance(amount)}" for name, amount in zip(names, pot.balances, strict=True))
    return _("Pinke: %(shares)s; in the kitty: %(left)s") % {"shares": shares, "left": money(pot.left)}


def in_brief(settled: Settlement, names: Sequence[str]) -> str:
    """Return what everybody gets or pays, in a line."""
    shares = ", ".join(f"{name} {balance(amount)}" for name, amount in zip(names, settled.balances, strict=True))
    return _("At %(stake)s: %(shares)s") % {"stake": stake_in_words(settled.stake), "shares": shares}


def in_full(settled: Settlement, names: Sequence[str]) -> str:
    """Return the same with who pays whom."""
    paid = "; ".join(payment(each_payment, names) for each_payment in settled.payments)
    brief = in_brief(settled, names)
    return f"{brief}. {paid}" if paid else brief
