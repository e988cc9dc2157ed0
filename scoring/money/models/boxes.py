"""Boxes of cash that were counted, payments put off, and the end of the account (SkWO 3.3; practice)."""

from typing import Final

from django.db import models
from django.db.models import Q

from scoring.money.models.movements import LONGEST_ACCOUNT, MovementRow
from tables.accounts.models import User
from tables.tournaments.models import Tournament

FIRST_BOX: Final = "1"
"""The box there is while nobody names another."""


class BoxCount(models.Model):
    """A box of cash, counted piece by piece; with ``to`` it went into the hands of somebody else."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="box_counts")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    box = models.CharField(max_length=LONGEST_ACCOUNT)
    pieces = models.JSONField()
    """How many of each note and coin, by its cents as text: ``{"2000": 3}``."""

    found = models.PositiveIntegerField()
    """What was in it, in cents."""

    expected = models.IntegerField()
    """What should have been in it, in cents."""

    movement = models.OneToOneField(MovementRow, models.PROTECT, null=True, blank=True, related_name="box_count")
    """What books the difference; None where there was none."""

    because = models.TextField(blank=True)
    """Why it differs."""

    witness = models.CharField(max_length=80, blank=True)
    """Who counted with them."""

    to = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """Who has it from then on; None: it stays where it is."""

    counted_at = models.DateTimeField()
    counted_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="box_count_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"count {self.number} of box {self.box}"


class Deferral(models.Model):
    """Somebody plays on the cuff: they said that they pay later."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deferrals")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    entrant = models.PositiveIntegerField()
    """Their start number."""

    cents = models.PositiveIntegerField()
    """What they owed then."""

    because = models.TextField(blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="deferral_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"deferral {self.number}"


class Closing(models.Model):
    """The account was rendered: every account is at nothing, and two have signed it (SkWO 3.3)."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="closings")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    last_movement = models.PositiveIntegerField()
    """The number of the last movement it is about."""

    second = models.CharField(max_length=80)
    """Who signed besides whoever closed it."""

    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_because = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="closing_numbered_once"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(reopened_at=None), name="account_closed_once"),
            models.CheckConstraint(
                condition=Q(reopened_at=None, reopened_because="")
                | Q(reopened_at__isnull=False) & ~Q(reopened_because=""),
                name="account_reopened_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"closing {self.number}"
