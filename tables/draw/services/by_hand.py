"""Seats that were not computed: cards drawn at the door, or a plan made elsewhere (SkWO 7.1.1)."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tables import seating
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.draw.models import Seat, Table
from tables.draw.selectors import draws
from tables.draw.selectors import seats as draw_seats
from tables.draw.services.draws import keep_draw, must_be_drawable
from tables.draw.services.seats import seats_as_they_are, taking_part
from tables.draw.services.series import held
from tables.journal import chain as journal
from tables.tournaments.models import Series


@transaction.atomic
def take_fixed_plan(*, series_id: int, plan: Sequence[Sequence[Sequence[int]]], by: User, now: datetime) -> Series:
    """Take over seats for this series and those after it, as a preview.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``, ``too-many-series``.
    :raises seating.CannotSeat: if the plan breaks the law; ``seating.check_seating`` says all of it.
    """
    series = held(series_id)
    must_be_drawable(series)
    following = series.tournament.series.filter(number__gte=series.number, status=Series.Status.PLANNED)
    involved = list(following.order_by("number")[: len(plan)])
    if len(involved) < len(plan):
        raise Refused("too-many-series", series=len(plan), left=len(involved))
    for one in involved:
        one.tournament, one.seating = series.tournament, Series.Seating.FIXED
    keep_draw(involved, _kept(series, plan), by=by, now=now)
    return held(series_id)


@transaction.atomic
def set_up_tables(*, series_id: int, players: int, by: User, now: datetime) -> Series:
    """Set up empty tables for so many players, who will draw their seats by hand.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``.
    :raises seating.CannotSeat: if so many cannot be seated at tables of four and three.
    """
    series = held(series_id)
    must_be_drawable(series)
    sizes = seating.table_sizes(players)
    Table.objects.bulk_create(Table(series=series, number=at, size=size) for at, size in enumerate(sizes, start=1))
    series.status, series.seating, series.drawn_at = Series.Status.DRAWN, Series.Seating.BY_HAND, now
    series.save(update_fields=["status", "seating", "drawn_at"])
    journal.record(
        "series.set-up-by-hand", tournament=series.tournament, by=by, at=now, series=series.number, players=players
    )
    return series


@transaction.atomic
def add_room(*, series_id: int, by: User, now: datetime) -> Series:
    """Set up more chairs: a fourth at each table of three, or another table where all have four.

    What stays free goes again when the seating is finished.

    :raises Refused: ``not-by-hand``.
    """
    series = _by_hand(series_id)
    if not series.tables.filter(size=3).update(size=4):
        last = series.tables.order_by("-number").first()
        Table.objects.create(series=series, number=last.number + 1 if last else 1, size=4)
    chairs = sum(series.tables.values_list("size", flat=True))
    journal.record(
        "series.room-added", tournament=series.tournament, by=by, at=now, series=series.number, chairs=chairs
    )
    return series


@transaction.atomic
def seat_by_hand(*, series_id: int, number: int, table: int, place: int, by: User, now: datetime) -> Seat:
    """Write down the seat that an entrant has drawn; with no table, draw one of the free ones for them.

    The same seat written down twice counts once.

    :raises Refused: ``not-by-hand``, ``no-such-entrant``, ``withdrawn``, ``excluded``, ``seated-already``,
        ``no-such-chair``, ``seat-taken``, ``hall-full``.
    """
    series = _by_hand(series_id)
    [entrant] = taking_part(series, [number])
    if not table:
        table, place = _any_free(series)
    found = series.tables.filter(number=table, size__gte=place).first() if place >= 1 else None
    if found is None:
        raise Refused("no-such-chair", table=table, place=place)
    if own := series.seats.filter(entrant=entrant).select_related("table").first():
        if (own.table.number, own.place) == (table, place):
            return own
        raise Refused("seated-already", numbers=[number], series=series.number)
    if taken := found.seats.filter(place=place).select_related("entrant").first():
        raise Refused("seat-taken", table=table, place=place, number=taken.entrant.number)
    seat = Seat.objects.create(series=series, table=found, place=place, entrant=entrant)
    if not entrant.present:
        entrant.present = True
        entrant.save(update_fields=["present"])
    journal.record(
        "series.seated-by-hand",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        entrant=number,
        table=table,
        place=place,
    )
    return seat


@transaction.atomic
def unseat(*, series_id: int, number: int, by: User, now: datetime) -> Series:
    """Free the seat of an entrant whose slip was read wrongly.

    :raises Refused: ``not-by-hand``, ``not-seated``.
    """
    series = _by_hand(series_id)
    freed, _rows = series.seats.filter(entrant__number=number).delete()
    if not freed:
        raise Refused("not-seated", numbers=[number], series=series.number)
    journal.record("series.unseated", tournament=series.tournament, by=by, at=now, series=series.number, entrant=number)
    return series


@transaction.atomic
def finish_by_hand(*, series_id: int, by: User, now: datetime) -> Series:
    """Close the seating by hand: the seats become a draw like any other, still a preview.

    A table of four with one chair left becomes one of three, an empty table goes.

    :raises Refused: ``not-by-hand``.
    :raises seating.CannotSeat: if what was written down breaks the law.
    """
    series = _by_hand(series_id)
    seats = [table for table in seats_as_they_are(series) if table]
    plan = _kept(series, [seats], seated=True)
    series.tables.filter(seats=None).delete()
    for at, table in enumerate(series.tables.order_by("number"), start=1):
        if table.number != at:
            table.number = at
            table.save(update_fields=["number"])
        for place, seat in enumerate(table.seats.order_by("place"), start=1):
            if seat.place != place:
                seat.place = place
                seat.save(update_fields=["place"])
        if table.size != (size := len(seats[at - 1])):
            table.size = size
            table.save(update_fields=["size"])
    keep_draw([series], plan, by=by, now=now, replaces=True)
    return held(series_id)


def _by_hand(series_id: int) -> Series:
    series = held(series_id)
    is_open = series.status == Series.Status.DRAWN and series.seating == Series.Seating.BY_HAND and series.draw is None
    if not is_open:
        raise Refused("not-by-hand", series=series.number)
    return series


def _any_free(series: Series) -> tuple[int, int]:
    """Return a free seat by lot: every one of them is equally likely."""
    taken = set(series.seats.values_list("table__number", "place"))
    free = [
        (table.number, place)
        for table in series.tables.order_by("number")
        for place in range(1, table.size + 1)
        if (table.number, place) not in taken
    ]
    if not free:
        raise Refused("hall-full", series=series.number)
    return secrets.choice(free)


def _kept(series: Series, plan: Sequence[Sequence[Sequence[int]]], *, seated: bool = False) -> seating.Plan:
    """Return the plan of seats made elsewhere, of those present or of those who have a seat."""
    tournament = series.tournament
    if seated:
        numbers = {number for tables in plan for table in tables for number in table}
        entrants = draws.seating_entrants(tournament, tournament.entrants.filter(number__in=numbers))
    else:
        entrants = draws.to_seat(tournament)
    policy = draws.policy_of(tournament, by_standing=False)
    return seating.plan_by_hand(entrants, series=plan, history=draw_seats.seatings_before(series), policy=policy)
