"""What a model says of its rows and columns, once: the journal, the record of an event and privacy follow from it.

    class Measure(models.Model):
        sealed_in: ClassVar[Chained] = OfEvent("measure", _("measure {}"))
        reason = column(models.TextField(), goes=GONE)

Of what says nothing: a column is sealed with its row, told in the record and to whom it is about, and stays when names
go (SkWO 7.4.4). The key of a form is a ``UUIDField``: no seal, no record has it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar

from django.apps import apps
from django.db.models import Field, Model, QuerySet, UUIDField
from django.utils.functional import Promise

A_KEY: Final = "recognises a form that is sent twice; what it wrote is sealed"

SECRETS: Final = frozenset({"key", "secret", "device", "address_hash", "password"})
"""Columns that open something, or tell a phone: they are told to nobody a second time."""

GONE: Final = "–"
"""What stands where words had to go and something has to stand."""

F = TypeVar("F")
C = TypeVar("C", bound="Chained")


@dataclass(frozen=True, slots=True)
class OfEvent:
    """Rows that the chain of an event seals."""

    kind: str
    """By what the seals, and facts of acts, name such a row."""

    words: str | Promise
    """What people read of it, with its key."""

    key: tuple[str, ...] = ("number",)
    """By what it is known in its event."""

    comes_unsealed: bool = False
    """Whether such rows are there before an act seals them: what was told of them until then is held by other means."""


@dataclass(frozen=True, slots=True)
class PartOf:
    """Rows that are sealed with the one they belong to."""

    link: str
    """From such a row to that one."""


@dataclass(frozen=True, slots=True)
class OfClub:
    """Rows that the chain of a club seals."""

    way: str
    """From such a row to its club."""


@dataclass(frozen=True, slots=True)
class OfSite:
    """Rows that the chain of the site seals."""


@dataclass(frozen=True, slots=True)
class NotSealed:
    """Rows that no line seals, because they are of no consequence or held otherwise."""

    why: str
    passes: bool = False
    """Whether they go whole when the names of their event do."""


Chained = OfEvent | PartOf | OfClub | OfSite | NotSealed


class Fate(Enum):
    """What becomes of a column when names go, unless it is a value that takes its place."""

    STAYS = "stays"
    OTHERWISE = "otherwise"
    """It goes in a way of its own: see ``scoring.privacy.services``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What is said of a column."""

    unsealed: str = ""
    """Why it is in no seal."""

    sealed_late: bool = False
    """Whether rows had it before it was sealed: then it is written even if empty, so that old seals fit no new row."""

    goes: Any = Fate.STAYS
    """What takes its place when names go; ``GONE`` only where something stood."""

    came_later: bool = False
    """Whether records of before do not have it: they tell it only where it is not as it begins."""


def column(field: F, **declared: Any) -> F:
    """Say of a column where it is declared what ``Column`` knows."""
    vars(field)["declared"] = Column(**declared)
    return field


def declared_of(field: Any) -> Column:
    """Return what is said of a column."""
    declared: Column = vars(field).get("declared", Column())
    return declared


def why_unsealed(field: Any) -> str:
    """Return why a column is in no seal; empty if it is."""
    return declared_of(field).unsealed or (A_KEY if isinstance(field, UUIDField) else "")


def sealed_models(chained: type[C]) -> Iterator[tuple[type[Model], C]]:
    """Yield the models that are sealed in one way, each with what it says of it."""
    for model in apps.get_models():
        if isinstance(sealed_in := getattr(model, "sealed_in", None), chained):
            yield model, sealed_in


@cache
def told_columns(model: type[Model]) -> "tuple[Field[Any, Any], ...]":
    """Return the columns told in records and to whom a row is about: all but keys and those its place says."""
    out = SECRETS | {"tournament", "game_list"}
    columns = model._meta.concrete_fields
    return tuple(
        field for field in columns if not (field.primary_key or isinstance(field, UUIDField) or field.name in out)
    )


@cache
def way_to_event(model: type[Model]) -> str:
    """Return the way from a row to its event, by links that no row is without; empty where it belongs to none."""
    event = apps.get_model("tables.Tournament")
    ways: dict[type[Model], str] = {model: "pk" if model is event else ""}
    waiting = deque([model])
    while waiting and event not in ways:
        here = waiting.popleft()
        for link in here._meta.concrete_fields:
            related_model = link.related_model
            if (
                isinstance(related_model, type)
                and related_model not in ways
                and (related_model is event or not link.null)
            ):
                ways[related_model] = f"{ways[here]}__{link.name}".removeprefix("__")
                waiting.append(related_model)
    return ways.get(event, "")


def emptying(rows: QuerySet[Any]) -> Iterator[tuple[QuerySet[Any], dict[str, Any]]]:
    """Yield, for each column that goes with names, those of some rows where it stands, and what takes its place."""
    for field in rows.model._meta.concrete_fields:
        goes = declared_of(field).goes
        if not isinstance(goes, Fate):
            stands = rows.exclude(**{field.name: goes})
            yield stands.exclude(**{field.name: ""}) if goes == GONE else stands, {field.name: goes}
