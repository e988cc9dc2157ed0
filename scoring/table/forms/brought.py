"""What a phone sends, read and checked: its acts, and how it stands itself."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from scoring.rules.contract import IllegalContract
from scoring.rules.notation.messages import SEATS, Unreadable, read_line
from scoring.table.services.receipts import Act, Enter, TakeBack
from tables.intake.outcome import MOST_ENTRANTS

COPIES = ("first", "second")
MOST = 999
"""More than deals of a list and than deals that wait on a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """An act that cannot be read, told by as much of it as can be."""

    key: str
    number: int
    because: IllegalContract | Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How a phone stands that asks or brings something."""

    copy: str
    unsent: int
    version: int | None
    """The version of the list it shows, if it shows one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought(Asked):
    """What a phone brings."""

    seated: bool
    sits: tuple[int, ...]
    clock: datetime | None
    acts: tuple[Act | Unread, ...]


def asked(query: Mapping[str, str]) -> Asked:
    """Return what a phone says of itself in an address; what it leaves out or garbles is taken as nothing."""
    version, unsent = query.get("version", ""), query.get("unsent", "")
    return Asked(
        copy=query.get("copy", "") if query.get("copy") in COPIES else "first",
        unsent=min(MOST, int(unsent)) if unsent.isdecimal() and len(unsent) <= 9 else 0,
        version=int(version) if version.isdecimal() and len(version) <= 9 else None,
    )


def brought(body: bytes) -> Brought:
    """Return what a phone brings.

    :raises Unreadable: if it is nothing that a phone sends; acts that alone cannot be read do not spoil the others.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable("no JSON") from error
    if not isinstance(data, dict) or data.get("copy") not in COPIES or not isinstance(data.get("acts", []), list):
        raise Unreadable("not what a phone sends")
    return Brought(
        copy=data["copy"],
        unsent=min(MOST, _count(data.get("unsent", 0))),
        version=None if data.get("version") is None else _count(data["version"]),
        seated=data.get("seated") is True,
        sits=_sits(data.get("sits")),
        clock=_moment(data.get("clock")),
        acts=tuple(_act(act) for act in data.get("acts", [])),
    )


def _act(act: Any) -> Act | Unread:
    if not isinstance(act, dict):
        return Unread(key="", number=0, because=Unreadable("no act"))
    key, number = str(act.get("key", ""))[:36], act.get("number")
    if type(number) is not int or not 1 <= number <= MOST:
        return Unread(key=key, number=0, because=Unreadable("number"))
    try:
        match act.get("do"):
            case "enter":
                return Enter(key=_uuid(key), deal=read_line(number, act.get("line")), sits=_sits(act.get("sits")))
            case "take-back":
                return TakeBack(key=_uuid(key), number=number, of=_uuid(act.get("of")))
        raise Unreadable("to do")
    except (Unreadable, IllegalContract) as because:
        return Unread(key=key, number=number, because=because)


def _sits(value: Any) -> tuple[int, ...]:
    """Return the start numbers of those who sat at the table; who names nobody says nothing."""
    if value is None:
        return ()
    is_short = isinstance(value, list) and len(value) <= max(SEATS)
    if not is_short or any(type(one) is not int or not 0 < one <= MOST_ENTRANTS for one in value):
        raise Unreadable("seats")
    return tuple(value)


def _uuid(text: object) -> UUID:
    try:
        return UUID(str(text))
    except ValueError as error:
        raise Unreadable("key") from error


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise Unreadable("count")
    return value


def _moment(value: object) -> datetime | None:
    """Return what a phone's clock shows; one that shows nothing sensible is no reason to refuse a deal."""
    try:
        found = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found and is_aware(found) else None
