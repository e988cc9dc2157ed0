"""Queries of every deal, put into SQL once: Django takes longer to write them than the database to answer them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value

Row = TypeVar("Row")

MOST_BITS: Final = 63
"""No database has a greater number: whoever asks for one, in an address perhaps, gets no row."""


class Prepared(Generic[Row]):
    """A query whose SQL is kept for each connection."""

    def __init__(self, made: Callable[..., QuerySet[Any, Row]]) -> None:
        """Prepare what ``made`` returns for the values that come with each question; models need not be there yet."""
        self.made = made

    def __call__(self, *values: object, belonging_to: Mapping[str, Model] | None = None) -> list[Row]:
        """Return the rows for the values that ``made`` takes.

        ``belonging_to`` are rows at hand, by the name of the field that leads to them.
        """
        if any(isinstance(value, int) and value.bit_length() > MOST_BITS for value in values):
            return []
        connection: Any = connections[DEFAULT_DB_ALIAS]
        kept = connection.__dict__.setdefault("skatturnier_prepared", {})
        if self not in kept:
            kept[self] = self._prepared(connection)
        queryset, compiler, sql, parameters = kept[self]
        filled = tuple(values[part.index] if isinstance(part, _Place) else part for part in parameters)
        compiler.as_sql = lambda *_, **__: (sql, filled)
        of = queryset.model._meta.get_field
        queryset._known_related_objects = {of(name): {row.pk: row} for name, row in (belonging_to or {}).items()}
        return list(queryset._iterable_class(queryset))

    def _prepared(self, connection: Any) -> tuple[Any, Any, str, tuple[Any, ...]]:
        queryset: Any = self.made(*(Value(_Place(at)) for at in range(len(signature(self.made).parameters))))
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        queryset.query.get_compiler = lambda *_, **__: compiler
        compiler.get_converters = lambda _: converters
        return queryset, compiler, sql, parameters


@dataclass(frozen=True, slots=True)
class _Place:
    """Stands in the parameters for one of the values that come with each question."""

    index: int
