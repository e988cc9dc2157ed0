"""What a player raises, what a judge decides about it, and appeals to the tribunal (ISkO 4.5.10, SkWO 7.3)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.lists.models import Call, DealRow, GameListRow
from tables.accounts.models import User
from tables.declared import GONE, Chained, OfEvent, PartOf, column
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Appeal(models.Model):
    """An appeal against an entry or a decision, in writing, decided once."""

    sealed_in: ClassVar[Chained] = OfEvent("appeal", _("appeal {}"))

    class Verdict(models.TextChoices):
        """How an appeal ends."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="appeals")
    number = models.PositiveIntegerField()
    series = models.ForeignKey(Series, models.PROTECT, related_name="appeals")
    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="appeals")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)  # the deal it is about, or None

    ruling = models.ForeignKey("Ruling", models.PROTECT, null=True, blank=True, related_name="appeals")
    """The decision it is against; None where it is against an entry that no judge has decided about."""

    appellant = models.ForeignKey(Entrant, models.PROTECT, related_name="appeals")
    text = column(models.TextField(_("What is appealed against, and why")), goes=GONE)
    entry_key = models.UUIDField(unique=True)
    filed_at = models.DateTimeField()
    filed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    late = models.BooleanField()  # whether the deadline of the rules had passed when it came in
    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    reasons = column(models.TextField(blank=True), goes=GONE)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decision_key = models.UUIDField(null=True, blank=True, unique=True)  # sent twice it counts once
    decision = models.OneToOneField("Ruling", models.PROTECT, null=True, blank=True, related_name="decided_appeal")

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

    sealed_in: ClassVar[Chained] = OfEvent("member", _("member {} of the tribunal"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tribunal_members")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    name = column(models.CharField(max_length=80), goes=GONE)
    plays_as = column(
        models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="tribunal_members"), goes=None
    )
    """The entrant they play as: nobody decides about their own table."""

    club = column(models.CharField(max_length=80, blank=True), goes="")
    team = column(models.CharField(max_length=80, blank=True), goes="")
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

    sealed_in: ClassVar[Chained] = PartOf("appeal")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="panels")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    appeal = models.ForeignKey(Appeal, models.PROTECT, related_name="panels")
    members = models.ManyToManyField(TribunalMember, related_name="panels")
    named_at = models.DateTimeField()
    named_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="panel_numbered_once")]

    def __str__(self) -> str:
        return f"panel {self.number} for {self.appeal}"


class DisputeKind(models.TextChoices):
    """What a dispute is about."""

    UNSAID = "", _("not said yet")
    REVOKE = "revoke", _("revoke")
    LEAD = "lead", _("lead out of turn")
    CLAIM = "claim", _("claim")
    ANNOUNCEMENT = "announcement", _("announcement")
    BIDDING = "bidding", _("bidding")
    DEALING = "dealing", _("dealing")
    LIST = "list", _("list")
    CONDUCT = "conduct", _("conduct")


class Objection(models.Model):
    """What was raised: as it was raised it stays. What a judge adds to it is told by its statements."""

    sealed_in: ClassVar[Chained] = OfEvent("objection", _("objection {}"))

    class Outcome(models.TextChoices):
        """How it ended."""

        OPEN = "", _("open")
        WITHDRAWN = "withdrawn", pgettext_lazy("objection", "withdrawn")
        SETTLED = "settled", _("settled at the table")
        RULED = "ruled", _("decided")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="objections")
    number = models.PositiveIntegerField()
    series = models.ForeignKey(Series, models.PROTECT, related_name="objections")
    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="objections")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12, choices=DisputeKind.choices, blank=True, default=DisputeKind.UNSAID)
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # the seat that raises it; None: the whole table
    text = column(models.TextField(blank=True), goes="")
    device = column(
        models.CharField(max_length=32, blank=True), goes="", unsealed="the phone it came from, told to nobody"
    )
    """The phone it was raised with; empty when an official took it down."""

    entry_key = models.UUIDField(unique=True)
    raised_at = models.DateTimeField()
    raised_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    call = column(
        models.OneToOneField(Call, models.PROTECT, null=True, blank=True, related_name="objection"),
        unsealed="the bell by which the hall hears of it",
    )
    """The call by which the hall hears of it; it is open as long as the objection is."""

    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True, default=Outcome.OPEN)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")  # None: the table

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="objection_numbered_once"),
            models.CheckConstraint(
                condition=Q(deal__isnull=True) | Q(game_list__isnull=False), name="objected_deal_is_in_a_list"
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1, place__lte=5, game_list__isnull=False),
                name="objection_of_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(taken_at__isnull=True, taken_by__isnull=True)
                | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="objection_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at__isnull=True, ended_by__isnull=True)
                | ~Q(outcome="") & Q(ended_at__isnull=False),
                name="objection_ended_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"objection {self.number}"


class Statement(models.Model):
    """What a judge found an objection to be about; the last one holds, the ones before stay."""

    sealed_in: ClassVar[Chained] = PartOf("objection")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="statements")
    number = models.PositiveIntegerField()
    objection = models.ForeignKey(Objection, models.PROTECT, related_name="statements")
    entry_key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=12, choices=DisputeKind.choices, blank=True, default=DisputeKind.UNSAID)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    facts = column(models.TextField(blank=True), goes="")
    claim = column(models.TextField(blank=True), goes="")  # what the player who objects wants
    answer = column(models.TextField(blank=True), goes="")  # what the other side says to it
    stated_at = models.DateTimeField()
    stated_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="statement_numbered_once"),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1, place__lte=5), name="statement_of_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.objection}, statement {self.number}"


class Ruling(models.Model):
    """A decision. It is written once; what it ordered in a list is told by the entries it names."""

    sealed_in: ClassVar[Chained] = OfEvent("ruling", _("decision {}"))

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

    sentence = column(models.CharField(max_length=300), goes=GONE)  # "Clubs is lost at the simple level"
    facts = column(models.TextField(blank=True), goes=GONE)
    reasons = column(models.TextField(), goes=GONE)
    clauses = models.JSONField(default=list)  # each with its edition: "ISkO 4.2.3 (2002)"
    overruling = column(models.CharField(max_length=300, blank=True), goes=GONE)  # why it stands against the rules
    voided = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="voiding_ruling")
    entry = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="ruling")

    dealt_again_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """The first deal that it made void because the wrong player dealt; None where it made none (ISkO 3.2.11)."""

    entry_key = models.UUIDField(unique=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(User, models.PROTECT, related_name="+")  # the judge, or who wrote it down
    taken_back_at = models.DateTimeField(null=True, blank=True)  # from then on it decides and orders nothing
    taken_back_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    taken_back_because = column(models.CharField(max_length=300, blank=True, default=""), goes="")

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
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by__isnull=True)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False, stage="judge"),
                name="ruling_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"decision {self.number}"
