"""The tribunal of an event and the panels it decides with (ISkO 4.5.10, SkWO 6.2, 7.3.3, 9.10)."""

from django.db import models
from django.db.models import Q

from scoring.disputes.models.appeals import Appeal
from tables.accounts.models import User
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


class TribunalMember(models.Model):
    """Somebody who may sit in a panel. Whoever leaves the tribunal stays on record."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tribunal_members")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """Their account, if they have one."""

    name = models.CharField(max_length=80)
    plays_as = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="tribunal_members")
    """The entrant they play as: nobody decides about their own table."""

    club = models.CharField(max_length=80, blank=True)
    team = models.CharField(max_length=80, blank=True)
    named_at = models.DateTimeField()
    named_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    left_at = models.DateTimeField(null=True, blank=True)
    left_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tribunal_member_numbered_once"),
            models.CheckConstraint(condition=~Q(name=""), name="tribunal_member_has_a_name"),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True, left_by__isnull=True)
                | Q(left_at__isnull=False, left_by__isnull=False),
                name="tribunal_member_left_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Panel(models.Model):
    """Who decides an appeal. Named anew it is another panel: the last one counts."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="panels")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    appeal = models.ForeignKey(Appeal, models.PROTECT, related_name="panels")
    members = models.ManyToManyField(TribunalMember, related_name="panels")
    named_at = models.DateTimeField()
    named_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="panel_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"panel {self.number} for {self.appeal}"
