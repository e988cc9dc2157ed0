"""The door: who comes is present, pays what they owe and has a seat, all in one act (SkWO 4.1, 7.1; ISkO 3.1.2)."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from scoring.lists.models import GameListRow
from scoring.lists.services import presence
from scoring.money.models import FIRST_BOX, Move, MovementRow
from scoring.money.selectors.accounts import balance_of, of_entrant
from scoring.money.services import paying
from scoring.money.services.booking import known_act
from scoring.money.services.paying import DeskPayment
from scoring.office.selectors.day import seatings_of
from scoring.results.services.series import reseat_series
from tables import seating
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.clubs.services.books import register_at_desk
from tables.draw import selectors
from tables.draw.models import Seat
from tables.draw.services import reseating
from tables.draw.services.seats import held, taking_part
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.selectors import OUT
from tables.people.services.registration import mark_entrants
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

THREE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Somebody at the door."""

    entrant: Entrant
    owes: int  # what they owe, in cents; below nothing, what is due to them
    paid: MovementRow | None  # what they paid when they came in, if it was not taken back
    seat: Seat | None  # where they sit in the series that is published or at play
    seatless: Series | None  # the series that is published or at play in which they have no seat

    @property
    def is_out(self) -> bool:
        """Whether they take no part, and why stands in the columns of the entrant."""
        return any(getattr(self.entrant, field) for field in OUT)


def arrival(tournament: Tournament, number: int, *, paid: int = 0) -> Arrival | None:
    """Return somebody by their start number, ``paid`` being the number of their payment; None if nobody has it."""
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        return None
    entrant.tournament = tournament
    seats = selectors.seats_of(entrant).exclude(series__status=Series.Status.CLOSED)
    payments = tournament.movements.filter(number=paid, entrant=number, reason=Move.PAID, reversed_by=None)
    return Arrival(
        entrant=entrant,
        owes=balance_of(tournament, of_entrant(number)),
        paid=payments.first(),
        seat=seats.first(),
        seatless=None if entrant.withdrawn_at or entrant.excluded_at else selectors.series_without(entrant),
    )


@transaction.atomic
def let_in(
    *,
    tournament_id: int,
    number: int,
    entry_key: UUID,
    public: str,
    because: str,
    by: User,
    now: datetime,
    box: str = FIRST_BOX,
) -> MovementRow | None:
    """Mark somebody as present and take in cash what they owe; return what they paid, if they owed anything.

    Who is late takes a chair that the direction released, or waits for one: nobody is refused for want of a chair.

    :raises Refused: ``no-such-entrant``, ``waiting``, ``withdrawn``, ``excluded``, ``account-closed``;
        ``sent-otherwise`` if somebody else paid with this key.
    """
    tournament = turns.take_turn(tournament_id)
    if movements := known_act(tournament, entry_key, entrant=number):
        return movements[0]
    (entrant,) = taking_part(tournament, [number])
    values: dict[str, Any] = {"by": by, "now": now}
    mark_entrants(tournament_id=tournament_id, numbers=[number], present=True, **values)
    owes = balance_of(tournament, of_entrant(number))
    paid = None
    if owes > 0:
        payment = DeskPayment(number=number, cents=owes, box=box)
        paid = paying.pay(tournament_id=tournament_id, payment=payment, entry_key=entry_key, **values)
    entrant.tournament = tournament
    series = selectors.series_without(entrant)
    if series and series.gives_chairs:
        with suppress(Refused, seating.CannotSeat), transaction.atomic():
            _give_chair(series, number, public=public, because=because, **values)
    return paid


@transaction.atomic
def register_and_let_in(
    *,
    tournament_id: int,
    registration: Registration,
    entry_key: UUID,
    public: str,
    because: str,
    by: User,
    now: datetime,
    box: str = FIRST_BOX,
) -> tuple[Entrant, MovementRow | None]:
    """Register and let in somebody unexpected. Raises what ``register_at_desk`` and ``let_in`` raise."""
    values: dict[str, Any] = {"tournament_id": tournament_id, "entry_key": entry_key, "by": by, "now": now}
    entrant = register_at_desk(registration=registration, **values)
    if entrant.waiting_since:
        return entrant, None
    return entrant, let_in(number=entrant.number, public=public, because=because, box=box, **values)


@transaction.atomic
def take_back(
    *, tournament_id: int, number: int, paid: int, entry_key: UUID, public: str, because: str, by: User, now: datetime
) -> Entrant:
    """Take back that somebody came in: their payment, the chair they took as they came, and that they are present.

    :raises Refused: ``no-such-entrant``; ``no-such-payment`` for one that is not theirs or that somebody else took;
        ``play-began`` at the table of that chair; and as ``paying.take_back``, ``reseat_series`` and
        ``presence.take_back_joining`` do.
    """
    tournament = turns.take_turn(tournament_id)
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number)
    values: dict[str, Any] = {"by": by, "now": now}
    if paid:
        if not tournament.movements.filter(number=paid, entrant=number, reason=Move.PAID, by=by).exists():
            raise Refused("no-such-payment", movement=paid)
        back: dict[str, Any] = {"movement": paid, "because": because, "entry_key": entry_key}
        paying.take_back(tournament_id=tournament_id, **back, **values)
    seats = entrant.seats.exclude(series__status=Series.Status.CLOSED).select_related("series__draw")
    taken = [seat.series for seat in seats if seat.series.draw and seat.series.draw.record.get("late") == [number]]
    if first := min(taken, key=lambda series: series.number, default=None):
        if begun := seats.filter(series=first).exclude(table__play_began_at=None).first():
            raise Refused("play-began", table=begun.table.number)
        gone: dict[str, Any] = {"absent": [number], "late": [], "public": public}
        plan = reseating.reseated(held(first.pk), **gone)
        reseat_series(series_id=first.pk, **gone, plan=plan, because=because, **values)
    joined = tournament.journal.filter(action=presence.JOINED, data__entrant=number).values_list("data", flat=True)
    at = {(data["series"], data["table"]) for data in joined}
    for seat in seats.filter(place=presence.FOUR).select_related("table__game_list"):
        if (seat.series.number, seat.table.number) in at:
            presence.take_back_joining(list_id=seat.table.game_list.pk, number=number, **values)
    mark_entrants(tournament_id=tournament_id, numbers=[number], present=False, **values)
    return entrant


@transaction.atomic
def give_chair(*, series_id: int, number: int, public: str, because: str, by: User, now: datetime) -> Series:
    """Let somebody who is late be the fourth at a table of three where nothing is played yet, so that nobody moves.

    :raises Refused: ``no-chair-free`` (series), ``no-such-entrant``, ``waiting``, ``withdrawn``, ``excluded``,
        ``not-drawn``; and as ``presence.join`` does.
    :raises seating.CannotSeat: if a wish stands against it.
    """
    return _give_chair(held(series_id), number, public=public, because=because, by=by, now=now)


def _give_chair(series: Series, number: int, *, public: str, because: str, by: User, now: datetime) -> Series:
    if series.seats.filter(entrant__number=number).exists():
        return series
    values: dict[str, Any] = {"by": by, "now": now}
    late: dict[str, Any] = {"absent": [], "late": [number], "public": public}
    plan = reseating.reseated(series, **late)
    if _disturbs_nobody(series, plan, number):
        return reseat_series(series_id=series.pk, **late, plan=plan, because=because, **values)
    tables = GameListRow.objects.filter(table__series=series, table__size=THREE, table__play_began_at=None)
    row = tables.order_by("table__number").first() if series.status == Series.Status.RUNNING else None
    if row is None:
        raise Refused("no-chair-free", series=series.number)
    presence.join(list_id=row.pk, number=number, **values)
    return series


def _disturbs_nobody(series: Series, plan: seating.Plan, number: int) -> bool:
    involved = reseating.following(series)
    begun = set(series.tables.exclude(play_began_at=None).values_list("number", flat=True))
    for at, (before, after) in enumerate(zip(seatings_of(involved), plan.series, strict=True)):
        changed = [
            (table, list(then), list(now))
            for table, (then, now) in enumerate(zip_longest(before, after, fillvalue=()), start=1)
            if list(then) != list(now)
        ]
        if [now for _table, _then, now in changed] != [[*then, number] for _table, then, _now in changed]:
            return False
        if len(changed) != 1 or len(changed[0][2]) <= THREE or (at == 0 and changed[0][0] in begun):
            return False
    return True
