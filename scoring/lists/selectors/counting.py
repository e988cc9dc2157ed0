"""What counts of a list, and why: the entries, the lower score after a correction, a series at zero (SkWO 7.1, 7.2)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scoring.lists import mapping
from scoring.lists.models import AWARD, PENALTY, ZEROED, DealRow, GameListRow, SeatResult, TotalsRow
from scoring.rules.game_list import sums
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.sums import Tally, after_correction, rating, voided, zeroed
from scoring.rules.game_list.totals import totals_tallies
from tables.tournaments.models import Series

if TYPE_CHECKING:
    from scoring.disputes.models import Correction

Counts = SeatResult.Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What the direction ordered about one list, as far as it holds."""

    is_void: bool = False
    at_zero: frozenset[int] = frozenset()
    """Seats whose series counts zero."""

    penalties: Mapping[int, int] = field(default_factory=dict)
    """Penalty points by seat, less those awarded."""

    corrections: "tuple[Correction, ...]" = ()
    """Those without the testimony of the whole table, since it was signed."""


NO_ORDERS = Orders()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What counts for a seat."""

    given: Tally
    """What the entries of the list give as they stand, corrections included."""

    before: Tally
    """What they would give without the corrections that not everybody testified to."""

    tally: Tally
    """What counts, without penalty points."""

    why: Counts
    penalty: int = 0


def orders_of(row: GameListRow) -> Orders:
    """Return what holds about a list, in three queries."""
    return _orders(row.table.series, [row]).get(row.pk, NO_ORDERS)


def orders_in(series: Series) -> dict[int, Orders]:
    """Return what holds about the lists of a series, by list, in four queries; lists without orders are not in it."""
    return _orders(series, list(GameListRow.objects.filter(table__series=series).only("table_id", "void_at")))


def counted(row: GameListRow, given: Sequence[Tally], orders: Orders) -> tuple[Counted, ...]:
    """Return what counts for each seat of a list whose entries give ``given``, from seat 1 on.

    Without a correction in the orders that asks no query.
    """
    return counted_from(given, given_before(row, orders) if orders.corrections else given, orders)


def counted_from(given: Sequence[Tally], before: Sequence[Tally], orders: Orders) -> tuple[Counted, ...]:
    """Return what counts for each seat, from seat 1 on: a void list first, then a series at zero, then 7.2.5."""
    # Most lists were never corrected, and this is asked with every deal.
    lower = given if before is given else after_correction(before, given)
    counting = voided(lower) if orders.is_void else zeroed(lower, seats=orders.at_zero)
    return tuple(
        Counted(
            given=given[seat - 1],
            before=before[seat - 1],
            tally=tally,
            why=_why(seat, is_lower=lower[seat - 1] != given[seat - 1], orders=orders),
            penalty=orders.penalties.get(seat, 0),
        )
        for seat, tally in enumerate(counting, start=1)
    )


def counting_of(row: GameListRow) -> tuple[Counted, ...]:
    """Return what counts for each seat of a list as it stands, and what it would be without the orders about it."""
    return counted(row, given_by(row), orders_of(row))


def given_by(row: GameListRow) -> tuple[Tally, ...]:
    """Return what the entries of a list give the player of each seat."""
    if row.kind == GameListRow.Kind.TOTALS:
        return _of_totals(row, row.totals.filter(voided_at=None))
    return credited(row, entered(row))


def entered(row: GameListRow) -> GameList:
    """Return a list of the rules with the deals that count."""
    return mapping.to_game_list(row, row.deals.filter(voided_at=None))


def credited(
    row: GameListRow, game_list: GameList, *, beside: Mapping[int, GameList] | None = None
) -> tuple[Tally, ...]:
    """Return what the players of the seats of a list earned, wherever they sat, if it was ``game_list``.

    Where somebody sat on a chair of another table from some deal on (SkWO 7.1.2), that table's list is read as it
    stands, if it is not ``beside``, by the number of its table.
    """
    game_lists = {row.table.number: game_list} | dict(beside or {})
    others = {other.table.number: other for other in lists_beside(row)}
    read = {table: entered(other) for table, other in others.items() if table not in game_lists}
    return sums.credited(game_list, mapping.chairs_of(row), game_lists | read)


def lists_beside(row: GameListRow) -> list[GameListRow]:
    """Return the other lists on whose chairs players of a list sat from some deal on."""
    tables = {chair.table for chair in mapping.chairs_of(row)} - {row.table.number}
    if not tables:
        return []
    series = row.table.series
    others = list(GameListRow.objects.filter(table__series=series, table__number__in=tables).select_related("table"))
    for other in others:
        other.table.series = series
    return others


def figures(tally: Tally, *, seats: int) -> tuple[int, int, int, int, int]:
    """Return what is stored of a seat: game points, won, lost, lost by the others, performance."""
    performance = rating(tally, seats=seats).performance
    return tally.game_points, tally.won, tally.lost, tally.opponents_lost, performance


def _why(seat: int, *, is_lower: bool, orders: Orders) -> Counts:
    if orders.is_void:
        return Counts.VOID
    if seat in orders.at_zero:
        return Counts.ZEROED
    return Counts.LOWER if is_lower else Counts.AS_PLAYED


def _orders(series: Series, rows: Sequence[GameListRow]) -> dict[int, Orders]:
    """Return the orders by list: of one list, or of all of a series."""
    if not rows:
        return {}
    corrections: dict[int, list[Correction]] = defaultdict(list)
    of_series = {"game_list__table__series": series}
    of_lists = rows[0].corrections.all() if len(rows) == 1 else series.tournament.corrections.filter(**of_series)
    unsure = of_lists.filter(testified=False, lapsed_at=None)
    for correction in unsure.select_related("entry", "replaced").order_by("number"):
        corrections[correction.game_list_id].append(correction)
    at_zero, penalties = _against_seats(series, rows)
    numbers = {row.pk for row in rows if row.void_at} | corrections.keys() | at_zero.keys() | penalties.keys()
    return {
        row.pk: Orders(
            is_void=row.void_at is not None,
            at_zero=frozenset(at_zero[row.pk]),
            penalties=dict(penalties[row.pk]),
            corrections=tuple(corrections[row.pk]),
        )
        for row in rows
        if row.pk in numbers
    }


def _against_seats(
    series: Series, rows: Sequence[GameListRow]
) -> tuple[dict[int, set[int]], dict[int, dict[int, int]]]:
    """Return the seats at zero and the penalty points by seat, each by list."""
    tables = {row.table_id: row.pk for row in rows}
    holding = series.measures.filter(kind__in=(ZEROED, PENALTY, AWARD), lifted_at=None)
    at_zero: dict[int, set[int]] = defaultdict(set)
    penalties: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    ordered = list(holding.order_by("number"))
    if not ordered:
        return at_zero, penalties
    seats = series.seats.filter(entrant__in={measure.entrant_id for measure in ordered}).order_by()
    by_entrant = {
        entrant: (tables[table], place)
        for entrant, table, place in seats.values_list("entrant_id", "table_id", "place")
        if table in tables
    }
    for each_measure in ordered:
        if each_measure.entrant_id not in by_entrant:
            continue
        row, place = by_entrant[each_measure.entrant_id]
        if each_measure.kind == ZEROED:
            at_zero[row].add(place)
        else:
            penalties[row][place] += each_measure.off
    return at_zero, penalties


def given_before(row: GameListRow, orders: Orders) -> tuple[Tally, ...]:
    """Return what a list would give without the corrections that not everybody testified to."""
    if row.kind == GameListRow.Kind.TOTALS:
        return _of_totals(row, totals_before(row.totals.order_by("place", "pk"), orders))
    deals = deals_before(row.deals.filter(voided_at=None).order_by("number"), orders)
    return credited(row, mapping.to_game_list(row, deals))


def deals_before(deals: Iterable[DealRow], orders: Orders) -> list[DealRow]:
    """Return the valid entries of a list as they would be without the corrections that not everybody testified to.

    What a judge or the whole table put right in between stays: only the last links of a deal's history that not
    everybody testified to are taken off.
    """
    replaced = {correction.entry_id: correction.replaced for correction in orders.corrections}
    return [_before(deal, replaced) for deal in deals]


def _before(deal: DealRow, replaced: Mapping[int | None, DealRow | None]) -> DealRow:
    while earlier := replaced.get(deal.pk):
        deal = earlier
    return deal


def totals_before(totals: Iterable[TotalsRow], orders: Orders) -> list[TotalsRow]:
    """Return which of all lines ever typed would be valid without the corrections that not everybody testified to."""
    unsure = {correction.pk for correction in orders.corrections}
    lines = list(totals)
    valid = [line for line in lines if line.voided_at is None]
    while valid and (correction := valid[0].correction_id) in unsure:
        earlier = [line for line in lines if line.replaced_by_id == correction != line.correction_id]
        written = as_corrected(line for line in lines if line.correction_id == correction)
        valid = [_as_mended(*three) for three in zip(earlier, written, valid, strict=True)]
    return valid


def as_corrected(lines: Iterable[TotalsRow]) -> list[TotalsRow]:
    """Return what a correction itself wrote, from seat 1 on, of all lines under it: slips were mended later."""
    first: dict[int, TotalsRow] = {}
    for line in sorted(lines, key=lambda line: line.pk):
        first.setdefault(line.place, line)
    return [first[place] for place in sorted(first)]


FIGURES: Final = ("game_points", "won", "lost")


def _as_mended(earlier: TotalsRow, written: TotalsRow, standing: TotalsRow) -> TotalsRow:
    """Return what stood before a correction with the slips that were mended since, where the correction left it be."""
    mended = copy(earlier)
    for name in FIGURES:
        if getattr(earlier, name) == getattr(written, name):
            setattr(mended, name, getattr(standing, name))
    return mended


def _of_totals(row: GameListRow, lines: Iterable[TotalsRow]) -> tuple[Tally, ...]:
    totalses = list(lines)
    if not totalses:
        return (Tally(),) * row.table.size
    return totals_tallies(mapping.to_totals_list(row, totalses))


RESULT = ("game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty")
"""The columns of ``SeatResult`` that are derived."""
