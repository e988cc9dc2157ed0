"""Lots: drawn once for those a tie leaves equal, and kept (SkWO 5.2)."""

from django.db import models

from tables.people.models import Entrant
from tables.tournaments.models import Tournament


class Lot(models.Model):
    """An entrant's lot in a tournament; of equals the lower one goes first, in every ranking of the event."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="lots")
    entrant = models.OneToOneField(Entrant, models.PROTECT, related_name="lot")
    number = models.PositiveIntegerField()
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="lot_given_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: lot {self.number}"
