"""Clubs that run tournaments, and the address books they keep of their players across events."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tables.declared import Chained, OfClub
from tables.names import SortKey, in_order, sort_key
from tables.tournaments.models import Shown


class Club(models.Model):
    """A club with events on this site. Whoever keeps its book may link events to it."""

    sealed_in: ClassVar[Chained] = OfClub("pk")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=120, unique=True)
    place = models.CharField(_("Place"), max_length=120, blank=True)
    website = models.URLField(_("Website"), max_length=200, blank=True)
    told_apart = models.JSONField(default=list, blank=True)
    """Pairs of people whom a keeper told apart, by their numbers in the book; guests as ``guests_of`` has them."""

    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def order(self) -> str:
        return in_order(self.name)


class ClubKeeper(models.Model):
    """An account that keeps a club's address book."""

    sealed_in: ClassVar[Chained] = OfClub("club")

    club = models.ForeignKey(Club, models.CASCADE, related_name="keepers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_clubs")

    class Meta:
        ordering = ["user__username"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="keeper_once_a_club")]

    def __str__(self) -> str:
        return f"{self.user} keeps the book of {self.club}"


class Person(models.Model):
    """Somebody in a club's address book. A double that was merged stays as a pointer to whom it became."""

    sealed_in: ClassVar[Chained] = OfClub("club")

    club = models.ForeignKey(Club, models.CASCADE, related_name="people")
    name = models.CharField(_("Name"), max_length=80)
    plays_for = models.CharField(_("Club"), max_length=80, blank=True)
    """The club they play for, as it is printed beside their name."""

    team = models.CharField(_("Team"), max_length=80, blank=True)
    classes = models.JSONField(_("Classes"), default=list, blank=True)
    """The codes of the classes they play in, where an event has them."""

    contact = models.CharField(_("Contact"), max_length=200, blank=True)
    """How the club reaches them; never shown to anybody else."""

    shown_as = models.CharField(max_length=9, choices=Shown.choices, blank=True)
    """How they want to be named in results; empty: as each event has it."""

    pseudonym = models.CharField(max_length=40, blank=True)
    entry_key = models.UUIDField(null=True, blank=True, unique=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="doubles")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "people"
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="person_has_a_name"),
            models.CheckConstraint(condition=~Q(merged_into=F("pk")), name="person_not_merged_into_itself"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def order(self) -> SortKey:
        return sort_key(self.name)
