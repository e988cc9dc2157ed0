"""The phones at a table, what they did, and what a table calls the direction for (SkWO 7.2.2, 9.6)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.lists.models.lists import GameListRow
from tables.accounts.models import User
from tables.declared import Chained, NotSealed, column


class Phone(models.Model):
    """A phone that was seen at a list. One may keep the list, one the second list, all others watch."""

    sealed_in: ClassVar[Chained] = NotSealed("what a phone last said of itself; lists are told by acts", passes=True)

    class Keeps(models.TextChoices):
        """Which list a phone may write."""

        NOTHING = "", _("watches")
        FIRST = "first", _("keeps the list")
        SECOND = "second", _("keeps the second list")

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="phones")
    device = models.CharField(max_length=32)
    """What the site calls this phone: drawn at random when it first showed the table's key."""

    keeps = models.CharField(max_length=6, choices=Keeps.choices, default=Keeps.NOTHING, blank=True)
    unsent = models.PositiveSmallIntegerField(default=0)
    """Deals that waited on it when it was last heard of."""

    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game_list", "device"], name="one_row_a_phone"),
            models.UniqueConstraint(
                fields=["game_list", "keeps"], condition=~Q(keeps=""), name="one_phone_keeps_each_list"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}: {self.get_keeps_display()}"


class Call(models.Model):
    """What a table calls the direction for. It stays open until the direction, or the table itself, says it is done.

    That the table itself let another phone keep a list stands here too, settled as it is done.
    """

    sealed_in: ClassVar[Chained] = NotSealed("a bell in the hall, held against the line that tells what became of it")

    class Kind(models.TextChoices):
        """What it is about."""

        SEAT = "seat", _("somebody sits where they should not")
        TAKE_OVER = "take-over", _("another phone is to keep the list")
        OBJECTION = "objection", _("a player does not agree with the list")
        JUDGE = "judge", _("the table asks for a judge")
        HELP = "help", _("the table needs help")
        LEAVES = "leaves", _("a player leaves the table")
        RETURNS = "returns", _("a player is back")
        BY_WORDS = "by-words", _("another phone keeps the list: it had the words of the one before")
        AGREED = "agreed", _("another phone keeps the list: all players agreed")

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="calls")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    entry_key = models.UUIDField(unique=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat it is about, or that calls; None for the table as a whole."""

    text = column(models.CharField(max_length=500, blank=True), goes="")
    device = column(models.CharField(max_length=32, blank=True), goes="")
    """The phone that called; for a take-over the one that is to keep the list."""

    second = models.BooleanField(default=False)
    """Whether the take-over is of the second list."""

    called_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """None when the table itself took it back, or did it."""

    granted = models.BooleanField(default=False)
    """Whether what was asked for was done."""

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settled_at__isnull=False) | Q(settled_by__isnull=True, granted=False),
                name="call_settled_says_when",
            ),
            models.CheckConstraint(
                condition=Q(place__isnull=True) | Q(place__gte=1, place__lte=5), name="call_of_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}: {self.get_kind_display()}"


class DoneAct(models.Model):
    """That an act was done which a phone brought beside its deals: brought again, it is known and not done again."""

    sealed_in: ClassVar[Chained] = NotSealed(
        "recognises an act that a phone sends twice; what it wrote is told", passes=True
    )

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="done_acts")
    entry_key = models.UUIDField(unique=True)
    """Fixed when it is written down on the phone."""

    content = models.CharField(max_length=64)
    """SHA-256 of what it said: the same key with something else is another act."""

    done_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_list}: {self.entry_key}"
