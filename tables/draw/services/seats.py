"""Rows for seats: given out, taken back, and let give way to others with as little change as possible."""

from collections.abc import Collection, Iterable, Sequence

from tables.acts.services.refusals import Refused
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series


def give_seats(series: Series, plan: Sequence[Sequence[int]]) -> None:
    """Seat everybody as planned, each table as start numbers from seat 1 on. What stays the same stays untouched.

    Tables keep their numbers and with them their keys and lists; a table that nobody sits at any more goes.

    :raises Refused: ``play-began`` where a table would change at which play has begun.
    """
    tables = {table.number: table for table in series.tables.all()}
    before: dict[int, list[int]] = {number: [] for number in tables}
    for number, entrant in series.seats.order_by("place").values_list("table__number", "entrant__number"):
        before[number].append(entrant)
    wanted = {number: list(company) for number, company in enumerate(plan, start=1) if company}
    for number, company in before.items():
        # Who came to three while they played was not drawn to this table, and stays.
        if tables[number].play_began_at and wanted.get(number) == company[:-1]:
            wanted[number] = company
    changed = {number for number in before.keys() | wanted.keys() if before.get(number) != wanted.get(number)}
    if began := sorted(number for number in changed & tables.keys() if tables[number].play_began_at):
        raise Refused("play-began", table=began[0])

    # Nobody may have two seats, not even between two updates: all are given back first.
    Seat.objects.filter(table__in=[tables[number].pk for number in changed & tables.keys()]).delete()
    Table.objects.filter(pk__in=[tables[number].pk for number in tables.keys() - wanted.keys()]).delete()
    if series.published_at:
        seen = [tables[number].pk for number in changed & wanted.keys() & tables.keys()]
        Table.objects.filter(pk__in=seen).update(reseated=True)
    for number in sorted(changed & wanted.keys() & tables.keys()):
        if tables[number].size != len(wanted[number]):
            tables[number].size = len(wanted[number])
            tables[number].save(update_fields=["size"])
    fresh = Table.objects.bulk_create(
        Table(series=series, number=number, size=len(wanted[number]))
        for number in sorted(wanted.keys() - tables.keys())
    )
    tables |= {table.number: table for table in fresh}
    entrants = {entrant.number: entrant for entrant in series.tournament.entrants.all()}
    Seat.objects.bulk_create(
        Seat(series=series, table=tables[number], place=place, entrant=entrants[entrant])
        for number in sorted(changed & wanted.keys())
        for place, entrant in enumerate(wanted[number], start=1)
    )


def take_seats_back(series: Series) -> None:
    """Take away all tables and seats of a series that nobody has seen yet."""
    series.tables.all().delete()


def as_seated(seating: Iterable[tuple[Table, Sequence[Seat]]]) -> dict[str, str]:
    """Return who sits at each table, as a form that changes seats carries it: start numbers from seat 1 on."""
    return {
        str(table.number): ", ".join(f"{seat.place}: {seat.entrant.number}" for seat in seats)
        for table, seats in seating
        if seats
    }


def seats_as_they_are(series: Series) -> list[list[int]]:
    """Return the tables of a series as start numbers from seat 1 on; a table number that is missing is empty."""
    rows = list(series.seats.order_by("table__number", "place").values_list("table__number", "entrant__number"))
    tables: list[list[int]] = [[] for _ in range(max((number for number, _entrant in rows), default=0))]
    for number, entrant in rows:
        tables[number - 1].append(entrant)
    return tables


def taking_part(series: Series, numbers: Collection[int]) -> list[Entrant]:
    """Return the entrants with these start numbers, who may all be given a seat.

    :raises Refused: ``no-such-entrant``, ``withdrawn``, ``excluded``, with the lowest number each is about.
    """
    entrants = list(series.tournament.entrants.filter(number__in=numbers).order_by("number"))
    if unknown := sorted(set(numbers) - {entrant.number for entrant in entrants}):
        raise Refused("no-such-entrant", number=unknown[0])
    for field, code in (("withdrawn_at", "withdrawn"), ("excluded_at", "excluded")):
        if out := [entrant.number for entrant in entrants if getattr(entrant, field)]:
            raise Refused(code, number=out[0])
    return entrants
