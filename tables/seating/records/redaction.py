"""Take names and reasons out of a record: what is left still proves the draw.

The hash of a part that lost words stays beside it, so the hash of the whole record stays the same. Seats do not
depend on it: what changes by hand came to stands in a part of its own, ``seats``, which keeps its hash.
"""

from collections.abc import Mapping
from typing import Any

from tables.seating.records.record import TAKEN_OUT, fingerprint

WITH_WORDS = ("drawn", "redraws", "changes")
"""The parts that say who did something, and why."""

WORDS = ("by", "reason")

INSTEAD = "–"
"""What stands where words were: a part without its own hash may say nothing else there."""


def without_words(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without names and reasons, and with the same ``record_hash``; done twice it changes nothing."""
    taken = dict(record.get(TAKEN_OUT, {}))
    left: dict[str, Any] = dict(record)
    for name in WITH_WORDS:
        if name in record and name not in taken:
            taken[name] = fingerprint(record[name])
            left[name] = _without(record[name])
    return {**left, TAKEN_OUT: taken} if taken else left


def has_words(part: Any) -> bool:
    """Test whether a part still says who or why."""
    acts = part if isinstance(part, list) else [part]
    return any(act.get(name) not in (None, "", INSTEAD) for act in acts for name in WORDS)


def _without(part: Any) -> Any:
    if isinstance(part, list):
        return [_without(one) for one in part]
    return {name: INSTEAD if name in WORDS and value else value for name, value in part.items()}
