"""The Skat report of an event: its closed series list by list, as any program can check it (docs/skat-report.md)."""

from collections.abc import Iterator
from typing import Any

from scoring.lists import mapping
from scoring.lists.models import SeatResult
from scoring.lists.selectors.sheets import sheets
from scoring.report.writing import event_report, list_part, totals_part
from scoring.results.selectors.earned import lots_of
from tables.people.selectors import entrants
from tables.tournaments.models import Series, Shown, Tournament


def report_of(tournament: Tournament) -> dict[str, Any]:
    """Return the report of an event; whoever does not want to be named in full stands in it by number alone.

    What a decision took off a list stands beside it as deducted; games won and lost stay those that were played.
    """
    numbers = dict(entrants(tournament).values_list("pk", "number"))
    closed = tournament.series.filter(status=Series.Status.CLOSED).order_by("number")
    return event_report(
        written_by="Skatturnier",
        event={
            "name": tournament.name,
            "date": tournament.starts_on.isoformat(),
            "series": max((one.number for one in closed), default=1),
            "rules": "isko-2002",
            "place": tournament.place,
        },
        entrants=[_entrant(one) for one in entrants(tournament)],
        lists=[part for series in closed for part in _lists(series)],
        lots={numbers[entrant]: lot for entrant, lot in lots_of(tournament).items()},
    )


def _entrant(entrant: Any) -> dict[str, Any]:
    named = {"name": entrant.name, "club": entrant.club} if entrant.shown_as == Shown.FULL else {}
    return {"number": entrant.number, **{name: said for name, said in named.items() if said}}


def _lists(series: Series) -> Iterator[dict[str, Any]]:
    counts = {
        seat: performance - penalty
        for seat, performance, penalty in SeatResult.objects.filter(seat__series=series).values_list(
            "seat_id", "performance", "penalty"
        )
    }
    for sheet in sheets(series):
        where: dict[str, Any] = {
            "series": series.number,
            "table": sheet.row.table.number,
            "numbers": sheet.sits,
            "deducted": {
                score.seat.entrant.number: score.performance - counts[score.seat.pk]
                for score in sheet.scores
                if score.seat.pk in counts
            },
        }
        if sheet.is_totals_only:
            typed = sheet.row.totals.filter(voided_at=None)
            yield totals_part(mapping.to_totals_list(sheet.row, typed), **where)
        else:
            yield list_part(sheet.game_list, **where)
