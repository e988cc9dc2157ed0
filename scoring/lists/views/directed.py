"""What the pages of a director's desk open, and what every page about a table shows."""

from typing import Any

from django.http import Http404, HttpRequest

from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from tables.draw import access as draw_access
from tables.tournaments import access


def directed_sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> Sheet:
    """Return the list of a table that the request directs.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises PermissionDenied: unless a director is signed in.
    """
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    return sheets.sheet(boards.list_of(directed))


def sheet_context(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    """Return what every page about one list of the desk shows."""
    return {**table_context(request, sheet.row.table), "sheet": sheet}


def table_context(request: HttpRequest, table: Any) -> dict[str, Any]:
    """Return what every page about a table in a series shows."""
    series, tournament = table.series, table.series.tournament
    offices = access.offices(request, tournament)
    return {"tournament": tournament, "offices": offices, "series": series, "table": table}
