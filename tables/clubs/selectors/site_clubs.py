"""Clubs: who they are, who keeps their book, how many events they have."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Count, Q, QuerySet

from tables.accounts.models import User
from tables.clubs.models import Club, ClubKeeper
from tables.names.order import in_order
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import events as events_of_site


def clubs_like(words: Sequence[str], *, today: date) -> list[Club]:
    """Return the clubs with all these words in name or place, each with ``events``: how many the public may see."""
    asked = Q()
    for word in words:
        asked &= events_of_site.has_text("name", word) | events_of_site.has_text("place", word)
    shown = Q(tournaments__in=events_of_site.published(today).values("pk"))
    return _by_name(Club.objects.filter(asked).annotate(events=Count("tournaments", filter=shown)))


def kept_by(user: User) -> list[Club]:
    """Return the clubs whose book a user keeps."""
    return _by_name(Club.objects.filter(keepers__user=user))


def _by_name(clubs: Iterable[Club]) -> list[Club]:
    return sorted(clubs, key=lambda club: (club.order, club.pk))


def is_kept_by(club: Club, user: User) -> bool:
    """Test whether a user keeps a club's book; the site's owner keeps all."""
    return user.is_superuser or club.keepers.filter(user=user).exists()


def keepers_of(club: Club) -> list[ClubKeeper]:
    """Return who keeps a club's book."""
    keepers = club.keepers.select_related("user").order_by()
    return sorted(keepers, key=lambda keeper: (in_order(keeper.user.username), keeper.pk))


def events_of(club: Club, *, today: date) -> QuerySet[Tournament]:
    """Return the events of a club that the public may see."""
    return events_of_site.published(today).filter(club=club)
