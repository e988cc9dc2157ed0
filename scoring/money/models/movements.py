"""Amounts that went from one account to another (SkWO 3.3)."""

from django.db import models
from django.db.models import F, Q

from scoring.money.reckon.ledger import Account, Purpose
from tables.accounts.models import User
from tables.tournaments.models import Tournament

LARGEST = 1_000_000_00
"""Cents: nothing in an event is above a million."""

LONGEST_ACCOUNT = 40


PURPOSES = [(purpose.value, purpose.value) for purpose in Purpose]
"""What an account can be for."""


class MovementRow(models.Model):
    """One amount moved by an act. It is never changed, only reversed; entrants are known by their start numbers."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="movements")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField()
    """Of the act; what several movements of one act have in common."""

    part = models.PositiveSmallIntegerField(default=1)
    """Which movement of the act it is, from 1 on."""

    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """None where it follows from an act of a table or of the public."""

    source = models.CharField(max_length=9, choices=PURPOSES)
    source_name = models.CharField(max_length=LONGEST_ACCOUNT, blank=True)
    target = models.CharField(max_length=9, choices=PURPOSES)
    target_name = models.CharField(max_length=LONGEST_ACCOUNT, blank=True)
    cents = models.PositiveIntegerField()
    reason = models.CharField(max_length=40)
    """A code with its numbers: "lost-games 3", "paid", "prize 2 1"."""

    because = models.TextField(blank=True)
    """What somebody wrote about it; empty where the reason says it all."""

    entrant = models.PositiveIntegerField(null=True, blank=True)
    """The start number of whom it is about."""

    series = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    """With the series, the number of the list it is about."""

    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    """The movement it takes back."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="movement_numbered_once"),
            models.UniqueConstraint(fields=["tournament", "entry_key", "part"], name="movement_asked_for_once"),
            models.CheckConstraint(condition=Q(cents__gte=1, cents__lte=LARGEST), name="movement_moves_something"),
            models.CheckConstraint(
                condition=~Q(source=F("target")) | ~Q(source_name=F("target_name")),
                name="movement_between_two_accounts",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="movement_says_why"),
            models.CheckConstraint(
                condition=Q(series=None, table=None) | Q(series__isnull=False, table__isnull=False),
                name="movement_names_a_list_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"movement {self.number}"

    @property
    def from_account(self) -> Account:
        """Where it came from."""
        return Account(Purpose(self.source), self.source_name)

    @property
    def to_account(self) -> Account:
        """Where it went."""
        return Account(Purpose(self.target), self.target_name)
