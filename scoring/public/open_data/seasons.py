"""Seasons and their tables in the shapes of the JSON."""

from collections.abc import Sequence
from typing import Any

from scoring.season.models import Competition, Season
from scoring.season.selectors.played import Year
from scoring.season.selectors.tables import YearTable


def season_shape(season: Season, *, url: str) -> dict[str, Any]:
    """Return a season as ``shapes.Season`` wants it."""
    return {
        "slug": season.slug,
        "name": season.name,
        "club": season.club.slug,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "url": url,
    }


def detail_shape(season: Season, year: Year, competitions: Sequence[Competition], *, url: str) -> dict[str, Any]:
    """Return a season as ``shapes.SeasonDetail`` wants it; ``competitions`` come with their releases."""
    heads = []
    for one in competitions:
        last = max(one.releases.all(), key=lambda release: release.number, default=None)
        heads.append(
            {
                "number": one.number,
                "name": one.name,
                "released_at": last.released_at if last else None,
                "sha256": last.hash if last else "",
            }
        )
    events = [
        {
            "number": one.number,
            "slug": one.slug if one.is_shown else "",
            "name": one.name,
            "date": one.starts_on,
            "closed": list(one.closed),
        }
        for one in year.evenings
    ]
    return season_shape(season, url=url) | {"events": events, "competitions": heads}


def table_shape(table: YearTable) -> dict[str, Any]:
    """Return a table as ``shapes.SeasonTable`` wants it."""
    return {
        "number": table.competition.number,
        "name": table.competition.name,
        "items": [
            {
                "place": row.place,
                "shared": row.shared,
                "player": row.player.number,
                "name": row.player.name,
                "club": row.player.club,
                "member": row.player.is_member,
                "value": str(row.value),
                "won": row.account.won,
                "lost": row.account.lost,
                "lists": row.account.lists,
                "bonus": row.account.bonus,
                "results": [
                    {
                        "event": evening,
                        "points": cell.points,
                        "counted": cell.dropped is None,
                        "reason": str(cell.dropped or ""),
                    }
                    for evening, cells in sorted(row.cells.items())
                    for cell in cells
                ],
            }
            for row in table.rows
        ],
    }
