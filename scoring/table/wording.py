"""The page at the table in words: who keeps the list, how it is shared, and what it says while it hears nothing."""

from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.wording.games import GAME, LEVEL, PHRASE
from scoring.lists.wording.refusals import code
from scoring.rules.codes import Code
from scoring.rules.notation.line_table import line_table
from tables.acts.wording.moments import moment


def kept_since(call: Any) -> str:
    """Return since when and why another phone keeps a list; ``call`` is what gave it the list, None for nothing."""
    if call is None:
        return _("Another phone keeps this list.")
    facts = {"at": moment(call.settled_at)}
    if call.kind == call.Kind.TAKE_OVER:
        if call.second:
            return _("Another phone has kept the list since %(at)s.") % facts
        return _("Another phone has kept the list since %(at)s.") % facts
    return _("Another phone has kept the list since %(at)s.") % facts


def phrases() -> dict[str, str]:
    """Return every phrase that ``table/words.js`` fills, in the language of the request."""
    return {
        **{name: str(words) for name, words in PHRASE.items()},
        "hand": _("Hand"),
        "ouvert": _("ouvert"),
        "schneider": _("Schneider"),
        "schwarz": _("Schwarz"),
        **{f"game.{game}": str(words) for game, words in GAME.items()},
        **{f"step.{kind}": str(words) for kind, words in LEVEL.items()},
        **{f"code.{each_code}": code(each_code) for each_code in _codes()},
    }


@cache
def _codes() -> tuple[Code, ...]:
    """Return everything that can be wrong with, or odd about, a line that a page can tick."""
    return tuple(Code(codes) for codes in line_table()["codes"])


def page_words(*, is_directed: bool = True) -> dict[str, str]:
    """Return the sentences of the page's script by their short names; it fills in what they name.

    Where nobody directs, at a pub table, none names somebody who could come.
    """
    return _words() | _said() | (_directed() if is_directed else _undirected())


def _directed() -> dict[str, str]:
    """Return what the page says only where somebody directs, and what it says otherwise there."""
    return {
        "propose": _("Leave it to the direction"),
        "overruled": _("by a judge"),
        "said-call": _("Call the direction"),
        "stuck-left": _("Deal %(number)s (%(here)s) waits to be accepted. It does not count yet."),
        "said-object": _("Call a judge"),
        "not-loaded": _(
            "The network was gone before this phone had loaded this. Please call somebody of the direction yourself."
        ),
    }


def _undirected() -> dict[str, str]:
    return {
        "propose": _("Leave it to whoever keeps the list"),
        "not-loaded": _("The network was gone before this phone had loaded this. Please try again when it is back."),
    }


def _words() -> dict[str, str]:
    """Return what is said of the deals."""
    return {
        "deal": _("Deal %(number)s of %(length)s"),
        "number": _("Deal %(number)s"),
        "deals": _("dealer: %(name)s"),
        "dealer": _("deals"),
        "away": _("not there"),
        "round": _("Round %(round)s/%(rounds)s"),
        "left": _("%(time)s left"),
        "paused": _("clock stopped"),
        "over": _("time is over"),
        "ready": _("Ready for the first deal"),
        "saved": _("Saved on the server (no. %(number)s)"),
        "ready-loose": _("Ready. Leave this page open."),
        "saved-loose": _("%(number)s saved. Leave this page open."),
        "kept": _("The site cannot be reached. This phone keeps:"),
        "unsent": _("On this phone, not yet sent (%(count)s)"),
        "sending": _("On this phone, being sent (%(count)s)"),
        "offline-deals": _("No network: %(count)s deals are safe on this phone."),
        "offline-deal": _("No network: 1 deal is safe on this phone."),
        "offline-said": _("No network: everything is safe on this phone."),
        "play-on": _("Play on!"),
        "stay-here": _("Leave this page open!"),
        "stays-here": _("This page stays open until everything is sent."),
        "memory": _("This phone keeps nothing: leave the page open until all is sent."),
        "stuck": _("Please look: not taken (%(count)s)"),
        "no-key": _("Please scan the code on the table again; nothing is lost."),
        "watching": _("You are watching (no. %(number)s)"),
        "missing": _("Still missing: %(what)s"),
        "declarer": _("who played"),
        "game": _("which game"),
        "matadors": _("with or without how many"),
        "bid": _("how high the bid was"),
        "not-possible": _("That cannot be."),
        "not-passed": _("Nobody plays a deal that is passed in. Tap what is chosen again to clear it."),
        "is-it-right": _("Is this right?"),
        "then-say": _("If so, tap how it ended."),
        "yes": _("Yes, it was so"),
        "no": _("No, change it"),
        "undo": _("Undo"),
        "correct": _("Wrong? Correct it"),
        "stuck-refused": _("Deal %(number)s (%(here)s) was not taken. %(says)s"),
        "stuck-conflict": _("Deal %(number)s is different in the list."),
        "stuck-proposed": _("Deal %(number)s (%(here)s) waits to be accepted. It does not count yet."),
        "stuck-left": _("Deal %(number)s (%(here)s) waits to be accepted. It does not count yet."),
        "behind": _("Waits for deal %(number)s: no. %(deals)s. Follows by itself once that is entered."),
        "enter": _("Enter it"),
        "which": _("Deal %(number)s: which one is right?"),
        "right": _("This one is right"),
        "different": _("different"),
        "agreed": _("All players of this deal agree (ISkO 5.5.3)."),
        "came": _("Deal %(number)s came from a phone and does not count."),
        "take": _("Enter it"),
        "leave": _("Dismiss it"),
        "read": _("OK"),
        "for-whom": _("For whom does it count?"),
        "it-counts": _("It counts"),
        "let-go": _("Let it go"),
        "waits": _("not yet sent"),
        "uncounted": _("still to be counted"),
        "corrected": _("corrected"),
        "won": _("won"),
        "lost": _("lost"),
    }


def _said() -> dict[str, str]:
    """Return what is said of what was said beside the deals: corrections, calls, objections, signatures."""
    return {
        "correct-deal": _("Correct deal %(number)s"),
        "let-be": _("Leave it as it is"),
        "said-waits": _("On this phone, not yet sent:"),
        "said-refused": _("%(what)s: not taken. %(says)s"),
        "again": _("Try again"),
        "said-correct": _("Correction of deal %(number)s"),
        "said-leaves": _("%(name)s leaves"),
        "said-returns": _("%(name)s is back"),
        "said-take-over": _("This phone is to keep the list"),
        "said-disagree": _("%(name)s does not agree"),
        "said-sign": _("Signature of %(name)s"),
        "said-close": _("The list is to be closed"),
        "signs": _("%(name)s signs"),
        "signed-here": _("Signed on this phone, not yet sent"),
        "sums": _("%(deals)s deals = %(won)s won + %(lost)s lost + %(passed)s passed in"),
        "games-of": _("%(won)s won, %(lost)s lost, the others lost %(others)s"),
    }
