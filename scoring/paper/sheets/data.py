"""Lists for machines: what stands on their sheets, as plain data."""

from dataclasses import asdict
from typing import Any

from scoring.lists.selectors.sheets import DealLine, Score, Sheet
from scoring.rules.notation.house import house_written


def list_data(sheet: Sheet) -> dict[str, Any]:
    """Return a list: who sat where, every deal, the computation, the hash it was signed with."""
    table = sheet.row.table
    return {
        "series": table.series.number,
        "table": table.number,
        "sha256": sheet.row.signed_hash,
        "players": [
            {"seat": seat.place, "number": seat.entrant.number, "name": seat.entrant.called} for seat in sheet.seats
        ],
        "deals": [_deal(line) for line in sheet.lines],
        "scores": [_score(score) for score in sheet.scores],
        **({"profile": sheet.row.profile} if sheet.row.profile else {}),
    }


def _deal(line: DealLine) -> dict[str, Any]:
    played, booking = line.deal.played, line.booking
    return {
        "number": line.number,
        "dealer": line.dealer,
        "declarer": line.deal.declarer if played else None,
        "played": asdict(played) if played else None,
        "points": booking.points if booking else 0,
        **({"house": house_written(line.deal.house), "columns": list(line.columns)} if line.deal.house else {}),
    }


def _score(score: Score) -> dict[str, Any]:
    tally = score.tally
    return {
        "seat": score.seat.place,
        "game_points": tally.game_points,
        "won": tally.won,
        "lost": tally.lost,
        "lost_by_others": tally.opponents_lost,
        "performance": score.performance,
    }
