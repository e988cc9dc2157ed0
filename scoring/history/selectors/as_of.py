"""Lists, orders and rankings as they were with some line of the journal: computed anew, nothing was stored
(SkWO 7.2).

The journal says which of the entries counted then, how far the list was and who had confirmed it. An entry that no
line tells of never counted; ``manage.py verify`` names it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy as copied
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, Final

from django.db.models import Q

from scoring.disputes.models import Correction, Measure
from scoring.history.selectors import replay
from scoring.lists import mapping
from scoring.lists.models import Confirmation, DealRow, EntryRow, GameListRow, TotalsRow
from scoring.lists.selectors.counting import NO_ORDERS, Orders, counted_from, deals_before, figures, totals_before
from scoring.lists.selectors.sheets import Sheet, composed
from scoring.results.models import Lot
from scoring.results.selectors.earned import Earned, added
from scoring.results.selectors.standings import Standings, assembled, named
from scoring.rules.game_list.sums import Rating, Tally, credited
from scoring.rules.game_list.totals import totals_tallies
from tables.draw.models import Seat, Table
from tables.journal.models import JournalEntry
from tables.journal.selectors import head_of, lines_of
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


def sheet_after(row: GameListRow, line: int, *, copy: str = "first") -> Sheet | None:
    """Return a list, or the second one of its table, as it was after a line of the journal, in six queries.

    None if it was not there yet. Where the player took the confirmation back, name and drawing are gone; so they
    are missing in lists of before.
    """
    series, table = row.table.series, row.table.number
    where = Q(data__series=series.number) & (Q(data__table=table) | Q(data__table__isnull=True))
    lines = lines_until(series.tournament, line, where=where | Q(data__has_key="all_series"))
    then = replay.series_then(
        (entry for entry in lines if entry.action in replay.OF_SERIES), plans_of(series.tournament)
    ).get(series.number, replay.SeriesThen())
    company = then.seats[table - 1] if 0 < table <= len(then.seats) else []
    if not then.published or not company:
        return None
    entrants = {entrant.number: entrant for entrant in series.tournament.entrants.filter(number__in=company)}
    was = replay.list_then(
        (entry for entry in lines if series.number in replay.series_of(entry)),
        series=series.number,
        table=table,
        size=len(company),
    )
    deals: Iterable[EntryRow] = row.second_deals.all() if copy == "second" else row.deals.all()
    totals = entries_then(row.totals.all(), was.totals)
    then_row = row_then(row, was, size=len(company), has_totals=any(total.voided_at is None for total in totals))
    return composed(
        then_row,
        seats=_seats(then_row.table, [entrants[number] for number in company]),
        deals=entries_then(deals, was.second if copy == "second" else was.first),
        totals=[total for total in totals if total.voided_at is None],
        confirmations=_confirmations(row, was),
    )


def lines_until(
    tournament: Tournament, line: int, *, where: Q | None = None, also: Q | None = None
) -> list[JournalEntry]:
    """Return the lines up to one that say something about series and lists, in order, and ``also`` others."""
    wanted = Q(action__in=replay.OF_SERIES | replay.OF_LISTS) & (where or Q())
    return list(lines_of(tournament).filter(wanted | (also or Q(pk=None)), number__lte=line).select_related(None))


def plans_of(tournament: Tournament) -> dict[int, replay.Plan]:
    """Return the plans of all draws by their number, without what was swapped by hand later."""
    return dict(tournament.draws.values_list("number", "record__plan"))


def row_then(row: GameListRow, then: replay.ListThen, *, size: int, has_totals: bool) -> GameListRow:
    """Return a copy of a list's row as it was, not to be saved; its ``version`` is that of now."""
    was = copied(row)
    was.table = copied(row.table)
    was.table.size = size
    was.kind = GameListRow.Kind.TOTALS if has_totals else GameListRow.Kind.DEALS
    was.presence, was.chairs = then.presence, then.chairs
    was.struck_after, was.short_because = then.struck_after, then.short_because
    was.passed = then.passed
    was.signed_at = then.signed.at if then.signed else None
    was.signed_by_id = then.signed.by_id if then.signed else None
    was.signed_hash = then.hash
    was.seats_confirmed_at = then.seats_confirmed.at if then.seats_confirmed else None
    return was


def entries_then(rows: Iterable[replay.Row], tellings: Mapping[int, Sequence[replay.Telling]]) -> list[replay.Row]:
    """Return the entries that there were by what is told, in the order of writing; what was voided later is not yet."""
    entries: list[replay.Row] = []
    for number, of_number in replay.numbered(rows).items():
        for row, telling in zip(of_number, tellings.get(number, ()), strict=False):
            if telling.until is None and row.voided_at is not None:
                counted = copied(row)
                counted.voided_at = None
                entries.append(counted)
            else:
                entries.append(row)
    return sorted(entries, key=lambda row: row.pk)


def _seats(table: Table, company: Sequence[Entrant]) -> list[Seat]:
    return [
        Seat(series=table.series, table=table, place=place, entrant=entrant)
        for place, entrant in enumerate(company, start=1)
    ]


def _confirmations(row: GameListRow, then: replay.ListThen) -> list[Confirmation]:
    stands = {(confirmation.place, confirmation.at): confirmation for confirmation in row.confirmations.all()}
    return [
        stands.get((place, line.at)) or Confirmation(game_list=row, place=place, at=line.at, **_way(line.data))
        for place, line in sorted(then.confirmed.items())
    ]


def _way(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"way": values.get("way", Confirmation.Way.NAME), "heard_by": values.get("heard_by")}


Kind = Measure.Kind
Where = tuple[int, int]  # the numbers of a series and a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The measures that held, and the corrections of signed lists with the line that tells of each."""

    measures: Sequence[Measure]
    corrections: Mapping[Where, Sequence[tuple[int, Correction]]]

    def orders(self, where: Where, company: Sequence[int], *, since: int) -> Orders:
        """Return what held about a list; ``since`` is the line with which it was last opened again."""
        series, _table = where
        at_zero, penalties = set(), defaultdict[int, int](int)
        for measure in self.measures:
            place = self._place(measure, series, company)
            if place and measure.kind == Kind.ZEROED:
                at_zero.add(place)
            elif place and measure.kind in {Kind.PENALTY, Kind.AWARD}:
                penalties[place] += measure.off
        return Orders(
            is_void=any(
                each_measure.kind == Kind.VOID and _where(each_measure) == where for each_measure in self.measures
            ),
            at_zero=frozenset(at_zero),
            penalties=penalties,
            corrections=tuple(correction for line, correction in self.corrections.get(where, ()) if line > since),
        )

    def excluded(self, company: Mapping[Where, Sequence[int]]) -> Iterator[int]:
        """Yield the start numbers of those who were excluded; ``company`` says who sat at each table."""
        for measure in self.measures:
            if measure.kind == Kind.EXPULSION and measure.entrant:
                yield measure.entrant.number
            elif measure.kind == Kind.EXCLUSION and (where := _where(measure)):
                yield from company.get(where, ())

    def _place(self, measure: Measure, series: int, company: Sequence[int]) -> int | None:
        if measure.entrant is None or measure.series is None or measure.series.number != series:
            return None
        return company.index(measure.entrant.number) + 1 if measure.entrant.number in company else None


def held_after(tournament: Tournament, lines: Iterable[JournalEntry]) -> Held:
    """Return what held after these lines, in two queries."""
    ordered, values = set[int](), dict[int, int]()
    for line in lines:
        if line.action == "measure.ordered":
            ordered.add(line.data["measure"])
        elif line.action == "measure.lifted":
            ordered.discard(line.data["measure"])
        elif isinstance(line.data.get("correction"), int):
            values.setdefault(line.data["correction"], line.number)
    measures = Measure.objects.filter(tournament=tournament).select_related(
        "series", "entrant", "game_list__table__series"
    )
    unsure = Correction.objects.filter(tournament=tournament, testified=False)
    corrections: dict[Where, list[tuple[int, Correction]]] = defaultdict(list)
    for correction in unsure.select_related("replaced", "game_list__table__series").order_by("number"):
        if correction.number in values:
            table = correction.game_list.table
            corrections[table.series.number, table.number].append((values[correction.number], correction))
    return Held(measures=[measure for measure in measures if measure.number in ordered], corrections=corrections)


def _where(measure: Measure) -> Where | None:
    if measure.game_list is None:
        return None
    return measure.game_list.table.series.number, measure.game_list.table.number


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    rows: Mapping[Where, GameListRow]
    deals: Mapping[int, Sequence[DealRow]]
    totals: Mapping[int, Sequence[TotalsRow]]
    entrants: Mapping[int, Entrant]  # by start number


FACTS: Final = (
    Q(data__has_key="measure") | Q(data__has_key="correction") | Q(data__has_key="lots") | Q(data__has_key="fills_in")
)


def filling_in(lines: Iterable[JournalEntry]) -> set[int]:
    """Return the start numbers of those who filled in after these lines."""
    numbers: set[int] = set()
    for line in lines:
        value = line.data.get("fills_in")
        if isinstance(value, list):
            numbers.update(value)
        elif value is not None:
            (numbers.add if value else numbers.discard)(line.data["entrant"])
    return numbers


def standings_after(tournament: Tournament, line: int, *, only: Series | None = None) -> Standings:
    """Return the ranking as it was after a line of the journal, with the names of today, in a few queries."""
    lines = lines_until(tournament, line, also=FACTS)
    then = replay.series_then((entry for entry in lines if entry.action in replay.OF_SERIES), plans_of(tournament))
    shown = _shown(tournament, then, only)
    stored = _stored(tournament, [series.number for series in shown])
    held = held_after(tournament, lines)
    earned = [cells for series in shown for cells in _earned_in(series.number, then, stored, held, lines)]
    company = {
        (number, table): company
        for number, this_series_then in then.items()
        for table, company in enumerate(this_series_then.seats, start=1)
    }
    excluded = set(held.excluded(company))
    filling = filling_in(lines) & stored.entrants.keys()
    sums = added(
        earned,
        numbers=[series.number for series in shown],
        lots=_lots(tournament, lines, stored),
        out={stored.entrants[number].pk for number in excluded | filling},
        brought={} if only else {entrant.pk: entrant.brought for entrant in stored.entrants.values()},
    )
    people = {
        entrant.pk: named(entrant)._replace(fills_in=number in filling - excluded)
        for number, entrant in stored.entrants.items()
    }
    return assembled(shown, sums, entrants=people)


def changed_since_release(tournament: Tournament) -> datetime | None:
    """Return since when a ranking differs from the one that was released last; None if it is the same, or none was."""
    released = tournament.journal.filter(action="ranking.released").order_by("-number").first()
    if released is None:
        return None
    last = max(lines_until(tournament, head_of(tournament).number, also=FACTS), key=lambda line: line.number)
    if last.number < released.number or _figures(tournament, released.number) == _figures(tournament, last.number):
        return None
    return last.at


def _figures(tournament: Tournament, line: int) -> list[tuple[object, ...]]:
    return [
        (standings_line.entrant.number, standings_line.rank, standings_line.total)
        for standings_line in standings_after(tournament, line).lines
    ]


def _shown(tournament: Tournament, then: Mapping[int, replay.SeriesThen], only: Series | None) -> list[Series]:
    all_series = [
        _series_then(series, then[series.number])
        for series in tournament.series.order_by("number")
        if series.number in then
    ]
    if only is not None:
        return [series for series in all_series if series.number == only.number]
    published = [series for series in all_series if series.published_at]
    return [series for series in published if series.started_at] or published[:1]


def _series_then(series: Series, then: replay.SeriesThen) -> Series:
    was = copied(series)
    was.status = then.status
    was.published_at = then.published.at if then.published else None
    was.started_at = then.started.at if then.started else None
    was.closed_at = then.closed.at if then.closed else None
    return was


def _stored(tournament: Tournament, series: Sequence[int]) -> _Stored:
    rows = GameListRow.objects.filter(table__series__tournament=tournament, table__series__number__in=series)
    of_series = {"game_list__table__series__tournament": tournament, "game_list__table__series__number__in": series}
    return _Stored(
        rows={(row.table.series.number, row.table.number): row for row in rows.select_related("table__series")},
        deals=replay.by_list(DealRow.objects.filter(**of_series).order_by("pk")),
        totals=replay.by_list(TotalsRow.objects.filter(**of_series).order_by("pk")),
        entrants={entrant.number: entrant for entrant in tournament.entrants.all()},
    )


def _earned_in(
    series: int, then: Mapping[int, replay.SeriesThen], stored: _Stored, held: Held, lines: Iterable[JournalEntry]
) -> Iterator[Earned]:
    about: dict[int | None, list[JournalEntry]] = defaultdict(list)
    for line in lines:
        if series in replay.series_of(line):
            about[line.data.get("table")].append(line)
    by_number = attrgetter("number")
    lists = {
        table: _list(stored, (series, table), len(company), sorted([*about[table], *about[None]], key=by_number))
        for table, company in enumerate(then[series].seats, start=1)
        if company
    }
    for table, kept_list in lists.items():
        yield from _earned(stored, held, (series, table), then[series].seats[table - 1], lists, kept_list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _List:
    row: GameListRow  # as it was
    reopened: int
    deals: Sequence[DealRow]
    totals: Sequence[TotalsRow]  # all lines there were, those that did not count any more too

    @property
    def typed(self) -> list[TotalsRow]:
        """The typed lines that counted."""
        return [line for line in self.totals if line.voided_at is None]


def _list(stored: _Stored, where: Where, size: int, lines: Sequence[JournalEntry]) -> _List | None:
    row = stored.rows.get(where)
    if row is None:
        return None
    then = replay.list_then(lines, series=where[0], table=where[1], size=size)
    totals = entries_then(stored.totals[row.pk], then.totals)
    return _List(
        row=row_then(row, then, size=size, has_totals=any(line.voided_at is None for line in totals)),
        reopened=then.reopened,
        deals=[deal for deal in entries_then(stored.deals[row.pk], then.first) if deal.voided_at is None],
        totals=totals,
    )


def _earned(
    stored: _Stored,
    held: Held,
    where: Where,
    company: Sequence[int],
    lists: Mapping[int, _List | None],
    kept_list: _List | None,
) -> Iterator[Earned]:
    if kept_list is None:
        # There was no list yet: by whatever rules, nobody had anything.
        nothing = (Tally(rated=Rating()),) * len(company)
        counted = counted_from(nothing, nothing, NO_ORDERS)
    else:
        orders = held.orders(where, company, since=kept_list.reopened)
        given, before = _given(kept_list, lists, orders)
        counted = counted_from(given, before, orders)
    for number, credit in zip(company, counted, strict=True):
        _points, won, lost, others_lost, performance = figures(credit.tally, seats=len(company))
        entrant = stored.entrants[number].pk
        counts, penalty = credit.why.value, credit.penalty
        yield Earned(where[0], entrant, performance - penalty, won, lost, others_lost, counts, penalty)


def _given(
    kept_list: _List, lists: Mapping[int, _List | None], orders: Orders
) -> tuple[Sequence[Tally], Sequence[Tally]]:
    if typed := kept_list.typed:
        given = totals_tallies(mapping.to_totals_list(kept_list.row, typed))
        before = totals_before(kept_list.totals, orders)
        return given, totals_tallies(mapping.to_totals_list(kept_list.row, before)) if before else given
    given = _credited(kept_list, lists, kept_list.deals)
    if not orders.corrections:
        return given, given
    return given, _credited(kept_list, lists, deals_before(kept_list.deals, orders))


def _credited(kept_list: _List, lists: Mapping[int, _List | None], deals: Iterable[DealRow]) -> tuple[Tally, ...]:
    game_list, moved = mapping.to_game_list(kept_list.row, deals), mapping.chairs_of(kept_list.row)
    others = {chair.table: other for chair in moved if (other := lists.get(chair.table))}
    at = {table: mapping.to_game_list(other.row, other.deals) for table, other in others.items()}
    return credited(game_list, moved, at | {kept_list.row.table.number: game_list})


def _lots(tournament: Tournament, lines: Iterable[JournalEntry], stored: _Stored) -> dict[int, int]:
    values: dict[int, int] = {}
    moments = set()
    for line in lines:
        moments.add(line.at)
        for number, lot in (line.data.get("lots") or {}).items():
            values[stored.entrants[int(number)].pk] = lot
    drawn = Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number", "drawn_at")
    return {entrant: lot for entrant, lot, at in drawn if at in moments} | values
