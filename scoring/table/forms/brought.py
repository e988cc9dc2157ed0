"""What a phone sends, read and checked: its acts, and how it stands itself."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from scoring.rules.game_list.deals import GameList
from scoring.rules.notation.messages import Unreadable
from scoring.table.forms.acts import MOST, Unread, read_act, sits
from scoring.table.services.receipts import Act

COPIES = ("first", "second")


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


def brought(body: bytes, *, game_list: GameList) -> Brought:
    """Return what a phone brings to a list.

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
        sits=sits(data.get("sits"), game_list),
        clock=_moment(data.get("clock")),
        acts=tuple(read_act(act, game_list=game_list) for act in data.get("acts", [])),
    )


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
