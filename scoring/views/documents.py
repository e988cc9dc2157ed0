"""Paper and exports: score sheets, seat plans and rankings as PDF or as a page to print, results as XLSX."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring import documents, listings, selectors, workbooks
from scoring.documents import CannotTypeset, Document, Link
from tables import access
from tables import selectors as hall

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

KEPT_FOR = 600
"""Seconds that a document everybody may have is kept: a hall asks for the same one many times."""


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Print a table's score sheet, blank or with what is entered so far."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found = selectors.sheet(selectors.list_of(seen))
    directs = access.offices(request, seen.series.tournament).director
    link = _link(request) if directs else None
    return _answer(request, documents.score_sheet(found, now=timezone.now(), link=link))


@require_safe
@never_cache
def sheets(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the score sheets of all tables of a series."""
    directed = access.directed_series(request, slug=slug, number=series)
    if directed.published_at is None:
        messages.warning(request, _("Publish the seats of the series first: then its sheets can be printed."))
        return redirect("scoring:board", slug=slug, series=series)
    found = selectors.sheets(directed)
    return _answer(request, documents.score_sheets(directed, found, now=timezone.now(), link=_link(request)))


@require_safe
@cache_control(private=True, no_cache=True)
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print the seats of a series, by table and by name."""
    shown = access.public_series(slug=slug, number=series)
    return _answer_everybody(
        request, slug, f"seats-{series}", lambda: documents.seat_plan(shown, hall.seating_of(shown))
    )


@require_safe
@cache_control(private=True, no_cache=True)
def standings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the ranking over all series so far, or with ``?series=2`` of one."""
    tournament = access.public_tournament(slug=slug)
    wanted = request.GET.get("series", "")
    only = next((one for one in selectors.shown_series(tournament) if str(one.number) == wanted), None)
    if wanted and only is None:
        raise Http404
    _version, as_of = selectors.latest_act(slug) or ("", timezone.now())
    return _answer_everybody(
        request,
        slug,
        f"ranking-{wanted}",
        lambda: documents.ranking(tournament, selectors.standings(tournament, only=only), only=only, as_of=as_of),
    )


@require_safe
@never_cache
def results_workbook(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the results as an Excel file: the ranking, and each series seat by seat."""
    tournament = access.directed_tournament(request, slug=slug)
    ranking = selectors.standings(tournament)
    series = [(one, selectors.results_by_seat(one)) for one in ranking.series]
    return _file(workbooks.results_workbook(ranking, series), f"{slug}-{_('results')}.xlsx", XLSX, is_attached=True)


def _link(request: HttpRequest) -> Link | None:
    """Return what makes the address of a table's list, or None where no phone would get anywhere by it."""
    site = settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")
    if listings.reaches_only_this_machine(site):
        return None
    return lambda table: site + reverse("scoring:list-key", kwargs={"key": table.key})


def _answer(request: HttpRequest, document: Document) -> HttpResponse:
    """Answer with a document as PDF or, if the address asks for it, as a page for the browser to print."""
    if _wants_page(request):
        return render(request, document.template, document.as_page())
    try:
        return _file(documents.typeset(document), f"{document.filename}.pdf", PDF)
    except CannotTypeset:
        return _to_page(request)


def _answer_everybody(request: HttpRequest, slug: str, name: str, make: Callable[[], Document]) -> HttpResponse:
    """Answer like ``_answer`` with a document that is the same for everybody; while nothing changes it is made once."""
    version, _at = selectors.latest_act(slug) or ("", None)
    if _wants_page(request) or not version:
        return _answer(request, make())
    key = f"document:{slug}:{name}:{get_language()}:{version}"
    kept = cache.get(key)
    if kept is None:
        document = make()
        try:
            kept = (f"{document.filename}.pdf", documents.typeset(document))
        except CannotTypeset:
            return _to_page(request)
        cache.set(key, kept, KEPT_FOR)
    filename, content = kept
    return _file(content, filename, PDF)


def _wants_page(request: HttpRequest) -> bool:
    return request.GET.get("as") == "page"


def _to_page(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("This site cannot make PDF files yet. Here is the same page for your browser to print."))
    return redirect(f"{request.path}?{urlencode({**request.GET.dict(), 'as': 'page'})}")


def _file(content: bytes, name: str, content_type: str, *, is_attached: bool = False) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_attached, name) or ""
    return response
