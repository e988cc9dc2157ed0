"""The record of an event in one file: made, fetched, checked, deleted (SkWO 7.4.4)."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring import archive, selectors
from scoring.archive import Checked, CheckRefused, Shelved
from scoring.forms.archives import ArchiveForm
from tables import access


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def page(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the archive of an event, or how far it is; make it, delete it here, or check one that is brought."""
    tournament = access.directed_tournament(request, slug=slug)
    act = request.POST.get("act")
    if act == "check":
        return _check(request, tournament)
    if act == "make":
        archive.start(_wanted(request, slug))
        return redirect("scoring:archive", slug=slug)
    if act == "delete":
        archive.discard(slug)
        messages.success(request, _("The archive was deleted here. Copies elsewhere are yours to delete."))
        return redirect("scoring:archive", slug=slug)
    template = "_state" if "HX-Request" in request.headers else "archive"
    return render(request, f"scoring/archive/{template}.html", _context(request, tournament))


@require_safe
@never_cache
def file(request: HttpRequest, *, slug: str) -> HttpResponseBase:
    """Send the archive."""
    access.directed_tournament(request, slug=slug)
    found = archive.shelved(slug)
    if found is None or found.stage is not archive.Stage.DONE:
        raise Http404
    try:
        content = found.path.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    return FileResponse(content, as_attachment=True, filename=found.name, content_type="application/zip")


def _wanted(request: HttpRequest, slug: str) -> Shelved:
    return Shelved(
        slug=slug,
        language=get_language() or settings.LANGUAGE_CODE,
        by=access.signed_in(request).pk,
        asked_at=timezone.now(),
    )


def _check(request: HttpRequest, tournament: Any) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)
    checked: Checked | None = None
    if form.is_valid():
        try:
            checked = archive.check_archive(form.cleaned_data["file"])
        except CheckRefused:
            form.add_error("file", _("This is no archive of an event, or it is damaged."))
    made_at = selectors.archive_made_at(tournament, checked.sha256) if checked else None
    context = _context(request, tournament) | {"form": form, "checked": checked, "made_at": made_at}
    return render(request, "scoring/archive/archive.html", context, status=422 if form.errors else 200)


def _context(request: HttpRequest, tournament: Any) -> dict[str, object]:
    return {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "found": archive.shelved(tournament.slug),
        "until": archive.keep_until(tournament),
        "form": ArchiveForm(),
    }
