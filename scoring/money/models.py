"""The rows of money: movements, boxes counted, the end of the account, tariffs, prizes (SkWO 1.5, 3.3, 6.2, 7.4.3)."""

from enum import StrEnum
from typing import ClassVar, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.money.reckon.ledger import Account, Purpose
from scoring.results.models import Ranking
from tables.accounts.models import User
from tables.declared import GONE, Chained, OfEvent, column
from tables.tournaments.models import Tournament

LARGEST = 1_000_000_00  # cents: nothing in an event is above a million
LONGEST_ACCOUNT = 40


class Move(StrEnum):
    """Reasons of movements that no tariff charges; what each is about says ``wording.amounts``."""

    PAID, TICKED, PAID_OUT, MOVED_OVER, TAKEN_BACK = "paid", "ticked", "paid-out", "moved-over", "taken-back"
    PRIZE, JACKPOT, UNCLAIMED, FILLS, GIVEN_TO = "prize", "jackpot", "unclaimed", "fills", "given-to-pot"
    PUT_IN, TAKEN_OUT, DIFFERENCE = "put-in", "taken-out", "difference"
    CARRIED, REFUND, TO_ORGANISER = "carried", "refund", "to-organiser"


BY_HAND: Final = frozenset(
    {Move.PAID, Move.PAID_OUT, Move.MOVED_OVER, Move.TICKED, Move.GIVEN_TO, Move.JACKPOT, Move.PUT_IN, Move.TAKEN_OUT}
    | {Move.CARRIED}
)
PURPOSES = [(purpose.value, purpose.value) for purpose in Purpose]  # what an account can be for


class MovementRow(models.Model):
    """One amount moved by an act. It is never changed, only reversed; entrants are known by their start numbers."""

    sealed_in: ClassVar[Chained] = OfEvent("movement", _("movement {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="movements")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField()  # of the act; what several movements of one act have in common
    part = models.PositiveSmallIntegerField(default=1)  # which movement of the act it is, from 1 on
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    source = models.CharField(max_length=9, choices=PURPOSES)
    source_name = models.CharField(max_length=LONGEST_ACCOUNT, blank=True)
    target = models.CharField(max_length=9, choices=PURPOSES)
    target_name = models.CharField(max_length=LONGEST_ACCOUNT, blank=True)
    cents = models.PositiveIntegerField()
    reason = models.CharField(max_length=40)  # a code with its numbers: "lost-games 3", "paid", "prize 2 1"
    because = column(models.TextField(blank=True), goes=GONE)  # empty where the reason says it all
    entrant = models.PositiveIntegerField(null=True, blank=True)  # the start number of whom it is about
    series = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="movement_numbered_once"),
            models.UniqueConstraint(fields=["tournament", "entry_key", "part"], name="movement_asked_for_once"),
            models.CheckConstraint(condition=Q(cents__gte=1, cents__lte=LARGEST), name="movement_moves_something"),
            models.CheckConstraint(
                condition=~Q(source=F("target")) | ~Q(source_name=F("target_name")),
                name="movement_between_two_accounts",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="movement_says_why"),
            models.CheckConstraint(
                condition=Q(series=None, table=None) | Q(series__isnull=False, table__isnull=False),
                name="movement_names_a_list_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"movement {self.number}"

    @property
    def from_account(self) -> Account:
        """Where it came from."""
        return Account(Purpose(self.source), self.source_name)

    @property
    def to_account(self) -> Account:
        """Where it went."""
        return Account(Purpose(self.target), self.target_name)


FIRST_BOX: Final = "1"  # the box there is while nobody names another


class BoxCount(models.Model):
    """A box of cash, counted piece by piece; with ``to`` it went into the hands of somebody else."""

    sealed_in: ClassVar[Chained] = OfEvent("box_count", _("count {} of a box"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="box_counts")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    box = models.CharField(max_length=LONGEST_ACCOUNT)
    pieces = models.JSONField()  # how many of each note and coin, by its cents as text: ``{"2000": 3}``
    found = models.PositiveIntegerField()  # what was in it, in cents
    expected = models.IntegerField()  # what should have been in it, in cents
    movement = models.OneToOneField(MovementRow, models.PROTECT, null=True, blank=True, related_name="box_count")
    because = column(models.TextField(blank=True), goes=GONE)  # why it differs
    witness = column(models.CharField(max_length=80, blank=True), goes=GONE)  # who counted with them
    to = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")  # whose it is then
    counted_at = models.DateTimeField()
    counted_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="box_count_numbered_once")]

    def __str__(self) -> str:
        return f"count {self.number} of box {self.box}"


class Deferral(models.Model):
    """Somebody plays on the cuff: they said that they pay later."""

    sealed_in: ClassVar[Chained] = OfEvent("deferral", _("payment put off {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deferrals")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    entrant = models.PositiveIntegerField()  # their start number
    cents = models.PositiveIntegerField()  # what they owed then
    because = column(models.TextField(blank=True), goes=GONE)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="deferral_numbered_once")]

    def __str__(self) -> str:
        return f"deferral {self.number}"


class Closing(models.Model):
    """The account was rendered: every account is at nothing, and two have signed it (SkWO 3.3)."""

    sealed_in: ClassVar[Chained] = OfEvent("closing", _("closing {} of the account"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="closings")
    number = models.PositiveIntegerField()
    entry_key = models.UUIDField(unique=True)
    last_movement = models.PositiveIntegerField()  # the number of the last movement it is about
    second = column(models.CharField(max_length=80), goes=GONE)  # who signed besides whoever closed it
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_because = column(models.TextField(blank=True), goes=GONE)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="closing_numbered_once"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(reopened_at=None), name="account_closed_once"),
            models.CheckConstraint(
                condition=Q(reopened_at=None, reopened_because="")
                | Q(reopened_at__isnull=False) & ~Q(reopened_because=""),
                name="account_reopened_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"closing {self.number}"


LONGEST_NAME: Final = 60
LONGEST_CODE: Final = 40


class TariffRow(models.Model):
    """One thing that is charged. What it comes to is decided by ``reckon`` alone."""

    sealed_in: ClassVar[Chained] = OfEvent("tariff", _("tariff {}"))

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
    code = models.SlugField(max_length=LONGEST_CODE)  # for accounts and files; it stays when the name changes
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    kind = models.CharField(_("Charged"), max_length=14, choices=Kind.choices)
    amounts = models.JSONField()  # cents; tiers for lost games (``[[3, 50], [null, 100]]``), by size for places
    cheaper = models.JSONField(default=dict, blank=True)  # what a class pays instead, in cents, by its code
    free = models.JSONField(default=list, blank=True)  # the codes of the classes that pay nothing
    goes_to = models.JSONField(default=list, blank=True)  # ``{"pot": "prizes", "share": 80}``, or ``"cents"``

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

    sealed_in: ClassVar[Chained] = OfEvent("terms", _("what is said about transfers and prizes"), key=())

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="money_terms")
    holder = column(models.CharField(_("Account holder"), max_length=70, blank=True), goes="")
    iban = column(models.CharField("IBAN", max_length=34, blank=True), goes="")
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


class PrizeListRow(models.Model):
    """The prizes of one ranking. Who wins which is decided by ``reckon`` alone."""

    sealed_in: ClassVar[Chained] = OfEvent("prize_list", _("list of prizes {}"))

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
    group = models.CharField(_("Group"), max_length=LONGEST_CODE)  # nobody wins two prizes of a group
    ranking = models.ForeignKey(Ranking, models.PROTECT, null=True, blank=True, related_name="prize_lists")
    series = models.PositiveSmallIntegerField(_("Only of series"), null=True, blank=True)  # None: all series
    of_class = models.CharField(_("Class"), max_length=LONGEST_CODE, blank=True)  # empty: everybody
    winners = models.CharField(_("Who wins"), max_length=5, choices=Winners.choices, default=Winners.BEST)
    plan = models.JSONField()  # as ``selectors.accounts`` reads it: amounts in cents, shares in per cent, steps, goods
    sharing = models.CharField(_("Equal places share"), max_length=7, choices=Sharing.choices, default=Sharing.NONE)
    round_to = models.PositiveIntegerField(default=1)  # cents; each prize is rounded down to a multiple of it
    floor = models.PositiveIntegerField(default=0)  # cents; a lower prize is not given

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

    sealed_in: ClassVar[Chained] = OfEvent("award", _("prize given {}"))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="awards")
    number = models.PositiveIntegerField()
    prize_list = models.ForeignKey(PrizeListRow, models.PROTECT, related_name="awards")
    place = models.PositiveSmallIntegerField()  # the number of the prize in its plan
    entrant = models.PositiveIntegerField()  # the start number of whoever won it
    cents = models.PositiveIntegerField()
    good = models.CharField(max_length=LONGEST_NAME, blank=True)  # the thing it is; empty: money
    movement = models.OneToOneField(MovementRow, models.PROTECT, null=True, blank=True, related_name="award")
    awarded_at = models.DateTimeField()
    handed_over_at = models.DateTimeField(null=True, blank=True)
    handed_over_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    off_at = models.DateTimeField(null=True, blank=True)  # since the ranking was corrected, or nobody fetched it

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

    sealed_in: ClassVar[Chained] = OfEvent("card", _("no. {}, the start card given back"), key=("entrant",))

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="card_returns")
    entrant = models.PositiveIntegerField()  # their start number
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["entrant"]
        constraints = [models.UniqueConstraint(fields=["tournament", "entrant"], name="card_given_back_once")]

    def __str__(self) -> str:
        return f"card of {self.entrant}"
