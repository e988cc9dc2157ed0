"""What the direction wants to order, held against what is there: read only, nothing is written (SkWO 4, 7, 9.4)."""

from dataclasses import dataclass

from scoring.disputes.models import Measure
from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards
from scoring.lists.selectors.officials import entrants_of, plays_at
from scoring.rules.register.citing import UnknownClause, citation
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

Kind = Measure.Kind

OF_A_TABLE = frozenset({Kind.VOID, Kind.EXCLUSION})
"""Kinds that are about a table as a whole."""

IN_A_SERIES = frozenset({*OF_A_TABLE, Kind.ZEROED, Kind.PENALTY, Kind.REPLACEMENT})
"""Kinds that cannot be without a series."""

MOST_POINTS = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the direction wants to order, in the numbers people know."""

    kind: Measure.Kind
    reason: str
    clause: str
    """As it was typed: "SkWO 4.3", of 2002 if no edition is named."""

    series: int | None = None
    table: int | None = None
    """For a void list and a table that is excluded."""

    entrant: int | None = None
    """Start number of whom it is about, for everything else."""

    points: int | None = None
    from_deal: int | None = None
    substitute: int | None = None
    """Start number of the substitute, or None if they do not take part themselves."""

    substitute_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An order that can be carried out, with the rows it is about."""

    order: Order
    clause: str
    series: Series | None
    row: GameListRow | None
    entrant: Entrant | None
    substitute: Entrant | None
    place: int | None
    """The seat of the entrant, where it is about one."""


def cited(typed: str) -> str:
    """Return a clause with its edition.

    :raises Refused: ``unknown-clause``.
    """
    try:
        return str(citation(typed))
    except UnknownClause:
        raise Refused("unknown-clause", clause=typed.strip()[:40]) from None


def target_of(tournament: Tournament, order: Order, *, by: User) -> Target:
    """Return what an order is about, if it can be carried out.

    :raises Refused: ``released-before``, ``reason-missing``, ``unknown-clause``, ``no-such-entrant``,
        ``series-unknown``, ``no-such-list``, ``nothing-played-yet``, ``not-seated``, ``own-table``, ``points-missing``,
        ``measure-holds``; for a replacement ``series-over``, ``no-such-deal``, ``substitute-missing``,
        ``substitute-plays``, ``excluded``.
    """
    if tournament.released_at:
        raise Refused("released-before")
    if not order.reason.strip():
        raise Refused("reason-missing")
    clause = cited(order.clause)
    series = _series(tournament, order)
    entrant = None if order.kind in OF_A_TABLE else _entrant(tournament, order.entrant)
    row, place = _list_of(series, order, entrant)
    _must_not_be_his_own(tournament, row, entrant, by=by)
    _must_say_how_much(order)
    target = Target(
        order=order,
        clause=clause,
        series=series,
        row=row,
        entrant=entrant,
        substitute=_substitute(tournament, order, row),
        place=place,
    )
    _must_not_hold_already(tournament, target)
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
    """Return the list an order is about, and the seat."""
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


def _must_not_be_his_own(tournament: Tournament, row: GameListRow | None, entrant: Entrant | None, *, by: User) -> None:
    """Refuse an official about themselves, or about the table they play at (SkWO 4.5)."""
    his_own = entrant is not None and entrant.pk in entrants_of(tournament, by)
    if his_own or (row is not None and plays_at(row.table_id, tournament=tournament, user=by)):
        raise Refused("own-table")


def _must_say_how_much(order: Order) -> None:
    if order.kind == Kind.PENALTY and not 1 <= (order.points or 0) <= MOST_POINTS:
        raise Refused("points-missing", most=MOST_POINTS)


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


def _must_not_hold_already(tournament: Tournament, target: Target) -> None:
    kind = target.order.kind
    holding = tournament.measures.filter(kind=kind, lifted_at=None)
    if kind in {Kind.ZEROED, *OF_A_TABLE}:
        holding = holding.filter(game_list=target.row, entrant=target.entrant)
    elif kind == Kind.EXPULSION:
        holding = holding.filter(entrant=target.entrant)
    else:
        return
    if known := holding.first():
        raise Refused("measure-holds", measure=known.number)
