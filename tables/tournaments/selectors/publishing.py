"""Which events the public may see: each until the day that its direction named."""

from datetime import date

from django.db.models import Q

from tables.tournaments.models import Tournament


def is_published(tournament: Tournament, *, on: date) -> bool:
    """Test whether the public may see an event on a day."""
    return tournament.unpublish_on is None or on < tournament.unpublish_on


def is_withdrawn(tournament: Tournament) -> bool:
    """Test whether an event was withdrawn: one that takes place is shown at least to its last day."""
    return tournament.unpublish_on is not None and tournament.unpublish_on <= tournament.ends_on


def names_chosen(tournament: Tournament) -> int:
    """Return how many said themselves how they want to be named."""
    return tournament.entrants.filter(chose_name=True).count()


def published(*, on: date) -> Q:
    """Return the condition under which the public may see a tournament on a day."""
    return Q(unpublish_on=None) | Q(unpublish_on__gt=on)
