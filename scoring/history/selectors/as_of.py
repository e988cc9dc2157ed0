"""A list as it was with some line of the journal: computed anew from its entries, nothing of it was stored (SkWO 7.2).

The journal says which of the entries counted then, how far the list was and who had confirmed it. An entry that no
line tells of never counted; ``manage.py verify`` names it.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy as copied
from typing import Any

from django.db.models import Q

from scoring.history.selectors.journal_of_entries import Row, Telling, numbered
from scoring.history.selectors.replay import OF_LISTS, OF_SERIES, ListThen, Plan, SeriesThen, list_then, series_then
from scoring.lists.models import Confirmation, EntryRow, GameListRow
from scoring.lists.selectors.sheets import Sheet, composed
from tables.draw.models import Seat, Table
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import lines_of
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


def sheet_after(row: GameListRow, line: int, *, copy: str = "first") -> Sheet | None:
    """Return a list, or the second one of its table, as it was after a line of the journal, in six queries.

    None if it was not there yet. Where the player took the confirmation back, name and drawing are gone; so they
    are missing in lists of before.
    """
    series, table = row.table.series, row.table.number
    where = Q(data__series=series.number) & (Q(data__table=table) | Q(data__table__isnull=True))
    lines = lines_until(series.tournament, line, where=where | Q(data__has_key="all_series"))
    then = series_then((entry for entry in lines if entry.action in OF_SERIES), plans_of(series.tournament)).get(
        series.number, SeriesThen()
    )
    company = then.seats[table - 1] if 0 < table <= len(then.seats) else []
    if not then.published or not company:
        return None
    entrants = {entrant.number: entrant for entrant in series.tournament.entrants.filter(number__in=company)}
    was = list_then(
        (entry for entry in lines if entry.data.get("series") == series.number),
        table=table,
        size=len(company),
        rounds=row.rounds,
    )
    deals: Iterable[EntryRow] = row.second_deals.all() if copy == "second" else row.deals.all()
    totals = entries_then(row.totals.all(), was.totals)
    then_row = row_then(row, was, size=len(company), has_totals=any(one.voided_at is None for one in totals))
    return composed(
        then_row,
        seats=_seats(then_row.table, [entrants[number] for number in company]),
        deals=entries_then(deals, was.second if copy == "second" else was.first),
        totals=[one for one in totals if one.voided_at is None],
        confirmations=_confirmations(row, was),
    )


def lines_until(
    tournament: Tournament, line: int, *, where: Q | None = None, also: Q | None = None
) -> list[JournalEntry]:
    """Return the lines up to one that say something about series and lists, in order, and ``also`` others."""
    wanted = Q(action__in=OF_SERIES | OF_LISTS) & (where or Q())
    return list(lines_of(tournament).filter(wanted | (also or Q(pk=None)), number__lte=line).select_related(None))


def plans_of(tournament: Tournament) -> dict[int, Plan]:
    """Return the plans of all draws by their number, without what was swapped by hand later."""
    return dict(tournament.draws.values_list("number", "record__plan"))


def row_then(row: GameListRow, then: ListThen, *, size: int, has_totals: bool) -> GameListRow:
    """Return a copy of a list's row as it was, not to be saved; its ``version`` is that of now."""
    was = copied(row)
    was.table = copied(row.table)
    was.table.size = size
    was.kind = GameListRow.Kind.TOTALS if has_totals else GameListRow.Kind.DEALS
    was.presence = then.presence
    was.struck_after, was.short_because = then.struck_after, then.short_because
    was.signed_at = then.signed.at if then.signed else None
    was.signed_by_id = then.signed.by_id if then.signed else None
    was.signed_hash = then.hash
    was.seats_confirmed_at = then.seats_confirmed.at if then.seats_confirmed else None
    return was


def entries_then(rows: Iterable[Row], told: Mapping[int, Sequence[Telling]]) -> list[Row]:
    """Return the entries that there were by what is told, in the order of writing; what was voided later is not yet."""
    found: list[Row] = []
    for number, of_number in numbered(rows).items():
        for row, telling in zip(of_number, told.get(number, ()), strict=False):
            if telling.until is None and row.voided_at is not None:
                counted = copied(row)
                counted.voided_at = None
                found.append(counted)
            else:
                found.append(row)
    return sorted(found, key=lambda row: row.pk)


def _seats(table: Table, company: Sequence[Entrant]) -> list[Seat]:
    return [
        Seat(series=table.series, table=table, place=place, entrant=entrant)
        for place, entrant in enumerate(company, start=1)
    ]


def _confirmations(row: GameListRow, then: ListThen) -> list[Confirmation]:
    """Return who had confirmed, with what was signed as far as it still stands."""
    stands = {(confirmation.place, confirmation.at): confirmation for confirmation in row.confirmations.all()}
    return [
        stands.get((place, line.at)) or Confirmation(game_list=row, place=place, at=line.at, **_way(line.data))
        for place, line in sorted(then.confirmed.items())
    ]


def _way(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the journal tells of how somebody confirmed; lines of before do not."""
    return {"way": told.get("way", Confirmation.Way.NAME), "heard_by": told.get("heard_by")}
