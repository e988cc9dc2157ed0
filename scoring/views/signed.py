"""Signed PDF files: results and closed lists, and whether one that somebody brings is genuine (SkWO 7.2.3, 7.4)."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring import documents, listings, selectors
from scoring.documents import BeingMade, CannotSign, CannotTypeset, Document, Links, examined, made_once
from scoring.forms.signed import SignedForm
from scoring.views.asked import site_of
from scoring.views.handed_out import PDF, as_file, being_made
from tables import access


@require_safe
@cache_control(private=True, no_cache=True)
def ranking(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the official ranking, signed."""
    tournament = access.public_tournament(request, slug=slug)
    standings = selectors.standings(tournament)
    if not standings.is_official:
        raise Http404
    version, as_of = selectors.latest_act(slug) or ("", timezone.now())
    return _signed(
        request,
        tournament,
        f"ranking:{version}",
        lambda: documents.ranking(tournament, standings, only=None, as_of=as_of),
    )


@require_safe
@never_cache
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Send the closed list of a table, signed."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found = selectors.sheet(selectors.list_of(seen))
    if not found.row.signed_at:
        raise Http404
    site = site_of(request)
    links = Links(site="" if listings.reaches_only_this_machine(site) else site)
    return _signed(
        request,
        seen.series.tournament,
        f"sheet:{found.row.pk}:{found.row.version}:{found.row.signed_at}",
        lambda: documents.score_sheet(found, now=timezone.now(), link=None, verification=links.to_verification),
    )


def _signed(request: HttpRequest, tournament: Any, name: str, make: Callable[[], Document]) -> HttpResponse:
    """Answer with a signed document; while nothing changes it is signed once.

    :raises Http404: if this site signs nothing.
    """
    if not documents.can_sign():
        raise Http404

    def sign() -> tuple[str, bytes]:
        document = make()
        content = documents.signed(documents.typeset(document), reason=document.title, place=tournament.place)
        return f"{document.filename}-{pgettext('file name', 'signed')}.pdf", content

    try:
        filename, content = made_once(tournament.slug, f"signed:{name}:{get_language()}", sign)
    except (CannotSign, CannotTypeset) as missing:
        raise Http404 from missing
    except BeingMade:
        return being_made(request, has_page=False)
    return as_file(content, filename, PDF)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Tell a file that this site signed from one that was altered."""
    if not documents.can_sign():
        raise Http404
    form = SignedForm(request.POST, request.FILES) if request.method == "POST" else SignedForm()
    found = examined(form.cleaned_data["content"]) if form.is_valid() else None
    context = {"form": form, "found": found}
    return render(request, "scoring/verify/file.html", context, status=422 if form.errors else 200)
