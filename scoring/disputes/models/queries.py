"""Questions about a posted result: mistakes in the evaluation, not in the play."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models.corrections import Correction
from tables.accounts.models import User
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class ResultQuery(models.Model):
    """What an entrant finds wrong in a posted result. It is answered once."""

    class Verdict(models.TextChoices):
        """How a query is answered."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="queries")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="queries")
    """The series whose result it is about; None for the final result."""

    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="queries")
    text = models.TextField(_("What is wrong in the result"))
    raised_at = models.DateTimeField()
    raised_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """The official who took it in; None when the entrant sent it themselves."""

    late = models.BooleanField()
    """Whether its window had closed when it came in."""

    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    reasons = models.TextField(blank=True)
    """Why; where it was upheld, also what was put right."""

    correction = models.OneToOneField(Correction, models.PROTECT, null=True, blank=True, related_name="query")
    """What was corrected in a list because of it."""

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
