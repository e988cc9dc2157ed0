"""What the direction orders: measures, corrections of signed lists, queries answered (SkWO 4.3, 7.1.2, 7.2.5,
7.4.3).
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.lists.models import AWARD, PENALTY, ZEROED, DealRow, GameListRow
from tables.accounts.models import User
from tables.declared import GONE, Chained, OfEvent, column
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Measure(models.Model):
    """One thing the direction ordered. It is never changed: what was wrong is lifted, and stays to be read."""

    sealed_in: ClassVar[Chained] = OfEvent("measure", _("measure {}"))

    class Kind(models.TextChoices):
        """What is ordered."""

        WARNING = "warning", _("warning")
        PENALTY = PENALTY, _("penalty points")
        AWARD = AWARD, _("points awarded")
        ZEROED = ZEROED, _("series at zero")
        VOID = "void", _("list void")
        EXPULSION = "expulsion", _("expulsion")
        EXCLUSION = "exclusion", _("exclusion of a table")
        REPLACEMENT = "replacement", _("replacement")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="measures")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=11, choices=Kind.choices)
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="measures")

    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="measures")
    """The list it is about: void, or that of a seat at zero, or of a table that is excluded."""

    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="measures")
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    from_deal = models.PositiveSmallIntegerField(null=True, blank=True)  # the substitute plays from here to the end
    substitute = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="replaces")
    substitute_name = column(models.CharField(max_length=80, blank=True), goes=GONE)
    reason = column(models.TextField(), goes=GONE)
    clause = models.CharField(max_length=40)
    """The clause with its edition: "SkWO 4.3 (2002)"; of points awarded the words of the plan, or the decision."""

    ordered_at = models.DateTimeField()
    ordered_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    lift_key = models.UUIDField(null=True, blank=True, unique=True)
    lifted_at = models.DateTimeField(null=True, blank=True)  # when a later act took it back
    lifted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    lifted_because = column(models.TextField(blank=True), goes=GONE)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="measure_numbered_once"),
            models.UniqueConstraint(
                fields=["game_list", "entrant"], condition=Q(kind="zeroed", lifted_at=None), name="seat_zeroed_once"
            ),
            models.UniqueConstraint(
                fields=["game_list"], condition=Q(kind="void", lifted_at=None), name="list_void_once"
            ),
            models.UniqueConstraint(
                fields=["game_list"], condition=Q(kind="exclusion", lifted_at=None), name="table_excluded_once"
            ),
            models.UniqueConstraint(
                fields=["entrant"], condition=Q(kind="expulsion", lifted_at=None), name="entrant_expelled_once"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["void", "exclusion"], game_list__isnull=False, entrant__isnull=True)
                | Q(kind="zeroed", game_list__isnull=False, entrant__isnull=False)
                | Q(kind__in=["penalty", "award", "replacement"], series__isnull=False, entrant__isnull=False)
                | Q(kind__in=["warning", "expulsion"], entrant__isnull=False),
                name="measure_says_against_whom",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["penalty", "award"], points__isnull=False, points__gte=1)
                | ~Q(kind__in=["penalty", "award"]) & Q(points__isnull=True),
                name="penalty_has_points",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind="replacement",
                    from_deal__isnull=False,
                    from_deal__gte=1,
                    substitute__isnull=False,
                    substitute_name="",
                )
                | Q(kind="replacement", from_deal__isnull=False, from_deal__gte=1, substitute__isnull=True)
                & ~Q(substitute_name="")
                | ~Q(kind="replacement") & Q(from_deal__isnull=True, substitute__isnull=True, substitute_name=""),
                name="replacement_says_by_whom",
            ),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(clause=""), name="measure_says_why"),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None, lift_key=None, lifted_because="")
                | Q(lifted_at__isnull=False, lifted_by__isnull=False, lift_key__isnull=False) & ~Q(lifted_because=""),
                name="measure_lifted_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"measure {self.number}"

    @property
    def off(self) -> int:
        """What comes off in the ranking: points awarded come to it."""
        return -(self.points or 0) if self.kind == self.Kind.AWARD else self.points or 0

    @property
    def holds(self) -> bool:
        """Whether nobody has lifted it."""
        return self.lifted_at is None


class Correction(models.Model):
    """A signed list put right; unless all players of the table testify, each seat keeps the lower of its two scores."""

    sealed_in: ClassVar[Chained] = OfEvent("correction", _("correction {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="corrections")
    entry = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="correction")
    """What stands in the list now; None where the results of a whole list were corrected."""

    replaced = models.OneToOneField(DealRow, models.PROTECT, null=True, blank=True, related_name="corrected_by")
    """What stood there before; None where a deal was added."""

    witnesses = models.JSONField(default=list)  # the seats that testified, rising
    testified = models.BooleanField()  # whether these are all seats of the table, so that the list counts as it is
    reason = column(models.TextField(), goes=GONE)
    clause = models.CharField(max_length=40)  # the clause with its edition: "SkWO 7.2.5 (2002)"
    corrected_at = models.DateTimeField()
    corrected_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    lapsed_at = models.DateTimeField(null=True, blank=True)  # when the list was opened again, to be signed anew

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


class ResultQuery(models.Model):
    """What an entrant finds wrong in a posted result. It is answered once."""

    sealed_in: ClassVar[Chained] = OfEvent("query", _("query {}"))

    class Verdict(models.TextChoices):
        """How a query is answered."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")
        LAPSED = "lapsed", pgettext_lazy("query", "lapsed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="queries")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="queries")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="queries")
    text = column(models.TextField(_("What is wrong in the result")), goes=GONE)
    raised_at = models.DateTimeField()
    raised_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    late = models.BooleanField()  # whether its window had closed when it came in
    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    reasons = column(models.TextField(blank=True), goes=GONE)  # why; if upheld, also what was put right
    correction = models.OneToOneField(Correction, models.PROTECT, null=True, blank=True, related_name="query")

    counts_from = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="+")
    """The series for which it is put right: the next one without published seats; None for the final result."""

    answer_key = models.UUIDField(null=True, blank=True, unique=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "result queries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="query_numbered_once"),
            models.CheckConstraint(condition=~Q(text=""), name="query_says_what"),
            models.CheckConstraint(
                condition=Q(verdict="", reasons="", answered_at=None, answered_by=None, answer_key=None)
                | ~Q(verdict="")
                & ~Q(reasons="")
                & Q(answered_at__isnull=False, answered_by__isnull=False, answer_key__isnull=False),
                name="query_answered_whole",
            ),
            models.CheckConstraint(
                condition=Q(verdict="upheld") | Q(correction=None, counts_from=None), name="upheld_queries_correct"
            ),
        ]

    def __str__(self) -> str:
        return f"query {self.number}"
