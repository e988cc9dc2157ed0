"""Teams of a league, and who may play for them from when to when."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.league.models.divisions import Division
from scoring.season.models import Season
from tables.accounts.models import new_key
from tables.clubs.models import Person


class LeagueMember(models.Model):
    """Somebody of the club's book who plays in a league, for whatever team."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="league_members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="leagues")
    added_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="league_member_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.season}"


class LeagueTeam(models.Model):
    """A team of a division. Its captain acts by a key, without an account."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    """In its division, by which fixtures are drawn."""

    name = models.CharField(_("Team"), max_length=80)
    club = models.CharField(_("Club"), max_length=80, blank=True)
    captain = models.ForeignKey(LeagueMember, models.SET_NULL, null=True, blank=True, related_name="captain_of")
    key = models.CharField(max_length=32, unique=True, default=new_key)
    """Opens what its captain may do."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="league_team_numbered_once"),
            models.UniqueConstraint(fields=["division", "name"], name="league_team_named_once"),
            models.CheckConstraint(condition=~Q(name=""), name="league_team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class RosterPlace(models.Model):
    """Somebody who may play for a team. Whoever changes teams has a place in each, one after the other."""

    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="roster")
    member = models.ForeignKey(LeagueMember, models.CASCADE, related_name="roster_places")
    since = models.DateField(_("May play from"))
    until = models.DateField(_("until"), null=True, blank=True)
    """The last day; None: to the end of the season."""

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
