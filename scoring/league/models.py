"""Leagues: divisions, teams, matches, line-ups, reports, protests."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from scoring.season.models import Season
from scoring.season.rules import matches as rules
from scoring.season.rules.matches import Lines, Sanction, SeriesLine, Side, Tie, Withdrawn, match_of
from tables.accounts.models import new_key
from tables.clubs.models import Person
from tables.declared import GONE, Chained, OfClub, column


class Level(models.Model):
    """A level: everything that is the same in all of its divisions."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    class Ties(models.TextChoices):
        """What teams with the same total in a series get of each other."""

        SHARE = Tie.SHARE, _("half a point each")
        WON_GAMES = Tie.WON_GAMES, _("the point to whoever won more games, else half a point each")
        NONE = Tie.NONE, _("nothing")

    season = models.ForeignKey(Season, models.CASCADE, related_name="levels")
    number = models.PositiveSmallIntegerField(_("Level"))  # from the top: 1 is the highest
    name = models.CharField(_("Name"), max_length=80)
    series = models.PositiveSmallIntegerField(_("Series a day"))
    ties = models.CharField(_("Same total in a series"), max_length=9, choices=Ties.choices, default=Ties.SHARE)
    up = models.PositiveSmallIntegerField(_("Promoted from each division"), default=0)
    best_next = models.PositiveSmallIntegerField(_("and of the next place, the best so many"), default=0)
    down = models.PositiveSmallIntegerField(_("Relegated from each division"), default=0)
    worst_next = models.PositiveSmallIntegerField(_("and of the place above, the worst so many"), default=0)
    binding_days = models.PositiveSmallIntegerField(_("Days until a result is binding"), default=14)
    """So many days after a day of play a protest may be made; then its results are binding."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="level_numbered_once"),
            models.UniqueConstraint(fields=["season", "name"], name="level_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="level_has_a_name"),
            models.CheckConstraint(condition=Q(series__range=(1, 4)), name="level_has_one_to_four_series"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def lines(self) -> Lines:
        """How many go up and down."""
        return Lines(up=self.up, best_next=self.best_next, down=self.down, worst_next=self.worst_next)


class Day(models.Model):
    """A day on which all divisions of a level play."""

    sealed_in: ClassVar[Chained] = OfClub("level__season__club")

    level = models.ForeignKey(Level, models.CASCADE, related_name="days")
    starts_at = models.DateTimeField(_("Begins at"))  # line-ups have to be in by then
    place = models.CharField(_("Place"), max_length=120, blank=True)  # of a central day; empty: each at its host

    class Meta:
        ordering = ["starts_at"]
        constraints = [models.UniqueConstraint(fields=["level", "starts_at"], name="day_of_a_level_once")]

    def __str__(self) -> str:
        return f"{self.level}, {self.starts_at:%Y-%m-%d}"


class Division(models.Model):
    """Teams that play each other."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    level = models.ForeignKey(Level, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()  # in the whole season, so that it can stand in an address
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    name = models.CharField(_("Name"), max_length=80)
    seed = models.CharField(max_length=64, blank=True)  # by which its fixtures were drawn; empty before
    entry_key = models.UUIDField(unique=True)

    class Meta:
        ordering = ["level__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="division_numbered_once"),
            models.UniqueConstraint(fields=["season", "name"], name="division_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="division_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def facts(self) -> dict[str, Any]:
        """By what the journal names it."""
        return {"season": self.season.slug, "division": self.number}


class LeagueMember(models.Model):
    """Somebody of the club's book who plays in a league, for whatever team."""

    sealed_in: ClassVar[Chained] = OfClub("season__club")

    season = models.ForeignKey(Season, models.CASCADE, related_name="league_members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="leagues")
    added_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "person"], name="league_member_once_a_season")]

    def __str__(self) -> str:
        return f"{self.person} in {self.season}"


class LeagueTeam(models.Model):
    """A team of a division. Its captain acts by a key, without an account."""

    sealed_in: ClassVar[Chained] = OfClub("division__season__club")

    division = models.ForeignKey(Division, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()  # in its division, by which fixtures are drawn
    name = models.CharField(_("Team"), max_length=80)
    club = models.CharField(_("Club"), max_length=80, blank=True)
    captain = models.ForeignKey(LeagueMember, models.SET_NULL, null=True, blank=True, related_name="captain_of")
    key = models.CharField(max_length=32, unique=True, default=new_key)  # opens what its captain may do
    deducted = models.PositiveSmallIntegerField(_("Points off"), default=0)
    withdrawn = models.CharField(
        max_length=8, blank=True, choices=[(str(withdrawn), str(withdrawn)) for withdrawn in Withdrawn], default=""
    )
    """What becomes of its results since it withdrew; empty: it plays."""

    sanctioned_because = column(models.CharField(max_length=300, blank=True, default=""), goes=GONE)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(deducted=0, withdrawn="") | ~Q(sanctioned_because=""), name="sanction_has_a_reason"
            ),
            models.UniqueConstraint(fields=["division", "number"], name="league_team_numbered_once"),
            models.UniqueConstraint(fields=["division", "name"], name="league_team_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="league_team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def facts(self) -> dict[str, Any]:
        """By what the journal names it."""
        return {**self.division.facts, "team": self.number}

    @property
    def sanction(self) -> Sanction | None:
        """What was decided about it; None where nothing was."""
        if not (self.deducted or self.withdrawn):
            return None
        return Sanction(deducted=self.deducted, withdrawn=Withdrawn(self.withdrawn) if self.withdrawn else None)


class RosterPlace(models.Model):
    """Somebody who may play for a team. Whoever changes teams has a place in each, one after the other."""

    sealed_in: ClassVar[Chained] = OfClub("team__division__season__club")

    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="roster")
    member = models.ForeignKey(LeagueMember, models.CASCADE, related_name="roster_places")
    since = models.DateField(_("May play from"))
    until = models.DateField(_("until"), null=True, blank=True)  # the last day; None: to the end of the season
    substitute = models.BooleanField(_("Substitute"), default=False)

    class Meta:
        ordering = ["substitute", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "member", "since"], name="roster_place_once"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")), name="roster_place_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member.person} for {self.team}"


class Match(models.Model):
    """Three to five teams that play each other on a day."""

    sealed_in: ClassVar[Chained] = OfClub("division__season__club")

    division = models.ForeignKey(Division, models.CASCADE, related_name="matches")
    day = models.ForeignKey(Day, models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()  # in its division, in the order of play
    host = models.ForeignKey(LeagueTeam, models.PROTECT, null=True, blank=True, related_name="hosted")
    venue = column(models.CharField(_("Where the match is played"), max_length=200, blank=True), goes="")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="match_numbered_once")]

    def __str__(self) -> str:
        return f"{self.division}, match {self.number}"

    @property
    def facts(self) -> dict[str, Any]:
        """By what the journal names it."""
        return {**self.division.facts, "match": self.number}

    @property
    def binding_from(self) -> datetime:
        """From when on its result is binding: midnight after so many whole days."""
        midnight = localtime(self.day.starts_at).replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + timedelta(days=self.division.level.binding_days + 1)


class MatchTeam(models.Model):
    """A team in a match."""

    sealed_in: ClassVar[Chained] = OfClub("match__division__season__club")

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    team = models.ForeignKey(LeagueTeam, models.PROTECT, related_name="sides")
    position = models.PositiveSmallIntegerField()  # from 1 on, as the plan of seats names the teams
    handed_in_at = models.DateTimeField(null=True, blank=True)  # when its line-up came
    absent = models.BooleanField(default=False)  # as the leader of the league was told, or saw
    agreed_to = models.PositiveSmallIntegerField(default=0)  # the report that its captain agreed to; 0: none

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "team"], name="team_once_in_a_match"),
            models.UniqueConstraint(fields=["match", "position"], name="position_once_in_a_match"),
            models.CheckConstraint(
                condition=Q(absent=False) | Q(handed_in_at=None), name="an_absent_team_has_no_line_up"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.match}"

    @property
    def facts(self) -> dict[str, Any]:
        """By what the journal names it."""
        return {**self.match.facts, "team": self.team.number}

    @property
    def is_in(self) -> bool:
        """Whether nobody has to wait for its line-up any more."""
        return self.absent or self.handed_in_at is not None


class LineUpPlace(models.Model):
    """Who has a number of a team in a match, and from which series on: an exchange is a further row."""

    sealed_in: ClassVar[Chained] = OfClub("side__match__division__season__club")

    side = models.ForeignKey(MatchTeam, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    from_series = models.PositiveSmallIntegerField(default=1)
    member = models.ForeignKey(LeagueMember, models.SET_NULL, null=True, related_name="line_up_places")

    class Meta:
        ordering = ["number", "from_series"]
        constraints = [
            models.UniqueConstraint(fields=["side", "number", "from_series"], name="number_once_from_a_series_on"),
            models.CheckConstraint(condition=Q(number__range=(1, 4)), name="a_team_has_four_numbers"),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.side} from series {self.from_series}"


class MatchReport(models.Model):
    """What was reported of a match. Another report stands beside it, and the last one counts."""

    sealed_in: ClassVar[Chained] = OfClub("match__division__season__club")

    match = models.ForeignKey(Match, models.PROTECT, related_name="reports")
    number = models.PositiveSmallIntegerField()
    broken_off = models.BooleanField(default=False)  # then it counts 0 for all
    results = models.JSONField()  # by position and series lists of ``[number, points, won, lost]``; null: absent
    reason = column(models.CharField(_("Reason"), max_length=500, blank=True), goes="")
    reported_by = models.CharField(max_length=150)  # the team, or the account
    reported_at = models.DateTimeField()
    entry_key = models.UUIDField(unique=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="report_numbered_once")]

    def __str__(self) -> str:
        return f"{self.match}, report {self.number}"

    @property
    def sides(self) -> list[Side]:
        """What it says of each position."""
        return [
            tuple(
                None
                if lines is None
                else tuple(
                    SeriesLine(number=number, points=points, won=won, lost=lost) for number, points, won, lost in lines
                )
                for lines in side
            )
            for side in self.results
        ]

    def to_match(self, teams: Sequence[int], *, day: int) -> rules.Match:
        """Return the match as it was played; ``teams`` are its teams by position."""
        return match_of(teams, self.sides, day=day, broken_off=self.broken_off)


class Protest(models.Model):
    """What a team objects to in a match, and what became of it."""

    sealed_in: ClassVar[Chained] = OfClub("match__division__season__club")

    match = models.ForeignKey(Match, models.PROTECT, related_name="protests")
    team = models.ForeignKey(LeagueTeam, models.PROTECT, related_name="protests")
    text = column(models.TextField(_("Protest"), max_length=2000), goes=GONE)
    made_at = models.DateTimeField()
    entry_key = models.UUIDField(unique=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    upheld = models.BooleanField(null=True, blank=True)
    decision = column(models.TextField(_("Decision"), max_length=2000, blank=True), goes=GONE)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(decided_at=None, upheld=None) | Q(decided_at__isnull=False, upheld__isnull=False),
                name="protest_decided_as_a_whole",
            )
        ]

    def __str__(self) -> str:
        return f"{self.team} against {self.match}"
