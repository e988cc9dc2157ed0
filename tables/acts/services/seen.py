"""What somebody saw of a row before changing it: nobody takes back unawares what another set meanwhile."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from tables.acts.services.refusals import Refused

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
    told: dict[str, Any] = json.loads(json.dumps(dict(values), cls=DjangoJSONEncoder))
    return told


def must_be_as_seen(seen: Seen | None, *, now: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> None:
    """Refuse a change of a row that is no longer what was seen; the caller holds the row.

    ``seen`` is None where no page was made for it: a program acts, or a row is made. What was sent twice finds
    everything as it wants it, and is no conflict; ``wanted`` is None for an act that sets none of these values.

    :raises Overtaken: naming what changed in between.
    """
    if seen is None or (wanted is not None and all(now.get(name) == value for name, value in wanted.items())):
        return
    told = as_told(now)
    changed = frozenset(name for name in {*seen, *told} if seen.get(name) != told.get(name))
    if changed:
        raise Overtaken(changed=changed, now=now, wanted=wanted or {})
