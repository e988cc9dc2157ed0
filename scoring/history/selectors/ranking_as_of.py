"""The ranking as it was with some line of the journal, computed anew from the entries of all lists (SkWO 5)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy as copied
from dataclasses import dataclass

from django.db.models import Q

from scoring.history.selectors.as_of import entries_then, lines_until, plans_of, row_then
from scoring.history.selectors.ordered_as_of import Held, held_after
from scoring.history.selectors.replay import OF_SERIES, ListThen, SeriesThen, list_then, series_then
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, TotalsRow
from scoring.lists.selectors.counting import NO_ORDERS, Orders, counted_from, deals_before, figures, totals_before
from scoring.results.models import Lot
from scoring.results.selectors.earned import Earned, added
from scoring.results.selectors.standings import Standings, assembled, named
from scoring.rules.game_list.sums import Rating, Tally, tallies
from scoring.rules.game_list.totals import totals_tallies
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

Where = tuple[int, int]
"""The numbers of a series and a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """What is stored of the lists of a tournament, by where they are."""

    rows: Mapping[Where, GameListRow]
    deals: Mapping[int, Sequence[DealRow]]
    totals: Mapping[int, Sequence[TotalsRow]]
    entrants: Mapping[int, Entrant]
    """By start number."""


def standings_after(tournament: Tournament, line: int, *, only: Series | None = None) -> Standings:
    """Return the ranking as it was after a line of the journal, in a fixed number of queries.

    People are named in full, as they are now. Series have the state of then.
    """
    facts = Q(data__has_key="measure") | Q(data__has_key="correction") | Q(data__has_key="lots")
    lines = lines_until(tournament, line, also=facts)
    then = series_then((entry for entry in lines if entry.action in OF_SERIES), plans_of(tournament))
    shown = _shown(tournament, then, only)
    stored = _stored(tournament, [series.number for series in shown])
    held = held_after(tournament, lines)
    earned = [one for series in shown for one in _earned_in(series.number, then, stored, held, lines)]
    company = {
        (number, table): company for number, one in then.items() for table, company in enumerate(one.seats, start=1)
    }
    sums = added(
        earned,
        numbers=[series.number for series in shown],
        lots=_lots(tournament, lines, stored),
        out={stored.entrants[number].pk for number in held.excluded(company)},
    )
    return assembled(shown, sums, entrants={entrant.pk: named(entrant) for entrant in stored.entrants.values()})


def _shown(tournament: Tournament, then: Mapping[int, SeriesThen], only: Series | None) -> list[Series]:
    """Return the series that the ranking was over, as they were."""
    known = [
        _series_then(series, then[series.number])
        for series in tournament.series.order_by("number")
        if series.number in then
    ]
    if only is not None:
        return [series for series in known if series.number == only.number]
    published = [series for series in known if series.published_at]
    return [series for series in published if series.started_at] or published[:1]


def _series_then(series: Series, then: SeriesThen) -> Series:
    was = copied(series)
    was.status = then.status
    was.published_at = then.published.at if then.published else None
    was.started_at = then.started.at if then.started else None
    was.closed_at = then.closed.at if then.closed else None
    return was


def _stored(tournament: Tournament, series: Sequence[int]) -> _Stored:
    rows = GameListRow.objects.filter(table__series__tournament=tournament, table__series__number__in=series)
    of_series = {"game_list__table__series__tournament": tournament, "game_list__table__series__number__in": series}
    deals: dict[int, list[DealRow]] = defaultdict(list)
    for deal in DealRow.objects.filter(**of_series).order_by("pk"):
        deals[deal.game_list_id].append(deal)
    totals: dict[int, list[TotalsRow]] = defaultdict(list)
    for typed in TotalsRow.objects.filter(**of_series).order_by("pk"):
        totals[typed.game_list_id].append(typed)
    return _Stored(
        rows={(row.table.series.number, row.table.number): row for row in rows.select_related("table__series")},
        deals=deals,
        totals=totals,
        entrants={entrant.number: entrant for entrant in tournament.entrants.all()},
    )


def _earned_in(
    series: int, then: Mapping[int, SeriesThen], stored: _Stored, held: Held, lines: Iterable[JournalEntry]
) -> Iterator[Earned]:
    """Yield what everybody had earned in a series."""
    about: dict[int | None, list[JournalEntry]] = defaultdict(list)
    for line in lines:
        if line.data.get("series") == series:
            about[line.data.get("table")].append(line)
    for table, company in enumerate(then[series].seats, start=1):
        if company:
            at_table = sorted([*about[table], *about[None]], key=lambda line: line.number)
            yield from _earned(stored, held, (series, table), company, at_table)


def _earned(
    stored: _Stored, held: Held, where: Where, company: Sequence[int], lines: Sequence[JournalEntry]
) -> Iterator[Earned]:
    """Yield what everybody at a table had earned there."""
    row, size = stored.rows.get(where), len(company)
    if row is None:
        # There was no list yet: by whatever rules, nobody had anything.
        nothing = (Tally(by_house=Rating()),) * size
        counted = counted_from(nothing, nothing, NO_ORDERS)
    else:
        then = list_then(lines, table=where[1], size=size, rounds=row.rounds)
        orders = held.orders(where, company, since=then.reopened)
        given, before = _given(stored, row, then, size, orders)
        counted = counted_from(given, before, orders)
    for number, one in zip(company, counted, strict=True):
        _points, won, lost, others_lost, performance = figures(one, seats=size)
        entrant = stored.entrants[number].pk
        counts, penalty = one.why.value, one.penalty
        yield Earned(where[0], entrant, performance - penalty, won, lost, others_lost, counts, penalty)


def _given(
    stored: _Stored, row: GameListRow, then: ListThen, size: int, orders: Orders
) -> tuple[Sequence[Tally], Sequence[Tally]]:
    """Return what the entries of then give each seat, and what they gave without corrections nobody testified to."""
    totals = entries_then(stored.totals[row.pk], then.totals)
    typed = [one for one in totals if one.voided_at is None]
    was = row_then(row, then, size=size, has_totals=bool(typed))
    if typed:
        given = totals_tallies(mapping.to_totals_list(was, typed))
        before = totals_before(totals, orders)
        return given, totals_tallies(mapping.to_totals_list(was, before)) if before else given
    deals = [deal_row for deal_row in entries_then(stored.deals[row.pk], then.first) if deal_row.voided_at is None]
    given = tallies(mapping.to_game_list(was, deals))
    if not orders.corrections:
        return given, given
    return given, tallies(mapping.to_game_list(was, deals_before(deals, orders)))


def _lots(tournament: Tournament, lines: Iterable[JournalEntry], stored: _Stored) -> dict[int, int]:
    """Return the lots that were drawn by then, by entrant: as their line tells, or as the moment does."""
    told: dict[int, int] = {}
    moments = set()
    for line in lines:
        moments.add(line.at)
        for number, lot in (line.data.get("lots") or {}).items():
            told[stored.entrants[int(number)].pk] = lot
    drawn = Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number", "drawn_at")
    return {entrant: lot for entrant, lot, at in drawn if at in moments} | told
