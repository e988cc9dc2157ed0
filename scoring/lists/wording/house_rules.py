"""House rules in words: which a list is kept by, and what they add to a deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rules.profiles.lines import Beside, Kind, RamschLine

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
    return ", ".join(_added(house))


def ramsch(line: RamschLine, names: Sequence[str] = ()) -> str:
    """Return a Ramsch in words: "Ramsch: Anna 20 (2 tricks), Bernd 35 (3 tricks), Clara 65 (5 tricks), pushed once"."""
    seats = range(1, 1 + max(len(line.card_points or ()), len(line.tricks or ())))
    said = [_seat(line, seat, names) for seat in seats if _has(line, seat)]
    if line.pushes:
        said.append(ngettext("pushed once", "pushed %(count)s times", line.pushes) % {"count": line.pushes})
    return _("Ramsch: %(seats)s") % {"seats": ", ".join(said)}


def _added(house: Beside) -> Iterator[str]:
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
