"""The lines of all journals, the releases that may read a database, and columns byte by byte."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import BinaryField, F, Func, IntegerField, Q, Value

from tables.accounts.models import User
from tables.declared import Chained, Fate, NotSealed, column


class Line(models.Model):
    """One act. Written once, never changed; names of persons are not in it."""

    sealed_in: ClassVar[Chained] = NotSealed("the chain itself, each line with a hash over the one before it")

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=40)
    by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    data = column(models.JSONField(default=dict), goes=Fate.OTHERWISE)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number} {self.action}"


class JournalEntry(Line):
    """One act in an event."""

    tournament = models.ForeignKey("tables.Tournament", models.PROTECT, related_name="journal")

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "journal entries"
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="journal_line_numbered_once")]


class SiteEntry(Line):
    """One act outside events: in a club's book, its seasons and leagues, or on an account of the site."""

    club = models.ForeignKey("tables.Club", models.PROTECT, null=True, blank=True, related_name="journal")
    """None in the chain of the site."""

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "site entries"
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="line_of_a_club_numbered_once"),
            models.UniqueConstraint(fields=["number"], condition=Q(club=None), name="line_of_the_site_numbered_once"),
        ]


class Release(models.Model):
    """A version of the program that migrated this database; the last one is the one it needs."""

    sealed_in: ClassVar[Chained] = NotSealed("which versions ran here; a page says it, and nothing is reckoned by it")

    version = models.CharField(max_length=40, unique=True)
    migrated_at = models.DateTimeField()
    """When it did so first."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.version


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
