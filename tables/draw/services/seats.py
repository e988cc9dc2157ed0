"""Rows for seats, given out and taken back; the seats of a series published, and its start."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import constant_time_compare

from tables.accounts.models import User, new_key
from tables.acts.services import Refused
from tables.draw.models import Seat, Table, new_table_words
from tables.draw.selectors import open_before
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.people.selectors import OUT
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


def give_seats(series: Series, plan: Sequence[Sequence[int]]) -> None:
    """Seat everybody as planned; tables keep keys and lists. Raise Refused: ``play-began`` at a table that changes."""
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


def as_seated(seating: Iterable[tuple[Table, Sequence[Seat]]]) -> dict[str, str]:
    """Return who sits at each table, as a form that changes seats carries it: start numbers from seat 1 on."""
    return {
        str(table.number): ", ".join(f"{seat.place}: {seat.entrant.number}" for seat in seats)
        for table, seats in seating
        if seats
    }


def exchange_seats(series: Series, numbers: tuple[int, int]) -> None:
    """Let two change chairs at tables where play may have begun; all other seats stay untouched."""
    this_seat, other = series.seats.filter(entrant__number__in=numbers).select_related("table", "entrant")
    Seat.objects.filter(pk__in=[this_seat.pk, other.pk]).delete()
    Table.objects.filter(pk__in=[this_seat.table_id, other.table_id]).update(reseated=True)
    this_seat.entrant, other.entrant = other.entrant, this_seat.entrant
    Seat.objects.bulk_create(
        Seat(series=series, table=seat.table, place=seat.place, entrant=seat.entrant) for seat in (this_seat, other)
    )


def seats_as_they_are(series: Series) -> list[list[int]]:
    """Return the tables of a series as start numbers from seat 1 on; a table number that is missing is empty."""
    rows = list(series.seats.order_by("table__number", "place").values_list("table__number", "entrant__number"))
    tables: list[list[int]] = [[] for _ in range(max((number for number, _entrant in rows), default=0))]
    for number, entrant in rows:
        tables[number - 1].append(entrant)
    return tables


def taking_part(tournament: Tournament, numbers: Collection[int]) -> list[Entrant]:
    """Return the entrants to be seated. Raise Refused: ``no-such-entrant``, codes of ``OUT``, the lowest first."""
    entrants = list(tournament.entrants.filter(number__in=numbers).order_by("number"))
    if unknown := sorted(set(numbers) - {entrant.number for entrant in entrants}):
        raise Refused("no-such-entrant", number=unknown[0])
    for field, code in OUT.items():
        if out := [entrant.number for entrant in entrants if getattr(entrant, field)]:
            raise Refused(code, number=out[0])
    return entrants


@transaction.atomic
def publish_series(*, series_id: int, by: User, now: datetime) -> Series:
    """Show the seats to everybody. Raise Refused: ``not-a-preview``, ``still-by-hand``."""
    series = held(series_id)
    if series.status != Series.Status.DRAWN:
        raise Refused("not-a-preview", series=series.number)
    if series.draw_id is None:
        raise Refused("still-by-hand", series=series.number)
    series.status, series.published_at = Series.Status.PUBLISHED, now
    series.save(update_fields=["status", "published_at"])
    journal.record("series.published", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def take_publication_back(*, series_id: int, by: User, now: datetime, gone: journal.Sealing) -> Series:
    """Let a published series be a preview again before play. ``gone`` is for the journal.

    :raises Refused: ``not-published``, ``series-started``, ``play-began``.
    """
    series = held(series_id)
    if series.started_at:
        raise Refused("series-started", series=series.number)
    if series.status != Series.Status.PUBLISHED:
        raise Refused("not-published", series=series.number)
    if begun := series.tables.exclude(play_began_at=None).order_by("number").first():
        raise Refused("play-began", table=begun.number)
    series.status, series.published_at = Series.Status.DRAWN, None
    series.save(update_fields=["status", "published_at"])
    journal.record(
        "series.publication-withdrawn", tournament=series.tournament, by=by, at=now, sealing=gone, series=series.number
    )
    return series


@transaction.atomic
def start_series(*, series_id: int, by: User | None, now: datetime) -> Series:
    """Start a series once; appeals about the one before end (ISkO 4.5.10).

    :raises Refused: ``not-published``, ``series-before-open``.
    """
    series = held(series_id)
    if series.status == Series.Status.RUNNING:
        return series
    if series.status != Series.Status.PUBLISHED:
        raise Refused("not-published", series=series.number)
    if before := open_before(series):
        raise Refused("series-before-open", series=series.number, open=before.number)
    series.status, series.started_at = Series.Status.RUNNING, now
    series.save(update_fields=["status", "started_at"])
    journal.record("series.started", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def take_start_back(*, series_id: int, because: str, by: User, now: datetime) -> Series:
    """Let a series that was started by mistake wait for its start again. Taken back twice, it counts once.

    :raises Refused: ``not-running``, ``play-began``, ``time-called``, ``reason-missing``.
    """
    series = held(series_id)
    if series.status == Series.Status.PUBLISHED:
        return series
    if series.status != Series.Status.RUNNING:
        raise Refused("not-running", series=series.number)
    if begun := series.tables.exclude(play_began_at=None).order_by("number").first():
        raise Refused("play-began", table=begun.number, series=series.number)
    if series.time_over_at:
        raise Refused("time-called", series=series.number)
    if not because.strip():
        raise Refused("reason-missing")
    series.status, series.started_at = Series.Status.PUBLISHED, None
    series.paused_at, series.paused_for = None, timedelta()
    series.save(update_fields=["status", "started_at", "paused_at", "paused_for"])
    journal.record(
        "series.start-withdrawn",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        because=because.strip()[:300],
    )
    return series


@transaction.atomic
def renew_key(*, table_id: int, by: User, now: datetime, seen: str | None = None) -> Table:
    """Give a table a new key and words, once for the mark ``seen``. Raise Table.DoesNotExist if it is gone."""
    tournament_id = Table.objects.values_list("series__tournament_id", flat=True).get(pk=table_id)
    tournament = turns.take_turn(tournament_id)
    table = Table.objects.select_related("series").get(pk=table_id)
    if seen is not None and not constant_time_compare(seen, table.key_mark):
        return table
    table.key, table.words = new_key(), new_table_words()
    table.save(update_fields=["key", "words"])
    journal.record(
        "table.key-renewed", tournament=tournament, by=by, at=now, series=table.series.number, table=table.number
    )
    return table


def held(series_id: int) -> Series:
    """Return the series as it is in its tournament's turn."""
    tournament = turns.take_turn_of(Series, series_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    return series
