"""What stands on start cards: who plays, and where they sit in each series as far as that is known."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

At = tuple[int, int]
"""Table and seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCard:
    """An entrant's card."""

    entrant: Entrant
    seats: tuple[At | None, ...]
    """Where they sit, series by series; None where that is not known, or they have no seat."""


def start_cards(
    tournament: Tournament, *, ahead: bool, first: int | None = None, last: int | None = None
) -> list[StartCard]:
    """Return the cards of those who take part, by start number, in three queries.

    ``ahead`` tells of seats that are drawn but not published yet. Whoever is excluded gets one only if theirs alone is
    asked for: it still opens their lists, and they may appeal.
    """
    entrants = tournament.entrants.filter(withdrawn_at=None).order_by("number")
    if first is not None:
        entrants = entrants.filter(number__gte=first)
    if last is not None:
        entrants = entrants.filter(number__lte=last)
    if first is None or first != last:
        entrants = entrants.filter(excluded_at=None)
    series = list(tournament.series.order_by("number").values_list("number", flat=True))
    seats = _seats(tournament, ahead=ahead)
    return [StartCard(entrant=entrant, seats=_of(entrant, seats, series)) for entrant in entrants]


def _of(entrant: Entrant, seats: Mapping[int, Mapping[int, At]], series: Sequence[int]) -> tuple[At | None, ...]:
    mine = seats.get(entrant.pk, {})
    return tuple(mine.get(number) for number in series)


def _seats(tournament: Tournament, *, ahead: bool) -> Mapping[int, Mapping[int, At]]:
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    known = seats if ahead else seats.exclude(series__status__in=(Series.Status.PLANNED, Series.Status.DRAWN))
    found: dict[int, dict[int, At]] = defaultdict(dict)
    for entrant, series, table, place in known.values_list("entrant_id", "series__number", "table__number", "place"):
        found[entrant][series] = (table, place)
    return found
