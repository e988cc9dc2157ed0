"""What every act shares: one at a time, why it is refused, and what somebody saw of a row before changing it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import reduce
from typing import Any, TypeVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Manager, Model, QuerySet

Sent = TypeVar("Sent", bound=Model)


def alone_with(what: str) -> None:
    """Hold ``what`` until the transaction ends: whoever asks for the same waits until then.

    On SQLite nothing is left to do: there whoever has begun an act is alone with the whole database.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("outside a transaction it would be let go at once")
    if connection.vendor == "postgresql":
        number = int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def change_fields(row: Model, stated: Mapping[str, Any]) -> list[str]:
    """Store what differs from the row; return the names of those fields, sorted."""
    changed = sorted(name for name, value in stated.items() if getattr(row, name) != value)
    for name in changed:
        setattr(row, name, stated[name])
    if changed:
        row.save(update_fields=changed)
    return changed


class Refused(Exception):
    """The act does not fit the state of things. ``code`` names the reason; ``facts`` fill its sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def refusal_of(act: Callable[[], object]) -> Refused | None:
    """Return why an act is refused, for whoever goes on all the same; None once it is done."""
    try:
        act()
    except Refused as refusal:
        return refusal
    return None


class TooMany(Refused):
    """More came from one place than anybody sends who means it. Nothing was written."""


class KeyReused(Refused):
    """The key came with other content before: the page it came from is stale."""

    def __init__(self, code: str = "key-reused") -> None:
        super().__init__(code)


def sent_before(
    rows: Manager[Sent] | QuerySet[Sent], key: UUID, otherwise: str = "key-reused", /, **content: Any
) -> Sent | None:
    """Return the row that came with a key before; None if none did.

    :raises KeyReused: with the code ``otherwise``, as ``as_sent`` does.
    """
    row = rows.filter(entry_key=key).first()
    return row and as_sent(row, otherwise, **content)


def as_sent(row: Sent, otherwise: str = "key-reused", /, **content: Any) -> Sent:
    """Return the row that came with a key before if it holds what comes with it now.

    ``content`` are its fields, as a filter names them: ``entrant__number=7`` is that of the row it refers to.

    :raises KeyReused: with the code ``otherwise`` if any of them differs.
    """
    for path, value in content.items():
        if reduce(lambda cell, name: None if cell is None else getattr(cell, name), path.split("__"), row) != value:
            raise KeyReused(otherwise)
    return row


Seen = Mapping[str, Any]
"""The values of a row as a page carries them, by their names; see ``as_told``."""


class Overtaken(Refused):
    """Somebody else changed the row since the page was made. Nothing was written."""

    def __init__(self, *, changed: frozenset[str], now: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        super().__init__("changed-meanwhile")
        self.changed = changed
        """The names of the values that are others than were seen."""

        self.now = now
        self.wanted = wanted


def values_of(row: Model, kind: type[Any]) -> dict[str, Any]:
    """Return what a row has of everything that a dataclass names."""
    return {field.name: getattr(row, field.name) for field in fields(kind)}


def as_told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row as a page can carry them and bring them back.

    >>> as_told({"paid": True, "apart": (3, 7)})
    {'paid': True, 'apart': [3, 7]}
    """
    carried: dict[str, Any] = json.loads(json.dumps(dict(values), cls=DjangoJSONEncoder))
    return carried


def is_so_already(now: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Test whether a row holds all that is wanted of it: who sends a change twice changes nothing the second time."""
    return all(now.get(name) == value for name, value in wanted.items())


def must_be_as_seen(seen: Seen | None, *, now: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> None:
    """Refuse a change of a row that is no longer what was seen; the caller holds the row.

    ``seen`` is None where no page was made for it: a program acts, or a row is made. What was sent twice finds
    everything as it wants it, and is no conflict; ``wanted`` is None for an act that sets none of these values.

    :raises Overtaken: naming what changed in between.
    """
    if seen is None or (wanted is not None and is_so_already(now, wanted)):
        return
    values = as_told(now)
    changed = frozenset(name for name in {*seen, *values} if seen.get(name) != values.get(name))
    if changed:
        raise Overtaken(changed=changed, now=now, wanted=wanted or {})
