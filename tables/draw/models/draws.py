"""The draws of a tournament: what went into each, what came out, and what became of it (SkWO 7.1.1)."""

from django.db import models

from tables.tournaments.models import Tournament


class Draw(models.Model):
    """One act of seating, of one series or of several at once. It is kept even when it was discarded.

    Its record is all that anyone needs to make the draw again; see ``tables.seating.verify``.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    record = models.JSONField()
    drawn_at = models.DateTimeField()
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, draw {self.number}"
