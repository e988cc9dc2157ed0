"""A club's season: its events by link, its members, its competitions, and what was released of them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.season.rules.lists import Count, Land
from tables.accounts.models import User, new_key
from tables.clubs.models import Club, Person
from tables.declared import Chained, OfClub
from tables.tournaments.models import Shown, Tournament


class Season(models.Model):
    """A year of a club, or of whatever period it counts over."""

    sealed_in: ClassVar[Chained] = OfClub("club")

    class Visibility(models.TextChoices):
        """Who may look at the tables of a season."""

        PUBLIC = "public", _("everybody")
        UNLISTED = "unlisted", _("whoever knows the address; it stands in no list")
        MEMBERS = "members", _("whoever has the key of the members")

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    starts_on = models.DateField(_("First day"))
    ends_on = models.DateField(_("Last day"))
    visibility = models.CharField(
        _("Who may look"), max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    names_shown = models.CharField(_("Names are shown as"), max_length=9, choices=Shown.choices, default=Shown.FULL)

    land = models.CharField(
        _("Public holidays of"), max_length=2, blank=True, choices=[(str(land), str(land)) for land in Land]
    )
    """The Land whose holidays its calendar shows; empty: none."""

    strength_start = models.PositiveIntegerField(_("Everybody starts with"), null=True, blank=True)
    key = models.CharField(max_length=32, unique=True, default=new_key)
    entry_key = models.UUIDField(unique=True)
    created_at = models.DateTimeField()
    forgotten_at = models.DateTimeField(null=True, blank=True)  # nothing in it changes any more then

    class Meta:
        ordering = ["-starts_on", "name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event that counts in a season. It may count in several."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="season_entries")
    kind = models.CharField(_("Kind"), max_length=40, blank=True)  # the club's word, such as "cup"; case is ignored
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament__starts_on", "tournament_id"]
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="event_once_a_season")]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.season}"


class PlannedEvening(models.Model):
    """A day on which a club is to play, before there is an event of that day."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="planned")
    day = models.DateField(_("Day"))
    name = models.CharField(_("Name"), max_length=80)
    planned_at = models.DateTimeField()

    class Meta:
        ordering = ["day", "name"]
        constraints = [
            models.UniqueConstraint(fields=["season", "day", "name"], name="evening_planned_once"),
            models.CheckConstraint(condition=~Q(name=""), name="planned_evening_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.day}"


class EarlierResult(models.Model):
    """What somebody earned in an evening that was not played on this site: one list, or several taken together."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="earlier")
    day = models.DateField(_("Day"))
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="earlier")  # None: out of the book
    part = models.PositiveSmallIntegerField(default=1)  # which of their lists of that evening it is, from 1 on
    points = models.IntegerField()
    won = models.PositiveSmallIntegerField(null=True, blank=True)  # None where that is not known
    lost = models.PositiveSmallIntegerField(null=True, blank=True)
    lists = models.PositiveSmallIntegerField(default=1)  # how many lists these are
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["day", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "day", "person", "part"], name="earlier_list_once"),
            models.CheckConstraint(
                condition=Q(won=None, lost=None) | Q(won__isnull=False, lost__isnull=False),
                name="earlier_games_known_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.day}"


class SeasonMember(models.Model):
    """Somebody of the club's book who competes in a season; whoever else plays is a guest."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="seasons")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["person__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="member_once_a_season")]

    def __str__(self) -> str:
        return f"{self.person} in {self.season}"


class StrengthConsent(models.Model):
    """Somebody of the club's book who wants a strength figure. Of all others nothing is reckoned."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="consents")
    person = models.ForeignKey(Person, models.CASCADE, related_name="strength_consents")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="consent_once_a_season")]

    def __str__(self) -> str:
        return f"{self.person} in {self.season}"


class Competition(models.Model):
    """One way of counting a season. Nothing but its rule is stored: its table is computed from the results."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    class Grouping(models.TextChoices):
        """Within what a number of lists counts at most."""

        NONE = "", _("not limited")
        HALF_YEAR = "half-year", _("a half-year")
        MONTH = "month", _("a month")
        KIND = "kind", _("a kind of event")

    class Together(models.TextChoices):
        """Who is ranked: each player, or several as one, by what the club's book says of them."""

        NOBODY = "", _("each player")
        TEAM = "team", _("teams")
        CLUB = "club", _("clubs")

    season = models.ForeignKey(Season, models.CASCADE, related_name="competitions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("Name"), max_length=80)
    together = models.CharField(max_length=4, choices=Together.choices, default=Together.NOBODY, blank=True)
    of_each = models.PositiveSmallIntegerField(null=True, blank=True)  # that count of a team or club; None: players
    count = models.CharField(_("What counts"), max_length=8, choices=[(str(count), str(count)) for count in Count])
    best = models.PositiveSmallIntegerField(null=True, blank=True)  # lists that count at most; None: all
    grouping = models.CharField(max_length=9, choices=Grouping.choices, default=Grouping.NONE, blank=True)
    best_of_group = models.PositiveSmallIntegerField(null=True, blank=True)  # lists of a group that count
    quotas = models.JSONField(default=list, blank=True)  # pairs of a kind of event and how many of it count
    points = models.JSONField(default=list, blank=True)
    last_points = models.JSONField(default=list, blank=True)
    whole_evenings = models.BooleanField(default=False)  # whether an evening counts as one, not list by list
    by_rounds = models.BooleanField(default=False)
    parts = models.JSONField(default=list, blank=True)  # numbers of the series that count; empty: all
    absent = models.IntegerField(null=True, blank=True)
    minimum = models.PositiveSmallIntegerField(default=0)
    minimum_evenings = models.PositiveSmallIntegerField(default=0)
    bonus = models.JSONField(default=list, blank=True)  # pairs of lists played and points for them
    guests = models.BooleanField(default=False)  # whether guests are ranked with the members
    ties = models.JSONField(default=list, blank=True)  # what decides after points, games won and games lost
    only_class = models.CharField(max_length=40, blank=True)
    entry_key = models.UUIDField(unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="competition_numbered_once"),
            models.UniqueConstraint(fields=["season", "name"], name="competition_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="competition_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonRelease(models.Model):
    """The table of a competition as it was when the club released it: from then on its rule stays."""

    sealed_in: ClassVar[Chained] = OfClub("competition__season__club")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="releases")
    number = models.PositiveSmallIntegerField()
    table = models.JSONField()  # rule, evenings and rows by players' numbers: without names, which can go
    hash = models.CharField(max_length=64)  # SHA-256 of ``table``
    released_at = models.DateTimeField()
    released_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="season_release_numbered_once")]

    def __str__(self) -> str:
        return f"{self.competition}, release {self.number}"


class SeasonClub(models.Model):
    """A further club that counts in a season: whoever keeps its book enters its events and members, and no others."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="clubs")
    club = models.ForeignKey(Club, models.CASCADE, related_name="joined_seasons")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["club__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "club"], name="club_once_a_season")]

    def __str__(self) -> str:
        return f"{self.club} in {self.season}"


class SeasonHelper(models.Model):
    """An account that may do a part of a season without keeping the club's book."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    class May(models.TextChoices):
        """Which part."""

        ENTER = "enter", _("enter the club’s events and members, release tables")
        RELEASE = "release", _("only release tables")

    season = models.ForeignKey(Season, models.CASCADE, related_name="helpers")
    user = models.ForeignKey(User, models.CASCADE, related_name="helped_seasons")
    may = models.CharField(_("May do"), max_length=7, choices=May.choices)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["user__username", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="helper_once_a_season")]

    def __str__(self) -> str:
        return f"{self.user} in {self.season}"
