"""Paper: score sheets, seat plans and rankings as PDF or as a page to print."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring import documents, listings, selectors
from scoring.documents import Links
from scoring.selectors.rankings import rankings_of, shown_ranking
from scoring.views.asked import choice, number, site_of
from scoring.views.handed_out import answer, answer_everybody
from tables import access
from tables import selectors as hall

MOST_AT_ONCE: Final = 60
"""Sheets that are made while the browser waits; more are made by the print desk, beside the hall."""


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Print a table's score sheet, blank or with what is entered so far."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found = selectors.sheet(selectors.list_of(seen))
    directs, links = access.offices(request, seen.series.tournament).director, _links(request)
    document = documents.score_sheet(
        found,
        now=timezone.now(),
        link=links.to_list if directs else None,
        verification=links.to_verification,
    )
    return answer(request, document)


@require_safe
@never_cache
def sheets(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the score sheets of all tables of a series; the print desk does so where they are many."""
    directed = access.directed_series(request, slug=slug, number=series)
    if directed.published_at is None:
        messages.warning(request, _("Publish the seats of the series first: then its sheets can be printed."))
        return redirect("scoring:board", slug=slug, series=series)
    if selectors.lists_of(directed).count() > MOST_AT_ONCE:
        desk = reverse("scoring:print-desk", kwargs={"slug": slug})
        return redirect(f"{desk}?{urlencode({'kind': 'sheets', 'series': str(series)})}")
    links = _links(request)
    document = documents.score_sheets(
        directed,
        selectors.sheets(directed),
        now=timezone.now(),
        link=links.to_list,
        verification=links.to_verification,
    )
    return answer(request, document)


@require_safe
@cache_control(private=True, no_cache=True)
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the seats of a series, by table and by name."""
    shown = access.public_series(request, slug=slug, number=series)
    return answer_everybody(
        request, slug, f"seats-{series}", lambda: documents.seat_plan(shown, hall.seating_of(shown))
    )


@require_safe
@cache_control(private=True, no_cache=True)
def standings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the ranking over all series so far, with ``?series=2`` of one, or one switched on with ``?ranking=1``.

    ``?class=ladies`` leaves a class alone.
    """
    tournament = access.public_tournament(request, slug=slug)
    wanted = request.GET.get("series", "")
    only = next((one for one in selectors.shown_series(tournament) if str(one.number) == wanted), None)
    if wanted and only is None:
        raise Http404
    of = choice(request, "class", selectors.Class)
    _version, as_of = selectors.latest_act(slug) or ("", timezone.now())
    if (beside := number(request, "ranking")) is not None:
        found = next((one for one in rankings_of(tournament) if one.number == beside), None)
        if found is None:
            raise Http404
        shown = shown_ranking(found)
        return answer_everybody(
            request, slug, f"ranking-no-{beside}", lambda: documents.team_ranking(shown, as_of=as_of)
        )

    def make() -> documents.Document:
        ranking = selectors.standings(tournament, only=only)
        if of:
            ranking = selectors.of_class(ranking, of)
        return documents.ranking(tournament, ranking, only=only, as_of=as_of, of=of)

    return answer_everybody(request, slug, f"ranking-{wanted}-{of or ''}", make)


def _links(request: HttpRequest) -> Links:
    """Return the addresses that stand on paper; none where no phone would get anywhere by them."""
    site = site_of(request)
    return Links(site="" if listings.reaches_only_this_machine(site) else site)
