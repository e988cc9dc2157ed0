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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db.models import Field, Model, QuerySet
from django.utils.functional import Promise

from tables.declared import OfClub, OfEvent, OfSite, PartOf, declared_of, sealed_models, way_to_event, why_unsealed
from tables.prepared import Prepared

SALT_BYTES: Final = 16
FEW: Final = 8
"""Of so many numbers that are asked for the SQL is kept, one for each count."""

SHOWN: Final = 32
"""So many digits of a hash are kept: 128 bits."""

Key = tuple[int, ...]
"""By what a row is known in its event: its number, or those of series, table and seat."""

Seal = list[str] | None
"""Hash and salt, a hash over both where the salt went with the words; None of what is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedKind:
    """One kind of what is sealed."""

    model: type[Model]
    of: str
    """The way from a row to its event or club; empty for the site."""

    key: tuple[str, ...] = ("pk",)
    parts: tuple[tuple[type[Model], str], ...] = ()
    """The models of rows that are sealed with it, each with the way from such a row to the one it belongs to."""

    comes_unsealed: bool = False
    words: str | Promise = ""


SEALED_AS: Final = {"ladies": "lady", "juniors": "junior", "seniors": "senior"}
"""Under which name it is sealed that an entrant is in a class: of old, these three were columns of their own."""


@cache
def kinds_of_event() -> Mapping[str, SealedKind]:
    """Return what is sealed in the chain of an event, by the name of each: models say it themselves (``sealed_in``)."""
    parts: dict[type[Model], list[tuple[type[Model], str]]] = defaultdict(list)
    for model, part in sealed_models(PartOf):
        owner: Any = model
        for step in part.link.split("__"):
            owner = owner._meta.get_field(step).related_model
        parts[owner].append((model, part.link))
    return {
        declared.kind: SealedKind(
            model=model,
            of=way_to_event(model),
            key=declared.key,
            parts=tuple(parts[model]),
            comes_unsealed=declared.comes_unsealed,
            words=declared.words,
        )
        for model, declared in sealed_models(OfEvent)
    }


@cache
def kinds_of_club() -> Mapping[str, SealedKind]:
    """Return what is sealed in the chain of a club, by the name of each."""
    return {
        str(model._meta.model_name): SealedKind(model=model, of=declared.way)
        for model, declared in sealed_models(OfClub)
    }


@cache
def kinds_of_site() -> Mapping[str, SealedKind]:
    """Return what is sealed in the chain of the site, by the name of each."""
    return {str(model._meta.model_name): SealedKind(model=model, of="") for model, _site in sealed_models(OfSite)}


def kind_of(name: str) -> SealedKind:
    """Return the kind with a name, in whatever chain it is sealed."""
    return {**kinds_of_club(), **kinds_of_site(), **kinds_of_event()}[name]


def subject_of(kind: str, key: Key) -> str:
    """Return the name of something sealed: "entrant 7", "list 1 3", "event"."""
    return " ".join((kind, *map(str, key)))


def keys_in(seals: Iterable[str]) -> dict[str, set[Key]]:
    """Return what the names of seals are of, by kind."""
    values: dict[str, set[Key]] = defaultdict(set)
    for name in seals:
        kind, *key = name.split()
        values[kind].add(tuple(map(int, key)))
    return values


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
    sealed = kind_of(kind)
    where: dict[str, Collection[int]] = {}
    if owner is not None:
        where["pk" if sealed.of == "pk" else f"{sealed.of}__pk"] = [owner.pk]
    if keys is not None:
        where |= {lookup: {key[at] for key in keys} for at, lookup in enumerate(sealed.key)}
    facts_of = {
        pk: (key, facts)
        for pk, key, facts in _read(sealed.model, where, sealed.key, as_before=as_before)
        if keys is None or key in keys
    }
    belonging: dict[int, list[Any]] = defaultdict(list)
    for model, link in sealed.parts if facts_of else ():
        for _pk, (whose,), facts in _read(model, {f"{link}__pk": facts_of.keys()}, (f"{link}__pk",)):
            belonging[whose].append([model._meta.label, facts])
    return {
        key: json.dumps([facts, *belonging[pk]], sort_keys=True, separators=(",", ":"))
        for pk, (key, facts) in facts_of.items()
    }


def _read(
    model: type[Model], where: Mapping[str, Collection[int]], key: tuple[str, ...], *, as_before: bool = False
) -> Iterator[tuple[int, Key, dict[str, Any]]]:
    """Yield key in the database, key in the event, and what is sealed of each row.

    ``where`` has which values a row may have, by lookup.
    """
    columns = sealed_columns(model, as_before=as_before)
    linked: dict[str, dict[int, list[int]]] = {}
    for many in model._meta.local_many_to_many:
        linked[many.name] = defaultdict(list)
        for pk, other in _rows(model, where, ("pk", many.name), link=many.name):
            linked[many.name][pk].append(other)
    for pk, *values in _rows(model, where, ("pk", *key, *(field.attname for field, _begin in columns))):
        if not all(isinstance(number, int) for number in values[: len(key)]):
            raise ValueError(f"row {pk} of {model._meta.db_table} has no number")
        facts = {
            field.attname: _told(field, value)
            for (field, begin), value in zip(columns, values[len(key) :], strict=True)
            if (value is not None and value != begin) or declared_of(field).sealed_late
        }
        facts |= {name: others[pk] for name, others in linked.items() if pk in others}
        if isinstance(codes := facts.pop("classes", None), list):
            facts |= {SEALED_AS.get(code, f"class {code}"): True for code in codes}
        yield pk, tuple(values[: len(key)]), facts


def _rows(
    model: type[Model], where: Mapping[str, Collection[int]], names: tuple[str, ...], *, link: str = ""
) -> Iterable[tuple[Any, ...]]:
    """Return the columns with these names; the SQL of what an act asks, which is of few rows, is kept."""
    numbers = tuple((lookup, len(values)) for lookup, values in where.items())
    values = [value for values in where.values() for value in values]
    if len(values) <= FEW:
        return _prepared(model, numbers, names, link)(*values)
    return _asked(model, numbers, names, link, values)


@cache
def _prepared(
    model: type[Model], numbers: tuple[tuple[str, int], ...], names: tuple[str, ...], link: str
) -> Prepared[tuple[Any, ...]]:
    return Prepared(lambda *values: _asked(model, numbers, names, link, values), takes=sum(many for _, many in numbers))


def _asked(
    model: type[Model],
    numbers: tuple[tuple[str, int], ...],
    names: tuple[str, ...],
    link: str,
    values: Sequence[Any],
) -> QuerySet[Any, tuple[Any, ...]]:
    remaining = iter(values)
    rows = model._base_manager.filter(**{f"{lookup}__in": [*islice(remaining, many)] for lookup, many in numbers})
    return (
        (rows.exclude(**{link: None}) if link else rows).order_by("pk", *([link] if link else [])).values_list(*names)
    )


@cache
def sealed_columns(model: type[Model], *, as_before: bool = False) -> "tuple[tuple[Field[Any, Any], Any], ...]":
    """Return the columns of a model that are sealed, each with what it holds at the beginning."""
    return tuple(
        (field, field.get_default())
        for field in model._meta.concrete_fields
        if not (field.primary_key or why_unsealed(field) or (as_before and declared_of(field).sealed_late))
    )


def has_late_columns(kind: str) -> bool:
    """Test whether rows of a kind may have a seal that knows nothing of some of their columns."""
    return sealed_columns(kind_of(kind).model) != sealed_columns(kind_of(kind).model, as_before=True)


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
        wanted["series"] = {(value,) for value in data.get("all_series") or [series] if isinstance(value, int)}
    for kind in kinds_of_event().keys() - NAMED_OTHERWISE:
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
    values: dict[str, set[Key]] = defaultdict(set)
    for each_values in wanted:
        for kind, keys in each_values.items():
            values[kind].update(keys)
    return values
