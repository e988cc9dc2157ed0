"""Officials who play: at which tables, and who may act there instead (SkWO 4.5)."""

from django.db.models import Q

from tables.accounts.models import User
from tables.draw.models import Seat
from tables.names.order import in_order
from tables.tournaments.models import Role, Tournament


def plays_at(table_id: int, *, tournament: Tournament, user: User) -> bool:
    """Test whether an official plays at a table: then they are no judge there (SkWO 4.5)."""
    return Seat.objects.filter(table=table_id, entrant__in=entrants_of(tournament, user)).exists()


def directors_for(table_id: int, *, tournament: Tournament) -> list[User]:
    """Return who directs an event and does not play at a table."""
    directing = set(tournament.roles.filter(kind=Role.Kind.DIRECTOR).values_list("user_id", flat=True))
    return [user for user in judges_for(table_id, tournament=tournament) if user.pk in directing]


def entrants_of(tournament: Tournament, user: User) -> frozenset[int]:
    """Return the entrants an official plays as, by their keys."""
    roles = Role.objects.filter(tournament=tournament, user=user, plays_as__isnull=False)
    return frozenset(roles.values_list("plays_as_id", flat=True))


def judges_for(table_id: int, *, tournament: Tournament) -> list[User]:
    """Return the officials who may decide about a table: those who do not play there, each once."""
    there = Q(roles__plays_as__seats__table=table_id, roles__tournament=tournament)
    officials = User.objects.filter(roles__tournament=tournament)
    free = officials.exclude(pk__in=User.objects.filter(there).values("pk")).distinct().order_by()
    return sorted(free, key=lambda user: (in_order(user.username), user.pk))
