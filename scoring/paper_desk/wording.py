"""Paper lists in words: why a short line cannot be read, why a closed list is mended."""

from django.utils.translation import gettext, gettext_lazy

from scoring.rules.notation.shorthand import Illegible, Slip

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


def slip_mended(saw: str, *, because: str = "") -> str:
    """Return why a closed list is mended, and who else saw its paper, where somebody is named."""
    text = because or gettext("A slip in typing from the paper")
    return gettext("%(said)s, also seen by %(saw)s") % {"said": text, "saw": saw} if saw else text
