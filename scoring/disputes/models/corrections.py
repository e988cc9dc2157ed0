"""What the direction corrected in lists that were signed (SkWO 7.2.5)."""

from django.db import models
from django.db.models import Q

from scoring.lists.models import DealRow, GameListRow
from tables.accounts.models import User
from tables.tournaments.models import Tournament


class Correction(models.Model):
    """A deal, or the results of a list typed as totals, put right after the signatures.

    Unless all players of the table testify, each seat keeps the lower of its two scores.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="corrections")
    entry = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="correction")
    """What stands in the list now; None where the results of a whole list were corrected."""

    replaced = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="corrected_by")
    """What stood there before; None where a deal was added."""

    witnesses = models.JSONField(default=list)
    """The seats that testified, rising."""

    testified = models.BooleanField()
    """Whether these are all seats of the table, so that the corrected list counts as it is."""

    reason = models.TextField()
    clause = models.CharField(max_length=40)
    """The clause with its edition: "SkWO 7.2.5 (2002)"."""

    corrected_at = models.DateTimeField()
    corrected_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    lapsed_at = models.DateTimeField(null=True, blank=True)
    """When the list was opened again: whoever signs it then vouches for it as it stands."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="correction_numbered_once"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(replaced__isnull=True), name="correction_replaces_by_something"
            ),
            models.CheckConstraint(
                condition=Q(testified=True) | Q(entry__isnull=True) | Q(replaced__isnull=False),
                name="deals_are_added_by_testimony",
            ),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(clause=""), name="correction_says_why"),
        ]

    def __str__(self) -> str:
        return f"correction {self.number}"
