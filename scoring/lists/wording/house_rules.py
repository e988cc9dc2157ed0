"""House rules in words: which a list is kept by, and what they add to a deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rules.profiles.lines import Beside, Kind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, settings_of
from scoring.rules.profiles.presets import OFFICIAL
from scoring.rules.profiles.switches import Setting

NAME: Final[dict[str, Promise]] = {
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
}
"""What each profile is called."""


def rules_of(name: str) -> str:
    """Return by which rules a list is kept, its switches with them: "Bierlachs (target 301)"; nothing by the book."""
    if name == BY_THE_BOOK:
        return ""
    code, settings = settings_of(name)
    said = ", ".join(_switch(switch, setting) for switch, setting in settings.items())
    return _("%(rules)s (%(switches)s)") % {"rules": NAME[code], "switches": said} if said else str(NAME[code])


def rules_or_book(name: str) -> str:
    """Return by which rules a list is kept, said of the book too."""
    return rules_of(name) or str(NAME[OFFICIAL.code])


def _switch(name: str, setting: Setting) -> str:
    if isinstance(setting, bool):
        return str(SWITCH[name]) if setting else _("without: %(switch)s") % {"switch": SWITCH[name]}
    return _("%(switch)s %(setting)s") % {"switch": SWITCH[name], "setting": SETTING.get(setting, setting)}


SWITCH: Final[dict[str, Promise]] = {
    "ramsch_skat": gettext_lazy("skat of a Ramsch:"),
    "ramsch_writes": gettext_lazy("a Ramsch is written for:"),
    "ramsch_amount": gettext_lazy("a Ramsch costs"),
    "virgin_doubles": gettext_lazy("jungfrau doubles"),
    "durchmarsch": gettext_lazy("Durchmarsch"),
    "ramsch_tie": gettext_lazy("equal most card points:"),
    "bock_events": gettext_lazy("Bock, events"),
    "bock_ramsch": gettext_lazy("compulsory Ramsch after Bock"),
    "spitze": gettext_lazy("Spitze, levels"),
    "target": gettext_lazy("target"),
    "dealer_bonus": gettext_lazy("for the dealer"),
    "contra_at_most": gettext_lazy("stakes up to"),
}
"""What each switch is called."""

SETTING: Final[dict[Setting, Promise]] = {
    "last-trick": gettext_lazy("with the last trick"),
    "most-points": gettext_lazy("to most card points"),
    "left-out": gettext_lazy("left out"),
    "loser": gettext_lazy("the loser"),
    "everybody": gettext_lazy("everybody"),
    "points": gettext_lazy("card points"),
    "fixed": gettext_lazy("a fixed amount"),
    "all": gettext_lazy("all of them lose"),
    "share": gettext_lazy("they share"),
}
"""How a switch can be set, in words."""

STAKES: Final = {
    1: gettext_lazy("Contra"),
    2: gettext_lazy("Re"),
    3: gettext_lazy("Supra"),
    4: gettext_lazy("Resupra"),
}
"""How far the stakes went; each doubles once more."""

KIND: Final[dict[Kind, Promise]] = {
    Kind.TOURNEE: gettext_lazy("Tournee"),
    Kind.PASST_MIR_NICHT: gettext_lazy("Passt mir nicht"),
    Kind.SOLO: gettext_lazy("Solo"),
    Kind.GUCKSER: gettext_lazy("Guckser"),
    Kind.NULL: gettext_lazy("Null"),
    Kind.RAMSCH: gettext_lazy("Ramsch"),
}
"""What the contracts of North American Skat are called."""

ANNOUNCED: Final = {1: gettext_lazy("Schneider announced"), 2: gettext_lazy("Schwarz announced")}


def beside(house: Beside, names: Sequence[str] = ()) -> str:
    """Return what house rules add to a deal: "Contra, Spitze"; of a Ramsch who had how many card points.

    ``names`` are those of the seats; without them it is their numbers.
    """
    if house.ramsch is not None:
        return ramsch(house.ramsch, names)
    return ", ".join(added(house))


def ramsch(line: RamschLine, names: Sequence[str] = ()) -> str:
    """Return a Ramsch in words: "Ramsch: Anna 20 (2 tricks), Bernd 35 (3 tricks), Clara 65 (5 tricks), pushed once"."""
    seats = range(1, 1 + max(len(line.card_points or ()), len(line.tricks or ())))
    said = [_seat(line, seat, names) for seat in seats if _has(line, seat)]
    if line.pushes:
        said.append(ngettext("pushed once", "pushed %(count)s times", line.pushes) % {"count": line.pushes})
    return _("Ramsch: %(seats)s") % {"seats": ", ".join(said)}


def added(house: Beside) -> Iterator[str]:
    """Yield what house rules add to a declarer's game."""
    if house.kind is not None:
        yield str(KIND[house.kind])
    if house.revolution:
        yield _("Revolution")
    if house.spitze:
        yield _("Spitze")
    if house.announced:
        yield str(ANNOUNCED[house.announced])
    if house.opened:
        yield _("ouvert")
    if house.stakes:
        yield str(STAKES[house.stakes])


def _has(line: RamschLine, seat: int) -> bool:
    return _at(line.card_points, seat) is not None or _at(line.tricks, seat) is not None


def _seat(line: RamschLine, seat: int, names: Sequence[str]) -> str:
    points, tricks = _at(line.card_points, seat), _at(line.tricks, seat)
    name = names[seat - 1] if seat <= len(names) else _("seat %(seat)s") % {"seat": seat}
    if tricks is None:
        return _("%(name)s %(points)s") % {"name": name, "points": points}
    taken = (
        _("jungfrau") if tricks == 0 else ngettext("%(count)s trick", "%(count)s tricks", tricks) % {"count": tricks}
    )
    if points is None:
        return _("%(name)s %(tricks)s") % {"name": name, "tricks": taken}
    return _("%(name)s %(points)s (%(tricks)s)") % {"name": name, "points": points, "tricks": taken}


def _at(seats: Sequence[int | None] | None, seat: int) -> int | None:
    return None if seats is None or seat > len(seats) else seats[seat - 1]
