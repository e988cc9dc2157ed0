"""Reading the inputs of a draw back from its record, trusting nothing in it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from tables.seating.model import MAX_SERIES, MAX_STEPS, Entrant, Policy, Wish
from tables.seating.record import BY_LOT, BY_STANDING

MAX_ENTRANTS = 10_000
MAX_HISTORY = 200_000
"""Seats in all series played."""
MAX_GROUPS = 50_000
"""Memberships in apart groups."""
MAX_NUMBER = 2**53
"""Beyond this, readers of JSON in other languages round."""


class Unreadable(ValueError):
    """A part of the record is not what it should be, or more than a checker takes on."""

    def __init__(self, part: str, *, too_large: bool = False) -> None:
        super().__init__(part)
        self.part = part
        self.too_large = too_large


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What a draw was made from."""

    method: str
    entrants: list[Entrant]
    series: int
    policy: Policy
    history: list[list[list[int]]]
    ranking: list[int]
    seed: str


def inputs_of(record: dict[str, Any]) -> Inputs:
    """Return the inputs a record names.

    :raises Unreadable: if one of them is malformed or too large.
    """
    method = record.get("method")
    if method not in (BY_LOT, BY_STANDING):
        raise Unreadable("method")
    options = _dict(record.get("options"), "options", ("series", "policy"))
    ranking = record.get("ranking")
    if (ranking is None) is not (method == BY_LOT):
        raise Unreadable("ranking")
    return Inputs(
        method=method,
        entrants=_entrants(record.get("entries")),
        series=_number(options["series"], "options", most=MAX_SERIES),
        policy=_policy(options["policy"]),
        history=_history(record.get("history")),
        ranking=[] if ranking is None else _numbers(ranking, "ranking", most=MAX_ENTRANTS),
        seed=_text(record.get("seed"), "seed"),
    )


def _entrants(entries: object) -> list[Entrant]:
    entrants = []
    groups = 0
    for entry in _list(entries, "entries", most=MAX_ENTRANTS):
        parts = _dict(entry, "entries", ("number", "club", "apart", "table"))
        apart = _list(parts["apart"], "entries", most=MAX_GROUPS - groups)
        groups += len(apart)
        club, table = parts["club"], parts["table"]
        entrants.append(
            Entrant(
                number=_number(parts["number"], "entries"),
                club=None if club is None else _text(club, "entries"),
                apart=frozenset(_text(group, "entries") for group in apart),
                table=None if table is None else _number(table, "entries"),
            )
        )
    return entrants


def _policy(options: object) -> Policy:
    names = tuple(field.name for field in fields(Policy))
    values: dict[str, Any] = {}
    for name, value in _dict(options, "options", names).items():
        kind = type(getattr(Policy(), name))
        if kind is Wish:
            if value not in list(Wish):
                raise Unreadable("options")
            values[name] = Wish(value)
        elif type(value) is not kind:
            raise Unreadable("options")
        else:
            values[name] = value
    if not 0 <= values["steps"] <= MAX_STEPS:
        raise Unreadable("options", too_large=True)
    return Policy(**values)


def _history(history: object) -> list[list[list[int]]]:
    seats = 0
    played = []
    for series in _list(history, "history", most=MAX_SERIES):
        tables = []
        for table in _list(series, "history", most=MAX_HISTORY):
            tables.append(_numbers(table, "history", most=4))
            seats += 1 + len(tables[-1])
            if seats > MAX_HISTORY:
                raise Unreadable("history", too_large=True)
        played.append(tables)
    return played


def _dict(value: object, part: str, names: Sequence[str]) -> dict[str, Any]:
    if type(value) is not dict or any(type(name) is not str for name in value):
        raise Unreadable(part)
    if value.keys() != set(names):
        raise Unreadable(part)
    return value


def _list(value: object, part: str, *, most: int) -> list[Any]:
    if type(value) is not list:
        raise Unreadable(part)
    if len(value) > most:
        raise Unreadable(part, too_large=True)
    return value


def _numbers(value: object, part: str, *, most: int) -> list[int]:
    return [_number(number, part) for number in _list(value, part, most=most)]


def _number(value: object, part: str, *, most: int = MAX_NUMBER) -> int:
    if type(value) is not int:
        raise Unreadable(part)
    if not -MAX_NUMBER <= value <= most:
        raise Unreadable(part, too_large=True)
    return value


def _text(value: object, part: str) -> str:
    if type(value) is not str:
        raise Unreadable(part)
    return value
