"""What an event charges, and what it announces about paying out (SkWO 1.5, 6.2, 7.4.3, 9.13)."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.tournaments.models import Tournament

LONGEST_NAME: Final = 60
LONGEST_CODE: Final = 40


class TariffRow(models.Model):
    """One thing that is charged. What it comes to is decided by ``reckon`` alone."""

    class Kind(models.TextChoices):
        """By what it is charged."""

        ENTRANT = "entrant", _("for each entrant")
        TEAM = "team", _("for each team")
        LIST = "list", _("for each list")
        LOST_GAMES = "lost-games", _("for lost games")
        PLACE_AT_TABLE = "place-at-table", _("by the place at the table")
        PASSED_IN = "passed-in", _("for deals passed in")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tariffs")
    number = models.PositiveSmallIntegerField()
    code = models.SlugField(max_length=LONGEST_CODE)
    """By what accounts and files know it; it stays when the name changes."""

    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    kind = models.CharField(_("Charged"), max_length=14, choices=Kind.choices)
    amounts = models.JSONField()
    """Whole cents; tiers for lost games (``[[3, 50], [null, 100]]``), amounts by size of the table for places."""

    cheaper = models.JSONField(default=dict, blank=True)
    """What a class pays instead for entering, in cents, by its code."""

    free = models.JSONField(default=list, blank=True)
    """The codes of the classes that pay nothing."""

    goes_to = models.JSONField(default=list, blank=True)
    """Where it goes, in order: ``{"pot": "prizes", "share": 80}`` in per cent, or ``"cents"`` for a fixed sum."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tariff_numbered_once"),
            models.UniqueConstraint(fields=["tournament", "code"], name="tariff_code_given_once"),
            models.CheckConstraint(condition=~Q(code="") & ~Q(name=""), name="tariff_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class MoneyTerms(models.Model):
    """What an event says about transfers, and on what a prize waits."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="money_terms")
    holder = models.CharField(_("Account holder"), max_length=70, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    wants_start_card = models.BooleanField(_("A prize waits for the start card"), default=False)
    """Whether start cards are given back before anything is paid out (SkWO 9.13)."""

    wants_presence = models.BooleanField(_("Whoever takes a prize has to be present"), default=False)
    fetched_until = models.DateField(_("Prizes can be fetched until"), null=True, blank=True)
    unclaimed_to = models.CharField(_("What nobody fetched goes to"), max_length=LONGEST_CODE, blank=True)
    """The pot; empty: the organiser."""

    class Meta:
        verbose_name_plural = "money terms"

    def __str__(self) -> str:
        return f"terms of {self.tournament}"
