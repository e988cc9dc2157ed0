"""Seals: what a line of the journal says of the rows that its act was about, so that a change behind it shows.

A seal is a hash of all that decides of a row and of a salt, and that salt. The chain has a hash of both. The salt goes
with the words: then nobody finds a name by trying, and the line keeps its hash all the same.

A column that holds what its field begins with is not in a seal: so a column that comes later breaks none that was made
before. What a field begins with must therefore stay what it is.
"""

import hashlib
import json
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from tables.declared import A_KEY, OfClub, OfSite, is_sealed_late, why_untold

SALT_BYTES: Final = 16
SHOWN: Final = 32
"""So many digits of a hash are kept: 128 bits."""

Key = tuple[int, ...]
"""By what a row is known in its event: its number, or those of series, table and seat."""

Seal = list[str] | None
"""Hash and salt, a hash over both where the salt went with the words; None of what is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Rows that belong to another and are sealed with it."""

    model: str
    link: str
    """The way from such a row to the one it belongs to."""

    only: tuple[str, ...] = ()
    """The columns that are sealed here; empty: all that decide something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedKind:
    """One kind of what is sealed."""

    model: str
    of: str = "tournament"
    """The way from a row to its event."""

    key: tuple[str, ...] = ("number",)
    parts: tuple[Part, ...] = ()
    comes_unsealed: bool = False
    """Whether such rows are there before an act seals them: what was told of them until then is held by other means."""


HALL: Final[Mapping[str, SealedKind]] = {
    "event": SealedKind(
        model="tables.Tournament", of="pk", key=(), parts=(Part(model="tables.Role", link="tournament"),)
    ),
    "entrant": SealedKind(model="tables.Entrant"),
    "series": SealedKind(
        model="tables.Series",
        parts=(Part(model="tables.Table", link="series", only=("number", "size", "reseated")),),
    ),
    # Those an event begins with are sealed when it is made; events of before had none.
    "class": SealedKind(model="tables.PlayerClass", comes_unsealed=True),
    "announcement": SealedKind(model="tables.Announcement"),
    "draw": SealedKind(model="tables.Draw"),
}

KINDS: Final[dict[str, SealedKind]] = dict(HALL)
"""Everything that is sealed; what is above the hall says itself what of it is, when the site starts: ``also``."""

LEFT_OUT: Final[dict[str, Mapping[str, str]]] = {
    "tables.Tournament": {
        "wipe_due": "whether free room of the database is to be wiped",
    },
    "tables.Role": {"tournament": "the event it is sealed with"},
    "tables.Entrant": {
        "entry_key": A_KEY,
        "key": "opens the entrant's own page; it is renewed with names that go",
    },
    "tables.Announcement": {"entry_key": A_KEY},
    "tables.Draw": {"record": "has its own hash in the journal, and is made again"},
}
"""Columns of sealed rows that decide nothing, or are told otherwise, each with the reason."""

OF_THE_FRAMEWORK: Final = "of the framework; nobody gets a right of this site by it"

UNSEALED: Final[dict[str, str]] = {
    "tables_journalentry": "the chain itself, each line with a hash over the one before it",
    "tables_siteentry": "the chain itself, each line with a hash over the one before it",
    "tables_seat": "held against the record of the draw and the acts that changed seats",
    "tables_seeding": "reckoned again from the results of the series before",
    "tables_release": "which versions ran here; a page says it, and nothing is reckoned by it",
    "tables_guess": "counts wrong codes and passwords for a quarter of an hour, and is deleted",
    "auth_group": OF_THE_FRAMEWORK,
    "auth_group_permissions": OF_THE_FRAMEWORK,
    "auth_permission": OF_THE_FRAMEWORK,
    "django_content_type": OF_THE_FRAMEWORK,
    "django_migrations": "which migrations ran; the program holds it against its own",
    "django_session": "who is signed in where: they see and end it themselves, and no backup has it",
}
"""Tables that no line seals, because they are of no consequence or held otherwise, each with the reason.

Of ``tables_playerclass``, those that are of no event are not: each new event takes a copy, which is sealed with it.
"""


SEALED_AS: Final = {"ladies": "lady", "juniors": "junior", "seniors": "senior"}
"""Under which name it is sealed that an entrant is in a class: of old, these three were columns of their own."""


def also(
    kinds: Mapping[str, SealedKind], left_out: Mapping[str, Mapping[str, str]], unsealed: Mapping[str, str]
) -> None:
    """Seal more kinds of rows, but these of their columns, and not these tables."""
    KINDS.update(kinds)
    LEFT_OUT.update(left_out)
    UNSEALED.update(unsealed)


def sealed_tables() -> frozenset[str]:
    """Return the tables of the database whose rows, or links, are in seals."""
    kinds = [*KINDS.values(), *kinds_of_club().values(), *kinds_of_site().values()]
    labels = {label for kind in kinds for label in (kind.model, *(part.model for part in kind.parts))}
    models = {apps.get_model(label) for label in labels}
    links = {many.remote_field.through for model in models for many in model._meta.local_many_to_many}
    return frozenset(model._meta.db_table for model in models | links)


@cache
def kinds_of_club() -> Mapping[str, SealedKind]:
    """Return what is sealed in the chain of a club, by the name of each: models say it themselves (``sealed_in``)."""
    return {
        str(model._meta.model_name): SealedKind(model=model._meta.label, of=vars(model)["sealed_in"].way, key=("pk",))
        for model in apps.get_models()
        if isinstance(getattr(model, "sealed_in", None), OfClub)
    }


@cache
def kinds_of_site() -> Mapping[str, SealedKind]:
    """Return what is sealed in the chain of the site, by the name of each."""
    return {
        str(model._meta.model_name): SealedKind(model=model._meta.label, of="", key=("pk",))
        for model in apps.get_models()
        if isinstance(getattr(model, "sealed_in", None), OfSite)
    }


def kind_of(name: str) -> SealedKind:
    """Return the kind with a name, in whatever chain it is sealed."""
    return KINDS.get(name) or {**kinds_of_club(), **kinds_of_site()}[name]


def subject_of(kind: str, key: Key) -> str:
    """Return the name of something sealed: "entrant 7", "list 1 3", "event"."""
    return " ".join((kind, *map(str, key)))


def keys_in(seals: Iterable[str]) -> dict[str, set[Key]]:
    """Return what the names of seals are of, by kind."""
    found: dict[str, set[Key]] = defaultdict(set)
    for name in seals:
        kind, *key = name.split()
        found[kind].add(tuple(map(int, key)))
    return found


def seals_of(owner: Model | None, wanted: Mapping[str, Collection[Key]]) -> dict[str, Seal]:
    """Return fresh seals of what is there of what is wanted, by the name of each; a query or two for each kind."""
    return {
        subject_of(kind, key): _seal(state)
        for kind, keys in wanted.items()
        if keys
        for key, state in states(kind, owner, keys=keys).items()
    }


def fits(seal: list[str], state: str) -> bool:
    """Test whether a seal that has its salt is of this state."""
    return len(seal) == 2 and seal[0] == _hash(state, salt=seal[1])


def states(
    kind: str, owner: Model | None, *, keys: Collection[Key] | None = None, as_before: bool = False
) -> dict[Key, str]:
    """Return everything that is sealed of rows, as text by their key; of all rows of the kind unless some are named.

    They are those of an event, of a club or, without an ``owner``, of the site; ``as_before`` without the columns that
    are sealed since later than others.
    """
    told = kind_of(kind)
    rows = _rows(told.model).filter(**({told.of: owner.pk} if owner else {}))
    if keys is not None and told.key:
        rows = rows.filter(**_among(told.key, keys))
    found = {
        pk: (key, facts) for pk, key, facts in _read(rows, told.key, as_before=as_before) if keys is None or key in keys
    }
    belonging: dict[int, list[Any]] = defaultdict(list)
    for part in told.parts if found else ():
        for whose, facts in _parts_of(part, found.keys()):
            belonging[whose].append([part.model, facts])
    return {
        key: json.dumps([facts, *belonging[pk]], sort_keys=True, separators=(",", ":"))
        for pk, (key, facts) in found.items()
    }


def _parts_of(part: Part, owners: Collection[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = _rows(part.model).filter(**{f"{part.link}__in": owners})
    for _pk, (owner,), facts in _read(rows, (f"{part.link}__pk",), only=part.only):
        yield owner, facts


def _rows(label: str) -> QuerySet[Any]:
    rows: QuerySet[Any] = apps.get_model(label)._base_manager.order_by("pk")
    return rows


def _among(lookups: tuple[str, ...], keys: Collection[Key]) -> dict[str, Any]:
    """Return a filter that leaves the rows with these keys, and perhaps some more."""
    return {f"{lookup}__in": {key[at] for key in keys} for at, lookup in enumerate(lookups)}


def _read(
    rows: QuerySet[Any], key: tuple[str, ...], *, only: tuple[str, ...] = (), as_before: bool = False
) -> Iterator[tuple[int, Key, dict[str, Any]]]:
    """Yield key in the database, key in the event, and what is sealed of each row."""
    columns = sealed_columns(rows.model._meta.label, only=only, as_before=as_before)
    linked = _linked(rows) if not only else {}
    for pk, *values in rows.values_list("pk", *key, *(field.attname for field, _begin in columns)):
        if not all(isinstance(number, int) for number in values[: len(key)]):
            raise ValueError(f"row {pk} of {rows.model._meta.db_table} has no number")
        facts = {
            field.attname: _told(field, value)
            for (field, begin), value in zip(columns, values[len(key) :], strict=True)
            if (value is not None and value != begin) or is_sealed_late(field)
        }
        facts |= {name: others[pk] for name, others in linked.items() if pk in others}
        if isinstance(codes := facts.pop("classes", None), list):
            facts |= {SEALED_AS.get(code, f"class {code}"): True for code in codes}
        yield pk, tuple(values[: len(key)]), facts


def _linked(rows: QuerySet[Any]) -> dict[str, dict[int, list[int]]]:
    """Return to which others each row is linked, by the name of the link."""
    found: dict[str, dict[int, list[int]]] = {}
    for many in rows.model._meta.local_many_to_many:
        others: dict[int, list[int]] = defaultdict(list)
        for pk, other in rows.exclude(**{many.name: None}).order_by("pk", many.name).values_list("pk", many.name):
            others[pk].append(other)
        found[many.name] = others
    return found


@cache
def sealed_columns(
    label: str, *, only: tuple[str, ...] = (), as_before: bool = False
) -> "tuple[tuple[Field[Any, Any], Any], ...]":
    """Return the columns of a model that are sealed, each with what it holds at the beginning."""
    out = LEFT_OUT.get(label, {})
    return tuple(
        (field, field.get_default())
        for field in apps.get_model(label)._meta.concrete_fields
        if not field.primary_key
        and not why_untold(field)
        and not (as_before and is_sealed_late(field))
        and (field.name in only if only else field.name not in out)
    )


def has_late_columns(kind: str) -> bool:
    """Test whether rows of a kind may have a seal that knows nothing of some of their columns."""
    return any(map(is_sealed_late, apps.get_model(kind_of(kind).model)._meta.concrete_fields))


def _told(field: "Field[Any, Any]", value: Any) -> Any:
    """Return a value in a form that is the same on every database."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date():
            return value.isoformat()
        case timedelta():
            return value // timedelta(microseconds=1)
        case Decimal():
            return format(value, f".{getattr(field, 'decimal_places', 2)}f")
        case UUID():
            return value.hex
        case _:
            return value


def without_salt(seal: Any) -> Any:
    """Return what stays of a seal when its salt goes, and what the chain has of it from the beginning."""
    has_salt = isinstance(seal, list) and len(seal) == 2
    return [hashlib.sha256("".join(map(str, seal)).encode()).hexdigest()[:SHOWN]] if has_salt else seal


def _seal(state: str) -> Seal:
    salt = secrets.token_hex(SALT_BYTES)
    return [_hash(state, salt=salt), salt]


def _hash(state: str, *, salt: str) -> str:
    return hashlib.sha256(f"{salt}{state}".encode()).hexdigest()[:SHOWN]


NAMED_OTHERWISE: Final = frozenset({"event", "entrant", "series", "list", "confirmation"})
"""Kinds of which the facts of an act tell in a way of their own; of all others by a number under their name."""

DEAL_BY_DEAL: Final = frozenset(
    {
        *("deal.proposed", "list.deal-entered", "list.deal-taken-back", "phone.clock-off", "phone.took-over"),
        *("proposal.accepted", "proposal.dismissed", "proposal.withdrawn"),
        *("second.deal-entered", "second.deal-taken-back"),
    }
)
"""Acts of a table at play: each tells what it wrote, and nothing else changes by it."""


OF_A_SERIES: Final = ("clock.", "result.", "series.")


def told_of(action: str, data: Mapping[str, Any]) -> dict[str, set[Key]]:
    """Return what an act is about by its facts: that is sealed with its line."""
    if action in DEAL_BY_DEAL:
        return {}
    wanted: dict[str, set[Key]] = defaultdict(set)
    series, table = data.get("series"), data.get("table")
    if isinstance(table, int) and isinstance(series, int):
        wanted["list"].add((series, table))
        if action == "list.confirmed":
            wanted["confirmation"].add((series, table, data["place"]))
    else:
        wanted["event"].add(())
    if action.startswith(OF_A_SERIES):
        wanted["series"] = {(one,) for one in data.get("all_series") or [series] if isinstance(one, int)}
    for kind in KINDS.keys() - NAMED_OTHERWISE:
        if isinstance(data.get(kind), int):
            wanted[kind].add((data[kind],))
    wanted["entrant"] = {(number,) for number in named_in(data)}
    return wanted


def named_in(data: Mapping[str, Any]) -> Iterator[int]:
    """Yield the start numbers that the facts of an act name."""
    for name in ("entrant", "plays_as", "substitute"):
        if isinstance(data.get(name), int):
            yield data[name]
    for name in ("entrants", "absent", "late", "numbers"):
        if isinstance(data.get(name), list):
            yield from data[name]
    if isinstance(data.get("lots"), dict):
        yield from map(int, data["lots"])
    if "numbers" not in data and isinstance(data.get("first"), int) and isinstance(data.get("count"), int):
        yield from range(data["first"], data["first"] + data["count"])


def joined(*wanted: Mapping[str, Iterable[Key]]) -> dict[str, set[Key]]:
    """Return everything that is wanted, together."""
    found: dict[str, set[Key]] = defaultdict(set)
    for one in wanted:
        for kind, keys in one.items():
            found[kind].update(keys)
    return found
