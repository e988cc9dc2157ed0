"""Which archives of an event the journal knows."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scoring.lists import mapping
from scoring.lists.models import SeatResult
from scoring.lists.selectors.sheets import sheets
from scoring.report.writing import SeatCounts, event_report, list_part, totals_part
from scoring.results.selectors.earned import lots_of
from scoring.rules.codes import Code
from scoring.rules.game_list.findings import findings
from tables.people.selectors import entrants
from tables.tournaments.models import Series, Shown, Tournament


def report_of(tournament: Tournament) -> dict[str, Any]:
    """Return the report of an event; whoever does not want to be named in full stands in it by number alone.

    What the direction decided stands beside what was played: its ranking is that of the standings over those series.
    """
    originals = entrants(tournament).filter(same_as=None)
    numbers = dict(originals.values_list("pk", "number"))
    closed = tournament.series.filter(status=Series.Status.CLOSED).order_by("number")
    return event_report(
        written_by="Skatturnier",
        event={
            "name": tournament.name,
            "date": tournament.starts_on.isoformat(),
            "series": max((series.number for series in closed), default=1),
            "rules": "isko-2002",
            "place": tournament.place,
        },
        entrants=[_entrant(entrant) for entrant in originals],
        lists=[part for series in closed for part in _lists(series)],
        lots={numbers[entrant]: lot for entrant, lot in lots_of(tournament).items() if entrant in numbers},
    )


def _entrant(entrant: Any) -> dict[str, Any]:
    named = {"name": entrant.name, "club": entrant.club} if entrant.shown_as == Shown.FULL else {}
    besides = {"excluded": bool(entrant.excluded_at), "fills_in": entrant.fills_in, "brought": entrant.brought}
    return {"number": entrant.number, **{name: value for name, value in (named | besides).items() if value}}


def _lists(series: Series) -> Iterator[dict[str, Any]]:
    stored = SeatResult.objects.filter(seat__series=series).values_list(
        "seat_id", "performance", "penalty", "won", "lost"
    )
    counts = {seat: SeatCounts(performance - penalty, won, lost) for seat, performance, penalty, won, lost in stored}
    for sheet in sheets(series):
        where: dict[str, Any] = {
            "series": series.number,
            "table": sheet.row.table.number,
            "numbers": sheet.sits,
            "counts": {seat.entrant.number: counts[seat.pk] for seat in sheet.seats if seat.pk in counts},
        }
        if sheet.is_totals_only:
            typed = sheet.row.totals.filter(voided_at=None)
            yield totals_part(mapping.to_totals_list(sheet.row, typed), **where)
        else:
            ends = findings(sheet.game_list, final=True)
            is_short = any(finding.problem.code == Code.INCOMPLETE for finding in ends)
            yield list_part(sheet.game_list, is_short=is_short, **where)


def archive_made_at(tournament: Tournament, sha256: str) -> datetime | None:
    """Return when an archive with this hash was made, or None if none was."""
    lines = tournament.journal.filter(action="archive.made", data__sha256=sha256)
    return lines.order_by("number").values_list("at", flat=True).first()
