"""Who may do what in a season: its keepers all of it, further clubs and helpers their part."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from scoring.season.models import Season, SeasonClub, SeasonHelper
from tables.accounts.models import User
from tables.clubs.models import Club
from tables.clubs.selectors import site_clubs


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What somebody may do in a season."""

    keeps: bool = False
    """Whether they keep it: say what it is, how it counts and who else may do something, take anything out."""

    enters: frozenset[int] = frozenset()
    """The clubs whose events and members they add."""

    releases: bool = False
    """Whether they release tables."""

    @property
    def any(self) -> bool:
        """Whether there is anything they may do."""
        return self.keeps or self.releases or bool(self.enters)

    @property
    def removes(self) -> frozenset[int] | None:
        """The clubs whose events and members they take out; None: any."""
        return None if self.keeps else self.enters


def rights_of(season: Season, user: User) -> Rights:
    """Return what a user may do in a season; the site's owner may do all."""
    keeps = site_clubs.is_kept_by(season.club, user)
    helper = None if keeps else season.helpers.filter(user=user).first()
    further = season.clubs.all() if user.is_superuser else season.clubs.filter(club__keepers__user=user)
    enters = set(further.values_list("club_id", flat=True))
    if keeps or (helper and helper.may == SeasonHelper.May.ENTER):
        enters.add(season.club_id)
    return Rights(keeps=keeps, enters=frozenset(enters), releases=keeps or helper is not None)


def has_part(user: User) -> Q:
    """Return the condition on seasons that a user keeps or helps with."""
    return Q(club__keepers__user=user) | Q(clubs__club__keepers__user=user) | Q(helpers__user=user)


def club_keys(season: Season) -> frozenset[int]:
    """Return the clubs whose events and members count in a season."""
    return frozenset({season.club_id, *season.clubs.values_list("club_id", flat=True)})


def further_clubs(season: Season) -> list[SeasonClub]:
    """Return the further clubs of a season, by name."""
    return sorted(season.clubs.select_related("club"), key=lambda one: (one.club.order, one.pk))


def clubs_to_add(season: Season) -> Sequence[Club]:
    """Return the clubs that do not count in a season yet, by name."""
    return sorted(Club.objects.exclude(pk__in=club_keys(season)), key=lambda club: (club.order, club.pk))


def helpers_of(season: Season) -> list[SeasonHelper]:
    """Return the helpers of a season, by name."""
    return list(season.helpers.select_related("user"))
