"""Who is in charge (SkWO 3.2)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import User
from tables.names.order import in_order
from tables.tournaments.models.tournament import Tournament


class Role(models.Model):
    """What a user is in charge of in one tournament."""

    class Kind(models.TextChoices):
        """The offices that need an account."""

        DIRECTOR = "director", _("Director")
        JUDGE = "judge", _("Judge")
        TREASURER = "treasurer", _("Treasurer")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    plays_as = models.ForeignKey("tables.Entrant", models.PROTECT, null=True, blank=True, related_name="roles")
    """The entrant this official plays as: nobody judges their own table (SkWO 4.5)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "kind"], name="one_role_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"

    @property
    def order(self) -> str:
        """By what lists by name are sorted."""
        return in_order(self.user.username)
