"""Tariffs that clubs publish, by the names they give them: what a new one begins with (practice)."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.money.reckon.tariffs import LOST_GAMES, PLACE_AT_TABLE, Kind, PassedIn, PerEntrant, PerList, PerTeam


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A tariff to begin with."""

    code: str
    name: Promise
    about: Promise
    kind: Kind


_LOST = gettext_lazy("Fee for lost games")

PRESETS: Final = {
    "entry": Preset(
        code="entry",
        name=gettext_lazy("Entry fee"),
        about=gettext_lazy("once for everybody"),
        kind=PerEntrant(cents=1000),
    ),
    "cards": Preset(
        code="cards",
        name=gettext_lazy("Card money"),
        about=gettext_lazy("once for everybody"),
        kind=PerEntrant(cents=100),
    ),
    "lists": Preset(
        code="lists",
        name=gettext_lazy("List money"),
        about=gettext_lazy("for each list played"),
        kind=PerList(cents=200),
    ),
    "deposit": Preset(
        code="deposit",
        name=gettext_lazy("Deposit for cards"),
        about=gettext_lazy("once for everybody, given back"),
        kind=PerEntrant(cents=500),
    ),
    "team": Preset(
        code="team", name=gettext_lazy("Team fee"), about=gettext_lazy("once for each team"), kind=PerTeam(cents=2000)
    ),
    "lost-usual": Preset(
        code="lost", name=_LOST, about=gettext_lazy("0.50 to the third, 1.00 from the fourth"), kind=LOST_GAMES["usual"]
    ),
    "lost-cheap": Preset(
        code="lost", name=_LOST, about=gettext_lazy("0.30 to the third, 1.00 from the fourth"), kind=LOST_GAMES["cheap"]
    ),
    "lost-dear": Preset(
        code="lost", name=_LOST, about=gettext_lazy("1.00 to the third, 2.00 from the fourth"), kind=LOST_GAMES["dear"]
    ),
    "lost-three": Preset(
        code="lost",
        name=_LOST,
        about=gettext_lazy("0.50 to the third, 1.00 to the fifth, then 3.00"),
        kind=LOST_GAMES["three tiers"],
    ),
    "lost-half": Preset(code="lost", name=_LOST, about=gettext_lazy("0.50 each"), kind=LOST_GAMES["half a euro"]),
    "lost-one": Preset(code="lost", name=_LOST, about=gettext_lazy("1.00 each"), kind=LOST_GAMES["one euro"]),
    "places": Preset(
        code="places",
        name=gettext_lazy("Fee by place at the table"),
        about=gettext_lazy("the best pays least"),
        kind=PLACE_AT_TABLE,
    ),
    "passed": Preset(
        code="passed",
        name=gettext_lazy("Fee for deals passed in"),
        about=gettext_lazy("the table pays it together"),
        kind=PassedIn(cents=50),
    ),
}
"""By the name an address has for each."""

LOST: Final = tuple(name for name, preset in PRESETS.items() if preset.code == "lost")
"""Those for lost games."""

PRIZES: Final = pgettext_lazy("pot of money", "prizes of the day")
JACKPOT: Final = pgettext_lazy("pot of money", "jackpot")

POTS: Final = (
    pgettext_lazy("pot of money", "organiser"),
    PRIZES,
    pgettext_lazy("pot of money", "series prizes"),
    JACKPOT,
    pgettext_lazy("pot of money", "ranking of the year"),
    pgettext_lazy("pot of money", "goods"),
    pgettext_lazy("pot of money", "travel"),
)
"""Pots that clubs have, to choose from."""
