"""Events, their series, and who is in charge."""

from django.db.models import Count, QuerySet

from tables.accounts.models import User
from tables.journal.models import JournalEntry
from tables.names.order import in_order
from tables.tournaments.models import Role, Series, Tournament


def last_tournament(*, of: User | None = None) -> Tournament | None:
    """Return the latest tournament, or the latest in which a user holds an office; no table that is none."""
    held = {"pk__in": Role.objects.filter(user=of).values("tournament")} if of else {}
    return Tournament.objects.filter(is_pub_table=False, **held).order_by("-starts_on", "-pk").first()


def directs_any(user: User) -> bool:
    """Test whether a user directs a tournament of this site."""
    return Role.objects.filter(user=user, kind=Role.Kind.DIRECTOR).exists()


def is_demo() -> bool:
    """Test whether this database holds the demo, which never shares it with events that are real."""
    return JournalEntry.objects.filter(action="tournament.created", data__demo=True).exists()


def series_of(tournament: Tournament) -> QuerySet[Series]:
    """Return a tournament's series in order, each with ``table_count``."""
    return tournament.series.annotate(table_count=Count("tables")).order_by("number")


def roles_of(tournament: Tournament) -> list[Role]:
    """Return who is in charge, directors first."""
    roles = tournament.roles.select_related("user", "plays_as").order_by()
    return sorted(roles, key=lambda role: (role.kind, in_order(role.user.username), role.pk))


def clubs_it_may_be_of(user: User, tournament: Tournament | None = None) -> list[tuple[int, str]]:
    """Return number and name of the clubs whose event one can be: those whose book a user keeps, and the one it is."""
    clubs = dict(user.kept_clubs.values_list("club", "club__name"))
    if tournament and tournament.club:
        clubs[tournament.club.pk] = tournament.club.name
    return sorted(clubs.items(), key=lambda club: (in_order(club[1]), club[0]))
