"""The standings: the page that everybody looks at (SkWO 5)."""

import hashlib

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_tables2 import RequestConfig

from scoring import listings, selectors
from scoring.forms.office import SearchForm
from tables import access

STYLESHEET = "skatturnier/skatturnier.css"

SEEN = "X-Seen"
"""The header by which a page already open says which state of the tournament it shows."""


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def total(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the ranking over all series so far."""
    return _ranking(request, slug=slug, number=None)


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def of_series(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the ranking of one series."""
    return _ranking(request, slug=slug, number=series)


def _ranking(request: HttpRequest, *, slug: str, number: int | None) -> HttpResponse:
    partial = "HX-Request" in request.headers
    act = selectors.latest_act(slug)
    version, as_of = act or ("", None)
    etag = _etag(request, version, partial=partial)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    if partial and version and request.headers.get(SEEN) == version:
        return HttpResponse(status=204)

    tournament = access.public_tournament(slug=slug)
    only, series = None, None
    if number is not None:
        series = selectors.shown_series(tournament)
        only = next((one for one in series if one.number == number), None)
        if only is None:
            raise Http404
    ranking = selectors.standings(tournament, only=only)
    search = SearchForm(request.GET)
    lines = listings.found(ranking, search.wanted)
    excluded = listings.found_excluded(ranking, search.wanted)
    per_series = only is None and len(ranking.series) > 1
    listing = listings.StandingsListing(ranking, found=lines, excluded=excluded, per_series=per_series)
    RequestConfig(request, paginate=False).configure(listing)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "standings",
        "series": series or ranking.series,
        "only": only,
        "ranking": ranking,
        "progress": selectors.progress_of(ranking.series),
        "listing": listing,
        "search": search,
        "found": len(lines) + len(excluded),
        "all": len(ranking.lines) + len(ranking.excluded),
        "windows": selectors.posted_windows(tournament, ranking.series, now=timezone.now()),
        "as_of": as_of,
        "seen": version,
    }
    response = render(request, f"scoring/standings/{'_ranking' if partial else 'ranking'}.html", context)
    if etag:
        response["ETag"] = etag
    return response


def _etag(request: HttpRequest, version: str, *, partial: bool) -> str | None:
    """Return what names this very page: the state of the tournament, who looks at it, and in which language.

    None while there is a message to show, and for a tournament nothing was ever done in.
    """
    if not version or "messages" in request.COOKIES:
        return None
    cookies = [request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)]
    parts = [version, get_language() or "", str(partial), static(STYLESHEET), *cookies]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f'"{digest[:32]}"'
