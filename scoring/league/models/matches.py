"""Matches: who meets, the line-ups, what was reported, what was objected to."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.league.models.divisions import Day, Division
from scoring.league.models.teams import LeagueMember, LeagueTeam


class Match(models.Model):
    """Three to five teams that play each other on a day."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="matches")
    day = models.ForeignKey(Day, models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    """In its division, in the order of play."""

    host = models.ForeignKey(LeagueTeam, models.PROTECT, null=True, blank=True, related_name="hosted")
    """None on a central day."""

    venue = models.CharField(_("Where the match is played"), max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="match_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.division}, match {self.number}"


class MatchTeam(models.Model):
    """A team in a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    team = models.ForeignKey(LeagueTeam, models.PROTECT, related_name="sides")
    position = models.PositiveSmallIntegerField()
    """From 1 on, as the plan of seats names the teams."""

    handed_in_at = models.DateTimeField(null=True, blank=True)
    """When its line-up came."""

    absent = models.BooleanField(default=False)
    """Whether whoever leads the league was told that it does not come, or saw it."""

    agreed_to = models.PositiveSmallIntegerField(default=0)
    """The number of the report that its captain agreed to; 0: none."""

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
    def is_in(self) -> bool:
        """Whether nobody has to wait for its line-up any more."""
        return self.absent or self.handed_in_at is not None


class LineUpPlace(models.Model):
    """Who has a number of a team in a match, and from which series on: an exchange is a further row."""

    side = models.ForeignKey(MatchTeam, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    from_series = models.PositiveSmallIntegerField(default=1)
    member = models.ForeignKey(LeagueMember, models.SET_NULL, null=True, related_name="line_up_places")
    """None once the names of the season were taken out."""

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

    match = models.ForeignKey(Match, models.PROTECT, related_name="reports")
    number = models.PositiveSmallIntegerField()
    broken_off = models.BooleanField(default=False)
    """Whether the match was broken off: then it counts 0 for all."""

    results = models.JSONField()
    """For each position of the match the series; of each a list of ``[number, points, won, lost]``; null: absent."""

    reason = models.CharField(_("Reason"), max_length=500, blank=True)
    """Why it stands in place of another."""

    reported_by = models.CharField(max_length=150)
    """The team, or the account."""

    reported_at = models.DateTimeField()
    entry_key = models.UUIDField(unique=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="report_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, report {self.number}"


class Protest(models.Model):
    """What a team objects to in a match, and what became of it."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="protests")
    team = models.ForeignKey(LeagueTeam, models.PROTECT, related_name="protests")
    text = models.TextField(_("Protest"), max_length=2000)
    made_at = models.DateTimeField()
    entry_key = models.UUIDField(unique=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    upheld = models.BooleanField(null=True, blank=True)
    decision = models.TextField(_("Decision"), max_length=2000, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(decided_at=None, upheld=None) | Q(decided_at__isnull=False, upheld__isnull=False),
                name="protest_decided_as_a_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} against {self.match}"
