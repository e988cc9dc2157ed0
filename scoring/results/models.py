"""The rankings of an event beside the individual one: classes, clubs, pairs, teams, chosen series (SkWO 1.5, 5.2)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tables.accounts.models import User
from tables.declared import Chained, Fate, OfEvent, PartOf, column
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class Lot(models.Model):
    """An entrant's lot in a tournament; of equals the lower one goes first, in every ranking of the event."""

    sealed_in: ClassVar[Chained] = PartOf("entrant")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="lots")
    entrant = models.OneToOneField(Entrant, models.PROTECT, related_name="lot")
    number = models.PositiveIntegerField()
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="lot_given_once")]

    def __str__(self) -> str:
        return f"{self.entrant}: lot {self.number}"


class Ranking(models.Model):
    """A ranking the direction switched on. Nothing but its settings is stored: it is computed from the results."""

    sealed_in: ClassVar[Chained] = OfEvent("ranking", _("ranking {}, its terms, teams or lots"))

    class Kind(models.TextChoices):
        """Who is ranked, unless it is a class."""

        INDIVIDUAL = "individual", _("Players")
        CLUB = "club", pgettext_lazy("clubs that people play for", "Clubs")
        TANDEM = "tandem", _("Tandem")
        MIXED = "mixed", _("Mixed")
        TEAM = "team", _("Teams")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rankings")
    number = models.PositiveSmallIntegerField()
    entry_key = models.UUIDField(unique=True)
    kind = models.CharField(_("Who is ranked"), max_length=40)  # one of ``Kind``, or the code of a class
    name = models.CharField(_("Name"), max_length=80)
    series = models.JSONField(default=list, blank=True)  # the numbers of its series; empty: all there are
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)  # how many series count; None: all
    size = models.PositiveSmallIntegerField(default=1)  # of a team, or of those who count for a club
    scaled = models.BooleanField(default=False)  # up where fewer than ``size`` of a team played
    drawn_from = models.CharField(max_length=64, blank=True)  # seed of the members' draw; empty: none
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    off_at = models.DateTimeField(null=True, blank=True)  # since when; None while the public sees it

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ranking_numbered_once"),
            models.CheckConstraint(condition=~Q(name=""), name="ranking_has_a_name"),
            models.CheckConstraint(condition=Q(size__gte=1, size__lte=20), name="ranking_size_in_range"),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__gte=1), name="ranking_of_one_series_at_least"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def of_class(self) -> str | None:
        """The code of the class that is ranked, if it is one."""
        return None if self.kind in self.Kind else self.kind

    @property
    def is_of_players(self) -> bool:
        """Test whether single players are ranked; each of them has the one lot they drew in the event."""
        return self.kind == self.Kind.INDIVIDUAL or self.of_class is not None

    @property
    def counts_brought(self) -> bool:
        """Test whether points brought along count: for players, in a ranking that is not of chosen series."""
        return self.is_of_players and not self.series

    @property
    def is_of_teams(self) -> bool:
        """Test whether its players are put together by the direction, or by lot."""
        return self.kind in {self.Kind.TANDEM, self.Kind.MIXED, self.Kind.TEAM}


class Team(models.Model):
    """A team or a pair of one ranking."""

    sealed_in: ClassVar[Chained] = PartOf("ranking")

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = column(models.CharField(max_length=80), goes=Fate.OTHERWISE)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "number"], name="team_numbered_once"),
            models.UniqueConstraint(fields=["ranking", "name"], name="team_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """Who plays for a team. ``ranking`` repeats the team's, so that nobody plays for two of them."""

    sealed_in: ClassVar[Chained] = PartOf("ranking")

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="members")
    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="memberships")
    substitute = models.BooleanField(default=False)

    class Meta:
        ordering = ["team__number", "substitute", "entrant__number"]
        constraints = [models.UniqueConstraint(fields=["ranking", "entrant"], name="member_of_one_team")]

    def __str__(self) -> str:
        return f"{self.team}: {self.entrant}"


class Substitution(models.Model):
    """A substitute counts for a team in one series in the place of another member."""

    sealed_in: ClassVar[Chained] = PartOf("out__ranking")

    series = models.ForeignKey(Series, models.PROTECT, related_name="+")
    out = models.ForeignKey(TeamMember, models.CASCADE, related_name="replaced_in")
    substitute = models.ForeignKey(TeamMember, models.CASCADE, related_name="plays_in")
    entry_key = models.UUIDField(unique=True)
    reported_at = models.DateTimeField()
    reported_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["series__number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "out"], name="replaced_once_a_series"),
            models.UniqueConstraint(fields=["series", "substitute"], name="substitute_once_a_series"),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.substitute} for {self.out}"


class RankingLot(models.Model):
    """A lot drawn where nothing else separates equals in this ranking; the lower one goes first (SkWO 5.2)."""

    sealed_in: ClassVar[Chained] = PartOf("ranking")

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="lots")
    competitor = column(models.CharField(max_length=100), goes=Fate.OTHERWISE)  # "entrant:12", "team:3", "club:name"
    number = models.PositiveIntegerField()
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "competitor"], name="lot_drawn_once_a_ranking"),
            models.UniqueConstraint(fields=["ranking", "number"], name="ranking_lot_given_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ranking}: {self.competitor} lot {self.number}"
