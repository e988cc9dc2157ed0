"""Who sits where, and by which standing."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from tables.draw.models import Seat, Seeding, Table
from tables.people.models import Entrant, tell_apart
from tables.tournaments.models import Series


def seating_of(series: Series) -> list[tuple[Table, list[Seat]]]:
    """Return the tables of a series with their seats, in two queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant").order_by("place"):
        seats[seat.table_id].append(seat)
    tell_apart(seat.entrant for at_table in seats.values() for seat in at_table)
    return [(table, seats[table.pk]) for table in series.tables.order_by("number")]


def seats_of(entrant: Entrant) -> QuerySet[Seat]:
    """Return where an entrant sat and sits, series by series, as far as the seats were published."""
    seats = entrant.seats.filter(series__published_at__isnull=False)
    return seats.select_related("series", "table").order_by("series__number")


def series_without(entrant: Entrant) -> Series | None:
    """Return the series that is published and not closed and has no seat for an entrant; None if there is none."""
    waiting = entrant.tournament.series.filter(status__in=(Series.Status.PUBLISHED, Series.Status.RUNNING))
    return waiting.exclude(seats__entrant=entrant).order_by("number").first()


def seatings_before(series: Series) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sat with whom in the series before, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__tournament=series.tournament, series__number__lt=series.number))


def seatings_in(series: Iterable[Series]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits with whom in these series, in their order, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__in=[one.pk for one in series]))


def _seatings(seats: QuerySet[Seat]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rows = seats.order_by("series__number", "table__number", "place")
    plan: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, table, entrant in rows.values_list("series__number", "table__number", "entrant__number"):
        plan[number][table].append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in plan.values())


def standing_before(series: Series) -> QuerySet[Seeding]:
    """Return the standing after the series before, best first; none before the first one."""
    before = {"series__tournament": series.tournament_id, "series__number": series.number - 1}
    return Seeding.objects.filter(**before).order_by("rank")


def ranking_to_seat_by(series: Series, numbers: Sequence[int]) -> list[int]:
    """Return the start numbers to seat, best first; whoever has no standing yet comes last, by number."""
    ranks = dict(standing_before(series).values_list("entrant__number", "rank"))
    return sorted(numbers, key=lambda number: (number not in ranks, ranks.get(number, number), number))


def open_before(series: Series) -> Series | None:
    """Return the first series before this one that is not closed yet; where venues play on by themselves, none is."""
    if series.tournament.is_spread:
        return None
    earlier = series.tournament.series.filter(number__lt=series.number)
    return earlier.exclude(status=Series.Status.CLOSED).order_by("number").first()
