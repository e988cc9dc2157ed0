"""What there is to win, and who won it (SkWO 1.5, 7.4.3)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.money.models.movements import MovementRow
from scoring.money.models.tariffs import LONGEST_CODE, LONGEST_NAME
from scoring.results.models import Ranking
from tables.accounts.models import User
from tables.tournaments.models import Tournament


class PrizeListRow(models.Model):
    """The prizes of one ranking. Who wins which is decided by ``reckon`` alone."""

    class Sharing(models.TextChoices):
        """How those in equal places share their prizes."""

        NONE = "none", _("not at all")
        AVERAGE = "average", _("in equal parts")
        HORT = "hort", _("half their own, half the average")

    class Winners(models.TextChoices):
        """Who wins: places from the one end of a ranking or the other, or a table together."""

        BEST = "best", _("the best, from first place on")
        LAST = "last", _("the last, from last place on")
        TABLE = "table", _("the players of the best table")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="prize_lists")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    group = models.CharField(_("Group"), max_length=LONGEST_CODE)
    """Nobody wins two prizes of a group."""

    ranking = models.ForeignKey(Ranking, models.PROTECT, null=True, blank=True, related_name="prize_lists")
    """The ranking it is for; None: that of all players."""

    series = models.PositiveSmallIntegerField(_("Only of series"), null=True, blank=True)
    """The number of the one series it is for; None: all of them."""

    of_class = models.CharField(_("Class"), max_length=LONGEST_CODE, blank=True)
    """The code of the class it is for; empty: everybody."""

    winners = models.CharField(_("Who wins"), max_length=5, choices=Winners.choices, default=Winners.BEST)
    plan = models.JSONField()
    """As ``scoring.money.mapping`` reads it: amounts in whole cents, shares in per cent, steps, or goods."""

    sharing = models.CharField(_("Equal places share"), max_length=7, choices=Sharing.choices, default=Sharing.NONE)
    round_to = models.PositiveIntegerField(default=1)
    """Cents; each prize is rounded down to a multiple of it."""

    floor = models.PositiveIntegerField(default=0)
    """Cents; a lower prize is not given."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_list_numbered_once"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(group=""), name="prize_list_has_a_name"),
            models.CheckConstraint(condition=Q(round_to__gte=1), name="prizes_rounded_to_a_cent_at_least"),
            models.CheckConstraint(
                condition=~Q(winners="table") | Q(ranking=None, of_class=""), name="prizes_of_a_table_of_everybody"
            ),
            models.CheckConstraint(
                condition=Q(ranking=None) | Q(series=None, of_class=""), name="prizes_of_one_ranking"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AwardRow(models.Model):
    """A prize somebody won. It is never changed but by saying that it was handed over, or that it fell back."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="awards")
    number = models.PositiveIntegerField()
    prize_list = models.ForeignKey(PrizeListRow, models.PROTECT, related_name="awards")
    place = models.PositiveSmallIntegerField()
    """The number of the prize in its plan."""

    entrant = models.PositiveIntegerField()
    """The start number of whoever won it."""

    cents = models.PositiveIntegerField()
    good = models.CharField(max_length=LONGEST_NAME, blank=True)
    """The thing it is; empty: money."""

    movement = models.OneToOneField(MovementRow, models.PROTECT, null=True, blank=True, related_name="award")
    """What takes it from its pot; None for a thing."""

    awarded_at = models.DateTimeField()
    handed_over_at = models.DateTimeField(null=True, blank=True)
    handed_over_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    off_at = models.DateTimeField(null=True, blank=True)
    """Since when it is no prize of theirs any more: the ranking was corrected, or nobody fetched it."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="award_numbered_once"),
            models.UniqueConstraint(fields=["prize_list", "place"], condition=Q(off_at=None), name="prize_given_once"),
            models.CheckConstraint(condition=Q(good="") | Q(movement=None), name="award_of_money_or_a_thing"),
            models.CheckConstraint(
                condition=Q(handed_over_at=None, handed_over_by=None)
                | Q(handed_over_at__isnull=False, handed_over_by__isnull=False, off_at=None),
                name="award_handed_over_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"prize {self.place} of {self.prize_list}"


class CardReturn(models.Model):
    """Somebody gave their start card back, where prizes wait for it (SkWO 9.13)."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="card_returns")
    entrant = models.PositiveIntegerField()
    """Their start number."""

    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["entrant"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "entrant"], name="card_given_back_once"),
        ]

    def __str__(self) -> str:
        return f"card of {self.entrant}"
