"""The series of a tournament (SkWO 7.1)."""

import secrets
from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables import seating
from tables.tournaments.models.tournament import Tournament

PROFILE_NAME = 300
"""So many letters the name of a list's rules can have, all its switches set."""

SECRET_BYTES = 16
"""Half of what a draw is made from has 128 bits: nobody guesses it from its commitment."""


def new_secret() -> str:
    """Return the direction's half of what a draw will be made from."""
    return secrets.token_hex(SECRET_BYTES)


class Series(models.Model):
    """One series of a tournament: everybody plays one list at one table."""

    class Status(models.TextChoices):
        """How far a series is. Before play begins a publication may be taken back and a draw discarded; else it only
        ever goes forward.
        """

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
    profile = models.CharField(max_length=PROFILE_NAME, blank=True, default="")
    """Name of the house rules its lists are kept by; empty: by the book, as in every official tournament."""

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    secret = models.CharField(max_length=64, default=new_secret)
    """The direction's half of what the series is drawn from, made before anybody can know who plays."""

    draw = models.ForeignKey("tables.Draw", models.PROTECT, null=True, blank=True, related_name="series")
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
