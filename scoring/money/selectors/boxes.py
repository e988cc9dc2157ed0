"""What should be in a box of cash, who has it, and how it was counted."""

from scoring.money.models import BoxCount
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of
from tables.tournaments.models import Role, Tournament


def expected_in(tournament: Tournament, box: str) -> int:
    """Return what should be in a box, in cents."""
    return balance_of(tournament, Account(Purpose.BOX, box))


def counts_of(tournament: Tournament) -> list[BoxCount]:
    """Return how boxes were counted, the latest first."""
    return list(tournament.box_counts.select_related("counted_by", "to").order_by("-number"))


def who_may_have_it(tournament: Tournament) -> list[str]:
    """Return the user names of those who keep the money or direct, in their order."""
    kinds = [Role.Kind.TREASURER, Role.Kind.DIRECTOR]
    roles = Role.objects.filter(tournament=tournament, kind__in=kinds)
    return list(roles.order_by("user__username").values_list("user__username", flat=True).distinct())
