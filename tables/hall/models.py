"""What the direction says to the whole hall: shown on the hall screen and the pages of the event."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.declared import GONE, Chained, NotSealed, OfEvent, column
from tables.tournaments.models import Tournament


class Announcement(models.Model):
    """A sentence for everybody. It is shown until its time is over or it is taken down, and stays on record."""

    sealed_in: ClassVar[Chained] = OfEvent("announcement", _("announcement {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="announcements")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    text = column(models.CharField(max_length=200), goes=GONE)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    until = models.DateTimeField(null=True, blank=True)
    """When it goes by itself; None: when somebody takes it down."""

    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="announcement_numbered_once"),
            models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),
        ]

    def __str__(self) -> str:
        return f"announcement {self.number}"


class Mailing(models.Model):
    """What was mailed of one thing: a series' seats or an announcement. Nobody gets the same twice."""

    sealed_in: ClassVar[Chained] = NotSealed("the line of the act says what was mailed, and to how many", passes=True)

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="mailings")
    about = models.CharField(max_length=30)
    """Kind and number: "series 2", "announcement 3"."""

    sent = models.JSONField(default=dict)
    """What was sent, by start number: table and seat, or nothing more where all got the same."""

    failed = models.JSONField(default=list)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "about"], name="mailing_of_one_thing")]

    def __str__(self) -> str:
        return f"mail about {self.about}"
