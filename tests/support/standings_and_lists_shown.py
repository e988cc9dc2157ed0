"""Everything that is shown of rankings and lists, as plain values that can be compared."""

from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.results.selectors import standings
from tables.tournaments.models import Tournament


def ranking_seen(found: standings.Standings) -> object:
    """Return everything that is shown of a ranking, but for the names."""
    return (
        found.is_official,
        [(one.number, one.status, one.published_at, one.started_at, one.closed_at) for one in found.series],
        [
            (
                *(line.entrant.number, line.rank, line.shared, line.by_lot, line.moved, line.result[1:]),
                *(line.by_series, line.others_lost, line.lot, line.penalty, line.counts),
            )
            for line in found.lines
        ],
        [(line.entrant.number, line.by_series, line.others_lost) for line in found.excluded],
    )


def sheet_seen(found: sheets.Sheet | None) -> object:
    """Return everything that is shown of a list, but for the names."""
    if found is None:
        return None
    row = found.row
    return (
        (row.kind, row.rounds, row.struck_after, row.short_because, row.signed_at, row.signed_by_id, row.signed_hash),
        row.seats_confirmed_at,
        [(seat.place, seat.entrant.number) for seat in found.seats],
        [(line.number, line.deal, line.totals, [one.deal for one in line.earlier]) for line in found.lines],
        [(score.seat.place, score.tally, score.performance) for score in found.scores],
        (found.sums, found.missing, found.next_number),
        [(one.place, one.at, one.way, one.heard_by) for one in found.confirmations],
        [one.deal for one in found.taken_back],
    )


def lists_in(made: Tournament) -> list[GameListRow]:
    """Return every list there is."""
    rows = GameListRow.objects.filter(table__series__tournament=made)
    return list(rows.select_related("table__series__tournament").order_by("table__series__number", "table__number"))


def seen(made: Tournament) -> tuple[object, dict[int, object], dict[int, tuple[object, object]]]:
    """Return what everybody sees now: the ranking, that of each series, every list with its second one."""
    made = Tournament.objects.get(pk=made.pk)
    rankings = {
        one.number: ranking_seen(standings.standings(made, only=one)) for one in made.series.filter(tables__gt=0)
    }
    lists = {
        row.pk: (sheet_seen(sheets.sheet(row)), sheet_seen(sheets.sheet(row, copy="second"))) for row in lists_in(made)
    }
    return ranking_seen(standings.standings(made)), rankings, lists
