"""The table of a year as tables: what counts and what is dropped stands in columns of its own."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.rules.results.teams import shown_points
from scoring.season.selectors.tables import YearRow, YearTable
from scoring.season.wording import REASONS, remarks
from tables.sheets import Column, Kind, Sheet, Value

NAME = 28
REMARKS = 44


def year_sheet(table: YearTable) -> Sheet:
    """Return the table of a competition: a row for each player, a column for each evening with what counts of it."""
    columns = (
        Column(heading=_("Rank"), width=8, kind=Kind.INTEGER),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        Column(heading=_("Total"), kind=Kind.POINTS),
        Column(heading=_("Lists"), width=8, kind=Kind.INTEGER),
        Column(heading=_("Won"), width=8, kind=Kind.INTEGER),
        Column(heading=_("Lost"), width=8, kind=Kind.INTEGER),
        *(Column(heading=f"{one.starts_on:%d.%m.%Y} {one.name}", kind=Kind.INTEGER) for one in table.evenings),
        Column(heading=_("Does not count"), width=REMARKS),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(title=table.competition.name, columns=columns, rows=_rows(table))


def _rows(table: YearTable) -> Iterator[tuple[Value, ...]]:
    days = {one.number: f"{one.starts_on:%d.%m.%Y}" for one in table.evenings}
    for row in table.rows:
        yield (
            row.place,
            row.player.name,
            row.player.club,
            shown_points(Fraction(row.value)),
            row.account.lists,
            row.account.won,
            row.account.lost,
            *(_counts(row, one.number) for one in table.evenings),
            "; ".join(
                f"{days[out.one.evening]}: {out.one.performance} ({REASONS[out.reason]})" for out in row.account.dropped
            ),
            remarks(row.account),
        )


def _counts(row: YearRow, evening: int) -> int | None:
    """Return what an evening adds to the value; None where nothing of it counts."""
    counted = [one.performance for one in row.account.counted if one.evening == evening]
    return sum(counted) if counted else None
