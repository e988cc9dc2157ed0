"""What ways to play are called, and what is said in them: stakes, kinds of contract, a game given up."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.rules.profiles.houses import NAMED, House
from scoring.rules.profiles.lines import Kind
from scoring.rules.profiles.profile import Goal, Target

PROFILE: Final[dict[str, Promise]] = {
    "isko-2002": gettext_lazy("Tournament (ISkO)"),
    "classic": gettext_lazy("Game points alone"),
    "league-encyclopedia": gettext_lazy("The old league"),
    "grand-20": gettext_lazy("The old Grand"),
    "hand-single": gettext_lazy("A lost Hand counts once"),
    "ramsch": gettext_lazy("Ramsch"),
    "schieberamsch": gettext_lazy("Schieberamsch"),
    "gewinner-ramsch": gettext_lazy("Ramsch with a winner"),
    "contra": gettext_lazy("Contra and Re"),
    "revolution": gettext_lazy("Revolution"),
    "sechserskat": gettext_lazy("Skat with the sixes"),
    "bierlachs": gettext_lazy("Bierlachs"),
    "raeuberskat": gettext_lazy("Räuberskat"),
    "two-officers": gettext_lazy("Officers’ Skat"),
    "two-open": gettext_lazy("For two"),
    "tournee": gettext_lazy("Tournee"),
    "kneipe": gettext_lazy("Kneipe"),
    "idiotenskat": gettext_lazy("Idiotenskat"),
    "oma-skat": gettext_lazy("Oma-Skat"),
    "piloten-skat": gettext_lazy("Piloten-Skat"),
    "strohmann": gettext_lazy("Straw man"),
    "skat-en-deux": gettext_lazy("Skat en deux"),
    "schmegegge": gettext_lazy("Schmegegge"),
}
"""What each profile is called."""

CHOSEN: Final[dict[str, Promise]] = {
    "pub": gettext_lazy("Kneipe as usual"),
    "club-with-ramsch": gettext_lazy("Club with Ramsch"),
    "for-two": gettext_lazy("For two"),
    "bock": gettext_lazy("Kneipe with Bock"),
}
"""Names of what tables mostly choose."""

STAKE: Final = (
    pgettext_lazy("no stake", "none"),
    gettext_lazy("Contra"),
    gettext_lazy("Re"),
    gettext_lazy("Supra"),
    gettext_lazy("Resupra"),
)
"""What the stakes are called, by how often they were doubled."""

KIND: Final[dict[Kind, Promise]] = {
    Kind.TOURNEE: gettext_lazy("Tournee"),
    Kind.PASST_MIR_NICHT: gettext_lazy("Passt mir nicht"),
    Kind.SOLO: gettext_lazy("Solo"),
    Kind.GUCKSER: gettext_lazy("Guckser"),
    Kind.NULL: gettext_lazy("Null"),
    Kind.RAMSCH: gettext_lazy("Ramsch"),
}
"""What the contracts of North American Skat are called."""

GIVEN_UP: Final = (
    gettext_lazy("no"),
    gettext_lazy("given up"),
    gettext_lazy("insisted on Schneider"),
    gettext_lazy("insisted on Schwarz"),
)
"""How a game went on that the opponents gave up, by the rules' number for it."""


def name_of(house: House) -> str:
    """Return what a way to play is called: by the name it is mostly chosen under, or by its profile and its target."""
    if chosen := chosen_as(house):
        return str(CHOSEN[chosen])
    name, course = str(PROFILE[house.profile.code]), house.profile.course
    if isinstance(course, Target) and not isinstance(course, Goal):
        return _("%(name)s to %(points)s") % {"name": name, "points": course.points}
    return name


def chosen_as(house: House) -> str | None:
    """Return under which code a way to play is mostly chosen, where it is more than a profile as it is."""
    return next((code for code, named in NAMED.items() if named.settings and named == house), None)
