"""Draws, tables and seats (SkWO 7.1)."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import mark_of, new_key
from tables.declared import GONE, Chained, Fate, NotSealed, OfEvent, PartOf, column
from tables.draw import codewords
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Draw(models.Model):
    """One act of seating, discarded or not; anyone can repeat it from its record (``tables.seating.verify``)."""

    sealed_in: ClassVar[Chained] = OfEvent("draw", _("draw {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    record = column(
        models.JSONField(), goes=Fate.OTHERWISE, unsealed="has its own hash in the journal, and is made again"
    )
    drawn_at = models.DateTimeField()
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_because = column(models.CharField(max_length=300, blank=True), goes=GONE)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="draw_numbered_once")]

    def __str__(self) -> str:
        return f"{self.tournament}, draw {self.number}"


def new_table_words() -> str:
    """Return a fresh code of four words that opens a table's list to whoever cannot scan its key."""
    return codewords.code(secrets.randbelow)


class Table(models.Model):
    """A table of one series: of three or four, unless it keeps a list of house rules."""

    sealed_in: ClassVar[Chained] = PartOf("series")

    series = column(
        models.ForeignKey(Series, models.PROTECT, related_name="tables"), unsealed="the series it is sealed with"
    )
    number = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    key = column(models.CharField(max_length=32, unique=True, default=new_key), unsealed="opens the table’s list")
    """Whoever holds it may keep this table's list; it is printed as a QR code."""

    words = column(
        models.CharField(max_length=60, unique=True, default=new_table_words), unsealed="open the table’s list"
    )
    """The same in four words that can be typed."""

    play_began_at = column(
        models.DateTimeField(null=True, blank=True), unsealed="held against the first entry of its list"
    )
    """When the first entry was made in the table's list; from then on its seats stay as they are (SkWO 7.1.3)."""

    reseated = models.BooleanField(default=False)
    """Whether its seats changed after they were published: what was written there before may be about others."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="table_numbered_once_a_series"),
            # The book knows three and four (SkWO 7.1.1), house rules two and five too: the rules refuse the others.
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=5), name="table_of_two_to_five"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_begin_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.series}, table {self.number}"

    @property
    def key_mark(self) -> str:
        """By what a form says which key it saw, without giving it away."""
        return mark_of(self.key)


class Seat(models.Model):
    """Who sits where. ``series`` repeats the table's, so that nobody can be given two seats in one series."""

    sealed_in: ClassVar[Chained] = NotSealed("held against the record of the draw and the acts that changed seats")

    series = models.ForeignKey(Series, models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")

    other: "tuple[int, Seat] | None" = None
    """From which deal on somebody else sat on the chair, and the seat of their own; told by whoever reads a list."""

    class Meta:
        ordering = ["table__number", "place"]
        constraints = [
            models.UniqueConstraint(fields=["series", "entrant"], name="one_seat_a_series"),
            models.UniqueConstraint(fields=["table", "place"], name="one_entrant_a_seat"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=5), name="seats_one_to_five"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.place}"


class Seeding(models.Model):
    """An entrant's place after a series, posted here when it is closed: the next one may be set by it."""

    sealed_in: ClassVar[Chained] = NotSealed("reckoned again from the results of the series before")

    series = models.ForeignKey(Series, models.CASCADE, related_name="seedings")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seedings")
    rank = models.PositiveIntegerField()

    class Meta:
        ordering = ["rank"]
        constraints = [
            models.UniqueConstraint(fields=["series", "entrant"], name="seeded_once"),
            models.UniqueConstraint(fields=["series", "rank"], name="seeding_rank_given_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.rank}. {self.entrant}"
