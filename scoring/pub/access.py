"""From a request to a table without a tournament."""

from typing import Any

from django.http import Http404, HttpRequest

from tables.hall import access


def pub_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Any:
    """Return a pub table whose key the request holds.

    :raises Http404: if there is no such table, or it is one of an event.
    :raises KeyNeeded: if the request does not hold its key.
    """
    found = access.kept_table(request, slug=slug, series=series, table=table)
    if not found.series.tournament.is_pub_table:
        raise Http404
    return found
