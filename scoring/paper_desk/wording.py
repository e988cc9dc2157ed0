"""Short lines and workbooks of lists in words: what they hold, and why one cannot be read."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.notation.shorthand import Illegible, Slip
from tables.acts.wording.intake import intake_refused
from tables.intake.outcome import IntakeRefused

PROBLEM = {
    "no-list": gettext_lazy(
        "No list was found in this file: there are no columns for the deal’s number, the declarer, the game and "
        "the result. Use the workbook from this page."
    ),
    "other-list": gettext_lazy("This workbook is another table's list: %(detail)s."),
    "unknown-word": gettext_lazy("“%(detail)s” is not known in the column %(heading)s."),
    "no-number": gettext_lazy("“%(detail)s” is not a number. The column %(heading)s takes numbers."),
    "missing": gettext_lazy("The column %(heading)s is empty."),
    "not-in-game": gettext_lazy("“%(detail)s” cannot be announced in this game."),
    "passed-with-more": gettext_lazy("Nobody plays a deal that is passed in, but %(heading)s says “%(detail)s”."),
    "no-such-deal": gettext_lazy("A row has no number of a deal of this list: “%(detail)s”."),
    "deal-twice": gettext_lazy("This deal is listed twice."),
    "entered-otherwise": gettext_lazy(
        "The list already has this deal, but a different one. Correct it in the list if the workbook is right."
    ),
    "nothing-new": gettext_lazy("There is no deal in this workbook that the list does not have."),
}
"""A sentence for everything that can be wrong with a cell."""

REFUSED = {
    "empty": gettext_lazy("There is nothing in this file."),
    "too-many-lines": gettext_lazy("This file has far more rows than a list of games."),
    "too-big": gettext_lazy("This is too big for a list of games."),
    "bomb": gettext_lazy("This workbook holds far more than a list of games and was not opened."),
}
"""What is said otherwise than of a list of entrants."""


def cell_problem(code: str, *, deal: int | None, heading: str, detail: str) -> str:
    """Return what is wrong with a cell, led by its deal."""
    words = str(PROBLEM[code]) % {"heading": heading, "detail": detail}
    return words if deal is None else _("Deal %(deal)s: %(sentence)s") % {"deal": deal, "sentence": words}


def list_refused(error: IntakeRefused) -> str:
    """Return why a file cannot be read as a list at all."""
    return str(REFUSED[error.code]) if error.code in REFUSED else intake_refused(error)


SLIP = {
    Slip.NO_SEAT: gettext_lazy("The line begins with the declarer's seat: 1, 2, 3 or 4. Passed in is “-” alone."),
    Slip.NO_GAME: gettext_lazy("After the seat comes the letter of the game: c, s, h, d, g or n; also x, p, h, k."),
    Slip.NOT_READABLE: gettext_lazy("“%(part)s” means nothing here. The letters are explained beside the list."),
    Slip.SAID_TWICE: gettext_lazy("“%(part)s” is one too many: each part is given once."),
}
"""A sentence for every slip."""


def slip(error: Illegible) -> str:
    """Return why a typed line cannot be read."""
    return str(SLIP[error.slip]) % {"part": error.part}
