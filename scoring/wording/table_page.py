"""What the page at the table says by itself, while it hears nothing from the site."""

from django.utils.translation import gettext as _


def page_words() -> dict[str, str]:
    """Return the sentences of the page's script by their short names; it fills in what they name."""
    return {
        "deal": _("Deal %(number)s of %(length)s"),
        "number": _("Deal %(number)s"),
        "deals": _("%(name)s deals"),
        "dealer": _("deals"),
        "round": _("Round %(round)s of %(rounds)s"),
        "left": _("%(time)s left"),
        "paused": _("the clock stands still"),
        "over": _("the time is over"),
        "ready": _("Ready for the first deal"),
        "saved": _("Saved on the server (no. %(number)s)"),
        "unsent": _("On this phone, not yet sent (%(count)s)"),
        "sending": _("On this phone, being sent (%(count)s)"),
        "offline": _("No connection: just go on."),
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
        "stuck-conflict": _("Deal %(number)s stands otherwise in the list. List: %(there)s. This phone: %(here)s."),
        "stuck-proposed": _("Deal %(number)s (%(here)s) waits for whoever keeps the list. It does not count yet."),
        "propose": _("Leave it to the direction"),
        "let-go": _("Let it go"),
        "waits": _("not yet sent"),
        "corrected": _("corrected"),
        "overruled": _("by a judge"),
        "won": _("won"),
        "lost": _("lost"),
    }
