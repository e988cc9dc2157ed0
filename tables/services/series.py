"""The draw of a series, from the preview to the start (SkWO 7.1)."""

from datetime import datetime

from django.db import transaction

from tables import journal, seating, selectors
from tables.models import DrawRecord, Seat, Series, Table, Tournament, User
from tables.models.series import new_table_key
from tables.services.refusals import Refused

BY_STANDING = seating.Policy(repeats=seating.Wish.IGNORED, threes=seating.Wish.IGNORED)
"""Set by standing means what halls mean by it: the best four at table 1 and so on, tables of three last.

Whoever has met before is named in the preview, and the direction may swap.
"""


@transaction.atomic
def draw_series(*, series_id: int, seed: str, by: User, now: datetime) -> Series:
    """Seat everyone who is present, as a preview that only the direction sees.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``.
    :raises seating.CannotSeat: if those present cannot be seated at tables of four and three.
    """
    series = _held(series_id)
    if series.status != Series.Status.PLANNED:
        raise Refused("already-drawn", series=series.number)
    if series.tournament.ended_at:
        raise Refused("event-ended")
    earlier = series.tournament.series.filter(number__lt=series.number)
    if open_before := earlier.exclude(status=Series.Status.CLOSED).order_by("number").first():
        raise Refused("previous-series-open", series=series.number, open=open_before.number)

    plan = _plan(series, seed=seed)
    _seat(series, plan.series[0])
    DrawRecord.objects.create(series=series, record=plan.record)
    series.status, series.seed, series.drawn_at = Series.Status.DRAWN, seed, now
    series.save(update_fields=["status", "seed", "drawn_at"])
    journal.record(
        "series.drawn",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        seed=seed,
        tables=[list(table) for table in plan.series[0]],
    )
    return series


@transaction.atomic
def discard_draw(*, series_id: int, because: str, by: User, now: datetime) -> Series:
    """Throw away a draw that was not published, so that the series can be drawn again. The reason is kept.

    :raises Refused: ``not-a-preview`` or ``reason-missing``.
    """
    series = _held(series_id)
    if series.status != Series.Status.DRAWN:
        raise Refused("not-a-preview", series=series.number)
    if not because.strip():
        raise Refused("reason-missing")
    series.tables.all().delete()
    DrawRecord.objects.filter(series=series).delete()
    series.status, series.seed, series.drawn_at = Series.Status.PLANNED, "", None
    series.save(update_fields=["status", "seed", "drawn_at"])
    journal.record(
        "series.draw-discarded",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        because=because.strip(),
    )
    return series


@transaction.atomic
def publish_series(*, series_id: int, by: User, now: datetime) -> Series:
    """Show the seats to everybody.

    :raises Refused: ``not-a-preview`` unless the series is drawn and not yet published.
    """
    series = _held(series_id)
    if series.status != Series.Status.DRAWN:
        raise Refused("not-a-preview", series=series.number)
    series.status, series.published_at = Series.Status.PUBLISHED, now
    series.save(update_fields=["status", "published_at"])
    journal.record("series.published", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def start_series(*, series_id: int, by: User | None, now: datetime) -> Series:
    """Start a series. It also starts by itself with its first entry; started twice, it starts once.

    With the start, appeals about the series before are too late (ISkO 4.5.10).

    :raises Refused: ``not-published``.
    """
    series = _held(series_id)
    if series.status == Series.Status.RUNNING:
        return series
    if series.status != Series.Status.PUBLISHED:
        raise Refused("not-published", series=series.number)
    series.status, series.started_at = Series.Status.RUNNING, now
    series.save(update_fields=["status", "started_at"])
    journal.record("series.started", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def swap_seats(*, series_id: int, numbers: tuple[int, int], because: str, by: User, now: datetime) -> Series:
    """Let two entrants change seats; only the direction may (SkWO 7.1.2).

    :raises Refused: ``nothing-to-swap``, ``reason-missing``, ``not-seated``, ``play-began``.
    """
    series = _held(series_id)
    if numbers[0] == numbers[1]:
        raise Refused("nothing-to-swap")
    if not because.strip():
        raise Refused("reason-missing")
    seats = {seat.entrant.number: seat for seat in series.seats.select_related("entrant", "table")}
    if missing := [number for number in numbers if number not in seats]:
        raise Refused("not-seated", numbers=missing, series=series.number)
    first, second = (seats[number] for number in numbers)
    if played := [seat.table.number for seat in (first, second) if seat.table.play_began_at]:
        raise Refused("play-began", table=played[0])

    # Nobody may have two seats, not even for the moment between two updates: both are given back, then both taken.
    Seat.objects.filter(pk__in=[first.pk, second.pk]).delete()
    Seat.objects.bulk_create(
        [
            Seat(series=series, table=first.table, place=first.place, entrant=second.entrant),
            Seat(series=series, table=second.table, place=second.place, entrant=first.entrant),
        ]
    )
    journal.record(
        "series.seats-swapped",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        entrants=list(numbers),
        because=because.strip(),
    )
    return series


@transaction.atomic
def renew_key(*, table_id: int, by: User, now: datetime) -> Table:
    """Give a table's list a new key; whoever holds the old one is out."""
    table = Table.objects.select_related("series").get(pk=table_id)
    tournament = journal.take_turn(table.series.tournament_id)
    table.key = new_table_key()
    table.save(update_fields=["key"])
    journal.record(
        "table.key-renewed", tournament=tournament, by=by, at=now, series=table.series.number, table=table.number
    )
    return table


def _held(series_id: int) -> Series:
    """Return the series as it is in its tournament's turn."""
    tournament_id = Series.objects.values_list("tournament_id", flat=True).get(pk=series_id)
    tournament: Tournament = journal.take_turn(tournament_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    return series


def _plan(series: Series, *, seed: str) -> seating.Plan:
    entrants = [
        seating.Entrant(
            number=entrant.number,
            club=entrant.club or None,
            apart=frozenset({entrant.team}) if entrant.team else frozenset(),
        )
        for entrant in selectors.entrants_to_seat(series.tournament)
    ]
    history = selectors.seatings_before(series)
    if series.seating == Series.Seating.DRAWN:
        return seating.draw(entrants, series=1, seed=seed, history=history)
    ranking = selectors.ranking_to_seat_by(series, [entrant.number for entrant in entrants])
    return seating.draw_by_standing(entrants, ranking=ranking, seed=seed, history=history, policy=BY_STANDING)


def _seat(series: Series, plan: tuple[tuple[int, ...], ...]) -> None:
    entrants = {entrant.number: entrant for entrant in series.tournament.entrants.all()}
    tables = Table.objects.bulk_create(
        Table(series=series, number=number, size=len(places)) for number, places in enumerate(plan, start=1)
    )
    Seat.objects.bulk_create(
        Seat(series=series, table=table, place=place, entrant=entrants[number])
        for table, places in zip(tables, plan, strict=True)
        for place, number in enumerate(places, start=1)
    )
