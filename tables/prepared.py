"""Queries of every deal and page, put into SQL once: Django takes longer to write one than a database to answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import signature
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model, QuerySet, Value
from django.db.models.base import ModelState
from django.http import Http404

Row = TypeVar("Row")
M = TypeVar("M", bound=Model)

AS_THEY_ARE: Final = frozenset({int, str, bool, type(None)})
"""Types whose values every database takes as they are."""

MOST_BITS: Final = 63
"""No database has a greater number: whoever asks for one, in an address perhaps, gets no row."""


class Prepared(Generic[Row]):
    """A query whose SQL is kept for each connection."""

    def __init__(self, made: Callable[..., QuerySet[Any, Row]], *, takes: int | None = None) -> None:
        """Prepare what ``made`` returns for as many values as it or ``takes`` says; models need not be there yet."""
        self.made, self.takes = made, takes

    def __call__(self, *values: object, belonging_to: Mapping[str, Model] | None = None) -> list[Row]:
        """Return the rows for the values; ``belonging_to`` are rows at hand by the field that leads to them."""
        if any(isinstance(value, int) and value.bit_length() > MOST_BITS for value in values):
            return []
        connection: Any = connections[DEFAULT_DB_ALIAS]
        prepared = connection.__dict__.setdefault("skatturnier_prepared", {})
        if self not in prepared:
            prepared[self] = self._prepared(connection)
        queryset, compiler, sql, parameters = prepared[self]
        filled = tuple(values[part.index] if isinstance(part, _Parameter) else part for part in parameters)
        compiler.as_sql = lambda *_, **__: (sql, filled)
        of = queryset.model._meta.get_field
        queryset._known_related_objects = {of(name): {row.pk: row} for name, row in (belonging_to or {}).items()}
        return list(queryset._iterable_class(queryset))

    def or_404(self, *values: object, belonging_to: Mapping[str, Model] | None = None) -> Row:
        """Return the first row for the values. Raise Http404 if there is none."""
        for row in self(*values, belonging_to=belonging_to):
            return row
        raise Http404

    def _prepared(self, connection: Any) -> tuple[Any, Any, str, tuple[Any, ...]]:
        queryset: Any = self.made(
            *(
                Value(_Parameter(at))
                for at in range(len(signature(self.made).parameters) if self.takes is None else self.takes)
            )
        )
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        queryset.query.get_compiler = lambda *_, **__: compiler
        compiler.get_converters = lambda _: converters
        return queryset, compiler, sql, parameters


def new(model: type[M], *, belonging_to: Mapping[str, Model | None], **values: Any) -> M:
    """Return an unwritten row, as ``model(…)`` does at four times the cost.

    ``values`` are by column, ``belonging_to`` rows by the field that leads to them. Mutable defaults must be given.
    """
    row = model.__new__(model)
    keys = {f"{name}_id": each and each.pk for name, each in belonging_to.items()}
    row.__dict__.update(_blank(model), **values, **keys)
    row._state = ModelState()
    row._state.fields_cache = dict(belonging_to)
    return row


@cache
def _blank(model: type[Model]) -> dict[str, Any]:
    return {name: value for name, value in vars(model()).items() if not isinstance(value, dict | list | ModelState)}


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one model, as ``bulk_create`` does at three times the cost."""
    if not rows:
        return
    model, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    fields, attributes, names, plain = _written(model)
    most = connection.ops.bulk_batch_size(fields, rows)
    name = connection.ops.quote_name
    head = f"INSERT INTO {name(model._meta.db_table)} ({', '.join(map(name, names))}) VALUES "  # noqa: S608
    place = f"({', '.join(['%s'] * len(fields))})"
    for batch in (rows[first : first + most] for first in range(0, len(rows), most)):
        values = [
            value if type(value) in types else field.get_db_prep_save(value, connection)
            for row in batch
            for field, types, value in zip(fields, plain, attributes(row), strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(f"{head}{', '.join([place] * len(batch))} RETURNING {name('id')}", values)
            for row, (key,) in zip(batch, cursor.fetchall(), strict=True):
                row.pk, row._state.adding, row._state.db = key, False, DEFAULT_DB_ALIAS


@cache
def _written(
    model: type[Model],
) -> tuple[list[Any], Callable[[Model], tuple[Any, ...]], list[str], list[frozenset[Any]]]:
    """Return the fields of a new row, how all their values are read, their columns, and what goes in as it is."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    attributes = attrgetter(*(field.attname for field in fields))
    plain = [frozenset() if isinstance(field, JSONField) else AS_THEY_ARE for field in fields]
    return fields, attributes, [str(field.column) for field in fields], plain


@dataclass(frozen=True, slots=True)
class _Parameter:
    """Stands in the parameters for one of the values that come with each question."""

    index: int
