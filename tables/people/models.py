"""Who takes part (SkWO 4)."""

from collections.abc import Iterable
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import mark_of, new_key
from tables.declared import Chained, Fate, OfEvent, column
from tables.intake.optional import EARLIEST, LATEST
from tables.names import SortKey, family_name_first, in_order, sort_key, told_apart
from tables.tournaments.models import Shown, Tournament, public_name, shown_name

CLUB_IS_SHOWN = frozenset({Shown.FULL, Shown.INITIALS})
"""With which of the settings of a name the club stands beside it."""


class Entrant(models.Model):
    """Someone registered for a tournament. The start number comes first, the name may follow."""

    sealed_in: ClassVar[Chained] = OfEvent("entrant", _("no. {}"))

    class Source(models.TextChoices):
        """How the entrant came in."""

        DESK = "desk", _("at the desk")
        PASTE = "paste", _("pasted")
        FILE = "file", _("from a file")
        SELF = "self", _("by themselves")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    number = models.PositiveIntegerField(_("Start number"))
    name = column(models.CharField(_("Name"), max_length=80, blank=True), goes="")
    club = column(models.CharField(_("Club"), max_length=80, blank=True), goes=Fate.OTHERWISE)
    team = column(models.CharField(_("Team"), max_length=80, blank=True), goes=Fate.OTHERWISE)
    classes = models.JSONField(_("Classes"), default=list, blank=True)
    member_number = column(models.CharField(_("Member number"), max_length=40, blank=True), goes="")
    birth_year = column(models.PositiveSmallIntegerField(_("Year of birth"), null=True, blank=True), goes=None)
    district = column(models.CharField(_("District"), max_length=40, blank=True), goes="", came_later=True)
    """The part of the federation for which they qualify."""

    email = column(models.EmailField(_("E-mail"), blank=True), goes="", came_later=True)
    """Where they agreed to be mailed; shown to the direction alone."""

    paid = models.BooleanField(_("Paid"), default=False)
    present = models.BooleanField(_("Present"), default=False)
    apart_from = models.ManyToManyField("self", blank=True)
    """Who must not sit at one table with this entrant: a wish of both, set by the direction."""

    fixed_table = column(models.PositiveSmallIntegerField(_("Fixed table"), null=True, blank=True), goes=None)
    """The table this entrant has in every series that is drawn: a wheelchair, a screen reader."""

    source = models.CharField(max_length=5, choices=Source.choices, default=Source.DESK)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    """A withdrawn entrant keeps their number and their results, and is not drawn any more."""

    waiting_since = models.DateTimeField(null=True, blank=True)
    """Since when they stand on the waiting list. As long as they do, they have withdrawn to all who ask who plays."""

    same_as = column(
        models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="doubles"), came_later=True
    )
    """The entrant who is the same person, registered twice: that one has all that both played and paid."""

    excluded_at = models.DateTimeField(null=True, blank=True)
    fills_in = models.BooleanField(_("Fills in"), default=False)
    """Whether they sit in so that no table is short: they play as everybody, but have no place and pay nothing."""

    brought = column(models.IntegerField(_("Brought along"), default=0), came_later=True)
    """The points of the event before with which they start; they count in all rankings over all series."""

    entry_key = column(models.UUIDField(null=True, blank=True), goes=None)
    """The key of the form that registered this entrant: the same form sent twice registers once."""

    key = column(
        models.CharField(max_length=32, unique=True, default=new_key),
        goes=Fate.OTHERWISE,
        unsealed="opens the entrant’s own page; it is renewed with names that go",
    )
    """Opens what is this entrant's alone: their lists, and what they may object to. It stands on their start card."""

    shown_as = models.CharField(max_length=9, choices=Shown.choices, default=Shown.FULL)
    chose_name = models.BooleanField(default=False)
    """Whether they chose that themselves; else it follows the event."""

    pseudonym = column(models.CharField(_("Other name"), max_length=40, blank=True), goes="")
    person = column(
        models.ForeignKey("tables.Person", models.SET_NULL, null=True, blank=True, related_name="entrants"),
        sealed_late=True,
        goes=None,
        came_later=True,
    )
    registered_at = models.DateTimeField()
    is_namesake = False
    """Whether somebody named beside them is shown by the same name; see ``tell_apart``."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="start_number_given_once"),
            models.UniqueConstraint(fields=["tournament", "entry_key"], name="entry_form_counts_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="start_numbers_begin_at_one"),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(present=False), name="withdrawn_is_not_present"
            ),
            models.CheckConstraint(
                condition=Q(waiting_since__isnull=True) | Q(withdrawn_at__isnull=False), name="waiting_takes_no_part"
            ),
            models.CheckConstraint(
                condition=Q(same_as__isnull=True) | Q(withdrawn_at__isnull=False) & ~Q(same_as=models.F("pk")),
                name="double_takes_no_part",
            ),
            models.CheckConstraint(
                condition=Q(excluded_at__isnull=True) | Q(present=False), name="excluded_is_not_present"
            ),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__range=(EARLIEST, LATEST)),
                name="birth_year_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}".strip()

    @property
    def is_gone(self) -> bool:
        """Whether they cancelled: whoever waits has not."""
        return bool(self.withdrawn_at and not self.waiting_since)

    @property
    def unranked_as(self) -> str:
        """Why they have no place, in a word beside the name; empty for whoever is ranked."""
        if self.excluded_at:
            return gettext("excluded")
        return gettext("fills in") if self.fills_in else ""

    @property
    def called(self) -> str:
        return self.name or gettext("No. %(number)s") % {"number": self.number}

    @property
    def public_name(self) -> str:
        """What the public sees of the name, told apart from those beside them."""
        return self.marked(self.unmarked_name)

    @property
    def unmarked_name(self) -> str:
        """What the public sees of the name alone."""
        return public_name(number=self.number, name=self.name, pseudonym=self.pseudonym, shown=self.shown_as)

    @property
    def public_family_name_first(self) -> str:
        """What the public looks for in a list: a full name with the family name first; empty where it sees no name."""
        shown = family_name_first(self.name) if self.shown_as == Shown.FULL else self.shown_name
        return self.marked(shown) if shown else ""

    def marked(self, shown: str) -> str:
        """Return what is shown of the name, with the start number behind it if it is another's too."""
        return f"{shown} ({self.number})" if self.is_namesake else shown

    @property
    def shown_name(self) -> str:
        """What the public sees of the name; empty where it sees the start number only."""
        return shown_name(name=self.name, pseudonym=self.pseudonym, shown=self.shown_as)

    @property
    def order(self) -> tuple[bool, SortKey, int]:
        """By what lists by name are sorted for the office; whoever has no name comes last."""
        return (not self.name, sort_key(self.name), self.number)

    @property
    def public_order(self) -> tuple[bool, SortKey, int]:
        """By what lists by name are sorted for the public, which must not tell more than is shown."""
        shown = self.shown_name
        key = sort_key(shown) if self.shown_as == Shown.FULL else (in_order(shown), "", "", shown)
        return (not shown, key, self.number)

    @property
    def club_order(self) -> tuple[bool, str, int]:
        """By what lists by club are sorted for the office; whoever has none comes last."""
        return (not self.club, in_order(self.club), self.number)

    @property
    def public_club_order(self) -> tuple[bool, str, int]:
        """By what lists by club are sorted for the public; whoever shows none comes last."""
        return (not self.public_club, in_order(self.public_club), self.number)

    @property
    def public_club(self) -> str:
        """What the public sees of the club: nothing beside a start number or another name, which it might give away."""
        return self.club if self.shows_club else ""

    @property
    def public_team(self) -> str:
        """What the public sees of the team, which mostly goes by its club."""
        return self.team if self.shows_club else ""

    @property
    def shows_club(self) -> bool:
        """Whether the public may know of their club."""
        return self.shown_as in CLUB_IS_SHOWN

    @property
    def key_mark(self) -> str:
        """By what a form says which key it saw, without giving it away."""
        return mark_of(self.key)


def tell_apart(entrants: Iterable[Entrant]) -> None:
    """Show start numbers beside equal names; whoever reads entrants the public sees beside each other calls it."""
    company = list(entrants)
    named = {entrant.number: entrant.unmarked_name for entrant in company}
    columns = [list(named.values()), [family_name_first(name) for name in named.values()]]
    alike = {
        number
        for column in columns
        for number, name, apart in zip(named, column, told_apart(column, numbers=list(named)), strict=True)
        if name != apart
    }
    for each_entrant in company:
        each_entrant.is_namesake = each_entrant.is_namesake or each_entrant.number in alike
