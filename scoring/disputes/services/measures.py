"""Measures of the direction, and what they order in lists; each can be looked at before and lifted again (SkWO
4.3, 7, 9.4).
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from scoring.disputes.models import Measure
from scoring.disputes.selectors import rulings as ordered
from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards, counting
from scoring.lists.selectors.counting import Orders
from scoring.lists.selectors.sitting import entrants_of, plays_at
from scoring.lists.services import lists
from scoring.lists.services.lists import clock_facts, counted
from scoring.results.selectors import effects
from scoring.results.selectors.effects import Effect
from scoring.results.services.series import settle_standings
from scoring.rules.register.citing import UnknownClause, citation
from tables.accounts.models import User
from tables.acts.services import Refused, as_sent, sent_before
from tables.draw.models import Seat
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.people.services import unranked
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

Kind = Measure.Kind
OF_A_TABLE = frozenset({Kind.VOID, Kind.EXCLUSION})  # kinds that are about a table as a whole
OF_POINTS = frozenset({Kind.PENALTY, Kind.AWARD})  # kinds that say how many points, and leave the list itself
IN_A_SERIES = frozenset({*OF_A_TABLE, *OF_POINTS, Kind.ZEROED, Kind.REPLACEMENT})
MOST_POINTS = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the direction wants to order, in the numbers people know."""

    kind: Measure.Kind
    reason: str
    clause: str  # as it was typed: "SkWO 4.3", of 2002 if no edition is named
    series: int | None = None
    table: int | None = None  # for a void list and a table that is excluded
    entrant: int | None = None  # start number of whom it is about, for everything else
    points: int | None = None
    from_deal: int | None = None
    substitute: int | None = None  # start number of the substitute, or None if they do not take part themselves
    substitute_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTarget:
    """An order that can be carried out, with the rows it is about."""

    order: Order
    clause: str
    series: Series | None
    row: GameListRow | None
    entrant: Entrant | None
    substitute: Entrant | None
    place: int | None  # the seat of the entrant, where it is about one


def cited(typed: str) -> str:
    """Return a clause with its edition. Raise Refused: ``unknown-clause``."""
    try:
        return str(citation(typed))
    except UnknownClause:
        raise Refused("unknown-clause", clause=typed.strip()[:40]) from None


DECISION: Final = re.compile(r"[^\W\d]+ (?:\S+ )?(\d{1,5})")  # as cited: "decision 3", "Entscheidung Nr. 3"


def _cited(tournament: Tournament, order: Order) -> str:
    if order.kind != Kind.AWARD:
        return cited(order.clause)
    typed = " ".join(order.clause.split())[:40]
    plan = (getattr(tournament, name) for name in PLAN)
    if len(typed) > 3 and any(typed.casefold() in " ".join(text.split()).casefold() for text in plan):
        return typed
    decision = DECISION.fullmatch(typed)
    if decision and tournament.rulings.filter(number=int(decision[1]), taken_back_at=None).exists():
        return typed
    raise Refused("award-cites-nothing")


PLAN: Final = (
    *("costs", "use_of_money", "exclusion", "tribunal", "rules", "supervision"),
    *("penalties", "list_keeping", "stake", "material"),
)


def target_of(tournament: Tournament, order: Order, *, by: User) -> OrderTarget:
    """Return what an order is about, if it can be carried out.

    :raises Refused: ``released-before``, ``reason-missing``, ``unknown-clause``, ``no-such-entrant``,
        ``series-unknown``, ``no-such-list``, ``nothing-played-yet``, ``not-seated``, ``own-table``, ``points-missing``,
        ``measure-holds``; for a void list ``chairs-exchanged``; for points awarded ``award-cites-nothing``; for a
        replacement ``series-over``, ``no-such-deal``, ``substitute-missing``, ``substitute-plays``, ``excluded``.
    """
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not order.reason.strip():
        raise Refused("reason-missing")
    clause = _cited(tournament, order)
    series = _series(tournament, order)
    entrant = None if order.kind in OF_A_TABLE else _entrant(tournament, order.entrant)
    row, place = _list_of(series, order, entrant)
    his_own = entrant is not None and entrant.pk in entrants_of(tournament, by)
    if his_own or (row is not None and plays_at(row.table_id, tournament=tournament, user=by)):
        # An official orders nothing about themselves, or about the table they play at (SkWO 4.5).
        raise Refused("own-table")
    if order.kind in OF_POINTS and not 1 <= (order.points or 0) <= MOST_POINTS:
        raise Refused("points-missing", most=MOST_POINTS)
    target = OrderTarget(
        order=order,
        clause=clause,
        series=series,
        row=row,
        entrant=entrant,
        substitute=_substitute(tournament, order, row),
        place=place,
    )
    _must_not_hold_already(tournament, target)
    if order.kind == Kind.VOID and row is not None and (others := counting.lists_beside(row)):
        # Part of what its players earned, they earned at another table.
        raise Refused("chairs-exchanged", tables=[row.table.number, *(other.table.number for other in others)])
    return target


def _series(tournament: Tournament, order: Order) -> Series | None:
    if order.series is None:
        if order.kind in IN_A_SERIES:
            raise Refused("series-unknown", series=0)
        return None
    series: Series | None = tournament.series.filter(number=order.series).first()
    if series is None:
        raise Refused("series-unknown", series=order.series)
    if series.started_at is None:
        raise Refused("nothing-played-yet", series=series.number)
    if order.kind == Kind.REPLACEMENT and series.status == Series.Status.CLOSED:
        raise Refused("series-over", series=series.number)
    series.tournament = tournament
    return series


def _entrant(tournament: Tournament, number: int | None) -> Entrant:
    entrant = tournament.entrants.filter(number=number or 0).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number or 0)
    return entrant


def _list_of(series: Series | None, order: Order, entrant: Entrant | None) -> tuple[GameListRow | None, int | None]:
    if series is None:
        return None, None
    if entrant is None:
        row = boards.list_at(series, order.table or 0)
        if row is None:
            raise Refused("no-such-list", series=series.number, table=order.table or 0)
        row.table.series = series
        return row, None
    seat = Seat.objects.filter(series=series, entrant=entrant).select_related("table").first()
    row = boards.list_at(series, seat.table.number) if seat else None
    if seat is None or row is None:
        raise Refused("not-seated", numbers=[entrant.number], series=series.number)
    row.table.series = series
    return row, seat.place


def _substitute(tournament: Tournament, order: Order, row: GameListRow | None) -> Entrant | None:
    """Return the entrant who plays in the place of another, if it is one (SkWO 4.4, 9.7)."""
    if order.kind != Kind.REPLACEMENT or row is None:
        return None
    if not 1 <= (order.from_deal or 0) <= mapping.length_of(row):
        raise Refused("no-such-deal", deal=order.from_deal or 0)
    if (order.substitute is None) != bool(order.substitute_name.strip()):
        raise Refused("substitute-missing")
    if order.substitute is None:
        return None
    substitute = _entrant(tournament, order.substitute)
    if substitute.excluded_at:
        raise Refused("excluded", number=substitute.number)
    if Seat.objects.filter(series=row.table.series_id, entrant=substitute).exists():
        raise Refused("substitute-plays", number=substitute.number, series=row.table.series.number)
    return substitute


def _must_not_hold_already(tournament: Tournament, target: OrderTarget) -> None:
    kind = target.order.kind
    holding = tournament.measures.filter(kind=kind, lifted_at=None)
    if kind in {Kind.ZEROED, *OF_A_TABLE}:
        holding = holding.filter(game_list=target.row, entrant=target.entrant)
    elif kind == Kind.EXPULSION:
        holding = holding.filter(entrant=target.entrant)
    else:
        return
    if measure := holding.first():
        raise Refused("measure-holds", measure=measure.number)


EXCLUDES = frozenset({Kind.EXPULSION, Kind.EXCLUSION})
COUNTS = frozenset({Kind.ZEROED, Kind.VOID, *OF_POINTS})  # kinds that change what counts of a list


def preview_measure(*, tournament_id: int, order: Order, by: User) -> Effect:
    """Return what an order would do to the ranking without writing it. Raises what ``order_measure`` raises."""
    tournament = Tournament.objects.get(pk=tournament_id)
    target = target_of(tournament, order, by=by)
    if order.kind in EXCLUDES:
        seats = target.row.table.seats.values_list("entrant_id", flat=True) if target.row else ()
        out = list(seats) if target.entrant is None else [target.entrant.pk]
        ahead = effects.seats_ahead(tournament, out)
        return Effect(moves=effects.moves(tournament, out=frozenset(out)), seats_ahead=ahead)
    if order.kind not in COUNTS or target.row is None:
        return Effect(moves=())
    orders = counting.orders_of(target.row)
    off = (order.points or 0) * (-1 if order.kind == Kind.AWARD else 1)
    return _effect(target.row, orders, _with(orders, order.kind, place=target.place, points=off))


@transaction.atomic
def order_measure(*, tournament_id: int, order: Order, entry_key: UUID, by: User, now: datetime) -> Measure:
    """Order a measure and carry it out. Sent again with the same key it is the same one.

    :raises KeyReused: if the key came with another order before.
    :raises Refused: as ``target_of`` says.
    """
    tournament = turns.take_turn(tournament_id)
    if known_measure := sent_before(Measure.objects, entry_key):
        return _same(known_measure, tournament, order)
    target = target_of(tournament, order, by=by)
    at = counted(tournament, now)
    measure = Measure.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.measures),
        entry_key=entry_key,
        kind=order.kind,
        series=target.series,
        game_list=target.row,
        entrant=target.entrant,
        points=order.points if order.kind in OF_POINTS else None,
        from_deal=order.from_deal if order.kind == Kind.REPLACEMENT else None,
        substitute=target.substitute,
        substitute_name=order.substitute_name.strip()[:80] if order.kind == Kind.REPLACEMENT else "",
        reason=order.reason.strip(),
        clause=target.clause,
        ordered_at=at,
        ordered_by=by,
    )
    if measure.kind in EXCLUDES:
        unranked.exclude(tournament, ordered.excluded_by(measure), now=at)
    elif target.row is not None:
        _follow(target.row, measure, void_at=at)
    lots = _settle(tournament, measure, seed=entry_key, by=by, now=at)
    note = {"clause": measure.clause, "because": measure.reason} | lots | clock_facts(at, now)
    about = {**_facts(measure), **note}
    journal.record("measure.ordered", tournament=tournament, by=by, at=at, sealing=_out(measure), **about)
    return measure


def preview_lifting(*, measure_id: int, by: User) -> Effect:
    """Return what lifting a measure would do to the ranking. Raises what ``lift_measure`` raises but for the reason."""
    measure = Measure.objects.select_related("tournament", "game_list__table__series").get(pk=measure_id)
    tournament = measure.tournament
    _must_be_liftable(measure, by=by)
    if measure.kind in EXCLUDES:
        return Effect(moves=effects.moves(tournament, back=frozenset(_back(measure))))
    if measure.kind not in COUNTS or measure.game_list is None:
        return Effect(moves=())
    orders = counting.orders_of(measure.game_list)
    place = _place_of(measure)
    return _effect(measure.game_list, orders, _with(orders, measure.kind, place=place, points=-measure.off, less=True))


@transaction.atomic
def lift_measure(*, measure_id: int, because: str, entry_key: UUID, by: User, now: datetime) -> Measure:
    """Lift a measure, which stays to be read; whoever was excluded is absent until they are marked present.

    :raises KeyReused: if the key came with another reason before.
    :raises Refused: ``released-before``, ``lifted-before``, ``reason-missing``, ``own-table``, ``unsigned-list`` if a
        list would count that was never signed although its series is closed.
    """
    tournament = turns.take_turn_of(Measure, measure_id)
    measure = Measure.objects.select_related("game_list__table__series").get(pk=measure_id)
    measure.tournament = tournament
    if measure.lift_key == entry_key:
        return as_sent(measure, lifted_because=because.strip())
    _must_be_liftable(measure, by=by)
    if not because.strip():
        raise Refused("reason-missing")
    at = counted(tournament, now)
    back = _back(measure) if measure.kind in EXCLUDES else ()
    measure.lift_key, measure.lifted_at, measure.lifted_by = entry_key, at, by
    measure.lifted_because = because.strip()
    measure.save(update_fields=["lift_key", "lifted_at", "lifted_by", "lifted_because"])
    if measure.kind in EXCLUDES:
        unranked.readmit(tournament, back)
    elif measure.game_list is not None:
        measure.game_list.table.series.tournament = tournament
        _follow(measure.game_list, measure, void_at=None)
    lots = _settle(tournament, measure, seed=entry_key, by=by, now=at)
    facts = _facts(measure) | {"because": measure.lifted_because} | lots | clock_facts(at, now)
    journal.record("measure.lifted", tournament=tournament, by=by, at=at, sealing=_out(measure), **facts)
    return measure


def _out(measure: Measure) -> journal.Sealing:
    if measure.kind not in EXCLUDES:
        return {}
    numbers = Entrant.objects.filter(pk__in=ordered.excluded_by(measure)).values_list("number")
    return {"entrant": list(numbers)}


def _facts(measure: Measure) -> dict[str, object]:
    row = measure.game_list
    about = {
        "series": measure.series.number if measure.series else None,
        "table": row.table.number if row else None,
        "entrant": measure.entrant.number if measure.entrant else None,
        "points": measure.points,
        "from_deal": measure.from_deal,
        "substitute": measure.substitute.number if measure.substitute else None,
    }
    values = {name: fact for name, fact in about.items() if fact is not None}
    return {"measure": measure.number, "kind": str(measure.kind), **values}


def _same(measure: Measure, tournament: Tournament, order: Order) -> Measure:
    of_a_table, is_replaced = measure.entrant is None, order.kind == Kind.REPLACEMENT
    of_whom = {"game_list__table__number": order.table} if of_a_table else {"entrant__number": order.entrant}
    return as_sent(
        measure,
        tournament_id=tournament.pk,
        kind=order.kind,
        reason=order.reason.strip(),
        clause=_cited(tournament, order),
        series__number=order.series,
        points=order.points if order.kind in OF_POINTS else None,
        from_deal=order.from_deal if is_replaced else None,
        substitute__number=order.substitute if is_replaced else None,
        substitute_name=order.substitute_name.strip()[:80] if is_replaced else "",
        **of_whom,
    )


def _back(measure: Measure) -> set[int]:
    return set(ordered.excluded_by(measure)) - ordered.excluded_otherwise(measure.tournament, measure)


def _with(orders: Orders, kind: str, *, place: int | None, points: int, less: bool = False) -> Orders:
    if kind == Kind.VOID:
        return replace(orders, is_void=not less)
    if place is None:
        return orders
    if kind == Kind.ZEROED:
        at_zero = orders.at_zero - {place} if less else orders.at_zero | {place}
        return replace(orders, at_zero=at_zero)
    return replace(orders, penalties={**orders.penalties, place: orders.penalties.get(place, 0) + points})


def _effect(row: GameListRow, before: Orders, after: Orders) -> Effect:
    given = counting.given_by(row)
    now, then = counting.counted(row, given, before), counting.counted(row, given, after)
    moved = effects.moves(row.table.series.tournament, results=effects.earned_from(row, then))
    return Effect(moves=moved, seats=effects.seat_effects(row, now, then))


def _place_of(measure: Measure) -> int | None:
    if measure.game_list is None or measure.entrant_id is None:
        return None
    seats = measure.game_list.table.seats.filter(entrant=measure.entrant_id)
    return seats.values_list("place", flat=True).first()


def _follow(row: GameListRow, measure: Measure, *, void_at: datetime | None) -> None:
    if measure.kind == Kind.VOID:
        row.void_at = void_at
        row.save(update_fields=["void_at"])
    if measure.kind in COUNTS:
        lists.results_changed(row)


def _settle(tournament: Tournament, measure: Measure, *, seed: UUID, by: User, now: datetime) -> dict[str, object]:
    if measure.kind not in EXCLUDES | COUNTS:
        return {}
    lots = settle_standings(tournament, seed=str(seed), by=by, now=now)
    return {"lots": lots} if lots else {}


def _must_be_liftable(measure: Measure, *, by: User) -> None:
    tournament = measure.tournament
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if measure.lifted_at:
        raise Refused("lifted-before", measure=measure.number)
    table = measure.game_list.table_id if measure.game_list else None
    his_own = measure.entrant_id in entrants_of(tournament, by)
    if his_own or (table and plays_at(table, tournament=tournament, user=by)):
        raise Refused("own-table")
    if unsigned := _would_count_unsigned(measure):
        raise Refused("unsigned-list", series=unsigned.table.series.number, table=unsigned.table.number)


def _would_count_unsigned(measure: Measure) -> GameListRow | None:
    closed = GameListRow.objects.filter(signed_at=None, table__series__status=Series.Status.CLOSED)
    closed = closed.select_related("table__series")
    if measure.kind == Kind.VOID:
        return closed.filter(measures=measure, table__seats__entrant__excluded_at=None).first()
    if measure.kind in EXCLUDES:
        back: Collection[int] = _back(measure)
        return closed.filter(void_at=None, table__seats__entrant__in=back).first()
    return None
