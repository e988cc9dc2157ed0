"""Lists, their results, who confirmed them, the phones at a table and its calls (SkWO 7.2, 9.6)."""

from functools import reduce
from operator import add, and_
from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import IntegerField, Q, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import GreaterThanOrEqual, IsNull, LessThanOrEqual
from django.utils.translation import gettext_lazy as _

from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from tables.accounts.models import User
from tables.declared import GONE, Chained, NotSealed, OfEvent, column
from tables.draw.models import Seat, Table
from tables.tournaments.models import PROFILE_NAME

AWARD: Final = "award"
PENALTY: Final = "penalty"
ZEROED: Final = "zeroed"
"""What the direction can order that changes what counts of a list (SkWO 4.3, 7.1.2)."""

AN_ENTRY: Final = "told whole by the act that entered it, and held against its line"


class GameListRow(models.Model):
    """The list of one table in one series, kept deal by deal or typed from paper as totals."""

    sealed_in: ClassVar[Chained] = OfEvent(
        "list", _("series {}, table {}, the list"), key=("table__series__number", "table__number"), comes_unsealed=True
    )

    class Kind(models.TextChoices):
        """How the list is kept. It is open until its first entry decides."""

        DEALS = "deals", _("deal by deal")
        TOTALS = "totals", _("results only")

    table = models.OneToOneField(Table, models.PROTECT, related_name="game_list")
    rounds = models.PositiveSmallIntegerField()
    kind = column(
        models.CharField(max_length=6, choices=Kind.choices, default=Kind.DEALS),
        unsealed="told by the acts that enter deals or totals",
    )
    profile = column(models.CharField(max_length=PROFILE_NAME, blank=True, default=""), came_later=True)
    """Name of the house rules it is kept by, as its series said when it was opened; empty: by the book."""

    stake = column(models.CharField(max_length=20, blank=True, default=""), came_later=True)
    """Cents that a point is worth, as a fraction: "1/2", agreed before the first deal; empty: none (ISkO 5.5.4)."""

    version = column(
        models.PositiveIntegerField(default=0), unsealed="counts changes, so that pages know theirs is old"
    )
    """Counts the changes; a page knows by it whether what it shows is still what is there."""

    seats_confirmed_at = models.DateTimeField(null=True, blank=True)
    """When the table said that everybody sits where the draw put them (SkWO 7.1.2)."""

    presence = column(models.JSONField(default=list, blank=True), unsealed="told whole by the acts that change it")
    """Who left or joined (ISkO 3.1.2, 4.5.9): pairs of a round and the seats that are taken from it on, rising; until
    the first of them all seats are.
    """

    chairs = column(
        models.JSONField(default=list, blank=True), unsealed="told whole by the acts that change it", came_later=True
    )
    """Who sat on another's chair from some deal on (SkWO 7.1.2): the seat, that deal, the other table, its seat, and
    the deal of its list from which on they sat there; the other list has the same the other way round.
    """

    struck_after = column(
        models.PositiveSmallIntegerField(null=True, blank=True),
        unsealed="told by the acts that strike deals and give them back",
    )
    """The last deal that had begun when the time was over; those after it are struck. None while none are."""

    short_because = column(models.CharField(max_length=300, blank=True), goes=GONE)
    """Why the direction accepts fewer deals than the series has; empty while it does not."""

    passed = column(models.PositiveSmallIntegerField(null=True, blank=True), came_later=True)
    """Deals that were passed in, of a list of which only the results are known; None where nobody said."""

    signed_at = models.DateTimeField(null=True, blank=True)
    """From here on the list is a document (SkWO 7.2.3)."""

    signed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    """The director who closed it from a signed paper list; None when the table closed it itself."""

    signed_hash = models.CharField(max_length=64, blank=True)
    """SHA-256 over the list as it was signed; empty while it is open."""

    void_at = models.DateTimeField(null=True, blank=True)
    """Since when the direction declares it void; None while it counts (SkWO 7.2.4)."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(rounds__gte=1, rounds__lte=24), name="list_rounds_in_range"),
            models.CheckConstraint(
                condition=Q(signed_at__isnull=False) | Q(signed_by__isnull=True), name="list_signed_by_says_when"
            ),
        ]

    def __str__(self) -> str:
        return f"list of {self.table}"


class TotalsRow(models.Model):
    """One player's line typed from a paper list: points, won, lost."""

    sealed_in: ClassVar[Chained] = NotSealed(AN_ENTRY)

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="totals")
    place = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    voided_at = models.DateTimeField(null=True, blank=True)
    correction = models.ForeignKey(
        "scoring.Correction", models.PROTECT, null=True, blank=True, related_name="written_totals"
    )
    """The correction of the signed list that wrote it; None for what was typed from the paper."""

    replaced_by = models.ForeignKey(
        "scoring.Correction", models.PROTECT, null=True, blank=True, related_name="replaced_totals"
    )
    """The correction of the signed list that voided it."""

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
    """What counts for a seat so far: derived with every change, so that standings need not read deals."""

    sealed_in: ClassVar[Chained] = NotSealed("reckoned again from the entries of its list")

    class Counts(models.TextChoices):
        """Whether what counts is what the entries give."""

        AS_PLAYED = "", _("as played")
        LOWER = "lower", _("the lower score")
        ZEROED = "zeroed", _("series at zero")
        VOID = "void", _("list void")

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="results")
    seat = models.OneToOneField(Seat, models.PROTECT, related_name="result")
    game_points = models.IntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    opponents_lost = models.PositiveSmallIntegerField(default=0)
    performance = models.IntegerField(default=0)
    counts = models.CharField(max_length=6, choices=Counts.choices, default=Counts.AS_PLAYED, blank=True)
    """Why it is not what the entries give."""

    penalty = models.IntegerField(default=0)
    """Penalty points that come off in the ranking, less those awarded; the figures above are without them."""

    def __str__(self) -> str:
        return f"{self.seat}: {self.performance}"


class Confirmation(models.Model):
    """A player's word that the list is right; it lapses when the list changes (SkWO 7.2.3)."""

    sealed_in: ClassVar[Chained] = OfEvent(
        "confirmation",
        _("series {}, table {}, seat {}, the signature"),
        key=("game_list__table__series__number", "game_list__table__number", "place"),
    )

    class Way(models.TextChoices):
        """How it was given: it is that of whoever sits there, not of whoever held the phone."""

        NAME = "name", _("by name at the table")
        """Of before, when a name that anybody could type was enough."""

        DRAWN = "drawn", _("drawn on the screen")
        ALOUD = "aloud", _("said aloud and heard by another player")
        PHONE = "phone", _("by code on a phone of their own")

    game_list = models.ForeignKey(GameListRow, models.PROTECT, related_name="confirmations")
    place = models.PositiveSmallIntegerField()
    name = column(models.CharField(max_length=80), goes=GONE)
    """What the seat's player was called; of before, as it was typed."""

    way = models.CharField(max_length=5, choices=Way.choices, default=Way.NAME)
    heard_by = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat of the other player who heard it said aloud; None where it was given in another way."""

    drawing = column(models.TextField(blank=True, max_length=8000), goes="")
    """A drawn signature: the path of an SVG of 600 by 200 units; empty when none was drawn."""

    at = models.DateTimeField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game_list", "place"], name="one_confirmation_per_seat"),
            models.CheckConstraint(
                condition=Q(way="aloud", heard_by__isnull=False, heard_by__gte=1, heard_by__lte=5)
                | (~Q(way="aloud") & Q(heard_by__isnull=True)),
                name="said_aloud_is_heard_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(heard_by__isnull=True) | ~Q(heard_by=models.F("place")), name="nobody_hears_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_list}: {self.name}"


SEATS: Final = range(5)
"""At most five sit at a table of house rules."""

FEWEST: Final = 0
"""Card points there are at least in a Ramsch: of a third hand that nobody plays for two, any may be missing."""


def house_constraints(*, prefix: str = "") -> list[models.CheckConstraint]:
    """Return what must be true of house rules in every entry; what else a profile refuses, the rules say."""
    is_by_the_book, says_its_profile = Q(house__isnull=True), IsNull(KT("house__profile"), False)
    is_no_ramsch = IsNull(KT("house__ramsch"), True)
    stakes = _number("house__stakes")
    return [
        models.CheckConstraint(condition=is_by_the_book | Q(says_its_profile), name=f"{prefix}house_rules_have_a_name"),
        models.CheckConstraint(
            condition=is_by_the_book | Q(is_no_ramsch) | Q(declarer__isnull=True, house__isnull=False),
            name=f"{prefix}ramsch_has_no_declarer",
        ),
        models.CheckConstraint(
            condition=is_by_the_book | Q(GreaterThanOrEqual(stakes, 0)) & Q(LessThanOrEqual(stakes, 4)),
            name=f"{prefix}stakes_at_most_resupra",
        ),
        _adds_up("card_points", least=FEWEST, most=ALL_POINTS, name=f"{prefix}ramsch_card_points_add_up"),
        _adds_up("tricks", least=ALL_TRICKS, most=ALL_TRICKS, name=f"{prefix}ramsch_tricks_add_up"),
    ]


def _adds_up(column: str, *, least: int, most: int, name: str) -> models.CheckConstraint:
    """Refuse a Ramsch whose seats have less than nothing, or not as much together as there is."""
    stated = f"house__ramsch__{column}"
    seats = [_number(f"{stated}__{seat}") for seat in SEATS]
    together = reduce(add, seats)
    holds = reduce(and_, (Q(GreaterThanOrEqual(seat, 0)) for seat in seats))
    holds &= Q(GreaterThanOrEqual(together, least)) & Q(LessThanOrEqual(together, most))
    return models.CheckConstraint(condition=Q(house__isnull=True) | Q(IsNull(KT(stated), True)) | holds, name=name)


def _number(path: str) -> Any:
    """Return what stands at a path of the JSON as a number; nothing counts as none."""
    return Coalesce(Cast(KT(path), IntegerField()), Value(0))


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
