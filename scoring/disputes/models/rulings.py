"""Rulings: what a judge or the tribunal decided, in one sentence, with facts, reasons and clauses (SkWO 7.3.2)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models.objections import Objection
from scoring.lists.models import DealRow, GameListRow
from tables.accounts.models import User
from tables.tournaments.models import Series, Tournament


class Ruling(models.Model):
    """A decision. It is written once; what it ordered in a list is told by the entries it names."""

    class Stage(models.TextChoices):
        """Who decided."""

        JUDGE = "judge", _("judge")
        TRIBUNAL = "tribunal", _("tribunal")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=8, choices=Stage.choices)
    series = models.ForeignKey(Series, models.PROTECT, related_name="rulings")
    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="rulings")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    objection = models.OneToOneField(Objection, models.PROTECT, null=True, blank=True, related_name="ruling")
    """What it settles; None when the judge saw it themselves, and for the tribunal."""

    sentence = models.CharField(max_length=300)
    """What is decided: "Clubs is lost at the simple level"."""

    facts = models.TextField(blank=True)
    reasons = models.TextField()
    clauses = models.JSONField(default=list)
    """The clauses it rests on, each with its edition: "ISkO 4.2.3 (2002)"."""

    overruling = models.CharField(max_length=300, blank=True)
    """Why the entry it orders stands against what the rules refuse; empty where they do not."""

    voided = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="voiding_ruling")
    """The entry it made void."""

    entry = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="ruling")
    """The entry it ordered; None where the list stays as it is."""

    dealt_again_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """The first deal that it made void because the wrong player dealt; None where it made none (ISkO 3.2.11)."""

    entry_key = models.UUIDField(unique=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    """The judge; for the tribunal whoever wrote its decision down."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ruling_numbered_once"),
            models.CheckConstraint(condition=~Q(sentence="") & ~Q(reasons=""), name="ruling_says_what_and_why"),
            models.CheckConstraint(
                condition=Q(deal__isnull=True) | Q(game_list__isnull=False), name="ruled_deal_is_in_a_list"
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(voided__isnull=True, overruling=""),
                name="ruling_voids_for_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"decision {self.number}"
