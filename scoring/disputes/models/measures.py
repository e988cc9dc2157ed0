"""What the direction orders, and how it is lifted again (SkWO 4.3, 4.4, 7.1.2, 7.2.4, 9.4)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.lists.models import PENALTY, ZEROED, GameListRow
from tables.accounts.models import User
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Measure(models.Model):
    """One thing the direction ordered. It is never changed: what was wrong is lifted, and stays to be read."""

    class Kind(models.TextChoices):
        """What is ordered."""

        WARNING = "warning", _("warning")
        PENALTY = PENALTY, _("penalty points")
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
    """The series in which it happened; None if it was in none."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, null=True, blank=True, related_name="measures")
    """The list it is about: void, or that of a seat at zero, or of a table that is excluded."""

    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="measures")
    """Whom it is about; None where it is about the whole table."""

    points = models.PositiveSmallIntegerField(null=True, blank=True)
    """Penalty points, which come off what they earned in the series."""

    from_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    """The first deal that the substitute plays; they stay until the end of the series."""

    substitute = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="replaces")
    """Who plays in the entrant's place, if they take part themselves."""

    substitute_name = models.CharField(max_length=80, blank=True)
    """Their name, if they do not."""

    reason = models.TextField()
    clause = models.CharField(max_length=40)
    """The clause with its edition: "SkWO 4.3 (2002)"."""

    ordered_at = models.DateTimeField()
    ordered_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    lift_key = models.UUIDField(null=True, blank=True, unique=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    """When a later act took it back; None while it holds."""

    lifted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    lifted_because = models.TextField(blank=True)

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
                | Q(kind__in=["penalty", "replacement"], series__isnull=False, entrant__isnull=False)
                | Q(kind__in=["warning", "expulsion"], entrant__isnull=False),
                name="measure_says_against_whom",
            ),
            models.CheckConstraint(
                condition=Q(kind="penalty", points__isnull=False, points__gte=1)
                | ~Q(kind="penalty") & Q(points__isnull=True),
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
    def holds(self) -> bool:
        """Whether nobody has lifted it."""
        return self.lifted_at is None
