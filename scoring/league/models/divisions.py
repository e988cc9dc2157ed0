"""Levels of a league, their days, and the divisions that play side by side in one."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.season.models import Season
from scoring.season.rules.league.matches import Tie


class Level(models.Model):
    """A level: everything that is the same in all of its divisions."""

    class Ties(models.TextChoices):
        """What teams with the same total in a series get of each other."""

        SHARE = Tie.SHARE, _("half a point each")
        WON_GAMES = Tie.WON_GAMES, _("the point to whoever won more games, else half a point each")
        NONE = Tie.NONE, _("nothing")

    season = models.ForeignKey(Season, models.CASCADE, related_name="levels")
    number = models.PositiveSmallIntegerField(_("Level"))
    """From the top: 1 is the highest."""

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


class Day(models.Model):
    """A day on which all divisions of a level play."""

    level = models.ForeignKey(Level, models.CASCADE, related_name="days")
    starts_at = models.DateTimeField(_("Begins at"))
    """Line-ups have to be in by then."""

    place = models.CharField(_("Place"), max_length=120, blank=True)
    """Where all matches of a central day are played; empty: each at its host."""

    class Meta:
        ordering = ["starts_at"]
        constraints = [
            models.UniqueConstraint(fields=["level", "starts_at"], name="day_of_a_level_once"),
        ]

    def __str__(self) -> str:
        return f"{self.level}, {self.starts_at:%Y-%m-%d}"


class Division(models.Model):
    """Teams that play each other."""

    level = models.ForeignKey(Level, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    """In the whole season, so that it can stand in an address."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    name = models.CharField(_("Name"), max_length=80)
    seed = models.CharField(max_length=64, blank=True)
    """By which its fixtures were drawn; empty before."""

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
