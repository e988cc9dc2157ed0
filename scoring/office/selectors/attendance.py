"""Who is in the hall, held against who has a seat (SkWO 7.1.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """Everybody registered, with the seat they have in a series, in the order of the start numbers."""

    seats: dict[int, Seat]
    """Who sits, by start number."""

    unseated: dict[int, Entrant]
    """Who does not, those who withdrew included."""

    @property
    def missing(self) -> list[Seat]:
        """The seats of those who are not marked as present."""
        return [seat for seat in self.seats.values() if not seat.entrant.present]

    @property
    def late(self) -> list[Entrant]:
        """Those who are present without a seat."""
        return [entrant for entrant in self.unseated.values() if entrant.present]

    @property
    def entrants(self) -> dict[int, Entrant]:
        """Everybody, by start number."""
        return {**self.unseated, **{number: seat.entrant for number, seat in self.seats.items()}}


def attendance(series: Series) -> Attendance:
    """Return who sits in a series and who does not, in two queries."""
    taken = Seat.objects.filter(series=series).select_related("table").order_by()
    seats = {seat.entrant_id: seat for seat in taken}
    everybody = list(series.tournament.entrants.order_by("number"))
    for entrant in everybody:
        if entrant.pk in seats:
            seats[entrant.pk].entrant = entrant
    return Attendance(
        seats={entrant.number: seats[entrant.pk] for entrant in everybody if entrant.pk in seats},
        unseated={entrant.number: entrant for entrant in everybody if entrant.pk not in seats},
    )


def seatings_of(several: Sequence[Series]) -> list[list[list[int]]]:
    """Return who sits where in each of several series, as start numbers from table 1, seat 1 on, in one query."""
    rows = Seat.objects.filter(series__in=several).order_by("table__number", "place")
    seatings: dict[int, list[list[int]]] = {series.pk: [] for series in several}
    for pk, table, entrant in rows.values_list("series", "table__number", "entrant__number"):
        tables = seatings[pk]
        tables.extend([] for _ in range(table - len(tables)))
        tables[table - 1].append(entrant)
    return list(seatings.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """How many are in the hall without a seat, and how many seats wait for somebody who is not there."""

    late: int
    missing: int

    def __bool__(self) -> bool:
        return bool(self.late or self.missing)


def mismatch(series: Series) -> Mismatch:
    """Return how far the marks of presence and the seats of a series differ, in one query."""
    sits = Exists(Seat.objects.filter(series=series, entrant=OuterRef("pk")))
    counted = series.tournament.entrants.annotate(sits=sits).aggregate(
        late=Count("pk", filter=Q(sits=False, present=True)), missing=Count("pk", filter=Q(sits=True, present=False))
    )
    return Mismatch(**counted)
