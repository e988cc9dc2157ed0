"""Columns byte by byte as a database has them, or as near to it as it lets anybody look."""

from typing import Any

from django.db.models import BinaryField, F, Func, IntegerField, Value


class Stored(Func):
    """The bytes of a column: nothing is converted on the way, so what cannot be read stops nobody.

    PostgreSQL keeps moments and JSON as values, not as text: there it is the text that the value has for it.
    """

    template = "CAST(%(expressions)s AS BLOB)"

    def __init__(self, column: str, **extra: Any) -> None:
        super().__init__(F(column), output_field=BinaryField(), **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return the text of a column in UTF-8."""
        return self.as_sql(compiler, connection, template="convert_to((%(expressions)s)::text, 'UTF8')", **extra)


class StoredMoment(Stored):
    """The bytes of a moment as SQLite keeps it: in UTC, without a time zone."""

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return year to microsecond; a second without a fraction has none."""
        text = "to_char((%(expressions)s) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')"
        return self.as_sql(
            compiler, connection, template=f"convert_to(regexp_replace({text}, '\\.000000$', ''), 'UTF8')", **extra
        )


class LengthWithin(Func):
    """How many elements an array within a JSON column has; None where there is none."""

    function = "JSON_ARRAY_LENGTH"

    def __init__(self, column: str, name: str, **extra: Any) -> None:
        self.name = name
        super().__init__(F(column), Value(f"$.{name}"), output_field=IntegerField(null=True), **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Return the length by PostgreSQL's own function."""
        inside = Func(self.source_expressions[0], Value(self.name), function="JSONB_EXTRACT_PATH")
        return Func(inside, function="JSONB_ARRAY_LENGTH", output_field=self.output_field).as_sql(
            compiler, connection, **extra
        )
