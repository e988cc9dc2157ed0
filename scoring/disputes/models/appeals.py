"""Appeals, the tribunal and its panels, and how appeals were decided (ISkO 4.5.10, SkWO 6.2, 7.3.3, 9.10)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models.objections import Ruling
from scoring.lists.models import GameListRow
from tables.accounts.models import User
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Appeal(models.Model):
    """An appeal against an entry or a decision, in writing, decided once."""

    class Verdict(models.TextChoices):
        """How an appeal ends."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="appeals")
    number = models.PositiveIntegerField()
    series = models.ForeignKey(Series, models.PROTECT, related_name="appeals")
    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="appeals")
    """The list it is about, or None when it is about something else."""

    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    """The deal it is about, or None."""

    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, blank=True, related_name="appeals")
    """The decision it is against; None where it is against an entry that no judge has decided about."""

    appellant = models.ForeignKey(Entrant, models.PROTECT, related_name="appeals")
    text = models.TextField(_("What is appealed against, and why"))
    entry_key = models.UUIDField(unique=True)
    filed_at = models.DateTimeField()
    filed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    late = models.BooleanField()
    """Whether the deadline of the rules had passed when it came in."""

    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    reasons = models.TextField(blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decision_key = models.UUIDField(null=True, blank=True, unique=True)
    """The key the decision came with: sent twice it counts once."""

    decision = models.OneToOneField(Ruling, models.PROTECT, null=True, blank=True, related_name="decided_appeal")
    """The decision in full, one of the event's; None while there is none."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="appeal_numbered_once"),
            models.CheckConstraint(
                condition=Q(verdict="", decided_at__isnull=True, decided_by__isnull=True, reasons="")
                | ~Q(verdict="") & ~Q(reasons="") & Q(decided_at__isnull=False, decided_by__isnull=False),
                name="appeal_decided_whole",
            ),
            models.CheckConstraint(
                condition=Q(deal__isnull=True) | Q(game_list__isnull=False), name="appealed_deal_is_in_a_list"
            ),
        ]

    def __str__(self) -> str:
        return f"appeal {self.number}"


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
