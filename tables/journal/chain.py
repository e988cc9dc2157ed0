"""The journal: one line per act, in the act's own transaction, chained by hashes.

A line's hash covers the line and the hash before it, so that a changed, added or missing line shows. The chain
holds no names of persons: numbers stay when names have to go (SkWO 7.4.4). What somebody wrote in their own words may
name anybody, so only its salted hash is in the chain: the words can be taken out, and no line loses its hash. So are
the seals of the rows that an act was about (``tables.journal.sealing``).
"""

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union

from django.db import connection
from django.db.models import QuerySet

from tables.accounts.models import User
from tables.journal import following, sealing
from tables.journal.models import JournalEntry, Line, SiteEntry, Stored, StoredMoment
from tables.journal.sealing import joined
from tables.prepared import Prepared, insert, new

if TYPE_CHECKING:
    from tables.clubs.models import Club
    from tables.tournaments.models import Tournament

L = TypeVar("L", bound=Line)

START_OF_CHAIN = "0" * 64

Owner = Union["Tournament", "Club", None]
"""Whose chain it is; None for that of the site."""

BEGUN = "journal.begun"
"""The first line of a chain outside events: it seals all that was there before."""

IN_OWN_WORDS = frozenset({"because"})
"""The facts of an act that somebody wrote themselves."""

SALT = "salt"
"""Beside them: 128 bits, so that nobody finds the words by trying."""

SEALS = "seals"
"""What the rows were that the act was about, by the name of each: hash and salt, of which a hash is in the chain."""

NOT_TOLD = frozenset({SALT, SEALS})
"""Facts that are for the chain, not for people."""

Sealing = Mapping[str, Iterable[sealing.Key]]
"""Kinds of rows, and which of each."""

NOTHING_MORE: Sealing = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that was done, for the journal. ``data`` is JSON-ready and names nobody."""

    action: str
    data: dict[str, Any]
    sealing: Sealing = field(default_factory=dict)
    """Which rows it was about besides those that its facts name; what is not there is sealed as gone."""

    elsewhere: "Elsewhere | None" = None
    """When and by whom it was done, where that was not here and now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Where an act that is told here only later comes from."""

    at: datetime
    by: User | None


def record(
    action: str, *, tournament: "Tournament", by: User | None, at: datetime, sealing: Any = NOTHING_MORE, **data: Any
) -> JournalEntry:
    """Write the next line of a tournament's journal, when all else is written; the caller has taken their turn.

    ``by`` is None for the public and for a table acting with its key. ``data`` is JSON-ready and names nobody. The rows
    that it names are sealed as they are now, and with them those of ``sealing``, which is a ``Sealing``.
    """
    (line,) = record_all([Act(action=action, data=data, sealing=sealing)], tournament=tournament, by=by, at=at)
    return line


LAST: Final = Prepared(
    lambda tournament: (
        JournalEntry.objects.filter(tournament=tournament).order_by("-number").values_list("number", "hash")[:1]
    )
)


def record_all(acts: Iterable[Act], *, tournament: "Tournament", by: User | None, at: datetime) -> list[JournalEntry]:
    """Write a line for each of several acts done at once, in their order, or told here at once after they were done."""
    done = list(acts)
    about = [joined(sealing.told_of(act.action, act.data), act.sealing) for act in done]
    last = next(iter(LAST(tournament.pk)), None)
    lines = _next(JournalEntry, last, done, about, owner=tournament, by=by, at=at)
    insert(lines)
    following.follow(tournament, [(act.action, act.data) for act in done], by=by, at=at)
    return lines


def record_outside(
    action: str,
    *,
    club: "Club | None",
    by: User | None,
    at: datetime,
    sealing: Mapping[str, Iterable[sealing.Key]] = NOTHING_MORE,
    **data: Any,
) -> SiteEntry:
    """Write the next line of a club's chain, or of the site's where there is no club; the caller holds it.

    The rows of ``sealing`` are sealed as they are now. A chain begins with a line that seals all that is there.
    """
    site_entries = SiteEntry.objects.filter(club=club)
    acts = [Act(action=action, data=data, sealing={kind: list(keys) for kind, keys in sealing.items()})]
    if not site_entries.exists():
        acts.insert(0, Act(action=BEGUN, data={}, sealing=everything_of(club)))
    last = site_entries.order_by("-number").values_list("number", "hash").first()
    lines = _next(SiteEntry, last, acts, [joined(act.sealing) for act in acts], owner=club, by=by, at=at)
    insert(lines)
    return lines[-1]


def begin_outside(*, club: "Club | None", at: datetime) -> None:
    """Begin the chain of a club, or of the site, that has none yet; nothing comes of it where there is one."""
    site_entries = SiteEntry.objects.filter(club=club)
    if not site_entries.exists():
        act = Act(action=BEGUN, data={}, sealing=everything_of(club))
        insert(_next(SiteEntry, None, [act], [joined(act.sealing)], owner=club, by=None, at=at))


def everything_of(club: "Club | None") -> Sealing:
    """Return all rows that are sealed in the chain of a club, or of the site."""
    kinds = sealing.kinds_of_club() if club else sealing.kinds_of_site()
    return {kind: sealing.states(kind, club).keys() for kind in kinds}


def _next(
    model: type[L],
    last: tuple[int, str] | None,
    acts: Iterable[Act],
    about: Iterable[Mapping[str, Collection[sealing.Key]]],
    *,
    owner: Owner,
    by: User | None,
    at: datetime,
) -> list[L]:
    """Return the lines behind the ``last`` of a chain, one for each act and what it is about, not written yet."""
    number, before = last or (0, START_OF_CHAIN)
    whose = "tournament" if model is JournalEntry else "club"
    lines = []
    for act, rows in zip(acts, about, strict=True):
        number += 1
        data = _salted(act.data) | _sealed(act, rows, owner)
        done_at, done_by = (act.elsewhere.at, act.elsewhere.by) if act.elsewhere else (at, by)
        values: dict[str, Any] = {"number": number, "at": done_at, "action": act.action, "data": data}
        before = _hash(before, by=done_by.pk if done_by else None, **values)
        lines.append(new(model, belonging_to={whose: owner, "by": done_by}, hash=before, **values))
    return lines


def first_broken_line(tournament: Owner) -> int | None:
    """Return the number of the first line that does not fit the chain, or None when all do."""
    return broken_line_in(stored_lines(tournament))


def hash_at(tournament: Owner, number: int) -> str | None:
    """Return the hash of a line computed from the first one on; None if it or one before does not fit."""
    lines = list(islice(stored_lines(tournament), number))
    if len(lines) < number or number < 1 or broken_line_in(lines) is not None:
        return None
    return lines[-1].hash.decode()


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line byte by byte as the database has it: what only reads the same is not the same."""

    number: object
    at: bytes
    action: bytes
    by: object
    data: bytes
    hash: bytes


def stored_lines(tournament: Owner, *, after: int = 0) -> Iterator[StoredLine]:
    """Yield the lines of a journal as they are stored, in order; with ``after`` only those behind a line."""
    at, action, data, stored = StoredMoment("at"), Stored("action"), Stored("data"), Stored("hash")
    lines = lines_of(tournament).order_by("number")
    if after:
        lines = lines.filter(number__gt=after)
    as_written = _as_written if connection.vendor == "postgresql" else bytes
    for number, moment, act, by, facts, its_hash in lines.values_list("number", at, action, "by_id", data, stored):
        yield StoredLine(number, bytes(moment), bytes(act), by, as_written(facts), bytes(its_hash))


def lines_of(owner: Owner) -> QuerySet[Any]:
    """Return the lines of the chain of an event, of a club, or of the site."""
    return owner.journal.all() if owner else SiteEntry.objects.filter(club=None)


def _as_written(facts: bytes) -> bytes:
    """Return facts as this site writes them: PostgreSQL keeps values, and has an order and a spelling of its own."""
    try:
        return json.dumps(json.loads(bytes(facts))).encode()
    except ValueError:
        return bytes(facts)


def broken_line_in(lines: Iterable[StoredLine], *, after: int = 0, before: str = START_OF_CHAIN) -> int | None:
    """Return the first line that does not fit, if any; they begin with 1, or behind ``after`` with hash ``before``."""
    for expected, line in enumerate(lines, start=after + 1):
        fresh = hash_after(before, line)
        if line.number != expected or fresh is None:
            return expected
        before = fresh
    return None


def hash_after(before: str, line: StoredLine) -> str | None:
    """Return the hash of a stored line after ``before``, None if it differs or is not as this site writes."""
    if type(line.number) is not int or not isinstance(line.by, int | None):
        return None
    try:
        at = datetime.fromisoformat(line.at.decode("ascii"))
        data = json.loads(line.data.decode("ascii"))
        if at.tzinfo or str(at).encode() != line.at or type(data) is not dict or json.dumps(data).encode() != line.data:
            return None
        at, action = at.replace(tzinfo=UTC), line.action.decode()
        fresh = _hash(before, number=line.number, at=at, action=action, by=line.by, data=data)
        return fresh if line.hash == fresh.encode() else None
    except ValueError:
        return None


def without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a line without words and salts of its seals; the hash stays the same."""
    values = without_salts(data)
    if SALT in values:
        salt = values.pop(SALT)
        for name in IN_OWN_WORDS & values.keys():
            values[name] = {"sha256": hashlib.sha256(f"{salt}{values[name]}".encode()).hexdigest()}
    return values


def without_salts(data: Mapping[str, Any], *, of: Collection[str] | None = None) -> dict[str, Any]:
    """Return the facts of a line with the seals ``of`` subjects, or all, unsalted; the hash stays the same."""
    values = dict(data)
    if isinstance(values.get(SEALS), dict):
        values[SEALS] = {
            name: sealing.without_salt(seal) if of is None or name in of else seal
            for name, seal in values[SEALS].items()
        }
    return values


def _salted(data: dict[str, Any]) -> dict[str, Any]:
    return data | {SALT: secrets.token_hex(16)} if any(data.get(name) for name in IN_OWN_WORDS) else data


def _sealed(act: Act, rows: Mapping[str, Collection[sealing.Key]], owner: Owner) -> dict[str, Any]:
    seals = sealing.seals_of(owner, rows)
    gone = {sealing.subject_of(kind, key): None for kind, keys in act.sealing.items() for key in keys}
    return {SEALS: gone | seals} if seals or gone else {}


def _hash(before: str, *, number: int, at: datetime, action: str, by: int | None, data: dict[str, Any]) -> str:
    line = [before, number, at.astimezone(UTC).isoformat(timespec="microseconds"), action, by, without_words(data)]
    packed = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()
