"""House rules in words: which a list is kept by, and what they add to a deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.lists.wording.house_names import GIVEN_UP, KIND, PROFILE, STAKE, chosen_as, name_of
from scoring.lists.wording.house_switches import in_brief
from scoring.rules.profiles.houses import house
from scoring.rules.profiles.lines import Beside, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, settings_of
from scoring.rules.profiles.presets import OFFICIAL

IN_ITS_NAME: Final = "target"
"""The switch that the name of a way to play has already."""


def rules_of(name: str) -> str:
    """Return by which rules a list is kept, its switches with them: "Ramsch (Durchmarsch)"; nothing by the book."""
    if name == BY_THE_BOOK:
        return ""
    found = house(*settings_of(name))
    switches = () if chosen_as(found) else [one for one in found.settings.items() if one[0] != IN_ITS_NAME]
    said = "; ".join(in_brief(switch, setting) for switch, setting in switches)
    called = name_of(found)
    return _("%(rules)s (%(switches)s)") % {"rules": called, "switches": said} if said else called


def rules_or_book(name: str) -> str:
    """Return by which rules a list is kept, said of the book too."""
    return rules_of(name) or str(PROFILE[OFFICIAL.code])


ANNOUNCED: Final = {1: gettext_lazy("Schneider announced"), 2: gettext_lazy("Schwarz announced")}


def beside(said: Beside, names: Sequence[str] = ()) -> str:
    """Return what house rules add to a deal: "Contra, Spitze"; of a Ramsch who had how many card points.

    ``names`` are those of the seats; without them it is their numbers.
    """
    if said.ramsch is not None:
        return ramsch(said.ramsch, names)
    return ", ".join(added(said))


def ramsch(line: RamschLine, names: Sequence[str] = ()) -> str:
    """Return a Ramsch in words: "Ramsch: Anna 20 (2 tricks), Bernd 35 (3 tricks), Clara 65 (5 tricks), pushed once"."""
    seats = range(1, 1 + max(len(line.card_points or ()), len(line.tricks or ())))
    said = [_seat(line, seat, names) for seat in seats if _has(line, seat)]
    return _("Ramsch: %(seats)s") % {"seats": ", ".join((*said, *before_a_ramsch(line)))}


def before_a_ramsch(line: RamschLine) -> Iterator[str]:
    """Yield what doubled a Ramsch before it was played."""
    if line.pushes:
        yield ngettext("pushed once", "pushed %(count)s times", line.pushes) % {"count": line.pushes}
    if line.knocks:
        yield _("knocked: %(number)s") % {"number": line.knocks}


def added(said: Beside) -> Iterator[str]:
    """Yield what house rules add to a declarer's game."""
    words = (
        said.kind and KIND[said.kind],
        said.revolution and _("Revolution"),
        said.spitze and _("Spitze"),
        ANNOUNCED.get(said.announced),
        said.opened and _("ouvert"),
        said.has_sixty and _("with 60 card points"),
        said.schenken and GIVEN_UP[said.schenken],
        said.stakes and STAKE[said.stakes],
    )
    return (str(word) for word in words if word)


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
