"""What is wrong with a line that names a team, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.wording.intake import KIND
from tables.intake.outcome import Kind

SLIP = {
    "team-nobody": gettext_lazy("Nobody plays for this team. Write its name, a colon, then start numbers or names."),
    "team-name-long": gettext_lazy("The name of a team has up to %(longest)s characters."),
    "team-too-many": gettext_lazy(
        "These are %(count)s players; a team has %(size)s. Substitutes follow after a semicolon."
    ),
    "team-not-mixed": gettext_lazy("A mixed pair is a lady and a man."),
    "team-name-again": gettext_lazy("“%(name)s” is the name of the team in line %(line)s already."),
    "member-again": gettext_lazy("No. %(number)s stands in line %(line)s already; nobody plays for two teams."),
    "member-several": gettext_lazy("Several are called “%(who)s”: no. %(numbers)s. Write the start number."),
    "member-unknown": gettext_lazy("Nobody here is “%(who)s”."),
}
"""A sentence for everything that can be wrong with such a line."""


def slip_in_words(code: str, facts: Mapping[str, object]) -> str:
    """Return what is wrong with a line, as a sentence."""
    return str(SLIP.get(code, _("This line cannot be read."))) % facts


FATE = {
    "name": gettext_lazy("Team"),
    "club": gettext_lazy("Left out: the club."),
    "player": gettext_lazy("Player"),
    "substitute": gettext_lazy("Substitute"),
    "asked": gettext_lazy("Please look."),
}
"""What becomes of a cell."""


def fate_in_words(text: str, fate: str) -> str:
    """Return what becomes of a cell: it is taken as something, asked about, or left out for a reason."""
    if fate in FATE:
        return str(FATE[fate])
    is_figure = not any(map(str.isalpha, text))
    return _("Left out: no start number.") if is_figure else _("Left out: nothing says what this is.")


def left_out_because(kind: Kind) -> str:
    """Return why a row is no team of its own."""
    return _("belongs to the team above") if kind is Kind.AGAIN else str(KIND[kind])
