"""Series, tables and seats (SkWO 7.1)."""

import secrets
from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables import codewords, seating
from tables.models.draws import Draw
from tables.models.keys import mark_of, new_key
from tables.models.people import Entrant
from tables.models.tournament import Tournament


def new_table_words() -> str:
    """Return a fresh code of four words that opens a table's list to whoever cannot scan its key."""
    return codewords.code(secrets.randbelow)


SECRET_BYTES = 16
"""Half of what a draw is made from has 128 bits: nobody guesses it from its commitment."""


def new_secret() -> str:
    """Return the direction's half of what a draw will be made from."""
    return secrets.token_hex(SECRET_BYTES)


class Series(models.Model):
    """One series of a tournament: everybody plays one list at one table."""

    class Status(models.TextChoices):
        """How far a series is. It only ever goes forward, but that a draw not yet published may be discarded."""

        PLANNED = "planned", _("planned")
        DRAWN = "drawn", _("drawn, not yet published")
        PUBLISHED = "published", _("seats published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    class Seating(models.TextChoices):
        """How the seats are given out."""

        DRAWN = "drawn", _("drawn")
        BY_STANDING = "by-standing", _("set by standing")
        FIXED = "fixed", _("by a fixed plan")
        BY_HAND = "by-hand", _("drawn by hand")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="series")
    number = models.PositiveSmallIntegerField()
    seating = models.CharField(max_length=12, choices=Seating.choices, default=Seating.DRAWN)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    secret = models.CharField(max_length=64, default=new_secret)
    """The direction's half of what the series is drawn from, made before anybody can know who plays."""

    draw = models.ForeignKey(Draw, models.PROTECT, null=True, blank=True, related_name="series")
    """Where its seats come from; None until it is drawn, and while it is being drawn by hand."""

    drawn_as = models.PositiveSmallIntegerField(default=0)
    """Which series of its draw this is, from 0 on: a draw may plan several at once."""

    begins_at = models.DateTimeField(null=True, blank=True)
    """When it is to begin, as announced; None where nothing was announced."""

    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    """When its result was posted: from then on mistakes in it may be reported for a while."""

    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when the series' clock stands still; None while it runs."""

    paused_for = models.DurationField(default=timedelta)
    """How long the clock stood still before, all pauses together."""

    time_over_at = models.DateTimeField(null=True, blank=True)
    """When the direction called the time; deals not begun by then are struck if the plan says so."""

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="series_numbered_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="series_numbers_begin_at_one"),
            models.CheckConstraint(
                condition=Q(number__gt=1) | ~Q(seating="by-standing"), name="first_series_has_no_standing_to_be_set_by"
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False) | ~Q(status="closed") & Q(closed_at__isnull=True),
                name="series_closed_says_when",
            ),
            models.CheckConstraint(
                condition=Q(posted_at__isnull=True) | Q(status="closed"), name="posted_series_is_closed"
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=False) | Q(paused_at__isnull=True, time_over_at__isnull=True),
                name="clock_runs_after_the_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, series {self.number}"

    @property
    def commitment(self) -> str:
        """What is shown of the secret from the beginning on: its hash."""
        return seating.commitment_of(self.secret)


class Table(models.Model):
    """A table of three or four in one series."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=32, unique=True, default=new_key)
    """Whoever holds it may keep this table's list; it is printed as a QR code."""

    words = models.CharField(max_length=60, unique=True, default=new_table_words)
    """The same in four words that can be typed."""

    play_began_at = models.DateTimeField(null=True, blank=True)
    """When the first entry was made in the table's list; from then on its seats stay as they are (SkWO 7.1.3)."""

    reseated = models.BooleanField(default=False)
    """Whether its seats changed after they were published: what was written there before may be about others."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="table_numbered_once_a_series"),
            models.CheckConstraint(condition=Q(size__in=[3, 4]), name="table_of_three_or_four"),
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

    series = models.ForeignKey(Series, models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["table__number", "place"]
        constraints = [
            models.UniqueConstraint(fields=["series", "entrant"], name="one_seat_a_series"),
            models.UniqueConstraint(fields=["table", "place"], name="one_entrant_a_seat"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=4), name="seats_one_to_four"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.place}"


class Seeding(models.Model):
    """An entrant's place after a series, posted here when it is closed: the next one may be set by it."""

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
