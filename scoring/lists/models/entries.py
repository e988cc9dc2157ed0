"""The entries of a list, deal by deal: those that count, those of a second list, and those only proposed (ISkO 5.5)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.lists.models.lists import AN_ENTRY, GameListRow, house_constraints
from scoring.rules.contract import Game
from tables.accounts.models import User
from tables.declared import GONE, Chained, NotSealed, column

GAMES = {
    Game.DIAMONDS: _("Diamonds"),
    Game.HEARTS: _("Hearts"),
    Game.SPADES: _("Spades"),
    Game.CLUBS: _("Clubs"),
    Game.GRAND: _("Grand"),
    Game.NULL: _("Null"),
}


def line_constraints(*, prefix: str = "") -> list[models.CheckConstraint]:
    """Return what must be true of every entry, whatever list it stands in."""
    return [
        models.CheckConstraint(condition=Q(number__gte=1), name=f"{prefix}deal_numbers_begin_at_one"),
        models.CheckConstraint(
            condition=Q(declarer__isnull=True, game="", won=False, points=0)
            # To compare with nothing is neither true nor false, and a check that is not false passes.
            | Q(declarer__isnull=False, declarer__gte=1, game__in=[game.value for game in Game])
            # House rules know a table of five.
            & (Q(declarer__lte=4) | Q(house__isnull=False, declarer__lte=5)),
            name=f"{prefix}declarer_and_game_together",
        ),
        models.CheckConstraint(
            condition=Q(game="", matadors__isnull=True)
            # A Null below its bid is charged as another game, by its matadors (ISkO 3.4.4).
            | Q(game=Game.NULL.value) & (Q(matadors__isnull=True) | Q(bid__isnull=False))
            | ~Q(game__in=["", Game.NULL.value]) & Q(matadors__isnull=False),
            name=f"{prefix}matadors_in_trump_games",
        ),
        models.CheckConstraint(
            condition=Q(declarer__isnull=True)
            | Q(won=True, points__gt=0)
            | Q(won=False, points__lt=0)
            | Q(overruled=True, points__lt=0),
            name=f"{prefix}points_say_who_won",
        ),
        models.CheckConstraint(
            condition=Q(voided_at__isnull=False) | Q(voided_by__isnull=True, voided_because=""),
            name=f"{prefix}voided_says_when",
        ),
        *house_constraints(prefix=prefix),
    ]


class EntryRow(models.Model):
    """What was written down of one deal. Nothing is overwritten: a correction voids it and adds another."""

    sealed_in: ClassVar[Chained] = NotSealed(AN_ENTRY)

    entry_key = models.UUIDField(unique=True)
    """Fixed when the deal is written on the phone or the form is opened: the same entry sent twice counts once."""

    number = models.PositiveSmallIntegerField()
    declarer = models.PositiveSmallIntegerField(null=True, blank=True)
    """The declarer's seat, or None when the deal was passed in."""

    game = models.CharField(max_length=8, blank=True, choices=[(game.value, word) for game, word in GAMES.items()])
    matadors = models.SmallIntegerField(null=True, blank=True)
    """With n, without -n; in Null only where it stands below its bid."""

    hand = models.BooleanField(default=False)
    schneider = models.BooleanField(default=False)
    schneider_announced = models.BooleanField(default=False)
    schwarz = models.BooleanField(default=False)
    schwarz_announced = models.BooleanField(default=False)
    ouvert = models.BooleanField(default=False)
    won = models.BooleanField(default=False)
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    overbid = models.BooleanField(default=False)
    overruled = models.BooleanField(default=False)
    """A judge let it stand although the rules refuse it."""

    points = models.SmallIntegerField(default=0)
    """What the declarer's column got, in game points; by house rules what the game is worth with its stakes."""

    house = column(models.JSONField(null=True, blank=True), came_later=True)
    """What house rules add to it: their name and, where it was one, the Ramsch; None in a list kept by the book.

    Whose columns it goes to, and whether it counts double, hangs on the deals before: the rules say it of a whole list.
    """

    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """None when the table entered it with its key."""

    device = column(models.CharField(max_length=32, blank=True, default=""), goes="")
    """The phone it was entered on, which alone may take it back; empty for what the office wrote, or a correction."""

    voided_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    voided_because = column(models.CharField(max_length=300, blank=True), goes=GONE)

    class Meta:
        abstract = True
        ordering = ["number", "entered_at"]

    def __str__(self) -> str:
        return f"deal {self.number}"


class DealRow(EntryRow):
    """One entry of a list (ISkO 5.5.3)."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="deals")

    class Meta(EntryRow.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["game_list", "number"], condition=Q(voided_at__isnull=True), name="one_valid_entry_per_deal"
            ),
            *line_constraints(),
        ]


class SecondDealRow(EntryRow):
    """One entry of the second list of a table, which only the first is compared with."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="second_deals")

    class Meta(EntryRow.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["game_list", "number"], condition=Q(voided_at__isnull=True), name="one_valid_second_entry"
            ),
            *line_constraints(prefix="second_"),
        ]


class Proposal(models.Model):
    """An entry that a phone brought and that does not count until somebody accepts it.

    It comes from a phone that lost the list to another, or could not be entered when it arrived.
    """

    sealed_in: ClassVar[Chained] = NotSealed(
        "counts for nothing until somebody accepts it, who sees it; then it is an entry"
    )

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="proposals")
    entry_key = models.UUIDField(unique=True)
    number = models.PositiveSmallIntegerField()
    line = models.JSONField()
    """The entry as the phone sent it."""

    sits = models.JSONField(default=list, blank=True)
    """Start numbers of those who sat there when it was written, from seat 1 on; empty where the phone named none."""

    because = models.CharField(max_length=40)
    """The code of the refusal that kept it from being entered."""

    device = column(models.CharField(max_length=32), goes="")
    received_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """None when the table that keeps the list settled it."""

    accepted = models.BooleanField(default=False)

    class Meta:
        ordering = ["received_at", "number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settled_at__isnull=False) | Q(settled_by__isnull=True, accepted=False),
                name="proposal_settled_says_when",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_list}, proposed deal {self.number}"
