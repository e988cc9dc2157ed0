"""The journal's rows: one line per act, chained so that a change shows."""

from django.db import models

from tables.accounts.models import User


class JournalEntry(models.Model):
    """One act. Written once, never changed; names of persons are not in it."""

    tournament = models.ForeignKey("tables.Tournament", models.PROTECT, related_name="journal")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=40)
    by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    data = models.JSONField(default=dict)
    hash = models.CharField(max_length=64)
    """SHA-256 over the hash before and this line."""

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="journal_line_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.action}"
