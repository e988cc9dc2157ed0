"""Lists, their entries, their results and who confirmed them (SkWO 7.2)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.rules import Game
from tables.models import Seat, Table, User

GAMES = {
    Game.DIAMONDS: _("Diamonds"),
    Game.HEARTS: _("Hearts"),
    Game.SPADES: _("Spades"),
    Game.CLUBS: _("Clubs"),
    Game.GRAND: _("Grand"),
    Game.NULL: _("Null"),
}


class GameListRow(models.Model):
    """The list of one table in one series, kept deal by deal or typed from paper as totals."""

    class Kind(models.TextChoices):
        """How the list is kept. It is open until its first entry decides."""

        DEALS = "deals", _("deal by deal")
        TOTALS = "totals", _("results only")

    table = models.OneToOneField(Table, models.PROTECT, related_name="game_list")
    rounds = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.DEALS)
    version = models.PositiveIntegerField(default=0)
    """Counts the changes; a page knows by it whether what it shows is still what is there."""

    short_because = models.CharField(max_length=300, blank=True)
    """Why the direction accepts fewer deals than the series has; empty while it does not."""

    signed_at = models.DateTimeField(null=True, blank=True)
    """From here on the list is a document (SkWO 7.2.3)."""

    signed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """The director who closed it from a signed paper list; None when the table closed it itself."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(rounds__gte=1, rounds__lte=24), name="list_rounds_in_range"),
            models.CheckConstraint(
                condition=Q(signed_at__isnull=False) | Q(signed_by__isnull=True), name="list_signed_by_says_when"
            ),
        ]

    def __str__(self) -> str:
        return f"list of {self.table}"


class DealRow(models.Model):
    """One entry of a list. A correction voids it and adds another; nothing is overwritten (ISkO 5.5.3)."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="deals")
    entry_key = models.UUIDField(unique=True)
    """Fixed when the form is opened: the same entry sent twice counts once."""

    number = models.PositiveSmallIntegerField()
    declarer = models.PositiveSmallIntegerField(null=True, blank=True)
    """The declarer's seat, or None when the deal was passed in."""

    game = models.CharField(max_length=8, blank=True, choices=[(game.value, word) for game, word in GAMES.items()])
    matadors = models.SmallIntegerField(null=True, blank=True)
    """With n, without -n, None in Null."""

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
    """What the declarer's column got, in game points."""

    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """None when the table entered it with its key."""

    voided_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    voided_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number", "entered_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game_list", "number"], condition=Q(voided_at__isnull=True), name="one_valid_entry_per_deal"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_numbers_begin_at_one"),
            models.CheckConstraint(
                condition=Q(declarer__isnull=True, game="", won=False, points=0)
                | Q(declarer__gte=1, declarer__lte=4, game__in=[game.value for game in Game]),
                name="declarer_and_game_together",
            ),
            models.CheckConstraint(
                condition=Q(game="", matadors__isnull=True)
                | Q(game=Game.NULL.value, matadors__isnull=True)
                | ~Q(game__in=["", Game.NULL.value]) & Q(matadors__isnull=False),
                name="matadors_in_trump_games",
            ),
            models.CheckConstraint(
                condition=Q(declarer__isnull=True)
                | Q(won=True, points__gt=0)
                | Q(won=False, points__lt=0)
                | Q(overruled=True, points__lt=0),
                name="points_say_who_won",
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=False) | Q(voided_by__isnull=True, voided_because=""),
                name="voided_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}, deal {self.number}"


class TotalsRow(models.Model):
    """One player's line typed from a paper list: points, won, lost."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="totals")
    place = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["place", "entered_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game_list", "place"], condition=Q(voided_at__isnull=True), name="one_valid_total_per_seat"
            ),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=4), name="totals_seats_one_to_four"),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}, seat {self.place}"


class SeatResult(models.Model):
    """What a seat has so far: derived from the list with every change, so that standings need not read deals."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="results")
    seat = models.OneToOneField(Seat, models.PROTECT, related_name="result")
    game_points = models.IntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    opponents_lost = models.PositiveSmallIntegerField(default=0)
    performance = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.seat}: {self.performance}"


class Confirmation(models.Model):
    """A player's word that the list is right; it lapses when the list changes (SkWO 7.2.3)."""

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="confirmations")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    """The name as it was signed."""

    at = models.DateTimeField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game_list", "place"], name="one_confirmation_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}: {self.name}"
