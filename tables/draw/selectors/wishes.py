"""What entrants wish of the draw: whom they must not meet, and the table they need."""

from django.db.models import F, QuerySet

from tables.people.models import Entrant
from tables.tournaments.models import Tournament


def apart_pairs(tournament: Tournament) -> list[tuple[Entrant, Entrant]]:
    """Return the pairs that are kept apart, each once, the lower start number first."""
    pairs = Entrant.apart_from.through.objects.filter(
        from_entrant__tournament=tournament, from_entrant__number__lt=F("to_entrant__number")
    ).select_related("from_entrant", "to_entrant")
    ordered = pairs.order_by("from_entrant__number", "to_entrant__number")
    return [(pair.from_entrant, pair.to_entrant) for pair in ordered]


def apart_numbers(entrant: Entrant) -> tuple[int, ...]:
    """Return the start numbers of those from whom an entrant is kept apart."""
    return tuple(entrant.apart_from.order_by("number").values_list("number", flat=True))


def at_fixed_tables(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who have a table of their own, in the order of the tables."""
    return tournament.entrants.filter(fixed_table__isnull=False).order_by("fixed_table", "number")
