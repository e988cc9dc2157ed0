"""House rules of a deal as they travel and are stored: their name, and only what is not as usual."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.rules.profiles.lines import Beside, Kind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named

RAMSCH: Final = frozenset({"card_points", "tricks", "last_trick", "pushes", "kind"})
FIELDS: Final = frozenset(
    {"profile", "stakes", "contra_by", "spitze", "revolution", "kind", "announced", "opened", "ramsch"}
)
MOST: Final = 999
"""No number in a deal has more than three digits."""

AT_MOST_SEATS: Final = 5


class NoHouseRules(ValueError):
    """What was sent are no house rules of a deal at all."""


def house_written(house: Beside) -> dict[str, Any]:
    """Return house rules as JSON.

    >>> house_written(Beside(profile="contra", stakes=2))
    {'profile': 'contra', 'stakes': 2}
    """
    found: dict[str, Any] = {"profile": house.profile}
    found |= {name: getattr(house, name) for name in ("stakes", "contra_by", "announced") if getattr(house, name)}
    found |= {name: True for name in ("spitze", "revolution", "opened") if getattr(house, name)}
    if house.kind is not None:
        found["kind"] = house.kind.value
    if house.ramsch is not None:
        found["ramsch"] = _ramsch_written(house.ramsch)
    return found


def read_house(said: object) -> Beside:
    """Return the house rules that JSON stands for; whether they fit a list is for ``findings`` to say.

    :raises NoHouseRules: if something in it is none of the fields, or of another kind.
    """
    fields = _fields(said, FIELDS)
    return Beside(
        profile=_profile(fields.get("profile")),
        stakes=_number(fields.get("stakes", 0)),
        contra_by=_seat(fields.get("contra_by")),
        announced=_number(fields.get("announced", 0)),
        spitze=_tick(fields.get("spitze", False)),
        revolution=_tick(fields.get("revolution", False)),
        opened=_tick(fields.get("opened", False)),
        kind=_kind(fields.get("kind")),
        ramsch=_read_ramsch(fields["ramsch"]) if "ramsch" in fields else None,
    )


def _profile(said: object) -> str:
    if not isinstance(said, str) or said == BY_THE_BOOK:
        raise NoHouseRules("profile")
    try:
        named(said)
    except UnknownProfile as error:
        raise NoHouseRules("profile") from error
    return said


def _ramsch_written(line: RamschLine) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: list(seats) for name, seats in (("card_points", line.card_points), ("tricks", line.tricks)) if seats
    }
    if line.last_trick is not None:
        found["last_trick"] = line.last_trick
    if line.pushes:
        found["pushes"] = line.pushes
    return found if line.kind is None else {**found, "kind": line.kind.value}


def _read_ramsch(said: object) -> RamschLine:
    fields = _fields(said, RAMSCH)
    return RamschLine(
        card_points=_seats(fields["card_points"]) if "card_points" in fields else None,
        tricks=_seats(fields["tricks"]) if "tricks" in fields else None,
        last_trick=_seat(fields.get("last_trick")),
        pushes=_number(fields.get("pushes", 0)),
        kind=_kind(fields.get("kind")),
    )


def _fields(said: object, known: frozenset[str]) -> Mapping[str, Any]:
    if not isinstance(said, Mapping) or not said.keys() <= known:
        raise NoHouseRules("fields")
    return said


def _seats(said: object) -> tuple[int | None, ...]:
    if not isinstance(said, list) or not 2 <= len(said) <= AT_MOST_SEATS:
        raise NoHouseRules("seats")
    return tuple(None if seat is None else _number(seat) for seat in said)


def _number(said: object) -> int:
    if type(said) is not int or not 0 <= said <= MOST:
        raise NoHouseRules("a number is whole")
    return said


def _seat(said: object) -> int | None:
    return None if said is None else _number(said)


def _tick(said: object) -> bool:
    if not isinstance(said, bool):
        raise NoHouseRules("a tick is true or false")
    return said


def _kind(said: object) -> Kind | None:
    if said is None:
        return None
    if not isinstance(said, str) or said not in list(Kind):
        raise NoHouseRules("kind")
    return Kind(said)
