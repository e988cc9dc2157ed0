"""House rules of a deal as they travel and are stored: their name, and only what is not as usual."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.rules.judging import ALL_POINTS
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named

COUNTS: Final = {"stakes": 4, "schenken": 3, "announced": 2}
"""What of a game is counted, and how far it goes in any house."""

TICKS: Final = ("has_sixty", "spitze", "revolution", "opened")
DOUBLES: Final = {"pushes": 3, "knocks": 3}
"""The same of a Ramsch."""

SHORT: Final = {"lost_with": ALL_POINTS, "virgins": 2}
"""What a Ramsch in short says of its losers."""

RAMSCH: Final = frozenset({"card_points", "tricks", "last_trick", "losers", "kind", *SHORT, *DOUBLES})
FIELDS: Final = frozenset({"profile", "contra_by", "kind", "ramsch", *COUNTS, *TICKS})
AT_MOST_SEATS: Final = 5


class NoHouseRules(ValueError):
    """What was sent are no house rules of a deal at all."""


def house_written(house: Beside) -> dict[str, Any]:
    """Return house rules as JSON.

    >>> house_written(Beside(profile="contra", stakes=2))
    {'profile': 'contra', 'stakes': 2}
    """
    values: dict[str, Any] = {"profile": house.profile}
    values |= {name: getattr(house, name) for name in ("contra_by", *COUNTS, *TICKS) if getattr(house, name)}
    if house.kind is not None:
        values["kind"] = house.kind.value
    if house.ramsch is not None:
        values["ramsch"] = _ramsch_written(house.ramsch)
    return values


def read_house(raw: object) -> Beside:
    """Return the house rules that JSON stands for; whether they fit a list is for ``findings`` to say.

    :raises NoHouseRules: if something in it is none of the fields, or of another kind.
    """
    fields = _fields(raw, FIELDS)
    numbers: dict[str, Any] = {name: _number(fields.get(name, 0), most=most) for name, most in COUNTS.items()}
    ticks: dict[str, Any] = {name: _tick(fields.get(name, False)) for name in TICKS}
    return Beside(
        profile=_profile(fields.get("profile")),
        contra_by=_seat(fields.get("contra_by")),
        kind=_kind(fields.get("kind")),
        ramsch=_read_ramsch(fields["ramsch"]) if "ramsch" in fields else None,
        **numbers,
        **ticks,
    )


def _profile(text: object) -> str:
    if not isinstance(text, str) or text == BY_THE_BOOK:
        raise NoHouseRules("profile")
    try:
        named(text)
    except UnknownProfile as error:
        raise NoHouseRules("profile") from error
    return text


def _ramsch_written(line: RamschLine) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: list(seats) for name, seats in (("card_points", line.card_points), ("tricks", line.tricks)) if seats
    }
    if line.last_trick is not None:
        values["last_trick"] = line.last_trick
    if line.losers:
        values["losers"] = list(line.losers)
        values |= {} if line.lost_with is None else {"lost_with": line.lost_with}
        values |= {"virgins": line.virgins} if line.virgins else {}
    values |= {name: getattr(line, name) for name in DOUBLES if getattr(line, name)}
    return values if line.kind is None else {**values, "kind": line.kind.value}


def _read_ramsch(raw: object) -> RamschLine:
    fields = _fields(raw, RAMSCH)
    counts: dict[str, Any] = {name: _number(fields.get(name, 0), most=most) for name, most in DOUBLES.items()}
    counts |= {name: _number(fields[name], most=most) for name, most in SHORT.items() if name in fields}
    columns: dict[str, Any] = {name: _seats(fields[name]) for name in ("card_points", "tricks") if name in fields}
    losers = _losers(fields["losers"]) if "losers" in fields else ()
    last_trick, kind = _seat(fields.get("last_trick")), _kind(fields.get("kind"))
    try:
        return RamschLine(**columns, last_trick=last_trick, losers=losers, kind=kind, **counts)
    except ValueError as error:
        raise NoHouseRules("a Ramsch in columns, or in short") from error


def _fields(raw: object, texts: frozenset[str]) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping) or not raw.keys() <= texts:
        raise NoHouseRules("fields")
    return raw


def _seats(raw: object) -> tuple[int | None, ...]:
    if not isinstance(raw, list) or not 2 <= len(raw) <= AT_MOST_SEATS:
        raise NoHouseRules("seats")
    return tuple(None if seat is None else _number(seat, most=ALL_POINTS) for seat in raw)


def _losers(raw: object) -> tuple[int, ...]:
    if not isinstance(raw, list) or not raw:
        raise NoHouseRules("losers")
    numbers = tuple(_number(seat, most=AT_MOST_SEATS) for seat in raw)
    if 0 in numbers or list(numbers) != sorted(set(numbers)):
        raise NoHouseRules("losers")
    return numbers


def _number(raw: object, *, most: int) -> int:
    if type(raw) is not int or not 0 <= raw <= most:
        raise NoHouseRules("a number is whole")
    return raw


def _seat(raw: object) -> int | None:
    return None if raw is None else _number(raw, most=AT_MOST_SEATS)


def _tick(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise NoHouseRules("a tick is true or false")
    return raw


def _kind(raw: object) -> ContractKind | None:
    if raw is None:
        return None
    if not isinstance(raw, str) or raw not in list(ContractKind):
        raise NoHouseRules("kind")
    return ContractKind(raw)
