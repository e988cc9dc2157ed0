"""The journal: one line per act, in the act's own transaction, chained by hashes.

A line's hash covers the line and the hash before it, so that a changed, added or missing line shows. The chain
holds no names of persons: numbers stay when names have to go (SkWO 7.4.4).
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tables.models import JournalEntry, Tournament, User

START_OF_CHAIN = "0" * 64


def take_turn(tournament_id: int) -> Tournament:
    """Return the tournament, held until the transaction ends.

    Every act on a tournament takes its turn first, so acts happen one after the other: nobody draws twice, no
    two deals take the same line, and the journal is one chain. One lock means there is no order to get wrong.

    :raises Tournament.DoesNotExist: if there is no such tournament.
    """
    return Tournament.objects.select_for_update().get(pk=tournament_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that was done, for the journal. ``data`` is JSON-ready and names nobody."""

    action: str
    data: dict[str, Any]


def record(action: str, *, tournament: Tournament, by: User | None, at: datetime, **data: Any) -> JournalEntry:
    """Write the next line of a tournament's journal; the caller has taken his turn.

    ``by`` is None for the public and for a table acting with its key. ``data`` is JSON-ready and names nobody.
    """
    (line,) = record_all([Act(action=action, data=data)], tournament=tournament, by=by, at=at)
    return line


def record_all(acts: Iterable[Act], *, tournament: Tournament, by: User | None, at: datetime) -> list[JournalEntry]:
    """Write a line for each of several acts done at once, in their order."""
    last = JournalEntry.objects.filter(tournament=tournament).order_by("-number").values_list("number", "hash").first()
    number, before = last or (0, START_OF_CHAIN)
    by_id = by.pk if by else None
    lines = []
    for act in acts:
        number += 1
        before = _hash(before, number=number, at=at, action=act.action, by=by_id, data=act.data)
        lines.append(
            JournalEntry(
                tournament=tournament, number=number, at=at, action=act.action, by=by, data=act.data, hash=before
            )
        )
    return JournalEntry.objects.bulk_create(lines)


def first_broken_line(tournament: Tournament) -> int | None:
    """Return the number of the first line that does not fit the chain, or None when all do."""
    before = START_OF_CHAIN
    for expected, line in enumerate(JournalEntry.objects.filter(tournament=tournament).order_by("number"), start=1):
        fresh = _hash(before, number=line.number, at=line.at, action=line.action, by=line.by_id, data=line.data)
        if line.number != expected or line.hash != fresh:
            return expected
        before = line.hash
    return None


def _hash(before: str, *, number: int, at: datetime, action: str, by: int | None, data: dict[str, Any]) -> str:
    line = [before, number, at.astimezone(UTC).isoformat(timespec="microseconds"), action, by, data]
    packed = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()
